//! Inspections: what a solver tells of something, against what we know of it.
//!
//! A wrapper that reads something back compares it by [`inspect`]; a mismatch is a [`SolverError::Mismatch`], which the oracle
//! `inspection` turns into a finding with a key of the function and the aspect, whatever the values are.

use std::fmt;

use crate::SolverError;

/// Something that a solver told otherwise than it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The function of the C API that told it.
    pub function: &'static str,
    /// What of it is wrong, in a few words without values: `the width of a bit-vector`.
    pub aspect: &'static str,
    /// What we know.
    pub expected: String,
    /// What was told.
    pub got: String,
}

/// Between the topic and the values of a mismatch.
const EXPECTED: &str = ": expected ";

/// A value is told up to here.
const LONGEST: usize = 400;

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { function, aspect, expected, got } = self;
        write!(f, "{function} ({aspect}){EXPECTED}{expected}, got {got}")
    }
}

impl Mismatch {
    /// Of the text of a mismatch: the function and the aspect.
    pub fn topic(text: &str) -> &str {
        text.split_once(EXPECTED).map_or(text, |(topic, _)| topic)
    }
}

impl From<Mismatch> for SolverError {
    fn from(mismatch: Mismatch) -> SolverError {
        SolverError::Mismatch(Box::new(mismatch))
    }
}

/// An error if what a function told is not what is known.
#[inline]
pub fn inspect<T: PartialEq + fmt::Debug>(
    function: &'static str,
    aspect: &'static str,
    expected: T,
    got: T,
) -> Result<(), SolverError> {
    if expected == got {
        return Ok(());
    }
    Err(mismatch(function, aspect, &format!("{expected:?}"), &format!("{got:?}")))
}

/// The error where the two are not compared by `==`, or where one of them is no value.
#[cold]
pub fn mismatch(
    function: &'static str,
    aspect: &'static str,
    expected: &str,
    got: &str,
) -> SolverError {
    let (expected, got) = (shortened(expected), shortened(got));
    Mismatch { function, aspect, expected, got }.into()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mismatch_tells_what_and_where() {
        assert_eq!(inspect("f", "the width", 8, 8), Ok(()));
        let error = inspect("f", "the width", 8, 9).expect_err("they differ");
        assert_eq!(error.to_string(), "f (the width): expected 8, got 9");
        assert_eq!(Mismatch::topic(&error.to_string()), "f (the width)");
        let long = mismatch("f", "text", "a", &"b".repeat(1_000)).to_string();
        assert!(long.len() < 500 && long.ends_with('…'), "{long}");
    }
}
