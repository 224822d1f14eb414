//! cvc5's demands on a run: options that are not drawn, combinations that it refuses.

use murxla_api::{
    Clash, Demand, DemandRow, Demands, Denied, Effort, ErrorFilter, FileOptions, SelfCheck,
    StandardOption, Theory, When,
};

use crate::scope::SCOPE;

/// All of it.
pub(crate) const DEMANDS: Demands = Demands {
    rows: ROWS,
    denied: DENIED,
    harmless_options: &[
        "collect-pivot-stats",
        "print-cores-full",
        "print-dot-clusters",
        "print-inst",
        "print-inst-full",
        "print-success",
        "proof-print-conclusion",
        "proof-print-reference",
        "stats",
        "stats-all",
        "stats-internal",
    ],
    unmet_limits: &[],
    clashes: CLASHES,
    error_filters: ERROR_FILTERS,
    file_options: FileOptions {
        words: &["log"],
        names: &["in", "out", "err", "plugin"],
        ..FileOptions::NONE
    },
    self_checks: SELF_CHECKS,
    // The complement is relative to a universe that its models do not tell.
    unclear_operators: &["OP_SET_COMPLEMENT"],
    makes_answers_up: false,
    effort: Some(Effort { option: "rlimit-per", units: 6_000 }),
    scope: SCOPE,
};

const ERROR_FILTERS: &[ErrorFilter] = &[ErrorFilter {
    pattern: "The proof was incomplete due to",
    reason: "the option check-proofs-complete asks for this end",
}];

/// Where such a check fails cvc5 ends the process, unless the library is one that tells it as an error.
const SELF_CHECKS: &[SelfCheck] = &[
    SelfCheck { option: "check-models", says: "ERRORS SATISFYING ASSERTIONS WITH MODEL" },
    SelfCheck { option: "check-unsat-cores", says: "produced core was satisfiable" },
    SelfCheck { option: "check-proofs", says: "ProofChecker::check: " },
    SelfCheck { option: "check-abducts", says: "cannot be shown to be consistent with assertions" },
    SelfCheck {
        option: "check-abducts",
        says: "cannot be shown unsatisfiable with produced solution",
    },
    SelfCheck { option: "check-interpolants", says: "cannot be shown satisfiable with assertions" },
    SelfCheck {
        option: "check-interpolants",
        says: "cannot be shown satisfiable with produced solution",
    },
    SelfCheck { option: "check-synth-sol", says: "leads to satisfiable negated conjecture" },
];

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
            "=sygus",
            "=incremental",
            "stdin",
            "=models",
            "=proof",
            "=produce-assertions",
            "dag-thresh",
            "expr-depth",
            "bv-print",
            "model-format",
            "portfolio",
            "global-declarations",
        ],
        reason: "it belongs to the command line, ends the process, or changes what other calls may ask",
    },
    Denied {
        names: &["=global-negate", "partition"],
        reason: "it changes the question, or serves another command than those that are called",
    },
];

