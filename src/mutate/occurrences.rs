//! Occurrences: the places in formulas at which a term stands, and what takes its place there.
//!
//! A graph holds equal terms once, so an occurrence is a way from a root down to a term. One is drawn among all of them, evenly, by
//! the numbers of occurrences that each term holds; what is above it is built anew.

use murxla_api::QuickMap;

use super::Repertoire;
use crate::rng::Rng;
use crate::smt::{BoundVariables, Graph, Head, Node, RewriteError, Term, Variable};

/// What is known of the terms of a graph, as far as it was looked at.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    /// How many occurrences of terms a term holds, itself included.
    counts: Vec<u64>,
    /// The number of the list of its free variables; 0 is the empty one.
    free: Vec<u32>,
    lists: Vec<Box<[Variable]>>,
    list_numbers: QuickMap<Box<[Variable]>, u32>,
    /// Whether it has a binder.
    binds: Vec<bool>,
}

/// A place in a formula.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What stands there.
    pub term: Option<Term>,
    /// The way to it: terms from the root down, each with the place of the next one in it.
    pub way: Vec<(Term, usize)>,
    /// The variables that are bound around it.
    pub scope: Vec<Variable>,
}

/// Operators that are a part of the form of a term.
pub(super) const CASES: [&str; 2] = ["OP_DT_MATCH_CASE", "OP_DT_MATCH_BIND_CASE"];

/// Whether the argument at this place of an application may be another term of its sort.
fn may_change(graph: &Graph, may: &Repertoire, head: &Head, args: &[Term], place: usize) -> bool {
    let op = head.op();
    match op.key {
        // The function stays; so do the cases of a match with the variables that they bind.
        "OP_UF_APPLY" | "OP_HO_APPLY" => place > 0,
        "OP_RE_RANGE" => false,
        key if CASES.contains(&key) => place + 1 == args.len(),
        _ => {
            !may.wants_value(op, place)
                && !matches!(graph.node(args[place]), Node::Opaque(_) | Node::Annotated { .. })
        }
    }
}

impl Occurrences {
    /// Looks at the terms that are new.
    pub fn update(&mut self, graph: &Graph, may: &Repertoire) {
        if self.lists.is_empty() {
            self.lists.push(Box::default());
            self.list_numbers.insert(Box::default(), 0);
        }
        for term in graph.terms().skip(self.counts.len()) {
            let (mut count, mut binds) = (1u64, false);
            let mut free = 0;
            match graph.node(term) {
                Node::Constant(_) | Node::Value(_) => {}
                Node::Variable(variable) => free = self.list(vec![variable]),
                Node::Apply { head, args } => {
                    let is_case = CASES.contains(&head.op().key);
                    for (place, arg) in args.iter().enumerate() {
                        if may_change(graph, may, head, args, place) {
                            count = count.saturating_add(self.counts[arg.index()]);
                        }
                        free = self.union(free, self.free[arg.index()]);
                        binds |= self.binds[arg.index()];
                    }
                    if is_case {
                        binds = true;
                        count -= 1;
                        free = self.without(free, &bound_by(graph, term));
                    }
                }
                Node::Bind { variables, patterns, bodies, .. } => {
                    binds = true;
                    for body in bodies {
                        count = count.saturating_add(self.counts[body.index()]);
                        free = self.union(free, self.free[body.index()]);
                    }
                    for term in patterns.iter().flatten() {
                        free = self.union(free, self.free[term.index()]);
                    }
                    free = self.without(free, variables);
                }
                Node::Annotated { term, .. } => {
                    free = self.free[term.index()];
                    binds = self.binds[term.index()];
                }
                Node::Opaque(opaque) => {
                    for part in &opaque.parts {
                        free = self.union(free, self.free[part.index()]);
                    }
                }
            }
            self.counts.push(count);
            self.free.push(free);
            self.binds.push(binds);
        }
    }

    /// Forgets all but the first so many terms.
    pub fn truncate(&mut self, terms: usize) {
        self.counts.truncate(terms);
        self.free.truncate(terms);
        self.binds.truncate(terms);
    }

    fn list(&mut self, mut variables: Vec<Variable>) -> u32 {
        variables.sort_unstable();
        variables.dedup();
        let variables: Box<[Variable]> = variables.into();
        if let Some(number) = self.list_numbers.get(&variables) {
            return *number;
        }
        let number = self.lists.len() as u32;
        self.lists.push(variables.clone());
        self.list_numbers.insert(variables, number);
        number
    }

    fn union(&mut self, one: u32, other: u32) -> u32 {
        match (one, other) {
            (0, only) | (only, 0) => only,
            (one, other) if one == other => one,
            (one, other) => {
                let both = [&*self.lists[one as usize], &*self.lists[other as usize]].concat();
                self.list(both)
            }
        }
    }

