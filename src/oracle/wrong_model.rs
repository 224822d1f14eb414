//! What is wrong with a model: the assertion that it makes false, and the term at which the solver and the meaning of its
//! operators part.

use std::collections::BTreeSet;

use murxla_api::meaning::{Datum, equal};
use murxla_api::smtlib::SymbolText;
use murxla_api::{QuickMap, Value};

use super::Asker;
use super::cause::{operators_in, telling};
use super::told_model::{Names, STEPS, ToldModel, ask_values};
use crate::eval::{Evaluator, datum_of_value, explain};
use crate::smt::{FromCalls, Graph, Node, Term, Variable};
use crate::trace::TermName;

/// So many parts of a term are asked for to find where the solver differs.
const PARTS_ASKED: usize = 200;

/// So long may a line of a proof be.
const LONGEST: usize = 400;

/// A model that a solver told, and that something contradicts.
pub(super) struct WrongModel<'a> {
    pub(super) questions: &'a FromCalls,
    pub(super) names: &'a Names,
    pub(super) told: &'a ToldModel,
    pub(super) seed: u64,
}

impl WrongModel<'_> {
    /// What is wrong, and its proof, if this assertion is false under the model.
    pub(super) fn false_assertion(
        &self,
        term: Term,
        asker: &mut Asker<'_, '_>,
    ) -> (String, String) {
        let graph = self.questions.graph();
        let mut evaluator = self.evaluator();
        let values = self.values_of_parts(term, asker);
        let said = values.get(&term);
        let part = smallest_false(graph, &mut evaluator, term);
        let parting = parting(graph, &mut evaluator, term, &values);
        let operators = match parting {
            Some(at) => operator(graph, at),
            None => telling(operators_in(graph, vec![part])).join(" "),
        };
        let shown = self.shown(term);
        let says = match said {
            Some(Value::Bool(true)) => "false, and the solver takes it for true",
            Some(Value::Bool(false)) => "false, as the solver says itself",
            _ => "false",
        };
        let what =
            format!("{shown} is asserted or assumed; the model makes it {says} [{operators}]");
        let mut proof = self.model_text();
        proof.push_str(&format!("{shown}, which is asserted or assumed, is {says}:\n"));
        proof.push_str(&indented(&explain(graph, &mut evaluator, term)));
        proof.push_str(&self.parting_text(parting, &values, &mut evaluator));
        (what, cut(&proof))
    }

    /// What is wrong, and its proof, if the solver tells another value for this term.
    pub(super) fn other_value(
        &self,
        name: TermName,
        term: Term,
        said: &Value,
        asker: &mut Asker<'_, '_>,
    ) -> (String, String) {
        let graph = self.questions.graph();
        let mut evaluator = self.evaluator();
        let mut values = self.values_of_parts(term, asker);
        values.insert(term, said.clone());
        let parting = parting(graph, &mut evaluator, term, &values);
        let mut operators = operator(graph, parting.unwrap_or(term));
        // Which formula is around it is chance: what is told of the open function contradicts itself.
        if !self.told.open.is_empty() {
            let open: BTreeSet<&str> =
                self.told.open.iter().map(|(call, _)| &*call.function).collect();
            operators = format!("open: {}", open.into_iter().collect::<Vec<_>>().join(" "));
        }
        let what = format!("the value of {name} is another under the model [{operators}]");
        let mut proof = self.model_text();
        proof.push_str(&format!("the solver says that {name} is {said}, but it is:\n"));
        proof.push_str(&indented(&explain(graph, &mut evaluator, term)));
        proof.push_str(&self.parting_text(parting, &values, &mut evaluator));
        (what, cut(&proof))
    }

    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(self.questions.graph(), &self.told.assignment).with_budget(STEPS)
    }

    fn shown(&self, term: Term) -> String {
        match self.names.get(term) {
            Some(name) => name.to_string(),
            None => "a term without name".to_owned(),
        }
    }

    /// What the solver says of the parts of a term that have names.
    fn values_of_parts(&self, term: Term, asker: &mut Asker<'_, '_>) -> QuickMap<Term, Value> {
        let graph = self.questions.graph();
        let mut evaluator = self.evaluator();
        let mut seen = vec![false; graph.len()];
        let (mut todo, mut parts) = (vec![term], Vec::new());
        let variables: Vec<Variable> = graph.variables().map(|(variable, _)| variable).collect();
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) || parts.len() == PARTS_ASKED {
                continue;
            }
            graph.visit_children(term, |child| todo.push(child));
            // What has variables has no value, and most solvers refuse to tell one.
            let is_composed = matches!(graph.node(term), Node::Apply { .. } | Node::Bind { .. });
            // Its value may be known all the same: one of its parts decides it.
            let is_open =
                graph.has_variables(term) && graph.free_variable(term, &variables).is_some();
            if is_composed
                && !is_open
                && evaluator.evaluate(term).is_ok()
                && let Some(name) = self.names.get(term)
            {
                parts.push((name, term));
            }
        }
        let list: Vec<TermName> = parts.iter().map(|(name, _)| *name).collect();
        match ask_values(&list, self.seed, asker) {
            Ok(values) if !list.is_empty() => {
                parts.iter().map(|(_, term)| *term).zip(values).collect()
            }
            _ => QuickMap::default(),
        }
    }

    /// The assignment, one symbol on each line.
    fn model_text(&self) -> String {
        let graph = self.questions.graph();
        let mut text = "the model, as the solver tells it:\n".to_owned();
        for (symbol, definition) in graph.symbols() {
            if let Some(value) = self.told.assignment.value(symbol) {
                let name = SymbolText(&definition.name);
                let shown = value.to_value(&definition.sort).map(|value| value.to_string());
                let shown = shown.unwrap_or_else(|| value.to_string());
                text.push_str(&format!("  {name} = {shown}\n"));
            }
        }
        for (call, value) in &self.told.open {
            text.push_str(&format!("  {call} = {value}, which the standard leaves open\n"));
        }
        for (name, value) in &self.told.terms {
            text.push_str(&format!("  {name} = {value}, which nobody but the solver can tell\n"));
        }
        text
    }

    fn parting_text(
        &self,
        parting: Option<Term>,
        values: &QuickMap<Term, Value>,
        evaluator: &mut Evaluator<'_>,
    ) -> String {
        let Some(at) = parting else { return String::new() };
        let graph = self.questions.graph();
        let said = values.get(&at).map(ToString::to_string).unwrap_or_default();
        let is = match evaluator.evaluate(at) {
            Ok(value) => {
                value.to_value(graph.sort(at)).map_or(value.to_string(), |it| it.to_string())
            }
            Err(unknown) => unknown.to_string(),
        };
        let (name, operator) = (self.shown(at), operator(graph, at));
        format!("the solver differs first at {name} ({operator}): it says {said}, but it is {is}\n")
    }
}

