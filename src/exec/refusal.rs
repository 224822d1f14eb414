//! Refusals by libraries whose errors end the process.

use crate::sandbox::{Class, Outcome, abort_message};

/// The exit code with which they end it.
const CODE: i32 = 1;

/// What a library of this solver said when it refused a call by ending the process, on one line: older versions of cvc5
/// print `cvc5: error: …` and exit with code 1. A failed assertion says something else, and is none.
pub(super) fn fatal_refusal(outcome: &Outcome, solver: Option<&str>) -> Option<String> {
    if outcome.class != (Class::UnexpectedExit { code: CODE }) {
        return None;
    }
    let text = String::from_utf8_lossy(&outcome.stderr);
    if abort_message(&text).is_some() {
        return None;
    }
    let beginning = format!("{}: error: ", solver?);
    let from = text.rfind(&format!("\n{beginning}")).map_or(0, |line_end| line_end + 1);
    let message = text[from..].strip_prefix(&beginning)?;
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Some(lines.join(" "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_such_messages_with_code_1_are_refusals() {
        let check = |code: i32, stderr: &str, expected: Option<&str>| {
            let outcome = Outcome {
                class: Class::UnexpectedExit { code },
                log: Vec::new(),
                log_overflowed: false,
                stdout: Vec::new(),
                stderr: stderr.as_bytes().to_vec(),
                frames: Vec::new(),
                wall: Duration::ZERO,
            };
            assert_eq!(fatal_refusal(&outcome, Some("cvc5")).as_deref(), expected, "{stderr}");
            assert_eq!(fatal_refusal(&outcome, Some("z3")), None);
            assert_eq!(fatal_refusal(&outcome, None), None);
        };
        check(1, "noise\ncvc5: error: too large in:\n  (^ 2 3)\n", Some("too large in: (^ 2 3)"));
        check(1, "cvc5: error: not supported yet\n", Some("not supported yet"));
        check(2, "cvc5: error: not supported yet\n", None);
        check(1, "not supported yet\n", None);
        check(1, "cvc5: error: x\nFatal failure within f() at a.cpp:7\nCheck failure\n", None);
        check(1, "", None);
    }
}
