//! What terms are made of, as the truthful mock remembers it.

use std::sync::Arc;

use murxla_api::meaning::{Datum, Unknown};
use murxla_api::{Binder, Op, Sort};

/// A node, by its number. What a node is made of has smaller numbers, but for functions that call themselves.
pub(super) type NodeId = usize;

/// A term: its sort and what it is.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) sort: Sort,
    pub(super) shape: Shape,
    /// Whether a variable occurs in it, be it bound or not.
    pub(super) has_variables: bool,
}

/// What a term is.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A value.
    Value(Result<Datum, Unknown>),
    /// A constant or a function that may be anything.
    Symbol,
    Variable,
    Apply(Application),
    Bind {
        binder: Binder,
        vars: Vec<NodeId>,
        bodies: Vec<NodeId>,
    },
    Let {
        vars: Vec<NodeId>,
        values: Vec<NodeId>,
        body: NodeId,
    },
    /// A function or constant that is its body.
    Defined {
        vars: Vec<NodeId>,
        body: NodeId,
    },
    /// A function that may call itself and is not defined yet.
    Undefined,
    /// What nobody can tell.
    Nobody,
}

/// An operator with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Application {
    pub(super) op: &'static Op,
    pub(super) sorts: Vec<Sort>,
    pub(super) names: Vec<Arc<str>>,
    pub(super) indices: Vec<u32>,
    pub(super) args: Vec<NodeId>,
}

impl Shape {
    /// The nodes of which it is made; not the body of a function that calls itself.
    pub(super) fn parts(&self) -> Vec<NodeId> {
        match self {
            Shape::Apply(application) => application.args.clone(),
            Shape::Bind { vars, bodies, .. } => [vars.as_slice(), bodies].concat(),
            Shape::Let { vars, values, body } => {
                [vars.as_slice(), values, std::slice::from_ref(body)].concat()
            }
            Shape::Defined { vars, body } => [vars.as_slice(), std::slice::from_ref(body)].concat(),
            Shape::Value(_)
            | Shape::Symbol
            | Shape::Variable
            | Shape::Undefined
            | Shape::Nobody => Vec::new(),
        }
    }
}
