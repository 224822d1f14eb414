//! Logics of real numbers alone, where a script needs more: front ends that have `is_int` in logics with integers only.

use murxla_api::smtlib::Dialect;

use crate::smt::{Command, Graph, Node, Script};

/// Adds integers to the logics of a script that uses what logics without them lack.
pub(super) fn add_integers(script: &mut Script, dialect: &Dialect) {
    if dialect.needs_integers.is_empty() || !uses(&script.graph, dialect.needs_integers) {
        return;
    }
    for command in &mut script.commands {
        if let Command::SetLogic(logic) = command
            && let Some(wider) = with_integers(logic)
        {
            let is_known = dialect.logics.is_empty() || dialect.logics.contains(&wider.as_str());
            *logic = if is_known { wider.into() } else { dialect.default_logic.into() };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_get_integers() {
        assert_eq!(with_integers("QF_NRA").as_deref(), Some("QF_NIRA"));
        assert_eq!(with_integers("QF_UFNRAT").as_deref(), Some("QF_UFNIRAT"));
        assert_eq!(with_integers("QF_FPLRA").as_deref(), Some("QF_FPLIRA"));
        for logic in ["ALL", "QF_LIRA", "QF_LIA", "QF_BV"] {
            assert_eq!(with_integers(logic), None, "{logic}");
        }
    }
}
