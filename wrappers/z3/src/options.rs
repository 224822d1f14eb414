//! Z3's own options: the parameters of its solvers.

use murxla_api::{CallSeed, OptionDef, OptionKind, SolverError};

use crate::context::{Context, text};
use crate::ffi::{self, Z3_param_descrs, Z3_solver, Z3_symbol, call};

/// The parameters that were set, in order, so that they can be given to another solver object.
#[derive(Default)]
pub(crate) struct Parameters {
    set: Vec<(String, String)>,
}

impl Parameters {
    pub(crate) fn set(
        &mut self,
        context: &Context,
        solver: Z3_solver,
        name: &str,
        value: &str,
    ) -> Result<(), SolverError> {
        apply(context, solver, name, value)?;
        self.set.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    pub(crate) fn apply_all(
        &self,
        context: &Context,
        solver: Z3_solver,
    ) -> Result<(), SolverError> {
        for (name, value) in &self.set {
            apply(context, solver, name, value)?;
        }
        Ok(())
    }
}

fn apply(context: &Context, solver: Z3_solver, name: &str, value: &str) -> Result<(), SolverError> {
    let raw = context.raw;
    let symbol = context.symbol(name)?;
    let descriptions = Descriptions::of(context, solver)?;
    let kind = call!(Z3_param_descrs_get_kind(raw, descriptions.raw, symbol));
    context.check()?;
    let made = call!(Z3_mk_params(raw));
    let params = context.checked(made)?;
    call!(Z3_params_inc_ref(raw, params));
    let wrong = |what| SolverError::Rejected(format!("parameter {name} takes {what}, not {value}"));
    let fill = || -> Result<(), SolverError> {
        match kind {
            UINT => {
                let number = value.parse().map_err(|_| wrong("a number below 2^32"))?;
                call!(Z3_params_set_uint(raw, params, symbol, number));
            }
            BOOL => {
                let flag = value.parse().map_err(|_| wrong("true or false"))?;
                call!(Z3_params_set_bool(raw, params, symbol, flag));
            }
            DOUBLE => {
                let number = value.parse().map_err(|_| wrong("a number"))?;
                call!(Z3_params_set_double(raw, params, symbol, number));
            }
            SYMBOL | STRING => {
                let value = context.symbol(value)?;
                call!(Z3_params_set_symbol(raw, params, symbol, value));
            }
            _ => return Err(SolverError::Rejected(format!("Z3 has no solver parameter {name}"))),
        }
        context.check()?;
        call!(Z3_params_validate(raw, params, descriptions.raw));
        context.check()?;
        call!(Z3_solver_set_params(raw, solver, params));
        context.check()
    };
    let filled = fill();
    call!(Z3_params_dec_ref(raw, params));
    filled
}

const UINT: u32 = ffi::ParamKind::Uint as u32;
const BOOL: u32 = ffi::ParamKind::Bool as u32;
const DOUBLE: u32 = ffi::ParamKind::Double as u32;
const SYMBOL: u32 = ffi::ParamKind::Symbol as u32;
const STRING: u32 = ffi::ParamKind::String as u32;

/// The list of parameters of a solver object.
struct Descriptions<'a> {
    context: &'a Context,
    raw: Z3_param_descrs,
}

