//! Callbacks: a plugin that is told what the solver learns, and a function whose values are asked for while it works.

use std::ffi::{c_char, c_void};

use murxla_api::{ActionDef, ArgKind, ReplyKind, TermId, inspect};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeTerm, call};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-plugin", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::plugin),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-oracle-function", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::oracle_function),
        &[("check_sat", 600)],
    ),
];

/// What a plugin heard, and what it says.
struct Heard {
    clauses: Vec<NativeTerm>,
    lemmas: Vec<NativeTerm>,
    /// Given once, when it is asked for lemmas.
    lemma: Option<NativeTerm>,
    /// Where the list of lemmas lies until the next call.
    given: [NativeTerm; 1],
    checks: usize,
    /// Whether a term could not be kept.
    is_broken: bool,
}

/// So many are kept of each kind.
const MOST_HEARD: usize = 8;

/// A term that outlives the callback; the callbacks must not leave by an error.
fn kept(heard: &mut Heard, term: NativeTerm) -> Option<NativeTerm> {
    let copy = || Ok::<NativeTerm, murxla_api::SolverError>(call!(cvc5_term_copy(term)));
    match copy() {
        Ok(copy) if !copy.is_null() => Some(copy),
        _ => {
            heard.is_broken = true;
            None
        }
    }
}

/// # Safety
/// `state` is the plugin's.
unsafe extern "C" fn on_clause(clause: NativeTerm, state: *mut c_void) {
    // SAFETY: as the caller promised; nothing else uses it while the solver works.
    let heard = unsafe { &mut *state.cast::<Heard>() };
    if heard.clauses.len() < MOST_HEARD
        && let Some(clause) = kept(heard, clause)
    {
        heard.clauses.push(clause);
    }
}

/// # Safety
/// `state` is the plugin's.
unsafe extern "C" fn on_lemma(lemma: NativeTerm, state: *mut c_void) {
    // SAFETY: as the caller promised; nothing else uses it while the solver works.
    let heard = unsafe { &mut *state.cast::<Heard>() };
    if heard.lemmas.len() < MOST_HEARD
        && let Some(lemma) = kept(heard, lemma)
    {
        heard.lemmas.push(lemma);
    }
}

/// # Safety
/// `size` can be written, and `state` is the plugin's.
unsafe extern "C" fn on_check(size: *mut usize, state: *mut c_void) -> *const NativeTerm {
    // SAFETY: as the caller promised; nothing else uses it while the solver works.
    let (size, heard) = unsafe { (&mut *size, &mut *state.cast::<Heard>()) };
    heard.checks += 1;
    match heard.lemma.take() {
        Some(lemma) => {
            heard.given = [lemma];
            *size = 1;
        }
        None => *size = 0,
    }
    heard.given.as_ptr()
}

unsafe extern "C" fn name() -> *const c_char {
    c"murxla".as_ptr()
}

/// The value of the only argument: the function is the identity.
///
/// # Safety
/// `args` are `count` terms.
unsafe extern "C" fn identity(
    count: usize,
    args: *const NativeTerm,
    state: *mut c_void,
) -> NativeTerm {
    // SAFETY: as the caller promised; the state is a number that nothing else uses meanwhile.
    let (args, asked) = unsafe { (ffi::list(args, count), &mut *state.cast::<usize>()) };
    *asked += 1;
    args.first().copied().unwrap_or(std::ptr::null_mut())
}

impl Instance {
    /// A plugin that adds something valid changes no answer, and what it hears is true.
    fn plugin(&mut self, formulas: &[TermId]) -> Outcome {
        let (speaks, hears) = (self.seed.pick(2) == 0, self.seed.pick(2) == 0);
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let [first, ..] = formulas[..] else { return Ok(()) };
        let negated = self.made("NOT", &[first], &held)?;
        let lemma = self.made("OR", &[first, negated], &held)?;
        let mut heard = Heard {
            clauses: Vec::new(),
            lemmas: Vec::new(),
            lemma: speaks.then_some(lemma),
            given: [lemma],
            checks: 0,
            is_broken: false,
        };
        let state = (&raw mut heard).cast::<c_void>();
        // It outlives the solver.
        let mut plugin = cvc5_sys::Plugin {
            check: Some(on_check),
            notify_sat_clause: hears.then_some(on_clause),
            notify_theory_lemma: hears.then_some(on_lemma),
            get_name: Some(name),
            d_check_state: state,
            d_notify_sat_clause_state: state,
            d_notify_theory_lemma_state: state,
        };
        let side = self.side(&[])?;
        call!(cvc5_add_plugin(side.native, &mut plugin));
        let asserted =
            side.unless_refused(|| formulas.iter().try_for_each(|formula| side.assert(*formula)))?;
        let told = asserted.and(side.check()?);
        drop(side);
        let mut clauses = Vec::new();
        for clause in std::mem::take(&mut heard.clauses) {
            clauses.push(held.term(clause)?);
        }
        let mut lemmas = Vec::new();
        for lemma in std::mem::take(&mut heard.lemmas) {
            lemmas.push(held.term(lemma)?);
        }
        inspect("cvc5_term_copy", "in a callback", false, heard.is_broken)?;
        self.same_answer("cvc5_add_plugin", "the answer", told, &formulas)?;
        self.all_follow("cvc5_add_plugin", "a clause that is told", &formulas, &clauses, &held)?;
        self.all_follow("cvc5_add_plugin", "a lemma that is told", &formulas, &lemmas, &held)
    }

    /// The identity, given as a function that is asked for its values, changes nothing.
    fn oracle_function(&mut self, formula: TermId) -> Outcome {
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(parts) = self.parts(&natives, &held)? else { return Ok(()) };
        if parts.has_binders() || !self.is_simple(&parts.all)? {
            return Ok(());
        }
        let Some(opened) = self.opened(natives[0], &held)? else { return Ok(()) };
        let mut asked = 0_usize;
        let state = (&raw mut asked).cast::<c_void>();
        let side = self.side(&[(c"oracles", c"true")])?;
        let (sort, name) = (opened.sort, c"oracle".as_ptr());
        let function = held.term(call!(cvc5_declare_oracle_fun(
            side.native,
            name,
            1,
            &sort,
            sort,
            state,
            Some(identity)
        )))?;
        let applied = self.made("APPLY_UF", &[function, opened.constant], &held)?;
        let said = self.replaced(opened.body, &[opened.variable], &[applied], &held)?;
        let told = side.unless_refused(|| side.assert(said))?.and(side.check()?);
        drop(side);
        self.same_answer("cvc5_declare_oracle_fun", "the answer", told, &natives)
    }
}
