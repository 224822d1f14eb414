//! Substitution of terms for variables.

use std::collections::HashMap;

use murxla_api::TypeError;
use thiserror::Error;

use super::graph::BindError;
use super::{Graph, Head, Node, Opaque, Term, Variable};

/// Why a substitution is impossible: a term has another sort than its variable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubstituteError {
    /// An application has no sort any more.
    #[error(transparent)]
    Apply(#[from] TypeError),
    /// A binder has no sort any more.
    #[error(transparent)]
    Bind(#[from] BindError),
}

/// Variables with what they stand for inside of one binder, and what holds around it.
struct Layer {
    around: Option<usize>,
    map: HashMap<Variable, Term>,
}

/// What is still to be done: look at a term, or build it of parts that are done.
enum Task {
    Look(Term, usize),
    Build(Term, usize, usize),
}

impl Graph {
    /// The term with these terms for its free variables, all at once. Variables that are bound in what changes get new
    /// variables of the same names: so nothing is captured, and a variable is bound at one place.
    pub fn substitute(
        &mut self,
        term: Term,
        map: &[(Variable, Term)],
    ) -> Result<Term, SubstituteError> {
        let mut work = Substitution {
            layers: vec![Layer { around: None, map: map.iter().copied().collect() }],
            done: HashMap::new(),
            touched: self.holding(term, map),
        };
        let mut tasks = vec![Task::Look(term, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Look(term, layer) if work.done.contains_key(&(term, layer)) => {}
                Task::Look(term, layer) => work.look(self, term, layer, &mut tasks),
                Task::Build(term, outer, inner) => {
                    let built = work.build(self, term, inner)?;
                    work.done.insert((term, outer), built);
                }
            }
        }
        Ok(work.done.get(&(term, 0)).copied().unwrap_or(term))
    }

    /// Which terms hold one of these variables.
    fn holding(&self, term: Term, map: &[(Variable, Term)]) -> HashMap<Term, bool> {
        let variables: Vec<Variable> = map.iter().map(|(variable, _)| *variable).collect();
        let mut holding = HashMap::new();
        let mut open = vec![(term, false)];
        while let Some((term, ready)) = open.pop() {
            if ready {
                let mut holds =
                    matches!(self.node(term), Node::Variable(one) if variables.contains(&one));
                self.visit_children(term, |child| {
                    holds |= holding.get(&child).copied().unwrap_or(false);
                });
                holding.insert(term, holds);
            } else if !holding.contains_key(&term) {
                open.push((term, true));
                self.visit_children(term, |child| open.push((child, false)));
            }
        }
        holding
    }
}

struct Substitution {
    layers: Vec<Layer>,
    done: HashMap<(Term, usize), Term>,
    /// Terms of the original that hold a variable of the map.
    touched: HashMap<Term, bool>,
}

impl Substitution {
    fn find(&self, variable: Variable, layer: usize) -> Option<Term> {
        let mut layer = Some(layer);
        while let Some(number) = layer {
            if let Some(term) = self.layers[number].map.get(&variable) {
                return Some(*term);
            }
            layer = self.layers[number].around;
        }
        None
    }

    fn look(&mut self, graph: &mut Graph, term: Term, layer: usize, tasks: &mut Vec<Task>) {
        let unchanged = layer == 0 && !self.touched.get(&term).copied().unwrap_or(true);
        if unchanged {
            self.done.insert((term, layer), term);
            return;
        }
        let bound = bound_variables(graph, term);
        let inner = if bound.is_empty() {
            layer
        } else {
            let mut map = HashMap::new();
            for variable in bound {
                let definition = graph.variable(variable).clone();
                let fresh = graph.add_variable(&definition.name, definition.sort);
                map.insert(variable, graph.variable_term(fresh));
            }
            self.layers.push(Layer { around: Some(layer), map });
            self.layers.len() - 1
        };
        match graph.node(term) {
            Node::Variable(variable) => {
                let found = self.find(variable, layer).unwrap_or(term);
                self.done.insert((term, layer), found);
            }
            Node::Constant(_) | Node::Value(_) => {
                self.done.insert((term, layer), term);
            }
            _ => {
                tasks.push(Task::Build(term, layer, inner));
                graph.visit_children(term, |child| tasks.push(Task::Look(child, inner)));
            }
        }
    }

    fn build(&self, graph: &mut Graph, term: Term, inner: usize) -> Result<Term, SubstituteError> {
        let part = |part: Term| self.done.get(&(part, inner)).copied().unwrap_or(part);
        rebuilt(graph, term, part, |graph, variable| {
            match self.find(variable, inner).map(|term| graph.node(term)) {
                Some(Node::Variable(fresh)) => fresh,
                _ => variable,
            }
        })
    }
}

/// The term of other parts; a binder with other variables.
pub(super) fn rebuilt(
    graph: &mut Graph,
    term: Term,
    part: impl Fn(Term) -> Term,
    bound: impl Fn(&Graph, Variable) -> Variable,
) -> Result<Term, SubstituteError> {
    let parts = |list: &[Term]| -> Vec<Term> { list.iter().map(|one| part(*one)).collect() };
    match graph.node(term) {
        Node::Apply { head, args } => {
            let (head, args): (Head, Vec<Term>) = (head.clone(), parts(args));
            Ok(graph.apply_head(head, &args)?)
        }
        Node::Annotated { term, attributes } => {
            let (term, attributes) = (part(term), attributes.to_vec());
            Ok(graph.annotate(term, attributes))
        }
        Node::Bind { binder, variables, patterns, bodies } => {
            let variables: Vec<Variable> =
                variables.iter().map(|variable| bound(graph, *variable)).collect();
            let patterns = patterns.iter().map(|list| parts(list)).collect();
            let bodies = parts(bodies);
            Ok(graph.bind(binder, &variables, patterns, &bodies)?)
        }
        Node::Opaque(opaque) => {
            let opaque = Opaque { parts: parts(&opaque.parts).into(), ..opaque.clone() };
            let sort = graph.sort(term).clone();
            Ok(graph.opaque(opaque, sort))
        }
        Node::Constant(_) | Node::Variable(_) | Node::Value(_) => Ok(term),
    }
}

/// The variables that a term binds: a binder, or a case of a `match`.
pub(super) fn bound_variables(graph: &Graph, term: Term) -> Vec<Variable> {
    match graph.node(term) {
        Node::Bind { variables, .. } => variables.to_vec(),
        Node::Apply { head, args: [variables @ .., _] }
            if head.op().key == "OP_DT_MATCH_BIND_CASE" =>
        {
            let variables = variables.iter().filter_map(|term| match graph.node(*term) {
                Node::Variable(variable) => Some(variable),
                _ => None,
            });
            variables.collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::smtlib::STANDARD;
    use murxla_api::{Binder, Sort, theory};

    use super::*;
    use crate::smt::{Command, Script, print};

    #[test]
    fn nothing_is_captured() {
        let mut graph = Graph::new();
        let (x, y) = (graph.add_variable("x", Sort::bool()), graph.add_variable("y", Sort::bool()));
        let (tx, ty) = (graph.variable_term(x), graph.variable_term(y));
        let and = theory::operator("OP_AND").unwrap();
        let both = graph.apply(and, &[tx, ty]).unwrap();
        let exists = graph.bind(Binder::Exists, &[y], Vec::new(), &[both]).unwrap();
        let outer = graph.apply(and, &[exists, ty]).unwrap();
        // x ↦ y, and y ↦ x at the same time.
        let term = graph.substitute(outer, &[(x, ty), (y, tx)]).unwrap();
        let script = Script { graph, commands: vec![Command::Assert(term)] };
        let text = print(&script, &STANDARD).unwrap();
        assert_eq!(text, "(assert (and (exists ((y Bool)) (and y y)) x))\n");
    }
}
