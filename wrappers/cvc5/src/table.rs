//! Operators as cvc5 has them: one row per operator.

use std::collections::BTreeMap;

use murxla_api::{Hole, theory};

use cvc5_sys::Kind as K;

use crate::kinds::Kinds;

/// How an operator is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By a kind over its arguments; more than two arguments can be given at once.
    Kind,
    /// By a kind with numbers as indices.
    Indexed,
    /// By the function for constant arrays.
    ConstArray,
}

/// An operator of the loaded library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Native {
    /// The number of its kind in this library.
    pub(crate) kind: i32,
    /// How it is built.
    pub(crate) form: Form,
}

struct Row {
    key: &'static str,
    /// The name of the kind, by which its number in the loaded library is found.
    name: &'static str,
    /// The number of the kind in our declarations.
    declared: i32,
    form: Form,
}

const fn row(key: &'static str, name: &'static str, declared: K, form: Form) -> Row {
    Row { key, name, declared: declared as i32, form }
}

use Form::{ConstArray, Indexed, Kind};

const ROWS: &[Row] = &[
    row("OP_NOT", "NOT", K::Not, Kind),
    row("OP_AND", "AND", K::And, Kind),
    row("OP_OR", "OR", K::Or, Kind),
    row("OP_XOR", "XOR", K::Xor, Kind),
    row("OP_IMPLIES", "IMPLIES", K::Implies, Kind),
    row("OP_IFF", "EQUAL", K::Equal, Kind),
    row("OP_EQUAL", "EQUAL", K::Equal, Kind),
    row("OP_DISTINCT", "DISTINCT", K::Distinct, Kind),
    row("OP_ITE", "ITE", K::Ite, Kind),
    row("OP_BV_CONCAT", "BITVECTOR_CONCAT", K::BitvectorConcat, Kind),
    row("OP_BV_NOT", "BITVECTOR_NOT", K::BitvectorNot, Kind),
    row("OP_BV_NEG", "BITVECTOR_NEG", K::BitvectorNeg, Kind),
    row("OP_BV_AND", "BITVECTOR_AND", K::BitvectorAnd, Kind),
    row("OP_BV_OR", "BITVECTOR_OR", K::BitvectorOr, Kind),
    row("OP_BV_XOR", "BITVECTOR_XOR", K::BitvectorXor, Kind),
    row("OP_BV_NAND", "BITVECTOR_NAND", K::BitvectorNand, Kind),
    row("OP_BV_NOR", "BITVECTOR_NOR", K::BitvectorNor, Kind),
    row("OP_BV_XNOR", "BITVECTOR_XNOR", K::BitvectorXnor, Kind),
    row("OP_BV_ADD", "BITVECTOR_ADD", K::BitvectorAdd, Kind),
    row("OP_BV_MULT", "BITVECTOR_MULT", K::BitvectorMult, Kind),
    row("OP_BV_SUB", "BITVECTOR_SUB", K::BitvectorSub, Kind),
    row("OP_BV_UDIV", "BITVECTOR_UDIV", K::BitvectorUdiv, Kind),
    row("OP_BV_UREM", "BITVECTOR_UREM", K::BitvectorUrem, Kind),
    row("OP_BV_SDIV", "BITVECTOR_SDIV", K::BitvectorSdiv, Kind),
    row("OP_BV_SREM", "BITVECTOR_SREM", K::BitvectorSrem, Kind),
    row("OP_BV_SMOD", "BITVECTOR_SMOD", K::BitvectorSmod, Kind),
    row("OP_BV_SHL", "BITVECTOR_SHL", K::BitvectorShl, Kind),
    row("OP_BV_LSHR", "BITVECTOR_LSHR", K::BitvectorLshr, Kind),
    row("OP_BV_ASHR", "BITVECTOR_ASHR", K::BitvectorAshr, Kind),
    row("OP_BV_COMP", "BITVECTOR_COMP", K::BitvectorComp, Kind),
    row("OP_BV_ULT", "BITVECTOR_ULT", K::BitvectorUlt, Kind),
    row("OP_BV_ULE", "BITVECTOR_ULE", K::BitvectorUle, Kind),
    row("OP_BV_UGT", "BITVECTOR_UGT", K::BitvectorUgt, Kind),
    row("OP_BV_UGE", "BITVECTOR_UGE", K::BitvectorUge, Kind),
    row("OP_BV_SLT", "BITVECTOR_SLT", K::BitvectorSlt, Kind),
    row("OP_BV_SLE", "BITVECTOR_SLE", K::BitvectorSle, Kind),
    row("OP_BV_SGT", "BITVECTOR_SGT", K::BitvectorSgt, Kind),
    row("OP_BV_SGE", "BITVECTOR_SGE", K::BitvectorSge, Kind),
    row("OP_BV_NEGO", "BITVECTOR_NEGO", K::BitvectorNego, Kind),
    row("OP_BV_UADDO", "BITVECTOR_UADDO", K::BitvectorUaddo, Kind),
    row("OP_BV_SADDO", "BITVECTOR_SADDO", K::BitvectorSaddo, Kind),
    row("OP_BV_UMULO", "BITVECTOR_UMULO", K::BitvectorUmulo, Kind),
    row("OP_BV_SMULO", "BITVECTOR_SMULO", K::BitvectorSmulo, Kind),
    row("OP_BV_USUBO", "BITVECTOR_USUBO", K::BitvectorUsubo, Kind),
    row("OP_BV_SSUBO", "BITVECTOR_SSUBO", K::BitvectorSsubo, Kind),
    row("OP_BV_SDIVO", "BITVECTOR_SDIVO", K::BitvectorSdivo, Kind),
    row("OP_BV_EXTRACT", "BITVECTOR_EXTRACT", K::BitvectorExtract, Indexed),
    row("OP_BV_REPEAT", "BITVECTOR_REPEAT", K::BitvectorRepeat, Indexed),
    row("OP_BV_ZERO_EXTEND", "BITVECTOR_ZERO_EXTEND", K::BitvectorZeroExtend, Indexed),
    row("OP_BV_SIGN_EXTEND", "BITVECTOR_SIGN_EXTEND", K::BitvectorSignExtend, Indexed),
    row("OP_BV_ROTATE_LEFT", "BITVECTOR_ROTATE_LEFT", K::BitvectorRotateLeft, Indexed),
    row("OP_BV_ROTATE_RIGHT", "BITVECTOR_ROTATE_RIGHT", K::BitvectorRotateRight, Indexed),
    row("OP_ARRAY_SELECT", "SELECT", K::Select, Kind),
    row("OP_ARRAY_STORE", "STORE", K::Store, Kind),
    row("OP_CONST_ARRAY", "CONST_ARRAY", K::ConstArray, ConstArray),
    row("OP_UF_APPLY", "APPLY_UF", K::ApplyUf, Kind),
];

/// The operators of the loaded library, and those that it lacks.
pub(crate) fn resolve(kinds: &Kinds) -> (BTreeMap<&'static str, Native>, Vec<Hole>) {
    let mut table = BTreeMap::new();
    let mut holes = Vec::new();
    for row in ROWS {
        match kinds.number(row.name) {
            Some(kind) => {
                table.insert(row.key, Native { kind, form: row.form });
            }
            None => holes.push(Hole {
                what: row.key.to_owned(),
                reason: format!("this version of cvc5 has no kind {}", row.name),
            }),
        }
    }
    for op in theory::operators() {
        if ROWS.iter().all(|row| row.key != op.key) {
            holes.push(Hole {
                what: op.key.to_owned(),
                reason: "the wrapper of cvc5 has no row for it".to_owned(),
            });
        }
    }
    (table, holes)
}

/// How many operators have a kind with another number than in our declarations.
pub(crate) fn renumbered(kinds: &Kinds) -> usize {
    let differs = |row: &&Row| kinds.number(row.name).is_some_and(|number| number != row.declared);
    ROWS.iter().filter(differs).count()
}
