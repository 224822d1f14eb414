//! The formulas that a script asserts when it is checked.

use std::cell::OnceCell;

use murxla_api::{ActionKind, Datatype, Effects, Literal};

use crate::reduce::TraceCandidate;
use crate::smt::{Definition, FromCalls, Graph, Node, Symbol, Term, Variable};

/// The formulas of the one check of a script.
#[derive(Clone, Debug)]
pub(super) struct Formulas {
    questions: FromCalls,
    /// What is asserted, in this order.
    pub(super) asserted: Vec<Term>,
    /// The recursive functions that are defined when it is checked.
    pub(super) recursive: Vec<Symbol>,
    /// The free variables of each term.
    free: OnceCell<Vec<Box<[Variable]>>>,
}

/// What a symbol of a script is.
#[derive(Clone, Copy)]
pub(super) enum Meaning<'a> {
    /// It may be anything.
    Constant,
    /// A function that may call itself.
    Recursive,
    /// What its definition says.
    Defined(&'a Definition),
}

/// After such calls a check asks something else than all that is asserted in the script.
const OTHER_QUESTIONS: Effects = Effects::OPENS_LEVELS
    .and(Effects::CLOSES_LEVELS)
    .and(Effects::FORGETS_ASSERTIONS)
    .and(Effects::FORGETS_ALL)
    .and(Effects::ASSUMES);

impl Formulas {
    /// The formulas of a candidate; `None` if it does anything but assert and check once.
    pub(super) fn of(candidate: &TraceCandidate) -> Option<Formulas> {
        let mut questions = FromCalls::default();
        let mut recursive = Vec::new();
        for (at, call) in candidate.calls.iter().enumerate() {
            match call.action.kind() {
                ActionKind::New if at == 0 => {}
                ActionKind::Own => return None,
                ActionKind::CheckSat => {
                    let symbols = questions.recursive().iter().copied();
                    recursive =
                        symbols.filter(|one| questions.definition(*one).is_some()).collect();
                }
                // The end of the instance ends all that could be asked.
                ActionKind::Delete => break,
                _ if call.effects(candidate.target.own()).any(OTHER_QUESTIONS) => return None,
                _ => {}
            }
            questions.add_done(call, candidate.target.own());
        }
        let [check] = questions.checks() else { return None };
        let mut asserted: Vec<Term> = questions.asserted_at(check).map(|one| one.term).collect();
        asserted.reverse();
        Some(Formulas { questions, asserted, recursive, free: OnceCell::new() })
    }

    pub(super) fn graph(&self) -> &Graph {
        self.questions.graph()
    }

    /// Declarations of datatypes.
    pub(super) fn datatypes(&self) -> &[Vec<Datatype>] {
        self.questions.datatypes()
    }

    pub(super) fn meaning(&self, symbol: Symbol) -> Meaning<'_> {
        match self.questions.definition(symbol) {
            _ if self.questions.recursive().contains(&symbol) => Meaning::Recursive,
            Some(definition) => Meaning::Defined(definition),
            None => Meaning::Constant,
        }
    }

    pub(super) fn definition(&self, symbol: Symbol) -> Option<&Definition> {
        self.questions.definition(symbol)
    }

    /// The constant that a term is, if it is one that may be anything.
    pub(super) fn constant(&self, term: Term) -> Option<Symbol> {
        match self.graph().node(term) {
            Node::Constant(symbol) => {
                matches!(self.meaning(symbol), Meaning::Constant).then_some(symbol)
            }
            _ => None,
        }
    }

    /// Whether a term is this truth value.
    pub(super) fn is_truth(&self, term: Term, value: bool) -> bool {
        matches!(self.graph().node(term), Node::Value(Literal::Bool(one)) if *one == value)
    }

    /// The arguments of a term, if it is an application of this operator.
    pub(super) fn arguments(&self, term: Term, operator: &str) -> Option<&[Term]> {
        match self.graph().node(term) {
            Node::Apply { head, args } if head.op().key == operator => Some(args),
            _ => None,
        }
    }

    /// Whether a term has no free variables.
    pub(super) fn is_closed(&self, term: Term) -> bool {
        let free = self.free.get_or_init(|| free_variables(self.graph()));
        free.get(term.index()).is_none_or(|variables| variables.is_empty())
    }
}

/// The variables that a term binds in its last parts.
pub(super) fn bound_by(graph: &Graph, term: Term) -> Vec<Variable> {
    match graph.node(term) {
        Node::Bind { variables, .. } => variables.to_vec(),
        Node::Apply { head, args: [variables @ .., _] }
            if head.op().key == "OP_DT_MATCH_BIND_CASE" =>
        {
            let variable = |term: &Term| match graph.node(*term) {
                Node::Variable(variable) => Some(variable),
                _ => None,
            };
            variables.iter().filter_map(variable).collect()
        }
        _ => Vec::new(),
    }
}

/// The free variables of all terms; what a term is made of comes before it.
fn free_variables(graph: &Graph) -> Vec<Box<[Variable]>> {
    let mut free: Vec<Box<[Variable]>> = Vec::with_capacity(graph.len());
    for term in graph.terms() {
        let mut variables: Vec<Variable> = match graph.node(term) {
            Node::Variable(variable) => vec![variable],
            _ => Vec::new(),
        };
        graph.visit_children(term, |child| variables.extend_from_slice(&free[child.index()]));
        if !variables.is_empty() {
            let bound = bound_by(graph, term);
            variables.retain(|variable| !bound.contains(variable));
            variables.sort_unstable();
            variables.dedup();
        }
        free.push(variables.into());
    }
    free
}
