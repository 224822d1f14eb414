//! What the output of solvers' binaries to the same script says of them.
//!
//! The order is that of yinyang: crashes, what is known and ignored, how the program ended, and then the answers line by line. An
//! `(error …)` ends the answers that count, and does not hide those before it.

use crate::sandbox::{ProgramEnd, ProgramRun};

use super::lists::{Lists, has_one};

/// What became of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Judged {
    /// Nothing is wrong.
    Fine,
    /// No solver took it.
    Invalid,
    /// A solver was too slow.
    Timeout,
    /// A solver is wrong: which one, how, and what it is compared with.
    Bug {
        /// The kind, as files of findings are called.
        kind: &'static str,
        /// The number of the solver.
        solver: usize,
        /// The number of the solver that contradicts it, if one does.
        reference: Option<usize>,
    },
    /// It crashed as is known.
    Duplicate,
    /// Its command is not there.
    Missing(usize),
}

/// The answers that count.
pub(super) fn answers(run: &ProgramRun) -> (Vec<String>, bool) {
    let mut answers = Vec::new();
    for line in String::from_utf8_lossy(&run.stdout).lines() {
        let line = line.trim();
        if line.starts_with("(error") {
            return (answers, false);
        }
        if ["sat", "unsat", "unknown"].contains(&line) {
            answers.push(line.to_owned());
        }
    }
    (answers, true)
}

/// Whether two lists of answers contradict each other. One may be shorter where an error ended it.
fn contradict(one: &[String], other: &[String]) -> bool {
    one.iter()
        .zip(other)
        .any(|(a, b)| matches!((a.as_str(), b.as_str()), ("sat", "unsat") | ("unsat", "sat")))
}

/// One solver alone: a crash, or nothing. `None`: its answers are to be looked at.
pub(super) fn alone(number: usize, run: &ProgramRun, lists: &Lists) -> Option<Judged> {
    let text = format!(
        "{} {}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
    let bug = |kind| Some(Judged::Bug { kind, solver: number, reference: None });
    if has_one(&text, &lists.crash) {
        return match has_one(&text, &lists.duplicate) {
            true => Some(Judged::Duplicate),
            false => bug("crash"),
        };
    }
    let ignored = has_one(&text, &lists.ignore);
    let (answers, _) = answers(run);
    match run.end {
        ProgramEnd::Timeout | ProgramEnd::Signal(libc::SIGKILL) | ProgramEnd::Code(137) => {
            Some(Judged::Timeout)
        }
        ProgramEnd::Code(127) => Some(Judged::Missing(number)),
        ProgramEnd::Signal(libc::SIGSEGV) | ProgramEnd::Code(139 | 245) => {
            match has_one(&text, &lists.duplicate) {
                true => Some(Judged::Duplicate),
                false => bug("segfault"),
            }
        }
        ProgramEnd::Signal(_) if !ignored => bug("crash"),
        ProgramEnd::Code(code) if code != 0 && !ignored && answers.is_empty() => bug("crash"),
        _ if answers.is_empty() => Some(Judged::Invalid),
        _ => None,
    }
}

/// All solvers, each with its number; `expected` is the right answer to all checks, if it is known.
pub(super) fn together(
    runs: &[(usize, ProgramRun)],
    lists: &Lists,
    expected: Option<&str>,
) -> Judged {
    let mut result = Judged::Invalid;
    let mut reference: Option<(usize, Vec<String>)> = None;
    for (number, run) in runs {
        match alone(*number, run, lists) {
            Some(bug @ Judged::Bug { .. }) => return bug,
            Some(Judged::Invalid) => continue,
            Some(other) => {
                if result == Judged::Invalid {
                    result = other;
                }
                continue;
            }
            None => {}
        }
        result = Judged::Fine;
        let (said, _) = answers(run);
        if let Some(expected) = expected {
            let right = vec![expected.to_owned(); said.len()];
            if contradict(&said, &right) {
                return Judged::Bug { kind: "incorrect", solver: *number, reference: None };
            }
        }
        match &reference {
            None => reference = Some((*number, said)),
            Some((first, right)) if contradict(&said, right) => {
                return Judged::Bug { kind: "incorrect", solver: *number, reference: Some(*first) };
            }
            Some(_) => {}
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(end: ProgramEnd, stdout: &str, stderr: &str) -> ProgramRun {
        let (stdout, stderr) = (stdout.into(), stderr.into());
        ProgramRun { end, stdout, stderr, took: Duration::ZERO }
    }

    fn judge(runs: &[(ProgramEnd, &str, &str)], expected: Option<&str>) -> Judged {
        let runs =
            runs.iter().enumerate().map(|(number, (end, out, err))| (number, run(*end, out, err)));
        let lists = Lists { duplicate: vec!["known one".to_owned()], ..Lists::default() };
        together(&runs.collect::<Vec<_>>(), &lists, expected)
    }

    const OK: ProgramEnd = ProgramEnd::Code(0);

    #[test]
    fn outputs_are_judged() {
        let bug = |kind, solver, reference| Judged::Bug { kind, solver, reference };
        type Output<'a> = (ProgramEnd, &'a str, &'a str);
        let table: &[(&[Output<'_>], Option<&str>, Judged)] = &[
            (&[(OK, "sat\n", ""), (OK, "sat\n", "")], None, Judged::Fine),
            (&[(OK, "sat\n", ""), (OK, "unknown\n", "")], None, Judged::Fine),
            (&[(OK, "sat\n", ""), (OK, "unsat\n", "")], None, bug("incorrect", 1, Some(0))),
            (&[(OK, "unsat\n", "")], Some("sat"), bug("incorrect", 0, None)),
            (&[(OK, "unsat\n", "")], Some("unsat"), Judged::Fine),
            // An error does not hide the answer before it; what follows it does not count.
            (
                &[(ProgramEnd::Code(1), "unsat\n(error \"no model\")\n", ""), (OK, "sat\n", "")],
                None,
                bug("incorrect", 1, Some(0)),
            ),
            (
                &[
                    (ProgramEnd::Code(1), "(error \"unknown symbol\")\nsat\n", ""),
                    (OK, "unsat\n", ""),
                ],
                None,
                Judged::Fine,
            ),
            (&[(OK, "(error \"x\")\n", ""), (OK, "", "Parse Error")], None, Judged::Invalid),
            (&[(ProgramEnd::Signal(11), "", "")], None, bug("segfault", 0, None)),
            (&[(ProgramEnd::Signal(6), "", "")], None, bug("crash", 0, None)),
            (&[(ProgramEnd::Code(3), "", "what?")], None, bug("crash", 0, None)),
            (&[(OK, "sat\n", "ASSERTION VIOLATION")], None, bug("crash", 0, None)),
            (&[(OK, "sat\n", "ASSERTION known one")], None, Judged::Duplicate),
            (&[(ProgramEnd::Timeout, "", ""), (OK, "sat\n", "")], None, Judged::Fine),
            (&[(ProgramEnd::Timeout, "", "")], None, Judged::Timeout),
            (&[(ProgramEnd::Code(127), "", ""), (OK, "sat\n", "")], None, Judged::Fine),
        ];
        for (runs, expected, judged) in table {
            assert_eq!(judge(runs, *expected), *judged, "{runs:?}");
        }
    }
}
