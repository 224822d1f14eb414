//! Reduction by parentheses alone: of scripts that are not well-sorted, or that use what we do not know.

use std::sync::Arc;

use crate::reduce::engine::{Candidate, Pass, Plan, Strategy};
use crate::reduce::form::Writes;
use crate::reduce::guarded::Guard;
use crate::smt::{Commands, Kind, parse};

/// A part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Atom(Arc<str>),
}

/// A script as a list of tokens, with as many opening as closing parentheses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Untyped {
    tokens: Vec<Token>,
}

/// An s-expression.
struct Place {
    begin: usize,
    /// Behind its last token.
    end: usize,
    /// How many lists it is in.
    depth: usize,
    /// The numbers of what a list consists of.
    parts: Vec<usize>,
}

/// What becomes of an s-expression.
#[derive(Clone, Copy)]
enum Change {
    Remove,
    /// The s-expression of this number, below it, stands for it.
    Part(usize),
    Atom(&'static str),
}

impl Untyped {
    pub(super) fn new(commands: &Commands) -> Untyped {
        let mut tokens = Vec::new();
        for command in commands.iter().filter(|command| command.kind() != Kind::Comment) {
            let text = command.to_string();
            tokens.extend(tokens_of(&text));
        }
        Untyped { tokens }
    }

    /// All s-expressions, each before its parts.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if *token == Token::Close {
                if let Some(place) = open.pop().and_then(|list| places.get_mut(list)) {
                    place.end = at + 1;
                }
                continue;
            }
            let number = places.len();
            if let Some(list) = open.last().and_then(|list| places.get_mut(*list)) {
                list.parts.push(number);
            }
            places.push(Place { begin: at, end: at + 1, depth: open.len(), parts: Vec::new() });
            if *token == Token::Open {
                open.push(number);
            }
        }
        places
    }

    /// The script with these changes; one inside of what another one takes away does nothing.
    fn changed(&self, places: &[Place], changes: &[(usize, Change)]) -> Untyped {
        let mut at_token: Vec<Option<Change>> = vec![None; self.tokens.len()];
        let mut end_of = vec![0; self.tokens.len()];
        for (place, change) in changes {
            at_token[places[*place].begin] = Some(*change);
            end_of[places[*place].begin] = places[*place].end;
        }
        let mut tokens = Vec::with_capacity(self.tokens.len());
        // Ranges that are still to be written.
        let mut todo = vec![(0, self.tokens.len())];
        while let Some((begin, end)) = todo.pop() {
            let mut at = begin;
            while at < end {
                let Some(change) = at_token[at] else {
                    tokens.push(self.tokens[at].clone());
                    at += 1;
                    continue;
                };
                let behind = end_of[at];
                match change {
                    Change::Remove => {}
                    Change::Atom(text) => tokens.push(Token::Atom(text.into())),
                    Change::Part(part) => {
                        todo.push((behind, end));
                        todo.push((places[part].begin, places[part].end));
                        break;
                    }
                }
                at = behind;
            }
        }
        Untyped { tokens }
    }
}

/// The tokens of an s-expression that is written without needless spaces.
fn tokens_of(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ' ' => 1,
            '(' | ')' => {
                tokens.push(if first == '(' { Token::Open } else { Token::Close });
                1
            }
            _ => {
                let length = atom_length(rest, first);
                tokens.push(Token::Atom(rest[..length].into()));
                length
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn atom_length(rest: &str, first: char) -> usize {
    let quoted = matches!(first, '"' | '|');
    if !quoted {
        return rest.find([' ', '(', ')']).unwrap_or(rest.len());
    }
    let mut length = first.len_utf8();
    loop {
        length += match rest[length..].find(first) {
            Some(at) => at + 1,
            None => return rest.len(),
        };
        // A quote that is doubled belongs to the string.
        if first == '"' && rest[length..].starts_with('"') {
            length += 1;
        } else {
            return length;
        }
    }
}

impl Candidate for Untyped {
    fn text(&self) -> Vec<u8> {
        let mut text = String::new();
        let (mut depth, mut needs_space) = (0_usize, false);
        for token in &self.tokens {
            match token {
                Token::Close => {
                    text.push(')');
                    depth = depth.saturating_sub(1);
                    needs_space = true;
                }
                other => {
                    if depth > 0 && needs_space {
                        text.push(' ');
                    }
                    match other {
                        Token::Atom(atom) => text.push_str(atom),
                        _ => {
                            text.push('(');
                            depth += 1;
                        }
                    }
                    needs_space = *other != Token::Open;
                }
            }
            if depth == 0 {
                text.push('\n');
                needs_space = false;
            }
        }
        text.into_bytes()
    }

    fn cost(&self) -> [u64; 2] {
        let length = |token: &Token| match token {
            Token::Atom(text) => text.len() as u64,
            Token::Open | Token::Close => 1,
        };
        [self.tokens.len() as u64, self.tokens.iter().map(length).sum()]
    }
}

/// Candidates are written as they are.
#[derive(Clone, Copy)]
pub(super) struct AsWritten;

impl Writes<Untyped> for AsWritten {
    fn write(&self, candidate: &Untyped) -> Vec<u8> {
        candidate.text()
    }

    fn read_back(&self, text: &[u8], _: &Untyped) -> Option<Untyped> {
        Some(Untyped::new(&parse(text).ok()?))
    }

    fn parts(&self, candidate: &Untyped) -> usize {
        candidate.places().iter().filter(|place| place.depth == 0).count()
    }

    fn part_name(&self) -> &'static str {
        "commands"
    }
}

/// Nothing is known of what is true.
pub(super) enum NoGuard {}

impl Guard<Untyped> for NoGuard {
    fn kept_by(&self, _: &Untyped) -> Option<NoGuard> {
        match *self {}
    }
}

/// Removes commands.
struct WithoutCommands;
/// Replaces lists by their parts, the last one first: the first is often an operator.
struct Hoisted;
/// Replaces lists by values, whatever their sort may be.
struct Values;
/// Removes elements of lists.
struct WithoutElements;

/// The passes.
pub(super) const PASSES: &[&dyn Pass<Untyped>] =
    &[&WithoutCommands, &Hoisted, &Values, &WithoutElements];

/// How many of its parts are tried for each list.
const PARTS: usize = 4;
const VALUES: &[&str] = &["true", "false", "0", "1", "0.0", "\"\"", "#b0", "#x0"];

fn plan<'a>(
    candidate: &'a Untyped,
    change: impl Fn(&[Place], usize) -> Option<Change>,
) -> Plan<'a, Untyped> {
    let places = candidate.places();
    let changes: Vec<(usize, Change)> =
        (0..places.len()).filter_map(|at| Some((at, change(&places, at)?))).collect();
    let edits = changes.len();
    let apply = move |chosen: &[usize]| {
        let chosen: Vec<(usize, Change)> = chosen.iter().map(|edit| changes[*edit]).collect();
        Some(candidate.changed(&places, &chosen))
    };
    Plan { strategy: Strategy::Bisect, edits, apply: Box::new(apply) }
}

