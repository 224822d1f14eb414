//! What solvers are known to get wrong about the values of operators, one cause each.

use murxla_api::meaning::Datum;
use murxla_api::meaning::finite::{Size, size};
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

/// Whether a question is about finite sets whose elements have such sorts in theirs: Z3 does not see which of these are equal. What
/// was asked before may change what it says.
fn is_about_elements(op: &Op, case: &Case, kinds: &[SortKind]) -> bool {
    const OPERATORS: [&str; 5] =
        ["OP_SET_MEMBER", "OP_SET_SUBSET", "OP_SET_INTERSECTION", "OP_SET_MINUS", "OP_SET_CARD"];
    OPERATORS.contains(&op.key)
        && case.args.iter().any(|arg| match arg.sort().shape() {
            SortShape::Set(element) => kinds.iter().any(|kind| element.kinds().contains(*kind)),
            _ => false,
        })
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
        what: "deni",
        holds: |op, case| is_about_elements(op, case, &[SortKind::FloatingPoint]),
    },
    Row {
        solver: "z3",
        file: "z3-sat-subset-of-strings.smt2",
        what: "deni",
        holds: |op, case| is_about_elements(op, case, &[SortKind::String, SortKind::Seq]),
    },
    Row {
        solver: "z3",
        file: "z3-sat-member-of-tuples-of-sets.smt2",
        what: "deni",
        holds: |op, case| {
            is_about_elements(op, case, &[SortKind::Set, SortKind::Array, SortKind::Fun])
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-equal-sets-incremental.smt2",
        what: "deni",
        // Whether one of several sets is another one, be it as a place of an array or as an argument.
        holds: |op, case| {
            const OPERATORS: [&str; 11] = [
                "OP_DISTINCT",
                "OP_EQUAL",
                "OP_ARRAY_SELECT",
                "z3-OP_SEQ_MAP",
                "OP_UF_APPLY",
                "OP_ARRAY_STORE",
                "z3-OP_ARRAY_MAP",
                "z3-OP_ARRAY_MAP2",
                "z3-OP_ARRAY_SET_ADD",
                "z3-OP_ARRAY_SET_DEL",
                "z3-OP_ARRAY_SET_MEMBER",
            ];
            OPERATORS.contains(&op.key)
                && case.args.iter().any(|arg| arg.sort().kinds().contains(SortKind::Set))
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-array-ext.smt2",
        what: "denied",
        holds: |op, _| op.key == "z3-OP_ARRAY_EXT",
    },
    Row {
        solver: "z3",
        file: "z3-sat-closure-of-quantified-relation.smt2",
        what: "denied",
        // What a definition or a quantifier says of the relation is not looked at.
        holds: |op, case| {
            op.key == "z3-OP_TRANSITIVE_CLOSURE" && case.result.1 == Datum::Bool(true)
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-subset-of-complement.smt2",
        what: "denied",
        // All but some elements of a finite sort, which are no subset of some of them.
        holds: |op, case| {
            op.key == "z3-OP_ARRAY_SET_SUBSET"
                && case.result.1 == Datum::Bool(false)
                && matches!(case.args.first(), Some(Ground::Data(sort, Datum::Array(table)))
                    if *table.default() == Datum::Bool(true)
                        && matches!(sort.shape(), SortShape::Array(index, _) if size(index) != Size::Infinite))
        },
    },
    Row {
        solver: "z3",
        file: "z3-segv-lambda-over-floats.smt2",
        what: "signal: 11",
        holds: |op, case| {
            // Rounding modes are of the same theory.
            fn has_floats(sort: &Sort) -> bool {
                let kinds = sort.kinds();
                kinds.contains(SortKind::FloatingPoint) || kinds.contains(SortKind::RoundingMode)
            }
            op.key == "z3-OP_AS_ARRAY"
                && has_sort(case, |shape| match shape {
                    SortShape::Fun(domain, codomain) => {
                        domain.iter().any(has_floats) && has_floats(codomain)
                    }
                    _ => false,
                })
        },
    },
    Row {
        solver: "z3",
        file: "z3-sat-range-of-integers.smt2",
        // What was popped before changes what is said of ranges.
        what: "denies after other questions",
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
