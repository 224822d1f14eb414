//! The model of a sat answer, as a solver tells it value by value.

use murxla_api::meaning::{Datum, Meaning, OpenCall, Unknown};
use murxla_api::{Op, QuickMap, QuickSet, SortShape, Theory, Value, base_action, theory};

use super::Asker;
use super::planted::reason;
use crate::eval::{Assignment, Evaluator, datum_of_value};
use crate::exec::{Played, Skip};
use crate::smt::{FromCalls, Graph, Node, Symbol, Term};
use crate::trace::{Call, CallArg, TermName};

/// What a solver told of a model.
#[derive(Default)]
pub(super) struct ToldModel {
    pub(super) assignment: Assignment,
    /// Symbols that were asked for, with the reason if one has no value.
    asked: QuickMap<Symbol, Option<Unknown>>,
    /// Applications that the standard leaves open, with what the solver tells of them.
    pub(super) open: Vec<(OpenCall, Datum)>,
    unread_open: QuickSet<Term>,
    /// Terms whose operators have no meaning that can be told, with what the solver tells of them.
    pub(super) terms: Vec<(TermName, Datum)>,
    asked_terms: QuickSet<Term>,
}

/// So many rounds of questions are asked for what is open: the value of one may show the next.
const ROUNDS: usize = 16;

/// So many applications are asked for in one round.
const OPEN_ASKED: usize = 50;

/// So many steps are made for the value of one term.
pub(super) const STEPS: u64 = 100_000;

/// The names of terms, the first one of each.
pub(super) struct Names(QuickMap<Term, TermName>);

impl Names {
    pub(super) fn of(questions: &FromCalls) -> Names {
        let mut names = QuickMap::default();
        for (name, term) in questions.names() {
            names.entry(term).or_insert(name);
        }
        Names(names)
    }

    pub(super) fn get(&self, term: Term) -> Option<TermName> {
        self.0.get(&term).copied()
    }
}

/// Why a value is not known that was asked for.
const REFUSED: &str = "the solver refuses to tell a value";

/// Whether a term has one of these operators in it; definitions are looked into.
pub(super) fn has_operator(questions: &FromCalls, term: Term, keys: &[&str]) -> bool {
    if keys.is_empty() {
        return false;
    }
    let graph = questions.graph();
    let mut seen = vec![false; graph.len()];
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match graph.node(term) {
            Node::Apply { head, .. } if keys.contains(&head.op().key) => return true,
            Node::Constant(symbol) => {
                todo.extend(questions.definition(symbol).map(|definition| definition.body));
            }
            _ => {}
        }
        graph.visit_children(term, |child| todo.push(child));
    }
    false
}

/// A term whose value can be asked for.
struct Nameable {
    name: TermName,
    term: Term,
    /// What it is an application of, if that is what the standard leaves open.
    call: Option<OpenCall>,
}

/// Heaps are no part of a model, and values of transcendental functions are approximations.
fn is_beyond_telling(op: &Op) -> bool {
    matches!(op.theory, Theory::Separation | Theory::Transcendentals)
}

/// Whether nobody but the solver can tell what a term is.
fn is_unclear(graph: &Graph, term: Term) -> bool {
    match graph.node(term) {
        Node::Opaque(opaque) => opaque.same().is_none(),
        Node::Apply { head, .. } => {
            let op = head.op();
            matches!(op.meaning, Meaning::Unclear(_)) && !is_beyond_telling(op)
        }
        _ => false,
    }
}

/// Whether a variable occurs in a term, bound or free.
fn has_variable(graph: &Graph, term: Term) -> bool {
    let mut seen = vec![false; graph.len()];
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        if matches!(graph.node(term), Node::Variable(_)) {
            return true;
        }
        graph.visit_children(term, |child| todo.push(child));
    }
    false
}

/// Asks for the values of terms.
pub(super) fn ask_values(
    names: &[TermName],
    seed: u64,
    asker: &mut Asker<'_, '_>,
) -> Result<Vec<Value>, &'static str> {
    let action = base_action("get-value").ok_or("there is no get-value")?;
    let question = Call::new(seed, action, vec![CallArg::Terms(names.to_vec())]);
    match asker.play(&question) {
        Played::Values(values) if values.len() == names.len() => Ok(values),
        Played::Rejected(_) => Err(REFUSED),
        Played::Skipped(Skip::Unsupported(_)) => Err("values that the API does not give"),
        Played::Skipped(_) => Err("a value that cannot be asked for"),
        _ => Err("a reply to get-value that makes no sense"),
    }
}

