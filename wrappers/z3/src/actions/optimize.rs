//! The optimizer: one object beside the solver, with hard and soft constraints and objectives. An optimum must satisfy the hard
//! constraints, reach what is told of it, and not be improved by a check.

use std::ffi::{c_uint, c_void};

use murxla_api::{
    ActionDef, Answer, ArgKind, Guard, ReplyKind, SolverError, StateDef, StateKind, TermId,
    Transition,
};

use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Context, Counted, Held, c_string, counted, held, text};
use crate::ffi::{Z3_ast, Z3_model, Z3_optimize, call};
use crate::parameters;
use crate::side::answer_of;
use crate::solver::Z3Solver;

const OPTIMIZE: &str = "optimize";

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-opt-assert", &[ArgKind::Formula], ReplyKind::Done),
            Run::Term(Z3Solver::opt_assert),
            &[(OPTIMIZE, 3)],
        ),
        Own::new(
            ActionDef::own("z3-opt-assert-soft", &[ArgKind::Formula], ReplyKind::Done),
            Run::Term(Z3Solver::opt_assert_soft),
            &[(OPTIMIZE, 4)],
        ),
        Own::new(
            ActionDef::own("z3-opt-minimize", &[ArgKind::Numeric], ReplyKind::Done),
            Run::Term(Z3Solver::opt_minimize),
            &[(OPTIMIZE, 5)],
        ),
        Own::new(
            ActionDef::own("z3-opt-maximize", &[ArgKind::Numeric], ReplyKind::Done),
            Run::Term(Z3Solver::opt_maximize),
            &[(OPTIMIZE, 5)],
        ),
        Own::new(
            ActionDef::own("z3-opt-push", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_push),
            &[(OPTIMIZE, 20)],
        ),
        Own::new(
            ActionDef::own("z3-opt-pop", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_pop),
            &[(OPTIMIZE, 20)],
        ),
        Own::new(
            ActionDef::own("z3-opt-params", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_params),
            &[(OPTIMIZE, 10)],
        ),
        Own::new(
            ActionDef::own("z3-opt-initial-value", &[ArgKind::Numeric], ReplyKind::Done),
            Run::Term(Z3Solver::opt_initial_value),
            &[(OPTIMIZE, 30)],
        ),
        Own::new(
            ActionDef::own("z3-opt-check", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_check),
            &[(OPTIMIZE, 4)],
        ),
        Own::new(
            ActionDef::own("z3-opt-check-assuming", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::opt_check_assuming),
            &[(OPTIMIZE, 12)],
        ),
        Own::new(
            ActionDef::own("z3-opt-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_info),
            &[(OPTIMIZE, 10)],
        ),
        Own::new(
            ActionDef::own("z3-opt-print-parse", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::opt_print_parse),
            &[(OPTIMIZE, 15)],
        ),
    ],
    states: &[StateDef { name: OPTIMIZE, kind: StateKind::Regular, guard: Guard::HasFormula }],
    transitions: &[
        Transition::go("check_sat", 60, OPTIMIZE),
        Transition::go(OPTIMIZE, 8, "check_sat"),
        Transition::go(OPTIMIZE, 30, "create_terms"),
    ],
};

/// An objective, by its number in Z3.
#[derive(Clone, Copy)]
struct Objective {
    number: c_uint,
    term: Z3_ast,
    maximize: bool,
}

/// The optimizer, and what was put into it.
pub(crate) struct Optimizer {
    object: Held<Z3_optimize>,
    hard: Vec<Z3_ast>,
    soft: usize,
    objectives: Vec<Objective>,
    /// How many of each there were when the open levels were opened.
    levels: Vec<(usize, usize, usize)>,
    /// How objectives go together: the word that Z3 takes.
    priority: &'static str,
    /// Constants that stand for hard constraints in cores.
    labels: Vec<Z3_ast>,
    /// How many models were reported, and the last one, if they are: Z3 keeps the addresses as long as the object.
    watched: Option<(Box<u32>, Held<Z3_model>)>,
}

