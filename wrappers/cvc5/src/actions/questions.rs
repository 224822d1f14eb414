//! Questions to a solver beyond a check: what was hard, what was learned, what was instantiated, what cannot be decided in
//! time. What is told must go together with the formulas.

use std::collections::HashSet;
use std::ffi::CString;

use murxla_api::{ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeTerm, call, told};
use crate::side::{Held, answer_of};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-timeout-core", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::timeout_core),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-difficulty", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::difficulty),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-learned-literals", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::learned_literals),
        &[("check_sat", 300)],
    ),
    Own::new(
        ActionDef::own("cvc5-instantiations", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::instantiations),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-core-lemmas", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::core_lemmas),
        &[("check_sat", 300)],
    ),
    Own::new(
        ActionDef::own("cvc5-pool", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::pool),
        &[("check_sat", 600)],
    ),
    Own::new(
        ActionDef::own("cvc5-define-fun-rec", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::define_by_name),
        &[("check_sat", 600)],
    ),
];

/// How long one of the checks for a timeout core may last, in milliseconds. What it gives depends on the clock, so it stays on
/// the side, and only what must hold of each is looked at.
const PATIENCE: &std::ffi::CStr = c"100";

/// Kinds of learned literals that are looked at: all but the one for "unknown".
const LITERAL_KINDS: u32 = 6;

impl Instance {
    /// A core is among the formulas; if it is unsatisfiable, it has no model.
    fn timeout_core(&mut self, formulas: &[TermId]) -> Outcome {
        let assumes = self.seed.pick(2) == 0;
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let edge = if assumes { self.seed.pick(formulas.len()) } else { formulas.len() };
        let (asserted, assumed) = formulas.split_at(edge);
        let options = [(c"produce-unsat-cores", c"true"), (c"timeout-core-timeout", PATIENCE)];
        let Some(side) = self.side_with(&options, asserted)? else { return Ok(()) };
        let (mut result, mut count) = (std::ptr::null_mut(), 0);
        let function = match assumes {
            true => "cvc5_get_timeout_core_assuming",
            false => "cvc5_get_timeout_core",
        };
        let Some(core) = side.unless_refused(|| {
            let (solver, number, first) = (side.native, assumed.len(), assumed.as_ptr());
            Ok(match assumes {
                true => call!(cvc5_get_timeout_core_assuming(
                    solver,
                    number,
                    first,
                    &mut result,
                    &mut count
                )),
                false => call!(cvc5_get_timeout_core(solver, &mut result, &mut count)),
            })
        })?
        else {
            return Ok(());
        };
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let core = unsafe { held.terms(core, count)? };
        let answer = answer_of(result)?;
        let among = if assumes { assumed } else { asserted };
        let known = core.iter().all(|formula| among.contains(formula));
        inspect(function, "the core is of the formulas", true, known)?;
        match answer {
            Answer::Sat => {
                inspect(function, "no core of what has a model", true, core.is_empty())?;
                let plain = self.brief_answer(&formulas)?;
                inspect(function, "an answer of sat", false, plain == Some(Answer::Unsat))
            }
            Answer::Unsat => {
                let mut asked = core;
                if assumes {
                    asked.extend(asserted);
                }
                let plain = self.brief_answer(&asked)?;
                inspect(function, "a core without models", false, plain == Some(Answer::Sat))
            }
            Answer::Unknown => Ok(()),
        }
    }