impl<'a> Descriptions<'a> {
    fn of(context: &'a Context, solver: Z3_solver) -> Result<Descriptions<'a>, SolverError> {
        let made = call!(Z3_solver_get_param_descrs(context.raw, solver));
        let raw = context.checked(made)?;
        call!(Z3_param_descrs_inc_ref(context.raw, raw));
        Ok(Descriptions { context, raw })
    }

    fn of_simplifier(context: &'a Context) -> Result<Descriptions<'a>, SolverError> {
        let made = call!(Z3_simplify_get_param_descrs(context.raw));
        let raw = context.checked(made)?;
        call!(Z3_param_descrs_inc_ref(context.raw, raw));
        Ok(Descriptions { context, raw })
    }

    fn size(&self) -> Result<u32, SolverError> {
        let size = call!(Z3_param_descrs_size(self.context.raw, self.raw));
        self.context.check()?;
        Ok(size)
    }

    fn release(&self) -> Result<(), SolverError> {
        call!(Z3_param_descrs_dec_ref(self.context.raw, self.raw));
        Ok(())
    }

    fn name(&self, position: u32) -> Result<(Z3_symbol, String), SolverError> {
        let made = call!(Z3_param_descrs_get_name(self.context.raw, self.raw, position));
        let symbol = self.context.checked(made)?;
        let name = call!(Z3_get_symbol_string(self.context.raw, symbol));
        self.context.check()?;
        Ok((symbol, text(name)))
    }
}

impl Drop for Descriptions<'_> {
    fn drop(&mut self) {
        // It cannot fail: the descriptions are alive.
        let _ = self.release();
    }
}

/// Numbers that stand for something, with the greatest that does so: Z3 tells it only in its documentation, and
/// refuses a greater one late or takes it for another.
const CHOICES: &[(&str, u32)] = &[
    ("arith.nl.grobner_subs_fixed", 2),
    ("arith.nl.horner_subs_fixed", 2),
    ("arith.propagation_mode", 2),
    ("arith.solver", 6),
    ("bv.solver", 2),
    ("case_split", 6),
    ("dack", 2),
    ("dt_lazy_splits", 2),
    ("lemma_gc_strategy", 3),
    ("phase_selection", 7),
    ("q.lift_ite", 2),
    ("qi.quick_checker", 2),
    ("relevancy", 2),
    ("restart_strategy", 4),
    ("solver2_unknown", 2),
];

/// A number for a parameter: small ones are likelier, and one that chooses among ways is one of them.
pub(crate) fn some_number(name: &str, seed: &mut CallSeed) -> u32 {
    if let Some((_, most)) = CHOICES.iter().find(|(known, _)| *known == name) {
        return seed.pick(*most as usize + 1) as u32;
    }
    [0, 1, 2, 3, 4, 8, 16, 100, 1000][seed.pick(9)]
}

/// The parameters that the library lists. It tells their types; defaults stand only in its documentation.
pub(crate) fn list(context: &Context, solver: Z3_solver) -> Result<Vec<OptionDef>, SolverError> {
    let descriptions = Descriptions::of(context, solver)?;
    let mut options = Vec::new();
    for position in 0..descriptions.size()? {
        let (symbol, name) = descriptions.name(position)?;
        let kind = call!(Z3_param_descrs_get_kind(context.raw, descriptions.raw, symbol));
        let kind = match kind {
            UINT => {
                let choice = CHOICES.iter().find(|(known, _)| *known == name);
                let max = choice.map_or(u32::MAX, |(_, most)| *most).into();
                OptionKind::Integer { min: 0, max, default: None }
            }
            BOOL => OptionKind::Bool { default: None },
            DOUBLE => OptionKind::Double { min: f64::MIN, max: f64::MAX, default: None },
            _ => OptionKind::Text { default: None },
        };
        options.push(OptionDef { name, kind });
    }
    // Z3 keeps them in a hash table; the order must not depend on addresses.
    options.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(options)
}

/// The simplifier's switches that do not change what a term means.
pub(crate) fn simplifier_switches(context: &Context) -> Result<Vec<String>, SolverError> {
    let descriptions = Descriptions::of_simplifier(context)?;
    let mut switches = Vec::new();
    for position in 0..descriptions.size()? {
        let (symbol, name) = descriptions.name(position)?;
        let kind = call!(Z3_param_descrs_get_kind(context.raw, descriptions.raw, symbol));
        // `hi_…` stands for the interpretation that hardware gives to what is unspecified.
        if kind == BOOL && !name.starts_with("hi_") {
            switches.push(name);
        }
    }
    switches.sort();
    Ok(switches)
}
