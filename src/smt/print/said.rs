//! Keeps the terms that the script named with `:named`: from then on, the name is written.

use std::collections::HashSet;

use crate::smt::{Graph, Node, Term};

/// The named terms whose names are known where the script is.
#[derive(Default)]
pub(super) struct Said {
    terms: Vec<Term>,
    known: HashSet<Term>,
    /// How many terms there were when levels were opened, and how many levels these were.
    levels: Vec<(usize, u32)>,
    /// Whether names outlive the level at which they were given.
    global: bool,
}

impl Said {
    pub(super) fn contains(&self, term: Term) -> bool {
        self.known.contains(&term)
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn add(&mut self, term: Term) {
        if self.known.insert(term) {
            self.terms.push(term);
        }
    }

    /// Forgets all but the first terms.
    pub(super) fn truncate(&mut self, length: usize) {
        for term in self.terms.drain(length.min(self.terms.len())..) {
            self.known.remove(&term);
        }
    }

    /// Names stay from now on, or do not.
    pub(super) fn set_global(&mut self, global: bool) {
        self.global = global;
    }

    pub(super) fn push(&mut self, levels: u32) {
        self.levels.push((self.terms.len(), levels));
    }

    pub(super) fn pop(&mut self, levels: u32) {
        let mut rest = levels;
        while rest > 0
            && let Some((length, count)) = self.levels.last_mut()
        {
            let (length, gone) = (*length, rest.min(*count));
            (*count, rest) = (*count - gone, rest - gone);
            if *count == 0 {
                self.levels.pop();
            }
            if !self.global {
                self.truncate(length);
            }
        }
    }

    pub(super) fn reset_assertions(&mut self) {
        self.levels.clear();
        if !self.global {
            self.truncate(0);
        }
    }

    pub(super) fn reset(&mut self) {
        *self = Said::default();
    }
}

/// The name that a term is given where it is written, if it is.
pub(super) fn name_given(graph: &Graph, term: Term) -> Option<&str> {
    let Node::Annotated { attributes, .. } = graph.node(term) else { return None };
    let named = attributes.iter().find(|attribute| &*attribute.keyword == "named")?;
    Some(&named.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_take_names_away() {
        let mut said = Said::default();
        said.add(Term(0));
        said.push(u32::MAX);
        said.add(Term(1));
        said.push(1);
        said.add(Term(2));
        said.pop(2);
        let known = |said: &Said| (0..3).map(|one| said.contains(Term(one))).collect::<Vec<_>>();
        assert_eq!(known(&said), [true, false, false]);
        said.set_global(true);
        said.push(1);
        said.add(Term(2));
        said.pop(1);
        assert_eq!(known(&said), [true, false, true]);
        said.reset();
        assert_eq!(said.len(), 0);
    }
}
