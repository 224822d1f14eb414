//! Parameters of the library and of a context: they are listed, set, read back and undone; the versions that it tells are one.

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, TermId};

use super::{Engine, Outcome, Own, Run, disagreement, same};
use crate::context::{Context, c_string, counted, text};
use crate::ffi::{self, call};
use crate::parameters;
use crate::side::check_briefly;
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-global-parameters", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::with_global_parameters),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-library-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::read_library),
            &[(ANYWHERE, 10_000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    /// Formulas are checked in another context that is made while a global parameter has another value; then it is undone.
    fn with_global_parameters(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let (context, seed) = (&self.context, &mut self.seed);
        let raw = context.raw;
        let list = call!(Z3_get_global_param_descrs(raw));
        let flags = parameters::flags(context, list)?;
        let Some(name) = flags.get(seed.pick(flags.len().max(1))) else { return Ok(()) };
        let value = ["true", "false"][seed.pick(2)];
        let (c_name, c_value) = (c_string(name)?, c_string(value)?);
        call!(Z3_global_param_set(c_name.as_ptr(), c_value.as_ptr()));
        let mut told: ffi::Z3_string = std::ptr::null();
        let known = call!(Z3_global_param_get(c_name.as_ptr(), &raw mut told));
        let told = text(told);
        let outcome = self.check_elsewhere(&natives, name, value);
        call!(Z3_global_param_reset_all());
        outcome?;
        if known {
            same("Z3_global_param_get", "a global parameter, set and read", told.as_str(), value)
        } else {
            Ok(())
        }
    }

    fn check_elsewhere(&self, natives: &[ffi::Z3_ast], name: &str, value: &str) -> Outcome {
        let context = &self.context;
        let other = Context::with(&[("model", "true")])?;
        other.bound_all(true)?;
        let mut copies = Vec::new();
        for native in natives {
            let made = call!(Z3_translate(context.raw, *native, other.raw));
            context.check()?;
            copies.push(other.keep(other.checked(made)?)?);
        }
        let made = call!(Z3_mk_solver(other.raw));
        let solver = counted!(&other, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        for formula in &copies {
            call!(Z3_solver_assert(other.raw, solver.raw, *formula));
            other.check()?;
        }
        let Some(one) = check_briefly(&solver)? else { return Ok(()) };
        let Some(plain) = context.brief_answer(natives)? else { return Ok(()) };
        if one.contradicts(plain) {
            return Err(disagreement(
                "Z3_global_param_set",
                "the answer with a parameter",
                "the answer without it",
                format!(
                    "with the global parameter {name}={value} formulas are {one}, without it {plain}"
                ),
            ));
        }
        Ok(())
    }

    fn read_library(&mut self) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
        call!(Z3_get_version(&mut major, &mut minor, &mut build, &mut revision));
        let full = text(call!(Z3_get_full_version()));
        if !full.contains(&format!("{major}.{minor}.{build}")) {
            return Err(disagreement(
                "Z3_get_full_version",
                "the version",
                "what Z3_get_version says",
                format!("the version {major}.{minor}.{build} is told as {full}"),
            ));
        }
        call!(Z3_get_estimated_alloc_size());
        parameters::read(context, call!(Z3_get_global_param_descrs(raw)))
    }
}
