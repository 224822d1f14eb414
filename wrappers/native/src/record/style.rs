//! What a person who writes programs for a C API knows of it: what a wrapper's crate says of its solver, as data.
//!
//! In statements `{r}` stands for the result of the call, `{0}` and so on for its arguments, `{ctx}` and the like for the
//! first variable of that name. In patterns `*` stands for any characters.

use super::{CApi, Namer, Sink};
use crate::Function;

/// A function that is defined in a program.
pub struct Helper {
    /// Its name; it is written down if a statement names it.
    pub name: &'static str,
    /// Its definition.
    pub text: &'static str,
}

/// What a call gave, as the program prints it after `value: `: by the words of its arguments, and its result. `None`: nothing is
/// printed. It may call the library; these calls are not recorded.
pub type ValueText = fn(arguments: &[u64], result: u64) -> Option<String>;

/// How programs for a C API are written.
pub struct NativeApi {
    /// The functions that are bound.
    pub functions: &'static [&'static [Function]],
    /// What they declare, as a table.
    pub table: &'static str,
    /// Enumerators whose names the library tells.
    pub namers: &'static [Namer],
    /// The headers, as they are included.
    pub headers: &'static [&'static str],
    /// The libraries, for the linker.
    pub link: &'static str,
    /// Variables of types: the type, and how they are called; `#` stands for a number.
    pub variables: &'static [(&'static str, &'static str)],
    /// Statements at the beginning of `main`.
    pub start: &'static [&'static str],
    /// Functions that only tell something; without their results they need not be called.
    pub telling: &'static [&'static str],
    /// Those of them that tell what a value is.
    pub reading: &'static [&'static str],
    /// Those of them that tell of an error of the call before by a number that is not 0.
    pub error_codes: &'static [&'static str],
    /// Functions that make something, and do nothing if that is not used.
    pub making: &'static [&'static str],
    /// Functions that only count or end references to their last argument.
    pub counting: &'static [&'static str],
    /// Of those, what a program can do without that never ends references.
    pub tidy_without: &'static [&'static str],
    /// Functions in whose place such a program calls others.
    pub tidy_instead: &'static [(&'static str, &'static str)],
    /// Statements before calls, if the program has what they name: the functions, and the statement.
    pub before: &'static [(&'static str, &'static str)],
    /// What is printed after calls: the functions, and the statement.
    pub shown: &'static [(&'static str, &'static str)],
    /// What the statements that begin with `value: ` print: the functions, and how the same is found out while they are recorded.
    pub values: &'static [(&'static str, ValueText)],
    /// The statement that looks for errors, after the calls for one step; empty if a callback does so.
    pub check: &'static str,
    /// Callbacks: the function that takes one, the position of the argument, and what is written there.
    pub callbacks: &'static [(&'static str, usize, &'static str)],
    /// What statements and callbacks name. `{on_refusal}` in a definition is the statement after a refusal: nothing if the
    /// program is refused something on purpose.
    pub helpers: &'static [Helper],
}

impl NativeApi {
    /// What the functions declare.
    pub fn declarations(&self) -> CApi {
        CApi::parse(self.table)
    }

    /// Has all further calls written down by `sink`, until the process ends.
    pub fn record(&self, sink: Sink) {
        super::start(self.functions, self.declarations(), self.namers, self.values, sink);
    }
}

/// Whether a name matches one of these patterns.
pub fn matches(patterns: &[&str], name: &str) -> bool {
    patterns.iter().any(|pattern| matches_one(pattern, name))
}

fn matches_one(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).any(|at| tail.is_char_boundary(at) && matches_one(rest, &tail[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_anything() {
        assert!(matches(&["Z3_*_to_string"], "Z3_ast_to_string"));
        assert!(matches(&["a", "Z3_get_*"], "Z3_get_"));
        assert!(!matches(&["Z3_*_to_string", "Z3"], "Z3_ast_to_strings"));
    }
}
