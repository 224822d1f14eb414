//! Frames: terms on their way to a value, under values of variables.

use murxla_api::QuickMap;

use super::domain::Domain;
use super::evaluator::Known;
use crate::smt::{Term, Variable};

/// A term that needs a value, and how far its parts are looked at.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) term: Term,
    pub(super) next: usize,
}

/// What becomes of the value of a frame.
pub(super) enum Purpose {
    /// It is what was asked for.
    Answer,
    /// It is that of a term of the frame below: the call of a function, or a case of a match.
    ValueOf(Term),
    /// It is one value of the body of a binder, which is a term of the frame below.
    Body(Term, Box<Domain>),
}

/// A term that is evaluated under values of variables.
pub(super) struct Frame {
    /// The frame that has the variables around it.
    pub(super) around: Option<usize>,
    pub(super) variables: Vec<(Variable, Known)>,
    /// Values of terms that depend on variables.
    pub(super) values: QuickMap<Term, Known>,
    pub(super) stack: Vec<Work>,
    pub(super) root: Term,
    pub(super) purpose: Purpose,
}

impl Frame {
    pub(super) fn new(root: Term, purpose: Purpose) -> Frame {
        Frame {
            around: None,
            variables: Vec::new(),
            values: QuickMap::default(),
            stack: vec![Work { term: root, next: 0 }],
            root,
            purpose,
        }
    }

    /// Starts again with other values of the variables.
    pub(super) fn restart(&mut self, values: impl Iterator<Item = Known>) {
        for ((_, old), new) in self.variables.iter_mut().zip(values) {
            *old = new;
        }
        self.values.clear();
        self.stack.clear();
        self.stack.push(Work { term: self.root, next: 0 });
    }
}
