//! The user propagator: a solver object on the side calls us back while it searches. What we propagate is true anyway, so its answer
//! must be that of a plain one; what it reports must be terms that were registered.

use std::ffi::{c_uint, c_void};

use murxla_api::{ActionDef, ArgKind, ReplyKind, SolverError, TermId, mismatch};

use super::{Engine, Outcome, Own, Run};
use crate::context::{Context, text};
use crate::ffi::{Z3_ast, Z3_ast_vector, Z3_context, Z3_solver, Z3_solver_callback, call};
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-propagate", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::propagate),
            &[("check_sat", 120)],
        ),
        Own::new(
            ActionDef::own("z3-on-clause", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::watch_clauses),
            &[("check_sat", 400)],
        ),
    ],
    states: &[],
    transitions: &[],
};

/// What the callbacks do: chosen before the search, so that they choose nothing themselves.
#[derive(Clone, Copy, Default)]
struct Deeds {
    /// What is fixed is propagated once more.
    repeats: bool,
    /// The next decision is for the first term.
    splits: bool,
}

/// What the callbacks know. The solver object has its address.
struct Watcher {
    context: Z3_context,
    registered: Vec<Z3_ast>,
    late: Option<Z3_ast>,
    deeds: Deeds,
    levels: i64,
    /// What was reported wrongly, first.
    wrong: Option<(&'static str, String)>,
    /// Callbacks that were made.
    calls: u32,
}

impl Watcher {
    fn note(&mut self, by: &'static str, what: String) {
        self.wrong.get_or_insert((by, what));
    }

    fn reported(&mut self, term: Z3_ast, by: &'static str) {
        self.calls = self.calls.saturating_add(1);
        if !self.registered.contains(&term) {
            let printed = print(self.context, term).unwrap_or_default();
            self.note(by, printed);
        }
    }
}

fn print(raw: Z3_context, term: Z3_ast) -> Result<String, SolverError> {
    Ok(text(call!(Z3_ast_to_string(raw, term))))
}

/// The watcher behind the address that Z3 gives back.
///
/// # Safety
/// `state` is the address that was registered, and nobody else uses the watcher meanwhile.
unsafe fn watcher<'a>(state: *mut c_void) -> &'a mut Watcher {
    // SAFETY: the caller's promise; the watcher lives as long as the solver object.
    unsafe { &mut *state.cast::<Watcher>() }
}

unsafe extern "C" fn on_push(state: *mut c_void, _: Z3_solver_callback) {
    // SAFETY: it is what was registered.
    unsafe { watcher(state) }.levels += 1;
}

unsafe extern "C" fn on_pop(state: *mut c_void, _: Z3_solver_callback, count: c_uint) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.levels -= i64::from(count);
    if watcher.levels < 0 {
        watcher
            .note("Z3_solver_propagate_init", "more levels are closed than were opened".to_owned());
    }
}

unsafe extern "C" fn on_fresh(state: *mut c_void, _: Z3_context) -> *mut c_void {
    state
}

unsafe extern "C" fn on_fixed(
    state: *mut c_void,
    callback: Z3_solver_callback,
    term: Z3_ast,
    value: Z3_ast,
) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.reported(term, "Z3_solver_propagate_fixed");
    if watcher.deeds.repeats {
        let _ = repeat(watcher, callback, term, value);
    }
}

/// If the term is fixed, it is equal to its value.
fn repeat(
    watcher: &Watcher,
    callback: Z3_solver_callback,
    term: Z3_ast,
    value: Z3_ast,
) -> Result<(), SolverError> {
    let raw = watcher.context;
    if let Some(equal) = call!(Z3_mk_eq(raw, term, value)) {
        let none = std::ptr::null();
        let fixed = [term];
        call!(Z3_solver_propagate_consequence(
            raw,
            callback,
            1,
            fixed.as_ptr(),
            0,
            none,
            none,
            equal
        ));
    }
    Ok(())
}

unsafe extern "C" fn on_equal(
    state: *mut c_void,
    callback: Z3_solver_callback,
    one: Z3_ast,
    other: Z3_ast,
) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.reported(one, "Z3_solver_propagate_eq");
    watcher.reported(other, "Z3_solver_propagate_eq");
    if watcher.deeds.repeats {
        let _ = repeat_equality(watcher, callback, one, other);
    }
}

