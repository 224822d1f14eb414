//! Regular expressions: languages of strings, with all operators of SMT-LIB.
//!
//! Expressions are numbered nodes of an arena ([`Regexes`]), each made once, so that equal ones have equal
//! numbers and nothing recurses: neither questions nor dropping overflow the stack, however deep the
//! nesting is. The derivative of an expression by a character (Brzozowski) is again one, complement,
//! intersection and counters included; the counters are not unrolled. Expressions are simplified when they are
//! made, by laws that keep the number of different derivatives finite (union and intersection are
//! associative, commutative and idempotent) and small (units, zeros, sets of characters are merged).
//!
//! Nothing that a question makes outlives it: whether the answer is [`TooLarge`] does not depend on what was
//! asked before.

mod characters;
mod query;
mod search;
mod shortest;
#[cfg(test)]
mod tests;

use super::text::{MAX_LENGTH, TooLarge};
use crate::{CODE_POINTS, QuickMap};
use characters::Characters;
use std::sync::Arc;

/// The largest arena: how many nodes and arguments of nodes it has.
const MAX_SIZE: usize = 1 << 22;

/// How much work one question may take unless said otherwise, counted in arguments looked at.
const MAX_WORK: u64 = 1 << 22;

/// A regular expression of an arena. Equal ones denote the same language; different ones may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Regex(u32);

impl Regex {
    /// `re.none`: no string.
    pub const NONE: Regex = Regex(0);
    /// The empty string only.
    pub const EPSILON: Regex = Regex(1);
    /// `re.allchar`: all strings of one character.
    pub const ALL_CHAR: Regex = Regex(2);
    /// `re.all`: all strings.
    pub const ALL: Regex = Regex(3);
}

/// An expression, its arguments being smaller numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// The strings of one character of the set.
    Characters(Characters),
    Epsilon,
    /// The first is no concatenation itself.
    Concat(Regex, Regex),
    /// At least two, in order, none of them a union itself.
    Union(Arc<[Regex]>),
    /// At least two, in order, none of them an intersection itself.
    Inter(Arc<[Regex]>),
    Complement(Regex),
    /// So many copies; if the body has the empty string, `least` is 0.
    Loop {
        body: Regex,
        least: u64,
        most: Option<u64>,
    },
}

/// What is known of a node since it was made.
#[derive(Clone, Copy)]
struct Facts {
    /// The empty string is in the language.
    nullable: bool,
    /// Neither intersection nor complement occurs: the language is empty only if the node is `NONE`.
    positive: bool,
}

/// An arena of regular expressions. A [`Regex`] is only meant for the arena that made it.
pub struct Regexes {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    numbers: QuickMap<Node, Regex>,
    /// The nodes, and the arguments of nodes.
    size: usize,
    /// How much was done so far, counted in arguments looked at.
    work: u64,
    /// How much one question may take.
    max_work: u64,
}

impl Default for Regexes {
    fn default() -> Regexes {
        Regexes::new()
    }
}

impl Regexes {
    /// An arena with the constants of [`Regex`], in which a question may take a second or so.
    pub fn new() -> Regexes {
        Regexes::with_max_work(MAX_WORK)
    }

    /// An arena in which a question may take only so much work: about a character of a string, or an
    /// argument of an operator, each.
    pub fn with_max_work(max_work: u64) -> Regexes {
        let mut regexes = Regexes {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: QuickMap::default(),
            size: 0,
            work: 0,
            max_work,
        };
        let constants = [
            Node::Characters(Characters::interval(1, 0)),
            Node::Epsilon,
            Node::Characters(Characters::all()),
            Node::Loop { body: Regex::ALL_CHAR, least: 0, most: None },
        ];
        for constant in constants {
            regexes.push(constant);
        }
        regexes
    }

    /// `str.to_re`: this string only.
    pub fn literal(&mut self, text: &[u32]) -> Result<Regex, TooLarge> {
        if text.len() > MAX_LENGTH {
            return Err(TooLarge);
        }
        self.whole_or_nothing(|regexes| {
            let mut regex = Regex::EPSILON;
            for code in text.iter().rev() {
                let character = regexes.characters(Characters::interval(*code, *code))?;
                regex = regexes.prepend(character, regex)?;
            }
            Ok(regex)
        })
    }

    /// `re.range`: the strings of one character between the two; nothing unless both bounds are strings of
    /// one character.
    pub fn range(&mut self, first: &[u32], last: &[u32]) -> Result<Regex, TooLarge> {
        match (first, last) {
            ([first], [last]) => self.characters(Characters::interval(*first, *last)),
            _ => Ok(Regex::NONE),
        }
    }

    /// `re.++`.
    pub fn concat(&mut self, parts: &[Regex]) -> Result<Regex, TooLarge> {
        let mut factors = Vec::new();
        for part in parts {
            let mut rest = *part;
            while let Node::Concat(head, tail) = self.nodes[rest.0 as usize] {
                factors.push(head);
                rest = tail;
            }
            factors.push(rest);
        }
        self.work += factors.len() as u64;
        self.whole_or_nothing(|regexes| {
            let mut regex = Regex::EPSILON;
            for factor in factors.into_iter().rev() {
                regex = regexes.prepend(factor, regex)?;
            }
            Ok(regex)
        })
    }