/// What is told of an optimum, and what a check says of something better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The coefficients of infinity and of the infinitesimal are zero: there is an optimum, and it is reached.
    pub(crate) attained: bool,
    /// What is told as lower and upper bound is one value.
    pub(crate) exact: bool,
    /// Whether the value of the objective in the model is the one told.
    pub(crate) reached: Option<bool>,
    /// Whether the hard constraints have a model with a better value than the one told.
    pub(crate) better: Option<Answer>,
}

/// What is wrong with an optimum, if anything is.
pub(crate) fn judge(told: &Told) -> Result<(), &'static str> {
    if !told.attained || !told.exact {
        return Ok(());
    }
    if told.better == Some(Answer::Sat) {
        return Err("a check finds a better value");
    }
    if told.reached == Some(false) {
        return Err("its model has another value");
    }
    Ok(())
}

unsafe extern "C" fn on_model(count: *mut c_void) {
    let count = count.cast::<u32>();
    // SAFETY: it is the counter that was registered, which lives as long as the optimizer.
    unsafe { *count = (*count).saturating_add(1) };
}

impl Z3Solver {
    /// The optimizer; a new one if there is none.
    fn optimizer(&mut self) -> Result<&mut Optimizer, SolverError> {
        if self.engines.optimizer.is_none() {
            let context = &self.context;
            let made = call!(Z3_mk_optimize(context.raw));
            let object = held!(context, made, Z3_optimize_inc_ref, Z3_optimize_dec_ref);
            let optimizer = Optimizer {
                object,
                hard: Vec::new(),
                soft: 0,
                objectives: Vec::new(),
                levels: Vec::new(),
                priority: "lex",
                labels: Vec::new(),
                watched: None,
            };
            self.engines.optimizer = Some(optimizer);
            let params = self.context.brief()?;
            if let Some(optimizer) = &self.engines.optimizer {
                let raw = self.context.raw;
                call!(Z3_optimize_set_params(raw, optimizer.object.raw, params.raw));
                self.context.check()?;
            }
        }
        let none = || SolverError::Broken("there is no optimizer".to_owned());
        self.engines.optimizer.as_mut().ok_or_else(none)
    }

    fn opt_assert(&mut self, formula: TermId) -> Outcome {
        let native = self.plain_term(formula)?;
        let raw = self.context.raw;
        let object = self.optimizer()?.object.raw;
        if self.seed.pick(3) == 0 {
            let bool = call!(Z3_mk_bool_sort(raw));
            let bool = self.context.checked(bool)?;
            let made = call!(Z3_mk_fresh_const(raw, c"hard".as_ptr(), bool));
            let label = self.context.keep(self.context.checked(made)?)?;
            call!(Z3_optimize_assert_and_track(raw, object, native, label));
            self.context.check()?;
            self.optimizer()?.labels.push(label);
        } else {
            call!(Z3_optimize_assert(raw, object, native));
            self.context.check()?;
        }
        self.optimizer()?.hard.push(native);
        Ok(())
    }

    fn opt_assert_soft(&mut self, formula: TermId) -> Outcome {
        let native = self.plain_term(formula)?;
        let raw = self.context.raw;
        let weight = c_string(["1", "2", "3", "0.5", "10", "1/3"][self.seed.pick(6)])?;
        let group = match self.seed.pick(3) {
            0 => None,
            1 => Some(self.context.symbol("group1")?),
            _ => Some(self.context.symbol("group2")?),
        };
        let object = self.optimizer()?.object.raw;
        call!(Z3_optimize_assert_soft(raw, object, native, weight.as_ptr(), group));
        self.context.check()?;
        self.optimizer()?.soft += 1;
        Ok(())
    }

    fn opt_minimize(&mut self, term: TermId) -> Outcome {
        self.add_objective(term, false)
    }

    fn opt_maximize(&mut self, term: TermId) -> Outcome {
        self.add_objective(term, true)
    }

