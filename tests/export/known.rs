//! What a front end does otherwise than the API of its solver, for a reason that we know.

/// A part of what is wrong, and why it is so.
pub struct Row {
    pub solver: &'static str,
    pub words: &'static str,
    /// What the script has, too, in this order.
    pub script: &'static [&'static str],
    pub why: &'static str,
}

const fn row(solver: &'static str, words: &'static str, why: &'static str) -> Row {
    Row { solver, words, script: &[], why }
}

/// A row for scripts that have these parts in this order.
const fn row_of(
    solver: &'static str,
    words: &'static str,
    script: &'static [&'static str],
    why: &'static str,
) -> Row {
    Row { solver, words, script, why }
}

/// After a reset, Bitwuzla's front end prints a model of what it has freed: what happens then depends on the memory.
const FREED_MODEL: &[&str] = &["\n(declare-", "\n(reset)", "\n(check-sat", "\n(get-model)"];

/// Special relations, then something of a model.
const SPECIAL_RELATION: &[&str] = &["-order ", "\n(get-"];

pub const ROWS: &[Row] = &[
    row_of(
        "z3",
        "are incompatible\")",
        SPECIAL_RELATION,
        "Z3 has no model of two special relations over two sorts: traces/found/z3-special-relations-model.c",
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
pub fn reason(solver: &str, wrong: &str, script: &str) -> Option<&'static Row> {
    let applies = |row: &&Row| {
        row.solver == solver && wrong.contains(row.words) && has_in_order(script, row.script)
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