fn repeat_equality(
    watcher: &Watcher,
    callback: Z3_solver_callback,
    one: Z3_ast,
    other: Z3_ast,
) -> Result<(), SolverError> {
    let raw = watcher.context;
    if let Some(equal) = call!(Z3_mk_eq(raw, one, other)) {
        let (left, right) = ([one], [other]);
        let none = std::ptr::null();
        call!(Z3_solver_propagate_consequence(
            raw,
            callback,
            0,
            none,
            1,
            left.as_ptr(),
            right.as_ptr(),
            equal
        ));
    }
    Ok(())
}

unsafe extern "C" fn on_different(
    state: *mut c_void,
    _: Z3_solver_callback,
    one: Z3_ast,
    other: Z3_ast,
) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.reported(one, "Z3_solver_propagate_diseq");
    watcher.reported(other, "Z3_solver_propagate_diseq");
}

unsafe extern "C" fn on_final(state: *mut c_void, callback: Z3_solver_callback) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.calls = watcher.calls.saturating_add(1);
    if let Some(late) = watcher.late.take() {
        watcher.registered.push(late);
        let _ = register(watcher.context, callback, late);
    }
}

fn register(
    raw: Z3_context,
    callback: Z3_solver_callback,
    term: Z3_ast,
) -> Result<(), SolverError> {
    call!(Z3_solver_propagate_register_cb(raw, callback, term));
    Ok(())
}

unsafe extern "C" fn on_created(state: *mut c_void, _: Z3_solver_callback, term: Z3_ast) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.calls = watcher.calls.saturating_add(1);
    // An application of a declared function counts as registered.
    watcher.registered.push(term);
}

unsafe extern "C" fn on_decide(
    state: *mut c_void,
    callback: Z3_solver_callback,
    term: Z3_ast,
    _: c_uint,
    _: bool,
) {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.calls = watcher.calls.saturating_add(1);
    // Z3 reports decisions of its own, too; only for registered terms may another be asked for.
    if watcher.deeds.splits && watcher.registered.contains(&term) {
        watcher.deeds.splits = false;
        let _ = split(watcher.context, callback, term);
    }
}

fn split(raw: Z3_context, callback: Z3_solver_callback, term: Z3_ast) -> Result<(), SolverError> {
    let any_phase = 0;
    call!(Z3_solver_next_split(raw, callback, term, 0, any_phase));
    Ok(())
}

unsafe extern "C" fn on_binding(
    state: *mut c_void,
    _: Z3_solver_callback,
    _: Z3_ast,
    _: Z3_ast,
) -> bool {
    // SAFETY: it is what was registered.
    let watcher = unsafe { watcher(state) };
    watcher.calls = watcher.calls.saturating_add(1);
    true
}

unsafe extern "C" fn on_clause(
    state: *mut c_void,
    _: Z3_ast,
    _: c_uint,
    _: *const c_uint,
    _: Z3_ast_vector,
) {
    // SAFETY: it is what was registered.
    let count = unsafe { &mut *state.cast::<u32>() };
    *count = count.saturating_add(1);
}

