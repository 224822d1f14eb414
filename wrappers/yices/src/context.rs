//! The native objects of one instance: configuration, context, model, search parameters.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, PoisonError};

use murxla_api::{CallSeed, SolverError, StandardOptions};

use crate::error::{Refusal, c_text, count, done, refused};
use crate::ffi::{
    call, context_t, ctx_config_t, error_code, model_t, param_t, slot, smt_status_t, term_t,
};
use crate::options::{self, Setter};
use crate::vector::TermVector;

/// The native objects of one instance, made when they are first needed.
pub struct NativeObjects {
    config: *mut ctx_config_t,
    /// Whether the mode was set as an option, so that the standard options have no say in it.
    mode_is_set: bool,
    /// What the option `solver-type` was set to.
    solver_type: Option<CString>,
    /// The logic, once it is set.
    logic: Option<CString>,
    context: *mut context_t,
    is_mcsat: bool,
    model: *mut model_t,
    parameters: Vec<(CString, CString)>,
    switches: Vec<(CString, bool)>,
}

impl NativeObjects {
    /// Nothing made yet, nothing set.
    pub const fn new() -> NativeObjects {
        NativeObjects {
            config: null_mut(),
            mode_is_set: false,
            solver_type: None,
            logic: None,
            context: null_mut(),
            is_mcsat: false,
            model: null_mut(),
            parameters: Vec::new(),
            switches: Vec::new(),
        }
    }

    /// Whether the context was made, after which its configuration cannot change.
    pub fn is_open(&self) -> bool {
        !self.context.is_null()
    }

    fn config(&mut self) -> Result<*mut ctx_config_t, SolverError> {
        if self.config.is_null() {
            self.config = call!(yices_new_config());
        }
        Ok(self.config)
    }

    /// An error if the context exists.
    pub fn check_not_open(&self, what: &str) -> Result<(), SolverError> {
        if self.is_open() {
            return Err(SolverError::Rejected(format!(
                "{what} belongs to the configuration, which is fixed once the context exists"
            )));
        }
        Ok(())
    }

    /// Configures the context for a logic; gives whether it will be one of MCSAT.
    pub fn set_logic(&mut self, logic: &str) -> Result<bool, SolverError> {
        self.check_not_open("the logic")?;
        let (config, logic) = (self.config()?, c_text(logic)?);
        done(call!(yices_default_config_for_logic(config, logic.as_ptr())))?;
        self.logic = Some(logic.clone());
        logic_makes_mcsat(logic, self.solver_type.clone())
    }

    /// The logic, if one is set.
    pub fn logic(&self) -> Option<&CString> {
        self.logic.as_ref()
    }

    /// Whether the context is one of MCSAT, which knows neither assumptions nor cores. A context for a single check
    /// needs none and is not asked.
    pub fn is_mcsat(&self) -> bool {
        self.is_mcsat
    }

