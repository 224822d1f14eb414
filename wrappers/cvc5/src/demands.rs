//! What cvc5 demands of a run: options that are not drawn, combinations that it refuses.

use murxla_api::{Demand, DemandRow, Demands, Denied, Theory};

/// All of it.
pub(crate) const DEMANDS: Demands = Demands { rows: ROWS, denied: DENIED, clashes: &[] };

const DENIED: &[Denied] = &[
    Denied {
        names: &[
            "^output",
            "=in",
            "=out",
            "=err",
            "=lang",
            "input-language",
            "output-language",
            "=quiet",
            "interactive",
            "=preprocess-only",
            "parse-only",
            "exit",
            "=safe-mode",
            "=safe-options",
            "channel",
            "filename",
            "seg-fault",
            "segv",
            "early-exit",
            "=check-models",
            "=debug-check-models",
            "sygus-stream",
            "=incremental",
            "stdin",
            "=models",
            "=proof",
            "plugin",
            "unsat-cores-mode",
            "=produce-assertions",
            "dag-thresh",
            "expr-depth",
            "bv-print",
            "model-format",
            "portfolio",
            "strict-parsing",
            "=print-success",
            "semantic",
            "global-declarations",
            "fresh-binders",
        ],
        reason: "it belongs to the command line, ends the process, or changes what other calls may ask",
    },
    Denied {
        names: &["=global-negate", "partition", "sygus", "abduct", "interpol"],
        reason: "it changes the question, or serves another command than the checks",
    },
];

const ROWS: &[DemandRow] = &[
    row(Demand::Value("OP_CONST_ARRAY", 0), "invalid argument for 'val', expected a value"),
    row(
        Demand::NotIncremental(Theory::Separation),
        "separation logic not supported with incremental solving",
    ),
    row(
        Demand::HigherOrderLogic,
        "Lambda functions are only supported with higher-order logic. Try adding the logic prefix HO_.",
    ),
    row(Demand::HigherOrder("OP_REL_PROJECT"), BY_FUNCTIONS),
    row(Demand::HigherOrder("OP_TABLE_PROJECT"), BY_FUNCTIONS),
    row(Demand::Option(Theory::Arrays, "arrays-exp"), EXPERIMENTAL),
    row(Demand::Option(Theory::FloatingPoint, "fp-exp"), EXPERIMENTAL),
    row(Demand::Option(Theory::Sets, "sets-exp"), EXPERIMENTAL),
    row(Demand::Option(Theory::Relations, "sets-exp"), EXPERIMENTAL),
    row(Demand::Option(Theory::Strings, "strings-exp"), EXPERIMENTAL),
    row(Demand::Option(Theory::Sequences, "strings-exp"), EXPERIMENTAL),
];

const BY_FUNCTIONS: &str =
    "it is defined by a function on tuples, which needs the logic prefix HO_";
const EXPERIMENTAL: &str = "some of its operators are not supported in default mode";

const fn row(demand: Demand, reason: &'static str) -> DemandRow {
    DemandRow { demand, reason }
}