/// The first part, from the leaves on, of which the solver says another value although it agrees on all parts below.
fn parting(
    graph: &Graph,
    evaluator: &mut Evaluator<'_>,
    term: Term,
    values: &QuickMap<Term, Value>,
) -> Option<Term> {
    let mut told: Vec<Term> = values.keys().copied().filter(|part| *part <= term).collect();
    // Parts have smaller numbers.
    told.sort();
    told.into_iter().find(|part| {
        let said = values.get(part).and_then(|said| datum_of_value(said, graph.sort(*part)).ok());
        match (evaluator.evaluate(*part), said) {
            (Ok(known), Some(said)) => equal(&known, &said) == Ok(false),
            _ => false,
        }
    })
}

/// The part of a false formula that alone makes it false.
fn smallest_false(graph: &Graph, evaluator: &mut Evaluator<'_>, term: Term) -> Term {
    let (mut at, mut value) = (term, false);
    loop {
        let next = match graph.node(at) {
            Node::Annotated { term, .. } => Some((term, value)),
            Node::Apply { head, args } => match head.op().key {
                "OP_NOT" => args.first().map(|arg| (*arg, !value)),
                "OP_AND" if !value => with_value(evaluator, args, false),
                "OP_OR" if value => with_value(evaluator, args, true),
                _ => None,
            },
            _ => None,
        };
        match next {
            Some((part, wanted)) => (at, value) = (part, wanted),
            None => return at,
        }
    }
}

fn with_value(evaluator: &mut Evaluator<'_>, args: &[Term], value: bool) -> Option<(Term, bool)> {
    let is = |arg: &&Term| evaluator.evaluate(**arg) == Ok(Datum::Bool(value));
    args.iter().find(is).map(|arg| (*arg, value))
}

/// The operator of a term.
fn operator(graph: &Graph, term: Term) -> String {
    match graph.node(term) {
        Node::Apply { head, .. } => head.op().key.to_owned(),
        Node::Bind { binder, .. } => binder.key().to_owned(),
        _ => String::new(),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The lines, none longer than a person would read.
fn cut(text: &str) -> String {
    let short = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…\n", &line[..end]),
        None => format!("{line}\n"),
    };
    text.lines().map(short).collect()
}
