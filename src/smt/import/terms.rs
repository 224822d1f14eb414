//! Imports the terms of a script, each once.

use murxla_api::{ActionKind, Binder, Literal, theory};

use super::commands::Importer;
use crate::smt::{Head, Node, Symbol, Term, Variable};
use crate::trace::{Applied, CallArg, Operator, TermName, WrittenLiteral};

impl Importer<'_> {
    pub(super) fn terms(&mut self, terms: &[Term]) -> Vec<TermName> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    /// The name of a variable, which is made if it is not there yet.
    pub(super) fn variable(&mut self, variable: Variable) -> TermName {
        if let Some(name) = self.variables[variable.index()] {
            return name;
        }
        let definition = self.graph.variable(variable);
        let args = vec![self.sort_arg(&definition.sort), CallArg::Text((*definition.name).into())];
        let name = self.make(ActionKind::MkVar, args);
        self.variables[variable.index()] = Some(name);
        name
    }

    /// The name of a term, which is made if it is not there yet, after all that it is made of.
    pub(super) fn term(&mut self, root: Term) -> TermName {
        let mut todo = vec![(root, false)];
        while let Some((term, children_done)) = todo.pop() {
            if self.terms[term.index()].is_some() {
                continue;
            }
            if !children_done {
                todo.push((term, true));
                let begin = todo.len();
                self.graph.visit_children(term, |child| todo.push((child, false)));
                // The leftmost child is made first.
                todo[begin..].reverse();
                continue;
            }
            let name = self.made(term);
            self.terms[term.index()] = Some(name);
        }
        self.done(root)
    }

    /// The name of a term that was made.
    fn done(&self, term: Term) -> TermName {
        self.terms[term.index()].unwrap_or(TermName(u32::MAX))
    }

    fn all_done(&self, terms: &[Term]) -> Vec<TermName> {
        terms.iter().map(|term| self.done(*term)).collect()
    }

    /// Makes a term whose children are there.
    fn made(&mut self, term: Term) -> TermName {
        let graph = self.graph;
        match graph.node(term) {
            Node::Constant(symbol) => self.symbol(symbol),
            Node::Variable(variable) => self.variable(variable),
            Node::Annotated { term, .. } => self.done(term),
            Node::Value(literal) => {
                let sort = self.sort_arg(graph.sort(term));
                if let Literal::Special(special) = literal {
                    let args = vec![sort, CallArg::Text(special.key().into())];
                    return self.make(ActionKind::MkSpecialValue, args);
                }
                let written = CallArg::Literal(WrittenLiteral::new(literal));
                self.make(ActionKind::MkValue, vec![sort, written])
            }
            Node::Apply { head, args } => {
                let kind = graph.sort(term).kind();
                let mut applied = Applied::plain(operator(head), kind, self.all_done(args));
                applied.sorts = head.sorts.iter().map(|sort| self.sort(sort)).collect();
                applied.names = head.names.iter().map(|name| (**name).into()).collect();
                applied.indices = head.indices.to_vec();
                self.make(ActionKind::MkTerm, vec![CallArg::Applied(Box::new(applied))])
            }
            Node::Bind { binder, variables, patterns, bodies } => {
                let mut args: Vec<TermName> =
                    variables.iter().map(|variable| self.variable(*variable)).collect();
                args.extend(self.all_done(bodies));
                let kind = graph.sort(term).kind();
                let mut applied = Applied::plain(Operator::Binder(binder), kind, args);
                if matches!(binder, Binder::Forall | Binder::Exists) {
                    applied.patterns =
                        patterns.iter().map(|pattern| self.all_done(pattern)).collect();
                }
                self.make(ActionKind::MkTerm, vec![CallArg::Applied(Box::new(applied))])
            }
            Node::Opaque(opaque) => match opaque.same() {
                Some(same) => self.make(ActionKind::Simplify, vec![CallArg::Term(self.done(same))]),
                // Of what only a solver knows nothing is said: it may be anything.
                None => {
                    let name = format!("opaque{}.{}", opaque.call, opaque.place);
                    let args = vec![self.sort_arg(graph.sort(term)), CallArg::Text(name.into())];
                    self.make(ActionKind::MkConst, args)
                }
            },
        }
    }

    /// A symbol that no command made stands for a constant.
    fn symbol(&mut self, symbol: Symbol) -> TermName {
        if self.symbols[symbol.index()].is_none() {
            let definition = self.graph.symbol(symbol);
            let sort = self.sort_arg(&definition.sort);
            let args = vec![sort, CallArg::Text((*definition.name).into())];
            self.symbols[symbol.index()] = Some(self.make(ActionKind::MkConst, args));
            self.plant(symbol);
        }
        self.symbols[symbol.index()].unwrap_or(TermName(u32::MAX))
    }

    /// Whether a symbol occurs in a term.
    pub(super) fn occurs(&self, symbol: Symbol, term: Term) -> bool {
        let mut seen = vec![false; term.index() + 1];
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            if self.graph.node(term) == Node::Constant(symbol) {
                return true;
            }
            self.graph.visit_children(term, |child| todo.push(child));
        }
        false
    }
}

fn operator(head: &Head) -> Operator {
    let op = head.op();
    match theory::operator(op.key) {
        Some(op) => Operator::Base(op),
        None => Operator::Own(op.key.into()),
    }
}
