//! The assertions of one instance, and the context that holds them.

use murxla_api::{Answer, CallSeed, SolverError, StandardOptions, TermId};
use murxla_native::{AssertionStack, ids_of};

use crate::context::{NativeObjects, push, unsat_core};
use crate::error::{Refusal, done, term, type_of};
use crate::ffi::{call, context_t, model_t, smt_status_t, term_t};
use crate::numbers::StatusNumbers;

/// A formula in the context.
#[derive(Clone, Copy, PartialEq)]
struct Asserted {
    formula: term_t,
    /// Where cores are wanted: the Boolean that implies the formula and is assumed in every check.
    tracker: Option<term_t>,
    /// The number of levels that were open.
    level: usize,
}

/// Assumptions of a check, as they were given and as Yices knows them.
pub type Assumptions = Vec<(TermId, term_t)>;

/// A core: asserted formulas, and assumptions.
pub struct Core {
    /// The asserted formulas in it.
    pub formulas: Vec<TermId>,
    /// The assumptions in it.
    pub assumptions: Vec<TermId>,
}

/// The assertions, levels and last answer of one instance.
pub struct Session {
    status: StatusNumbers,
    /// The standard options.
    pub standard: StandardOptions,
    /// The native objects.
    pub native: NativeObjects,
    assertions: AssertionStack<Asserted>,
    /// Levels that were opened when the context was unsatisfiable already; it does not know of them.
    levels_above_unsat: u32,
    /// What the last check assumed, if nothing changed since; the inner `None`: it was a plain check.
    last_check: Option<Option<Assumptions>>,
    /// The context must be built anew: Yices may keep a part of a formula that it refuses.
    is_spoiled: bool,
    /// The context was built anew after the last check.
    answer_is_lost: bool,
    /// The context has one more level, with the assumptions of the last check.
    assumptions_are_asserted: bool,
}

impl Session {
    /// Nothing asserted, all options off.
    pub fn new(status: StatusNumbers) -> Session {
        Session {
            status,
            standard: StandardOptions::default(),
            native: NativeObjects::new(),
            assertions: AssertionStack::new(),
            levels_above_unsat: 0,
            last_check: None,
            is_spoiled: false,
            answer_is_lost: false,
            assumptions_are_asserted: false,
        }
    }

    /// The context, in the state that the assertions say.
    fn context(&mut self) -> Result<*mut context_t, SolverError> {
        self.close_assumptions()?;
        if !self.is_spoiled {
            return self.native.open(&self.standard);
        }
        self.native.close()?;
        let context = self.native.open(&self.standard)?;
        self.levels_above_unsat = 0;
        let mut level = 0;
        let formulas = self.assertions.formulas().to_vec();
        for (_, asserted) in formulas {
            while level < asserted.level {
                self.open_level(context)?;
                level += 1;
            }
            if !assert_in(context, &asserted, &mut CallSeed::default())? {
                // Accepted before, so Yices had found the formulas up to here unsatisfiable and did not read
                // this one; without it they still are.
                Refusal::take()?;
            }
        }
        while level < self.assertions.open_levels() {
            self.open_level(context)?;
            level += 1;
        }
        self.is_spoiled = false;
        self.answer_is_lost = self.last_check.is_some();
        Ok(context)
    }

    /// The context with the answer of the last check, if there is one.
    fn answered_context(&mut self, seed: &mut CallSeed) -> Result<*mut context_t, SolverError> {
        if self.assumptions_are_asserted && !self.is_spoiled {
            return self.native.open(&self.standard);
        }
        let context = self.context()?;
        if self.answer_is_lost
            && let Some(assumptions) = self.last_check.take()
        {
            self.run_check(context, assumptions.as_deref(), seed)?;
            self.last_check = Some(assumptions);
        }
        self.answer_is_lost = false;
        Ok(context)
    }

    /// The state changed: there is no answer any more.
    fn forget_answer(&mut self) -> Result<(), SolverError> {
        self.last_check = None;
        self.answer_is_lost = false;
        self.native.drop_model()
    }

    /// The last call's refusal.
    fn refuse(&mut self) -> Result<SolverError, SolverError> {
        let refusal = Refusal::take()?;
        self.is_spoiled |= refusal.left_traces();
        Ok(refusal.into())
    }

