//! The value of a term under values of the symbols, by the meanings of the operators.

use std::collections::{BTreeMap, HashMap};

use murxla_api::meaning::finite::{self, Size};
use murxla_api::meaning::table::key;
use murxla_api::meaning::{Arg, Call, Datum, NothingKnown, Table, Unknown, apply};
use murxla_api::{Binder, Sort};

use super::lie::{Lie, Place};
use super::node::{Application, Node, NodeId, Shape};

pub(super) type Known = Result<Datum, Unknown>;

/// Values of symbols.
pub(super) type Values = BTreeMap<NodeId, Datum>;

/// So deep are terms looked at.
const DEEPEST: u32 = 300;

/// So many values of bound variables are tried.
const MOST_BOUND: u64 = 1 << 8;

/// An evaluation under one assignment.
pub(super) struct Evaluation<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) values: &'a Values,
    /// The operator that is understood wrongly, if one is at this place.
    pub(super) lie: Option<Lie>,
    pub(super) place: Place,
    /// Values of terms without variables.
    known: HashMap<NodeId, Known>,
    /// How many terms may still be looked at.
    pub(super) budget: u64,
}

/// Variables with their values, the innermost first.
struct Scope<'s> {
    vars: &'s [NodeId],
    values: Vec<Known>,
    around: Option<&'s Scope<'s>>,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        nodes: &'a [Node],
        values: &'a Values,
        lie: Option<Lie>,
        place: Place,
        budget: u64,
    ) -> Evaluation<'a> {
        Evaluation { nodes, values, lie, place, known: HashMap::new(), budget }
    }

    /// The value of a term.
    pub(super) fn value(&mut self, id: NodeId) -> Known {
        self.look(id, None, 0)
    }

    fn look(&mut self, id: NodeId, scope: Option<&Scope<'_>>, depth: u32) -> Known {
        let nodes = self.nodes;
        let node = &nodes[id];
        let global = !node.has_variables;
        if global && let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        if self.budget == 0 || depth > DEEPEST {
            return Err(Unknown::TooLarge("the number of steps that its evaluation takes"));
        }
        self.budget -= 1;
        let known = self.look_anew(id, node, scope, depth + 1);
        if global {
            self.known.insert(id, known.clone());
        }
        known
    }

    fn look_anew(
        &mut self,
        id: NodeId,
        node: &'a Node,
        scope: Option<&Scope<'_>>,
        depth: u32,
    ) -> Known {
        match &node.shape {
            Shape::Value(known) => known.clone(),
            Shape::Symbol => match self.values.get(&id) {
                Some(value) => Ok(value.clone()),
                None => first_value(&node.sort)
                    .ok_or_else(|| Unknown::cannot_tell("a symbol without value")),
            },
            Shape::Variable => {
                let mut next = scope;
                while let Some(scope) = next {
                    if let Some(place) = scope.vars.iter().position(|var| *var == id) {
                        return scope.values[place].clone();
                    }
                    next = scope.around;
                }
                Err(Unknown::cannot_tell("a free variable"))
            }
            Shape::Nobody | Shape::Undefined => Err(Unknown::cannot_tell("nobody knows it")),
            Shape::Let { vars, values, body } => {
                let mut known: Vec<Known> =
                    values.iter().map(|value| self.look(*value, scope, depth)).collect();
                if self.lie == Some(Lie::LetUsesFirstValue) {
                    known = let_by_first(&known, vars, self.nodes);
                }
                let inner = Scope { vars, values: known, around: scope };
                self.look(*body, Some(&inner), depth)
            }
            Shape::Defined { vars, body } if vars.is_empty() => self.look(*body, None, depth),
            Shape::Defined { vars, body } => {
                self.bound(Binder::Lambda, vars, *body, None, &node.sort, depth)
            }
            Shape::Bind { binder, vars, bodies } => match bodies.as_slice() {
                [body] => self.bound(*binder, vars, *body, scope, &node.sort, depth),
                _ => Err(Unknown::cannot_tell("the value of a comprehension")),
            },
            Shape::Apply(application) => self.application(application, node, scope, depth),
        }
    }

    fn application(
        &mut self,
        application: &'a Application,
        node: &'a Node,
        scope: Option<&Scope<'_>>,
        depth: u32,
    ) -> Known {
        let args = &application.args;
        match application.op.key {
            "OP_ITE" => {
                if let Ok(Datum::Bool(condition)) = self.look(args[0], scope, depth) {
                    return self.look(args[if condition { 1 } else { 2 }], scope, depth);
                }
            }
            key @ ("OP_AND" | "OP_OR") => {
                for arg in args {
                    let decides = Ok(Datum::Bool(key == "OP_OR"));
                    if self.look(*arg, scope, depth) == decides {
                        return decides;
                    }
                }
            }
            "OP_UF_APPLY" => {
                if let Shape::Defined { vars, body } = &self.nodes[args[0]].shape
                    && vars.len() == args.len() - 1
                {
                    let mut values: Vec<Known> =
                        args[1..].iter().map(|arg| self.look(*arg, scope, depth)).collect();
                    if self.lie == Some(Lie::DefinitionUsesFirstArgument) {
                        values = let_by_first(&values, vars, self.nodes);
                    }
                    let inner = Scope { vars, values, around: None };
                    return self.look(*body, Some(&inner), depth);
                }
            }
            "OP_DT_MATCH" => return Err(Unknown::cannot_tell("the value of a match")),
            _ => {}
        }
        let known: Vec<Known> = args.iter().map(|arg| self.look(*arg, scope, depth)).collect();
        let given: Vec<Arg<'_>> = known.iter().map(Result::as_ref).collect();
        let call = Call {
            op: application.op,
            sorts: &application.sorts,
            names: &application.names,
            indices: &application.indices,
            result: &node.sort,
        };
        let right = apply(&call, &given, &NothingKnown)?;
        let Some(lie) = self.lie else { return Ok(right) };
        let values: Option<Vec<&Datum>> = known.iter().map(|one| one.as_ref().ok()).collect();
        Ok(match values {
            Some(values) => lie.twisted(self.place, &call, &values, right),
            None => right,
        })
    }

    fn bound(
        &mut self,
        mut binder: Binder,
        vars: &[NodeId],
        body: NodeId,
        scope: Option<&Scope<'_>>,
        sort: &Sort,
        depth: u32,
    ) -> Known {
        let mut sizes = Vec::with_capacity(vars.len());
        let mut total = 1u64;
        for var in vars {
            let Size::Finite(size) = finite::size(&self.nodes[*var].sort) else {
                return Err(Unknown::cannot_tell("a binder over an infinite sort"));
            };
            sizes.push(size);
            total = total.saturating_mul(size);
        }
        if total > MOST_BOUND || matches!(binder, Binder::Witness | Binder::Comprehension) {
            return Err(Unknown::TooLarge("a binder"));
        }
        match self.lie {
            Some(Lie::QuantifierIsItsBody) if binder != Binder::Lambda => total = 1,
            Some(Lie::ExistsIsForall) if binder == Binder::Exists => binder = Binder::Forall,
            Some(Lie::ForallForgetsLastValue) if binder == Binder::Forall => {
                total = (total - 1).max(1);
            }
            _ => {}
        }
        let mut unknown = None;
        let mut entries = Vec::new();
        for number in 0..total {
            let mut rest = number;
            let mut values = Vec::with_capacity(vars.len());
            for (var, size) in vars.iter().zip(&sizes) {
                let value = finite::nth(&self.nodes[*var].sort, rest % size);
                values.push(value.ok_or_else(|| Unknown::cannot_tell("a value of a finite sort")));
                rest /= size;
            }
            let inner = Scope { vars, values, around: scope };
            let result = self.look(body, Some(&inner), depth);
            match (binder, result) {
                (Binder::Forall, Ok(Datum::Bool(false))) => return Ok(Datum::Bool(false)),
                (Binder::Exists, Ok(Datum::Bool(true))) => return Ok(Datum::Bool(true)),
                (Binder::Lambda, Ok(value)) => {
                    let args: Option<Vec<&Datum>> =
                        inner.values.iter().map(|one| one.as_ref().ok()).collect();
                    entries.push((key(&args.unwrap_or_default()), value));
                }
                (_, Ok(_)) => {}
                (_, Err(why)) => unknown = Some(why),
            }
        }
        if let Some(unknown) = unknown {
            return Err(unknown);
        }
        if binder != Binder::Lambda {
            return Ok(Datum::Bool(binder == Binder::Forall));
        }
        let Some((_, default)) = entries.first().cloned() else {
            return Err(Unknown::cannot_tell("a function on nothing"));
        };
        Ok(Datum::Function(Table::new(sort.clone(), default, entries)?.into()))
    }
}

