//! Commands that are printed, so that who copies them gets the same again.

use std::path::Path;

use super::OwnBuilds;
use super::replay;
use crate::solvers::Choice;

/// A word of a command line, as a shell reads it.
pub(super) fn word(text: &str) -> String {
    // Only a word with a zero in it cannot be quoted, and no argument of ours had one.
    shlex::try_quote(text).unwrap_or_default().into_owned()
}

/// A path as a word of a command line.
pub(super) fn path(path: &Path) -> String {
    word(&path.display().to_string())
}

/// ` --lib NAME=PATH`, if the solver is the user's own build.
pub(super) fn own_build(choice: &Choice, own: &OwnBuilds) -> String {
    // A version that was asked for by name is an installed one.
    let is_own = |(name, _): &&(&str, _)| choice.version.is_none() && *name == choice.name;
    match own.libraries.iter().rfind(is_own) {
        Some((name, file)) => {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            format!(" --lib {}", word(&format!("{name}={}", file.display())))
        }
        None => String::new(),
    }
}

/// Whether options that the user wants in all runs have values that may name a file: a replay executes such ones only if it
/// is told to. Which words are those of an enumeration only the library knows.
pub(super) fn may_name_files<'v>(values: impl IntoIterator<Item = &'v str>) -> bool {
    let harmless = |value: &str| matches!(value, "true" | "false") || value.parse::<f64>().is_ok();
    values.into_iter().any(|value| !harmless(value))
}

/// The command that replays a trace on a solver within at least this time; `trusted` if its options may name files.
pub(super) fn replay(
    trace: &Path,
    choice: &Choice,
    own: &OwnBuilds,
    time: f64,
    trusted: bool,
) -> String {
    let mut command = format!("murxla replay {}", path(trace));
    // A trace knows its solver; but not which program to run, and a build with the same version may be another.
    if choice.version.is_some() {
        command.push_str(&format!(" --solver {}", word(&choice.to_string())));
    }
    command.push_str(&own_build(choice, own));
    if time > replay::TIME {
        command.push_str(&format!(" --time {time}"));
    }
    if trusted {
        command.push_str(" --allow-file-options");
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_names_what_is_not_the_default() {
        let own = OwnBuilds {
            libraries: vec![("z3", "/a b/libz3.so".into()), ("cvc5", "/c/libcvc5.so".into())],
            profile: None,
        };
        let check = |version: Option<&str>, time: f64, trusted: bool, expected: &str| {
            let choice = Choice { name: "z3", version: version.map(str::to_owned) };
            let command = replay(Path::new("it's/original.trace"), &choice, &own, time, trusted);
            assert_eq!(command, format!("murxla replay \"it's/original.trace\"{expected}"));
        };
        check(None, 1.0, false, " --lib 'z3=/a b/libz3.so'");
        check(Some("4.8.12"), 20.5, false, " --solver z3@4.8.12 --time 20.5");
        check(Some("4.8.12"), 1.0, true, " --solver z3@4.8.12 --allow-file-options");
    }

    #[test]
    fn values_that_are_neither_numbers_nor_truth_values_may_name_files() {
        for (value, expected) in
            [("true", false), ("-3", false), ("1e-3", false), ("x.cnf", true), ("", true)]
        {
            assert_eq!(may_name_files([value]), expected, "{value}");
        }
    }
}
