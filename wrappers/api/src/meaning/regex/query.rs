//! Questions about languages, answered by derivatives.

use super::{Node, Regex, Regexes, TooLarge};
use crate::{CODE_POINTS, QuickMap, QuickSet};
use std::collections::VecDeque;

impl Regexes {
    /// `str.in_re`: the string is in the language.
    pub fn matches(&mut self, text: &[u32], regex: Regex) -> Result<bool, TooLarge> {
        let mut query = Query::new(self);
        let mut state = regex;
        for character in text {
            if state == Regex::NONE || state == Regex::ALL {
                break;
            }
            state = query.derivative(state, *character)?;
        }
        Ok(query.regexes.is_nullable(state))
    }

    /// The language is empty; `None` if that takes too much work to find out.
    pub fn is_empty(&mut self, regex: Regex) -> Option<bool> {
        let mut query = Query::new(self);
        let mut seen = QuickSet::from_iter([regex]);
        let mut open = VecDeque::from([regex]);
        while let Some(state) = open.pop_front() {
            if state == Regex::NONE {
                continue;
            }
            if query.regexes.is_nullable(state) || query.regexes.is_positive(state) {
                return Some(false);
            }
            for character in query.representatives(&[state]).ok()? {
                let next = query.derivative(state, character).ok()?;
                if seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        Some(true)
    }

    /// The two languages are the same; `None` if that takes too much work to find out.
    pub fn equal(&mut self, left: Regex, right: Regex) -> Option<bool> {
        let mut query = Query::new(self);
        let mut seen = QuickSet::from_iter([(left, right)]);
        let mut open = VecDeque::from([(left, right)]);
        while let Some((left, right)) = open.pop_front() {
            if left == right {
                continue;
            }
            if query.regexes.is_nullable(left) != query.regexes.is_nullable(right) {
                return Some(false);
            }
            let only = match (left, right) {
                (Regex::NONE, only) | (only, Regex::NONE) => Some(only),
                _ => None,
            };
            if only.is_some_and(|only| query.regexes.is_positive(only)) {
                return Some(false);
            }
            for character in query.representatives(&[left, right]).ok()? {
                let next = (
                    query.derivative(left, character).ok()?,
                    query.derivative(right, character).ok()?,
                );
                if seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        Some(true)
    }
}

/// A question that is being answered: what it makes in the arena is forgotten with it.
pub(super) struct Query<'a> {
    pub(super) regexes: &'a mut Regexes,
    /// How many nodes there were before.
    nodes_before: usize,
    /// The amount of work at which it is given up.
    last_work: u64,
    derivatives: QuickMap<(Regex, u32), Regex>,
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.regexes.forget_after(self.nodes_before);
    }
}

impl<'a> Query<'a> {
    pub(super) fn new(regexes: &'a mut Regexes) -> Query<'a> {
        Query {
            nodes_before: regexes.nodes.len(),
            last_work: regexes.work.saturating_add(regexes.max_work),
            derivatives: QuickMap::default(),
            regexes,
        }
    }

    /// Does work, or gives up.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), TooLarge> {
        self.regexes.work += work as u64;
        if self.regexes.work > self.last_work { Err(TooLarge) } else { Ok(()) }
    }

    /// What may follow this character in strings of the language.
    pub(super) fn derivative(&mut self, regex: Regex, character: u32) -> Result<Regex, TooLarge> {
        // Those of arguments come first. Expressions may be nested deeper than the stack is.
        let mut pending = vec![regex];
        while let Some(&top) = pending.last() {
            self.spend(1)?;
            if self.derivatives.contains_key(&(top, character)) {
                pending.pop();
                continue;
            }
            let ready = pending.len();
            let first_parts = self.first_parts(top, |part| pending.push(part));
            self.spend(first_parts)?;
            let mut kept = ready;
            for place in ready..pending.len() {
                if !self.derivatives.contains_key(&(pending[place], character)) {
                    pending[kept] = pending[place];
                    kept += 1;
                }
            }
            pending.truncate(kept);
            if kept == ready {
                let derivative = self.derivative_by_parts(top, character)?;
                self.derivatives.insert((top, character), derivative);
                pending.pop();
            }
        }
        Ok(self.derivatives[&(regex, character)])
    }

    /// Visits the arguments in which a string's first character may lie; says how many there are.
    fn first_parts(&self, regex: Regex, mut visit: impl FnMut(Regex)) -> usize {
        match self.regexes.node(regex) {
            Node::Characters(_) | Node::Epsilon => 0,
            Node::Concat(head, tail) => {
                visit(*head);
                if self.regexes.is_nullable(*head) {
                    visit(*tail);
                }
                2
            }
            Node::Union(members) | Node::Inter(members) => {
                members.iter().copied().for_each(visit);
                members.len()
            }
            Node::Complement(body) | Node::Loop { body, .. } => {
                visit(*body);
                1
            }
        }
    }

    /// The derivative, those of [`Query::first_parts`] being known.
    fn derivative_by_parts(&mut self, regex: Regex, character: u32) -> Result<Regex, TooLarge> {
        let known = |part: &Regex| self.derivatives[&(*part, character)];
        match self.regexes.node(regex).clone() {
            Node::Characters(set) if set.contains(character) => Ok(Regex::EPSILON),
            Node::Characters(_) | Node::Epsilon => Ok(Regex::NONE),
            Node::Concat(head, tail) => {
                let inside = self.regexes.concat(&[known(&head), tail])?;
                if !self.regexes.is_nullable(head) {
                    return Ok(inside);
                }
                self.regexes.union(&[inside, known(&tail)])
            }
            Node::Union(members) => {
                let members: Vec<Regex> = members.iter().map(known).collect();
                self.regexes.union(&members)
            }
            Node::Inter(members) => {
                let members: Vec<Regex> = members.iter().map(known).collect();
                self.regexes.inter(&members)
            }
            Node::Complement(body) => self.regexes.complement(known(&body)),
            // If the body has the empty string, `least` is 0, and the copies that come before the character
            // may as well come after it.
            Node::Loop { body, least, most } => {
                let inside = known(&body);
                let most = most.map(|most| most - 1);
                let rest = self.regexes.copies(body, least.saturating_sub(1), most)?;
                self.regexes.concat(&[inside, rest])
            }
        }
    }

    /// Characters such that each other one has the same derivatives of these expressions as one of them, in
    /// order; each is the smallest of those that it stands for.
    pub(super) fn representatives(&mut self, regexes: &[Regex]) -> Result<Vec<u32>, TooLarge> {
        let mut boundaries = vec![0];
        let mut seen = QuickSet::from_iter(regexes.iter().copied());
        let mut open = regexes.to_vec();
        while let Some(regex) = open.pop() {
            if let Node::Characters(set) = self.regexes.node(regex) {
                boundaries.extend(set.boundaries().filter(|code| *code < CODE_POINTS));
            }
            let parts = self.first_parts(regex, |part| {
                if seen.insert(part) {
                    open.push(part);
                }
            });
            self.spend(1 + parts)?;
        }
        self.spend(boundaries.len())?;
        boundaries.sort_unstable();
        boundaries.dedup();
        Ok(boundaries)
    }
}
