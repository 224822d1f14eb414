//! Simplified terms of the truthful mock: closed parts become values.

use murxla_api::meaning::Datum;
use murxla_api::{Sort, SortShape};

use super::evaluate::Evaluation;
use super::lie::{Lie, Place};
use super::node::{NodeId, Shape};
use super::{TruthfulSolver, Values};

/// So many terms are looked at.
const BUDGET: u64 = 10_000;

impl TruthfulSolver {
    /// A node that means the same.
    pub(super) fn simplified(&mut self, node: NodeId) -> NodeId {
        if let Some(wrong) = self.wrongly_simplified(node) {
            return wrong;
        }
        let node = self.folded(node);
        let Shape::Apply(application) = self.nodes[node].shape.clone() else { return node };
        let mut simpler = application;
        for place in 0..simpler.args.len() {
            simpler.args[place] = self.folded(simpler.args[place]);
        }
        let sort = self.nodes[node].sort.clone();
        self.add_node(sort, Shape::Apply(simpler))
    }

    /// The value, if it depends on nothing.
    fn folded(&mut self, node: NodeId) -> NodeId {
        if !self.is_closed(node) {
            return node;
        }
        let sort = self.nodes[node].sort.clone();
        let none = Values::new();
        let value = Evaluation::new(&self.nodes, &none, self.lie, Place::Check, BUDGET).value(node);
        let Ok(mut value) = value else { return node };
        if let (Some(Lie::SimplifyClosed), SortShape::BitVec(width)) = (self.lie, sort.shape()) {
            value = Datum::wide_bits(*width, 0u32.into());
        }
        self.add_node(sort, Shape::Value(Ok(value)))
    }

    fn is_closed(&self, node: NodeId) -> bool {
        let mut open = vec![node];
        let mut seen = std::collections::BTreeSet::new();
        while let Some(one) = open.pop() {
            if matches!(
                self.nodes[one].shape,
                Shape::Symbol | Shape::Variable | Shape::Nobody | Shape::Undefined
            ) {
                return false;
            }
            if seen.insert(one) {
                open.extend(self.nodes[one].shape.parts());
            }
        }
        !matches!(self.nodes[node].shape, Shape::Value(_))
    }

    fn wrongly_simplified(&mut self, node: NodeId) -> Option<NodeId> {
        let Shape::Apply(application) = &self.nodes[node].shape else { return None };
        match (self.lie?, application.op.key, application.args.as_slice()) {
            (Lie::Simplify("OP_ITE"), "OP_ITE", [.., last]) => Some(*last),
            (Lie::Simplify(wanted), key, [first, ..]) if wanted == key && wanted != "OP_ITE" => {
                Some(*first)
            }
            (Lie::SimplifyWithOption, "OP_BV_SUB", [first, ..]) if self.eager => Some(*first),
            (Lie::SimplifySort, _, _) if self.nodes[node].sort == Sort::bool() => {
                Some(self.add_node(Sort::int(), Shape::Value(Ok(Datum::Int(0)))))
            }
            _ => None,
        }
    }
}
