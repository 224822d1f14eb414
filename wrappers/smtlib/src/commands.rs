//! Commands: assertions, checks, and questions about the last answer.

use murxla_api::smtlib::SymbolText;
use murxla_api::{Answer, Command, Reply, SolverError, TermId, Value};

use crate::connection::Effect;
use crate::file::Assumptions;
use crate::sexpr::Sexpr;
use crate::solver::{SmtlibSolver, unsupported};
use crate::values::value;

impl SmtlibSolver {
    pub(crate) fn run(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            Command::SetLogic(logic) => self.choose_logic(logic).map(|()| Reply::Done),
            Command::SetOption { name, value } => {
                self.set_option(name, value).map(|()| Reply::Done)
            }
            Command::DefineRecFun { .. } | Command::Simplify(_) => command.unsupported(),
            Command::TermGetChildren(term) => self.children_of(term).map(Reply::NewTerms),
            Command::Assert(formula) => self.assert(formula, None),
            Command::AssertNamed { formula, name } => self.assert(formula, Some(name)),
            Command::CheckSat => {
                self.ensure_logic()?;
                self.assumed.clear();
                self.check("(check-sat)")
            }
            Command::CheckSatAssuming(formulas) => self.check_assuming(formulas),
            Command::Push(levels) => {
                self.ensure_logic()?;
                self.connection.push(levels).map(|()| Reply::Done)
            }
            Command::Pop(levels) => self.connection.pop(levels).map(|()| Reply::Done),
            Command::GetValue(terms) => self.get_values(terms),
            Command::PrintModel if !self.known.commands.get_model => unsupported("get-model"),
            Command::PrintModel => {
                let reply = self.connection.command("(get-model)", Effect::None)?;
                match Sexpr::parse(&reply) {
                    Some(Sexpr::List(_)) => Ok(Reply::Done),
                    _ if !self.connection.answers() => Ok(Reply::Done),
                    _ => Err(self.connection.nonsense("(get-model)", &reply)),
                }
            }
            Command::GetInfo(keyword) => {
                let text = format!("(get-info :{keyword})");
                let reply = self.connection.command(&text, Effect::None)?;
                match Sexpr::parse(&reply) {
                    // `unsupported` is what the standard has solvers say of keywords that they do not know.
                    Some(Sexpr::List(_)) => Ok(Reply::Done),
                    _ if reply.trim() == "unsupported" => command.unsupported(),
                    _ if !self.connection.answers() => Ok(Reply::Done),
                    _ => Err(self.connection.nonsense(&text, &reply)),
                }
            }
            Command::GetAssertions => unsupported("get-assertions"),
            Command::GetUnsatCore if !self.known.commands.get_unsat_core => {
                unsupported("get-unsat-core")
            }
            Command::GetUnsatCore => self.terms_by_name("(get-unsat-core)", true),
            Command::GetUnsatAssumptions if !self.known.commands.get_unsat_assumptions => {
                unsupported("get-unsat-assumptions")
            }
            Command::GetUnsatAssumptions => self.terms_by_name("(get-unsat-assumptions)", false),
            Command::Reset => self.reset(),
            Command::ResetAssertions if !self.known.commands.reset_assertions => {
                unsupported("reset-assertions")
            }
            Command::ResetAssertions => {
                self.ensure_logic()?;
                self.assumed.clear();
                self.connection.reset_assertions().map(|()| Reply::Done)
            }
            Command::Own(..) => command.unsupported(),
        }
    }

    pub(crate) fn assert(
        &mut self,
        formula: TermId,
        name: Option<&str>,
    ) -> Result<Reply, SolverError> {
        self.require_formula(formula)?;
        self.ensure_logic()?;
        let text = self.text(formula)?;
        // A core can only tell what has a name.
        let name = match name {
            Some(name) => Some(self.names.take_like(name)),
            None => self.standard.unsat_cores.then(|| self.own_name("c")),
        };
        let command = match &name {
            Some(name) => format!("(assert (! {text} :named {name}))"),
            None => format!("(assert {text})"),
        };
        self.connection.command(&command, Effect::Assertion)?;
        self.asserted.extend(name.map(|name| (name, formula)));
        Ok(Reply::Done)
    }

    pub(crate) fn check(&mut self, command: &str) -> Result<Reply, SolverError> {
        let reply = self.connection.command(command, Effect::Check)?;
        Ok(Reply::Answer(match reply.as_str() {
            "sat" => Answer::Sat,
            "unsat" => Answer::Unsat,
            _ => Answer::Unknown,
        }))
    }

    pub(crate) fn check_assuming(&mut self, formulas: &[TermId]) -> Result<Reply, SolverError> {
        let kind = self.known.commands.check_sat_assuming;
        if kind == Assumptions::None {
            return unsupported("check-sat-assuming");
        }
        for formula in formulas {
            self.require_formula(*formula)?;
        }
        self.ensure_logic()?;
        let texts = self.texts(formulas)?;
        // What is to be recognised in a reply must be a symbol: solvers print formulas as they like.
        let literals = kind == Assumptions::Literals
            || self.standard.unsat_assumptions
            || self.standard.unsat_cores;
        let mut assumed = Vec::new();
        for (formula, text) in formulas.iter().zip(texts) {
            if !literals || self.term(*formula)?.is_symbol {
                assumed.push((text, *formula));
                continue;
            }
            let name = self.own_name("a");
            self.declare(&format!("(declare-fun {name} () Bool)"))?;
            let equal = format!("(assert (= {name} {text}))");
            self.connection.command(&equal, Effect::Assertion)?;
            assumed.push((name, *formula));
        }
        let texts: Vec<&str> = assumed.iter().map(|(text, _)| text.as_str()).collect();
        let command = format!("(check-sat-assuming ({}))", texts.join(" "));
        self.assumed = assumed;
        self.check(&command)
    }

    pub(crate) fn get_values(&mut self, ids: &[TermId]) -> Result<Reply, SolverError> {
        let texts = self.texts(ids)?;
        let command = format!("(get-value ({}))", texts.join(" "));
        let reply = self.connection.command(&command, Effect::None)?;
        let sorts = self.term_sorts(ids)?;
        if !self.connection.answers() {
            let unknown = sorts.into_iter().map(|sort| Value::Opaque(sort, "?".into()));
            return Ok(Reply::Values(unknown.collect()));
        }
        let sexpr = Sexpr::parse(&reply);
        let pairs = sexpr.as_ref().and_then(Sexpr::list).unwrap_or_default();
        let mut values = Vec::new();
        for (pair, sort) in pairs.iter().zip(&sorts) {
            if let Some([_, told]) = pair.list() {
                values.push(value(told, sort));
            }
        }
        if values.len() != ids.len() || pairs.len() != ids.len() {
            return Err(self.connection.nonsense(&command, &reply));
        }
        Ok(Reply::Values(values))
    }

    /// Terms by the symbols that a reply lists.
    pub(crate) fn terms_by_name(
        &mut self,
        command: &str,
        core: bool,
    ) -> Result<Reply, SolverError> {
        let reply = self.connection.command(command, Effect::None)?;
        if !self.connection.answers() {
            return Ok(Reply::Terms(Vec::new()));
        }
        let sexpr = Sexpr::parse(&reply);
        let Some(items) = sexpr.as_ref().and_then(Sexpr::list) else {
            return Err(self.connection.nonsense(command, &reply));
        };
        let mut terms = Vec::new();
        for item in items {
            let text = match item {
                Sexpr::Atom(symbol) => SymbolText(symbol).to_string(),
                other => other.to_string(),
            };
            let find = |all: &[(String, TermId)]| {
                all.iter().rev().find(|(name, _)| *name == text).map(|(_, term)| *term)
            };
            match (find(&self.assumed), find(&self.asserted)) {
                (Some(term), _) => terms.push(term),
                (None, Some(term)) if core => terms.push(term),
                // Z3 lists named assertions beside assumptions.
                (None, Some(_)) => {}
                (None, None) => return Err(self.connection.nonsense(command, &reply)),
            }
        }
        terms.sort_unstable();
        terms.dedup();
        Ok(Reply::Terms(terms))
    }
}
