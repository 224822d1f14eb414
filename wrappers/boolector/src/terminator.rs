//! A bound on the effort of a check: Boolector asks a callback now and then whether it should give up, and the callback counts.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

use murxla_api::{OptionDef, OptionKind, SolverError, inspect};

use crate::errors::rejected;
use crate::ffi::{Btor, call};

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
    /// Behind a box, since Boolector keeps its address.
    left: Box<AtomicU64>,
}

impl Terminator {
    /// Sets the bound, and has the instance ask.
    pub(crate) fn set(&mut self, btor: *mut Btor, value: &str) -> Result<(), SolverError> {
        let Ok(most) = value.parse() else {
            return rejected(format!("option {TERMINATE_AFTER} takes a number, not {value}"));
        };
        self.most = most;
        self.watch(btor)
    }

    /// Has an instance ask.
    pub(crate) fn watch(&self, btor: *mut Btor) -> Result<(), SolverError> {
        if self.most > 0 {
            let state: *const AtomicU64 = &raw const *self.left;
            let state = state.cast_mut().cast::<c_void>();
            call!(boolector_set_term(btor, Some(count_down), state));
            self.left.store(self.most, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether an instance that was never told to give up goes on. Once it was, it gives up each further check.
    pub(crate) fn inspect(&self, btor: *mut Btor) -> Result<(), SolverError> {
        if self.most == 0 || self.left.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        let told = call!(boolector_terminate(btor)) != 0;
        inspect("boolector_terminate", "whether to go on", false, told)
    }

    /// A check begins. An instance that has given up does so again in any case.
    pub(crate) fn begin(&self) {
        if self.most == 0 || self.left.load(Ordering::Relaxed) > 0 {
            self.left.store(self.most, Ordering::Relaxed);
        }
    }
}

/// Whether to give up.
pub(crate) unsafe extern "C" fn count_down(state: *mut c_void) -> i32 {
    // SAFETY: the state is the counter that was given with the callback; it outlives the instance.
    let left = unsafe { &*state.cast::<AtomicU64>().cast_const() };
    match left.load(Ordering::Relaxed) {
        // It stays so.
        0 | 1 => {
            left.store(0, Ordering::Relaxed);
            1
        }
        number => {
            left.store(number - 1, Ordering::Relaxed);
            0
        }
    }
}
