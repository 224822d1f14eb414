//! Imports the commands of a script.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionKind, Answer, BASE_ACTIONS, QuickMap, Sort, SortShape, StandardOption};

use super::Omitted;
use crate::smt::export::logic::lacks_arrays;
use crate::smt::{Command, Definition, Graph, Node, Symbol, Term, Variable};
use crate::trace::{Call, CallArg, Name, Recorded, SortName, TermName};

/// Options of SMT-LIB that say how a solver talks, not what it does; calls of an API have no such thing.
const ABOUT_TALKING: &[&str] = &[
    "print-success",
    "regular-output-channel",
    "diagnostic-output-channel",
    "verbosity",
    "interactive-mode",
    "produce-assertions",
    "global-declarations",
];

/// Commands that ask for something that changes nothing.
const HARMLESS: &[&str] = &[
    // The terms tell it.
    "(declare-heap ",
    "(echo ",
    "(get-option ",
    "(get-proof",
    "(get-assignment",
    "(set-info ",
    "(get-unsat-core-lemmas",
    "(get-timeout-core",
    "(get-objectives",
    "(help",
];

/// Makes calls.
pub(super) struct Importer<'g> {
    pub(super) graph: &'g Graph,
    dialect: &'g Dialect,
    calls: Vec<Call>,
    omitted: Vec<Omitted>,
    /// The names that stand for the terms of the graph, since the last reset.
    pub(super) terms: Vec<Option<TermName>>,
    pub(super) symbols: Vec<Option<TermName>>,
    pub(super) variables: Vec<Option<TermName>>,
    pub(super) sorts: QuickMap<Sort, SortName>,
    next_sort: u32,
    next_term: u32,
    /// What the script says that the next check answers.
    status: Option<Answer>,
    /// Where the script comes from.
    source: Option<Arc<str>>,
    has_logic: bool,
    /// The names of assertions, since some were taken away.
    named: HashSet<Arc<str>>,
    /// The values that constants are to be planted with, in the notation of traces.
    pub(super) planted: &'g dyn Fn(Symbol) -> Option<Box<str>>,
}

