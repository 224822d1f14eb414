//! Lies: the wrong behaviours of which the truthful mock can have one, as a table.

use murxla_api::meaning::{Call, Datum};

use super::twist;

/// What is wrong. Names of rows in [`LIES`] tell more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    UnsatForSat,
    SatForUnsat,
    UnsatForUnknown,
    SatForUnknown,
    UnsatAfterPop,
    SatAfterPop,
    UnsatAfterAssumptions,
    UnsatAtDepth,
    UnsatAtThirdCheck,
    UnsatAfterXor,
    UnsatWithOption,
    UnsatWithCores,
    StaleAfterAssertion,
    StaleAfterAssumptions,
    IgnoresAssumptions,
    IgnoresLastAssumption,
    AssumptionsStay,
    IgnoresNamed,
    IgnoresRepeatedLevel,
    PushLosesAssertion,
    PopKeepsAssertion,
    PopsTooMuch,
    ResetKeepsFirst,
    QuantifierIsItsBody,
    ExistsIsForall,
    ForallForgetsLastValue,
    LetUsesFirstValue,
    DefinitionUsesFirstArgument,
    /// An operator is understood wrongly.
    Operator(&'static str),
    ModelOfOtherCheck,
    ModelOneOff,
    ConstantOneOff,
    FormulaFalse,
    TableLosesEntry,
    ArrayDefault,
    ValuesRotated,
    /// An operator has a wrong value in models, and is understood in checks.
    ValueOf(&'static str),
    CoreMissesOne,
    CoreEmpty,
    CoreForeign,
    CorePopped,
    AssumptionsMissOne,
    AssumptionsEmpty,
    AssumptionsForeign,
    /// An application of this operator is simplified to something else.
    Simplify(&'static str),
    SimplifyClosed,
    SimplifySort,
    SimplifyWithOption,
}

/// Where a term is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Check,
    Model,
}

/// What a lie is about, and so which oracles should find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieClass {
    /// Answers of checks.
    Answer,
    /// Models and values.
    Model,
    /// Cores and failed assumptions.
    Core,
    /// Simplified terms.
    Simplify,
}

/// A wrong behaviour.
#[derive(Clone, Copy, Debug)]
pub struct LieDef {
    /// Its name; the version of the mock that has it is `wrong-NAME`.
    pub name: &'static str,
    /// What it is about.
    pub class: LieClass,
    /// What is wrong, in words.
    pub about: &'static str,
    pub(crate) lie: Lie,
}

const fn row(class: LieClass, name: &'static str, about: &'static str, lie: Lie) -> LieDef {
    LieDef { name, class, about, lie }
}

use LieClass::{Answer as A, Core as C, Model as M, Simplify as S};