    /// Sets one of Yices' own options.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        match options::setter(name) {
            Some(Setter::Config) => {
                self.check_not_open(name)?;
                self.set_config(name, value)
            }
            Some(Setter::Parameter) => self.set_parameter(name, value),
            Some(Setter::Context) => self.set_switch(name, value),
            // Whatever this name is, it is for Yices to tell.
            None if self.is_open() => self.set_parameter(name, value),
            None => self.set_config(name, value).or_else(|_| self.set_parameter(name, value)),
        }
    }

    fn set_config(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        let config = self.config()?;
        let (key, text) = (c_text(name)?, c_text(value)?);
        done(call!(yices_set_config(config, key.as_ptr(), text.as_ptr())))?;
        self.mode_is_set |= name == "mode";
        if name == "solver-type" {
            self.solver_type = Some(text);
        }
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        let (key, text) = (c_text(name)?, c_text(value)?);
        ParameterRecord::new()?.set(&key, &text)?;
        self.parameters.push((key, text));
        Ok(())
    }

    fn set_switch(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        let on = match value {
            "true" => true,
            "false" => false,
            _ => {
                return Err(SolverError::Rejected(format!(
                    "option {name} takes true or false, not {value}"
                )));
            }
        };
        let name = c_text(name)?;
        if self.is_open() {
            self.throw_switch(&name, on)?;
        }
        self.switches.push((name, on));
        Ok(())
    }

    fn throw_switch(&self, name: &CString, on: bool) -> Result<(), SolverError> {
        done(if on {
            call!(yices_context_enable_option(self.context, name.as_ptr()))
        } else {
            call!(yices_context_disable_option(self.context, name.as_ptr()))
        })
    }

    /// The context, made if it does not exist.
    pub fn open(&mut self, standard: &StandardOptions) -> Result<*mut context_t, SolverError> {
        if self.is_open() {
            return Ok(self.context);
        }
        let config = self.config()?;
        if !self.mode_is_set {
            // Cores come from assumptions. A context for just one check simplifies its assertions without
            // regard to assumptions that may come, so it would be wrong to use one.
            let mode = if standard.incremental {
                c"push-pop"
            } else if standard.unsat_cores {
                c"multi-checks"
            } else {
                c"one-shot"
            };
            done(call!(yices_set_config(config, c"mode".as_ptr(), mode.as_ptr())))?;
        }
        let context = call!(yices_new_context(config));
        if context.is_null() {
            return Err(refused());
        }
        self.context = context;
        self.is_mcsat = is_of_mcsat(context)?;
        for (name, on) in &self.switches {
            if let Err(error) = self.throw_switch(name, *on) {
                self.close()?;
                return Err(error);
            }
        }
        Ok(context)
    }

    /// Frees the context; the next use makes a new one with the same configuration.
    pub fn close(&mut self) -> Result<(), SolverError> {
        if !self.context.is_null() {
            call!(yices_free_context(self.context));
            self.context = null_mut();
        }
        Ok(())
    }

    /// Checks the assertions, with assumptions if there are any.
    pub fn check(
        &mut self,
        context: *mut context_t,
        assumptions: Option<&[term_t]>,
        seed: &mut CallSeed,
    ) -> Result<smt_status_t, SolverError> {
        // No parameters are the same as the default ones.
        let record = if self.parameters.is_empty() && seed.pick(2) == 0 {
            None
        } else {
            let record = ParameterRecord::new()?;
            call!(yices_default_params_for_context(context, record.0));
            for (name, value) in &self.parameters {
                record.set(name, value)?;
            }
            Some(record)
        };
        let parameters = record.as_ref().map_or(null(), |record| record.0.cast_const());
        Ok(match assumptions {
            None => call!(yices_check_context(context, parameters)),
            Some(terms) => {
                let length = count(terms.len())?;
                call!(yices_check_context_with_assumptions(
                    context,
                    parameters,
                    length,
                    terms.as_ptr()
                ))
            }
        })
    }

    /// The model that was taken before, if the state did not change since.
    pub fn taken_model(&self) -> Option<*mut model_t> {
        (!self.model.is_null()).then_some(self.model)
    }

    /// Takes the model of the context. It is kept, so that all values until the next change agree.
    pub fn take_model(&mut self, context: *mut context_t) -> Result<*mut model_t, SolverError> {
        // Variables that preprocessing eliminated have a value only if their substitution is kept.
        let keep_substitutions = 1;
        let model = call!(yices_get_model(context, keep_substitutions));
        if model.is_null() {
            return Err(refused());
        }
        self.drop_model()?;
        self.model = model;
        Ok(model)
    }

    /// Frees the model.
    pub fn drop_model(&mut self) -> Result<(), SolverError> {
        free_model(std::mem::replace(&mut self.model, null_mut()))
    }

    fn free(&mut self) -> Result<(), SolverError> {
        self.drop_model()?;
        self.close()?;
        if !self.config.is_null() {
            call!(yices_free_config(self.config));
            self.config = null_mut();
        }
        Ok(())
    }
}

impl Drop for NativeObjects {
    fn drop(&mut self) {
        // A function that frees is missing only if the one that makes is, too.
        let _ = self.free();
    }
}

