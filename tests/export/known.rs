//! What a front end does otherwise than the API of its solver, for a reason that we know.

/// A part of what is wrong, and why it is so.
pub struct Row {
    pub solver: &'static str,
    pub words: &'static str,
    pub why: &'static str,
}

const fn row(solver: &'static str, words: &'static str, why: &'static str) -> Row {
    Row { solver, words, why }
}

pub const ROWS: &[Row] = &[row(
    "z3",
    "which does not fit (-> ",
    "we read functions that are written as arrays, as Z3 has them, as arrays",
)];

/// Why this is known, if it is.
pub fn reason(solver: &str, wrong: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.solver == solver && wrong.contains(row.words))
}
