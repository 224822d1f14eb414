//! Finds the operator rows that a symbol can mean.

use std::rc::Rc;

use murxla_api::{Op, theory};

use crate::smt::texts::TextId;

/// Operators by the number of their symbol's text.
pub(super) struct Rows<'a> {
    own: &'a [&'static Op],
    known: Vec<Option<Rc<[&'static Op]>>>,
    pub(super) apply: &'static Op,
    /// The operator that makes an array of a function.
    pub(super) as_array: Option<&'static Op>,
}

/// A row of the base tables by its key.
pub(super) fn operator(key: &'static str) -> &'static Op {
    match theory::operator(key) {
        Some(op) => op,
        None => unreachable!("the tables have a row {key}"),
    }
}

impl<'a> Rows<'a> {
    pub(super) fn new(own: &'a [&'static Op], texts: usize) -> Rows<'a> {
        let as_array = own.iter().copied().find(|op| op.symbol == "as-array");
        Rows { own, known: vec![None; texts], apply: operator("OP_UF_APPLY"), as_array }
    }

    /// The operators with this symbol: those of the theories, then those of the solver.
    pub(super) fn with_symbol(&mut self, id: TextId, symbol: &str) -> Rc<[&'static Op]> {
        let own = self.own;
        let known = self.known[id.index()].get_or_insert_with(|| {
            let base = theory::with_symbol(symbol).iter().copied();
            // The standard has one equality, and so has every solver.
            let base = base.filter(|op| op.key != "OP_IFF");
            base.chain(own.iter().copied().filter(|op| op.symbol == symbol)).collect()
        });
        Rc::clone(known)
    }
}
