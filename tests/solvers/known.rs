//! What solvers are known to refuse or accept wrongly: findings of the conformance check with their reasons.

/// Solver, beginning of the finding, and what is wrong with the solver.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "z3",
        "accepted OP_RE_POW ",
        "Z3_mk_re_power does not look at the sort of its argument: a bit-vector has a power",
    ),
    (
        "cvc5",
        "refused OP_FP_FP [] [(_ BitVec 1), (_ BitVec ",
        "cvc5 has formats whose significand is the hidden bit and one more, but refuses to build them with fp",
    ),
    (
        "cvc5",
        "refused OP_TABLE_JOIN [",
        "cvc5 compares the wrong columns when several pairs of columns are joined",
    ),
    (
        "cvc5",
        "refused OP_REL_TABLE_JOIN [",
        "cvc5 compares the wrong columns when several pairs of columns are joined",
    ),
    (
        "cvc5",
        "accepted OP_DT_APPLY_UPDATER [(List ",
        "cvc5 lets a field of a parametric datatype be updated with a term of another sort",
    ),
];

/// What is wrong with the solver, if this finding is a known one.
pub fn reason(solver: &str, finding: &str) -> Option<&'static str> {
    let known = KNOWN.iter().find(|(name, start, _)| *name == solver && finding.starts_with(start));
    known.map(|(_, _, reason)| *reason)
}