    fn add_objective(&mut self, term: TermId, maximize: bool) -> Outcome {
        const MOST: usize = 4;
        let term = self.plain_term(term)?;
        let raw = self.context.raw;
        let optimizer = self.optimizer()?;
        if optimizer.objectives.len() >= MOST {
            return Ok(());
        }
        let object = optimizer.object.raw;
        let number = match maximize {
            true => call!(Z3_optimize_maximize(raw, object, term)),
            false => call!(Z3_optimize_minimize(raw, object, term)),
        };
        self.context.check()?;
        self.optimizer()?.objectives.push(Objective { number, term, maximize });
        Ok(())
    }

    fn opt_push(&mut self) -> Outcome {
        let raw = self.context.raw;
        let optimizer = self.optimizer()?;
        let height = (optimizer.hard.len(), optimizer.soft, optimizer.objectives.len());
        optimizer.levels.push(height);
        let object = optimizer.object.raw;
        call!(Z3_optimize_push(raw, object));
        self.context.check()
    }

    fn opt_pop(&mut self) -> Outcome {
        let raw = self.context.raw;
        let optimizer = self.optimizer()?;
        let Some((hard, soft, objectives)) = optimizer.levels.pop() else { return Ok(()) };
        optimizer.hard.truncate(hard);
        optimizer.soft = soft;
        optimizer.objectives.truncate(objectives);
        let object = optimizer.object.raw;
        call!(Z3_optimize_pop(raw, object));
        self.context.check()
    }

    /// Parameters out of the optimizer's own list, and by seed how objectives go together.
    fn opt_params(&mut self) -> Outcome {
        let object = self.optimizer()?.object.raw;
        let Z3Solver { context, seed, .. } = self;
        let raw = context.raw;
        let list = call!(Z3_optimize_get_param_descrs(raw, object));
        let drawn = parameters::draw(context, list, seed)?;
        let priority = ["lex", "box", "pareto"][seed.pick(3)];
        drawn.params.set_word("priority", priority)?;
        drawn.params.bound_effort()?;
        call!(Z3_optimize_set_params(raw, object, drawn.params.raw));
        context.check()?;
        drop(drawn);
        self.optimizer()?.priority = priority;
        Ok(())
    }

    /// A hint where the search is to begin.
    fn opt_initial_value(&mut self, term: TermId) -> Outcome {
        let term = self.plain_term(term)?;
        let raw = self.context.raw;
        if !self.children(term)?.is_empty() || !self.constants.contains(&term) {
            // The hint is for variables.
            return Ok(());
        }
        let (sort, _) = self.sort_of_native(term)?;
        let number = ["0", "1", "7"][self.seed.pick(3)];
        let value = self.context.number(number, sort)?;
        let object = self.optimizer()?.object.raw;
        call!(Z3_optimize_set_initial_value(raw, object, term, value));
        self.context.check()
    }

    /// Has each model that is found on the way reported.
    fn watch_models(&mut self) -> Outcome {
        self.optimizer()?;
        let Z3Solver { context, engines, .. } = self;
        let Some(optimizer) = engines.optimizer.as_mut().filter(|one| one.watched.is_none()) else {
            return Ok(());
        };
        let raw = context.raw;
        let made = call!(Z3_mk_model(raw));
        let model = held!(context, made, Z3_model_inc_ref, Z3_model_dec_ref);
        let (native, object) = (model.raw, optimizer.object.raw);
        let (count, _) = optimizer.watched.insert((Box::new(0), model));
        let count: *mut u32 = &raw mut **count;
        let state = count.cast::<c_void>();
        call!(Z3_optimize_register_model_eh(raw, object, native, state, Some(on_model)));
        context.check()
    }

    fn opt_check(&mut self) -> Outcome {
        self.optimize(&[])
    }

    fn opt_check_assuming(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        self.optimize(&natives)
    }

