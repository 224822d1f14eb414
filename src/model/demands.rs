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
    /// This operator needs such a logic, although its arguments are no functions.
    HigherOrder(&'static str),
    /// With this theory the option must be on.
    Option(Theory, &'static str),
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
    row("cvc5", Demand::Value("OP_CONST_ARRAY", 0), "invalid argument for 'val', expected a value"),
    row(
        "cvc5",
        Demand::NotIncremental(Theory::Separation),
        "separation logic not supported with incremental solving",
    ),
    row(
        "cvc5",
        Demand::HigherOrderLogic,
        "Lambda functions are only supported with higher-order logic. Try adding the logic prefix HO_.",
    ),
    row("cvc5", Demand::HigherOrder("OP_REL_PROJECT"), BY_FUNCTIONS),
    row("cvc5", Demand::HigherOrder("OP_TABLE_PROJECT"), BY_FUNCTIONS),
    row("cvc5", Demand::Option(Theory::Arrays, "arrays-exp"), EXPERIMENTAL),
    row("cvc5", Demand::Option(Theory::FloatingPoint, "fp-exp"), EXPERIMENTAL),
    row("cvc5", Demand::Option(Theory::Sets, "sets-exp"), EXPERIMENTAL),
    row("cvc5", Demand::Option(Theory::Relations, "sets-exp"), EXPERIMENTAL),
    row("cvc5", Demand::Option(Theory::Strings, "strings-exp"), EXPERIMENTAL),
    row("cvc5", Demand::Option(Theory::Sequences, "strings-exp"), EXPERIMENTAL),
];

const BY_FUNCTIONS: &str =
    "it is defined by a function on tuples, which needs the logic prefix HO_";
const EXPERIMENTAL: &str = "some of its operators are not supported in default mode";

const fn row(solver: &'static str, demand: Demand, reason: &'static str) -> DemandRow {
    DemandRow { solver, demand, reason }
}

/// The demands of a solver.
pub fn demands(solver: &str) -> impl Iterator<Item = Demand> {
    ROWS.iter().filter(move |row| row.solver == solver).map(|row| row.demand)
}