    /// Makes something of many nodes; if that is too large, no part of it stays.
    fn whole_or_nothing(
        &mut self,
        make: impl FnOnce(&mut Regexes) -> Result<Regex, TooLarge>,
    ) -> Result<Regex, TooLarge> {
        let nodes_before = self.nodes.len();
        let made = make(self);
        if made.is_err() {
            self.forget_after(nodes_before);
        }
        made
    }

    /// A concatenation whose first part is none itself.
    fn prepend(&mut self, head: Regex, tail: Regex) -> Result<Regex, TooLarge> {
        match (head, tail) {
            (Regex::NONE, _) | (_, Regex::NONE) => return Ok(Regex::NONE),
            (Regex::EPSILON, other) | (other, Regex::EPSILON) => return Ok(other),
            (Regex::ALL, other) | (other, Regex::ALL) if self.is_nullable(other) => {
                return Ok(Regex::ALL);
            }
            _ => {}
        }
        // r* r* is r*, also if more follows.
        let next = match self.node(tail) {
            Node::Concat(next, _) => *next,
            _ => tail,
        };
        if head == next && matches!(self.node(head), Node::Loop { least: 0, most: None, .. }) {
            return Ok(tail);
        }
        self.intern(Node::Concat(head, tail))
    }

    /// `re.union`; of nothing: nothing.
    pub fn union(&mut self, parts: &[Regex]) -> Result<Regex, TooLarge> {
        let mut members = Vec::new();
        let mut intervals = Vec::new();
        for part in parts {
            let single = [*part];
            let flat = match self.node(*part) {
                Node::Union(members) => members,
                _ => &single[..],
            };
            for member in flat {
                match self.node(*member) {
                    Node::Characters(set) => intervals.extend_from_slice(set.intervals()),
                    _ => members.push(*member),
                }
            }
        }
        self.work += (members.len() + intervals.len()) as u64;
        let characters = self.characters(Characters::union(intervals))?;
        if characters != Regex::NONE {
            members.push(characters);
        }
        if members.contains(&Regex::ALL) {
            return Ok(Regex::ALL);
        }
        members.sort_unstable();
        members.dedup();
        if members.contains(&Regex::EPSILON) {
            let other = |member: &Regex| *member != Regex::EPSILON;
            if members.iter().copied().filter(other).any(|member| self.is_nullable(member)) {
                members.retain(other);
            }
        }
        match members[..] {
            [] => Ok(Regex::NONE),
            [only] => Ok(only),
            _ if self.has_opposites(&members) => Ok(Regex::ALL),
            _ => self.intern(Node::Union(members.into())),
        }
    }

    /// `re.inter`; of nothing: everything.
    pub fn inter(&mut self, parts: &[Regex]) -> Result<Regex, TooLarge> {
        let mut members = Vec::new();
        let mut characters: Option<Characters> = None;
        for part in parts {
            let single = [*part];
            let flat = match self.node(*part) {
                Node::Inter(members) => members,
                _ => &single[..],
            };
            for member in flat {
                match self.node(*member) {
                    Node::Characters(set) => {
                        characters = Some(match characters {
                            Some(characters) => characters.intersection(set),
                            None => set.clone(),
                        });
                    }
                    _ if *member == Regex::ALL => {}
                    _ => members.push(*member),
                }
            }
        }
        self.work += members.len() as u64;
        if let Some(characters) = characters {
            self.work += characters.intervals().len() as u64;
            members.push(self.characters(characters)?);
        }
        members.sort_unstable();
        members.dedup();
        if members.contains(&Regex::NONE) {
            return Ok(Regex::NONE);
        }
        if members.contains(&Regex::EPSILON) {
            let nullable = members.iter().all(|member| self.is_nullable(*member));
            return Ok(if nullable { Regex::EPSILON } else { Regex::NONE });
        }
        match members[..] {
            [] => Ok(Regex::ALL),
            [only] => Ok(only),
            _ if self.has_opposites(&members) => Ok(Regex::NONE),
            _ => self.intern(Node::Inter(members.into())),
        }
    }

    /// One of these (in order) is the complement of another.
    fn has_opposites(&self, members: &[Regex]) -> bool {
        members.iter().any(|member| match self.node(*member) {
            Node::Complement(body) => members.binary_search(body).is_ok(),
            _ => false,
        })
    }

    /// `re.comp`.
    pub fn complement(&mut self, body: Regex) -> Result<Regex, TooLarge> {
        match (body, self.node(body)) {
            (Regex::NONE, _) => Ok(Regex::ALL),
            (Regex::ALL, _) => Ok(Regex::NONE),
            (_, Node::Complement(inner)) => Ok(*inner),
            _ => self.intern(Node::Complement(body)),
        }
    }

