//! The errors of the reader, with their lines.

use thiserror::Error;

/// A place in a text that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}, but found {found}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What should be there.
    pub problem: String,
    /// What is there, cut to a readable length.
    pub found: String,
}

/// A longer token is cut: a message is for reading.
const SHOWN: usize = 40;

/// The token as a message shows it.
pub(super) fn shown(token: &str) -> String {
    if token.is_empty() {
        return "the end of the line".to_owned();
    }
    let mut text: String =
        token.chars().take(SHOWN).flat_map(|character| character.escape_debug()).collect();
    if token.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    format!("'{text}'")
}