    fn without(&mut self, list: u32, bound: &[Variable]) -> u32 {
        if list == 0 {
            return 0;
        }
        let mut left = self.lists[list as usize].to_vec();
        left.retain(|variable| !bound.contains(variable));
        self.list(left)
    }

    /// How many occurrences of terms a term holds, itself included.
    pub fn count(&self, term: Term) -> u64 {
        self.counts[term.index()]
    }

    /// The free variables of a term.
    pub fn free(&self, term: Term) -> &[Variable] {
        &self.lists[self.free[term.index()] as usize]
    }

    /// Whether a term may stand where these variables are bound: all its free ones are among them.
    pub fn is_local(&self, term: Term, scope: &[Variable]) -> bool {
        self.free(term).iter().all(|variable| scope.contains(variable))
    }

    /// Draws an occurrence among all those of these roots; gives the number of the root.
    pub fn draw(
        &self,
        graph: &Graph,
        may: &Repertoire,
        roots: &[Term],
        rng: &mut Rng,
        place: &mut Place,
    ) -> Option<usize> {
        let all = roots.iter().fold(0u64, |sum, root| sum.saturating_add(self.count(*root)));
        let mut number = rng.below(all);
        for (at, root) in roots.iter().enumerate() {
            let count = self.count(*root);
            if number < count {
                self.find(graph, may, *root, number, place);
                return Some(at);
            }
            number -= count;
        }
        None
    }

    /// The occurrence with this number in a root, which is the first.
    fn find(
        &self,
        graph: &Graph,
        may: &Repertoire,
        root: Term,
        mut number: u64,
        place: &mut Place,
    ) {
        place.way.clear();
        place.scope.clear();
        let mut term = root;
        loop {
            let is_case = match graph.node(term) {
                Node::Apply { head, .. } => CASES.contains(&head.op().key),
                _ => false,
            };
            if number == 0 && !is_case {
                break;
            }
            number -= u64::from(!is_case);
            let mut next = None;
            match graph.node(term) {
                Node::Apply { head, args } => {
                    for (at, arg) in args.iter().enumerate() {
                        if !may_change(graph, may, head, args, at) {
                            continue;
                        }
                        let count = self.count(*arg);
                        if number < count {
                            next = Some((at, *arg));
                            break;
                        }
                        number -= count;
                    }
                    if is_case {
                        place.scope.extend(bound_by(graph, term));
                    }
                }
                Node::Bind { variables, bodies, .. } => {
                    for (at, body) in bodies.iter().enumerate() {
                        let count = self.count(*body);
                        if number < count {
                            next = Some((at, *body));
                            break;
                        }
                        number -= count;
                    }
                    place.scope.extend_from_slice(variables);
                }
                _ => {}
            }
            // Numbers of very large terms are cut off: then it is this one.
            let Some((at, below)) = next else { break };
            place.way.push((term, at));
            term = below;
        }
        place.term = Some(term);
    }

    /// The root with another term at a place.
    pub fn put(
        &mut self,
        graph: &mut Graph,
        may: &Repertoire,
        place: &Place,
        new: Term,
    ) -> Result<Term, RewriteError> {
        let mut built = new;
        let mut args = Vec::new();
        for (term, at) in place.way.iter().rev() {
            built = match graph.node(*term) {
                Node::Apply { args: old, .. } => {
                    args.clear();
                    args.extend_from_slice(old);
                    args[*at] = built;
                    graph.apply_alike(*term, &args)?
                }
                Node::Bind { binder, variables, patterns, bodies } => {
                    let (variables, patterns) = (variables.to_vec(), patterns.to_vec());
                    let mut bodies = bodies.to_vec();
                    bodies[*at] = built;
                    graph.bind(binder, &variables, patterns, &bodies)?
                }
                _ => built,
            };
        }
        self.update(graph, may);
        Ok(built)
    }

    /// A term that is to stand below these binders: if it has binders itself, with variables of their own.
    pub fn renewed(
        &mut self,
        graph: &mut Graph,
        may: &Repertoire,
        term: Term,
        scope: &[Variable],
    ) -> Result<Term, RewriteError> {
        if scope.is_empty() || !self.binds[term.index()] {
            return Ok(term);
        }
        let is_variable = |graph: &Graph, term| matches!(graph.node(term), Node::Variable(_));
        let renewed = graph.rewrite(&[term], BoundVariables::Renewed, is_variable, |_, _| {
            Ok::<_, RewriteError>(None)
        })?;
        self.update(graph, may);
        Ok(renewed.first().copied().unwrap_or(term))
    }
}

/// The variables that a case of a match binds.
fn bound_by(graph: &Graph, term: Term) -> Vec<Variable> {
    let Node::Apply { args, .. } = graph.node(term) else { return Vec::new() };
    let variable = |arg: &Term| match graph.node(*arg) {
        Node::Variable(variable) => Some(variable),
        _ => None,
    };
    args.split_last().map_or(&[][..], |(_, first)| first).iter().filter_map(variable).collect()
}
