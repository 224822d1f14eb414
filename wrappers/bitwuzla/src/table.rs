//! The operator table: how Bitwuzla makes each operator.

use std::sync::OnceLock;

use murxla_api::{Binder, QuickMap};

use crate::ffi::BitwuzlaKind as K;
use crate::kinds::Kind;

/// The native way to an operator.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// `bitwuzla_mk_term…` with this kind.
    Kind(Kind),
    /// `bitwuzla_mk_const_array`.
    ConstArray,
    /// `bitwuzla_mk_fp_from_real` or `bitwuzla_mk_fp_from_rational`.
    FromReal,
}

/// What Bitwuzla would take although it then crashes or answers nonsense; so the wrapper refuses it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Bitwuzla checks everything itself.
    None,
    /// More arguments than this make an ill-sorted term.
    AtMostArguments(usize),
    /// The first index must be at least 1.
    PositiveIndex,
    /// The two indices must be a floating-point format that sorts of this library can have.
    Format,
}

/// A row.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The operator's key in traces.
    pub(crate) key: &'static str,
    pub(crate) way: Way,
    pub(crate) guard: Guard,
}

const fn row(key: &'static str, name: &'static str, declared: u32) -> Row {
    Row { key, way: Way::Kind(Kind { name, declared }), guard: Guard::None }
}

impl Row {
    const fn guarded(mut self, guard: Guard) -> Row {
        self.guard = guard;
        self
    }
}

