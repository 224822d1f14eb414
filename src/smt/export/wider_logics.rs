//! Widens the name of a logic that lacks something the script uses.

use murxla_api::smtlib::Dialect;
use murxla_api::{Linearity, Literal};

use crate::smt::{Command, Graph, Node, Script, Term};

/// Real numbers alone get integers, for front ends that have `is_int` and its like in logics with integers only.
pub(super) fn add_integers(script: &mut Script, dialect: &Dialect) {
    if uses(&script.graph, dialect.logic.needs_integers) {
        widen(script, dialect, with_integers);
    }
}

/// Recursive functions get quantifiers, for front ends that define them so.
pub(super) fn add_quantifiers(script: &mut Script, dialect: &Dialect) {
    let is_recursive = |command: &Command| matches!(command, Command::DefineRec(_));
    if dialect.logic.recursion_needs_quantifiers && script.commands.iter().any(is_recursive) {
        widen(script, dialect, |logic| logic.strip_prefix("QF_").map(str::to_owned));
    }
}

/// Linear arithmetic becomes non-linear where there are products. Not every solver minds, so runs of others may have them in
/// any logic. Where non-linear logics have another solver, scripts are made for it or not from the beginning.
pub(super) fn add_products(script: &mut Script, dialect: &Dialect) {
    if !dialect.logic.nonlinear_apart && !is_linear(&script.graph) {
        widen(script, dialect, with_products);
    }
}

/// Changes logics; one that is not known then becomes the default one.
fn widen(script: &mut Script, dialect: &Dialect, wider: impl Fn(&str) -> Option<String>) {
    for command in &mut script.commands {
        if let Command::SetLogic(logic) = command
            && let Some(wider) = wider(logic)
        {
            let is_known =
                dialect.logic.known.is_empty() || dialect.logic.known.contains(&wider.as_str());
            *logic = if is_known { wider.into() } else { dialect.logic.default.into() };
        }
    }
}

fn uses(graph: &Graph, keys: &[&str]) -> bool {
    graph.terms().any(
        |term| matches!(graph.node(term), Node::Apply { head, .. } if keys.contains(&head.op().key)),
    )
}

/// The logic with integers beside its real numbers; `None` if it has integers or no arithmetic.
fn with_integers(logic: &str) -> Option<String> {
    ["LRA", "NRAT", "NRA"].iter().find_map(|arithmetic| {
        let before = logic.strip_suffix(arithmetic)?;
        let (kind, rest) = arithmetic.split_at(1);
        Some(format!("{before}{kind}I{rest}"))
    })
}

/// The logic with products of what are no values; `None` if it has them or no arithmetic.
fn with_products(logic: &str) -> Option<String> {
    let pairs = [("IDL", "NIA"), ("RDL", "NRA"), ("LIA", "NIA"), ("LIRA", "NIRA"), ("LRA", "NRA")];
    pairs.iter().find_map(|(linear, nonlinear)| {
        logic.strip_suffix(linear).map(|before| format!("{before}{nonlinear}"))
    })
}

/// Whether all arithmetic is linear: of each product at most one factor is no value, and divisors are values, but not zero,
/// by which division is a function of its own.
pub fn is_linear(graph: &Graph) -> bool {
    let is_value = |term: &Term| match graph.node(*term) {
        Node::Value(_) => true,
        Node::Apply { head, args: [arg] } if head.op().key.ends_with("_NEG") => {
            matches!(graph.node(*arg), Node::Value(_))
        }
        _ => false,
    };
    let is_zero = |term: &Term| match graph.node(*term) {
        Node::Value(Literal::Integer(text) | Literal::Real(text)) => {
            text.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'-'))
        }
        _ => false,
    };
    graph.terms().all(|term| match graph.node(term) {
        Node::Apply { head, args } => match head.op().linearity {
            Linearity::Always => true,
            Linearity::OneFactor => args.iter().filter(|arg| !is_value(arg)).count() <= 1,
            Linearity::ValueDivisors => {
                args.iter().skip(1).all(|divisor| is_value(divisor) && !is_zero(divisor))
            }
            Linearity::Never => false,
        },
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::read;

    #[test]
    fn logics_get_integers() {
        assert_eq!(with_integers("QF_NRA").as_deref(), Some("QF_NIRA"));
        assert_eq!(with_integers("QF_UFNRAT").as_deref(), Some("QF_UFNIRAT"));
        assert_eq!(with_integers("QF_FPLRA").as_deref(), Some("QF_FPLIRA"));
        for logic in ["ALL", "QF_LIRA", "QF_LIA", "QF_BV"] {
            assert_eq!(with_integers(logic), None, "{logic}");
        }
    }

    #[test]
    fn logics_get_products() {
        for (logic, wider) in [("QF_UFLIRA", "QF_UFNIRA"), ("LIA", "NIA"), ("QF_RDL", "QF_NRA")] {
            assert_eq!(with_products(logic).as_deref(), Some(wider));
        }
        for logic in ["ALL", "QF_NIRA", "QF_BV", "QF_S"] {
            assert_eq!(with_products(logic), None, "{logic}");
        }
    }

    #[test]
    fn products_are_not_linear() {
        let check = |formula: &str, linear: bool| {
            let text = format!("(declare-const x Int)(declare-const y Int)(assert {formula})");
            assert_eq!(is_linear(&read(text.as_bytes(), &[]).unwrap().graph), linear, "{formula}");
        };
        check("(= 3 (* 2 x (- 5)) (div x (- 3)))", true);
        check("(= 3 (* x y))", false);
        check("(= 3 (mod 5 y))", false);
        check("(= 3 (div x 0))", false);
    }
}
