//! Known differences between a front end and the API of its solver, each with its reason.

/// A run whose script was read.
pub struct Case<'a> {
    pub seed: u64,
    pub solver: &'a str,
    pub script: &'a str,
    pub trace: &'a str,
}

/// Whose runs a row is about: the long check of these runs in which it must be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// The solver's own: `export_10000_SOLVER`.
    Own,
    /// Those of another solver: `foreign_2500_OTHER` and `standard_2500_OTHER`.
    Of(&'static str),
}

/// A part of what is wrong, and why it is so.
pub struct Row {
    pub solver: &'static str,
    pub runs: Runs,
    pub words: &'static str,
    /// What else must be.
    pub holds: fn(&str, &Case<'_>) -> bool,
    pub why: &'static str,
}

const fn row(
    solver: &'static str,
    runs: Runs,
    words: &'static str,
    holds: fn(&str, &Case<'_>) -> bool,
    why: &'static str,
) -> Row {
    Row { solver, runs, words, holds, why }
}

/// After a reset, Bitwuzla's front end prints a model of what it has freed: what happens then depends on the memory.
fn freed_model(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["\n(declare-", "\n(reset)", "\n(check-sat", "\n(get-model)"])
}

/// The run ends in a call of get-value to which there is no reply, with arrays among its constants.
fn dies_in_get_value(_: &str, case: &Case<'_>) -> bool {
    let last = case.trace.trim_end().lines().last().unwrap_or_default();
    last.contains(" get-value ") && case.script.contains("(Array ")
}

/// The value of an array or of a function is asked for, and its front end prints it.
fn value_of_a_function(_: &str, case: &Case<'_>) -> bool {
    let names = case.script.lines().filter_map(|line| {
        let rest = line.strip_prefix("(declare-const ").or(line.strip_prefix("(declare-fun "))?;
        let (name, sort) = rest.split_once(' ')?;
        let is_function = line.starts_with("(declare-fun ") && !sort.starts_with("()");
        (is_function || sort.starts_with("(Array ")).then_some(name)
    });
    let names: Vec<&str> = names.collect();
    let asks = |line: &str| {
        let rest = line.strip_prefix("(get-value (").unwrap_or_default();
        rest.split([' ', '(', ')']).any(|word| names.contains(&word))
    };
    case.script.lines().any(asks)
}

/// A run of Yices that is unsat under assumptions, and sat later, while no assertion went away. If it is told which
/// check is wrong, it is that one.
fn sat_after_unsat(wrong: &str, case: &Case<'_>) -> bool {
    let told = wrong.strip_prefix("check ").and_then(|rest| rest.split_once(':'));
    let told: Option<usize> = told.and_then(|(number, _)| number.parse().ok());
    let (mut check, mut status, mut was_unsat) = (0, "", false);
    for line in case.script.lines() {
        if let Some(answer) = line.strip_prefix("(set-info :status ") {
            status = answer.trim_end_matches(')');
        } else if line.starts_with("(pop") || line.starts_with("(reset") {
            was_unsat = false;
        } else if line.starts_with("(check-sat") {
            if was_unsat && status == "sat" && told.is_none_or(|told| told == check) {
                return case.script.contains("recorded with yices");
            }
            was_unsat |= status == "unsat" && line.starts_with("(check-sat-assuming ");
            (check, status) = (check + 1, "");
        }
    }
    false
}

/// Special relations, then something of a model.
fn special_relation_model(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["-order ", "\n(get-"])
}

/// Special relations, then a check.
fn special_relation_check(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["-order ", "\n(check-sat"])
}

fn two_piecewise_orders(_: &str, case: &Case<'_>) -> bool {
    let order = "(_ piecewise-linear-order ";
    in_order(case.script, &[order, order, "\n(check-sat"])
}

/// An array that a rounding mode indexes is read.
fn array_of_rounding_modes(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["(Array RoundingMode ", "(select "])
}

/// A function takes a rounding mode and gives a floating-point number.
fn function_of_rounding_mode(_: &str, case: &Case<'_>) -> bool {
    case.script.lines().filter(|line| line.starts_with("(declare-fun ")).any(|line| {
        let result = line.rsplit_once(") (_ FloatingPoint ");
        result.is_some_and(|(domain, _)| domain.contains("RoundingMode"))
    })
}

fn distinct_of_a_declared_sort(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["\n(declare-sort ", "(distinct "])
}

fn regular_range(_: &str, case: &Case<'_>) -> bool {
    case.script.contains("(re.range ")
}

fn recursion_of_z3(_: &str, case: &Case<'_>) -> bool {
    in_order(case.script, &["recorded with z3", "(define-fun-rec "])
}

fn real_to_float(_: &str, case: &Case<'_>) -> bool {
    case.trace.contains("OP_FP_TO_FP_FROM_REAL")
}

