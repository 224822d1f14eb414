//! The meanings of operators against tables and against plain arithmetic.

mod bit_vectors;
mod numbers;

use super::{Arg, Call, Datum, NothingKnown, Unknown, apply};
use crate::{Sort, theory};

/// The value of an operator with indices.
fn indexed(key: &str, indices: &[u32], args: &[Datum]) -> Result<Datum, Unknown> {
    let op = theory::operator(key).unwrap();
    let result = Sort::bool();
    let call = Call { op, sorts: &[], names: &[], indices, result: &result };
    let args: Vec<Arg<'_>> = args.iter().map(Ok).collect();
    apply(&call, &args, &NothingKnown)
}

/// The value of an operator.
fn plain(key: &str, args: &[Datum]) -> Result<Datum, Unknown> {
    indexed(key, &[], args)
}
