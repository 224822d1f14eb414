//! The operator table: the functions of Boolector that build each operator.

use std::sync::OnceLock;

use murxla_api::{CallSeed, Op, QuickMap, SolverError};
use murxla_native::{Slot, fold_arguments};

use crate::errors::{present, rejected};
use crate::ffi::functions::slot;
use crate::ffi::{BoolectorSort, Btor, Node, call};
use crate::handles::OwnedNode;

/// The node that a function built.
type Built = Result<Node, SolverError>;

/// What a function takes.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// One argument.
    Unary(fn(*mut Btor, Node) -> Built),
    /// Two arguments; more by folding.
    Binary(fn(*mut Btor, Node, Node) -> Built),
    /// Just three arguments.
    Ternary(fn(*mut Btor, Node, Node, Node) -> Built),
    /// One argument and an index.
    Index(fn(*mut Btor, Node, u32) -> Built),
    /// One argument and an index that counts: at least 1.
    Times(fn(*mut Btor, Node, u32) -> Built),
    /// One argument and two indices.
    Indices(fn(*mut Btor, Node, u32, u32) -> Built),
    /// A function and its arguments.
    Apply,
    /// A sort and an argument.
    ConstArray,
}

/// One function that builds an operator.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Where its address is, if the library has it.
    pub(crate) slot: &'static Slot,
    /// How to call it.
    form: Form,
}

/// An operator.
pub(crate) struct Row {
    /// Its key.
    pub(crate) key: &'static str,
    /// The functions that build it; each call picks one.
    pub(crate) ways: &'static [Way],
}

impl Row {
    /// Whether the library has a function for it.
    pub(crate) fn is_present(&self) -> bool {
        self.ways.iter().any(|way| way.slot.is_present())
    }
}

macro_rules! form {
    (Unary $name:ident) => {
        Form::Unary(|btor, a| present(call!($name(btor, a)), stringify!($name)))
    };
    (Binary $name:ident) => {
        Form::Binary(|btor, a, b| present(call!($name(btor, a, b)), stringify!($name)))
    };
    (Ternary $name:ident) => {
        Form::Ternary(|btor, a, b, c| present(call!($name(btor, a, b, c)), stringify!($name)))
    };
    (Index $name:ident) => {
        Form::Index(|btor, a, i| present(call!($name(btor, a, i)), stringify!($name)))
    };
    (Times $name:ident) => {
        Form::Times(|btor, a, i| present(call!($name(btor, a, i)), stringify!($name)))
    };
    (Indices $name:ident) => {
        Form::Indices(|btor, a, i, j| present(call!($name(btor, a, i, j)), stringify!($name)))
    };
    (Apply $name:ident) => {
        Form::Apply
    };
    (ConstArray $name:ident) => {
        Form::ConstArray
    };
}

/// `"KEY": Form function, Form function;`
macro_rules! rows {
    ($($key:literal: $($form:ident $name:ident),+;)*) => {
        &[$(Row {
            key: $key,
            ways: &[$(Way { slot: &slot::$name, form: form!($form $name) }),+],
        }),*]
    };
}

