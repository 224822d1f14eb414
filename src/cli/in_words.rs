//! What an oracle says of a trace, for people who have not seen the trace: terms in place of their names in it.

use std::collections::HashMap;

use murxla_api::{Op, theory};

use crate::smt::export::WrapperRows;
use crate::smt::{Command, FromCalls, Script, Term, print};
use crate::solvers::wrapper;
use crate::trace::Trace;

/// A term that is longer is not written out.
const LONGEST: usize = 160;

/// What is wrong, as a title and in a sentence.
pub(super) struct Said {
    /// A few words.
    pub(super) title: String,
    /// What happened.
    pub(super) happened: String,
}

/// The message of an oracle about a trace that was played on a solver, and its proof.
pub(super) fn said(message: &str, trace: &Trace, solver: &str) -> Said {
    let (what, operators) = match message.rsplit_once(" [") {
        Some((what, operators)) => (what, symbols(operators.trim_end_matches(']'), solver)),
        None => (message, String::new()),
    };
    let of = |title: &str| match operators.is_empty() {
        true => title.to_owned(),
        false => format!("{title} ({operators})"),
    };
    let terms = Terms::of(trace, solver);
    if let Some((name, says)) = what.split_once(" is asserted or assumed; the model makes it ") {
        return Said {
            title: of(&format!("wrong model, an assertion is {says}")),
            happened: format!(
                "The answer is sat, but under the model that is told this is {says}, which is asserted or assumed: {}",
                terms.replaced(name)
            ),
        };
    }
    let other = what.strip_prefix("the value of ");
    if let Some(name) = other.and_then(|rest| rest.strip_suffix(" is another under the model")) {
        return Said {
            title: of("wrong value of a term under the model"),
            happened: format!(
                "The answer is sat, but the value that is told of this is not the one that it has under the model that is told: {}",
                terms.replaced(name)
            ),
        };
    }
    let words = terms.replaced(what);
    Said { title: of(&words), happened: of(&words) }
}

/// A text with terms in place of their names.
pub(super) fn in_words(text: &str, trace: &Trace, solver: &str) -> String {
    Terms::of(trace, solver).replaced(text)
}

/// The operators of a key as SMT-LIB writes them.
fn symbols(keys: &str, solver: &str) -> String {
    let own: &[Op] = wrapper(solver).map_or(&[], |one| one.own_operators());
    let own = |key: &str| own.iter().find(|op| op.key == key);
    let symbol = |key: &str| match theory::operator(key).or_else(|| own(key)) {
        Some(op) if !op.symbol.is_empty() => op.symbol.to_owned(),
        _ => key.trim_start_matches("OP_").to_owned(),
    };
    // An oracle may name something else there.
    if !keys.split(' ').all(|key| key.contains("OP_")) {
        return keys.to_owned();
    }
    keys.split(' ').map(symbol).collect::<Vec<_>>().join(", ")
}

/// The terms of a trace by their names.
struct Terms {
    questions: FromCalls,
    rows: WrapperRows,
    names: HashMap<String, Term>,
}

impl Terms {
    fn of(trace: &Trace, solver: &str) -> Terms {
        let rows = WrapperRows(wrapper(solver).ok());
        let mut questions = FromCalls::new();
        for call in &trace.calls {
            questions.add(call, &rows);
        }
        let mut names: HashMap<String, Term> =
            questions.names().map(|(name, term)| (name.to_string(), term)).collect();
        // A constant may be called so.
        for (_, definition) in questions.graph().symbols() {
            names.remove(&*definition.name);
        }
        Terms { questions, rows, names }
    }

    fn text(&self, term: Term) -> String {
        let graph = self.questions.graph().clone();
        let script = Script { graph, commands: vec![Command::Assert(term)] };
        let printed = print(&script, self.rows.dialect()).unwrap_or_default();
        let inside = printed.trim().strip_prefix("(assert ");
        let inside = inside.and_then(|text| text.strip_suffix(')'));
        let is_short = |text: &&str| text.chars().count() <= LONGEST && !text.contains('\n');
        inside.filter(is_short).unwrap_or("a term").to_owned()
    }

    fn replaced(&self, text: &str) -> String {
        let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '!' | '.' | '-');
        let mut out = String::new();
        let mut word = String::new();
        // What ends the last word is taken away again.
        for character in text.chars().chain(['\n']) {
            if is_part(character) {
                word.push(character);
                continue;
            }
            match self.names.get(&word) {
                Some(term) => out.push_str(&self.text(*term)),
                None => out.push_str(&word),
            }
            word.clear();
            out.push(character);
        }
        out.pop();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    const TEXT: &str = "0 new\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-const s1 \"a\"\nreturn t1\n0 mk-const s1 \"t2\"\nreturn t2\n\
        0 mk-term OP_AND SORT_BOOL 2 t1 t2\nreturn t3 s1\n";

    #[test]
    fn names_of_a_trace_become_terms() {
        let (trace, _) = read(TEXT.as_bytes()).unwrap();
        let said =
            said("t3 is asserted or assumed; the model makes it false [OP_AND]", &trace, "z3");
        assert_eq!(said.title, "wrong model, an assertion is false (and)");
        assert!(said.happened.ends_with(": (and a t2)"), "{}", said.happened);
        assert_eq!(in_words("t3, t2 and t30, at3", &trace, "z3"), "(and a t2), t2 and t30, at3");
    }
}