impl ToldModel {
    /// Asks for the values of all free symbols of these terms that were not asked for before, and lets defined ones mean their
    /// definitions.
    pub(super) fn learn(
        &mut self,
        terms: &[Term],
        questions: &FromCalls,
        names: &Names,
        seed: u64,
        asker: &mut Asker<'_, '_>,
    ) {
        let graph = questions.graph();
        let (mut plain, mut functions) = (Vec::new(), Vec::new());
        for term in self.new_symbols(terms, questions) {
            let Node::Constant(symbol) = graph.node(term) else { continue };
            let Some(name) = names.get(term) else {
                self.asked.insert(symbol, Some(Unknown::cannot_tell("a symbol without a name")));
                continue;
            };
            // Some do not tell functions; the rest shall not suffer from that.
            let is_function = matches!(graph.symbol(symbol).sort.shape(), SortShape::Fun(..));
            let list = if is_function { &mut functions } else { &mut plain };
            list.push((name, symbol));
        }
        for list in [plain, functions] {
            if !list.is_empty() {
                self.ask_symbols(&list, graph, seed, asker);
            }
        }
    }

    fn ask_symbols(
        &mut self,
        list: &[(TermName, Symbol)],
        graph: &Graph,
        seed: u64,
        asker: &mut Asker<'_, '_>,
    ) {
        let asked: Vec<TermName> = list.iter().map(|(name, _)| *name).collect();
        match ask_values(&asked, seed, asker) {
            Ok(values) => {
                for ((_, symbol), value) in list.iter().zip(&values) {
                    let read = datum_of_value(value, &graph.symbol(*symbol).sort);
                    self.asked.insert(*symbol, read.as_ref().err().cloned());
                    if let Ok(datum) = read {
                        self.assignment.set(*symbol, datum);
                    }
                }
            }
            // One that is refused shall not cost the others.
            Err(_) if list.len() > 1 => {
                list.iter().for_each(|one| self.ask_symbols(&[*one], graph, seed, asker));
            }
            Err(why) => {
                for (_, symbol) in list {
                    self.asked.insert(*symbol, Some(Unknown::cannot_tell(why)));
                }
            }
        }
    }

