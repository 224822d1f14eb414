//! Options, assertions, checks, and questions about the last answer.

use murxla_api::smtlib::{SymbolText, can_be_written};
use murxla_api::{Answer, Reply, SolverError, StandardOption, StandardOptions, TermId, Value};

use crate::connection::Effect;
use crate::file::Assumptions;
use crate::sexpr::Sexpr;
use crate::solver::{SmtlibSolver, unsupported};
use crate::values::value;

impl SmtlibSolver {
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        let standard = StandardOption::from_key(name);
        let told = match standard {
            Some(option) => match self.known.standard_option(option) {
                Some(told) => told,
                None => return unsupported(format!("the option {name}")),
            },
            None => name,
        };
        if let Some(option) = standard {
            // Whether the value is one is told before the solver has it.
            StandardOptions::default().set(option, value)?;
            let clashing = self.known.clashing(option, |other| self.is_on(other));
            if let Some(other) = clashing.filter(|_| value == "true") {
                return unsupported(format!("{} together with {}", option.key(), other.key()));
            }
        }
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if !told.bytes().all(is_of_name) {
            return unsupported(format!("the option {name}"));
        }
        if !told.is_empty() {
            let plain = !value.is_empty() && value.bytes().all(is_of_name);
            let value = match plain {
                true => value.to_owned(),
                false if can_be_written(value) => format!("\"{}\"", value.replace('"', "\"\"")),
                false => return unsupported(format!("that value of the option {name}")),
            };
            let command = format!("(set-option :{told} {value})");
            self.connection.command(&command, Effect::Prologue)?;
        }
        match standard {
            Some(option) => self.standard.set(option, value),
            None => Ok(()),
        }
    }

    pub(crate) fn is_on(&self, option: StandardOption) -> bool {
        match option {
            StandardOption::Incremental => self.standard.incremental,
            StandardOption::Models => self.standard.models,
            StandardOption::UnsatCores => self.standard.unsat_cores,
            StandardOption::UnsatAssumptions => self.standard.unsat_assumptions,
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
