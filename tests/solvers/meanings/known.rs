//! What solvers are known to get wrong about the values of operators, one cause each.

use murxla_api::{Op, Sort, SortKind, SortShape};

use super::Case;
use crate::ground::Ground;

/// A cause, by what it is met with.
pub struct Row {
    pub solver: &'static str,
    /// The proof, in traces/found.
    pub file: &'static str,
    /// What the solver does: `denied`, or a part of what it says when it dies.
    what: &'static str,
    holds: fn(&Op, &Case) -> bool,
}

/// The row that explains what a solver did.
pub fn place(solver: &str, op: &Op, case: &Case, what: &str) -> Option<usize> {
    ROWS.iter()
        .position(|row| row.solver == solver && what.contains(row.what) && (row.holds)(op, case))
}

fn has_sort(case: &Case, wanted: fn(&SortShape<Sort>) -> bool) -> bool {
    case.args.iter().any(|arg| wanted(Ground::sort(arg).shape()))
}

pub static ROWS: &[Row] = &[
    Row {
        solver: "z3",
        file: "z3-sat-array-over-rounding-modes.smt2",
        what: "denied",
        holds: |_, case| {
            has_sort(
                case,
                |shape| matches!(shape, SortShape::Array(index, _) if *index == Sort::rounding_mode()),
            )
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-subset-of-floats.smt2",
        what: "denied",
        holds: |op, case| {
            op.key == "OP_SET_SUBSET"
                && has_sort(
                    case,
                    |shape| matches!(shape, SortShape::Set(element) if element.kind() == SortKind::FloatingPoint),
                )
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-range-of-integers.smt2",
        what: "denies after other questions",
        // What was popped before changes what is said of ranges. Other operators of finite sets do so, too, but whether that is one
        // cause is not proven.
        holds: |op, _| op.key == "z3-OP_SET_RANGE",
    },
    Row {
        solver: "cvc5",
        file: "cvc5-unsat-table-join-repeated-column.smt2",
        what: "denied",
        holds: |op, case| {
            let repeated = |side: usize| {
                let columns = case.indices.iter().skip(side).step_by(2);
                let columns: Vec<u32> = columns.copied().collect();
                columns.iter().enumerate().any(|(place, one)| columns[..place].contains(one))
            };
            matches!(op.key, "OP_REL_TABLE_JOIN" | "OP_TABLE_JOIN") && (repeated(0) || repeated(1))
        },
    },
    Row {
        solver: "cvc5",
        file: "cvc5-fatal-bag-all.trace",
        what: "Unexpected bag kind 'bag.all'",
        holds: |op, _| op.key == "OP_BAG_ALL",
    },
    Row {
        solver: "cvc5",
        file: "cvc5-fatal-bag-all.trace",
        what: "Unexpected bag kind 'bag.some'",
        holds: |op, _| op.key == "OP_BAG_SOME",
    },
    Row {
        solver: "cvc5",
        file: "cvc5-bag-partition-value.c",
        what: "Unexpected bag kind 'bag.partition'",
        holds: |op, _| op.key == "OP_BAG_PARTITION",
    },
    Row {
        solver: "cvc5",
        file: "cvc5-table-aggregate-value.c",
        what: "Unexpected bag kind 'table.aggr'",
        holds: |op, _| op.key == "OP_TABLE_AGGREGATE",
    },
];
