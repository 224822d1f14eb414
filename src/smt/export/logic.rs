//! The theories that the name of a logic promises, as Z3's front end sees it: strings beside other theories are only in
//! ALL.

use murxla_api::{Binder, SortKind, SortShape, theory};

use crate::smt::{Graph, Node};

/// Operators that only ALL has, by key.
const ONLY_IN_ALL: &[&str] = &["OP_INT_POW", "OP_REAL_POW", "OP_DT_APPLY_UPDATER"];

/// Something that the script has and the logic does not, as its name tells.
pub(super) fn missing_in(logic: &str, graph: &Graph) -> Option<String> {
    // QF_ALL is no name that it knows.
    if logic == "ALL" {
        return None;
    }
    let letters = logic.strip_prefix("QF_").unwrap_or(logic);
    for term in graph.terms() {
        let kinds = graph.sort(term).kinds();
        let missing =
            SortKind::ALL.iter().find(|kind| kinds.contains(**kind) && !has_sort(letters, **kind));
        if let Some(kind) = missing {
            return Some(kind.key().to_owned());
        }
        if only_arrays_of_bits(letters)
            && let SortShape::Array(index, element) = graph.sort(term).shape()
            && [index, element].iter().any(|part| part.kind() != SortKind::BitVec)
        {
            return Some(format!("{}", graph.sort(term)));
        }
        // It is applied with `select`.
        let is_lambda = matches!(graph.node(term), Node::Bind { binder: Binder::Lambda, .. });
        if is_lambda && !has_sort(letters, SortKind::Array) {
            return Some(Binder::Lambda.key().to_owned());
        }
        if let Node::Apply { head, .. } = graph.node(term) {
            let op = head.op();
            let is_own = theory::operator(op.key).is_none();
            if is_own || ONLY_IN_ALL.contains(&op.key) {
                return Some(op.key.to_owned());
            }
        }
    }
    None
}

/// Whether a script has arrays, or functions as terms, which are arrays to a solver without function sorts, in a logic that
/// has none.
pub(in crate::smt) fn lacks_arrays(logic: &str, graph: &Graph) -> bool {
    // Horn clauses are over all sorts.
    let has_all = matches!(logic, "ALL" | "HORN");
    let letters = logic.strip_prefix("QF_").unwrap_or(logic);
    let is_array = |term| {
        graph.sort(term).kinds().contains(SortKind::Array)
            || matches!(graph.node(term), Node::Bind { binder: Binder::Lambda, .. })
    };
    !has_all && !has_sort(letters, SortKind::Array) && graph.terms().any(is_array)
}

/// Whether all arrays are from bit-vectors to bit-vectors.
fn only_arrays_of_bits(letters: &str) -> bool {
    matches!(letters, "ABV" | "AUFBV")
}

fn has_sort(letters: &str, kind: SortKind) -> bool {
    let has = |some: &[&str]| some.iter().any(|one| letters.contains(one));
    match kind {
        SortKind::Bool | SortKind::Uninterpreted | SortKind::Fun => true,
        SortKind::Int => has(&["IA", "IRA", "IDL", "SLIA", "IDL"]) || letters.starts_with('S'),
        SortKind::Real => has(&["RA", "RDL", "FP"]),
        SortKind::BitVec => has(&["BV", "FP"]),
        SortKind::FloatingPoint | SortKind::RoundingMode => has(&["FP"]),
        SortKind::Array => letters.starts_with('A') && letters != "ALL",
        SortKind::String | SortKind::RegLan => matches!(letters, "S" | "SLIA"),
        SortKind::Datatype => has(&["DT"]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::{Literal, Sort};

    use super::*;

    #[test]
    fn logics_have_what_their_names_say() {
        let mut graph = Graph::new();
        graph.value(Sort::int(), Literal::Integer("1".to_owned()));
        assert_eq!(missing_in("QF_LIA", &graph), None);
        assert_eq!(missing_in("ALL", &graph), None);
        assert_eq!(missing_in("QF_BV", &graph).as_deref(), Some("SORT_INT"));
        assert_eq!(missing_in("QF_ALL", &graph).as_deref(), Some("SORT_INT"));
    }

    #[test]
    fn arrays_and_lambdas_need_their_logics() {
        let mut graph = Graph::new();
        let array = graph.add_symbol("a", Sort::array(Sort::bool(), Sort::bool()));
        graph.constant(array);
        assert_eq!(missing_in("QF_AUFBV", &graph).as_deref(), Some("(Array Bool Bool)"));
        let mut graph = Graph::new();
        let variable = graph.add_variable("v", Sort::bool());
        let body = graph.variable_term(variable);
        graph.bind(Binder::Lambda, &[variable], Vec::new(), &[body]).unwrap();
        assert_eq!(missing_in("QF_UF", &graph).as_deref(), Some(Binder::Lambda.key()));
        assert_eq!(missing_in("QF_AUFLIA", &graph), None);
        for (logic, lacks) in
            [("QF_UFLIA", true), ("HO_UF", true), ("QF_AUFLIA", false), ("ALL", false)]
        {
            assert_eq!(lacks_arrays(logic, &graph), lacks, "{logic}");
        }
        assert!(!lacks_arrays("QF_UFLIA", &Graph::new()));
    }
}