    fn optimize(&mut self, assumptions: &[Z3_ast]) -> Outcome {
        if self.seed.pick(4) == 0 {
            self.watch_models()?;
        }
        self.optimizer()?;
        let Z3Solver { context, engines, .. } = &*self;
        let Some(optimizer) = &engines.optimizer else { return Ok(()) };
        let (raw, object) = (context.raw, optimizer.object.raw);
        let count = assumptions.len() as c_uint;
        let result = call!(Z3_optimize_check(raw, object, count, assumptions.as_ptr()));
        let answer = answer_of(context, result)?;
        let Some(answer) = answer else { return Ok(()) };
        let asked: Vec<Z3_ast> = optimizer.hard.iter().chain(assumptions).copied().collect();
        let plain = context.brief_answer(&asked)?;
        if let Some(plain) = plain
            && plain.contradicts(answer)
            // After the last point of a Pareto front it says unsat.
            && (optimizer.priority != "pareto" || answer == Answer::Sat)
        {
            return Err(disagreement(
                "Z3_optimize_check",
                "the answer",
                "that of a plain check",
                format!("the optimizer says {answer} of hard constraints that are {plain}"),
            ));
        }
        match answer {
            Answer::Sat => self.examine_optimum(optimizer, &asked),
            Answer::Unsat => self.examine_core(optimizer, assumptions, &asked),
            Answer::Unknown => {
                text(call!(Z3_optimize_get_reason_unknown(raw, object)));
                context.check()
            }
        }
    }

    /// The core has labels and assumptions alone.
    fn examine_core(
        &self,
        optimizer: &Optimizer,
        assumptions: &[Z3_ast],
        _asked: &[Z3_ast],
    ) -> Outcome {
        let context = &self.context;
        let made = call!(Z3_optimize_get_unsat_core(context.raw, optimizer.object.raw));
        let core = context.vector(made)?;
        for literal in core.elements()? {
            if !assumptions.contains(&literal) && !optimizer.labels.contains(&literal) {
                return Err(disagreement(
                    "Z3_optimize_get_unsat_core",
                    "the core",
                    "labels and assumptions",
                    "the optimizer's core has what is neither a label nor an assumption".to_owned(),
                ));
            }
        }
        Ok(())
    }

    fn examine_optimum(&self, optimizer: &Optimizer, asked: &[Z3_ast]) -> Outcome {
        let context = &self.context;
        let (raw, object) = (context.raw, optimizer.object.raw);
        let made = call!(Z3_optimize_get_model(raw, object));
        let model = counted!(context, made, Z3_model_inc_ref, Z3_model_dec_ref);
        for formula in asked {
            if self.is_plain(*formula)?
                && let Some(value) = context.value(model.raw, *formula)?
                && context.truth(value)? == Some(false)
            {
                return Err(disagreement(
                    "Z3_optimize_get_model",
                    "the hard constraints in the model",
                    "true",
                    "the model of an optimum makes a hard constraint false".to_owned(),
                ));
            }
        }
        for (place, objective) in optimizer.objectives.iter().enumerate() {
            let told = self.optimum_told(optimizer, objective, &model, asked)?;
            // Of several objectives only the first is optimized on its own, unless each is.
            let alone = match optimizer.priority {
                "box" => true,
                "lex" => place == 0 && optimizer.soft == 0,
                // Each check gives another point.
                _ => false,
            };
            // In a box each objective has a model of its own.
            let reached = (optimizer.priority != "box" || optimizer.objectives.len() == 1)
                .then_some(told.reached)
                .flatten();
            let told = Told { reached, better: told.better.filter(|_| alone), ..told };
            let way = if objective.maximize { "maximum" } else { "minimum" };
            if let Err(why) = judge(&told) {
                return Err(disagreement(
                    "Z3_optimize_get_lower",
                    "an optimum",
                    "the best value",
                    format!("a {way} is no {way}: {why} (priority {})", optimizer.priority),
                ));
            }
        }
        Ok(())
    }

