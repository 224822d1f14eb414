//! Tactics and probes: they are made and combined on two stacks, applied to goals, and asked as solver objects. What a tactic
//! leaves of a goal must be as satisfiable as the goal was.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId};

use super::words::{PROBES, TACTICS};
use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Counted, Held, c_string, counted, held, text};
use crate::ffi::{Z3_apply_result, Z3_ast, Z3_goal, Z3_probe, Z3_tactic, call};
use crate::parameters;
use crate::side::check_briefly;
use crate::solver::Z3Solver;

/// How tactics are made of others, taken from the stack.
const COMBINATORS: &[&str] = &[
    "and-then",
    "or-else",
    "par-or",
    "par-and-then",
    "try-for",
    "repeat",
    "using-params",
    "when",
    "cond",
    "fail-if",
    "fail-if-not-decided",
    "fail",
    "skip",
];

/// How probes are made of others, taken from the stack.
const PROBE_COMBINATORS: &[&str] = &["and", "or", "not", "lt", "gt", "le", "ge", "eq", "const"];

/// Stacks are not higher than this: what is below falls out.
const HIGHEST: usize = 8;

/// Goals with more terms are not printed: what is shared is printed each time.
const LONGEST_PRINTED: u32 = 100;

/// Subgoals that are looked at.
const MOST_SUBGOALS: u32 = 8;

/// The tactics and probes that were made.
#[derive(Default)]
pub(crate) struct Strategies {
    tactics: Vec<(Held<Z3_tactic>, Told)>,
    probes: Vec<Held<Z3_probe>>,
}

/// How a tactic is told.
struct Told {
    /// Its name in keys of findings.
    key: &'static str,
    /// All of it.
    text: String,
}

impl Told {
    fn plain(name: &str, text: String) -> Told {
        let known = TACTICS.iter().chain(COMBINATORS).find(|known| **known == name);
        Told { key: known.unwrap_or(&"a combination of tactics"), text }
    }

    fn combined(text: String) -> Told {
        Told { key: "a combination of tactics", text }
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-tactic", &[ArgKind::OneOf(TACTICS)], ReplyKind::Done),
            Run::Word(Z3Solver::make_tactic),
            &[(ANYWHERE, 300)],
        ),
        Own::new(
            ActionDef::own("z3-tactic-combine", &[ArgKind::OneOf(COMBINATORS)], ReplyKind::Done),
            Run::Word(Z3Solver::combine_tactics),
            &[(ANYWHERE, 800)],
        ),
        Own::new(
            ActionDef::own("z3-probe", &[ArgKind::OneOf(PROBES)], ReplyKind::Done),
            Run::Word(Z3Solver::make_probe),
            &[(ANYWHERE, 2000)],
        ),
        Own::new(
            ActionDef::own(
                "z3-probe-combine",
                &[ArgKind::OneOf(PROBE_COMBINATORS)],
                ReplyKind::Done,
            ),
            Run::Word(Z3Solver::combine_probes),
            &[(ANYWHERE, 2500)],
        ),
        Own::new(
            ActionDef::own("z3-probe-apply", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::apply_probe),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-tactic-apply", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::apply_tactic),
            &[(ANYWHERE, 500)],
        ),
        Own::new(
            ActionDef::own("z3-tactic-check", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::check_by_tactic),
            &[(ANYWHERE, 1500)],
        ),
        Own::new(
            ActionDef::own("z3-tactic-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::read_tactic),
            &[(ANYWHERE, 5000)],
        ),
        Own::new(
            ActionDef::own("z3-goal", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::inspect_goal),
            &[(ANYWHERE, 2500)],
        ),
    ],
    states: &[],
    transitions: &[],
};

/// How the answers of a goal and of its subgoals go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    Precise,
    /// What the subgoals have is a part of what the goal has.
    Under,
    /// The other way round.
    Over,
    /// Nothing can be said.
    UnderAndOver,
}

impl Precision {
    fn from_native(number: c_uint) -> Precision {
        match number {
            0 => Precision::Precise,
            1 => Precision::Under,
            2 => Precision::Over,
            _ => Precision::UnderAndOver,
        }
    }
}

