//! What a script asserts.

use crate::smt::{Command, Script, Term};

/// The assertions of the last check, with what it assumes, or of the whole script if nothing is checked.
pub fn asserted(script: &Script) -> Vec<Term> {
    let mut levels: Vec<usize> = Vec::new();
    let mut asserted = Vec::new();
    let mut checked = None;
    for command in &script.commands {
        match command {
            Command::Assert(term) => asserted.push(*term),
            Command::Push(count) => {
                levels.extend(std::iter::repeat_n(asserted.len(), *count as usize));
            }
            Command::Pop(count) => {
                for _ in 0..*count {
                    asserted.truncate(levels.pop().unwrap_or(0));
                }
            }
            Command::CheckSat => checked = Some(asserted.clone()),
            Command::CheckSatAssuming(terms) => {
                checked = Some([asserted.as_slice(), terms].concat());
            }
            command if command.ends_declarations() => {
                asserted.clear();
                levels.clear();
            }
            _ => {}
        }
    }
    checked.unwrap_or(asserted)
}