    fn optimum_told(
        &self,
        optimizer: &Optimizer,
        objective: &Objective,
        model: &Counted<'_, Z3_model>,
        asked: &[Z3_ast],
    ) -> Result<Told, SolverError> {
        let context = &self.context;
        let (raw, object) = (context.raw, optimizer.object.raw);
        let (lower, upper) = (
            call!(Z3_optimize_get_lower(raw, object, objective.number)),
            call!(Z3_optimize_get_upper(raw, object, objective.number)),
        );
        let lower = context.keep(context.checked(lower)?)?;
        let upper = context.keep(context.checked(upper)?)?;
        let made = call!(Z3_optimize_get_lower_as_vector(raw, object, objective.number));
        let lower_parts = context.vector(made)?.elements()?;
        let made = call!(Z3_optimize_get_upper_as_vector(raw, object, objective.number));
        let upper_parts = context.vector(made)?.elements()?;
        for parts in [&lower_parts, &upper_parts] {
            if parts.len() != 3 {
                return Err(disagreement(
                    "Z3_optimize_get_lower_as_vector",
                    "the coefficients of a bound",
                    "3",
                    format!("a bound has {} coefficients instead of 3", parts.len()),
                ));
            }
        }
        let [infinite, finite, infinitesimal] =
            if objective.maximize { &upper_parts } else { &lower_parts }[..]
        else {
            return Ok(Told { attained: false, exact: false, reached: None, better: None });
        };
        let attained = self.is_zero(infinite)? && self.is_zero(infinitesimal)?;
        let exact = lower == upper;
        let mut told = Told { attained, exact, reached: None, better: None };
        let is_number = call!(Z3_is_numeral_ast(raw, finite));
        context.check()?;
        if !attained || !exact || !is_number {
            return Ok(told);
        }
        // Bit-vectors are optimized as unsigned numbers, and their bounds are told as such.
        let (sort, structure) = self.sort_of_native(objective.term)?;
        let number = text(call!(Z3_get_numeral_string(raw, finite)));
        context.check()?;
        let Ok(best) = context.number(&number, sort) else { return Ok(told) };
        if let Some(value) = context.value(model.raw, objective.term)? {
            let is_number = call!(Z3_is_numeral_ast(raw, value));
            context.check()?;
            told.reached = is_number.then_some(value == best);
        }
        let is_bits = structure.kind() == murxla_api::SortKind::BitVec;
        let made = match (objective.maximize, is_bits) {
            (true, false) => call!(Z3_mk_gt(raw, objective.term, best)),
            (false, false) => call!(Z3_mk_lt(raw, objective.term, best)),
            (true, true) => call!(Z3_mk_bvugt(raw, objective.term, best)),
            (false, true) => call!(Z3_mk_bvult(raw, objective.term, best)),
        };
        let better = context.keep(context.checked(made)?)?;
        let question: Vec<Z3_ast> = asked.iter().copied().chain([better]).collect();
        told.better = context.brief_answer(&question)?;
        Ok(told)
    }

    fn is_zero(&self, number: Z3_ast) -> Result<bool, SolverError> {
        let raw = self.context.raw;
        let is_number = call!(Z3_is_numeral_ast(raw, number));
        self.context.check()?;
        if !is_number {
            return Ok(false);
        }
        let written = text(call!(Z3_get_numeral_string(raw, number)));
        self.context.check()?;
        Ok(written == "0")
    }