/// All variables of the first one's sort get the first value.
fn let_by_first(values: &[Known], vars: &[NodeId], nodes: &[Node]) -> Vec<Known> {
    let first = vars.first().map(|var| &nodes[*var].sort);
    let same = |var: &NodeId| first == Some(&nodes[*var].sort);
    let pairs = values.iter().zip(vars);
    pairs.map(|(value, var)| if same(var) { values[0].clone() } else { value.clone() }).collect()
}

/// Some value of a sort.
pub(super) fn first_value(sort: &Sort) -> Option<Datum> {
    use murxla_api::SortShape as S;
    match sort.shape() {
        S::Int => Some(Datum::Int(0)),
        S::Real => Some(Datum::Real(0, 1)),
        S::BitVec(width) => Some(Datum::wide_bits(*width, 0u32.into())),
        S::String => Some(Datum::String([].into())),
        S::Seq(_) => Some(Datum::Seq([].into())),
        S::Set(_) => Some(Datum::Set([].into())),
        S::Bag(_) => Some(Datum::Bag([].into())),
        S::Uninterpreted(_) => Some(Datum::element(sort.clone(), "@0")),
        S::Array(_, value) => {
            let table = Table::new(sort.clone(), first_value(value)?, []).ok()?;
            Some(Datum::Array(table.into()))
        }
        S::Fun(_, value) => {
            let table = Table::new(sort.clone(), first_value(value)?, []).ok()?;
            Some(Datum::Function(table.into()))
        }
        _ => finite::nth(sort, 0),
    }
}
