//! Values of terms in the model of the truthful mock.

use murxla_api::meaning::{Datum, Table};
use murxla_api::{Sort, TermId, Value};

use super::evaluate::Evaluation;
use super::lie::{Lie, Place};
use super::node::Shape;
use super::{TruthfulSolver, Values, twist};

/// So many terms are looked at for one value.
const BUDGET: u64 = 100_000;

impl TruthfulSolver {
    /// The values of terms; what cannot be told has one that says so.
    pub(super) fn values(&self, terms: &[TermId]) -> Vec<Value> {
        let none = Values::new();
        let model = self.model.as_ref().unwrap_or(&none);
        let mut evaluation = Evaluation::new(&self.nodes, model, self.lie, Place::Model, BUDGET);
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            let node = self.node(*term);
            let sort = &self.nodes[node].sort;
            let known = evaluation.value(node).ok();
            let told = known.map(|value| self.told(&self.nodes[node].shape, value));
            let value = told.and_then(|value| value.to_value(sort));
            values.push(value.unwrap_or_else(|| Value::Opaque(sort.clone(), "?".to_owned())));
        }
        let sorts: Vec<&Sort> =
            terms.iter().map(|term| &self.nodes[self.node(*term)].sort).collect();
        if self.lies(Lie::ValuesRotated) && sorts.windows(2).all(|two| two[0] == two[1]) {
            values.rotate_left(1.min(terms.len()));
        }
        values
    }

    /// The value as it is told.
    fn told(&self, shape: &Shape, value: Datum) -> Datum {
        let told = match (self.lie, shape, &value) {
            (Some(Lie::ConstantOneOff), Shape::Symbol, Datum::BitVec(..)) => twist::next(&value),
            (Some(Lie::FormulaFalse), Shape::Apply(_), Datum::Bool(true)) => {
                Some(Datum::Bool(false))
            }
            (Some(Lie::TableLosesEntry), Shape::Symbol, Datum::Function(table)) => {
                let fewer = table.entries().split_last().map_or(&[][..], |(_, rest)| rest);
                let entries = fewer.iter().cloned();
                let table = Table::new(table.sort().clone(), table.default().clone(), entries);
                table.ok().map(|table| Datum::Function(table.into()))
            }
            (Some(Lie::ArrayDefault), Shape::Symbol, Datum::Array(table)) => {
                let default = twist::next(table.default());
                let entries = table.entries().iter().cloned();
                let table =
                    default.and_then(|one| Table::new(table.sort().clone(), one, entries).ok());
                table.map(|table| Datum::Array(table.into()))
            }
            _ => None,
        };
        told.unwrap_or(value)
    }
}
