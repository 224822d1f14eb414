//! The graph of a run, built call by call: its terms, what is asserted at which level, what each check asked, and from
//! which calls each of these came.
//!
//! Nothing here depends on how a solver writes, and nothing is examined: what makes no sense gives terms without structure.
//! The graph begins anew where a solver forgets all (`new`, `delete`, `reset`), for names that come again may mean other sorts
//! then. Calls are told by their numbers in the trace, from 0.
//!
//! To compare two runs of a trace, feed the calls with [`FromCalls::add_done`] and ask [`FromCalls::grounds`] of each check
//! whether a call that failed in either run is among them.

mod asserted;
mod dependencies;
mod sorts;
mod terms;
#[cfg(test)]
mod tests;

use murxla_api::{ActionKind, Answer, Datatype, Effects, QuickMap, QuickSet, Sort};

use self::asserted::Asserted;
use self::dependencies::Dependencies;
use super::{Definition, Graph, Meaning, Node, Opaque, Symbol, Term, Variable};
use crate::trace::check::OwnRows;
use crate::trace::own_action::group;
use crate::trace::{Call, CallArg, Name, NameTable, Recorded, SortName, TermName};

pub use self::asserted::{Assertion, Check};

/// What calls made, asserted and asked.
#[derive(Clone, Debug, Default)]
pub struct FromCalls {
    /// How many calls there were.
    calls: u32,
    graph: Graph,
    /// Sorts by name; `None` if only a solver knows what it is.
    sorts: NameTable<Option<Sort>>,
    terms: NameTable<Made>,
    /// Variables that a binder has; another one gets new variables.
    bound: QuickSet<Variable>,
    definitions: QuickMap<Symbol, Definition>,
    recursive: Vec<Symbol>,
    /// The values that the generator had in mind.
    planted: Vec<(Symbol, Box<str>)>,
    datatypes: Vec<Vec<Datatype>>,
    asserted: Asserted,
    dependencies: Dependencies,
    /// Room for the arguments of an application.
    args: Vec<Term>,
}

/// Most runs have fewer terms.
const ROOM: usize = 400;

/// What a name of the trace stands for.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// `None` if only a solver knows even its sort.
    term: Option<Term>,
    call: u32,
}

impl FromCalls {
    /// No calls yet.
    pub fn new() -> FromCalls {
        FromCalls::default()
    }

    /// Adds a call with its reply; one that was refused or not executed has no effect, but is counted.
    pub fn add(&mut self, call: &Call, own: &dyn OwnRows) {
        match call.took_effect() {
            true => self.add_done(call, own),
            false => self.skip(),
        }
    }

    /// Counts a call that has no effect.
    pub fn skip(&mut self) {
        self.calls += 1;
        self.dependencies.end_call();
    }

    /// Adds a call that is taken to have its effect, whatever its reply says.
    pub fn add_done(&mut self, call: &Call, own: &dyn OwnRows) {
        self.add_answered(call, answer(call), own);
    }

    /// Adds a call that had its effect, with the answer that it gave, if it is a check; what is recorded with it does not matter.
    pub fn add_answered(&mut self, call: &Call, answer: Option<Answer>, own: &dyn OwnRows) {
        self.add_known(call, answer, None, own);
    }

    /// The same where someone knows the sort of the term that the call makes, who is trusted.
    pub fn add_known(
        &mut self,
        call: &Call,
        answer: Option<Answer>,
        sort: Option<&Sort>,
        own: &dyn OwnRows,
    ) {
        match call.args.as_slice() {
            // That is what most calls are.
            [CallArg::Applied(applied)] if applied.patterns.is_empty() => {
                for name in &applied.args {
                    if let Some(made) = self.terms.get(name.0) {
                        self.dependencies.add(made.call);
                    }
                }
            }
            _ => self.depend_on_uses(call),
        }
        self.take_effect(call, answer, sort, own);
        self.skip();
    }

    fn depend_on_uses(&mut self, call: &Call) {
        let Ok(()) = call.visit_uses(|name| {
            if let Name::Term(name) = name
                && let Some(made) = self.terms.get(name.0)
            {
                self.dependencies.add(made.call);
            }
            Ok::<(), std::convert::Infallible>(())
        });
    }

    fn take_effect(
        &mut self,
        call: &Call,
        answer: Option<Answer>,
        sort: Option<&Sort>,
        own: &dyn OwnRows,
    ) {
        // Most calls make a term and do nothing else.
        if matches!(call.action.kind(), ActionKind::MkTerm | ActionKind::MkConst) {
            return self.make(call, sort, own);
        }
        let effects = call.effects(own);
        let is_base = call.action.kind() != ActionKind::Own;
        match (call.action.kind(), call.args.as_slice()) {
            _ if effects.any(Effects::FORGETS_ALL) && is_base => {
                self.forget();
                if call.action.kind() != ActionKind::Delete {
                    self.graph = Graph::with_room(ROOM);
                }
            }
            _ if effects.any(Effects::FORGETS_ASSERTIONS) && is_base => {
                self.asserted.reset(self.calls);
            }
            (ActionKind::MkSort | ActionKind::InstantiateSort, _) => self.make_sorts(call),
            (ActionKind::Assert, [CallArg::Term(formula)]) => {
                let term = self.formula(*formula);
                self.asserted.assert(self.calls, term, None);
            }
            (ActionKind::AssertNamed, [CallArg::Term(formula), CallArg::Text(name)]) => {
                let term = self.formula(*formula);
                self.asserted.assert(self.calls, term, Some((&**name).into()));
            }
            (ActionKind::CheckSat, _) => self.asserted.check(self.calls, Vec::new(), answer),
            (ActionKind::CheckSatAssuming, [CallArg::Terms(formulas)]) => {
                let assumptions = formulas.iter().map(|name| self.formula(*name)).collect();
                self.asserted.check(self.calls, assumptions, answer);
            }
            (ActionKind::Push, [CallArg::Number(levels)]) => {
                self.asserted.push(self.calls, *levels);
            }
            (ActionKind::Pop, [CallArg::Number(levels)]) => {
                self.asserted.pop(self.calls, *levels);
            }
            (ActionKind::Simplify, [CallArg::Term(term)]) => {
                self.bind_rewritten(call, &[*term], Meaning::FirstPart);
            }
            (ActionKind::Own, words) => self.own(call, words, own),
            _ => self.make(call, sort, own),
        }
    }