const ROWS: &[DemandRow] = &[
    row(Demand::Value("OP_INT_POW", 1), EXPONENT),
    row(Demand::Value("OP_REAL_POW", 1), EXPONENT),
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

const EXPONENT: &str =
    "The exponent of the POW(^) operator can only be a positive integral constant below 67108864.";
const BY_FUNCTIONS: &str =
    "it is defined by a function on tuples, which needs the logic prefix HO_";
const EXPERIMENTAL: &str = "some of its operators are not supported in default mode";

const fn row(demand: Demand, reason: &'static str) -> DemandRow {
    DemandRow { demand, reason }
}

const WITH_MODELS: When = When::On(StandardOption::Models);
const WITH_CORES: When = When::On(StandardOption::UnsatCores);
/// cvc5 makes cores of its own for these.
const WITH_ASSUMPTIONS: When = When::On(StandardOption::UnsatAssumptions);
const INCREMENTAL: When = When::On(StandardOption::Incremental);
const NO_OPERATORS: &str = "Cannot handle assertion with term of kind … in this configuration.";
const NOT_TO_BITS: &str = "Cannot translate to BV";

/// Found by setting each option that may be drawn to each of its values, together with each of the standard options, all
/// and none of them, in the logics ALL, HO_ALL and QF_UFBV, on small problems of each theory.
const CLASHES: &[Clash] = &[
    clash(
        "ackermann",
        &["true"],
        WITH_MODELS,
        "Ackermannization currently does not support model generation.",
    ),
    clash("ackermann", &["true"], INCREMENTAL, "ackermann not supported with incremental solving."),
    clash(
        "ackermann",
        &["true"],
        When::QuantifiedLogic,
        "ackermann not supported in quantified logics.",
    ),
    clash("arith-exp", &["false"], When::Theory(Theory::Ints), NO_OPERATORS),
    clash("arith-exp", &["false"], When::Theory(Theory::Reals), NO_OPERATORS),
    clash("arith-exp", &["false"], When::Theory(Theory::Transcendentals), NO_OPERATORS),
    clash(
        "arrays-weak-equiv",
        &["true"],
        WITH_MODELS,
        "Cannot use arrays-weak-equiv with model generation.",
    ),
    clash(
        "assign-function-values",
        &["false"],
        WITH_MODELS,
        "Cannot get-value when --assign-function-values is false.",
    ),
    clash("bags", &["false"], When::Theory(Theory::Bags), NO_OPERATORS),
    clash(
        "bitblast",
        &["eager"],
        WITH_MODELS,
        "Eager bit-blasting currently does not support model generation for the combination of bit-vectors with arrays or uinterpreted functions.",
    ),
    clash(
        "bitblast",
        &["eager"],
        INCREMENTAL,
        "Eager bit-blasting is only support in incremental mode if the logic is quantifier-free bit-vectors",
    ),
    clash(
        "bitblast",
        &["eager"],
        When::QuantifiedLogic,
        "ackermann not supported in quantified logics.",
    ),
    clash(
        "bool-to-bv",
        &["all", "ite"],
        When::QuantifiedLogic,
        "bool-to-bv != off not supported with CEGQI BV for quantified logics",
    ),
    clash(
        "bv-sat-solver",
        &["cryptominisat", "kissat"],
        When::Always,
        "it requires a build of cvc5 with that solver, which the package is not",
    ),
    clash(
        "deep-restart",
        &["all", "input", "input-and-prop", "input-and-solvable"],
        WITH_CORES,
        "deep restarts not supported with proofs or unsat cores",
    ),
    clash(
        "deep-restart",
        &["all", "input", "input-and-prop", "input-and-solvable"],
        WITH_ASSUMPTIONS,
        "deep restarts not supported with proofs or unsat cores",
    ),
    clash(
        "deep-restart",
        &["all", "input", "input-and-prop", "input-and-solvable"],
        INCREMENTAL,
        "deep restarts not supported with incremental solving.",
    ),
    clash("ff", &["false"], When::Theory(Theory::FiniteFields), NO_OPERATORS),
    clash("fp", &["false"], When::Theory(Theory::FloatingPoint), NO_OPERATORS),
    clash("ite-simp", &["true"], WITH_CORES, "ITE simp not supported with unsat cores"),
    clash("ite-simp", &["true"], WITH_ASSUMPTIONS, "ITE simp not supported with unsat cores"),
    clash(
        "learned-rewrite",
        &["true"],
        WITH_CORES,
        "learned rewrites not supported with unsat cores",
    ),
    clash(
        "learned-rewrite",
        &["true"],
        WITH_ASSUMPTIONS,
        "learned rewrites not supported with unsat cores",
    ),
    clash(
        "lemma-inprocess",
        &["full", "light"],
        WITH_CORES,
        "lemma inprocessing not supported with proofs or unsat cores",
    ),
    clash(
        "lemma-inprocess",
        &["full", "light"],
        WITH_ASSUMPTIONS,
        "lemma inprocessing not supported with proofs or unsat cores",
    ),
    clash(
        "pb-rewrites",
        &["true"],
        WITH_CORES,
        "pseudoboolean rewrites not supported with unsat cores",
    ),
    clash(
        "pb-rewrites",
        &["true"],
        WITH_ASSUMPTIONS,
        "pseudoboolean rewrites not supported with unsat cores",
    ),
    clash(
        "minisat-simplification",
        &["all"],
        WITH_MODELS,
        "Cannot use minisat-simplification with model generation.",
    ),
    clash(
        "miplib-trick",
        &["true"],
        When::NamedLogic,
        "LogicInfo::areIntegersUsed(): `*this' is a bad argument; expected isTheoryEnabled(theory::THEORY_ARITH)",
    ),
    clash(
        "nl-cov",
        &["true"],
        When::Theory(Theory::Ints),
        "Term of kind … is not compatible with using the coverings-based solver.",
    ),
    clash(
        "nl-cov",
        &["true"],
        When::Theory(Theory::Transcendentals),
        "Term of kind … is not compatible with using the coverings-based solver.",
    ),
    clash(
        "nl-ext",
        &["light", "none"],
        When::Theory(Theory::Transcendentals),
        "Term of kind sin requires nl-ext mode to be set to value 'full'",
    ),
    clash(
        "nl-rlv",
        &["always", "interleave"],
        When::QuantifiedLogic,
        "--nl-rlv not supported in quantified logics.",
    ),
    clash("rels-exp", &["false"], When::Theory(Theory::Relations), NO_OPERATORS),
    clash(
        "restart-int-base",
        &["0"],
        INCREMENTAL,
        "no check ends: traces/found/cvc5-restart-int-base-zero.c",
    ),
    clash("sep", &["false"], When::Theory(Theory::Separation), NO_OPERATORS),
    clash("sets-card-exp", &["false"], When::Theory(Theory::Sets), NO_OPERATORS),
    clash("sets-card-exp", &["false"], When::Theory(Theory::Relations), NO_OPERATORS),
    clash(
        "solve-bv-as-int",
        &["bitwise", "bv", "iand", "sum"],
        When::HigherOrder,
        "bv-to-int does not support higher order logic",
    ),
    clash(
        "solve-bv-as-int",
        &["bitwise"],
        When::Theory(Theory::Quantifiers),
        "--solve-bv-as-int=bitwise does not support quantifiers",
    ),
    clash(
        "solve-int-as-bv",
        &["1", "2", "3"],
        When::Always,
        "Not enough bits for constant in intToBV",
    ),
    clash(
        "solve-int-as-bv",
        &[],
        INCREMENTAL,
        "solveIntAsBV not supported with incremental solving.",
    ),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Reals), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Transcendentals), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::BitVectors), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::FloatingPoint), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Arrays), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Functions), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Strings), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Sequences), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Sets), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Relations), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Bags), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Datatypes), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::FiniteFields), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Separation), NOT_TO_BITS),
    clash("solve-int-as-bv", &[], When::Theory(Theory::Quantifiers), NOT_TO_BITS),
    clash(
        "solve-real-as-int",
        &["true"],
        When::Theory(Theory::Reals),
        "Cannot translate to Int: (/ x y)",
    ),
    clash(
        "sort-inference",
        &["true"],
        WITH_MODELS,
        "Cannot use sort-inference with model generation.",
    ),
    clash(
        "strings-alpha-card",
        &[],
        When::Theory(Theory::Strings),
        "Characters in string … are outside of the given alphabet.",
    ),
    clash(
        "uf-ho-exp",
        &["false"],
        When::HigherOrder,
        "Higher-order logic not available in this configuration, try --uf-ho-exp.",
    ),
    clash(
        "unsat-cores-mode",
        &["off"],
        WITH_CORES,
        "Cannot get unsat core when produce-unsat-cores is off.",
    ),
    clash(
        "unsat-cores-mode",
        &["off"],
        WITH_ASSUMPTIONS,
        "Cannot get unsat core when produce-unsat-cores is off.",
    ),
    clash(
        "unconstrained-simp",
        &["true"],
        WITH_MODELS,
        "Cannot use unconstrained-simp with model generation.",
    ),
    clash(
        "unconstrained-simp",
        &["true"],
        INCREMENTAL,
        "unconstrained simplification not supported with incremental solving.",
    ),
    clash(
        "unconstrained-simp",
        &["true"],
        When::Theory(Theory::Quantifiers),
        "Cannot use unconstrained simplification in this logic, due to (possibly internally introduced) quantified formula.",
    ),
];

const fn clash(
    option: &'static str,
    values: &'static [&'static str],
    when: When,
    reason: &'static str,
) -> Clash {
    Clash { option, values, when, reason }
}
