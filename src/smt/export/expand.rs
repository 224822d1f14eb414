//! Rewrites operators that a dialect lacks with others.

use murxla_api::smtlib::{Dialect, Spelling};
use murxla_api::{Literal, Sort, SpecialValue, theory};

use super::expand_bits::expand_bits;
use crate::smt::build::{Builder, Built};
use crate::smt::defined::by_definition;
use crate::smt::{Graph, Head, Term};

/// The application said with other operators, if its own has no text and others can say it.
pub(super) fn expand(
    graph: &mut Graph,
    dialect: &Dialect,
    head: &Head,
    args: &[Term],
) -> Option<Built> {
    let op = head.op();
    let has_text = match dialect.spelling(op.key) {
        Some(Spelling::None) => false,
        Some(_) => true,
        None => !op.symbol.is_empty() && dialect.reads(op),
    };
    let negative_real = op.key == "bitwuzla-OP_FP_TO_FP_FROM_REAL"
        && head.names.iter().any(|name| name.starts_with('-'));
    if has_text && !negative_real {
        return None;
    }
    let mut build = Builder { graph };
    if negative_real {
        return Some(from_negative_real(&mut build, head, args));
    }
    if let Some(term) = expand_sets(&mut build, head, args) {
        return Some(term);
    }
    expand_numbers(&mut build, op.key, &head.indices, args)
        .or_else(|| expand_bits(&mut build, op.key, &head.indices, args))
        .or_else(|| by_definition(&mut build, op.key, args))
}

/// Divisibility as a remainder.
pub(super) fn divisible(graph: &mut Graph, indices: &[u32], args: &[Term]) -> Built {
    let expanded = expand_numbers(&mut Builder { graph }, "OP_INT_IS_DIV", indices, args);
    expanded.unwrap_or_else(|| Err("divisibility has one argument".to_owned()))
}

/// Sets that are arrays of truth values.
fn expand_sets(build: &mut Builder<'_>, head: &Head, args: &[Term]) -> Option<Built> {
    let truth =
        |build: &mut Builder<'_>, value| build.graph.value(Sort::bool(), Literal::Bool(value));
    Some(match (head.op().key.strip_prefix("z3-OP_ARRAY_SET_")?, args) {
        (name @ ("EMPTY" | "FULL"), []) => {
            let member = truth(build, name == "FULL");
            let op = theory::operator("OP_CONST_ARRAY")?;
            let head = Head { sorts: head.sorts.clone(), ..Head::plain(op) };
            build.graph.apply_head(head, &[member]).map_err(|error| error.to_string())
        }
        (name @ ("ADD" | "DEL"), [set, element]) => {
            let member = truth(build, name == "ADD");
            build.apply("OP_ARRAY_STORE", &[*set, *element, member])
        }
        ("MEMBER", [element, set]) => build.apply("OP_ARRAY_SELECT", &[*set, *element]),
        _ => return None,
    })
}

fn expand_numbers(
    build: &mut Builder<'_>,
    key: &str,
    indices: &[u32],
    args: &[Term],
) -> Option<Built> {
    let &[x] = args else { return None };
    let sort = build.graph.sort(x).clone();
    match key {
        "OP_INT_ABS" => return Some(absolute(build, "INT", x, &sort)),
        "OP_REAL_ABS" => return Some(absolute(build, "REAL", x, &sort)),
        _ => {}
    }
    let (name, kind) = match key.strip_prefix("yices-OP_") {
        Some(rest) => rest.split_once('_')?,
        None if key == "OP_INT_IS_DIV" => ("IS_DIV", "INT"),
        None => return None,
    };
    let (kind, name) = if key == "OP_INT_IS_DIV" { (kind, name) } else { (name, kind) };
    let op = |what: &str| format!("OP_{kind}_{what}");
    if !matches!(kind, "INT" | "REAL") {
        return None;
    }
    let zero = build.number(0, &sort);
    Some(match (name, indices) {
        ("IS_DIV", [divisor]) => {
            let divisor = build.number(*divisor, &sort);
            build
                .apply("OP_INT_MOD", &[x, divisor])
                .and_then(|rest| build.apply("OP_EQUAL", &[rest, zero]))
        }
        ("EQ0", _) => build.apply("OP_EQUAL", &[x, zero]),
        ("NEQ0", _) => build.apply("OP_DISTINCT", &[x, zero]),
        ("GEQ0", _) => build.apply(&op("GTE"), &[x, zero]),
        ("LEQ0", _) => build.apply(&op("LTE"), &[x, zero]),
        ("GT0", _) => build.apply(&op("GT"), &[x, zero]),
        ("LT0", _) => build.apply(&op("LT"), &[x, zero]),
        ("SQUARE", _) => build.apply(&op("MUL"), &[x, x]),
        ("POWER", [exponent]) => {
            // As the wrapper does: larger powers take too long.
            const HIGHEST: u32 = 10;
            let one = build.number(1, &sort);
            build.power(&op("MUL"), one, x, exponent % (HIGHEST + 1))
        }
        ("CEIL" | "FLOOR", _) if kind == "INT" => Ok(x),
        ("FLOOR", _) => floor(build, x),
        ("CEIL", _) => build
            .apply("OP_REAL_NEG", &[x])
            .and_then(|negative| floor(build, negative))
            .and_then(|below| build.apply("OP_REAL_NEG", &[below])),
        _ => return None,
    })
}

fn absolute(build: &mut Builder<'_>, kind: &str, x: Term, sort: &Sort) -> Built {
    let zero = build.number(0, sort);
    let is_positive = build.apply(&format!("OP_{kind}_GTE"), &[x, zero])?;
    let negated = build.apply(&format!("OP_{kind}_NEG"), &[x])?;
    build.apply("OP_ITE", &[is_positive, x, negated])
}

/// The greatest integer that is not greater, as a real number.
fn floor(build: &mut Builder<'_>, x: Term) -> Built {
    let whole = build.apply("OP_REAL_TO_INT", &[x])?;
    build.apply("OP_INT_TO_REAL", &[whole])
}

/// A negative number is that of the opposite sign, rounded the other way and negated.
fn from_negative_real(build: &mut Builder<'_>, head: &Head, args: &[Term]) -> Built {
    let [mode] = args else { return Err("a conversion has one rounding mode".to_owned()) };
    let signs = head.names.iter().filter(|name| name.starts_with('-')).count();
    let is_zero = |name: &str| name.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    let negative = signs % 2 == 1 && !head.names.first().is_some_and(|name| is_zero(name));
    let names = head.names.iter().map(|name| name.trim_start_matches('-').into()).collect();
    let plain = Head { names, ..head.clone() };
    if !negative {
        return build.graph.apply_head(plain, args).map_err(|error| error.to_string());
    }
    let sort = build.graph.sort(*mode).clone();
    let up = build.special(SpecialValue::RmRtp, sort.clone());
    let down = build.special(SpecialValue::RmRtn, sort);
    let is_up = build.apply("OP_EQUAL", &[*mode, up])?;
    let is_down = build.apply("OP_EQUAL", &[*mode, down])?;
    let other = build.apply("OP_ITE", &[is_down, up, *mode])?;
    let mirrored = build.apply("OP_ITE", &[is_up, down, other])?;
    let rounded = build.graph.apply_head(plain, &[mirrored]).map_err(|error| error.to_string())?;
    build.apply("OP_FP_NEG", &[rounded])
}