/// Whether the answers of all subgoals can be right if the goal has this one.
pub(crate) fn agrees(goal: Answer, subgoals: &[(Precision, Answer)]) -> bool {
    match goal {
        Answer::Unknown => true,
        // A subgoal of a precise or smaller kind that has a model gives one of the goal.
        Answer::Unsat => !subgoals.iter().any(|(precision, answer)| {
            matches!(precision, Precision::Precise | Precision::Under) && *answer == Answer::Sat
        }),
        Answer::Sat => subgoals.iter().any(|(precision, answer)| {
            !matches!(precision, Precision::Precise | Precision::Over) || *answer != Answer::Unsat
        }),
    }
}

impl Z3Solver {
    fn push_tactic(&mut self, made: Option<Z3_tactic>, told: Told) -> Outcome {
        let tactic = held!(&self.context, made, Z3_tactic_inc_ref, Z3_tactic_dec_ref);
        let tactics = &mut self.engines.strategies.tactics;
        tactics.push((tactic, told));
        if tactics.len() > HIGHEST {
            tactics.remove(0);
        }
        Ok(())
    }

    fn make_tactic(&mut self, name: &str) -> Outcome {
        let raw = self.context.raw;
        let word = c_string(name)?;
        let made = call!(Z3_mk_tactic(raw, word.as_ptr()));
        if self.seed.pick(2) == 0 {
            return self.push_tactic(made, Told::plain(name, name.to_owned()));
        }
        let context = &self.context;
        let tactic = counted!(context, made, Z3_tactic_inc_ref, Z3_tactic_dec_ref);
        let list = call!(Z3_tactic_get_param_descrs(raw, tactic.raw));
        let drawn = parameters::draw(context, list, &mut self.seed)?;
        let made = call!(Z3_tactic_using_params(raw, tactic.raw, drawn.params.raw));
        let told = Told::plain(name, format!("{name} {}", drawn.told));
        // The new one is held before the parts go.
        let held = held!(context, made, Z3_tactic_inc_ref, Z3_tactic_dec_ref);
        drop(drawn);
        drop(tactic);
        let raw = held.raw;
        self.push_tactic(Some(raw), told)
    }

    /// The uppermost tactic leaves the stack; `skip` if there is none.
    fn take_tactic(&mut self) -> Result<(Held<Z3_tactic>, Told), SolverError> {
        if let Some(top) = self.engines.strategies.tactics.pop() {
            return Ok(top);
        }
        let made = call!(Z3_tactic_skip(self.context.raw));
        let skip = held!(&self.context, made, Z3_tactic_inc_ref, Z3_tactic_dec_ref);
        Ok((skip, Told::plain("skip", "skip".to_owned())))
    }

    /// The uppermost probe leaves the stack; a number if there is none.
    fn take_probe(&mut self) -> Result<Held<Z3_probe>, SolverError> {
        if let Some(top) = self.engines.strategies.probes.pop() {
            return Ok(top);
        }
        let made = call!(Z3_probe_const(self.context.raw, 1.0));
        Ok(held!(&self.context, made, Z3_probe_inc_ref, Z3_probe_dec_ref))
    }

