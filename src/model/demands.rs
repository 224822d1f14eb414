//! What single solvers demand beyond sorts, as data: calls that they would refuse are not drawn.

use murxla_api::Theory;

/// What a solver demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// This operator takes only values at this place, counted from 0.
    Value(&'static str, usize),
    /// With this theory it is not incremental.
    NotIncremental(Theory),
    /// A logic must say that it has functions as arguments and results.
    HigherOrderLogic,
}

/// A demand, with its reason.
#[derive(Clone, Copy, Debug)]
pub struct DemandRow {
    /// The solver's name.
    pub solver: &'static str,
    /// What it demands.
    pub demand: Demand,
    /// Why, in its words or ours.
    pub reason: &'static str,
}

const ROWS: &[DemandRow] = &[
    DemandRow {
        solver: "cvc5",
        demand: Demand::Value("OP_CONST_ARRAY", 0),
        reason: "invalid argument for 'val', expected a value",
    },
    DemandRow {
        solver: "cvc5",
        demand: Demand::NotIncremental(Theory::Separation),
        reason: "separation logic not supported with incremental solving",
    },
    DemandRow {
        solver: "cvc5",
        demand: Demand::HigherOrderLogic,
        reason: "Lambda functions are only supported with higher-order logic. Try adding the logic prefix HO_.",
    },
];

/// The demands of a solver.
pub fn demands(solver: &str) -> impl Iterator<Item = Demand> {
    ROWS.iter().filter(move |row| row.solver == solver).map(|row| row.demand)
}