static ROWS: &[Row] = rows! {
    "OP_NOT": Unary boolector_not;
    "OP_AND": Binary boolector_and;
    "OP_OR": Binary boolector_or;
    "OP_XOR": Binary boolector_xor, Binary boolector_ne;
    "OP_IMPLIES": Binary boolector_implies;
    "OP_IFF": Binary boolector_iff, Binary boolector_eq, Binary boolector_xnor;
    "OP_EQUAL": Binary boolector_eq;
    "OP_DISTINCT": Binary boolector_ne;
    "OP_ITE": Ternary boolector_cond;

    "OP_BV_CONCAT": Binary boolector_concat;
    "OP_BV_NOT": Unary boolector_not;
    "OP_BV_NEG": Unary boolector_neg;
    "OP_BV_AND": Binary boolector_and;
    "OP_BV_OR": Binary boolector_or;
    "OP_BV_XOR": Binary boolector_xor;
    "OP_BV_NAND": Binary boolector_nand;
    "OP_BV_NOR": Binary boolector_nor;
    "OP_BV_XNOR": Binary boolector_xnor;
    "OP_BV_ADD": Binary boolector_add;
    "OP_BV_MULT": Binary boolector_mul;
    "OP_BV_SUB": Binary boolector_sub;
    "OP_BV_UDIV": Binary boolector_udiv;
    "OP_BV_UREM": Binary boolector_urem;
    "OP_BV_SDIV": Binary boolector_sdiv;
    "OP_BV_SREM": Binary boolector_srem;
    "OP_BV_SMOD": Binary boolector_smod;
    "OP_BV_SHL": Binary boolector_sll;
    "OP_BV_LSHR": Binary boolector_srl;
    "OP_BV_ASHR": Binary boolector_sra;
    "OP_BV_COMP": Binary boolector_eq;
    "OP_BV_ULT": Binary boolector_ult;
    "OP_BV_ULE": Binary boolector_ulte;
    "OP_BV_UGT": Binary boolector_ugt;
    "OP_BV_UGE": Binary boolector_ugte;
    "OP_BV_SLT": Binary boolector_slt;
    "OP_BV_SLE": Binary boolector_slte;
    "OP_BV_SGT": Binary boolector_sgt;
    "OP_BV_SGE": Binary boolector_sgte;
    "OP_BV_UADDO": Binary boolector_uaddo;
    "OP_BV_SADDO": Binary boolector_saddo;
    "OP_BV_UMULO": Binary boolector_umulo;
    "OP_BV_SMULO": Binary boolector_smulo;
    "OP_BV_USUBO": Binary boolector_usubo;
    "OP_BV_SSUBO": Binary boolector_ssubo;
    "OP_BV_SDIVO": Binary boolector_sdivo;
    "OP_BV_EXTRACT": Indices boolector_slice;
    // The number of copies divides without a look at it.
    "OP_BV_REPEAT": Times boolector_repeat;
    "OP_BV_ZERO_EXTEND": Index boolector_uext;
    "OP_BV_SIGN_EXTEND": Index boolector_sext;
    "OP_BV_ROTATE_LEFT": Index boolector_roli;
    "OP_BV_ROTATE_RIGHT": Index boolector_rori;
    "OP_BV_REDAND": Unary boolector_redand;
    "OP_BV_REDOR": Unary boolector_redor;

    "OP_ARRAY_SELECT": Binary boolector_read;
    "OP_ARRAY_STORE": Ternary boolector_write;
    "OP_CONST_ARRAY": ConstArray boolector_const_array;

    "OP_UF_APPLY": Apply boolector_apply;

    "btor-OP_DEC": Unary boolector_dec;
    "btor-OP_INC": Unary boolector_inc;
    "btor-OP_REDAND": Unary boolector_redand;
    "btor-OP_REDOR": Unary boolector_redor;
    "btor-OP_REDXOR": Unary boolector_redxor;
    "btor-OP_ROL": Binary boolector_rol;
    "btor-OP_ROR": Binary boolector_ror;
    "btor-OP_UADDO": Binary boolector_uaddo;
    "btor-OP_UMULO": Binary boolector_umulo;
    "btor-OP_USUBO": Binary boolector_usubo;
    "btor-OP_SADDO": Binary boolector_saddo;
    "btor-OP_SDIVO": Binary boolector_sdivo;
    "btor-OP_SMULO": Binary boolector_smulo;
    "btor-OP_SSUBO": Binary boolector_ssubo;
};

/// The row of an operator.
pub(crate) fn row_of(key: &str) -> Option<&'static Row> {
    static BY_KEY: OnceLock<QuickMap<&'static str, &'static Row>> = OnceLock::new();
    BY_KEY.get_or_init(|| ROWS.iter().map(|row| (row.key, row)).collect()).get(key).copied()
}

