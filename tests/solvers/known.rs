//! What solvers are known to refuse or accept wrongly: findings of the conformance check with their reasons.

/// Solver, beginning of the finding, and why it is not held against us.
const KNOWN: &[(&str, &str, &str)] = &[];

pub fn is_known(solver: &str, finding: &str) -> bool {
    KNOWN.iter().any(|(name, start, _)| *name == solver && finding.starts_with(start))
}