impl<'g> Importer<'g> {
    pub(super) fn new(graph: &'g Graph, dialect: &'g Dialect) -> Importer<'g> {
        let symbols = graph.symbols().count();
        Importer {
            graph,
            dialect,
            calls: Vec::new(),
            omitted: Vec::new(),
            terms: vec![None; graph.len()],
            symbols: vec![None; symbols],
            variables: vec![None; graph.variable_count()],
            sorts: QuickMap::default(),
            next_sort: 0,
            next_term: 0,
            status: None,
            source: None,
            has_logic: false,
            named: HashSet::new(),
            planted: &|_| None,
        }
    }

    /// An instance with these options.
    pub(super) fn begin(&mut self, needs: &[StandardOption]) {
        self.call(ActionKind::New, Vec::new());
        self.set_needed(needs);
    }

    fn set_needed(&mut self, needs: &[StandardOption]) {
        for option in needs {
            self.set_option(option.key(), "true");
        }
    }

    /// New names begin here.
    pub(super) fn name_from(&mut self, (sort, term): (SortName, TermName)) {
        (self.next_sort, self.next_term) = (sort.0, term.0);
    }

    /// The calls that were made, and no more.
    pub(super) fn into_calls(self) -> Vec<Call> {
        self.calls
    }

    pub(super) fn finish(mut self) -> (Vec<Call>, Vec<Omitted>, Option<Arc<str>>) {
        self.call(ActionKind::Delete, Vec::new());
        (self.calls, self.omitted, self.source)
    }

    pub(super) fn call(&mut self, kind: ActionKind, args: Vec<CallArg>) {
        self.call_returning(kind, args, Vec::new());
    }

    pub(super) fn call_returning(&mut self, kind: ActionKind, args: Vec<CallArg>, rets: Vec<Name>) {
        // Each kind but that of solvers' own actions has one row.
        if let Some(action) = BASE_ACTIONS.iter().find(|action| action.kind == kind) {
            // Seeds that differ make wrappers use the different ways that an API has.
            let seed = self.calls.len() as u64;
            self.calls.push(Call::new(seed, action, args).returning(rets));
        }
    }

    /// A call that makes a term.
    pub(super) fn make(&mut self, kind: ActionKind, args: Vec<CallArg>) -> TermName {
        let name = TermName(self.next_term);
        self.next_term += 1;
        self.call_returning(kind, args, vec![Name::Term(name)]);
        name
    }

    pub(super) fn new_sort_name(&mut self) -> SortName {
        let name = SortName(self.next_sort);
        self.next_sort += 1;
        name
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.call(
            ActionKind::SetOption,
            vec![CallArg::Text(name.into()), CallArg::Text(value.into())],
        );
    }

    pub(super) fn omit(&mut self, what: impl Into<String>, why: &'static str, matters: bool) {
        self.omitted.push(Omitted { what: what.into(), why, matters });
    }

    /// Makes the calls of a command; breaks at the end of the script.
    pub(super) fn command(&mut self, command: &Command) -> ControlFlow<()> {
        match command {
            Command::SetLogic(logic) => {
                if std::mem::replace(&mut self.has_logic, true) {
                    self.omit(format!("(set-logic {logic})"), "a logic was set before", false);
                } else {
                    let logic = self.logic(logic);
                    self.call(ActionKind::SetLogic, vec![CallArg::Text(logic.into())]);
                }
            }
            Command::SetOption { keyword, value } => self.option(keyword, value),
            Command::SetInfo { keyword, value } => self.info(keyword, value),
            Command::DeclareSort { name, arity: 0 } => {
                self.sort(&Sort::new(SortShape::Uninterpreted(Arc::clone(name))));
            }
            Command::DeclareSort { .. } | Command::DefineSort { .. } | Command::Comment(_) => {}
            Command::DeclareDatatypes(group) => self.datatypes(group),
            Command::Declare(symbol) => self.declare(*symbol),
            Command::Define(definition) => self.define(definition),
            Command::DefineRec(definitions) => self.define_rec(definitions),
            Command::Assert(term) => self.assert(*term),
            Command::CheckSat => {
                self.call(ActionKind::CheckSat, Vec::new());
                self.expect_status();
            }
            Command::CheckSatAssuming(terms) if terms.is_empty() => {
                self.call(ActionKind::CheckSat, Vec::new());
                self.expect_status();
            }
            Command::CheckSatAssuming(terms) => {
                let terms = self.terms(terms);
                self.call(ActionKind::CheckSatAssuming, vec![CallArg::Terms(terms)]);
                self.expect_status();
            }
            Command::Push(0) | Command::Pop(0) => {}
            Command::Push(levels) => self.call(ActionKind::Push, vec![CallArg::Number(*levels)]),
            Command::Pop(levels) => {
                self.named.clear();
                self.call(ActionKind::Pop, vec![CallArg::Number(*levels)]);
            }
            Command::GetValue(terms) => {
                let terms = self.terms(terms);
                self.call(ActionKind::GetValue, vec![CallArg::Terms(terms)]);
            }
            Command::Reset => self.reset(&[]),
            Command::Plain { row, words } => {
                if command.forgets_assertions() {
                    self.named.clear();
                }
                let args = words.iter().map(|word| CallArg::Text((&**word).into())).collect();
                self.call(row.kind, args);
            }
            Command::Exit => return ControlFlow::Break(()),
            // Only exports have it; what is read is verbatim.
            Command::Own { row, .. } => self.omit(row.smtlib, "traces have no such call", true),
            Command::Verbatim(text) => {
                let matters = !HARMLESS.iter().any(|begin| text.starts_with(begin));
                self.omit(&**text, "traces have no such call", matters);
            }
        }
        ControlFlow::Continue(())
    }

    /// The logic that is set. To a solver that goes by the name of a logic, what the logic lacks means nothing.
    fn logic<'l>(&self, logic: &'l str) -> &'l str {
        match self.dialect.logic.restricts && lacks_arrays(logic, self.graph) {
            true => "ALL",
            false => logic,
        }
    }

    fn option(&mut self, keyword: &str, value: &str) {
        if ABOUT_TALKING.contains(&keyword) {
            return;
        }
        if (keyword, value) == (StandardOption::Incremental.key(), "false") {
            // It is off until it is set.
            return;
        }
        let prefix = self.dialect.options.prefix.unwrap_or("");
        let keyword = keyword.strip_prefix(prefix).unwrap_or(keyword);
        // Words and numbers are the same in calls; strings lose their quotes.
        let plain = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let value = plain.map_or_else(|| value.to_owned(), |text| text.replace("\"\"", "\""));
        self.set_option(keyword, &value);
    }

    fn info(&mut self, keyword: &str, value: &str) {
        match keyword {
            "status" => {
                self.status = match value {
                    "sat" => Some(Answer::Sat),
                    "unsat" => Some(Answer::Unsat),
                    "unknown" => Some(Answer::Unknown),
                    _ => None,
                };
            }
            "source" => {
                let text = value.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
                self.source = Some(text.unwrap_or(value).into());
            }
            _ => {}
        }
    }

    /// The check that was just made answers what the script says.
    fn expect_status(&mut self) {
        if let (Some(answer), Some(call)) = (self.status.take(), self.calls.last_mut()) {
            call.reply = Some(Recorded::Answer(answer));
        }
    }

    /// All is gone; these options are set anew.
    pub(super) fn reset(&mut self, needs: &[StandardOption]) {
        self.call(ActionKind::Reset, Vec::new());
        self.terms.fill(None);
        self.symbols.fill(None);
        self.variables.fill(None);
        self.sorts.clear();
        self.named.clear();
        self.has_logic = false;
        self.set_needed(needs);
    }

    fn declare(&mut self, symbol: Symbol) {
        let definition = self.graph.symbol(symbol);
        let args = vec![self.sort_arg(&definition.sort), CallArg::Text((*definition.name).into())];
        let name = self.make(ActionKind::MkConst, args);
        self.plant(symbol);
        self.symbols[symbol.index()] = Some(name);
    }

    /// The constant that was just made has the value of this symbol.
    pub(super) fn plant(&mut self, symbol: Symbol) {
        if let Some(call) = self.calls.last_mut() {
            call.planted = (self.planted)(symbol);
        }
    }

    fn parameters(&mut self, variables: &[Variable]) -> CallArg {
        CallArg::Terms(variables.iter().map(|variable| self.variable(*variable)).collect())
    }

    fn define(&mut self, definition: &Definition) {
        if definition.variables.is_empty() {
            // A constant is what it is defined by: not all solvers have functions without arguments.
            let body = self.term(definition.body);
            self.symbols[definition.symbol.index()] = Some(body);
            return;
        }
        let name = &self.graph.symbol(definition.symbol).name;
        let variables = self.parameters(&definition.variables);
        let body = self.term(definition.body);
        let args = vec![CallArg::Text((**name).into()), variables, CallArg::Term(body)];
        let function = self.make(ActionKind::MkFun, args);
        self.symbols[definition.symbol.index()] = Some(function);
    }

    /// All functions of the group are declared before the first is defined: they may call each other.
    fn define_rec(&mut self, definitions: &[Definition]) {
        for definition in definitions.iter().filter(|one| !one.variables.is_empty()) {
            let symbol = self.graph.symbol(definition.symbol);
            let args = vec![self.sort_arg(&symbol.sort), CallArg::Text((*symbol.name).into())];
            let function = self.make(ActionKind::MkRecFun, args);
            self.symbols[definition.symbol.index()] = Some(function);
        }
        for definition in definitions {
            match self.symbols[definition.symbol.index()] {
                Some(function) if !definition.variables.is_empty() => {
                    let variables = self.parameters(&definition.variables);
                    let body = self.term(definition.body);
                    let args = vec![CallArg::Term(function), variables, CallArg::Term(body)];
                    self.call(ActionKind::DefineRecFun, args);
                }
                _ => self.define_rec_constant(definition),
            }
        }
    }

    /// A constant that is defined by itself is one that equals its definition.
    fn define_rec_constant(&mut self, definition: &Definition) {
        if !self.occurs(definition.symbol, definition.body) {
            return self.define(definition);
        }
        let name = self.graph.symbol(definition.symbol).name.to_string();
        self.omit(name, "traces have no constants that are defined by themselves", true);
        self.declare(definition.symbol);
    }

    fn assert(&mut self, term: Term) {
        let formula = CallArg::Term(self.term(term));
        if let Node::Annotated { attributes, .. } = self.graph.node(term)
            && let Some(named) = attributes.iter().find(|one| &*one.keyword == "named")
            // A name belongs to one assertion.
            && self.named.insert(Arc::clone(&named.value))
        {
            let name = CallArg::Text((*named.value).into());
            return self.call(ActionKind::AssertNamed, vec![formula, name]);
        }
        self.call(ActionKind::Assert, vec![formula]);
    }
}