    /// Asserts a formula on the current level.
    pub fn assert(
        &mut self,
        id: TermId,
        formula: term_t,
        seed: &mut CallSeed,
    ) -> Result<(), SolverError> {
        let context = self.context()?;
        let tracker = if self.standard.unsat_cores && !self.native.is_mcsat() {
            let bool_type = type_of(call!(yices_bool_type()))?;
            Some(term(call!(yices_new_uninterpreted_term(bool_type)))?)
        } else {
            None
        };
        let asserted = Asserted { formula, tracker, level: self.assertions.open_levels() };
        if !assert_in(context, &asserted, seed)? {
            return Err(self.refuse()?);
        }
        self.assertions.assert(id, asserted);
        self.forget_answer()
    }

    /// Checks the assertions, with assumptions if they are given.
    pub fn check(
        &mut self,
        assumptions: Option<Assumptions>,
        seed: &mut CallSeed,
    ) -> Result<Answer, SolverError> {
        let context = self.context()?;
        let status = self.run_check(context, assumptions.as_deref(), seed)?;
        self.forget_answer()?;
        self.last_check = Some(assumptions);
        Ok(if status == self.status.sat {
            Answer::Sat
        } else if status == self.status.unsat {
            Answer::Unsat
        } else {
            Answer::Unknown
        })
    }

    fn run_check(
        &mut self,
        context: *mut context_t,
        assumptions: Option<&[(TermId, term_t)]>,
        seed: &mut CallSeed,
    ) -> Result<smt_status_t, SolverError> {
        let assumed = assumptions.unwrap_or_default().iter().map(|(_, native)| *native);
        if self.native.is_mcsat() && assumptions.is_some() {
            let assumed: Vec<term_t> = assumed.collect();
            return self.check_above(context, &assumed, seed);
        }
        let all: Vec<term_t> = self.trackers().map(|(_, tracker)| tracker).chain(assumed).collect();
        let plain = all.is_empty() && assumptions.is_none();
        let status = self.native.check(context, (!plain).then_some(all.as_slice()), seed)?;
        if status == self.status.error {
            return Err(self.refuse()?);
        }
        Ok(status)
    }

    /// MCSAT ignores its assertions when it is given assumptions (traces/found/yices-mcsat-ignores-assertions.c), so
    /// they are asserted on a level of their own, which stays open as long as the model may be asked for.
    fn check_above(
        &mut self,
        context: *mut context_t,
        assumed: &[term_t],
        seed: &mut CallSeed,
    ) -> Result<smt_status_t, SolverError> {
        if self.levels_above_unsat > 0 || !push(context, self.status.unsat)? {
            return Ok(self.status.unsat);
        }
        let outcome = self.check_here(context, assumed, seed);
        match outcome {
            Ok(_) => self.assumptions_are_asserted = true,
            // The context is built anew, without that level.
            Err(_) if self.is_spoiled => {}
            Err(_) => done(call!(yices_pop(context)))?,
        }
        outcome
    }

    fn check_here(
        &mut self,
        context: *mut context_t,
        assumed: &[term_t],
        seed: &mut CallSeed,
    ) -> Result<smt_status_t, SolverError> {
        for formula in assumed {
            let assumed = Asserted { formula: *formula, tracker: None, level: 0 };
            if !assert_in(context, &assumed, seed)? {
                return Err(self.refuse()?);
            }
        }
        let status = self.native.check(context, None, seed)?;
        if status == self.status.error {
            return Err(self.refuse()?);
        }
        Ok(status)
    }

    /// Removes the assumptions of the last check from the context.
    fn close_assumptions(&mut self) -> Result<(), SolverError> {
        if std::mem::take(&mut self.assumptions_are_asserted) && !self.is_spoiled {
            let context = self.native.open(&self.standard)?;
            self.answer_is_lost = self.last_check.is_some();
            done(call!(yices_pop(context)))?;
        }
        Ok(())
    }

