//! Questions in contexts of their own: interpolants, checks with a model and with hints, blocking clauses, export to DIMACS.

use std::collections::HashSet;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

use murxla_api::{CallSeed, SolverError, inspect, mismatch};

use crate::context::free_model;
use crate::error::{Refusal, count, done, refused, term};
use crate::ffi::{call, context_t, interpolation_context_t, model_t, smt_status_t, term_t};
use crate::information::parts_of_sum;
use crate::numbers::StatusNumbers;
use crate::vector::TermVector;

/// So many models of one question are blocked.
const MOST_MODELS: usize = 3;

/// A context that is freed when this goes out of scope.
struct SideContext(*mut context_t);

impl SideContext {
    /// `None`: the library has no such contexts.
    fn new(settings: &[(&CStr, &CStr)]) -> Result<Option<SideContext>, SolverError> {
        let config = call!(yices_new_config());
        for (name, value) in settings {
            if call!(yices_set_config(config, name.as_ptr(), value.as_ptr())) < 0 {
                Refusal::take()?;
                call!(yices_free_config(config));
                return Ok(None);
            }
        }
        let context = call!(yices_new_context(config));
        call!(yices_free_config(config));
        if context.is_null() {
            Refusal::take()?;
            return Ok(None);
        }
        Ok(Some(SideContext(context)))
    }

    /// One of MCSAT that gives interpolants.
    fn interpolating() -> Result<Option<SideContext>, SolverError> {
        SideContext::new(&[(c"solver-type", c"mcsat"), (c"model-interpolation", c"true")])
    }

    /// Whether it took the formula: theories that it does not know, it refuses.
    fn assert(&self, formula: term_t) -> Result<bool, SolverError> {
        if call!(yices_assert_formula(self.0, formula)) < 0 {
            Refusal::take()?;
            return Ok(false);
        }
        Ok(true)
    }

    fn free(&self) -> Result<(), SolverError> {
        call!(yices_free_context(self.0));
        Ok(())
    }
}

impl Drop for SideContext {
    fn drop(&mut self) {
        // A function that frees is missing only if the one that makes is, too.
        let _ = self.free();
    }
}

/// What the questions need to know.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The numbers of answers.
    pub status: StatusNumbers,
    /// The logic of the run, if it has one.
    pub logic: Option<&'a CStr>,
}

