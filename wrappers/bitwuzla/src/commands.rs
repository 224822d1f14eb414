//! Executes the commands of one instance.

use std::collections::HashSet;

use murxla_api::{
    Answer, Command, Reply, SolverError, StandardOption, StandardOptions, TermId, inspect,
};
use murxla_native::ids_of;

use crate::errors::{present, rejected};
use crate::ffi::{BitwuzlaResult, BitwuzlaTerm, call, copy_array, text};
use crate::handles::{Native, OwnedTerm, release_sort, release_term};
use crate::solver::BitwuzlaSolver;
use crate::sorts::structure_of;
use crate::terminator::TERMINATE_AFTER;
use crate::terms::count;
use crate::values::Reader;

impl BitwuzlaSolver {
    /// Executes a command.
    pub(crate) fn dispatch(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            // The API knows no logics.
            Command::SetLogic(_) => Ok(Reply::Done),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Assert(formula) | Command::AssertNamed { formula, .. } => self.assert(formula),
            Command::DefineRecFun { .. } => command.unsupported(),
            Command::Simplify(term) => self.simplified(term).map(Reply::Term),
            Command::TermGetChildren(term) => self.children_of(term).map(Reply::NewTerms),
            Command::PrintModel => self.print_model(),
            Command::GetAssertions => self.listed_assertions(),
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

    /// The last answer does not hold any more, and Bitwuzla closes the level of its assumptions.
    pub(crate) fn assertions_changed(&mut self) {
        self.assumptions.clear();
        self.answered = false;
        self.last_answer = None;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, SolverError> {
        if self.native.has_instance() {
            return rejected(format!(
                "option {name} comes too late: Bitwuzla's options are fixed by the first command that \
                 asserts, checks, pushes or pops"
            ));
        }
        if name == TERMINATE_AFTER {
            self.native.terminator.set(value)?;
            return Ok(Reply::Done);
        }
        let mut options = self.options;
        if let Some(option) = StandardOption::from_key(name) {
            options.set(option, value)?;
            // Bitwuzla is always incremental.
            if option != StandardOption::Incremental {
                self.knowledge.options.set(self.native.options, name, value)?;
            }
        } else {
            self.knowledge.options.set(self.native.options, name, value)?;
        }
        self.options = options;
        Ok(Reply::Done)
    }

    fn assert(&mut self, formula: TermId) -> Result<Reply, SolverError> {
        let native = self.terms.native(formula)?;
        self.free.require_closed(formula, "the assertion")?;
        let instance = self.native.instance()?;
        call!(bitwuzla_assert(instance, native));
        self.assertions.assert(formula, native);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    fn check_sat(&mut self) -> Result<Reply, SolverError> {
        let instance = self.native.instance()?;
        self.native.terminator.begin();
        let result = call!(bitwuzla_check_sat(instance));
        self.assumptions.clear();
        self.answered = true;
        self.answer(result)
    }

    fn check_sat_assuming(&mut self, formulas: &[TermId]) -> Result<Reply, SolverError> {
        let mut natives = self.terms.natives(formulas)?;
        for (formula, native) in formulas.iter().zip(&natives) {
            self.free.require_closed(*formula, "an assumption")?;
            // Bitwuzla does not check this and answers.
            if !call!(bitwuzla_term_is_bool(*native)) {
                return rejected("an assumption must be a Boolean term");
            }
        }
        let instance = self.native.instance()?;
        let count = count(natives.len())?;
        self.native.terminator.begin();
        let result = call!(bitwuzla_check_sat_assuming(instance, count, natives.as_mut_ptr()));
        self.assumptions = formulas.iter().copied().zip(natives).collect();
        self.answered = true;
        self.answer(result)
    }

    /// The answer, as it is told and in words.
    fn answer(&mut self, result: u32) -> Result<Reply, SolverError> {
        self.last_answer = None;
        let answer = answer_of(result)?;
        self.last_answer = Some(answer);
        if self.seed.pick(8) == 0 {
            let told = text(call!(bitwuzla_result_to_string(result)));
            let known = answer.to_string();
            inspect("bitwuzla_result_to_string", "the answer", Some(known), told)?;
        }
        Ok(Reply::Answer(answer))
    }

    fn push(&mut self, levels: u32) -> Result<Reply, SolverError> {
        let instance = self.native.instance()?;
        call!(bitwuzla_push(instance, levels.into()));
        self.assertions.push(levels);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    fn pop(&mut self, levels: u32) -> Result<Reply, SolverError> {
        let open = self.assertions.open_levels();
        let too_deep = usize::try_from(levels).map_or(true, |levels| levels > open);
        // Bitwuzla's own check counts the level of the assumptions, which it then closes first.
        if too_deep && !self.assumptions.is_empty() {
            return rejected(format!("cannot pop {levels} levels, only {open} are open"));
        }
        let instance = self.native.instance()?;
        call!(bitwuzla_pop(instance, levels.into()));
        if too_deep {
            return Err(SolverError::Broken(format!(
                "Bitwuzla popped {levels} levels although only {open} were open"
            )));
        }
        self.assertions.pop(levels);
        self.assertions_changed();
        Ok(Reply::Done)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Reply, SolverError> {
        let natives = self.terms.natives(terms)?;
        let instance = self.native.instance()?;
        let mut values = Vec::with_capacity(terms.len());
        for (term, native) in terms.iter().zip(natives) {
            self.free.require_closed(*term, "the term")?;
            let value = present(call!(bitwuzla_get_value(instance, native)), "bitwuzla_get_value")?;
            let value = OwnedTerm(value);
            let sort = structure_of(native)?;
            let reported = structure_of(value.0)?;
            if sort != reported {
                return Err(SolverError::Broken(format!(
                    "the value of a term of sort {sort} has sort {reported}"
                )));
            }
            let mut reader = Reader { knowledge: &self.knowledge, seed: &mut self.seed };
            values.push(reader.read(value.0, &sort)?);
        }
        Ok(Reply::Values(values))
    }

    fn get_unsat_core(&mut self) -> Result<Reply, SolverError> {
        let instance = self.native.instance()?;
        let mut size = 0;
        let first = call!(bitwuzla_get_unsat_core(instance, &mut size));
        // Bitwuzla's core names assumptions too; ours only assertions.
        let asserted = self.assertions.formulas();
        let known = [asserted, &self.assumptions].concat();
        let mut ids = distinct_ids(&known, first, size, "the unsat core")?;
        ids.retain(|id| asserted.iter().any(|(formula, _)| formula == id));
        Ok(Reply::Terms(ids))
    }

    fn get_unsat_assumptions(&mut self) -> Result<Reply, SolverError> {
        let instance = self.native.instance()?;
        let mut size = 0;
        let first = call!(bitwuzla_get_unsat_assumptions(instance, &mut size));
        let ids = distinct_ids(&self.assumptions, first, size, "the list of unsat assumptions")?;
        Ok(Reply::Terms(ids))
    }

    fn reset(&mut self) -> Result<Reply, SolverError> {
        let fresh = Native::new()?;
        self.release();
        self.native = fresh;
        self.free.clear();
        self.bound.clear();
        self.uninterpreted.clear();
        self.constants.clear();
        self.symbols.clear();
        self.assertions.clear();
        self.assertions_changed();
        self.options = StandardOptions::default();
        Ok(Reply::Done)
    }

    /// Releases sorts and terms in one of the ways that the API has. Whatever a library lacks of them, the
    /// term manager frees all when it is deleted.
    fn release(&mut self) {
        let way = self.seed.pick(3);
        for term in self.terms.drain() {
            if way == 0 {
                let _ = release_term(term);
            }
        }
        for sort in self.sorts.drain() {
            if way == 0 {
                let _ = release_sort(sort);
            }
        }
        if way == 1 {
            let _ = self.native.release_all();
        }
    }

    fn reset_assertions(&mut self) -> Result<Reply, SolverError> {
        // The API has no function for it.
        if self.native.has_instance() {
            self.native.renew_instance()?;
        }
        self.assertions.clear();
        self.assertions_changed();
        Ok(Reply::Done)
    }
}

/// The answer that a number means.
pub(crate) fn answer_of(result: u32) -> Result<Answer, SolverError> {
    Ok(match result {
        BitwuzlaResult::BITWUZLA_SAT => Answer::Sat,
        BitwuzlaResult::BITWUZLA_UNSAT => Answer::Unsat,
        BitwuzlaResult::BITWUZLA_UNKNOWN => Answer::Unknown,
        other => return Err(SolverError::Broken(format!("the answer of the check is {other}"))),
    })
}

/// The ids of a list of terms that Bitwuzla returned, each once. A term that is alive has one address, so
/// the native handles can be compared.
fn distinct_ids(
    known: &[(TermId, BitwuzlaTerm)],
    first: *const BitwuzlaTerm,
    size: usize,
    what: &str,
) -> Result<Vec<TermId>, SolverError> {
    let returned: Vec<OwnedTerm> = copy_array(first, size).into_iter().map(OwnedTerm).collect();
    let mut ids = ids_of(known, returned.iter().map(|term| term.0), what)?;
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    Ok(ids)
}