impl Z3Solver {
    /// Formulas are checked with a propagator that watches Boolean and bit-vector terms in them.
    fn propagate(&mut self, formulas: &[TermId]) -> Outcome {
        const MOST: usize = 6;
        let natives = self.plain_terms(formulas)?;
        let choice = self.seed.pick(1 << 8);
        let has = |bit: usize| choice >> bit & 1 == 1;
        let context = &self.context;
        let raw = context.raw;
        let mut watched = Vec::new();
        for formula in &natives {
            for term in self.terms_below(*formula)? {
                let is_app = call!(Z3_is_app(raw, term));
                let is_ground = call!(Z3_is_ground(raw, term));
                context.check()?;
                let (_, sort) = self.sort_of_native(term)?;
                let is_watched = matches!(
                    sort.kind(),
                    murxla_api::SortKind::Bool | murxla_api::SortKind::BitVec
                );
                let is_value = context.truth(term)?.is_some();
                if is_app && is_ground && is_watched && !is_value && !watched.contains(&term) {
                    watched.push(term);
                }
            }
        }
        watched.truncate(MOST);
        let mut asserted = natives.clone();
        // Z3 reports its applications, too, so they must be known.
        if has(7) && has(5) {
            asserted.push(self.declared_application(&natives)?);
        }
        let solver = context.solver_of(&[])?;
        let object = solver.raw;
        let late = if has(1) { watched.pop() } else { None };
        let mut watcher = Box::new(Watcher {
            context: raw,
            registered: watched.clone(),
            late,
            deeds: Deeds { repeats: has(0), splits: has(2) },
            levels: 0,
            wrong: None,
            calls: 0,
        });
        let state: *mut Watcher = &raw mut *watcher;
        let state = state.cast::<c_void>();
        call!(Z3_solver_propagate_init(
            raw,
            object,
            state,
            Some(on_push),
            Some(on_pop),
            Some(on_fresh)
        ));
        if context.check().is_err() {
            return Ok(());
        }
        self.add_callbacks(object, has(3), has(4), has(5), has(6))?;
        for term in &watched {
            call!(Z3_solver_propagate_register(raw, object, *term));
            context.check()?;
        }
        for formula in &asserted {
            call!(Z3_solver_assert(raw, object, *formula));
            context.check()?;
        }
        let outcome = self.require_answer(&solver, &asserted, "a user propagator");
        // The solver object goes before the watcher, whose address it has.
        drop(solver);
        let Watcher { wrong, .. } = *watcher;
        outcome?;
        match wrong {
            Some((by, got)) => Err(mismatch(by, "what is reported", "a registered term", &got)),
            None => Ok(()),
        }
    }

    /// A formula over a function that is declared to the propagator, true for all arguments by what it is or'ed with.
    fn declared_application(&self, formulas: &[Z3_ast]) -> Result<Z3_ast, SolverError> {
        let context: &Context = &self.context;
        let raw = context.raw;
        let name = context.symbol("watched_function")?;
        let made = call!(Z3_mk_bool_sort(raw));
        let bool = context.checked(made)?;
        let mut domain = [bool];
        let made = call!(Z3_solver_propagate_declare(raw, name, 1, domain.as_mut_ptr(), bool));
        let function = self.keep_function(made)?;
        let Some(argument) = formulas.first() else {
            return Err(SolverError::Unsupported("a propagator without formulas".to_owned()));
        };
        let made = self.apply(function, &[*argument])?;
        let applied = context.keep(context.checked(made)?)?;
        let parts = [applied, context.negation(*argument)?, *argument];
        let made = call!(Z3_mk_or(raw, 3, parts.as_ptr()));
        context.keep(context.checked(made)?)
    }

    fn add_callbacks(
        &self,
        object: Z3_solver,
        equalities: bool,
        finals: bool,
        decisions: bool,
        bindings: bool,
    ) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        call!(Z3_solver_propagate_fixed(raw, object, Some(on_fixed)));
        context.check()?;
        if finals {
            call!(Z3_solver_propagate_final(raw, object, Some(on_final)));
            context.check()?;
        }
        if equalities {
            call!(Z3_solver_propagate_eq(raw, object, Some(on_equal)));
            context.check()?;
            call!(Z3_solver_propagate_diseq(raw, object, Some(on_different)));
            context.check()?;
        }
        if decisions {
            call!(Z3_solver_propagate_created(raw, object, Some(on_created)));
            context.check()?;
            call!(Z3_solver_propagate_decide(raw, object, Some(on_decide)));
            context.check()?;
        }
        if bindings {
            call!(Z3_solver_propagate_on_binding(raw, object, Some(on_binding)));
            context.check()?;
        }
        Ok(())
    }

    /// Formulas are checked while each clause that is learned is reported.
    fn watch_clauses(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        let context = &self.context;
        let raw = context.raw;
        let solver = context.solver_of(&[])?;
        let mut count = Box::new(0_u32);
        let state: *mut u32 = &raw mut *count;
        call!(Z3_solver_register_on_clause(raw, solver.raw, state.cast(), Some(on_clause)));
        if context.check().is_err() {
            return Ok(());
        }
        for formula in &natives {
            call!(Z3_solver_assert(raw, solver.raw, *formula));
            context.check()?;
        }
        let outcome = self.require_answer(&solver, &natives, "reported clauses");
        drop(solver);
        drop(count);
        outcome
    }
}
