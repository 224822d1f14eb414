//! Slots and the jumps through them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use murxla_api::SolverError;

/// The address of one function of a library, filled by [`bind`](crate::bind). Read by the jump that
/// [`functions!`](crate::functions) defines, so its layout is that of an address.
#[repr(transparent)]
pub struct Slot(AtomicUsize);

/// A declared function: its name and its slot.
pub struct Function {
    /// The name of the symbol.
    pub name: &'static str,
    /// Where its address goes.
    pub slot: &'static Slot,
}

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
        Slot(AtomicUsize::new(0))
    }

    /// Whether the library has the function.
    pub fn is_present(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// An error if the library does not have the function. To be asked before every call: a jump through
    /// an empty slot ends the process.
    pub fn require(&self, name: &'static str) -> Result<(), MissingFunction> {
        if self.is_present() { Ok(()) } else { Err(MissingFunction(name)) }
    }

    pub(crate) fn fill(&self, address: usize) {
        self.0.store(address, Ordering::Relaxed);
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
            concat!(".globl ", stringify!($name)),
            concat!(".type ", stringify!($name), ",@function"),
            concat!(stringify!($name), ":"),
            "jmpq *{slot}(%rip)",
            concat!(".size ", stringify!($name), ", .-", stringify!($name)),
            ".popsection",
            slot = sym slot::$name,
            options(att_syntax),
        );)*

        /// All declared functions.
        pub static FUNCTIONS: &[$crate::Function] = &[
            $($crate::Function { name: stringify!($name), slot: &slot::$name },)*
        ];
    };
}
