//! Executes the commands of one instance.

use std::collections::HashSet;

use murxla_api::{
    Answer, Command, Reply, SolverError, StandardOption, StandardOptions, TermId, inspect,
};
use murxla_native::ids_of;

use crate::errors::rejected;
use crate::ffi::{Node, call, text};
use crate::handles::{Instance, release, release_sort};
use crate::solver::{BoolectorSolver, Parts};
use crate::terminator::TERMINATE_AFTER;
use crate::terms::Terms;
use crate::values::Reader;

/// What Boolector calls the standard options.
const INCREMENTAL: &str = "incremental";
const MODEL_GEN: &str = "model-gen";

impl BoolectorSolver {
    /// Executes a command.
    pub(crate) fn dispatch(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            // The API knows no logics.
            Command::SetLogic(_) => Ok(Reply::Done),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Assert(formula) | Command::AssertNamed { formula, .. } => self.assert(formula),
            Command::DefineRecFun { .. }
            | Command::Simplify(_)
            | Command::TermGetChildren(_)
            | Command::GetAssertions => command.unsupported(),
            Command::PrintModel => self.print_model(),
            Command::GetInfo(keyword) => self.read_info(keyword),
            Command::CheckSat => self.check_sat(),
            Command::CheckSatAssuming(formulas) => self.check_sat_assuming(formulas),
            Command::Push(levels) => self.push(levels),
            Command::Pop(levels) => self.pop(levels),
            Command::GetValue(terms) => self.get_value(terms),
            Command::GetUnsatCore => self.get_unsat_core(),
            Command::GetUnsatAssumptions => self.get_unsat_assumptions(),
            Command::Reset => self.reset(),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Own(action, args) => self.own_action(action, args),
        }
    }

    /// Whether formulas are assumed in each check in place of being asserted, since Boolector tells which of those it needed.
    pub(crate) fn assumes_all(&self) -> bool {
        self.options.unsat_cores && self.options.incremental
    }

    /// The last answer does not hold any more.
    pub(crate) fn assertions_changed(&mut self) {
        self.assumptions.clear();
        self.last_answer = None;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, SolverError> {
        let btor = self.btor();
        if name == TERMINATE_AFTER {
            self.terminator.set(btor, value)?;
        } else if let Some(option) = StandardOption::from_key(name) {
            let mut options = self.options;
            options.set(option, value)?;
            if self.terms.len() > 0 {
                return rejected(format!("option {name} comes too late: there are terms"));
            }
            match option {
                StandardOption::Incremental => {
                    self.knowledge.options.set(btor, INCREMENTAL, value)?;
                }
                StandardOption::Models => self.knowledge.options.set(btor, MODEL_GEN, value)?,
                // What is assumed in an incremental instance is told in any case.
                StandardOption::UnsatCores | StandardOption::UnsatAssumptions => {}
            }
            self.options = options;
        } else {
            self.knowledge.options.set(btor, name, value)?;
        }
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
        Ok(Reply::Done)
    }

    pub(crate) fn assert(&mut self, formula: TermId) -> Result<Reply, SolverError> {
        let node = self.formula(formula, "the assertion")?;
        if !self.assumes_all() {
            let btor = self.btor();
            call!(boolector_assert(btor, node));
        }
        self.assertions.assert(formula, node);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    /// The node of a formula without free variables. To Boolector a bit is a truth value.
    pub(crate) fn formula(&self, formula: TermId, what: &str) -> Result<Node, SolverError> {
        let node = self.terms.closed(formula, what)?;
        match self.terms.sort(formula)?.kind() {
            murxla_api::SortKind::Bool => Ok(node),
            _ => rejected(format!("{what} is no truth value")),
        }
    }

    fn check_sat(&mut self) -> Result<Reply, SolverError> {
        self.check(Vec::new())
    }

    fn check_sat_assuming(&mut self, formulas: &[TermId]) -> Result<Reply, SolverError> {
        if !self.options.incremental {
            return rejected("assumptions need the option incremental");
        }
        let mut assumptions = Vec::new();
        for formula in formulas {
            assumptions.push((*formula, self.formula(*formula, "an assumption")?));
        }
        self.check(assumptions)
    }

    fn check(&mut self, assumptions: Vec<(TermId, Node)>) -> Result<Reply, SolverError> {
        if self.was_checked && !self.options.incremental {
            return rejected("a second check needs the option incremental");
        }
        let btor = self.btor();
        let all = if self.assumes_all() { self.assertions.formulas() } else { &[] };
        for (_, node) in all.iter().chain(&assumptions) {
            call!(boolector_assume(btor, *node));
        }
        self.assertions_changed();
        self.was_checked = true;
        self.terminator.begin();
        let result = match self.seed.pick(4) {
            0 => call!(boolector_limited_sat(btor, -1, -1)),
            _ => call!(boolector_sat(btor)),
        };
        let answer = answer_of(result)?;
        self.assumptions = assumptions;
        self.last_answer = Some(answer);
        Ok(Reply::Answer(answer))
    }

    fn push(&mut self, levels: u32) -> Result<Reply, SolverError> {
        let btor = self.btor();
        call!(boolector_push(btor, levels));
        self.assertions.push(levels);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    fn pop(&mut self, levels: u32) -> Result<Reply, SolverError> {
        let btor = self.btor();
        call!(boolector_pop(btor, levels));
        if usize::try_from(levels).map_or(true, |levels| levels > self.assertions.open_levels()) {
            return Err(SolverError::Broken(format!("Boolector popped {levels} levels")));
        }
        self.assertions.pop(levels);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Reply, SolverError> {
        if self.last_answer != Some(Answer::Sat) {
            return rejected("there is no model");
        }
        let btor = self.btor();
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            let node = self.terms.closed(*term, "the term")?;
            let sort = self.terms.sort(*term)?.clone();
            let mut reader = Reader { btor, seed: &mut self.seed };
            values.push(reader.read(node, &sort)?);
        }
        Ok(Reply::Values(values))
    }

    /// Which of these were assumed in the last check and needed, in one of the ways that the API has.
    fn failed(
        &mut self,
        assumed: &[(TermId, Node)],
        others: &[(TermId, Node)],
    ) -> Result<Vec<TermId>, SolverError> {
        let btor = self.btor();
        let mut by_one = Vec::new();
        for (term, node) in assumed {
            if call!(boolector_failed(btor, *node)) {
                by_one.push((*term, *node));
            }
        }
        if self.seed.pick(2) == 0 {
            let first = call!(boolector_get_failed_assumptions(btor));
            let mut listed = Vec::new();
            while !first.is_null() {
                // SAFETY: the list ends with NULL.
                let node = unsafe { *first.add(listed.len()) };
                if node.is_null() {
                    break;
                }
                listed.push(node);
            }
            let all = [assumed, others].concat();
            ids_of(&all, listed.iter().copied(), "the list of failed assumptions")?;
            let is_listed = |node: &Node| listed.contains(node);
            let both = assumed.iter().filter(|(_, node)| is_listed(node)).map(|(term, _)| *term);
            let both: Vec<TermId> = both.collect();
            let told: Vec<TermId> = by_one.iter().map(|(term, _)| *term).collect();
            inspect("boolector_get_failed_assumptions", "against boolector_failed", told, both)?;
        }
        let mut seen = HashSet::new();
        Ok(by_one
            .into_iter()
            .filter(|(_, node)| seen.insert(*node))
            .map(|(term, _)| term)
            .collect())
    }

    fn get_unsat_core(&mut self) -> Result<Reply, SolverError> {
        if !self.options.unsat_cores || self.last_answer != Some(Answer::Unsat) {
            return rejected("there is no unsatisfiable core");
        }
        let asserted = self.assertions.formulas().to_vec();
        if !self.assumes_all() {
            // The only check has no assumptions, so what is asserted is a core, if not a small one.
            let mut seen = HashSet::new();
            let all = asserted.into_iter().filter(|(_, node)| seen.insert(*node));
            return Ok(Reply::Terms(all.map(|(term, _)| term).collect()));
        }
        let assumptions = self.assumptions.clone();
        self.failed(&asserted, &assumptions).map(Reply::Terms)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Reply, SolverError> {
        if self.last_answer != Some(Answer::Unsat) {
            return rejected("the last answer is not unsat");
        }
        let assumptions = self.assumptions.clone();
        let asserted =
            if self.assumes_all() { self.assertions.formulas().to_vec() } else { Vec::new() };
        self.failed(&assumptions, &asserted).map(Reply::Terms)
    }

    fn reset(&mut self) -> Result<Reply, SolverError> {
        let fresh = Instance::new()?;
        self.release()?;
        self.native = fresh;
        self.trace = None;
        self.terminator = Default::default();
        self.terms = Terms::default();
        self.symbols.clear();
        self.names.clear();
        self.assertions.clear();
        self.assertions_changed();
        self.settings.clear();
        self.parts = Parts::default();
        self.was_checked = false;
        self.options = StandardOptions::default();
        Ok(Reply::Done)
    }

    /// Releases sorts and terms in one of the ways that the API has, after which nobody refers to anything.
    fn release(&mut self) -> Result<(), SolverError> {
        let btor = self.btor();
        let one_by_one = self.seed.pick(2) == 0;
        for node in self.terms.drain() {
            if one_by_one {
                release(btor, node)?;
            }
        }
        let sorts: Vec<_> = self.terms.sorts.drain().collect();
        for sort in sorts {
            if one_by_one {
                release_sort(btor, sort)?;
            }
        }
        if one_by_one {
            let told = call!(boolector_get_refs(btor));
            return inspect("boolector_get_refs", "when all was released", 0, told);
        }
        call!(boolector_release_all(btor));
        Ok(())
    }

    /// The API has no function for it: all is made again in a new instance.
    fn reset_assertions(&mut self) -> Result<Reply, SolverError> {
        let fresh = Instance::new()?;
        for (name, value) in &self.settings {
            match StandardOption::from_key(name) {
                Some(StandardOption::Incremental) => {
                    self.knowledge.options.set(fresh.0, INCREMENTAL, value)?;
                }
                Some(StandardOption::Models) => {
                    self.knowledge.options.set(fresh.0, MODEL_GEN, value)?;
                }
                Some(_) => {}
                None if name == TERMINATE_AFTER => self.terminator.watch(fresh.0)?,
                None => self.knowledge.options.set(fresh.0, name, value)?,
            }
        }
        self.terms.make_all(fresh.0)?;
        self.native = fresh;
        self.trace = None;
        self.assertions.clear();
        self.assertions_changed();
        self.was_checked = false;
        Ok(Reply::Done)
    }

    /// What Boolector tells under a keyword of SMT-LIB.
    fn read_info(&mut self, keyword: &str) -> Result<Reply, SolverError> {
        let btor = self.btor();
        match keyword {
            "version" => _ = text(call!(boolector_version(btor))),
            "authors" => _ = text(call!(boolector_copyright(btor))),
            "name" => _ = text(call!(boolector_git_id(btor))),
            _ => return Command::GetInfo(keyword).unsupported(),
        }
        Ok(Reply::Done)
    }
}

/// The answer that a number means.
pub(crate) fn answer_of(result: i32) -> Result<Answer, SolverError> {
    Ok(match result {
        10 => Answer::Sat,
        20 => Answer::Unsat,
        0 => Answer::Unknown,
        other => return Err(SolverError::Broken(format!("the answer of the check is {other}"))),
    })
}