    /// What was difficult was asked, and no number is negative.
    fn difficulty(&mut self, formulas: &[TermId]) -> Outcome {
        let mode = [c"lemma-literal", c"model-check", c"lemma-literal-all"][self.seed.pick(3)];
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let options = [(c"produce-difficulty", c"true"), (c"difficulty-mode", mode)];
        let Some(side) = self.side_with(&options, &formulas)? else { return Ok(()) };
        if side.check()?.is_none() {
            return Ok(());
        }
        let (mut count, mut inputs, mut values) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        let asked = side.unless_refused(|| {
            call!(cvc5_get_difficulty(side.native, &mut count, &mut inputs, &mut values));
            Ok(())
        })?;
        if asked.is_none() {
            return Ok(());
        }
        // SAFETY: the library gave that many of both, valid until the next call of this function.
        let (inputs, values) = unsafe { (held.terms(inputs, count)?, held.terms(values, count)?) };
        for input in inputs {
            inspect("cvc5_get_difficulty", "an input", true, formulas.contains(&input))?;
        }
        for value in values {
            let digits = told!(cvc5_term_get_real_value(value));
            let is_natural = !digits.starts_with('-');
            inspect("cvc5_get_difficulty", "a number", true, is_natural)?;
        }
        Ok(())
    }

    /// What was learned follows.
    fn learned_literals(&mut self, formulas: &[TermId]) -> Outcome {
        let kind = self.seed.pick(LITERAL_KINDS as usize) as u32;
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let options = [(c"produce-learned-literals", c"true")];
        let Some(side) = self.side_with(&options, &formulas)? else { return Ok(()) };
        if side.check()?.is_none() {
            return Ok(());
        }
        let mut count = 0;
        let Some(literals) = side.unless_refused(|| {
            Ok(call!(cvc5_get_learned_literals(side.native, kind, &mut count)))
        })?
        else {
            return Ok(());
        };
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let literals = unsafe { held.terms(literals, count)? };
        self.all_follow("cvc5_get_learned_literals", "a literal", &formulas, &literals, &held)
    }

    /// Terms that were learned follow from the formulas, as far as they are about nothing else.
    pub(super) fn all_follow(
        &self,
        function: &'static str,
        aspect: &'static str,
        formulas: &[NativeTerm],
        learned: &[NativeTerm],
        held: &Held,
    ) -> Outcome {
        const MOST: usize = 4;
        let Some(known) = self.parts(formulas, held)? else { return Ok(()) };
        for term in learned.iter().take(MOST) {
            let Some(parts) = self.parts(&[*term], held)? else { continue };
            let is_new = |constant: &NativeTerm| !known.constants.contains(constant);
            if parts.has("SKOLEM")
                || parts.has("INTERNAL_KIND")
                || parts.constants.iter().any(is_new)
            {
                continue;
            }
            if !self.may_follow(formulas, *term, held)? {
                return Err(mismatch(function, aspect, "what follows", &self.shown(*term)?));
            }
        }
        Ok(())
    }

    /// Only what has quantifiers is instantiated.
    fn instantiations(&mut self, formulas: &[TermId]) -> Outcome {
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let Some(side) = self.side_with(&[], &formulas)? else { return Ok(()) };
        if side.check()?.is_none() {
            return Ok(());
        }
        let Some(told) = side.unless_refused(|| Ok(call!(cvc5_get_instantiations(side.native))))?
        else {
            return Ok(());
        };
        // SAFETY: the library gave a C string.
        let told = unsafe { ffi::text(told) };
        let Some(parts) = self.parts(&formulas, &held)? else { return Ok(()) };
        // Operators on sets, bags and strings are reduced to quantifiers, and equations of functions are none either.
        if !parts.has_binders() && self.is_simple(&parts.all)? {
            let found = told.contains("(instantiations");
            inspect("cvc5_get_instantiations", "without quantifiers", false, found)?;
        }
        Ok(())
    }