impl Side<'_> {
    /// The answer to formulas in a context of the logic of the run.
    fn asked(&self, formulas: &[term_t]) -> Result<smt_status_t, SolverError> {
        let logic = self.logic.map_or(null(), CStr::as_ptr);
        let mut model = null_mut();
        let length = count(formulas.len())?;
        let formulas = formulas.as_ptr();
        let status = call!(yices_check_formulas(formulas, length, logic, &mut model, null()));
        free_model(model)?;
        if status == self.status.error {
            Refusal::take()?;
        }
        Ok(status)
    }

    /// An interpolant follows from the first formula and contradicts the second; a model makes both true.
    pub fn interpolate(&self, first: term_t, second: term_t) -> Result<(), SolverError> {
        let (Some(a), Some(b)) = (SideContext::interpolating()?, SideContext::interpolating()?)
        else {
            return Ok(());
        };
        // Models of functions are known to crash MCSAT: `traces/found/yices-mcsat-model-of-array-of-arrays.c`.
        if !is_of_numbers_and_bits(first)? || !is_of_numbers_and_bits(second)? {
            return Ok(());
        }
        if !a.assert(first)? || !b.assert(second)? {
            return Ok(());
        }
        let mut question =
            interpolation_context_t { ctx_A: a.0, ctx_B: b.0, interpolant: -1, model: null_mut() };
        let status = call!(yices_check_context_with_interpolation(&mut question, null(), 1));
        let function = "yices_check_context_with_interpolation";
        if status == self.status.error {
            Refusal::take()?;
        } else if status == self.status.unsat {
            self.is_interpolant(function, first, question.interpolant, second)?;
        } else if status == self.status.sat && !question.model.is_null() {
            let formulas = [first, second];
            let holds = call!(yices_formulas_true_in_model(question.model, 2, formulas.as_ptr()));
            free_model(question.model)?;
            if holds < 0 {
                Refusal::take()?;
            }
            inspect(function, "its model makes both formulas true", false, holds == 0)?;
        }
        Ok(())
    }

    fn is_interpolant(
        &self,
        function: &'static str,
        first: term_t,
        interpolant: term_t,
        second: term_t,
    ) -> Result<(), SolverError> {
        let interpolant = term(interpolant)?;
        inspect("yices_term_is_bool", "an interpolant", 1, call!(yices_term_is_bool(interpolant)))?;
        let negated = term(call!(yices_not(interpolant)))?;
        let follows = self.asked(&[first, negated])?;
        inspect(function, "it follows from the first formula", false, follows == self.status.sat)?;
        let goes_on = self.asked(&[interpolant, second])?;
        inspect(function, "it contradicts the second formula", false, goes_on == self.status.sat)
    }

    /// A check with a model of some symbols: a model interpolant follows from the formula and is false in that model.
    pub fn check_with_model(
        &self,
        formula: term_t,
        symbols: &[term_t],
        seed: &mut CallSeed,
    ) -> Result<(), SolverError> {
        let Some(context) = SideContext::interpolating()? else { return Ok(()) };
        if !is_of_numbers_and_bits(formula)? || !context.assert(formula)? {
            return Ok(());
        }
        let model = call!(yices_new_model());
        if model.is_null() {
            return Err(refused());
        }
        let checked = self.check_in(&context, formula, symbols, model, seed);
        free_model(model)?;
        checked
    }

    fn check_in(
        &self,
        context: &SideContext,
        formula: term_t,
        symbols: &[term_t],
        model: *mut model_t,
        seed: &mut CallSeed,
    ) -> Result<(), SolverError> {
        let mut known = Vec::new();
        for symbol in symbols {
            // A type that has no such values is refused.
            let small = seed.pick(3) as i32;
            let is_set = if call!(yices_term_is_bool(*symbol)) != 0 {
                call!(yices_model_set_bool(model, *symbol, small & 1))
            } else if call!(yices_term_is_bitvector(*symbol)) != 0 {
                call!(yices_model_set_bv_int32(model, *symbol, small))
            } else if call!(yices_term_is_arithmetic(*symbol)) != 0 {
                call!(yices_model_set_int32(model, *symbol, small))
            } else {
                continue;
            };
            done(is_set)?;
            known.push(*symbol);
        }
        let (length, all) = (count(known.len())?, known.as_ptr());
        let order = match seed.pick(3) {
            0 => call!(yices_mcsat_set_fixed_var_order(context.0, length, all)),
            1 => call!(yices_mcsat_set_initial_var_order(context.0, length, all)),
            _ => self.status.sat,
        };
        if order == self.status.error {
            Refusal::take()?;
        }
        let assumed = seed.pick(known.len() + 1);
        let whole = seed.pick(2) == 0;
        let (status, assumed) = if whole {
            (
                call!(yices_check_context_with_model(context.0, null(), model, length, all)),
                known.len(),
            )
        } else {
            let part = count(assumed)?;
            let raw = context.0;
            let status = call!(yices_check_context_with_model_and_hint(
                raw,
                null(),
                model,
                length,
                all,
                part
            ));
            (status, assumed)
        };
        if status == self.status.error {
            Refusal::take()?;
            return Ok(());
        }
        if status == self.status.sat {
            return self.model_agrees(context, formula, &known[..assumed], model);
        }
        if status != self.status.unsat {
            return Ok(());
        }
        let interpolant = call!(yices_get_model_interpolant(context.0));
        if interpolant < 0 {
            Refusal::take()?;
            return Ok(());
        }
        let function = "yices_get_model_interpolant";
        let negated = term(call!(yices_not(interpolant)))?;
        let follows = self.asked(&[formula, negated])?;
        inspect(function, "it follows from the formula", true, follows != self.status.sat)?;
        let truth = call!(yices_formula_true_in_model(model, interpolant));
        if truth < 0 {
            Refusal::take()?;
        }
        inspect(function, "it is false in the model", true, truth != 1)
    }

    /// The model that a context found makes the formula true, and gives the symbols that were fixed their values.
    fn model_agrees(
        &self,
        context: &SideContext,
        formula: term_t,
        fixed: &[term_t],
        given: *mut model_t,
    ) -> Result<(), SolverError> {
        let found = call!(yices_get_model(context.0, 1));
        if found.is_null() {
            Refusal::take()?;
            return Ok(());
        }
        let compare = || -> Result<(), SolverError> {
            let truth = call!(yices_formula_true_in_model(found, formula));
            if truth < 0 {
                Refusal::take()?;
            }
            let function = "yices_check_context_with_model";
            inspect(function, "its model makes the formula true", true, truth != 0)?;
            for symbol in fixed {
                let told = call!(yices_get_value_as_term(found, *symbol));
                let known = term(call!(yices_get_value_as_term(given, *symbol)))?;
                if told < 0 {
                    Refusal::take()?;
                    continue;
                }
                inspect(function, "its model has the given values", known, told)?;
            }
            Ok(())
        };
        let compared = compare();
        free_model(found)?;
        compared
    }

    /// Models of formulas, each of which is blocked before the next is asked for.
    pub fn block_models(&self, formulas: &[term_t]) -> Result<(), SolverError> {
        let mut settings = vec![(c"mode", c"push-pop")];
        if self.logic == Some(c"QF_BV") {
            settings.push((c"solver-type", c"dpllt"));
        }
        let Some(context) = SideContext::new(&settings)? else { return Ok(()) };
        for formula in formulas {
            if !context.assert(*formula)? {
                return Ok(());
            }
        }
        for _ in 0..MOST_MODELS {
            let status = call!(yices_check_context(context.0, null()));
            call!(yices_stop_search(context.0));
            let now = call!(yices_context_status(context.0));
            inspect("yices_stop_search", "the status where nothing is searched", status, now)?;
            if status == self.status.error {
                Refusal::take()?;
                return Ok(());
            }
            if status != self.status.sat {
                break;
            }
            if call!(yices_assert_blocking_clause(context.0)) < 0 {
                Refusal::take()?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Bit-vector formulas as a file of DIMACS, to nowhere; an answer that is found on the way must be right.
    pub fn export(&self, formulas: &[term_t], seed: &mut CallSeed) -> Result<(), SolverError> {
        let file = c"/dev/null".as_ptr();
        let simplify = seed.pick(2) as i32;
        let mut told: smt_status_t = 0;
        let (function, result) = match formulas {
            [formula] if seed.pick(2) == 0 => (
                "yices_export_formula_to_dimacs",
                call!(yices_export_formula_to_dimacs(*formula, file, simplify, &mut told)),
            ),
            _ => {
                let length = count(formulas.len())?;
                let all = formulas.as_ptr();
                (
                    "yices_export_formulas_to_dimacs",
                    call!(yices_export_formulas_to_dimacs(all, length, file, simplify, &mut told)),
                )
            }
        };
        if result < 0 {
            // What is not of bit-vectors is refused.
            Refusal::take()?;
            return Ok(());
        }
        // A file was written, and nothing is known.
        if result == 1 {
            return Ok(());
        }
        let known = self.asked(formulas)?;
        let (sat, unsat) = (self.status.sat, self.status.unsat);
        if (known == sat && told == unsat) || (known == unsat && told == sat) {
            return Err(mismatch(function, "the answer", &known.to_string(), &told.to_string()));
        }
        Ok(())
    }
}

/// The symbols of a formula.
pub fn symbols_of(
    formula: term_t,
    is_symbol: impl Fn(term_t) -> bool,
) -> Result<Vec<term_t>, SolverError> {
    let mut found = parts_of(formula)?;
    found.retain(|part| is_symbol(*part));
    found.sort_unstable();
    Ok(found)
}

/// Whether all parts of a formula are Booleans, numbers and bit-vectors.
fn is_of_numbers_and_bits(formula: term_t) -> Result<bool, SolverError> {
    for part in parts_of(formula)? {
        let is_basic = call!(yices_term_is_bool(part)) != 0
            || call!(yices_term_is_arithmetic(part)) != 0
            || call!(yices_term_is_bitvector(part)) != 0;
        if !is_basic {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A formula and all that it is made of, each once.
fn parts_of(formula: term_t) -> Result<Vec<term_t>, SolverError> {
    let (mut rest, mut seen, mut found) = (vec![formula], HashSet::new(), Vec::new());
    while let Some(next) = rest.pop() {
        if !seen.insert(next) {
            continue;
        }
        found.push(next);
        if call!(yices_term_is_composite(next)) != 0 {
            let mut below = TermVector::new()?;
            done(call!(yices_term_children(next, &mut *below.0)))?;
            rest.extend(below.terms());
        } else if call!(yices_term_is_projection(next)) != 0 {
            rest.push(term(call!(yices_proj_arg(next)))?);
        } else if call!(yices_term_is_sum(next)) != 0 || call!(yices_term_is_bvsum(next)) != 0 {
            rest.extend(parts_of_sum(next)?);
        } else if call!(yices_term_is_product(next)) != 0 {
            for place in 0..call!(yices_term_num_children(next)) {
                let (mut part, mut exponent) = (0, 0);
                done(call!(yices_product_component(next, place, &mut part, &mut exponent)))?;
                rest.push(part);
            }
        }
    }
    Ok(found)
}
