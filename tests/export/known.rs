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

pub const ROWS: &[Row] = &[
    row(
        "z3",
        "which does not fit (-> ",
        "we read functions that are written as arrays, as Z3 has them, as arrays",
    ),
    row(
        "bitwuzla",
        "expected non-null object",
        "Bitwuzla's get-model after reset: traces/found/bitwuzla-parser-model-after-reset.c",
    ),
    row(
        "cvc5",
        "(error \"FP term (",
        "what the API refuses at the check (formats without fp-exp), the front end refuses in a definition",
    ),
    row("cvc5", "Symbol 'is_int' not declared", "cvc5 has is_int in logics with integers only"),
    row("cvc5", "(bv2nat ", "we read bv2nat as ubv_to_int"),
    row("yices", "undefined term: to_real", "Yices has to_real in logics with both numbers only"),
    row("yices", "unsat cores are not supported in logic", "no unsat cores in non-linear logics"),
    row("yices", "random-seed ...): integer overflow", "a script takes smaller seeds than the API"),
    row("yices", "mcsat: unsupported theory", "MCSAT does not have all theories"),
    row("yices", "undefined term: is_int", "Yices has is_int in logics with integers only"),
    row(
        "yices",
        "mcsat: checking with assumptions only supports variables",
        "with MCSAT, only declared constants are assumptions",
    ),
];

/// Why this is known, if it is.
pub fn reason(solver: &str, wrong: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.solver == solver && wrong.contains(row.words))
}
