//! How the loaded library was built, as it tells itself.

use crate::sandbox::{self, Limits};
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;

/// More lines are not for people.
const MOST_LINES: usize = 60;

/// Lines such as `commit 1234`, `assertions: no`; asked in a child, which the library may end.
pub fn configuration(choice: &Choice, locator: &Locator, limits: &Limits) -> Vec<String> {
    let outcome = sandbox::run(limits, |log| {
        if let Ok(library) = locator.load(choice, &Silent) {
            for line in library.configuration() {
                log.write(format!("{line}\n").as_bytes());
            }
        }
    });
    let Ok(outcome) = outcome else { return Vec::new() };
    let told = [outcome.log, outcome.stdout].concat();
    let told = String::from_utf8_lossy(&told);
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = told.lines().map(words).filter(|line| !line.is_empty());
    lines.map(|line| line.replacen(" : ", ": ", 1)).take(MOST_LINES).collect()
}
