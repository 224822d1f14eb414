//! How each operator is made: one row per operator.

use crate::ffi::BitwuzlaKind as K;
use crate::kinds::Kind;

/// The native way to an operator.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// `bitwuzla_mk_term…` with this kind.
    Kind(Kind),
    /// `bitwuzla_mk_const_array`.
    ConstArray,
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
    row("OP_ARRAY_SELECT", "ARRAY_SELECT", K::BITWUZLA_KIND_ARRAY_SELECT),
    row("OP_ARRAY_STORE", "ARRAY_STORE", K::BITWUZLA_KIND_ARRAY_STORE),
    Row { key: "OP_CONST_ARRAY", way: Way::ConstArray, guard: Guard::None },
    row("OP_UF_APPLY", "APPLY", K::BITWUZLA_KIND_APPLY),
];

/// `forall`
pub(crate) const FORALL: Kind = Kind { name: "FORALL", declared: K::BITWUZLA_KIND_FORALL };
/// `exists`
pub(crate) const EXISTS: Kind = Kind { name: "EXISTS", declared: K::BITWUZLA_KIND_EXISTS };

/// All kinds that this wrapper passes to Bitwuzla.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    let of_rows = ROWS.iter().filter_map(|row| match row.way {
        Way::Kind(kind) => Some(kind),
        Way::ConstArray => None,
    });
    of_rows.chain([FORALL, EXISTS])
}

/// The row of an operator.
pub(crate) fn row_of(key: &str) -> Option<&'static Row> {
    use std::collections::HashMap;
    use std::sync::OnceLock;
    static BY_KEY: OnceLock<HashMap<&'static str, &'static Row>> = OnceLock::new();
    BY_KEY.get_or_init(|| ROWS.iter().map(|row| (row.key, row)).collect()).get(key).copied()
}
