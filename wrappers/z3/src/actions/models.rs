//! Models that are made anew through the API: what a model tells is put into another one, which must give the same values.

use std::ffi::c_uint;

use murxla_api::{ActionDef, ArgKind, Need, ReplyKind, SolverError, TermId};

use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Counted, counted, text};
use crate::ffi::{Z3_ast, Z3_func_decl, Z3_model, call};
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-model-copy", &[ArgKind::Terms], ReplyKind::Done),
            Run::Terms(Z3Solver::copy_model),
            &[("sat", 30)],
        )
        .needs(Need::MODEL),
        Own::new(
            ActionDef::own("z3-model-extrapolate", &[ArgKind::Formula], ReplyKind::Done),
            Run::Term(Z3Solver::extrapolate_model),
            &[("sat", 100)],
        )
        .needs(Need::MODEL),
        Own::new(
            ActionDef::own("z3-model-project", &[ArgKind::Formula], ReplyKind::Done),
            Run::Term(Z3Solver::project_model),
            &[("sat", 60)],
        )
        .needs(Need::MODEL),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    /// Constants and functions of the last model are put into a new one; terms have the same values in both.
    fn copy_model(&mut self, terms: &[TermId]) -> Outcome {
        let natives = self.plain_terms(terms)?;
        let model = self.model()?;
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_model(raw));
        let copy = counted!(context, made, Z3_model_inc_ref, Z3_model_dec_ref);
        let count = call!(Z3_model_get_num_sorts(raw, model.raw));
        context.check()?;
        if count > 0 {
            // No function adds the universe of a sort.
            return Ok(());
        }
        for position in 0..call!(Z3_model_get_num_consts(raw, model.raw)) {
            let made = call!(Z3_model_get_const_decl(raw, model.raw, position));
            let constant = self.keep_function(made)?;
            let value = call!(Z3_model_get_const_interp(raw, model.raw, constant));
            context.check()?;
            if let Some(value) = value {
                let value = context.keep(value)?;
                call!(Z3_add_const_interp(raw, copy.raw, constant, value));
                context.check()?;
            }
        }
        for position in 0..call!(Z3_model_get_num_funcs(raw, model.raw)) {
            let made = call!(Z3_model_get_func_decl(raw, model.raw, position));
            let function = self.keep_function(made)?;
            if !self.copy_function(&model, &copy, function)? {
                return Ok(());
            }
        }
        for term in natives {
            let (Some(one), Some(other)) =
                (context.value(model.raw, term)?, context.value(copy.raw, term)?)
            else {
                continue;
            };
            if self.is_plain(term)? && self.values_differ(one, other)? {
                return Err(disagreement(
                    "Z3_model_eval",
                    "a term in a copy of a model",
                    "its value in the model",
                    format!(
                        "a term is {} in a model, and {} in a copy of it",
                        context.print(one)?,
                        context.print(other)?
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Whether two values are different; false if they cannot be compared so simply.
    fn values_differ(&self, one: Z3_ast, other: Z3_ast) -> Result<bool, SolverError> {
        if call!(Z3_is_eq_ast(self.context.raw, one, other)) {
            return Ok(false);
        }
        let differ = self.context.differ(one, other)?;
        let made = call!(Z3_simplify(self.context.raw, differ));
        let simple = self.context.keep(self.context.checked(made)?)?;
        Ok(self.context.truth(simple)? == Some(true))
    }

    /// Whether the function could be copied: one without an `else` cannot.
    fn copy_function(
        &self,
        model: &Counted<'_, Z3_model>,
        copy: &Counted<'_, Z3_model>,
        function: Z3_func_decl,
    ) -> Result<bool, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_model_get_func_interp(raw, model.raw, function));
        let from = counted!(context, made, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref);
        let otherwise = call!(Z3_func_interp_get_else(raw, from.raw));
        context.check()?;
        let Some(otherwise) = otherwise else { return Ok(false) };
        let otherwise = context.keep(otherwise)?;
        let mut entries = Vec::new();
        for position in 0..call!(Z3_func_interp_get_num_entries(raw, from.raw)) {
            let made = call!(Z3_func_interp_get_entry(raw, from.raw, position));
            let entry = counted!(context, made, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref);
            let args = context.new_vector()?;
            for place in 0..call!(Z3_func_entry_get_num_args(raw, entry.raw)) {
                let arg = call!(Z3_func_entry_get_arg(raw, entry.raw, place));
                args.add(context.checked(arg)?)?;
            }
            let value = call!(Z3_func_entry_get_value(raw, entry.raw));
            entries.push((args, context.keep(context.checked(value)?)?));
        }
        // The first entry's value stands for the rest until the right one is set.
        let first = entries.first().map_or(otherwise, |(_, value)| *value);
        let made = call!(Z3_add_func_interp(raw, copy.raw, function, first));
        let to = counted!(context, made, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref);
        for (args, value) in &entries {
            call!(Z3_func_interp_add_entry(raw, to.raw, args.raw, *value));
            context.check()?;
        }
        call!(Z3_func_interp_set_else(raw, to.raw, otherwise));
        context.check()?;
        let count = call!(Z3_func_interp_get_num_entries(raw, to.raw));
        context.check()?;
        if count as usize > entries.len() {
            return Err(disagreement(
                "Z3_func_interp_get_num_entries",
                "the entries of a function",
                "those that were added",
                format!("a function that got {} entries has {count}", entries.len()),
            ));
        }
        Ok(true)
    }

    /// What a model says of a formula that it makes true is a formula that implies it.
    fn extrapolate_model(&mut self, formula: TermId) -> Outcome {
        let native = self.plain_term(formula)?;
        let model = self.model()?;
        let context = &self.context;
        let Some(value) = context.value(model.raw, native)? else { return Ok(()) };
        if context.truth(value)? != Some(true) || !self.is_plain(native)? {
            return Ok(());
        }
        let made = call!(Z3_model_extrapolate(context.raw, model.raw, native));
        if context.check().is_err() {
            // It is for what Z3's engine of Horn clauses knows.
            return Ok(());
        }
        let Some(found) = made else { return Ok(()) };
        let found = context.keep(found)?;
        if let Some(value) = context.value(model.raw, found)?
            && context.truth(value)? == Some(false)
        {
            return Err(disagreement(
                "Z3_model_extrapolate",
                "what is extrapolated",
                "true in the model",
                "what is extrapolated from a model is false in it".to_owned(),
            ));
        }
        Ok(())
    }

    /// A constant is eliminated from a formula by a model: what is left does not speak of it, and the formula follows from it for
    /// some value.
    fn project_model(&mut self, formula: TermId) -> Outcome {
        let native = self.plain_term(formula)?;
        let way = self.seed.pick(4);
        let model = self.model()?;
        let context = &self.context;
        let raw = context.raw;
        let Some(value) = context.value(model.raw, native)? else { return Ok(()) };
        if context.truth(value)? != Some(true) || !self.is_plain(native)? {
            return Ok(());
        }
        let below = self.terms_below(native)?;
        let of_numbers = |term: &&Z3_ast| {
            self.constants.contains(term)
                && self
                    .sort_of_native(**term)
                    .is_ok_and(|(_, sort)| sort == murxla_api::Sort::bool() || sort.is_numeric())
        };
        let Some(variable) = below.iter().find(of_numbers).copied() else { return Ok(()) };
        let app = call!(Z3_to_app(raw, variable));
        let app = context.checked(app)?;
        let count: c_uint = 1;
        let made = match way {
            0 => call!(Z3_qe_model_project(raw, model.raw, count, &app, native)),
            1 | 2 => {
                let made = call!(Z3_mk_ast_map(raw));
                let map = counted!(context, made, Z3_ast_map_inc_ref, Z3_ast_map_dec_ref);
                let made = if way == 1 {
                    call!(Z3_qe_model_project_skolem(raw, model.raw, count, &app, native, map.raw))
                } else {
                    call!(Z3_qe_model_project_with_witness(
                        raw, model.raw, count, &app, native, map.raw
                    ))
                };
                let checked = context.check();
                text(call!(Z3_ast_map_to_string(raw, map.raw)));
                context.check()?;
                if checked.is_err() {
                    return Ok(());
                }
                made
            }
            _ => {
                let variables = context.new_vector()?;
                variables.add(variable)?;
                let made = call!(Z3_qe_lite(raw, variables.raw, native));
                let simpler = context.keep(context.checked(made)?)?;
                // It says for which values of the others there is one of the variable.
                return self.require_follows(native, simpler, "qe_lite");
            }
        };
        if context.check().is_err() {
            return Ok(());
        }
        let Some(projected) = made else { return Ok(()) };
        let projected = context.keep(projected)?;
        if let Some(value) = context.value(model.raw, projected)?
            && context.truth(value)? == Some(false)
        {
            return Err(disagreement(
                "Z3_qe_model_project",
                "what is projected",
                "true in the model",
                "a formula that a model makes true is projected to one that it makes false"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Nothing makes the first formula true and the second false.
    fn require_follows(&self, formula: Z3_ast, then: Z3_ast, what: &str) -> Outcome {
        let context = &self.context;
        let negated = context.negation(then)?;
        match context.brief_answer(&[formula, negated])? {
            Some(murxla_api::Answer::Sat) => Err(disagreement(
                "Z3_qe_lite",
                "what is left of a formula",
                "what follows from it",
                format!("what {what} makes of a formula does not follow from it"),
            )),
            _ => Ok(()),
        }
    }
}