    /// An action of a solver's own.
    fn own(&mut self, call: &Call, words: &[CallArg], own: &dyn OwnRows) {
        let args = own.action(call.action.name()).and_then(|row| group(row, words));
        let mut terms = Vec::new();
        for arg in args.iter().flatten() {
            match arg {
                CallArg::Term(term) => terms.push(*term),
                CallArg::Terms(list) => terms.extend(list),
                _ => {}
            }
        }
        // Of an action that nobody knows it is taken that it asserts something, too.
        if call.effects(own).changes_problem() {
            let parts = self.known_parts(&terms);
            let term = self.opaque(0, parts, Meaning::Unknown, Sort::bool());
            self.asserted.assert(self.calls, term, None);
        }
        // Such an action gives a term of the sort of its first argument, if it gives one.
        self.bind_rewritten(call, &terms, Meaning::Unknown);
    }

    /// The solver forgets all.
    fn forget(&mut self) {
        *self = FromCalls {
            calls: self.calls,
            dependencies: std::mem::take(&mut self.dependencies),
            ..FromCalls::default()
        };
    }

    /// A term that only the solver knows, as this call gives it.
    fn opaque(&mut self, place: u32, parts: Vec<Term>, meaning: Meaning, sort: Sort) -> Term {
        let opaque = Opaque { call: self.calls, place, meaning, parts: parts.into() };
        self.graph.opaque(opaque, sort)
    }

    /// The formula with this name; what only a solver knows has the sort of formulas at least.
    fn formula(&mut self, name: TermName) -> Term {
        let made = self.terms.get(name.0).copied();
        match made {
            Some(Made { term: Some(term), .. }) => term,
            unknown => {
                let call = unknown.map_or(self.calls, |made| made.call);
                let meaning = Meaning::Unknown;
                let opaque = Opaque { call, place: name.0, meaning, parts: Box::default() };
                self.graph.opaque(opaque, Sort::bool())
            }
        }
    }

    /// The terms, since the solver began or forgot all.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many calls were added.
    pub fn call_count(&self) -> usize {
        self.calls as usize
    }

    /// The term with this name; `None` if there is none, or only a solver knows even its sort.
    pub fn term(&self, name: TermName) -> Option<Term> {
        self.terms.get(name.0)?.term
    }

    /// The names of all terms, each with its term; those of which only a solver knows even the sort are left out.
    pub fn names(&self) -> impl Iterator<Item = (TermName, Term)> {
        let named = self.terms.iter();
        named.filter_map(|(number, made)| Some((TermName(number), made.term?)))
    }

    /// The call that made what has this name.
    pub fn maker(&self, name: TermName) -> Option<usize> {
        self.terms.get(name.0).map(|made| made.call as usize)
    }

    /// The sort with this name; `None` if there is none, or only a solver knows it.
    pub fn sort(&self, name: SortName) -> Option<&Sort> {
        self.sorts.get(name.0)?.as_ref()
    }

    /// The definition of a function or constant, if it has one.
    pub fn definition(&self, symbol: Symbol) -> Option<&Definition> {
        self.definitions.get(&symbol)
    }

    /// All definitions, in no order that means anything.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.definitions.values()
    }

    /// The constants that have a planted value, each with that, as the trace writes it.
    pub fn planted(&self) -> &[(Symbol, Box<str>)] {
        &self.planted
    }

    /// The functions that may call themselves; those that have no definition yet, too.
    pub fn recursive(&self) -> &[Symbol] {
        &self.recursive
    }

    /// Whether a function is defined by itself or by another one that may be. Nothing says that there are functions as such
    /// definitions want them: `(= (f x) (not (f x)))` has no model.
    pub fn has_recursion(&self) -> bool {
        let defined = self.recursive.iter().filter_map(|symbol| self.definitions.get(symbol));
        let mut open: Vec<Term> = defined.map(|definition| definition.body).collect();
        let mut seen = QuickSet::default();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Constant(symbol) = self.graph.node(term) {
                if self.recursive.contains(&symbol) {
                    return true;
                }
                open.extend(self.definitions.get(&symbol).map(|definition| definition.body));
            }
            self.graph.visit_children(term, |part| open.push(part));
        }
        false
    }

    /// The groups of datatypes, in the order of declaration.
    pub fn datatypes(&self) -> &[Vec<Datatype>] {
        &self.datatypes
    }
}

fn answer(call: &Call) -> Option<Answer> {
    match &call.reply {
        Some(Recorded::Answer(answer)) => Some(*answer),
        _ => None,
    }
}
