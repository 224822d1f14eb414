//! Contracts that solvers are known to break in generated runs.

/// Solver, kind of the reply (see `kinds.rs`), and why it is so.
const BROKEN: &[(&str, &str, &str)] = &[];

/// Why this is known, if it is.
pub fn broken(solver: &str, kind: &str) -> Option<&'static str> {
    let row = BROKEN.iter().find(|(name, words, _)| *name == solver && *words == kind);
    row.map(|(.., why)| *why)
}

/// What is wrong with the table: rows of this solver that a long survey did not meet.
pub fn silent<'a>(solver: &str, met: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let rows = BROKEN.iter().filter(|(name, ..)| *name == solver);
    rows.filter(|(_, kind, _)| !met.clone().any(|one| one == *kind))
        .map(|(_, kind, why)| format!("{solver}: a known row was never met, `{kind}`: {why}"))
        .collect()
}
