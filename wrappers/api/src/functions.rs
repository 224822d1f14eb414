//! The functions of a library's C API: what it exports, what the wrapper can call, what was called, and what is left out on
//! purpose.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Functions that a wrapper does not call, with the reason.
#[derive(Clone, Copy, Debug)]
pub struct LeftOut {
    /// Their names; one that ends with `*` stands for all that begin so.
    pub functions: &'static [&'static str],
    /// Why, in one line.
    pub reason: &'static str,
}

impl LeftOut {
    /// Whether it says so of this function.
    pub fn holds(&self, function: &str) -> bool {
        self.functions.iter().any(|name| match name.strip_suffix('*') {
            Some(beginning) => function.starts_with(beginning),
            None => *name == function,
        })
    }
}

/// A function that the wrapper declares, and whether it was called.
#[derive(Clone, Copy, Debug)]
pub struct BoundFunction {
    /// Its name.
    pub name: &'static str,
    /// Set with each call, in this process.
    pub called: &'static AtomicBool,
}

impl BoundFunction {
    /// Whether it was called since this was asked last.
    #[inline]
    pub fn take_called(&self) -> bool {
        // Most are not called in a run, and then nothing is written.
        self.called.load(Ordering::Relaxed) && {
            self.called.store(false, Ordering::Relaxed);
            true
        }
    }
}

/// The functions of a loaded library.
#[derive(Clone, Debug, Default)]
pub struct ApiFunctions {
    /// Those that the library exports under the prefix of its API.
    pub exported: BTreeSet<String>,
    /// Those that the wrapper declares; the library may lack some.
    pub bound: Vec<BoundFunction>,
    /// Those that are not called on purpose.
    pub left_out: &'static [LeftOut],
}

impl ApiFunctions {
    /// The same with those of another library, or of another list of declarations.
    pub fn and(mut self, other: ApiFunctions) -> ApiFunctions {
        self.exported.extend(other.exported);
        self.bound.extend(other.bound);
        self
    }

    /// Whether the wrapper declares it.
    pub fn is_bound(&self, function: &str) -> bool {
        self.bound.iter().any(|bound| bound.name == function)
    }

    /// Why a function is left out, if it is.
    pub fn why_left_out(&self, function: &str) -> Option<&'static str> {
        self.left_out.iter().find(|row| row.holds(function)).map(|row| row.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_left_out_by_name_or_beginning() {
        let row = LeftOut { functions: &["f_log", "f_file_*"], reason: "files" };
        assert!(row.holds("f_log") && row.holds("f_file_open"));
        assert!(!row.holds("f_logic") && !row.holds("g_file_open"));
    }

    #[test]
    fn a_call_is_told_once() {
        static CALLED: AtomicBool = AtomicBool::new(true);
        let function = BoundFunction { name: "f", called: &CALLED };
        assert!(function.take_called() && !function.take_called());
    }
}