    /// The constants and functions that terms depend on and that are not known yet; definitions are taken on the way.
    fn new_symbols(&mut self, terms: &[Term], questions: &FromCalls) -> Vec<Term> {
        let graph = questions.graph();
        let mut seen = vec![false; graph.len()];
        let (mut todo, mut found) = (terms.to_vec(), Vec::new());
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            if let Node::Constant(symbol) = graph.node(term) {
                match questions.definition(symbol) {
                    Some(definition) => {
                        todo.push(definition.body);
                        if self.assignment.definition(symbol).is_none() {
                            self.assignment.define(definition.clone());
                        }
                    }
                    None if questions.recursive().contains(&symbol) => {}
                    None if self.asked.contains_key(&symbol) => {}
                    None => found.push(term),
                }
            }
            graph.visit_children(term, |child| todo.push(child));
        }
        found.sort();
        found
    }

    /// Asks for the values of parts whose operators have no meaning that can be told: what is around them is judged by that.
    pub(super) fn learn_unclear(
        &mut self,
        terms: &[Term],
        questions: &FromCalls,
        names: &Names,
        seed: u64,
        asker: &mut Asker<'_, '_>,
    ) {
        let graph = questions.graph();
        let mut seen = vec![false; graph.len()];
        let mut todo: Vec<Term> = terms.to_vec();
        let mut found = Vec::new();
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) || found.len() == OPEN_ASKED {
                continue;
            }
            graph.visit_children(term, |child| todo.push(child));
            if is_unclear(graph, term)
                && let Some(name) = names.get(term)
                && self.asked_terms.insert(term)
                && !has_variable(graph, term)
            {
                found.push((name, term));
            }
        }
        found.sort();
        for (name, term) in found {
            // One that is refused shall not cost the others.
            if let Ok(values) = ask_values(&[name], seed, asker)
                && let [value] = values.as_slice()
                && let Ok(datum) = datum_of_value(value, graph.sort(term))
            {
                self.terms.push((name, datum.clone()));
                self.assignment.set_term(term, datum);
            }
        }
    }

    /// Asks for what the standard leaves open in these terms, and for what cannot be told. Where that has no name, the value of a term
    /// around it is asked for, and what is around that is judged.
    pub(super) fn learn_open(
        &mut self,
        terms: &[Term],
        questions: &FromCalls,
        names: &Names,
        seed: u64,
        asker: &mut Asker<'_, '_>,
    ) {
        let graph = questions.graph();
        for _ in 0..ROUNDS {
            let asked = self.without_value(terms, graph, names);
            if asked.is_empty() {
                return;
            }
            let list: Vec<TermName> = asked.iter().map(|one| one.name).collect();
            let mut together = ask_values(&list, seed, asker).map(Vec::into_iter).ok();
            for Nameable { name, term, call } in asked {
                // One that is refused shall not cost the others.
                let value = match &mut together {
                    Some(values) => values.next(),
                    None if list.len() == 1 => None,
                    None => ask_values(&[name], seed, asker).ok().and_then(|mut one| one.pop()),
                };
                match (value.map(|value| datum_of_value(&value, graph.sort(term))), call) {
                    // Equal applications have one value: that of the first.
                    (Some(Ok(_)), Some(call))
                        if self.open.iter().any(|(known, _)| *known == call) => {}
                    (Some(Ok(datum)), Some(call)) => {
                        self.open.push((call.clone(), datum.clone()));
                        self.assignment.set_open(call, datum);
                    }
                    (Some(Ok(datum)), None) => {
                        self.terms.push((name, datum.clone()));
                        self.assignment.set_term(term, datum);
                    }
                    _ => {
                        self.unread_open.insert(term);
                    }
                }
            }
        }
    }

    /// Terms without a value whose arguments have one, or named ones around them; each open application once.
    fn without_value(&self, terms: &[Term], graph: &Graph, names: &Names) -> Vec<Nameable> {
        let mut evaluator = Evaluator::new(graph, &self.assignment).with_budget(STEPS);
        let mut seen = vec![false; graph.len()];
        let mut found: Vec<Nameable> = Vec::new();
        let mut todo: Vec<(Term, Option<(TermName, Term)>)> =
            terms.iter().map(|term| (*term, None)).collect();
        while let Some((term, around)) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) || found.len() == OPEN_ASKED {
                continue;
            }
            let call = match evaluator.evaluate(term) {
                Err(Unknown::Open(call)) => Some(call),
                Err(Unknown::CannotTell(_)) => None,
                _ => continue,
            };
            let can_be_asked = !graph.has_variables(term) && !self.unread_open.contains(&term);
            let named = names.get(term).filter(|_| can_be_asked).map(|name| (name, term));
            // That a formula is true, and what the values of the terms are, is what is to be found out.
            let is_formula = matches!(graph.sort(term).shape(), SortShape::Bool);
            let is_asked_for = terms.contains(&term);
            let here = named.filter(|_| !is_formula && !is_asked_for).or(around);
            graph.visit_children(term, |child| todo.push((child, here)));
            let Node::Apply { head, args } = graph.node(term) else { continue };
            let values: Result<Vec<Datum>, Unknown> =
                args.iter().map(|arg| evaluator.evaluate(*arg)).collect();
            let Ok(values) = values else { continue };
            let its_own = call.filter(|call| *call.args == *values);
            if its_own
                .as_deref()
                .is_some_and(|call| found.iter().any(|one| one.call.as_ref() == Some(call)))
            {
                continue;
            }
            let tells = match &its_own {
                Some(_) => named,
                None if is_beyond_telling(head.op()) || is_asked_for => None,
                None if is_formula => named.filter(|_| theory::operator(head.op().key).is_none()),
                None => named,
            };
            if let Some((name, term)) = tells {
                let call = its_own.as_deref().cloned();
                found.push(Nameable { name, term, call });
            } else if let Some((name, term)) = around
                && !is_beyond_telling(head.op())
                && !found.iter().any(|one| one.term == term)
            {
                found.push(Nameable { name, term, call: None });
            }
        }
        found
    }

    /// Whether the solver refused the value of every symbol that it was asked for.
    pub(super) fn tells_nothing(&self) -> bool {
        !self.asked.is_empty()
            && self
                .asked
                .values()
                .all(|told| matches!(told, Some(Unknown::CannotTell(why)) if **why == *REFUSED))
    }

    /// Why something has no value, in a few words that are the same for all runs.
    pub(super) fn reason(&self, unknown: &Unknown, graph: &Graph) -> String {
        let Unknown::CannotTell(why) = unknown else { return reason(unknown) };
        let lacks = |(symbol, told): (&Symbol, &Option<Unknown>)| match told {
            Some(Unknown::CannotTell(told)) => {
                let name = &graph.symbol(*symbol).name;
                (**why == *format!("{name} has no value")).then(|| told.to_string())
            }
            _ => None,
        };
        self.asked.iter().find_map(lacks).unwrap_or_else(|| reason(unknown))
    }
}