    fn combine_tactics(&mut self, how: &str) -> Outcome {
        let raw = self.context.raw;
        match how {
            "skip" => {
                let made = call!(Z3_tactic_skip(raw));
                self.push_tactic(made, Told::plain(how, how.to_owned()))
            }
            "fail" => {
                let made = call!(Z3_tactic_fail(raw));
                self.push_tactic(made, Told::plain(how, how.to_owned()))
            }
            "fail-if-not-decided" => {
                let made = call!(Z3_tactic_fail_if_not_decided(raw));
                self.push_tactic(made, Told::plain(how, how.to_owned()))
            }
            "fail-if" => {
                let probe = self.take_probe()?;
                let made = call!(Z3_tactic_fail_if(raw, probe.raw));
                self.push_tactic(made, Told::plain(how, how.to_owned()))
            }
            "try-for" => {
                let (tactic, told) = self.take_tactic()?;
                let milliseconds = 500;
                let made = call!(Z3_tactic_try_for(raw, tactic.raw, milliseconds));
                self.push_tactic(made, Told::combined(format!("(try-for {told})")))
            }
            "repeat" => {
                let (tactic, told) = self.take_tactic()?;
                let most = 1 + self.seed.pick(4) as c_uint;
                let made = call!(Z3_tactic_repeat(raw, tactic.raw, most));
                self.push_tactic(made, Told::combined(format!("(repeat {told})")))
            }
            "using-params" => {
                let (tactic, told) = self.take_tactic()?;
                let list = call!(Z3_tactic_get_param_descrs(raw, tactic.raw));
                let drawn = parameters::draw(&self.context, list, &mut self.seed)?;
                let made = call!(Z3_tactic_using_params(raw, tactic.raw, drawn.params.raw));
                let told = Told { key: told.key, text: format!("({told} {})", drawn.told) };
                let held = held!(&self.context, made, Z3_tactic_inc_ref, Z3_tactic_dec_ref);
                drop(drawn);
                self.push_tactic(Some(held.raw), told)
            }
            "when" => {
                let (tactic, told) = self.take_tactic()?;
                let probe = self.take_probe()?;
                let made = call!(Z3_tactic_when(raw, probe.raw, tactic.raw));
                self.push_tactic(made, Told::combined(format!("(when {told})")))
            }
            _ => {
                let (second, told_second) = self.take_tactic()?;
                let (first, told_first) = self.take_tactic()?;
                let (one, other) = (first.raw, second.raw);
                let made = match how {
                    "and-then" => call!(Z3_tactic_and_then(raw, one, other)),
                    "or-else" => call!(Z3_tactic_or_else(raw, one, other)),
                    "par-and-then" => call!(Z3_tactic_par_and_then(raw, one, other)),
                    "par-or" => {
                        let both = [one, other];
                        call!(Z3_tactic_par_or(raw, 2, both.as_ptr()))
                    }
                    _ => {
                        let probe = self.take_probe()?;
                        call!(Z3_tactic_cond(raw, probe.raw, one, other))
                    }
                };
                let told = format!("({how} {told_first} {told_second})");
                self.push_tactic(made, Told::combined(told))
            }
        }
    }

    fn push_probe(&mut self, made: Option<Z3_probe>) -> Outcome {
        let probe = held!(&self.context, made, Z3_probe_inc_ref, Z3_probe_dec_ref);
        let probes = &mut self.engines.strategies.probes;
        probes.push(probe);
        if probes.len() > HIGHEST {
            probes.remove(0);
        }
        Ok(())
    }

    fn make_probe(&mut self, name: &str) -> Outcome {
        let raw = self.context.raw;
        let name = c_string(name)?;
        let made = call!(Z3_mk_probe(raw, name.as_ptr()));
        self.push_probe(made)?;
        text(call!(Z3_probe_get_descr(raw, name.as_ptr())));
        self.context.check()
    }

    fn combine_probes(&mut self, how: &str) -> Outcome {
        let raw = self.context.raw;
        if how == "const" {
            let value = [0.0, 1.0, 2.0, 10.0][self.seed.pick(4)];
            let made = call!(Z3_probe_const(raw, value));
            return self.push_probe(made);
        }
        let second = self.take_probe()?;
        if how == "not" {
            let made = call!(Z3_probe_not(raw, second.raw));
            return self.push_probe(made);
        }
        let first = self.take_probe()?;
        let (one, other) = (first.raw, second.raw);
        let made = match how {
            "and" => call!(Z3_probe_and(raw, one, other)),
            "or" => call!(Z3_probe_or(raw, one, other)),
            "lt" => call!(Z3_probe_lt(raw, one, other)),
            "gt" => call!(Z3_probe_gt(raw, one, other)),
            "le" => call!(Z3_probe_le(raw, one, other)),
            "ge" => call!(Z3_probe_ge(raw, one, other)),
            _ => call!(Z3_probe_eq(raw, one, other)),
        };
        self.push_probe(made)
    }

