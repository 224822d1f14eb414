//! Known deviations of solvers in the conformance check, with their reasons.

/// A kind of finding, and what is wrong with the solver.
pub struct Row {
    solver: &'static str,
    /// How the finding begins: what happened, and the operator.
    start: &'static str,
    /// Whether the rest of it, the indices and the sorts of the arguments, is of this kind.
    holds: fn(&str) -> bool,
    pub why: &'static str,
}

const COLUMNS: &str = "cvc5 compares the wrong columns when several pairs of columns are joined: traces/found/cvc5-table-join-columns.c";

pub static ROWS: &[Row] = &[
    Row {
        solver: "z3",
        start: "accepted OP_RE_POW ",
        holds: |rest| rest.starts_with("[(_ BitVec "),
        why: "Z3_mk_re_power does not look at the sort of its argument: traces/found/z3-re-power-any-sort.c",
    },
    Row {
        solver: "cvc5",
        start: "refused OP_FP_FP [] ",
        holds: has_significand_of_one_bit,
        why: "cvc5 has formats whose significand is the hidden bit and one more, but refuses to build them with fp: traces/found/cvc5-fp-significand-two-bits.c",
    },
    Row {
        solver: "cvc5",
        start: "refused OP_TABLE_JOIN ",
        holds: joins_several_columns,
        why: COLUMNS,
    },
    Row {
        solver: "cvc5",
        start: "refused OP_REL_TABLE_JOIN ",
        holds: joins_several_columns,
        why: COLUMNS,
    },
    Row {
        solver: "cvc5",
        start: "refused cvc5-OP_ARRAY_EQ_RANGE_OF [] ",
        holds: |rest| {
            rest.ends_with("eqrange only supports bit-vectors, floating-points, integers, and reals as index type")
        },
        why: "eqrange takes only indices that have an order; patterns of sorts do not tell which these are, and it is not drawn",
    },
    Row {
        solver: "cvc5",
        start: "refused cvc5-OP_FMF_CARD ",
        holds: |rest| rest.ends_with("for 'sort', expected an uninterpreted sort"),
        why: "only uninterpreted sorts have a cardinality to be bounded; a row cannot ask for one, and it is not drawn",
    },
    Row {
        solver: "cvc5",
        start: "accepted OP_DT_APPLY_UPDATER ",
        holds: |rest| rest.starts_with("[(List ") && is_last_a_bit_vector(rest),
        why: "cvc5 lets a field of a parametric datatype be updated with a term of another sort: traces/found/cvc5-updater-ill-sorted.c",
    },
];

/// `[(_ BitVec 1), (_ BitVec E), (_ BitVec 1)]`
fn has_significand_of_one_bit(rest: &str) -> bool {
    let sorts = rest.split_once(']').map_or(rest, |(sorts, _)| sorts);
    sorts.starts_with("[(_ BitVec 1), ") && sorts.ends_with(", (_ BitVec 1)")
}

/// Two columns for each pair.
fn joins_several_columns(rest: &str) -> bool {
    let indices = rest.split_once(']').map_or(rest, |(indices, _)| indices);
    indices.split(',').count() >= 4
}

fn is_last_a_bit_vector(rest: &str) -> bool {
    let sorts = rest.trim_end_matches(']');
    sorts.rsplit_once(", ").is_some_and(|(_, last)| last.starts_with("(_ BitVec "))
}

/// The row by which this finding is known, if it is.
pub fn row(solver: &str, finding: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| {
        let rest = finding.strip_prefix(row.start);
        row.solver == solver && rest.is_some_and(row.holds)
    })
}

/// The rows of a solver that none of these findings is of.
pub fn silent(solver: &str, findings: &[String]) -> Vec<&'static Row> {
    let is_met = |wanted: &&Row| {
        findings
            .iter()
            .any(|finding| row(solver, finding).is_some_and(|found| std::ptr::eq(found, *wanted)))
    };
    ROWS.iter().filter(|row| row.solver == solver && !is_met(row)).collect()
}
