//! Lines and columns of places in a file.

use std::fmt;

/// A place in a file; both numbers are counted from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The byte of the line.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How much of a token an error shows.
pub(super) const SHOWN: usize = 40;

/// A token as an error shows it: shortened, and without characters that a terminal would obey.
pub(super) fn shown(token: &str) -> String {
    let plain = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    token.chars().take(SHOWN).map(plain).collect()
}

/// Where the lines of a file begin.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Vec<u32>);

impl Lines {
    pub(super) fn of(input: &[u8]) -> Lines {
        let ends = input.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Lines(std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect())
    }

    /// The place of a byte.
    pub(super) fn position(&self, at: u32) -> Position {
        let line = self.0.partition_point(|start| *start <= at).max(1);
        let start = self.0.get(line - 1).copied().unwrap_or(0);
        Position { line: line as u32, column: at - start + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_bytes() {
        let lines = Lines::of(b"ab\n\nc");
        let shown = [0, 1, 2, 3, 4, 5].map(|at| lines.position(at).to_string());
        assert_eq!(shown, ["1:1", "1:2", "1:3", "2:1", "3:1", "3:2"]);
        assert_eq!(Lines::of(b"").position(0).to_string(), "1:1");
    }
}