pub static ROWS: &[Row] = &[
    row(
        "z3",
        Runs::Own,
        "are incompatible\")",
        special_relation_model,
        "Z3 has no model of two special relations over two sorts: traces/found/z3-special-relations-model.c",
    ),
    row(
        "z3",
        Runs::Own,
        "Sort mismatch at argument #1 for function (declare-fun = (Bool Bool) Bool)",
        special_relation_model,
        "Z3 has no model of two special relations over two sorts: traces/found/z3-special-relations-model.c",
    ),
    row(
        "z3",
        Runs::Own,
        "Failed to verify: g.add_strict_edge(",
        special_relation_check,
        "Z3's special relations of special relations: traces/found/z3-exit-special-relation-of-special-relation.smt2",
    ),
    row(
        "z3",
        Runs::Own,
        "signal 11: ",
        special_relation_check,
        "Z3's special relations damage its memory: traces/found/z3-segv-special-relation-*.trace",
    ),
    row(
        "z3",
        Runs::Own,
        "sat instead of unsat",
        two_piecewise_orders,
        "Z3's special relations of special relations: traces/found/z3-sat-special-relation-of-special-relation.smt2",
    ),
    row(
        "z3",
        Runs::Own,
        "signal 11: ",
        array_of_rounding_modes,
        "Z3 converts rounding modes without end: traces/found/z3-stack-overflow-push-rounding-mode-array.smt2",
    ),
    row(
        "z3",
        Runs::Own,
        "signal 11: ",
        function_of_rounding_mode,
        "Z3 converts rounding modes without end: traces/found/z3-stack-overflow-function-of-rounding-mode.smt2",
    ),
    row(
        "z3",
        Runs::Of("yices"),
        "unsat instead of sat",
        sat_after_unsat,
        "Yices is wrong: traces/found/yices-sat-after-unsat-assuming.c",
    ),
    row(
        "cvc5",
        Runs::Of("yices"),
        "Expected result sat but got unsat",
        sat_after_unsat,
        "Yices is wrong: traces/found/yices-sat-after-unsat-assuming.c",
    ),
    row(
        "yices",
        Runs::Own,
        "mcsat: unsupported theory",
        dies_in_get_value,
        "the front end refuses a model of arrays by MCSAT in which the API crashes: \
         traces/found/yices-segv-model-of-array-store.trace",
    ),
    row(
        "boolector",
        Runs::Own,
        "signal 11: ",
        value_of_a_function,
        "Boolector's value of an array or a function: traces/found/boolector-segv-get-value-of-array.c",
    ),
    row(
        "bitwuzla",
        Runs::Own,
        "expected non-null object",
        freed_model,
        "Bitwuzla's get-model after reset: traces/found/bitwuzla-parser-model-after-reset.c",
    ),
    row(
        "bitwuzla",
        Runs::Own,
        "signal 11: ",
        freed_model,
        "Bitwuzla's get-model after reset: traces/found/bitwuzla-parser-model-after-reset.c",
    ),
    row(
        "bitwuzla",
        Runs::Own,
        "std::get: wrong index for variant",
        distinct_of_a_declared_sort,
        "Bitwuzla's distinct of uninterpreted sorts: traces/found/bitwuzla-distinct-uninterpreted.c",
    ),
    row(
        "cvc5",
        Runs::Of("z3"),
        "expecting a constant string term in regexp range",
        regular_range,
        "cvc5 takes values only; its profile does not say so, and its own runs are refused now and then",
    ),
    row(
        "cvc5",
        Runs::Of("z3"),
        "Expected result sat but got unsat",
        recursion_of_z3,
        "Z3 is wrong: traces/found/z3-sat-recursive-definition.smt2",
    ),
    row(
        "cvc5",
        Runs::Own,
        "signal 8",
        real_to_float,
        "what the run asserts more keeps it from this: traces/found/cvc5-fpe-real-to-wide-exponent.trace",
    ),
];

/// The row by which this is known, if it is.
pub fn reason(wrong: &str, case: &Case<'_>) -> Option<&'static Row> {
    ROWS.iter().find(|row| {
        row.solver == case.solver && wrong.contains(row.words) && (row.holds)(wrong, case)
    })
}

/// What is wrong with the table after a long check: the rows about these runs of which none was met.
pub fn silent(solver: &str, runs: Runs, met: &[&Row]) -> Vec<String> {
    let rows = ROWS.iter().filter(|row| row.solver == solver && row.runs == runs);
    let silent = rows.filter(|row| !met.iter().any(|one| std::ptr::eq(*one, *row)));
    silent.map(|row| format!("a known row was never met, `{}`: {}", row.words, row.why)).collect()
}

fn in_order(script: &str, parts: &[&str]) -> bool {
    let mut rest = script;
    parts.iter().all(|part| match rest.find(part) {
        Some(place) => {
            rest = &rest[place + part.len()..];
            true
        }
        None => false,
    })
}