/// All lies.
pub const LIES: &[LieDef] = &[
    row(A, "unsat-for-sat", "unsat for sat, if three formulas are asked", Lie::UnsatForSat),
    row(A, "sat-for-unsat", "sat for unsat, if three formulas are asked", Lie::SatForUnsat),
    row(A, "unsat-for-unknown", "unsat where it found no model", Lie::UnsatForUnknown),
    row(A, "sat-for-unknown", "sat where it found no model", Lie::SatForUnknown),
    row(A, "unsat-after-pop", "unsat for sat after a pop", Lie::UnsatAfterPop),
    row(A, "sat-after-pop", "sat for unsat after a pop", Lie::SatAfterPop),
    row(
        A,
        "unsat-after-assumptions",
        "unsat for sat in a check after one with assumptions",
        Lie::UnsatAfterAssumptions,
    ),
    row(A, "unsat-at-depth-3", "unsat for sat while three levels are open", Lie::UnsatAtDepth),
    row(A, "unsat-at-third-check", "unsat for sat in every third check", Lie::UnsatAtThirdCheck),
    row(
        A,
        "unsat-after-xor",
        "unsat for sat in a check of an implication after one of an xor",
        Lie::UnsatAfterXor,
    ),
    row(
        A,
        "unsat-with-option",
        "unsat for sat while the option eager is true",
        Lie::UnsatWithOption,
    ),
    row(
        A,
        "unsat-with-cores",
        "unsat for sat while produce-unsat-cores is true",
        Lie::UnsatWithCores,
    ),
    row(
        A,
        "stale-after-assertion",
        "the last answer again, if but one formula was asserted since",
        Lie::StaleAfterAssertion,
    ),
    row(
        A,
        "stale-after-assumptions",
        "the answer of a check with assumptions again in the next one without",
        Lie::StaleAfterAssumptions,
    ),
    row(A, "ignores-assumptions", "assumptions are ignored", Lie::IgnoresAssumptions),
    row(
        A,
        "ignores-last-assumption",
        "the last of several assumptions is ignored",
        Lie::IgnoresLastAssumption,
    ),
    row(A, "assumptions-stay", "what was assumed once is asserted", Lie::AssumptionsStay),
    row(A, "ignores-named", "named assertions are ignored", Lie::IgnoresNamed),
    row(
        A,
        "ignores-second-on-level",
        "on an open level the second assertion is ignored",
        Lie::IgnoresRepeatedLevel,
    ),
    row(A, "push-loses-assertion", "push takes the last assertion away", Lie::PushLosesAssertion),
    row(
        A,
        "pop-keeps-assertion",
        "pop keeps the first assertion of what it closes",
        Lie::PopKeepsAssertion,
    ),
    row(
        A,
        "pops-too-much",
        "pop takes the last assertion of the level below away, too",
        Lie::PopsTooMuch,
    ),
    row(
        A,
        "reset-assertions-keeps-first",
        "reset-assertions keeps the first assertion",
        Lie::ResetKeepsFirst,
    ),
    row(
        A,
        "quantifier-is-its-body",
        "a quantifier is its body under the first value",
        Lie::QuantifierIsItsBody,
    ),
    row(A, "exists-is-forall", "exists is understood as forall", Lie::ExistsIsForall),
    row(
        A,
        "forall-forgets-last-value",
        "forall does not look at the last value",
        Lie::ForallForgetsLastValue,
    ),
    row(
        A,
        "let-uses-first-value",
        "all variables of a let get the first value",
        Lie::LetUsesFirstValue,
    ),
    row(
        A,
        "definition-uses-first-argument",
        "all parameters of a defined function get the first argument",
        Lie::DefinitionUsesFirstArgument,
    ),
    row(A, "xor-is-or", "xor is or", Lie::Operator("OP_XOR")),
    row(
        A,
        "distinct-neighbours",
        "distinct compares neighbours only",
        Lie::Operator("OP_DISTINCT"),
    ),
    row(A, "bvadd-at-width-3", "bvadd of three bits is bvor", Lie::Operator("OP_BV_ADD")),
    row(A, "bvudiv-by-zero", "bvudiv by zero gives zero", Lie::Operator("OP_BV_UDIV")),
    row(A, "bvurem-by-one", "bvurem by one gives one", Lie::Operator("OP_BV_UREM")),
    row(A, "bvsrem-sign", "bvsrem of a negative number has no sign", Lie::Operator("OP_BV_SREM")),
    row(
        A,
        "bvshl-by-width",
        "bvshl by the width or more changes nothing",
        Lie::Operator("OP_BV_SHL"),
    ),
    row(A, "bvslt-at-sign", "bvslt is bvult if the signs differ", Lie::Operator("OP_BV_SLT")),
    row(
        A,
        "bvneg-of-least",
        "bvneg of the least number is the greatest",
        Lie::Operator("OP_BV_NEG"),
    ),
    row(
        A,
        "sign-extend-by-zeros",
        "sign_extend extends by zeros",
        Lie::Operator("OP_BV_SIGN_EXTEND"),
    ),
    row(
        A,
        "concat-swapped",
        "concat of two equally wide arguments swaps them",
        Lie::Operator("OP_BV_CONCAT"),
    ),
    row(
        A,
        "extract-of-bit-0",
        "extract of the lowest bit gives its negation",
        Lie::Operator("OP_BV_EXTRACT"),
    ),
    row(A, "store-forgets", "store takes other entries away", Lie::Operator("OP_ARRAY_STORE")),
    row(
        A,
        "function-ignores-argument",
        "a function is applied to its first argument twice",
        Lie::Operator("OP_UF_APPLY"),
    ),
    row(A, "div-truncates", "div rounds towards zero", Lie::Operator("OP_INT_DIV")),
    row(A, "fp-zeros-differ", "fp.eq tells zeros apart", Lie::Operator("OP_FP_EQ")),
    row(A, "fp-lt-of-nan", "fp.lt is true if one argument is NaN", Lie::Operator("OP_FP_LT")),
    row(A, "str-len-of-empty", "the empty string has length one", Lie::Operator("OP_STR_LEN")),
    row(
        A,
        "tester-of-first",
        "a tester is true of every value with fields",
        Lie::Operator("OP_DT_APPLY_TESTER"),
    ),
    row(M, "model-of-other-check", "the model is that of the first check", Lie::ModelOfOtherCheck),
    row(
        M,
        "model-one-off",
        "one constant has another value than in the model that was found",
        Lie::ModelOneOff,
    ),
    row(
        M,
        "constant-one-off",
        "the value that is told of a bit-vector constant is one too large",
        Lie::ConstantOneOff,
    ),
    row(
        M,
        "formula-false",
        "the value of an application that is true is told as false",
        Lie::FormulaFalse,
    ),
    row(
        M,
        "table-loses-entry",
        "the table of a function lacks its last entry",
        Lie::TableLosesEntry,
    ),
    row(M, "array-default", "the value of an array has another default", Lie::ArrayDefault),
    row(M, "values-rotated", "several values are told in another order", Lie::ValuesRotated),
    row(M, "value-of-bvand", "bvand has the value of bvor", Lie::ValueOf("OP_BV_AND")),
    row(
        M,
        "value-of-equation",
        "get-value of an equation of bit-vectors is negated",
        Lie::ValueOf("OP_EQUAL"),
    ),
    row(C, "core-misses-one", "one formula of the core is missing", Lie::CoreMissesOne),
    row(C, "core-empty", "the core is empty", Lie::CoreEmpty),
    row(C, "core-foreign", "the core has a formula that was never asserted", Lie::CoreForeign),
    row(C, "core-popped", "the core has a formula that is not asserted any more", Lie::CorePopped),
    row(
        C,
        "failed-misses-one",
        "one of the failed assumptions is missing",
        Lie::AssumptionsMissOne,
    ),
    row(C, "failed-empty", "there are no failed assumptions", Lie::AssumptionsEmpty),
    row(C, "failed-foreign", "a failed assumption was not assumed", Lie::AssumptionsForeign),
    row(S, "simplify-not", "not is simplified away", Lie::Simplify("OP_NOT")),
    row(
        S,
        "simplify-bvsub",
        "bvsub is simplified to its first argument",
        Lie::Simplify("OP_BV_SUB"),
    ),
    row(S, "simplify-or", "or is simplified to its first argument", Lie::Simplify("OP_OR")),
    row(S, "simplify-ite", "ite is simplified to its last argument", Lie::Simplify("OP_ITE")),
    row(
        S,
        "simplify-closed",
        "a closed bit-vector term is simplified to zero",
        Lie::SimplifyClosed,
    ),
    row(
        S,
        "simplify-with-option",
        "bvsub is simplified to its first argument while the option eager is true",
        Lie::SimplifyWithOption,
    ),
    row(S, "simplify-sort", "a formula is simplified to a number", Lie::SimplifySort),
];

impl Lie {
    /// The value of an application, wrong if the lie is about it.
    pub(super) fn twisted(
        self,
        place: Place,
        call: &Call<'_>,
        args: &[&Datum],
        right: Datum,
    ) -> Datum {
        match self {
            Lie::Operator(key) if key == call.op.key => twist::operator(call, args, right),
            Lie::ValueOf(key) if key == call.op.key && place == Place::Model => {
                twist::value(call, args, right)
            }
            _ => right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_with_names_of_their_own() {
        assert!(LIES.len() >= 40, "{}", LIES.len());
        let mut names: Vec<&str> = LIES.iter().map(|lie| lie.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), LIES.len());
    }
}
