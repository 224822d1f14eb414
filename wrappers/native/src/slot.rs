//! Slots and the jumps through them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use murxla_api::SolverError;

/// The address of one function of a library, filled by [`bind`](crate::bind), and whether it was called. Its first word is
/// read by the jump that [`functions!`](crate::functions) defines, and the second one by the way of recorded calls.
#[repr(C)]
pub struct Slot {
    /// Where a call goes.
    target: AtomicUsize,
    /// The library's function.
    function: AtomicUsize,
    called: AtomicBool,
}

/// A declared function: its name and its slot.
pub struct Function {
    /// The name of the symbol.
    pub name: &'static str,
    /// Where its address goes.
    pub slot: &'static Slot,
    /// The jump that callers call. Its stub for recorded calls is [`STUB`] bytes behind it.
    pub jump: unsafe extern "C" fn(),
}

/// How far behind a jump its stub begins, which says which function is called and has the call recorded.
pub(crate) const STUB: usize = 8;

/// A function that the loaded library does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingFunction(pub &'static str);

impl fmt::Display for MissingFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this version of the library has no function {}", self.0)
    }
}

impl From<MissingFunction> for SolverError {
    fn from(missing: MissingFunction) -> SolverError {
        SolverError::Unsupported(missing.to_string())
    }
}

impl Slot {
    /// An empty slot.
    pub const fn empty() -> Slot {
        Slot {
            target: AtomicUsize::new(0),
            function: AtomicUsize::new(0),
            called: AtomicBool::new(false),
        }
    }

    /// Whether the library has the function.
    pub fn is_present(&self) -> bool {
        self.target.load(Ordering::Relaxed) != 0
    }

    /// An error if the library does not have the function. To be asked before every call, and only then: a jump through
    /// an empty slot ends the process, and what was asked for here counts as called.
    #[inline]
    pub fn require(&self, name: &'static str) -> Result<(), MissingFunction> {
        if !self.is_present() {
            return Err(MissingFunction(name));
        }
        self.mark();
        Ok(())
    }

    /// It is about to be called, through its address: whoever did so made sure that it is there.
    #[inline]
    pub fn mark(&self) {
        self.called.store(true, Ordering::Relaxed);
    }

    /// That the library does not have the function, if that is so. Nothing is going to be called.
    pub fn missing(&self, name: &'static str) -> Option<MissingFunction> {
        (!self.is_present()).then_some(MissingFunction(name))
    }

    /// Whether it was called in this process since somebody took the mark away.
    pub fn called(&self) -> &AtomicBool {
        &self.called
    }

    /// The library is of no use: nothing of it is to be called.
    pub fn clear(&self) {
        self.fill(0);
    }

    pub(crate) fn fill(&self, address: usize) {
        self.function.store(address, Ordering::Relaxed);
        self.target.store(address, Ordering::Relaxed);
    }

    /// Sends calls through a stub from now on, if the library has the function.
    pub(crate) fn divert(&self, stub: usize) {
        if self.is_present() {
            self.target.store(stub, Ordering::Relaxed);
        }
    }

    /// The library's function; 0 if it has none.
    pub(crate) fn function(&self) -> usize {
        self.function.load(Ordering::Relaxed)
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
compile_error!(
    "murxla binds solver libraries through jumps that are written for x86_64 Linux only; \
     to serve another platform, add its jump to `functions!` in wrappers/native/src/slot.rs"
);

/// Defines each named C function as a jump through a slot of the same name in a module `slot`, and the list
/// `FUNCTIONS` of them all.
#[macro_export]
macro_rules! functions {
    ($($name:ident)*) => {
        /// One slot for each function, under the function's name.
        #[allow(non_upper_case_globals, missing_docs)]
        pub mod slot {
            $(pub static $name: $crate::Slot = $crate::Slot::empty();)*
        }

        $($crate::global_asm!(
            concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
            ".balign 16",
            concat!(".globl ", stringify!($name)),
            concat!(".type ", stringify!($name), ",@function"),
            concat!(stringify!($name), ":"),
            "jmpq *{slot}(%rip)",
            // What follows is reached only while calls are recorded.
            ".balign 8",
            "leaq {slot}(%rip), %r11",
            "jmp murxla_recorded_call",
            concat!(".size ", stringify!($name), ", .-", stringify!($name)),
            ".popsection",
            slot = sym slot::$name,
            options(att_syntax),
        );)*

        /// The jumps, for their addresses alone: arguments and results are declared elsewhere.
        mod jumps {
            #[allow(clashing_extern_declarations)]
            unsafe extern "C" {
                $(pub(super) fn $name();)*
            }
        }

        /// All declared functions.
        pub static FUNCTIONS: &[$crate::Function] = &[
            $($crate::Function {
                name: stringify!($name),
                slot: &slot::$name,
                jump: jumps::$name,
            },)*
        ];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_counts_as_called() {
        let slot = Slot::empty();
        assert!(slot.require("f").is_err() && !slot.called().load(Ordering::Relaxed));
        slot.fill(1);
        assert!(slot.missing("f").is_none() && !slot.called().load(Ordering::Relaxed));
        assert!(slot.require("f").is_ok() && slot.called().load(Ordering::Relaxed));
    }
}
