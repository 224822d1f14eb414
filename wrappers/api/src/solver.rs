//! The solver trait, its handles and its errors.

use std::fmt;

use thiserror::Error;

use crate::{Command, DatatypeDef, Literal, Mismatch, Op, Reply, Sort, SortShape};

/// A sort made by a solver: a dense index, valid until `reset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub u32);

/// A term made by a solver: a dense index, valid until `reset`. Every call that makes a term gives a fresh
/// one, also when the solver gives back the same native term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// The answer of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// The solver does not know.
    Unknown,
}

impl Answer {
    /// Whether the two cannot both be right.
    pub fn contradicts(self, other: Answer) -> bool {
        matches!((self, other), (Answer::Sat, Answer::Unsat) | (Answer::Unsat, Answer::Sat))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        })
    }
}

/// Why a call gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolverError {
    /// This solver, or this version of it, does not have that. Nothing was called.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// The solver said no; whether it was right is for an oracle to tell. The state is as before the call.
    #[error("rejected: {0}")]
    Rejected(String),
    /// The call makes no sense to the wrapper (an unknown handle), or the solver broke its own contract.
    #[error("broken: {0}")]
    Broken(String),
    /// The solver did what it was asked to, but what it tells of it is not what we know.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
}

/// An application of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Application<'a> {
    /// The operator.
    pub op: &'static Op,
    /// Sorts given explicitly.
    pub sorts: &'a [SortId],
    /// Names given explicitly: members of datatypes.
    pub names: &'a [&'a str],
    /// Indices.
    pub indices: &'a [u32],
    /// Arguments.
    pub args: &'a [TermId],
}

/// What binds variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binder {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `lambda`: a function
    Lambda,
    /// A value of the one variable for which the body holds, if there is one
    Witness,
    /// `set.comprehension`: the values of the second body for which the first holds
    Comprehension,
}

impl Binder {
    /// All binders.
    pub const ALL: &'static [Binder] =
        &[Binder::Forall, Binder::Exists, Binder::Lambda, Binder::Witness, Binder::Comprehension];

    /// The key in traces.
    pub const fn key(self) -> &'static str {
        match self {
            Binder::Forall => "OP_FORALL",
            Binder::Exists => "OP_EXISTS",
            Binder::Lambda => "OP_LAMBDA",
            Binder::Witness => "OP_WITNESS",
            Binder::Comprehension => "OP_SET_COMPREHENSION",
        }
    }
}

/// One instance of a solver: what the player drives.
///
/// A wrapper never panics and never lets the solver end the process: whatever the solver refuses comes back
/// as an error, and the instance can be used as before.
pub trait Solver {
    /// Sets the seed with which the next call picks among several ways of the API to the same thing.
    fn seed_call(&mut self, seed: u64);

    /// Makes a sort.
    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError>;

    /// Declares datatypes that may refer to each other; gives one sort for each, in order.
    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError>;

    /// Gives sorts for the parameters of a parametric datatype.
    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError>;

    /// Makes a value.
    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError>;

    /// Makes a free constant; of a function sort, a function.
    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError>;

    /// Makes a variable, to be bound later.
    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError>;

    /// Applies an operator.
    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError>;

    /// Binds variables in the bodies (one, or two for [`Binder::Comprehension`]); `patterns` are hints for
    /// instantiation, each a list of terms.
    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError>;

    /// Defines a function by a body over variables, which must have been made by [`mk_var`](Solver::mk_var).
    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        let _ = (vars, body);
        Err(SolverError::Unsupported(format!("the definition of the function {name}")))
    }

    /// The body with each variable replaced by its value, all at once: what SMT-LIB writes as `let`. Variables were
    /// made by [`mk_var`](Solver::mk_var); a value may have free variables, which must not be captured.
    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let _ = (vars, values);
        Err(SolverError::Unsupported(format!("let in term {}", body.0)))
    }

    /// Declares a function that may call itself; [`Command::DefineRecFun`] defines it before it is used in an
    /// assertion.
    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let _ = sort;
        Err(SolverError::Unsupported(format!("the recursive function {name}")))
    }

    /// Executes a command.
    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError>;

    /// The sort of a term, as the solver tells it.
    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError>;

    /// A number that two terms of this instance share if the solver holds them as one and the same term; `None` if it
    /// does not tell. It must not steer what is asked: it saves work where a term was looked at before.
    fn identity(&self, term: TermId) -> Option<u64> {
        let _ = term;
        None
    }
}
