//! What cannot be told of a value, and why.

use std::fmt;
use std::sync::Arc;

use super::Datum;
use crate::Sort;

/// Why there is no value. It spreads: what needs the value has none either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The standard leaves open what an operator gives for these arguments: any function that agrees with it elsewhere will do.
    Open(Arc<OpenCall>),
    /// It would be larger than the evaluator is willing to hold, or take longer.
    TooLarge(&'static str),
    /// It is out of reach for another reason.
    CannotTell(Arc<str>),
}

/// An application whose value the standard leaves open. Equal ones have equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpenCall {
    /// The symbol of the operator, or for operators without one that of its member.
    pub function: Arc<str>,
    /// Whether it is a member of a datatype, whose name is somebody's choice.
    pub is_member: bool,
    /// Its indices.
    pub indices: Box<[u32]>,
    /// Its arguments.
    pub args: Box<[Datum]>,
    /// The sort of its value: an empty sequence does not tell what it is one of.
    pub sort: Sort,
}

impl Unknown {
    /// Something that is out of reach.
    pub fn cannot_tell(why: impl Into<Arc<str>>) -> Unknown {
        Unknown::CannotTell(why.into())
    }
}

impl fmt::Display for OpenCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.indices {
            [] => write!(f, "({}", self.function)?,
            indices => {
                write!(f, "((_ {}", self.function)?;
                for index in indices {
                    write!(f, " {index}")?;
                }
                f.write_str(")")?;
            }
        }
        for arg in &self.args {
            write!(f, " {arg}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Open(call) => write!(f, "open: the standard leaves {call} undefined"),
            Unknown::TooLarge(what) => write!(f, "too large: {what}"),
            Unknown::CannotTell(why) => write!(f, "cannot tell: {why}"),
        }
    }
}
