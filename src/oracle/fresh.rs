//! Questions to a new instance of the same library: formulas of the run, asked in another way.

use std::collections::{BTreeSet, HashMap};

use murxla_api::meaning::Meaning;
use murxla_api::smtlib::STANDARD;
use murxla_api::{ActionKind, Answer, Sort, theory};

use crate::exec::{Played, Player};
use crate::smt::{
    BoundVariables, Command, Definition, FromCalls, Graph, Node, Prepared, RewriteError, Script,
    Symbol, Term, import,
};
use crate::trace::{Call, CallArg, Header};

/// How the formulas are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All asserted, in their order.
    Flat,
    /// All asserted, the last first.
    Reversed,
    /// All assumed.
    Assumed,
    /// The constants have other names.
    Renamed,
    /// Definitions and simplified terms are replaced by what they stand for.
    Expanded,
    /// Asserted on levels of their own.
    Pushed,
    /// Half of them are checked before the others are asserted.
    AfterCheck,
    /// Asserted on a level, checked, popped and asserted again.
    AfterPop,
}

impl Way {
    pub(super) const ALL: &'static [Way] = &[
        Way::Flat,
        Way::Reversed,
        Way::Assumed,
        Way::Renamed,
        Way::Expanded,
        Way::Pushed,
        Way::AfterCheck,
        Way::AfterPop,
    ];

    /// What is said of it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Way::Flat => "with all asserted",
            Way::Reversed => "in reverse order",
            Way::Assumed => "as assumptions",
            Way::Renamed => "with other names",
            Way::Expanded => "with definitions expanded",
            Way::Pushed => "on levels of their own",
            Way::AfterCheck => "after a check of a half",
            Way::AfterPop => "after a pop",
        }
    }
}

/// Problems of more terms are not asked again.
pub(super) const MOST_TERMS: usize = 400;

/// Formulas with all that they need.
pub(super) struct Question<'q> {
    graph: Graph,
    questions: &'q FromCalls,
    formulas: Vec<Term>,
}

impl<'q> Question<'q> {
    /// These formulas of a run; an error says why they cannot be asked elsewhere.
    pub(super) fn new(
        questions: &'q FromCalls,
        formulas: Vec<Term>,
        most: usize,
    ) -> Result<Question<'q>, &'static str> {
        let question = Question { graph: Graph::new(), questions, formulas };
        question.examine(questions.graph(), most)?;
        Ok(Question { graph: questions.graph().clone(), ..question })
    }

    /// Whether a term is another one: that is what is asked.
    pub(super) fn distinct(
        questions: &'q FromCalls,
        terms: [Term; 2],
        most: usize,
    ) -> Result<Question<'q>, &'static str> {
        let mut question = Question::new(questions, terms.to_vec(), most)?;
        let graph = &mut question.graph;
        if !can_be_compared(graph.sort(terms[0])) {
            return Err("terms that cannot be compared");
        }
        let variables: Vec<_> = graph.variables().map(|(variable, _)| variable).collect();
        if graph.free_variable(terms[0], &variables).is_some() {
            return Err("a free variable");
        }
        let distinct = theory::operator("OP_DISTINCT").ok_or("there is no distinct")?;
        let differs = graph.apply(distinct, &terms).map_err(|_| "terms of different sorts")?;
        question.formulas = vec![differs];
        Ok(question)
    }