    /// One of the things that the optimizer tells.
    fn opt_info(&mut self) -> Outcome {
        let way = self.seed.pick(4);
        self.optimizer()?;
        let Z3Solver { context, engines, .. } = &*self;
        let Some(optimizer) = &engines.optimizer else { return Ok(()) };
        let (raw, object) = (context.raw, optimizer.object.raw);
        match way {
            0 => {
                text(call!(Z3_optimize_get_help(raw, object)));
                context.check()?;
                let made = call!(Z3_optimize_get_statistics(raw, object));
                let statistics = counted!(context, made, Z3_stats_inc_ref, Z3_stats_dec_ref);
                text(call!(Z3_stats_to_string(raw, statistics.raw)));
                context.check()
            }
            1 => parameters::read(context, call!(Z3_optimize_get_param_descrs(raw, object))),
            2 => {
                let made = call!(Z3_optimize_get_objectives(raw, object));
                let told = context.vector(made)?.elements()?.len();
                // Soft constraints of one group are one objective.
                if told < optimizer.objectives.len() {
                    return Err(disagreement(
                        "Z3_optimize_get_objectives",
                        "the number of objectives",
                        "those that were added",
                        format!(
                            "the optimizer tells {told} objectives where {} were added",
                            optimizer.objectives.len()
                        ),
                    ));
                }
                Ok(())
            }
            _ => {
                let made = call!(Z3_optimize_get_assertions(raw, object));
                let told = context.vector(made)?.elements()?;
                let (Some(one), Some(other)) =
                    (context.brief_answer(&told)?, context.brief_answer(&optimizer.hard)?)
                else {
                    return Ok(());
                };
                if one.contradicts(other) {
                    return Err(disagreement(
                        "Z3_optimize_get_assertions",
                        "the assertions",
                        "the hard constraints",
                        format!(
                            "the assertions that the optimizer tells are {one}, the hard constraints {other}"
                        ),
                    ));
                }
                Ok(())
            }
        }
    }

    /// The optimizer in another context, copied or printed and read, says of the hard constraints what it says here.
    fn opt_print_parse(&mut self) -> Outcome {
        let copies = self.seed.pick(2) == 0;
        if self.lacks_a_definition() || !self.context.symbols_are_writable() {
            return Ok(());
        }
        self.optimizer()?;
        let Z3Solver { context, engines, .. } = &*self;
        let Some(optimizer) = &engines.optimizer else { return Ok(()) };
        let (raw, object) = (context.raw, optimizer.object.raw);
        let other = Context::new()?;
        let made = if copies {
            let made = call!(Z3_optimize_translate(raw, object, other.raw));
            context.check()?;
            made
        } else {
            call!(Z3_mk_optimize(other.raw))
        };
        let copy = counted!(&other, made, Z3_optimize_inc_ref, Z3_optimize_dec_ref);
        if !copies {
            let printed = c_string(&text(call!(Z3_optimize_to_string(raw, object))))?;
            context.check()?;
            call!(Z3_optimize_from_string(other.raw, copy.raw, printed.as_ptr()));
            if other.check().is_err() {
                // What is refused depends on what Z3 can print.
                return Ok(());
            }
        }
        let params = other.brief()?;
        call!(Z3_optimize_set_params(other.raw, copy.raw, params.raw));
        let result = call!(Z3_optimize_check(other.raw, copy.raw, 0, std::ptr::null()));
        let (Some(one), Some(plain)) =
            (answer_of(&other, result)?, context.brief_answer(&optimizer.hard)?)
        else {
            return Ok(());
        };
        if one.contradicts(plain) {
            let how = if copies { "copied to another context" } else { "printed and read" };
            return Err(disagreement(
                "Z3_optimize_translate",
                "the answer of a copy",
                "that of a plain check",
                format!("the optimizer, {how}, says {one} of hard constraints that are {plain}"),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optima_are_judged() {
        let told =
            Told { attained: true, exact: true, reached: Some(true), better: Some(Answer::Unsat) };
        assert_eq!(judge(&told), Ok(()));
        let better = Told { better: Some(Answer::Sat), ..told.clone() };
        assert_eq!(judge(&better), Err("a check finds a better value"));
        let missed = Told { reached: Some(false), ..told.clone() };
        assert_eq!(judge(&missed), Err("its model has another value"));
        for nothing_said in [
            Told { attained: false, ..better.clone() },
            Told { exact: false, ..better },
            Told { reached: None, better: None, ..told },
        ] {
            assert_eq!(judge(&nothing_said), Ok(()));
        }
    }
}
