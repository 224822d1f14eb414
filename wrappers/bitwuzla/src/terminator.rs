//! A bound on the effort of a check: Bitwuzla asks a callback now and then whether it should give up, and the callback counts.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

use murxla_api::{OptionDef, OptionKind, SolverError, inspect};

use crate::errors::rejected;
use crate::ffi::{Bitwuzla, call};

/// The option of the wrapper's own: after how many of its questions a check is given up; 0: never.
pub(crate) const TERMINATE_AFTER: &str = "terminate-after";

/// The option, as it is listed.
pub(crate) fn option() -> OptionDef {
    let kind = OptionKind::Integer { min: 0, max: u64::MAX.into(), default: Some(0) };
    OptionDef { name: TERMINATE_AFTER.to_owned(), kind }
}

/// Counts the questions of one check.
#[derive(Default)]
pub(crate) struct Terminator {
    most: u64,
    /// Behind a box, since Bitwuzla keeps its address.
    left: Box<AtomicU64>,
}

impl Terminator {
    pub(crate) fn set(&mut self, value: &str) -> Result<(), SolverError> {
        match value.parse() {
            Ok(most) => self.most = most,
            Err(_) => {
                return rejected(format!("option {TERMINATE_AFTER} takes a number, not {value}"));
            }
        }
        Ok(())
    }

    /// Has a new instance ask.
    pub(crate) fn watch(&self, instance: *mut Bitwuzla) -> Result<(), SolverError> {
        if self.most > 0 {
            let state: *const AtomicU64 = &raw const *self.left;
            let state = state.cast_mut().cast::<c_void>();
            call!(bitwuzla_set_termination_callback(instance, Some(count_down), state));
        }
        Ok(())
    }

    /// Whether an instance tells the state that it was given.
    pub(crate) fn inspect(&self, instance: *mut Bitwuzla) -> Result<(), SolverError> {
        if self.most > 0 {
            let state: *const AtomicU64 = &raw const *self.left;
            let told = call!(bitwuzla_get_termination_callback_state(instance));
            let function = "bitwuzla_get_termination_callback_state";
            inspect(function, "the state that was set", state.addr(), told.addr())?;
        }
        Ok(())
    }

    /// A check begins.
    pub(crate) fn begin(&self) {
        // What simplifies without a check is bounded, too.
        self.left.store(self.most, Ordering::Relaxed);
    }
}

/// Whether to give up.
pub(crate) unsafe extern "C" fn count_down(state: *mut c_void) -> i32 {
    // SAFETY: the state is the counter that was given with the callback; it outlives the instance.
    let left = unsafe { &*state.cast::<AtomicU64>().cast_const() };
    match left.load(Ordering::Relaxed) {
        0 => 1,
        number => {
            left.store(number - 1, Ordering::Relaxed);
            0
        }
    }
}