    /// The asserted formulas.
    pub fn formulas(&self) -> impl Iterator<Item = term_t> + '_ {
        self.assertions.formulas().iter().map(|(_, asserted)| asserted.formula)
    }

    /// All terms that the session needs.
    pub fn terms(&self) -> Vec<term_t> {
        let trackers = self.trackers().map(|(_, tracker)| tracker);
        let assumptions = self.last_check.iter().flatten().flatten().map(|(_, native)| *native);
        self.formulas().chain(trackers).chain(assumptions).collect()
    }

    fn trackers(&self) -> impl Iterator<Item = (TermId, term_t)> + '_ {
        let formulas = self.assertions.formulas().iter();
        formulas.filter_map(|(id, asserted)| Some((*id, asserted.tracker?)))
    }

    /// Whether the last check was one without assumptions.
    pub fn last_check_was_plain(&self) -> bool {
        matches!(self.last_check, Some(None))
    }

    /// The core of the last check.
    pub fn core(&mut self, seed: &mut CallSeed) -> Result<Core, SolverError> {
        if self.native.is_mcsat() {
            return Err(SolverError::Unsupported("a core (MCSAT has none)".to_owned()));
        }
        let context = self.answered_context(seed)?;
        let core = unsat_core(context)?;
        let tracked: Vec<_> = self.trackers().collect();
        let assumed =
            self.last_check.as_ref().and_then(|check| check.as_deref()).unwrap_or_default();
        let (formulas, assumptions): (Vec<term_t>, Vec<term_t>) = core
            .into_iter()
            .partition(|native| tracked.iter().any(|(_, tracker)| tracker == native));
        let mut core = Core {
            formulas: ids_of(&tracked, formulas, "the core")?,
            assumptions: ids_of(assumed, assumptions, "the core")?,
        };
        for ids in [&mut core.formulas, &mut core.assumptions] {
            ids.sort_unstable();
            ids.dedup();
        }
        Ok(core)
    }

    /// The model of the last check; the same one until the state changes.
    pub fn model(&mut self, seed: &mut CallSeed) -> Result<*mut model_t, SolverError> {
        if let Some(model) = self.native.taken_model() {
            return Ok(model);
        }
        let context = self.answered_context(seed)?;
        self.native.take_model(context)
    }

    fn open_level(&mut self, context: *mut context_t) -> Result<(), SolverError> {
        if self.levels_above_unsat > 0 || !push(context, self.status.unsat)? {
            self.levels_above_unsat += 1;
        }
        Ok(())
    }

    fn close_level(&mut self, context: *mut context_t) -> Result<(), SolverError> {
        if self.levels_above_unsat > 0 {
            self.levels_above_unsat -= 1;
            return Ok(());
        }
        done(call!(yices_pop(context)))
    }

    /// Opens levels.
    pub fn push(&mut self, levels: u32) -> Result<(), SolverError> {
        let context = self.context()?;
        for opened in 0..levels {
            if let Err(error) = self.open_level(context) {
                for _ in 0..opened {
                    self.close_level(context)?;
                }
                return Err(error);
            }
        }
        self.assertions.push(levels);
        self.forget_answer()
    }

    /// Closes levels.
    pub fn pop(&mut self, levels: u32) -> Result<(), SolverError> {
        let context = self.context()?;
        let open = self.assertions.open_levels();
        // Yices closes levels one by one; it must not close the first ones of too many.
        if open > 0 && levels as usize > open {
            return Err(SolverError::Rejected(format!(
                "{levels} levels cannot be closed when {open} are open"
            )));
        }
        for _ in 0..levels {
            self.close_level(context)?;
        }
        self.assertions.pop(levels);
        self.forget_answer()
    }

    /// Removes all assertions and levels.
    pub fn reset_assertions(&mut self) -> Result<(), SolverError> {
        self.forget_answer()?;
        self.assertions.clear();
        self.levels_above_unsat = 0;
        self.assumptions_are_asserted = false;
        if self.is_spoiled {
            self.native.close()?;
            self.is_spoiled = false;
        } else if self.native.is_open() {
            let context = self.native.open(&self.standard)?;
            call!(yices_reset_context(context));
        }
        Ok(())
    }
}

/// Asserts a formula; `false` if Yices refused it.
fn assert_in(
    context: *mut context_t,
    asserted: &Asserted,
    seed: &mut CallSeed,
) -> Result<bool, SolverError> {
    let formula = match asserted.tracker {
        Some(tracker) => term(call!(yices_implies(tracker, asserted.formula)))?,
        None => asserted.formula,
    };
    let result = if seed.pick(2) == 0 {
        call!(yices_assert_formula(context, formula))
    } else {
        let formulas = [formula];
        call!(yices_assert_formulas(context, 1, formulas.as_ptr()))
    };
    Ok(result >= 0)
}