/// All operators. Where an operator takes more than two arguments, Bitwuzla folds them itself.
pub(crate) const ROWS: &[Row] = &[
    row("OP_NOT", "NOT", K::BITWUZLA_KIND_NOT),
    row("OP_AND", "AND", K::BITWUZLA_KIND_AND),
    row("OP_OR", "OR", K::BITWUZLA_KIND_OR),
    row("OP_XOR", "XOR", K::BITWUZLA_KIND_XOR),
    row("OP_IMPLIES", "IMPLIES", K::BITWUZLA_KIND_IMPLIES),
    row("OP_IFF", "IFF", K::BITWUZLA_KIND_IFF),
    row("OP_EQUAL", "EQUAL", K::BITWUZLA_KIND_EQUAL),
    row("OP_DISTINCT", "DISTINCT", K::BITWUZLA_KIND_DISTINCT),
    row("OP_ITE", "ITE", K::BITWUZLA_KIND_ITE),
    row("OP_BV_CONCAT", "BV_CONCAT", K::BITWUZLA_KIND_BV_CONCAT),
    row("OP_BV_NOT", "BV_NOT", K::BITWUZLA_KIND_BV_NOT),
    row("OP_BV_NEG", "BV_NEG", K::BITWUZLA_KIND_BV_NEG),
    row("OP_BV_AND", "BV_AND", K::BITWUZLA_KIND_BV_AND),
    row("OP_BV_OR", "BV_OR", K::BITWUZLA_KIND_BV_OR),
    row("OP_BV_XOR", "BV_XOR", K::BITWUZLA_KIND_BV_XOR),
    row("OP_BV_NAND", "BV_NAND", K::BITWUZLA_KIND_BV_NAND),
    row("OP_BV_NOR", "BV_NOR", K::BITWUZLA_KIND_BV_NOR),
    row("OP_BV_XNOR", "BV_XNOR", K::BITWUZLA_KIND_BV_XNOR),
    row("OP_BV_ADD", "BV_ADD", K::BITWUZLA_KIND_BV_ADD),
    row("OP_BV_MULT", "BV_MUL", K::BITWUZLA_KIND_BV_MUL),
    row("OP_BV_SUB", "BV_SUB", K::BITWUZLA_KIND_BV_SUB),
    row("OP_BV_UDIV", "BV_UDIV", K::BITWUZLA_KIND_BV_UDIV),
    row("OP_BV_UREM", "BV_UREM", K::BITWUZLA_KIND_BV_UREM),
    row("OP_BV_SDIV", "BV_SDIV", K::BITWUZLA_KIND_BV_SDIV),
    row("OP_BV_SREM", "BV_SREM", K::BITWUZLA_KIND_BV_SREM),
    row("OP_BV_SMOD", "BV_SMOD", K::BITWUZLA_KIND_BV_SMOD),
    row("OP_BV_SHL", "BV_SHL", K::BITWUZLA_KIND_BV_SHL),
    row("OP_BV_LSHR", "BV_SHR", K::BITWUZLA_KIND_BV_SHR),
    row("OP_BV_ASHR", "BV_ASHR", K::BITWUZLA_KIND_BV_ASHR),
    // Bitwuzla takes three arguments too, and makes a conjunction of bit-vectors of them.
    row("OP_BV_COMP", "BV_COMP", K::BITWUZLA_KIND_BV_COMP).guarded(Guard::AtMostArguments(2)),
    row("OP_BV_ULT", "BV_ULT", K::BITWUZLA_KIND_BV_ULT),
    row("OP_BV_ULE", "BV_ULE", K::BITWUZLA_KIND_BV_ULE),
    row("OP_BV_UGT", "BV_UGT", K::BITWUZLA_KIND_BV_UGT),
    row("OP_BV_UGE", "BV_UGE", K::BITWUZLA_KIND_BV_UGE),
    row("OP_BV_SLT", "BV_SLT", K::BITWUZLA_KIND_BV_SLT),
    row("OP_BV_SLE", "BV_SLE", K::BITWUZLA_KIND_BV_SLE),
    row("OP_BV_SGT", "BV_SGT", K::BITWUZLA_KIND_BV_SGT),
    row("OP_BV_SGE", "BV_SGE", K::BITWUZLA_KIND_BV_SGE),
    row("OP_BV_NEGO", "BV_NEG_OVERFLOW", K::BITWUZLA_KIND_BV_NEG_OVERFLOW),
    row("OP_BV_UADDO", "BV_UADD_OVERFLOW", K::BITWUZLA_KIND_BV_UADD_OVERFLOW),
    row("OP_BV_SADDO", "BV_SADD_OVERFLOW", K::BITWUZLA_KIND_BV_SADD_OVERFLOW),
    row("OP_BV_UMULO", "BV_UMUL_OVERFLOW", K::BITWUZLA_KIND_BV_UMUL_OVERFLOW),
    row("OP_BV_SMULO", "BV_SMUL_OVERFLOW", K::BITWUZLA_KIND_BV_SMUL_OVERFLOW),
    row("OP_BV_USUBO", "BV_USUB_OVERFLOW", K::BITWUZLA_KIND_BV_USUB_OVERFLOW),
    row("OP_BV_SSUBO", "BV_SSUB_OVERFLOW", K::BITWUZLA_KIND_BV_SSUB_OVERFLOW),
    row("OP_BV_SDIVO", "BV_SDIV_OVERFLOW", K::BITWUZLA_KIND_BV_SDIV_OVERFLOW),
    row("OP_BV_EXTRACT", "BV_EXTRACT", K::BITWUZLA_KIND_BV_EXTRACT),
    // Bitwuzla makes a bit-vector of width 0 for index 0 and crashes when it solves with it.
    row("OP_BV_REPEAT", "BV_REPEAT", K::BITWUZLA_KIND_BV_REPEAT).guarded(Guard::PositiveIndex),
    row("OP_BV_ZERO_EXTEND", "BV_ZERO_EXTEND", K::BITWUZLA_KIND_BV_ZERO_EXTEND),
    row("OP_BV_SIGN_EXTEND", "BV_SIGN_EXTEND", K::BITWUZLA_KIND_BV_SIGN_EXTEND),
    row("OP_BV_ROTATE_LEFT", "BV_ROLI", K::BITWUZLA_KIND_BV_ROLI),
    row("OP_BV_ROTATE_RIGHT", "BV_RORI", K::BITWUZLA_KIND_BV_RORI),
    row("OP_BV_REDAND", "BV_REDAND", K::BITWUZLA_KIND_BV_REDAND),
    row("OP_BV_REDOR", "BV_REDOR", K::BITWUZLA_KIND_BV_REDOR),
    row("OP_FP_ABS", "FP_ABS", K::BITWUZLA_KIND_FP_ABS),
    row("OP_FP_NEG", "FP_NEG", K::BITWUZLA_KIND_FP_NEG),
    row("OP_FP_ADD", "FP_ADD", K::BITWUZLA_KIND_FP_ADD),
    row("OP_FP_SUB", "FP_SUB", K::BITWUZLA_KIND_FP_SUB),
    row("OP_FP_MUL", "FP_MUL", K::BITWUZLA_KIND_FP_MUL),
    row("OP_FP_DIV", "FP_DIV", K::BITWUZLA_KIND_FP_DIV),
    row("OP_FP_FMA", "FP_FMA", K::BITWUZLA_KIND_FP_FMA),
    row("OP_FP_SQRT", "FP_SQRT", K::BITWUZLA_KIND_FP_SQRT),
    row("OP_FP_REM", "FP_REM", K::BITWUZLA_KIND_FP_REM),
    row("OP_FP_RTI", "FP_RTI", K::BITWUZLA_KIND_FP_RTI),
    row("OP_FP_MIN", "FP_MIN", K::BITWUZLA_KIND_FP_MIN),
    row("OP_FP_MAX", "FP_MAX", K::BITWUZLA_KIND_FP_MAX),
    row("OP_FP_EQ", "FP_EQUAL", K::BITWUZLA_KIND_FP_EQUAL),
    row("OP_FP_LT", "FP_LT", K::BITWUZLA_KIND_FP_LT),
    row("OP_FP_LEQ", "FP_LEQ", K::BITWUZLA_KIND_FP_LEQ),
    row("OP_FP_GT", "FP_GT", K::BITWUZLA_KIND_FP_GT),
    row("OP_FP_GEQ", "FP_GEQ", K::BITWUZLA_KIND_FP_GEQ),
    row("OP_FP_IS_NORMAL", "FP_IS_NORMAL", K::BITWUZLA_KIND_FP_IS_NORMAL),
    row("OP_FP_IS_SUBNORMAL", "FP_IS_SUBNORMAL", K::BITWUZLA_KIND_FP_IS_SUBNORMAL),
    row("OP_FP_IS_ZERO", "FP_IS_ZERO", K::BITWUZLA_KIND_FP_IS_ZERO),
    row("OP_FP_IS_INF", "FP_IS_INF", K::BITWUZLA_KIND_FP_IS_INF),
    row("OP_FP_IS_NAN", "FP_IS_NAN", K::BITWUZLA_KIND_FP_IS_NAN),
    row("OP_FP_IS_NEG", "FP_IS_NEG", K::BITWUZLA_KIND_FP_IS_NEG),
    row("OP_FP_IS_POS", "FP_IS_POS", K::BITWUZLA_KIND_FP_IS_POS),
    row("OP_FP_FP", "FP_FP", K::BITWUZLA_KIND_FP_FP),
    // Bitwuzla does not check the formats of these four, also where it refuses their sorts.
    row("OP_FP_TO_FP_FROM_BV", "FP_TO_FP_FROM_BV", K::BITWUZLA_KIND_FP_TO_FP_FROM_BV)
        .guarded(Guard::Format),
    row("OP_FP_TO_FP_FROM_SBV", "FP_TO_FP_FROM_SBV", K::BITWUZLA_KIND_FP_TO_FP_FROM_SBV)
        .guarded(Guard::Format),
    row("OP_FP_TO_FP_FROM_UBV", "FP_TO_FP_FROM_UBV", K::BITWUZLA_KIND_FP_TO_FP_FROM_UBV)
        .guarded(Guard::Format),
    row("OP_FP_TO_FP_FROM_FP", "FP_TO_FP_FROM_FP", K::BITWUZLA_KIND_FP_TO_FP_FROM_FP)
        .guarded(Guard::Format),
    // Bitwuzla makes a bit-vector of width 0 for index 0.
    row("OP_FP_TO_UBV", "FP_TO_UBV", K::BITWUZLA_KIND_FP_TO_UBV).guarded(Guard::PositiveIndex),
    row("OP_FP_TO_SBV", "FP_TO_SBV", K::BITWUZLA_KIND_FP_TO_SBV).guarded(Guard::PositiveIndex),
    row("OP_ARRAY_SELECT", "ARRAY_SELECT", K::BITWUZLA_KIND_ARRAY_SELECT),
    row("OP_ARRAY_STORE", "ARRAY_STORE", K::BITWUZLA_KIND_ARRAY_STORE),
    Row { key: "OP_CONST_ARRAY", way: Way::ConstArray, guard: Guard::None },
    row("OP_UF_APPLY", "APPLY", K::BITWUZLA_KIND_APPLY),
    row("bitwuzla-OP_IFF", "IFF", K::BITWUZLA_KIND_IFF),
    row("bitwuzla-OP_BV_DEC", "BV_DEC", K::BITWUZLA_KIND_BV_DEC),
    row("bitwuzla-OP_BV_INC", "BV_INC", K::BITWUZLA_KIND_BV_INC),
    row("bitwuzla-OP_BV_ROL", "BV_ROL", K::BITWUZLA_KIND_BV_ROL),
    row("bitwuzla-OP_BV_ROR", "BV_ROR", K::BITWUZLA_KIND_BV_ROR),
    row("bitwuzla-OP_BV_REDAND", "BV_REDAND", K::BITWUZLA_KIND_BV_REDAND),
    row("bitwuzla-OP_BV_REDOR", "BV_REDOR", K::BITWUZLA_KIND_BV_REDOR),
    row("bitwuzla-OP_BV_REDXOR", "BV_REDXOR", K::BITWUZLA_KIND_BV_REDXOR),
    row("bitwuzla-OP_BV_UADDO", "BV_UADD_OVERFLOW", K::BITWUZLA_KIND_BV_UADD_OVERFLOW),
    row("bitwuzla-OP_BV_SADDO", "BV_SADD_OVERFLOW", K::BITWUZLA_KIND_BV_SADD_OVERFLOW),
    row("bitwuzla-OP_BV_UMULO", "BV_UMUL_OVERFLOW", K::BITWUZLA_KIND_BV_UMUL_OVERFLOW),
    row("bitwuzla-OP_BV_SMULO", "BV_SMUL_OVERFLOW", K::BITWUZLA_KIND_BV_SMUL_OVERFLOW),
    row("bitwuzla-OP_BV_USUBO", "BV_USUB_OVERFLOW", K::BITWUZLA_KIND_BV_USUB_OVERFLOW),
    row("bitwuzla-OP_BV_SSUBO", "BV_SSUB_OVERFLOW", K::BITWUZLA_KIND_BV_SSUB_OVERFLOW),
    row("bitwuzla-OP_BV_SDIVO", "BV_SDIV_OVERFLOW", K::BITWUZLA_KIND_BV_SDIV_OVERFLOW),
    Row { key: "bitwuzla-OP_FP_TO_FP_FROM_REAL", way: Way::FromReal, guard: Guard::Format },
    row("btor-OP_DEC", "BV_DEC", K::BITWUZLA_KIND_BV_DEC),
    row("btor-OP_INC", "BV_INC", K::BITWUZLA_KIND_BV_INC),
    row("btor-OP_REDAND", "BV_REDAND", K::BITWUZLA_KIND_BV_REDAND),
    row("btor-OP_REDOR", "BV_REDOR", K::BITWUZLA_KIND_BV_REDOR),
    row("btor-OP_REDXOR", "BV_REDXOR", K::BITWUZLA_KIND_BV_REDXOR),
];

