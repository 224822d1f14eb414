//! Lowers the terms of the calls to the dialect, each once, after the terms that it is made of.

use murxla_api::{Binder, QuickMap, QuickSet, Sort};

use super::exporter::{Exporter, Why, of_own_api};
use crate::smt::{Head, Node, Symbol, Term, Variable, VariableDef};
use crate::trace::{Action, Call, CallArg, Name, Operator, TermName};

/// What was lowered since all was forgotten, or why it has no text.
#[derive(Default)]
pub(super) struct Lowered {
    terms: QuickMap<Term, Result<Term, Why>>,
    variables: QuickMap<Variable, Variable>,
    pub(super) symbols: QuickMap<Symbol, Result<Symbol, Why>>,
    /// Terms that are said with others, and how.
    pub(super) otherwise: QuickMap<Term, String>,
    /// Terms that a command has, directly or as a part.
    pub(super) used: QuickSet<Term>,
    /// Why names stand for nothing that could be lowered.
    unknown: QuickMap<u32, Why>,
}

impl Lowered {
    /// Remembers why what a call makes is not there.
    pub(super) fn leave_out(&mut self, call: &Call, why: &str) {
        for name in &call.rets {
            if let Name::Term(name) = name {
                self.unknown.entry(name.0).or_insert_with(|| why.to_owned());
            }
        }
    }
}

impl Exporter<'_> {
    /// The term with this name, or why it cannot be said.
    pub(super) fn known(&mut self, name: TermName) -> Result<Term, Why> {
        self.cause(name).map_err(|why| format!("{name}: {why}"))
    }

    pub(super) fn all_known(&mut self, names: &[TermName]) -> Result<Vec<Term>, Why> {
        names.iter().map(|name| self.known(*name)).collect()
    }

    /// The term with this name, or the reason for which it or a part of it cannot be said.
    fn cause(&mut self, name: TermName) -> Result<Term, Why> {
        match self.questions.term(name) {
            Some(term) => self.lowered(term),
            None => Err(match self.lowered.unknown.get(&name.0) {
                Some(why) => why.clone(),
                None => "it is not known".to_owned(),
            }),
        }
    }

    /// Why only the solver knows what a call gives.
    pub(super) fn unknown(&self, call: &Call) -> Why {
        let cause = |name: Name| match name {
            Name::Term(name) => self.lowered.unknown.get(&name.0).cloned(),
            Name::Sort(name) if self.questions.sort(name).is_none() => {
                Some(format!("only the solver knows the sort {name}"))
            }
            Name::Sort(_) => None,
        };
        let inherited = call.uses().into_iter().find_map(cause);
        match (&call.action, call.args.as_slice()) {
            (Action::Own(_), _) => of_own_api(call),
            (Action::Base(action), _) if action.name == "term-get-children" => {
                "only the solver knows the children of a term".to_owned()
            }
            _ if inherited.is_some() => inherited.unwrap_or_default(),
            (_, [CallArg::Applied(applied)]) => match &applied.operator {
                Operator::Own(key) if self.target.own.operator(key).is_none() => {
                    format!("the operator {key} is a solver's own")
                }
                other => format!("only the solver knows the sort of this {}", other.key()),
            },
            _ => "it has other arguments than its row says".to_owned(),
        }
    }

    /// A term of the calls as the dialect has it. What it is made of comes first; no depth is recursed on.
    pub(super) fn lowered(&mut self, root: Term) -> Result<Term, Why> {
        let mut todo = vec![(root, false)];
        while let Some((term, parts_are_done)) = todo.pop() {
            if self.lowered.terms.contains_key(&term) {
                continue;
            }
            if !parts_are_done {
                todo.push((term, true));
                let begin = todo.len();
                self.questions.graph().visit_children(term, |child| todo.push((child, false)));
                // The leftmost is lowered first.
                todo[begin..].reverse();
                continue;
            }
            self.rewriting = None;
            let lowered = self.lower_node(term);
            if let Some(what) = self.rewriting.take() {
                self.lowered.otherwise.insert(term, what);
            }
            self.lowered.terms.insert(term, lowered);
        }
        self.part(root)
    }

    /// A part that is lowered.
    fn part(&self, term: Term) -> Result<Term, Why> {
        let lowered = self.lowered.terms.get(&term);
        lowered.cloned().unwrap_or_else(|| Err("it is not known".to_owned()))
    }

    fn parts(&self, terms: &[Term]) -> Result<Vec<Term>, Why> {
        terms.iter().map(|term| self.part(*term)).collect()
    }

    fn lower_node(&mut self, term: Term) -> Result<Term, Why> {
        match self.questions.graph().node(term) {
            Node::Constant(symbol) => {
                let symbol = self.lowered.symbols.get(&symbol).cloned();
                let symbol = symbol.ok_or("it is not declared")??;
                Ok(self.script.graph.constant(symbol))
            }
            Node::Variable(variable) => {
                let variable = self.lowered_variable(variable)?;
                Ok(self.script.graph.variable_term(variable))
            }
            Node::Value(literal) => {
                let literal = literal.clone();
                let sort = self.lowered_sort(term)?;
                self.literal(&sort, &literal)
            }
            Node::Apply { head, args } => {
                let args = self.parts(args)?;
                let head = head.clone();
                let sorts: Vec<Sort> =
                    head.sorts.iter().map(|sort| self.lower(sort)).collect::<Result<_, _>>()?;
                self.apply(Head { sorts: sorts.into(), ..head }, &args)
            }
            Node::Bind { binder, variables, patterns, bodies } => {
                let bodies = self.parts(bodies);
                let patterns: Result<_, _> = patterns.iter().map(|list| self.parts(list)).collect();
                let variables = variables.to_vec();
                let variables = self.lowered_variables(&variables)?;
                let bodies = bodies?;
                // A lambda may disappear where it is applied.
                if self.dialect().no_binders.contains(&binder) && binder != Binder::Lambda {
                    return Err(format!("there is no text for {}", binder.key()));
                }
                let patterns = patterns?;
                let bound = self.script.graph.bind(binder, &variables, patterns, &bodies);
                bound.map_err(|error| error.to_string())
            }
            Node::Annotated { term, .. } => self.part(term),
            Node::Opaque(opaque) => {
                match (opaque.same(), self.trace.calls.get(opaque.call as usize)) {
                    // It means the same.
                    (Some(same), _) => {
                        let part = self.part(same);
                        let what = "what simplify gave is written as what it was given";
                        self.rewriting = Some(what.to_owned());
                        part
                    }
                    (None, Some(call)) => Err(self.unknown(call)),
                    (None, None) => Err("only the solver knows it".to_owned()),
                }
            }
        }
    }

    fn lowered_sort(&mut self, term: Term) -> Result<Sort, Why> {
        let sort = self.questions.graph().sort(term).clone();
        self.lower(&sort)
    }

    fn lowered_variable(&mut self, variable: Variable) -> Result<Variable, Why> {
        if let Some(lowered) = self.lowered.variables.get(&variable) {
            return Ok(*lowered);
        }
        let VariableDef { name, sort } = self.questions.graph().variable(variable).clone();
        let sort = self.lower(&sort)?;
        let lowered = self.script.graph.add_variable(&name, sort);
        self.lowered.variables.insert(variable, lowered);
        Ok(lowered)
    }

    pub(super) fn lowered_variables(&mut self, all: &[Variable]) -> Result<Vec<Variable>, Why> {
        all.iter().map(|variable| self.lowered_variable(*variable)).collect()
    }
}