/// Frees a model, if it is one.
pub fn free_model(model: *mut model_t) -> Result<(), SolverError> {
    if !model.is_null() {
        call!(yices_free_model(model));
    }
    Ok(())
}

/// A record of search parameters.
struct ParameterRecord(*mut param_t);

impl ParameterRecord {
    fn new() -> Result<ParameterRecord, SolverError> {
        Ok(ParameterRecord(call!(yices_new_param_record())))
    }

    fn set(&self, name: &CString, value: &CString) -> Result<(), SolverError> {
        done(call!(yices_set_param(self.0, name.as_ptr(), value.as_ptr())))
    }

    fn free(&mut self) -> Result<(), SolverError> {
        call!(yices_free_param_record(self.0));
        Ok(())
    }
}

impl Drop for ParameterRecord {
    fn drop(&mut self) {
        let _ = self.free();
    }
}

/// Opens a level. `false`: the context is unsatisfiable whatever is added, so Yices opens no level, and the
/// caller counts it instead, as Yices' own front end for SMT-LIB does.
pub fn push(context: *mut context_t, unsat: smt_status_t) -> Result<bool, SolverError> {
    if call!(yices_push(context)) >= 0 {
        return Ok(true);
    }
    let refusal = Refusal::take()?;
    let is_unsat = call!(yices_context_status(context)) == unsat;
    if refusal.code == error_code::CTX_INVALID_OPERATION && is_unsat {
        return Ok(false);
    }
    Err(refusal.into())
}

/// The assumptions that are unsatisfiable together with the assertions.
pub fn unsat_core(context: *mut context_t) -> Result<Vec<term_t>, SolverError> {
    let mut core = TermVector::new()?;
    done(call!(yices_get_unsat_core(context, &mut *core.0)))?;
    Ok(core.terms().to_vec())
}

/// Whether a context is one of MCSAT. Nobody can ask for that, but only they check with a model: others refuse any such
/// check, they this one, since a value is nothing to assume a value for. Nothing is checked.
fn is_of_mcsat(context: *mut context_t) -> Result<bool, SolverError> {
    if !slot::yices_check_context_with_model.is_present() {
        return Ok(false);
    }
    let (model, value) = (call!(yices_new_model()), call!(yices_true()));
    call!(yices_check_context_with_model(context, null(), model, 1, &value));
    let is_mcsat = call!(yices_error_code()) != error_code::CTX_OPERATION_NOT_SUPPORTED;
    call!(yices_clear_error());
    call!(yices_free_model(model));
    Ok(is_mcsat)
}

/// A logic and the type of solver that goes with it.
type Request = (CString, Option<CString>);

/// What is known of logics, or why a context for one was refused. A context of MCSAT clears large tables, so that making
/// one only to ask it costs more than most runs: that is done once in a process.
static OF_LOGICS: Mutex<BTreeMap<Request, Result<bool, SolverError>>> = Mutex::new(BTreeMap::new());

/// Whether contexts for this logic are of MCSAT.
fn logic_makes_mcsat(logic: CString, solver_type: Option<CString>) -> Result<bool, SolverError> {
    let request = (logic, solver_type);
    let mut known = OF_LOGICS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = known.get(&request) {
        return answer.clone();
    }
    let config = call!(yices_new_config());
    let answer = ask_context(config, &request);
    call!(yices_free_config(config));
    known.insert(request, answer.clone());
    answer
}

fn ask_context(config: *mut ctx_config_t, request: &Request) -> Result<bool, SolverError> {
    let (logic, solver_type) = request;
    done(call!(yices_default_config_for_logic(config, logic.as_ptr())))?;
    if let Some(solver_type) = solver_type {
        let key = c"solver-type".as_ptr();
        done(call!(yices_set_config(config, key, solver_type.as_ptr())))?;
    }
    let context = call!(yices_new_context(config));
    if context.is_null() {
        return Err(refused());
    }
    let is_mcsat = is_of_mcsat(context);
    call!(yices_free_context(context));
    is_mcsat
}