    /// Whether all are of sorts whose operators are no matter of quantifiers.
    pub(super) fn is_simple(&self, terms: &[NativeTerm]) -> Result<bool, SolverError> {
        for term in terms {
            let sort = call!(cvc5_term_get_sort(*term));
            let simple = call!(cvc5_sort_is_boolean(sort))
                || call!(cvc5_sort_is_integer(sort))
                || call!(cvc5_sort_is_real(sort))
                || call!(cvc5_sort_is_bv(sort));
            call!(cvc5_sort_release(sort));
            if !simple {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lemmas that a refutation needs are valid.
    fn core_lemmas(&mut self, formulas: &[TermId]) -> Outcome {
        let held = Held::default();
        let Some(formulas) = self.refutable(formulas, &held)? else { return Ok(()) };
        let options = [(c"produce-unsat-cores", c"true"), (c"unsat-cores-mode", c"sat-proof")];
        let Some(side) = self.side_with(&options, &formulas)? else { return Ok(()) };
        if side.check()? != Some(Answer::Unsat) {
            return Ok(());
        }
        let mut count = 0;
        let Some(lemmas) =
            side.unless_refused(|| Ok(call!(cvc5_get_unsat_core_lemmas(side.native, &mut count))))?
        else {
            return Ok(());
        };
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let lemmas = unsafe { held.terms(lemmas, count)? };
        // A constant that the formulas do not have is none of the lemma either.
        let Some(known) = self.parts(&formulas, &held)? else { return Ok(()) };
        for lemma in lemmas.iter().take(4) {
            let Some(parts) = self.parts(&[*lemma], &held)? else { continue };
            let is_new = |constant: &NativeTerm| !known.constants.contains(constant);
            if parts.has("SKOLEM")
                || parts.has("INTERNAL_KIND")
                || parts.constants.iter().any(is_new)
            {
                continue;
            }
            self.must_hold("cvc5_get_unsat_core_lemmas", "a lemma", *lemma, &held)?;
        }
        Ok(())
    }

    /// Formulas that are unsatisfiable together, more often than not: to what was drawn, what contradicts it is added now and then.
    pub(super) fn refutable(
        &mut self,
        formulas: &[TermId],
        held: &Held,
    ) -> Result<Option<Vec<NativeTerm>>, SolverError> {
        let way = self.seed.pick(3);
        let Some(mut formulas) = self.plain_formulas(formulas, held)? else { return Ok(None) };
        match (way, formulas.as_slice()) {
            (0, _) | (_, []) => {}
            (1, all) => {
                let negated = self.negation_of_all(all, held)?;
                formulas.push(negated);
            }
            (_, [first, rest @ ..]) => {
                // What contradicts it is said in another way.
                let simpler = self.plain_side()?;
                let simple = simpler.unless_refused(|| {
                    held.term(call!(cvc5_simplify(simpler.native, *first, false)))
                })?;
                let Some(simple) = simple else { return Ok(Some(formulas)) };
                let mut negated = vec![self.made("NOT", &[simple], held)?];
                for other in rest {
                    negated.push(self.made("NOT", &[*other], held)?);
                }
                let clause = match negated[..] {
                    [only] => only,
                    _ => self.made("OR", &negated, held)?,
                };
                formulas.push(clause);
            }
        }
        Ok(Some(formulas))
    }

    /// A constant of the formula that can be bound, and the formula with a new variable in its place.
    pub(super) fn opened(
        &mut self,
        formula: NativeTerm,
        held: &Held,
    ) -> Result<Option<Opened>, SolverError> {
        let Some(parts) = self.parts(&[formula], held)? else { return Ok(None) };
        let mut constants = Vec::new();
        for constant in parts.constants {
            if self.sort_of_native(constant)?.is_first_class() {
                constants.push(constant);
            }
        }
        if constants.is_empty() {
            return Ok(None);
        }
        let constant = constants[self.seed.pick(constants.len())];
        let sort = held.sort(call!(cvc5_term_get_sort(constant)))?;
        let variable = held.term(call!(cvc5_mk_var(self.tm, sort, c"opened".as_ptr())))?;
        let body = self.replaced(formula, &[constant], &[variable], held)?;
        Ok(Some(Opened { constant, variable, sort, body, others: constants }))
    }

    /// Terms of a pool help to instantiate a quantifier, and do not change what it means.
    fn pool(&mut self, formula: TermId) -> Outcome {
        let held = Held::default();
        let universal = self.seed.pick(2) == 0;
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(opened) = self.opened(natives[0], &held)? else { return Ok(()) };
        let side = self.side(&[(c"pool-inst", c"true")])?;
        let init = [opened.constant];
        let (count, first, name) = (init.len(), init.as_ptr(), c"pool".as_ptr());
        let Some(pool) = side.unless_refused(|| {
            held.term(call!(cvc5_declare_pool(side.native, name, opened.sort, count, first)))
        })?
        else {
            return Ok(());
        };
        let list = self.made("VARIABLE_LIST", &[opened.variable], &held)?;
        let by_pool = self.made("INST_POOL", &[pool], &held)?;
        let hints = self.made("INST_PATTERN_LIST", &[by_pool], &held)?;
        let forall = self.made("FORALL", &[list, opened.body, hints], &held)?;
        let plain = self.made("FORALL", &[list, opened.body], &held)?;
        let (asked, plain) = match universal {
            true => (forall, plain),
            false => (self.made("NOT", &[forall], &held)?, self.made("NOT", &[plain], &held)?),
        };
        let told = side.unless_refused(|| side.assert(asked))?.and(side.check()?);
        self.same_answer("cvc5_declare_pool", "the answer", told, &[plain])
    }

    /// What an engine says and what a plain solver says do not contradict each other.
    pub(super) fn same_answer(
        &self,
        function: &'static str,
        aspect: &'static str,
        told: Option<Answer>,
        plain: &[NativeTerm],
    ) -> Outcome {
        let (Some(told), Some(plain)) = (told, self.brief_answer(plain)?) else { return Ok(()) };
        if told.contradicts(plain) {
            return Err(mismatch(function, aspect, &plain.to_string(), &told.to_string()));
        }
        Ok(())
    }

    /// A function that is defined by name means its body.
    fn define_by_name(&mut self, formula: TermId) -> Outcome {
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(opened) = self.opened(natives[0], &held)? else { return Ok(()) };
        // Otherwise no model is ever found for what is defined.
        let side = self.side(&[(c"fmf-fun", c"true")])?;
        let name = CString::from(c"defined");
        let bool_sort = held.sort(call!(cvc5_get_boolean_sort(self.tm)))?;
        let Some(function) = side.unless_refused(|| {
            held.term(call!(cvc5_define_fun_rec(
                side.native,
                name.as_ptr(),
                1,
                &opened.variable,
                bool_sort,
                opened.body,
                true
            )))
        })?
        else {
            return Ok(());
        };
        let applied = self.made("APPLY_UF", &[function, opened.constant], &held)?;
        let differ = self.made("XOR", &[applied, natives[0]], &held)?;
        let Some(()) = side.unless_refused(|| side.assert(differ))? else { return Ok(()) };
        let known = self.parts(&natives, &held)?;
        // Where cvc5 is told that a function is recursive it looks for finite parts of it, and may say so of none.
        match (side.check()?, known.is_some_and(|parts| !parts.has_binders())) {
            (Some(Answer::Sat), true) => {
                let shown = self.shown(natives[0])?;
                Err(mismatch("cvc5_define_fun_rec", "what it means", "its body", &shown))
            }
            _ => Ok(()),
        }
    }

    /// The numbers of terms, to compare sets of them.
    pub(super) fn ids(&self, terms: &[NativeTerm]) -> Result<HashSet<u64>, SolverError> {
        terms.iter().map(|term| Ok(call!(cvc5_term_get_id(*term)))).collect()
    }
}

/// A formula in which a constant was replaced by a variable.
pub(super) struct Opened {
    pub(super) constant: NativeTerm,
    pub(super) variable: NativeTerm,
    /// The sort of both.
    pub(super) sort: ffi::NativeSort,
    pub(super) body: NativeTerm,
    /// All constants that it had.
    pub(super) others: Vec<NativeTerm>,
}