    /// `re.diff`: what is in the first and not in the second.
    pub fn diff(&mut self, from: Regex, without: Regex) -> Result<Regex, TooLarge> {
        let others = self.complement(without)?;
        self.inter(&[from, others])
    }

    /// `re.*`.
    pub fn star(&mut self, body: Regex) -> Result<Regex, TooLarge> {
        self.copies(body, 0, None)
    }

    /// `re.+`.
    pub fn plus(&mut self, body: Regex) -> Result<Regex, TooLarge> {
        self.copies(body, 1, None)
    }

    /// `re.opt`.
    pub fn opt(&mut self, body: Regex) -> Result<Regex, TooLarge> {
        self.copies(body, 0, Some(1))
    }

    /// `(_ re.^ times)`.
    pub fn power(&mut self, body: Regex, times: u64) -> Result<Regex, TooLarge> {
        self.copies(body, times, Some(times))
    }

    /// `(_ re.loop least most)`: nothing if `least` is more than `most`.
    pub fn repeat(&mut self, body: Regex, least: u64, most: u64) -> Result<Regex, TooLarge> {
        self.copies(body, least, Some(most))
    }

    /// At least, and at most, so many copies.
    fn copies(&mut self, body: Regex, least: u64, most: Option<u64>) -> Result<Regex, TooLarge> {
        if most.is_some_and(|most| least > most) {
            return Ok(Regex::NONE);
        }
        if most == Some(0) || body == Regex::EPSILON {
            return Ok(Regex::EPSILON);
        }
        if body == Regex::NONE {
            return Ok(if least == 0 { Regex::EPSILON } else { Regex::NONE });
        }
        // Copies of the empty string make up for what is missing.
        let least = if self.is_nullable(body) { 0 } else { least };
        match (least, most) {
            (1, Some(1)) => return Ok(body),
            (0, Some(1)) => return self.union(&[Regex::EPSILON, body]),
            _ => {}
        }
        match *self.node(body) {
            Node::Loop { least: 0, most: None, .. } => Ok(body),
            Node::Loop { body: inner, least: 0 | 1, .. } if (least, most) == (0, None) => {
                self.intern(Node::Loop { body: inner, least, most })
            }
            _ => self.intern(Node::Loop { body, least, most }),
        }
    }

    fn characters(&mut self, characters: Characters) -> Result<Regex, TooLarge> {
        debug_assert!(characters.boundaries().all(|code| code <= CODE_POINTS));
        self.intern(Node::Characters(characters))
    }

    fn node(&self, regex: Regex) -> &Node {
        &self.nodes[regex.0 as usize]
    }

    /// The empty string is in the language.
    fn is_nullable(&self, regex: Regex) -> bool {
        self.facts[regex.0 as usize].nullable
    }

    fn is_positive(&self, regex: Regex) -> bool {
        self.facts[regex.0 as usize].positive
    }

    /// The number of this node.
    fn intern(&mut self, node: Node) -> Result<Regex, TooLarge> {
        self.work += 1;
        if let Some(regex) = self.numbers.get(&node) {
            return Ok(*regex);
        }
        if self.size + size_of_node(&node) > MAX_SIZE {
            return Err(TooLarge);
        }
        Ok(self.push(node))
    }

    fn push(&mut self, node: Node) -> Regex {
        let facts = self.facts_of(&node);
        // The size is bounded, and with it the number of nodes.
        let regex = Regex(self.nodes.len() as u32);
        self.size += size_of_node(&node);
        self.nodes.push(node.clone());
        self.facts.push(facts);
        self.numbers.insert(node, regex);
        regex
    }

    fn facts_of(&self, node: &Node) -> Facts {
        let facts = |regex: &Regex| self.facts[regex.0 as usize];
        match node {
            Node::Characters(_) => Facts { nullable: false, positive: true },
            Node::Epsilon => Facts { nullable: true, positive: true },
            Node::Concat(head, tail) => Facts {
                nullable: facts(head).nullable && facts(tail).nullable,
                positive: facts(head).positive && facts(tail).positive,
            },
            Node::Union(members) => Facts {
                nullable: members.iter().any(|member| facts(member).nullable),
                positive: members.iter().all(|member| facts(member).positive),
            },
            Node::Inter(members) => Facts {
                nullable: members.iter().all(|member| facts(member).nullable),
                positive: false,
            },
            Node::Complement(body) => Facts { nullable: !facts(body).nullable, positive: false },
            Node::Loop { body, least, .. } => {
                Facts { nullable: *least == 0, positive: facts(body).positive }
            }
        }
    }

    /// Forgets all nodes but the first ones.
    fn forget_after(&mut self, count: usize) {
        for node in self.nodes.drain(count..) {
            self.size -= size_of_node(&node);
            self.numbers.remove(&node);
        }
        self.facts.truncate(count);
    }
}

fn size_of_node(node: &Node) -> usize {
    1 + match node {
        Node::Characters(characters) => characters.intervals().len(),
        Node::Union(members) | Node::Inter(members) => members.len(),
        Node::Epsilon | Node::Concat(..) | Node::Complement(_) | Node::Loop { .. } => 0,
    }
}
