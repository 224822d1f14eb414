//! The arguments of `mk-term`: an operator or a binder, and what it is applied to.

use murxla_api::{Binder, Op, SortKind, Theory, theory};

use super::{SortName, TermName, owner};

/// An operator or a binder, by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operator {
    /// One of the operators that every solver may have.
    Base(&'static Op),
    /// A binder.
    Binder(Binder),
    /// A solver's own; which row it is, only the solver's profile tells.
    Own(Box<str>),
}

impl Operator {
    /// The operator with this key; `None` if it is neither known nor marked as a solver's own.
    pub fn from_key(key: &str) -> Option<Operator> {
        if let Some(op) = theory::operator(key) {
            return Some(Operator::Base(op));
        }
        if let Some(binder) = Binder::ALL.iter().find(|binder| binder.key() == key) {
            return Some(Operator::Binder(*binder));
        }
        owner(key).map(|_| Operator::Own(key.into()))
    }

    /// The key.
    pub fn key(&self) -> &str {
        match self {
            Operator::Base(op) => op.key,
            Operator::Binder(binder) => binder.key(),
            Operator::Own(key) => key,
        }
    }

    /// Whether a list of names is always written, even if it is empty: the members of datatypes.
    #[inline]
    pub(super) fn always_names(&self) -> bool {
        matches!(self, Operator::Base(op) if op.theory == Theory::Datatypes && names_members(op))
    }
}

/// Whether an operator of datatypes has a list of names.
fn names_members(op: &Op) -> bool {
    const NAMING: &[&str] = &[
        "OP_DT_APPLY_CONS",
        "OP_DT_APPLY_SEL",
        "OP_DT_APPLY_TESTER",
        "OP_DT_APPLY_UPDATER",
        "OP_DT_MATCH_CASE",
        "OP_DT_MATCH_BIND_CASE",
    ];
    NAMING.contains(&op.key)
}

/// An operator or a binder with all it is applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The operator.
    pub operator: Operator,
    /// The kind of the result's sort; `None` is written `SORT_ANY`. For the reader of a trace only: the
    /// original guesses it where the operator does not fix it, and nothing follows from it.
    pub kind: Option<SortKind>,
    /// Sorts given explicitly.
    pub sorts: Vec<SortName>,
    /// Names given explicitly.
    pub names: Vec<Box<str>>,
    /// Arguments. Of a binder: its variables, then its body, or its bodies.
    pub args: Vec<TermName>,
    /// Indices.
    pub indices: Vec<u32>,
    /// The patterns of a binder.
    pub patterns: Vec<Vec<TermName>>,
}

impl Applied {
    /// An application to terms alone.
    pub fn plain(operator: Operator, kind: SortKind, args: Vec<TermName>) -> Applied {
        Applied {
            operator,
            kind: Some(kind),
            sorts: Vec::new(),
            names: Vec::new(),
            args,
            indices: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// The variables and the bodies, read as arguments of this binder; `None` if there are too few.
    pub fn bound(&self, binder: Binder) -> Option<(&[TermName], &[TermName])> {
        let bodies = if binder == Binder::Comprehension { 2 } else { 1 };
        let vars = self.args.len().checked_sub(bodies)?;
        Some(self.args.split_at(vars))
    }
}
