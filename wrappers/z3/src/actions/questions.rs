//! Questions to the solver object beyond a check: proofs, cubes, congruences, what is implied, hints, simplified copies, and an
//! interrupt. What is told must go together with what was answered.

use std::ffi::c_uint;

use murxla_api::{
    ANYWHERE, ActionDef, Answer, ArgKind, Effects, Need, ReplyKind, StandardOption, TermId,
};

use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Context, Counted, counted};
use crate::ffi::{Z3_ast, Z3_solver, call};
use crate::parameters;
use crate::side::{answer_of, check_briefly};
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-proof", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::prove),
            &[("check_sat", 300)],
        ),
        Own::new(
            ActionDef::own("z3-cube", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::cube),
            &[("check_sat", 300)],
        ),
        Own::new(
            ActionDef::own("z3-congruence", &[ArgKind::Terms], ReplyKind::Done),
            Run::Terms(Z3Solver::congruence),
            &[("sat", 30)],
        )
        .does(Effects::SPOILS_ANSWER),
        Own::new(
            ActionDef::own("z3-implied-equalities", &[ArgKind::Terms], ReplyKind::Done),
            Run::Terms(Z3Solver::implied_equalities),
            &[("check_sat", 300)],
        )
        .needs(&[Need::Option(StandardOption::Incremental)])
        .does(Effects::SPOILS_ANSWER),
        Own::new(
            ActionDef::own("z3-solve-for", &[ArgKind::Terms], ReplyKind::Done),
            Run::Terms(Z3Solver::solve_for),
            &[("check_sat", 300)],
        ),
        Own::new(
            ActionDef::own("z3-initial-value", &[ArgKind::Numeric], ReplyKind::Done),
            Run::Term(Z3Solver::initial_value),
            &[("check_sat", 200)],
        ),
        Own::new(
            ActionDef::own("z3-solver-parameters", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::with_parameters),
            &[("check_sat", 150)],
        ),
        Own::new(
            ActionDef::own("z3-import-model-converter", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::import_converter),
            &[("check_sat", 800)],
        ),
        Own::new(
            ActionDef::own("z3-interrupt", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::interrupted),
            &[(ANYWHERE, 8000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

impl Z3Solver {
    /// Formulas that have no model have a proof, which ends in false.
    fn prove(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        // Proofs are there in a context that was made for them.
        let other = Context::with(&[("proof", "true")])?;
        let raw = self.context.raw;
        let mut copies = Vec::new();
        for native in natives {
            let made = call!(Z3_translate(raw, native, other.raw));
            self.context.check()?;
            copies.push(other.keep(other.checked(made)?)?);
        }
        let made = call!(Z3_mk_solver(other.raw));
        let solver = counted!(&other, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        for formula in &copies {
            call!(Z3_solver_assert(other.raw, solver.raw, *formula));
            other.check()?;
        }
        let Some(answer) = check_briefly(&solver)? else { return Ok(()) };
        if answer != Answer::Unsat {
            return Ok(());
        }
        let made = call!(Z3_solver_get_proof(other.raw, solver.raw));
        if other.check().is_err() {
            // Some of Z3's engines tell none.
            return Ok(());
        }
        let proof = other.keep(other.checked(made)?)?;
        let made = call!(Z3_to_app(other.raw, proof));
        let app = other.checked(made)?;
        let count = call!(Z3_get_app_num_args(other.raw, app));
        other.check()?;
        if count == 0 {
            return Ok(());
        }
        let last = call!(Z3_get_app_arg(other.raw, app, count - 1));
        let last = other.checked(last)?;
        if other.truth(last)? != Some(false) {
            return Err(disagreement(
                "Z3_solver_get_proof",
                "the end of a proof",
                "false",
                format!("a proof ends in {} instead of false", other.print(last)?),
            ));
        }
        Ok(())
    }

    /// A model of the formulas is in one of their cubes.
    fn cube(&mut self, formulas: &[TermId]) -> Outcome {
        const MOST: usize = 16;
        let natives = self.plain_terms(formulas)?;
        let level = [c_uint::MAX, 0, 1][self.seed.pick(3)];
        let context = &self.context;
        let raw = context.raw;
        let solver = context.solver_of(&natives)?;
        let params = context.brief()?;
        call!(Z3_solver_set_params(raw, solver.raw, params.raw));
        context.check()?;
        let variables = context.new_vector()?;
        let mut cubes = Vec::new();
        loop {
            let made = call!(Z3_solver_cube(raw, solver.raw, variables.raw, level));
            if context.check().is_err() {
                // It gave up.
                return Ok(());
            }
            let mut literals = Vec::new();
            for literal in context.vector(made)?.elements()? {
                literals.push(context.keep(literal)?);
            }
            let ended = match literals.as_slice() {
                [] => true,
                [only] => context.truth(*only)?.is_some(),
                _ => false,
            };
            if ended {
                // `true` says that all is covered by this last cube.
                if let [only] = literals.as_slice()
                    && context.truth(*only)? == Some(true)
                {
                    return Ok(());
                }
                break;
            }
            cubes.push(literals);
            if cubes.len() > MOST || level != c_uint::MAX {
                return Ok(());
            }
        }
        // No cube is left: what is in none of them has no model.
        let mut question = natives;
        for cube in &cubes {
            let made = call!(Z3_mk_and(raw, cube.len() as c_uint, cube.as_ptr()));
            let cube = context.keep(context.checked(made)?)?;
            question.push(context.negation(cube)?);
        }
        match context.brief_answer(&question)? {
            Some(Answer::Sat) if !cubes.is_empty() => Err(disagreement(
                "Z3_solver_cube",
                "the cubes",
                "a cube for each model",
                format!("formulas have a model outside of all their {} cubes", cubes.len()),
            )),
            _ => Ok(()),
        }
    }

    /// Terms of one class of congruence cannot differ, as long as the literals of the trail hold.
    fn congruence(&mut self, terms: &[TermId]) -> Outcome {
        const MOST: usize = 20;
        let natives = self.plain_terms(terms)?;
        self.last_answer = None;
        let context = &self.context;
        let raw = context.raw;
        let asserted: Vec<Z3_ast> = self.asserted_natives();
        let solver = context.solver_of(&asserted)?;
        let Some(Answer::Sat) = check_briefly(&solver)? else { return Ok(()) };
        for term in natives {
            let made = call!(Z3_solver_congruence_root(raw, solver.raw, term));
            if context.check().is_err() {
                return Ok(());
            }
            let root = context.keep(context.checked(made)?)?;
            let mut next = term;
            for _ in 0..MOST {
                let made = call!(Z3_solver_congruence_next(raw, solver.raw, next));
                next = context.keep(context.checked(made)?)?;
                if next == term {
                    break;
                }
                let made = call!(Z3_solver_congruence_root(raw, solver.raw, next));
                if context.checked(made)? != root {
                    return Err(disagreement(
                        "Z3_solver_congruence_next",
                        "the root of a sibling",
                        "the same root",
                        "terms that are siblings have different roots".to_owned(),
                    ));
                }
            }
            if root != term {
                let made = call!(Z3_solver_congruence_explain(raw, solver.raw, term, root));
                if context.check().is_ok() {
                    context.print(context.checked(made)?)?;
                }
            }
        }
        Ok(())
    }

    /// Terms that are told to be equal by what is asserted cannot differ.
    fn implied_equalities(&mut self, terms: &[TermId]) -> Outcome {
        let mut natives = self.plain_terms(terms)?;
        self.last_answer = None;
        self.assumptions = None;
        let context = &self.context;
        let raw = context.raw;
        let asserted = self.asserted_natives();
        natives.retain(|term| !natives_contain_function(self, *term));
        if natives.is_empty() {
            return Ok(());
        }
        let solver = context.solver_of(&asserted)?;
        let params = context.brief()?;
        call!(Z3_solver_set_params(raw, solver.raw, params.raw));
        context.check()?;
        let mut classes: Vec<c_uint> = vec![0; natives.len()];
        let count = natives.len() as c_uint;
        let result = call!(Z3_get_implied_equalities(
            raw,
            solver.raw,
            count,
            natives.as_ptr(),
            classes.as_mut_ptr()
        ));
        if answer_of(context, result)? != Some(Answer::Sat) {
            return Ok(());
        }
        for (place, (one, class)) in natives.iter().zip(&classes).enumerate() {
            for (other, other_class) in natives[..place].iter().zip(&classes) {
                let same_sort = self.sort_of_native(*one)?.0 == self.sort_of_native(*other)?.0;
                if class != other_class || !same_sort {
                    continue;
                }
                let differ = context.differ(*one, *other)?;
                let question: Vec<Z3_ast> = asserted.iter().copied().chain([differ]).collect();
                if context.brief_answer(&question)? == Some(Answer::Sat) {
                    return Err(disagreement(
                        "Z3_get_implied_equalities",
                        "terms of one class",
                        "terms that cannot differ",
                        "terms are told to be equal by what is asserted, and can differ".to_owned(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// A solution that is told for a variable holds in all models in which its guard does.
    fn solve_for(&mut self, terms: &[TermId]) -> Outcome {
        let natives = self.plain_terms(terms)?;
        let context = &self.context;
        let raw = context.raw;
        let asserted = self.asserted_natives();
        let solver = context.solver_of(&asserted)?;
        let Some(Answer::Sat) = check_briefly(&solver)? else { return Ok(()) };
        let (variables, solutions, guards) =
            (context.new_vector()?, context.new_vector()?, context.new_vector()?);
        for term in natives {
            variables.add(term)?;
        }
        call!(Z3_solver_solve_for(raw, solver.raw, variables.raw, solutions.raw, guards.raw));
        if context.check().is_err() {
            return Ok(());
        }
        let (variables, solutions, guards) =
            (variables.elements()?, solutions.elements()?, guards.elements()?);
        for ((variable, solution), guard) in variables.iter().zip(&solutions).zip(&guards) {
            if self.sort_of_native(*variable)?.0 != self.sort_of_native(*solution)?.0 {
                continue;
            }
            let differ = context.differ(*variable, *solution)?;
            let question: Vec<Z3_ast> = asserted.iter().copied().chain([*guard, differ]).collect();
            if context.brief_answer(&question)? == Some(Answer::Sat) {
                return Err(disagreement(
                    "Z3_solver_solve_for",
                    "a solution",
                    "the only one",
                    format!(
                        "the solution {} of {} can be another",
                        context.print(*solution)?,
                        context.print(*variable)?
                    ),
                ));
            }
        }
        Ok(())
    }

    /// A hint where the search is to begin, and a check with it, which must not contradict the last one.
    fn initial_value(&mut self, term: TermId) -> Outcome {
        let term = self.plain_term(term)?;
        if !self.constants.contains(&term) {
            return Ok(());
        }
        let number = ["0", "1", "7"][self.seed.pick(3)];
        let (sort, _) = self.sort_of_native(term)?;
        let context = &self.context;
        let raw = context.raw;
        let value = context.number(number, sort)?;
        let asserted = self.asserted_natives();
        let solver = context.solver_of(&asserted)?;
        call!(Z3_solver_set_initial_value(raw, solver.raw, term, value));
        context.check()?;
        self.require_answer(&solver, &asserted, "a hint where to begin")
    }

    /// An error if this solver object contradicts a plain one on what is asserted.
    pub(super) fn require_answer(
        &self,
        solver: &Counted<'_, Z3_solver>,
        asserted: &[Z3_ast],
        with: &str,
    ) -> Outcome {
        let Some(one) = check_briefly(solver)? else { return Ok(()) };
        let Some(other) = self.context.brief_answer(asserted)? else { return Ok(()) };
        if one.contradicts(other) {
            return Err(disagreement(
                "Z3_solver_check",
                "the answer of another solver object",
                "that of a plain one",
                format!("with {with} formulas are {one}, without it {other}"),
            ));
        }
        Ok(())
    }

    /// A new solver object with parameters out of its own list, of a kind that the seed says, answers as a plain one.
    fn with_parameters(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let (context, seed) = (&self.context, &mut self.seed);
        let raw = context.raw;
        let logic = ["QF_BV", "QF_FD", "QF_UF", "QF_LIA", "QF_NRA", "ALL"][seed.pick(6)];
        let made = match seed.pick(3) {
            0 => call!(Z3_mk_solver(raw)),
            1 => call!(Z3_mk_simple_solver(raw)),
            _ => {
                let logic = context.symbol(logic)?;
                call!(Z3_mk_solver_for_logic(raw, logic))
            }
        };
        let solver = counted!(context, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        let list = call!(Z3_solver_get_param_descrs(raw, solver.raw));
        let drawn = parameters::draw(context, list, seed)?;
        call!(Z3_solver_set_params(raw, solver.raw, drawn.params.raw));
        context.check()?;
        for formula in &natives {
            call!(Z3_solver_assert(raw, solver.raw, *formula));
            if context.check().is_err() {
                // Its logic does not have that.
                return Ok(());
            }
        }
        let told = format!("the parameters {}", drawn.told);
        self.require_answer(&solver, &natives, &told)
    }

    /// A solver object that takes over how another one converts models.
    fn import_converter(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let context = &self.context;
        let raw = context.raw;
        let (from, to) = (context.solver_of(&natives)?, context.solver_of(&natives)?);
        let Some(_) = check_briefly(&from)? else { return Ok(()) };
        call!(Z3_solver_import_model_converter(raw, from.raw, to.raw));
        context.check()?;
        self.require_answer(&to, &natives, "an imported model converter")
    }

    /// An interrupt before a check: no other is under way, so the check is a whole one. The context is another one, as this stays
    /// canceled for some calculations.
    fn interrupted(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let of_solver = self.seed.pick(2) == 0;
        let other = Context::new()?;
        let mut copies = Vec::new();
        for native in &natives {
            let made = call!(Z3_translate(self.context.raw, *native, other.raw));
            self.context.check()?;
            copies.push(other.keep(other.checked(made)?)?);
        }
        let solver = other.solver_of(&copies)?;
        if of_solver {
            call!(Z3_solver_interrupt(other.raw, solver.raw));
        } else {
            call!(Z3_interrupt(other.raw));
        }
        other.check()?;
        self.require_answer(&solver, &natives, "an interrupt before the check")
    }

    /// What is asserted, without labels.
    pub(super) fn asserted_natives(&self) -> Vec<Z3_ast> {
        self.asserted.formulas().iter().map(|(_, asserted)| asserted.formula).collect()
    }
}

/// Arrays of functions are not compared.
fn natives_contain_function(solver: &Z3Solver, term: Z3_ast) -> bool {
    !matches!(solver.declaration(term), Ok(Some(_)))
}
