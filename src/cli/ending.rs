//! Sentences for the user about how a run ended.

use crate::exec::class_name;
use crate::findings::{failed_assertion, function_name, message_of, solver_part};
use crate::sandbox::{Class, Frame, Outcome};

/// How a run ended, as people are told: who exits after a message about a failed assertion has aborted.
pub(super) fn told_class(outcome: &Outcome) -> Class {
    let message = message_of(&outcome.class, &outcome.stderr);
    match &outcome.class {
        Class::UnexpectedExit { .. } if failed_assertion(&message).is_some() => {
            Class::Aborted { message }
        }
        class => class.clone(),
    }
}

/// How a run ended, in a few words.
pub(super) fn ending_name(class: &Class) -> String {
    match class {
        Class::Aborted { message } if failed_assertion(message).is_some() => {
            "failed assertion".to_owned()
        }
        other => class_name(other),
    }
}

/// The message of the end, if it has one; the action in which it came; the innermost functions: what follows the name of an
/// ending on its line.
pub(super) fn ending_details(class: &Class, action: Option<&str>, frames: &[Frame]) -> String {
    const SHOWN: usize = 4;
    let mut text = String::new();
    if let Class::Aborted { message } | Class::OwnError { message } = class {
        text.push_str(&format!(": {message}"));
    }
    if let Some(action) = action {
        text.push_str(&format!("; in {action}"));
    }
    let symbols = solver_part(frames).iter().filter_map(|frame| frame.symbol.as_deref());
    let functions: Vec<String> = symbols.take(SHOWN).map(function_name).collect();
    if !functions.is_empty() {
        text.push_str(&format!("; at {}", functions.join(" < ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_name_functions_as_people_do() {
        let frame = |symbol: &str| Frame {
            library: "libz3.so".to_owned(),
            offset: 0,
            symbol: Some(symbol.to_owned()),
        };
        let frames = [frame("_ZNK4expr8get_sortEv"), frame("Z3_solver_check")];
        let class = Class::Aborted { message: "no".to_owned() };
        let text = ending_details(&class, Some("check-sat"), &frames);
        assert_eq!(text, ": no; in check-sat; at expr::get_sort < Z3_solver_check");
        assert_eq!(ending_details(&Class::Completed, None, &[]), "");
    }

    #[test]
    fn an_assertion_is_one_however_the_process_ends() {
        let outcome = |stderr: &str| Outcome {
            class: Class::UnexpectedExit { code: 114 },
            log: Vec::new(),
            log_overflowed: false,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
            frames: Vec::new(),
            wall: std::time::Duration::ZERO,
        };
        let name = |stderr: &str| ending_name(&told_class(&outcome(stderr)));
        assert_eq!(name("ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\nx != 0\n"), "failed assertion");
        assert_eq!(name("bye\n"), "exit with code 114");
    }
}
