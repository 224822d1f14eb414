//! Boolector's model checker, on a problem whose answer is known: a counter counts while an input is set, as a constraint says it
//! always is, and reaches a number after as many steps.

use std::ffi::{c_char, c_void};

use murxla_api::{SolverError, inspect, mismatch};

use crate::errors::present;
use crate::ffi::{BtorMC, BtorMCOption, Node, call, text};
use crate::handles::{OwnedNode, release_sort};
use crate::solver::BoolectorSolver;
use crate::text_stream::Sink;

/// A model checker, deleted when this goes out of scope.
struct Checker(*mut BtorMC);

impl Checker {
    fn delete(&self) -> Result<(), SolverError> {
        call!(boolector_mc_delete(self.0));
        Ok(())
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = self.delete();
    }
}

/// What the callbacks are told.
#[derive(Default)]
struct Heard {
    bounds: i32,
    reached: Option<(i32, i32)>,
}

unsafe extern "C" fn starting(state: *mut c_void, _: i32) {
    // SAFETY: the state is what was given with the callback, and outlives the check.
    unsafe { (*state.cast::<Heard>()).bounds += 1 };
}

unsafe extern "C" fn reached(state: *mut c_void, property: i32, bound: i32) {
    // SAFETY: as above.
    unsafe { (*state.cast::<Heard>()).reached = Some((property, bound)) };
}

impl BoolectorSolver {
    /// Checks a counter.
    pub(crate) fn check_counter(&mut self) -> Result<(), SolverError> {
        let width = 3 + self.seed.pick(3) as u32;
        let target = self.seed.pick(6) as u32;
        let most = self.seed.pick(8) as i32;
        let induction = self.seed.pick(3) == 0;
        let checker = Checker(present(call!(boolector_mc_new()), "boolector_mc_new")?);
        let mc = checker.0;
        inspect_options(mc)?;
        call!(boolector_mc_set_opt(mc, BtorMCOption::BTOR_MC_OPT_STOP_FIRST, 0));
        call!(boolector_mc_set_opt(mc, BtorMCOption::BTOR_MC_OPT_TRACE_GEN, 1));
        let told = call!(boolector_mc_get_opt(mc, BtorMCOption::BTOR_MC_OPT_TRACE_GEN));
        inspect("boolector_mc_get_opt", "what was set", 1, told)?;

        let btor = present(call!(boolector_mc_get_btor(mc)), "boolector_mc_get_btor")?;
        let own =
            |node: Node| present(node, "making a node").map(|node| OwnedNode::new(btor, node));
        let words = call!(boolector_bitvec_sort(btor, width));
        let bits = call!(boolector_bool_sort(btor));
        let (named, gate) = (c"counter".as_ptr(), c"enabled".as_ptr());
        // The model checker owns its states and inputs.
        let counter = present(call!(boolector_mc_state(mc, words, named)), "boolector_mc_state")?;
        let enabled = present(call!(boolector_mc_input(mc, bits, gate)), "boolector_mc_input")?;
        let zero = own(call!(boolector_zero(btor, words)))?;
        let goal = own(call!(boolector_unsigned_int(btor, target, words)))?;
        let more = own(call!(boolector_inc(btor, counter)))?;
        let next = own(call!(boolector_cond(btor, enabled, more.node, counter)))?;
        let bad = own(call!(boolector_eq(btor, counter, goal.node)))?;
        call!(boolector_mc_init(mc, counter, zero.node));
        call!(boolector_mc_next(mc, counter, next.node));
        let property = call!(boolector_mc_bad(mc, bad.node));
        inspect("boolector_mc_bad", "the number of the first property", 0, property)?;
        let constraint = call!(boolector_mc_constraint(mc, enabled));
        inspect("boolector_mc_constraint", "the number of the first constraint", 0, constraint)?;
        let sink = Sink::open()?;
        let stream = sink.stream();
        call!(boolector_mc_dump(mc, stream));

        let mut heard = Heard::default();
        let state = (&raw mut heard).cast::<c_void>();
        call!(boolector_mc_set_starting_bound_call_back(mc, state, Some(starting)));
        call!(boolector_mc_set_reached_at_bound_call_back(mc, state, Some(reached)));
        let found = match induction {
            true => call!(boolector_mc_kind(mc, 0, most)),
            false => call!(boolector_mc_bmc(mc, 0, most)),
        };
        let target = target as i32;
        let known = if target <= most { target } else { -1 };
        let function = if induction { "boolector_mc_kind" } else { "boolector_mc_bmc" };
        // What is not reached may be proven not to be.
        if !induction || known >= 0 {
            inspect(function, "the bound at which it is reached", known, found)?;
        }
        if known >= 0 {
            let told = call!(boolector_mc_reached_bad_at_bound(mc, 0));
            inspect("boolector_mc_reached_bad_at_bound", "the bound", known, told)?;
            for time in 0..=known {
                let told = call!(boolector_mc_assignment(mc, counter, time));
                let digits = text(told.cast_const()).unwrap_or_default();
                call!(boolector_mc_free_assignment(mc, told));
                let known = format!("{time:0width$b}", width = width as usize);
                inspect("boolector_mc_assignment", "the value at a time", known, digits)?;
            }
        }
        // Read through the pointer that the callbacks had.
        // SAFETY: `heard` lives, and nobody else uses it now.
        let Heard { bounds, reached } = unsafe { std::ptr::read(state.cast::<Heard>()) };
        if known >= 0 && reached != Some((0, known)) {
            let told = format!("{reached:?}");
            let known = format!("{:?}", Some((0, known)));
            return Err(mismatch(function, "what the callback is told", &known, &told));
        }
        inspect(function, "that bounds were told", true, bounds > 0)?;
        release_sort(btor, words)?;
        release_sort(btor, bits)
    }
}

/// The options of the model checker.
fn inspect_options(mc: *mut BtorMC) -> Result<(), SolverError> {
    let text = |told: *const c_char| text(told).unwrap_or_default();
    for option in 0..BtorMCOption::BTOR_MC_OPT_NUM_OPTS {
        if !call!(boolector_mc_is_valid_opt(mc, option)) {
            continue;
        }
        let name = text(call!(boolector_mc_get_opt_lng(mc, option)));
        inspect("boolector_mc_get_opt_lng", "whether it has a name", false, name.is_empty())?;
        text(call!(boolector_mc_get_opt_shrt(mc, option)));
        text(call!(boolector_mc_get_opt_desc(mc, option)));
        let least = call!(boolector_mc_get_opt_min(mc, option));
        let most = call!(boolector_mc_get_opt_max(mc, option));
        let default = call!(boolector_mc_get_opt_dflt(mc, option));
        let value = call!(boolector_mc_get_opt(mc, option));
        let is_inside = (least..=most).contains(&value);
        inspect("boolector_mc_get_opt", "whether the value is in the range", true, is_inside)?;
        inspect("boolector_mc_get_opt", "the value, which is the default", default, value)?;
    }
    Ok(())
}