    fn examine(&self, graph: &Graph, most: usize) -> Result<(), &'static str> {
        let (mut seen, mut open) = (BTreeSet::new(), self.formulas.clone());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > most {
                return Err("a problem that is too large");
            }
            match graph.node(term) {
                Node::Opaque(opaque) if opaque.same().is_none() => {
                    return Err("a term that only the solver knows");
                }
                // Such as Yices' polynomials, whose coefficients come from the seed of the call.
                Node::Apply { head, .. }
                    if theory::operator(head.op().key).is_none()
                        && matches!(head.op().meaning, Meaning::Missing | Meaning::Unclear(_)) =>
                {
                    return Err("an operator of the solver's own without a meaning");
                }
                Node::Constant(symbol) => {
                    if self.questions.recursive().contains(&symbol) {
                        return Err("a recursive function");
                    }
                    open.extend(self.questions.definition(symbol).map(|one| one.body));
                }
                _ => {}
            }
            graph.visit_children(term, |child| open.push(child));
        }
        Ok(())
    }

    /// Asks a new instance of the player's library with these options; an error says why there is no answer.
    pub(super) fn ask(
        mut self,
        way: Way,
        options: &[Call],
        player: &Player<'_>,
    ) -> Result<Answer, String> {
        let mut definitions: Vec<Definition> = self.questions.definitions().cloned().collect();
        definitions.sort_by_key(|one| one.symbol);
        if way == Way::Expanded {
            self.expand(&definitions).map_err(|error| error.to_string())?;
        }
        let mut commands: Vec<Command> = self.used(&definitions);
        commands.extend(asked(way, &self.formulas));
        let script = Script { graph: self.graph, commands };
        let imported = import(&script, &STANDARD).map_err(|error| error.to_string())?;
        if let Some(omitted) = imported.omitted.iter().find(|one| one.matters) {
            return Err(omitted.to_string());
        }
        let mut calls = imported.trace.calls;
        if way == Way::Renamed {
            rename(&mut calls);
        }
        // After the call that makes the instance. What the question itself needs is set later, and holds.
        let first = usize::from(!calls.is_empty());
        calls.splice(first..first, options.iter().cloned());
        // No solver is named, so that what this one demands is added.
        let header = Header { for_any_solver: true, ..Header::default() };
        let prepared = Prepared::new(&header, &calls, "", player.profile());
        let mut fresh = player.another();
        let mut answer = None;
        for call in prepared.calls() {
            match fresh.play(call) {
                Played::Answer(one) => answer = Some(one),
                played if !played.accepted() && !is_about_options(call) => {
                    return Err(format!("a new instance does not take {}", call.action.name()));
                }
                _ => {}
            }
        }
        answer.ok_or_else(|| "a new instance gave no answer".to_owned())
    }

    /// The definitions that the formulas need, in their order.
    fn used(&self, definitions: &[Definition]) -> Vec<Command> {
        let bodies: HashMap<Symbol, Term> =
            definitions.iter().map(|one| (one.symbol, one.body)).collect();
        let (mut seen, mut open) = (BTreeSet::new(), self.formulas.clone());
        let mut used = BTreeSet::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Constant(symbol) = self.graph.node(term)
                && let Some(body) = bodies.get(&symbol)
            {
                used.insert(symbol);
                open.push(*body);
            }
            self.graph.visit_children(term, |child| open.push(child));
        }
        let needed = definitions.iter().filter(|one| used.contains(&one.symbol));
        needed.cloned().map(Command::Define).collect()
    }

    /// Puts bodies in the place of applications of defined functions, and originals in that of simplified terms.
    fn expand(&mut self, definitions: &[Definition]) -> Result<(), RewriteError> {
        let mut bodies: HashMap<Symbol, Definition> = HashMap::new();
        for definition in definitions {
            let body = expanded(&mut self.graph, &[definition.body], &bodies)?[0];
            bodies.insert(definition.symbol, Definition { body, ..definition.clone() });
        }
        self.formulas = expanded(&mut self.graph, &self.formulas, &bodies)?;
        Ok(())
    }
}

fn expanded(
    graph: &mut Graph,
    terms: &[Term],
    bodies: &HashMap<Symbol, Definition>,
) -> Result<Vec<Term>, RewriteError> {
    let defined = |graph: &Graph, term: Term| match graph.node(term) {
        Node::Constant(symbol) => {
            bodies.get(&symbol).filter(|one| one.variables.is_empty()).map(|one| (one, Vec::new()))
        }
        Node::Apply { head, args } if head.op().key == "OP_UF_APPLY" => {
            let (function, given) = args.split_first()?;
            let Node::Constant(symbol) = graph.node(*function) else { return None };
            let fits = |one: &&Definition| one.variables.len() == given.len();
            bodies.get(&symbol).filter(fits).map(|one| (one, given.to_vec()))
        }
        _ => None,
    };
    graph.rewrite(
        terms,
        BoundVariables::Renewed,
        |graph, term| defined(graph, term).is_some() || matches!(graph.node(term), Node::Opaque(_)),
        |graph, term| {
            if let Node::Opaque(opaque) = graph.node(term) {
                return Ok(opaque.same());
            }
            let Some((definition, given)) = defined(graph, term) else { return Ok(None) };
            let map: Vec<_> = definition.variables.iter().copied().zip(given).collect();
            let body = definition.body;
            graph.substitute(body, &map).map(Some)
        },
    )
}

/// The commands that ask for formulas in a way.
fn asked(way: Way, formulas: &[Term]) -> Vec<Command> {
    let assert = |term: &Term| Command::Assert(*term);
    let mut commands: Vec<Command> = match way {
        Way::Flat | Way::Renamed | Way::Expanded => formulas.iter().map(assert).collect(),
        Way::Reversed => formulas.iter().rev().map(assert).collect(),
        Way::Assumed => return vec![Command::CheckSatAssuming(formulas.to_vec())],
        Way::Pushed => {
            formulas.iter().flat_map(|term| [Command::Push(1), Command::Assert(*term)]).collect()
        }
        Way::AfterCheck => {
            let (first, second) = formulas.split_at(formulas.len() / 2);
            let first = first.iter().map(assert).chain([Command::CheckSat]);
            first.chain(second.iter().map(assert)).collect()
        }
        Way::AfterPop => {
            let once = || formulas.iter().map(assert);
            let before = [Command::Push(1)].into_iter().chain(once());
            before.chain([Command::CheckSat, Command::Pop(1)]).chain(once()).collect()
        }
    };
    commands.push(Command::CheckSat);
    commands
}

/// Gives other names to constants and functions.
fn rename(calls: &mut [Call]) {
    for (number, call) in calls.iter_mut().enumerate() {
        if !matches!(call.action.kind(), ActionKind::MkConst | ActionKind::MkFun) {
            continue;
        }
        for arg in &mut call.args {
            if let CallArg::Text(name) = arg {
                *name = format!("renamed{number}").into();
            }
        }
    }
}

fn is_about_options(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::SetOption | ActionKind::SetLogic)
}

/// Whether solvers take equations between terms of a sort.
fn can_be_compared(sort: &Sort) -> bool {
    !matches!(
        sort.shape(),
        murxla_api::SortShape::Fun(..)
            | murxla_api::SortShape::RegLan
            | murxla_api::SortShape::MatchCase(..)
    )
}
