//! What is written down of a call.

use serde::{Deserialize, Serialize};

/// An argument or a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// No pointer.
    Null,
    /// A number, a truth value or an enumerator.
    Int(i128),
    /// A floating-point number, by its bits.
    Double(u64),
    /// The name of an enumerator, as the library tells it.
    Named(String),
    /// What stands for an object of the library: a pointer, or a number that only the library understands.
    Handle(u64),
    /// A string with a NUL at its end, or with the length that an argument tells.
    Text(Vec<u8>),
    /// The elements of an array.
    Array(Vec<Value>),
    /// The address of something of the caller's, and what is there.
    Place(u64, Box<Value>),
    /// Any other address: a callback, a buffer, a structure.
    Address(u64),
}

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Written {
    /// A call is about to be made.
    Call {
        /// The function.
        function: String,
        /// How many calls it is inside of: a callback may call, too.
        depth: u32,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// The call that was made last and has not ended, has.
    End {
        /// What it gave; `Null` if it gives nothing.
        result: Value,
        /// The arguments that are addresses of the caller's, with what is there now; by position.
        changed: Vec<(usize, Value)>,
    },
    /// What the call that ended last gave, as a program prints it.
    Value(String),
    /// A word of whoever has calls recorded: what comes next belongs to it.
    Mark(String),
}
