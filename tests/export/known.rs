//! What a front end does otherwise than the API of its solver, for a reason that we know.

/// A run whose script was read.
pub struct Case<'a> {
    pub seed: u64,
    pub solver: &'a str,
    pub script: &'a str,
    pub trace: &'a str,
}

/// A part of what is wrong, and why it is so.
pub struct Row {
    pub solver: &'static str,
    pub words: &'static str,
    /// What the script has, too, in this order.
    pub script: &'static [&'static str],
    /// What the trace has, too.
    pub trace: &'static [&'static str],
    pub why: &'static str,
}

/// A row for scripts that have these parts in this order.
const fn row_of(
    solver: &'static str,
    words: &'static str,
    script: &'static [&'static str],
    why: &'static str,
) -> Row {
    Row { solver, words, script, trace: &[], why }
}

/// After a reset, Bitwuzla's front end prints a model of what it has freed: what happens then depends on the memory.
const FREED_MODEL: &[&str] = &["\n(declare-", "\n(reset)", "\n(check-sat", "\n(get-model)"];

/// A run of Yices's MCSAT with an array over truth values.
const MCSAT_ARRAY: &[&str] = &["recorded with yices", "(set-logic QF_A", "N", "(Array Bool "];

/// A run of Yices that is unsat under assumptions, and sat later.
const SAT_AFTER_UNSAT: &[&str] =
    &["recorded with yices", ":status unsat)\n(check-sat-assuming ", ":status sat)\n(check-sat"];

/// Special relations, then something of a model.
const SPECIAL_RELATION_MODEL: &[&str] = &["-order ", "\n(get-"];

/// Special relations, then a check.
const SPECIAL_RELATION_CHECK: &[&str] = &["-order ", "\n(check-sat"];

pub const ROWS: &[Row] = &[
    row_of(
        "z3",
        "are incompatible\")",
        SPECIAL_RELATION_MODEL,
        "Z3 has no model of two special relations over two sorts: traces/found/z3-special-relations-model.c",
    ),
    row_of(
        "z3",
        "Sort mismatch at argument #1 for function (declare-fun = (Bool Bool) Bool)",
        SPECIAL_RELATION_MODEL,
        "Z3 has no model of two special relations over two sorts: traces/found/z3-special-relations-model.c",
    ),
    row_of(
        "z3",
        "Failed to verify: g.add_strict_edge(",
        SPECIAL_RELATION_CHECK,
        "Z3's special relations of special relations: traces/found/z3-exit-special-relation-of-special-relation.smt2",
    ),
    row_of(
        "z3",
        "signal 11: ",
        SPECIAL_RELATION_CHECK,
        "Z3's special relations damage its memory: traces/found/z3-segv-special-relation-*.trace",
    ),
    row_of(
        "z3",
        "sat instead of unsat",
        &["(_ piecewise-linear-order ", "(_ piecewise-linear-order ", "\n(check-sat"],
        "Z3's special relations of special relations: traces/found/z3-sat-special-relation-of-special-relation.smt2",
    ),
    row_of(
        "z3",
        "signal 11: ",
        &["RoundingMode", "(select "],
        "Z3 converts rounding modes without end: traces/found/z3-stack-overflow-push-rounding-mode-array.smt2",
    ),
    row_of(
        "z3",
        "signal 11: ",
        &["(declare-fun ", "RoundingMode", " (_ FloatingPoint "],
        "Z3 converts rounding modes without end: traces/found/z3-stack-overflow-function-of-rounding-mode.smt2",
    ),
    row_of(
        "z3",
        "unsat instead of sat",
        SAT_AFTER_UNSAT,
        "Yices is wrong: traces/found/yices-sat-after-unsat-assuming.c",
    ),
    row_of(
        "cvc5",
        "Expected result sat but got unsat",
        SAT_AFTER_UNSAT,
        "Yices is wrong: traces/found/yices-sat-after-unsat-assuming.c",
    ),
    row_of(
        "z3",
        "sat instead of unsat",
        MCSAT_ARRAY,
        "Yices is wrong: traces/found/yices-mcsat-unsat-array-over-bool.smt2",
    ),
    row_of(
        "cvc5",
        "Expected result unsat but got sat",
        MCSAT_ARRAY,
        "Yices is wrong: traces/found/yices-mcsat-unsat-array-over-bool.smt2",
    ),
    row_of(
        "bitwuzla",
        "expected non-null object",
        FREED_MODEL,
        "Bitwuzla's get-model after reset: traces/found/bitwuzla-parser-model-after-reset.c",
    ),
    row_of(
        "bitwuzla",
        "signal 11: ",
        FREED_MODEL,
        "Bitwuzla's get-model after reset: traces/found/bitwuzla-parser-model-after-reset.c",
    ),
    row_of(
        "bitwuzla",
        "std::get: wrong index for variant",
        &["\n(declare-sort ", "(distinct "],
        "Bitwuzla's distinct of uninterpreted sorts: traces/found/bitwuzla-distinct-uninterpreted.c",
    ),
    row_of(
        "cvc5",
        "expecting a constant string term in regexp range",
        &["(re.range "],
        "cvc5 takes values only; its profile does not say so, and its own runs are refused now and then",
    ),
    row_of(
        "cvc5",
        "Expected result sat but got unsat",
        &["recorded with z3", "(define-fun-rec "],
        "Z3 is wrong: traces/found/z3-sat-recursive-definition.smt2",
    ),
    Row {
        solver: "cvc5",
        words: "Expected result sat but got unsat",
        script: &[],
        trace: &["cvc5-OP_BV_BIT", "LTBV"],
        why: "the API is wrong: traces/found/cvc5-bit-of-comparison.c",
    },
    Row {
        solver: "cvc5",
        words: "signal 8",
        script: &[],
        trace: &["OP_FP_TO_FP_FROM_REAL"],
        why: "what the run asserts more keeps it from this: traces/found/cvc5-fpe-real-to-wide-exponent.trace",
    },
];

/// Why this is known, if it is.
pub fn reason(wrong: &str, case: &Case<'_>) -> Option<&'static Row> {
    let applies = |row: &&Row| {
        row.solver == case.solver
            && wrong.contains(row.words)
            && has_in_order(case.script, row.script)
            && row.trace.iter().all(|words| case.trace.contains(words))
    };
    ROWS.iter().find(applies)
}

fn has_in_order(script: &str, parts: &[&str]) -> bool {
    let mut rest = script;
    parts.iter().all(|part| match rest.find(part) {
        Some(place) => {
            rest = &rest[place + part.len()..];
            true
        }
        None => false,
    })
}