/// The kind of a binder; `None`: Bitwuzla does not have it.
pub(crate) const fn binder(binder: Binder) -> Option<Kind> {
    match binder {
        Binder::Forall => Some(Kind { name: "FORALL", declared: K::BITWUZLA_KIND_FORALL }),
        Binder::Exists => Some(Kind { name: "EXISTS", declared: K::BITWUZLA_KIND_EXISTS }),
        Binder::Lambda => Some(Kind { name: "LAMBDA", declared: K::BITWUZLA_KIND_LAMBDA }),
        Binder::Witness | Binder::Comprehension => None,
    }
}

/// All kinds that this wrapper passes to Bitwuzla.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    let of_rows = ROWS.iter().filter_map(|row| match row.way {
        Way::Kind(kind) => Some(kind),
        Way::ConstArray | Way::FromReal => None,
    });
    of_rows.chain(Binder::ALL.iter().filter_map(|one| binder(*one)))
}

/// The row of an operator.
pub(crate) fn row_of(key: &str) -> Option<&'static Row> {
    static BY_KEY: OnceLock<QuickMap<&'static str, &'static Row>> = OnceLock::new();
    BY_KEY.get_or_init(|| ROWS.iter().map(|row| (row.key, row)).collect()).get(key).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use murxla_api::theory;

    use super::*;
    use crate::own::OWN;

    #[test]
    fn every_row_is_an_operator_and_none_is_there_twice() {
        let mut seen = HashSet::new();
        for row in ROWS {
            let known =
                theory::operator(row.key).is_some() || OWN.iter().any(|own| own.key == row.key);
            assert!(known, "{} is no operator", row.key);
            assert!(seen.insert(row.key), "{} twice", row.key);
        }
        for own in OWN {
            assert!(seen.contains(own.key), "{} has no row", own.key);
        }
    }
}