/// An application in native terms.
pub(crate) struct NativeCall<'a> {
    pub(crate) op: &'static Op,
    pub(crate) sorts: &'a [BoolectorSort],
    pub(crate) names: &'a [&'a str],
    pub(crate) indices: &'a [u32],
    pub(crate) args: &'a [Node],
}

impl NativeCall<'_> {
    /// Builds it.
    pub(crate) fn build(
        &self,
        btor: *mut Btor,
        seed: &mut CallSeed,
    ) -> Result<OwnedNode, SolverError> {
        let key = self.op.key;
        let Some(row) = row_of(key).filter(|row| row.is_present()) else {
            return Err(SolverError::Unsupported(format!("Boolector has no operator {key}")));
        };
        let ways: Vec<&Way> = row.ways.iter().filter(|way| way.slot.is_present()).collect();
        let way = ways[seed.pick(ways.len())];
        let takes_sorts = matches!(way.form, Form::ConstArray);
        if (!self.sorts.is_empty() && !takes_sorts) || !self.names.is_empty() {
            return rejected(format!("{key} takes neither sorts nor names"));
        }
        let node = match (way.form, self.args, self.indices) {
            (Form::Unary(function), [a], []) => function(btor, *a)?,
            (Form::Binary(function), [a, b], []) => function(btor, *a, *b)?,
            (Form::Binary(function), args, []) if args.len() > 2 => {
                return self.fold(btor, function);
            }
            (Form::Ternary(function), [a, b, c], []) => function(btor, *a, *b, *c)?,
            (Form::Times(_), _, [0]) => {
                return rejected(format!("{key} takes an index of at least 1"));
            }
            (Form::Index(function) | Form::Times(function), [a], [index]) => {
                function(btor, *a, *index)?
            }
            (Form::Indices(function), [a], [upper, lower]) => function(btor, *a, *upper, *lower)?,
            (Form::Apply, [function, args @ ..], []) => {
                let (count, first, function) = (args.len() as u32, args.as_ptr(), *function);
                let node = call!(boolector_apply(btor, first.cast_mut(), count, function));
                present(node, "boolector_apply")?
            }
            (Form::ConstArray, [element], []) => {
                let [sort] = self.sorts else { return rejected(format!("{key} takes one sort")) };
                let node = call!(boolector_const_array(btor, *sort, *element));
                present(node, "boolector_const_array")?
            }
            (_, args, indices) => {
                return rejected(format!(
                    "{key} does not take {} arguments and {} indices",
                    args.len(),
                    indices.len()
                ));
            }
        };
        Ok(OwnedNode::new(btor, node))
    }

    /// An application of a function of two arguments to more.
    fn fold(
        &self,
        btor: *mut Btor,
        function: fn(*mut Btor, Node, Node) -> Built,
    ) -> Result<OwnedNode, SolverError> {
        if self.op.arity() != (2, None) {
            return rejected(format!("{} takes two arguments", self.op.key));
        }
        // What is built on the way, released in the end.
        let made = std::cell::RefCell::new(Vec::new());
        let keep = |node: Node| {
            made.borrow_mut().push(OwnedNode::new(btor, node));
            node
        };
        let conjunction = |parts: &[Node]| {
            let [first, rest @ ..] = parts else { return rejected("no parts") };
            let and = |all: Node, part: &Node| {
                present(call!(boolector_and(btor, all, *part)), "boolector_and").map(keep)
            };
            rest.iter().try_fold(*first, and)
        };
        let binary = |a, b| function(btor, a, b).map(keep);
        let folded = fold_arguments(self.op.fold, self.args, binary, conjunction)?;
        let Some(node) = folded else { return rejected("no arguments") };
        let copy = present(call!(boolector_copy(btor, node)), "boolector_copy")?;
        Ok(OwnedNode::new(btor, copy))
    }
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
