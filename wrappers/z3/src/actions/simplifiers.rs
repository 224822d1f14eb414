//! Simplifiers: they are made and joined on a stack, and put before a solver object, whose answer must stay what it is.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, Answer, ArgKind, ReplyKind, TermId};

use super::words::SIMPLIFIERS;
use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Held, c_string, counted, held, text};
use crate::ffi::{Z3_simplifier, call};
use crate::parameters;
use crate::side::check_briefly;
use crate::solver::Z3Solver;

/// The stack is not higher than this: what is below falls out.
const HIGHEST: usize = 4;

/// The simplifiers that were made, with how they are told.
#[derive(Default)]
pub(crate) struct Simplifiers(Vec<(Held<Z3_simplifier>, String, &'static str)>);

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-simplifier", &[ArgKind::OneOf(SIMPLIFIERS)], ReplyKind::Done),
            Run::Word(Z3Solver::make_simplifier),
            &[(ANYWHERE, 1000)],
        ),
        Own::new(
            ActionDef::own("z3-simplifier-and-then", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::join_simplifiers),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-simplifier-check", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::check_by_simplifier),
            &[(ANYWHERE, 1000)],
        ),
        Own::new(
            ActionDef::own("z3-simplifier-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::read_simplifier),
            &[(ANYWHERE, 8000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    fn push_simplifier(
        &mut self,
        made: Option<Z3_simplifier>,
        told: String,
        name: &str,
    ) -> Outcome {
        // By which findings are told apart.
        let known = SIMPLIFIERS.iter().find(|known| **known == name);
        let key = known.unwrap_or(&"a combination of simplifiers");
        let made = held!(&self.context, made, Z3_simplifier_inc_ref, Z3_simplifier_dec_ref);
        let stack = &mut self.engines.simplifiers.0;
        stack.push((made, told, key));
        if stack.len() > HIGHEST {
            stack.remove(0);
        }
        Ok(())
    }

    fn make_simplifier(&mut self, name: &str) -> Outcome {
        let Z3Solver { context, seed, .. } = self;
        let raw = context.raw;
        let word = c_string(name)?;
        let made = call!(Z3_mk_simplifier(raw, word.as_ptr()));
        let plain = held!(context, made, Z3_simplifier_inc_ref, Z3_simplifier_dec_ref);
        if seed.pick(2) == 0 {
            return self.push_simplifier(Some(plain.raw), name.to_owned(), name);
        }
        let list = call!(Z3_simplifier_get_param_descrs(raw, plain.raw));
        let drawn = parameters::draw(context, list, seed)?;
        let made = call!(Z3_simplifier_using_params(raw, plain.raw, drawn.params.raw));
        let told = format!("{name} {}", drawn.told);
        let with = held!(context, made, Z3_simplifier_inc_ref, Z3_simplifier_dec_ref);
        drop(drawn);
        self.push_simplifier(Some(with.raw), told, name)
    }

    /// The two uppermost become one.
    fn join_simplifiers(&mut self) -> Outcome {
        let stack = &mut self.engines.simplifiers.0;
        let (Some((second, told_second, _)), Some((first, told_first, _))) =
            (stack.pop(), stack.pop())
        else {
            return Ok(());
        };
        let made = call!(Z3_simplifier_and_then(self.context.raw, first.raw, second.raw));
        self.push_simplifier(made, format!("(then {told_first} {told_second})"), "")
    }

    /// Formulas are checked by a solver object with the uppermost simplifier before it, on two levels, and by one without.
    fn check_by_simplifier(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let Some((simplifier, told, key)) = self.engines.simplifiers.0.last() else {
            return Ok(());
        };
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_simple_solver(raw));
        let plain = counted!(context, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        let made = call!(Z3_solver_add_simplifier(raw, plain.raw, simplifier.raw));
        let solver = counted!(context, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        let whole = context.params()?;
        whole.set_flag("compact", false)?;
        call!(Z3_solver_set_params(raw, solver.raw, whole.raw));
        // Some solver objects have no such parameter.
        let _ = context.check();
        let (first, second) = natives.split_at(natives.len().div_ceil(2));
        for (level, part) in [first, second].into_iter().enumerate() {
            if level > 0 {
                call!(Z3_solver_push(raw, solver.raw));
                context.check()?;
            }
            for formula in part {
                call!(Z3_solver_assert(raw, solver.raw, *formula));
                context.check()?;
            }
            let asserted = &natives[..first.len() + level * second.len()];
            let Some(one) = check_briefly(&solver)? else { return Ok(()) };
            let Some(other) = context.brief_answer(asserted)? else { return Ok(()) };
            if one.contradicts(other) {
                return Err(disagreement(
                    key,
                    "the answer",
                    "that without the simplifier",
                    format!("with the simplifier {told} formulas are {one}, without it {other}"),
                ));
            }
            if one == Answer::Sat {
                let model = context.model_of(&solver)?;
                for formula in asserted {
                    if self.is_plain(*formula)?
                        && let Some(value) = context.value(model.raw, *formula)?
                        && context.truth(value)? == Some(false)
                    {
                        return Err(disagreement(
                            key,
                            "the formulas in the model",
                            "true",
                            format!("with the simplifier {told} the model makes a formula false"),
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// What Z3 tells of simplifiers in general and of the uppermost one.
    fn read_simplifier(&mut self) -> Outcome {
        let Z3Solver { context, seed, engines, .. } = self;
        let raw = context.raw;
        let count = call!(Z3_get_num_simplifiers(raw)) as usize;
        let place = seed.pick(count.max(1)) as c_uint;
        let name = c_string(&text(call!(Z3_get_simplifier_name(raw, place))))?;
        context.check()?;
        text(call!(Z3_simplifier_get_descr(raw, name.as_ptr())));
        context.check()?;
        text(call!(Z3_simplify_get_help(raw)));
        context.check()?;
        let Some((simplifier, ..)) = engines.simplifiers.0.last() else { return Ok(()) };
        text(call!(Z3_simplifier_get_help(raw, simplifier.raw)));
        context.check()?;
        parameters::read(context, call!(Z3_simplifier_get_param_descrs(raw, simplifier.raw)))
    }
}