fn is_list(place: &Place) -> bool {
    place.end > place.begin + 1
}

impl Pass<Untyped> for WithoutCommands {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn plan<'a>(&'a self, candidate: &'a Untyped, _: usize) -> Plan<'a, Untyped> {
        plan(candidate, |places, at| (places[at].depth == 0).then_some(Change::Remove))
    }
}

impl Pass<Untyped> for Hoisted {
    fn name(&self) -> &'static str {
        "hoist"
    }

    fn rounds(&self) -> usize {
        PARTS
    }

    fn plan<'a>(&'a self, candidate: &'a Untyped, round: usize) -> Plan<'a, Untyped> {
        plan(candidate, |places, at| {
            let list = places.get(at).filter(|place| place.depth > 0)?;
            list.parts.iter().rev().nth(round).map(|part| Change::Part(*part))
        })
    }
}

impl Pass<Untyped> for Values {
    fn name(&self) -> &'static str {
        "values"
    }

    fn rounds(&self) -> usize {
        VALUES.len()
    }

    fn plan<'a>(&'a self, candidate: &'a Untyped, round: usize) -> Plan<'a, Untyped> {
        plan(candidate, |places, at| {
            let fits = is_list(&places[at]) && places[at].depth > 0;
            fits.then_some(Change::Atom(VALUES[round]))
        })
    }
}

impl Pass<Untyped> for WithoutElements {
    fn name(&self) -> &'static str {
        "elements"
    }

    fn plan<'a>(&'a self, candidate: &'a Untyped, _: usize) -> Plan<'a, Untyped> {
        plan(candidate, |places, at| (places[at].depth > 0).then_some(Change::Remove))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untyped(text: &str) -> Untyped {
        Untyped::new(&parse(text.as_bytes()).expect("s-expressions"))
    }

    fn text(candidate: &Untyped) -> String {
        String::from_utf8(candidate.text()).expect("text")
    }

    #[test]
    fn what_is_read_is_written() {
        let script = "(a |b c| \"d \"\" (e\" () (f (g)))\n(exit)\n";
        assert_eq!(text(&untyped(script)), script);
        assert_eq!(text(&untyped("; no\n(a ; no\n  b)")), "(a b)\n");
    }

    #[test]
    fn lists_become_their_parts() {
        let script = untyped("(assert (and a (not b)))\n");
        let plan = Hoisted.plan(&script, 0);
        assert_eq!(plan.edits, 2);
        assert_eq!((plan.apply)(&[0]).map(|one| text(&one)).as_deref(), Some("(assert (not b))\n"));
        assert_eq!((plan.apply)(&[0, 1]).map(|one| text(&one)).as_deref(), Some("(assert b)\n"));
    }

    #[test]
    fn a_change_inside_of_a_change_does_nothing() {
        let script = untyped("(a (b c))\n(d)\n");
        let plan = WithoutElements.plan(&script, 0);
        // All elements: those of what is gone are gone, too.
        let all: Vec<usize> = (0..plan.edits).collect();
        assert_eq!((plan.apply)(&all).map(|one| text(&one)).as_deref(), Some("()\n()\n"));
    }
}