    /// Applies the uppermost probe, which stays; and what is made of it and its negation, which must exclude each other.
    fn apply_probe(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let probe = self.take_probe()?;
        let context = &self.context;
        let raw = context.raw;
        let goal = self.goal_of(&natives, true, false)?;
        let value = call!(Z3_probe_apply(raw, probe.raw, goal.raw));
        context.check()?;
        let made = call!(Z3_probe_not(raw, probe.raw));
        let negated = counted!(context, made, Z3_probe_inc_ref, Z3_probe_dec_ref);
        let other = call!(Z3_probe_apply(raw, negated.raw, goal.raw));
        context.check()?;
        if (value != 0.0) == (other != 0.0) {
            return Err(disagreement(
                "Z3_probe_not",
                "a probe and its negation",
                "one of them",
                format!("a probe gives {value}, and its negation {other}"),
            ));
        }
        drop((goal, negated));
        self.engines.strategies.probes.push(probe);
        Ok(())
    }

    /// A goal that has the formulas.
    fn goal_of(
        &self,
        natives: &[Z3_ast],
        models: bool,
        cores: bool,
    ) -> Result<Counted<'_, Z3_goal>, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let proofs = false;
        let made = call!(Z3_mk_goal(raw, models, cores, proofs));
        let goal = counted!(context, made, Z3_goal_inc_ref, Z3_goal_dec_ref);
        for formula in natives {
            call!(Z3_goal_assert(raw, goal.raw, *formula));
            context.check()?;
        }
        Ok(goal)
    }

    /// Has the uppermost tactic, which stays, rewrite formulas, and compares what it leaves of them with what they were.
    fn apply_tactic(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let (tactic, told) = self.take_tactic()?;
        let (cores, way) = (self.seed.pick(4) == 0, self.seed.pick(2));
        let outcome = self.compare_subgoals(&tactic, &told, &natives, cores, way);
        self.engines.strategies.tactics.push((tactic, told));
        outcome
    }

    fn compare_subgoals(
        &self,
        tactic: &Held<Z3_tactic>,
        told: &Told,
        natives: &[Z3_ast],
        cores: bool,
        way: usize,
    ) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let goal = self.goal_of(natives, true, cores)?;
        context.bound_all(true)?;
        let made = match way {
            0 => call!(Z3_tactic_apply(raw, tactic.raw, goal.raw)),
            _ => {
                let none = context.params()?;
                call!(Z3_tactic_apply_ex(raw, tactic.raw, goal.raw, none.raw))
            }
        };
        let applied = context.check();
        context.bound_all(false)?;
        if applied.is_err() {
            // A tactic may fail: it is made for other goals, or had not enough effort.
            return Ok(());
        }
        let result = counted!(context, made, Z3_apply_result_inc_ref, Z3_apply_result_dec_ref);
        let Some(before) = context.brief_answer(natives)? else { return Ok(()) };
        let mut after = Vec::new();
        let count = call!(Z3_apply_result_get_num_subgoals(raw, result.raw));
        if count > MOST_SUBGOALS {
            return Ok(());
        }
        let mut size = 0;
        for position in 0..count {
            let subgoal = self.subgoal(&result, position)?;
            size += call!(Z3_goal_num_exprs(raw, subgoal.raw));
            let precision = Precision::from_native(call!(Z3_goal_precision(raw, subgoal.raw)));
            let decided_unsat = call!(Z3_goal_is_decided_unsat(raw, subgoal.raw));
            let decided_sat = call!(Z3_goal_is_decided_sat(raw, subgoal.raw));
            context.check()?;
            let parts = self.formulas_of(&subgoal)?;
            let solver = context.solver_of(&parts)?;
            if way == 0 {
                let whole = context.params()?;
                whole.set_flag("compact", false)?;
                call!(Z3_solver_set_params(raw, solver.raw, whole.raw));
                // Some solver objects have no such parameter.
                let _ = context.check();
            }
            let Some(answer) = check_briefly(&solver)? else { return Ok(()) };
            let says = match (decided_sat, decided_unsat) {
                // Nothing is left of the goal, or false: the precision is in both already.
                (true, false) => Answer::Sat,
                (false, true) => Answer::Unsat,
                _ => answer,
            };
            if says.contradicts(answer) && precision == Precision::Precise {
                return Err(disagreement(
                    told.key,
                    "a subgoal that is decided",
                    "its own answer",
                    format!(
                        "{told} says that a subgoal is decided to be {says}, which is {answer}"
                    ),
                ));
            }
            if answer == Answer::Sat && precision == Precision::Precise && way == 0 {
                self.convert_model(&subgoal, &solver, told, natives)?;
            }
            after.push((precision, answer));
        }
        if size <= LONGEST_PRINTED {
            text(call!(Z3_apply_result_to_string(raw, result.raw)));
            context.check()?;
        }
        if !agrees(before, &after) {
            let answers: Vec<String> = after
                .iter()
                .map(|(precision, answer)| format!("{answer} ({precision:?})"))
                .collect();
            return Err(disagreement(
                told.key,
                "subgoals",
                "the answer of the goal",
                format!(
                    "formulas are {before}, but what {told} leaves of them is {}",
                    if answers.is_empty() { "nothing".to_owned() } else { answers.join(", ") }
                ),
            ));
        }
        Ok(())
    }

    fn subgoal<'a>(
        &'a self,
        result: &Counted<'a, Z3_apply_result>,
        position: c_uint,
    ) -> Result<Counted<'a, Z3_goal>, SolverError> {
        let context = &self.context;
        let made = call!(Z3_apply_result_get_subgoal(context.raw, result.raw, position));
        Ok(counted!(context, made, Z3_goal_inc_ref, Z3_goal_dec_ref))
    }

    fn formulas_of(&self, goal: &Counted<'_, Z3_goal>) -> Result<Vec<Z3_ast>, SolverError> {
        let context = &self.context;
        let mut formulas = Vec::new();
        for place in 0..call!(Z3_goal_size(context.raw, goal.raw)) {
            let formula = call!(Z3_goal_formula(context.raw, goal.raw, place));
            formulas.push(context.keep(context.checked(formula)?)?);
        }
        Ok(formulas)
    }

    /// A model of a subgoal, made one of the goal, must not make a formula of the goal false.
    fn convert_model(
        &self,
        subgoal: &Counted<'_, Z3_goal>,
        solver: &Counted<'_, crate::ffi::Z3_solver>,
        told: &Told,
        natives: &[Z3_ast],
    ) -> Outcome {
        let context = &self.context;
        let model = context.model_of(solver)?;
        let made = call!(Z3_goal_convert_model(context.raw, subgoal.raw, model.raw));
        let model = counted!(context, made, Z3_model_inc_ref, Z3_model_dec_ref);
        for formula in natives {
            if self.is_plain(*formula)?
                && let Some(value) = context.value(model.raw, *formula)?
                && context.truth(value)? == Some(false)
            {
                return Err(disagreement(
                    told.key,
                    "a converted model",
                    "one of the goal",
                    format!("a model of what {told} leaves, converted back, makes a formula false"),
                ));
            }
        }
        Ok(())
    }

    /// Asks the uppermost tactic, as a solver object, what a plain one is asked, too.
    fn check_by_tactic(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let (tactic, told) = self.take_tactic()?;
        let outcome = self.compare_by_tactic(&tactic, &told, &natives);
        self.engines.strategies.tactics.push((tactic, told));
        outcome
    }

    fn compare_by_tactic(
        &self,
        tactic: &Held<Z3_tactic>,
        told: &Told,
        natives: &[Z3_ast],
    ) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_solver_from_tactic(raw, tactic.raw));
        let solver = counted!(context, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        for formula in natives {
            call!(Z3_solver_assert(raw, solver.raw, *formula));
            context.check()?;
        }
        let Some(one) = check_briefly(&solver)? else { return Ok(()) };
        let Some(other) = context.brief_answer(natives)? else { return Ok(()) };
        if one.contradicts(other) {
            return Err(disagreement(
                "Z3_mk_solver_from_tactic",
                "the answer",
                "that of a plain solver object",
                format!("{told} says {one}, where a plain solver object says {other}"),
            ));
        }
        Ok(())
    }

    /// What Z3 tells of tactics in general and of the uppermost one.
    fn read_tactic(&mut self) -> Outcome {
        let (tactic, told) = self.take_tactic()?;
        let context = &self.context;
        let raw = context.raw;
        text(call!(Z3_tactic_get_help(raw, tactic.raw)));
        context.check()?;
        parameters::read(context, call!(Z3_tactic_get_param_descrs(raw, tactic.raw)))?;
        let count = call!(Z3_get_num_tactics(raw)) as usize;
        let place = self.seed.pick(count.max(1)) as c_uint;
        let name = c_string(&text(call!(Z3_get_tactic_name(raw, place))))?;
        context.check()?;
        text(call!(Z3_tactic_get_descr(raw, name.as_ptr())));
        context.check()?;
        let count = call!(Z3_get_num_probes(raw)) as usize;
        let place = self.seed.pick(count.max(1)) as c_uint;
        text(call!(Z3_get_probe_name(raw, place)));
        context.check()?;
        self.engines.strategies.tactics.push((tactic, told));
        Ok(())
    }

    /// A goal tells what was put into it, here and in another context.
    fn inspect_goal(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let context = &self.context;
        let raw = context.raw;
        let goal = self.goal_of(&natives, true, false)?;
        let size = call!(Z3_goal_size(raw, goal.raw));
        let exprs = call!(Z3_goal_num_exprs(raw, goal.raw));
        let depth = call!(Z3_goal_depth(raw, goal.raw));
        let precision = Precision::from_native(call!(Z3_goal_precision(raw, goal.raw)));
        context.check()?;
        if depth != 0 || precision != Precision::Precise {
            return Err(disagreement(
                "Z3_goal_depth",
                "a new goal",
                "depth 0 and precise",
                format!("a new goal has depth {depth} and is {precision:?}"),
            ));
        }
        let inconsistent = call!(Z3_goal_inconsistent(raw, goal.raw));
        context.check()?;
        let before = context.brief_answer(&natives)?;
        if inconsistent && before == Some(Answer::Sat) {
            return Err(disagreement(
                "Z3_goal_inconsistent",
                "a goal of formulas with a model",
                "false",
                "a goal of formulas with a model is inconsistent".to_owned(),
            ));
        }
        let inside = context.brief_answer(&self.formulas_of(&goal)?)?;
        if let (Some(one), Some(other)) = (before, inside)
            && one.contradicts(other)
        {
            return Err(disagreement(
                "Z3_goal_formula",
                "the formulas of a goal",
                "those that were put in",
                format!("formulas are {one}, and {other} when a goal tells them"),
            ));
        }
        if exprs <= LONGEST_PRINTED {
            text(call!(Z3_goal_to_string(raw, goal.raw)));
            context.check()?;
            // It takes goals of clauses over constants only.
            text(call!(Z3_goal_to_dimacs_string(raw, goal.raw, true)));
            let _ = context.check();
        }
        let other = crate::context::Context::new()?;
        let made = call!(Z3_goal_translate(raw, goal.raw, other.raw));
        context.check()?;
        let copy = counted!(&other, made, Z3_goal_inc_ref, Z3_goal_dec_ref);
        let copied = call!(Z3_goal_size(other.raw, copy.raw));
        other.check()?;
        if copied != size {
            return Err(disagreement(
                "Z3_goal_translate",
                "the size of a goal in another context",
                "the same",
                format!("a goal of {size} formulas has {copied} in another context"),
            ));
        }
        call!(Z3_goal_reset(raw, goal.raw));
        context.check()?;
        let left = call!(Z3_goal_size(raw, goal.raw));
        if left != 0 {
            return Err(disagreement(
                "Z3_goal_reset",
                "the size of a goal after it",
                "0",
                format!("a goal has {left} formulas after its reset"),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subgoals_agree_with_their_goal() {
        use Answer::{Sat, Unknown, Unsat};
        use Precision::{Over, Precise, Under, UnderAndOver};
        let check = |goal, subgoals: &[(Precision, Answer)], expected| {
            assert_eq!(agrees(goal, subgoals), expected, "{goal:?} {subgoals:?}");
        };
        check(Sat, &[(Precise, Unsat)], false);
        check(Sat, &[(Precise, Unsat), (Precise, Unknown)], true);
        check(Sat, &[(Precise, Unsat), (Under, Unsat)], true);
        check(Sat, &[(Over, Unsat)], false);
        check(Sat, &[], false);
        check(Unsat, &[(Precise, Unsat), (Precise, Sat)], false);
        check(Unsat, &[(Under, Sat)], false);
        check(Unsat, &[(Over, Sat), (UnderAndOver, Sat)], true);
        check(Unsat, &[], true);
        check(Unknown, &[(Precise, Sat)], true);
    }
}
