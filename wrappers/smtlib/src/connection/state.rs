//! The commands that must be sent again to a new process to bring it where the old one was.

use murxla_api::SolverError;

use super::Connection;
use crate::reply::{beginning, name_of};

/// What is to be brought back if the solver must be started again.
#[derive(Default)]
pub(super) struct State {
    /// Options and logic.
    pub(super) prologue: Vec<String>,
    /// Sorts, constants, functions, with the level on which each was declared; they survive it.
    pub(super) declarations: Vec<(String, u32)>,
    /// Assertions, with the level of each.
    pub(super) assertions: Vec<(String, u32)>,
    pub(super) level: u32,
    /// The last check, until something changes.
    pub(super) check: Option<String>,
}

/// What a command does to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It asks.
    None,
    Prologue,
    Declaration,
    Assertion,
    Check,
}

impl Connection {
    /// Remembers a command that was accepted.
    pub(super) fn keep(&mut self, command: &str, effect: Effect) {
        let state = &mut self.state;
        match effect {
            Effect::None => return,
            Effect::Prologue => state.prologue.push(command.to_owned()),
            Effect::Declaration => {
                // It does not change what is true, and solvers go on answering about the last check.
                state.declarations.push((command.to_owned(), state.level));
                return;
            }
            Effect::Assertion => state.assertions.push((command.to_owned(), state.level)),
            Effect::Check => {}
        }
        state.check = (effect == Effect::Check).then(|| command.to_owned());
    }

    /// Brings a new process into the state of the one that ended.
    pub(super) fn restore(&mut self) -> Result<(), SolverError> {
        let state = std::mem::take(&mut self.state);
        self.open()?;
        let mut commands: Vec<(String, Effect)> = Vec::new();
        commands.extend(state.prologue.into_iter().map(|text| (text, Effect::Prologue)));
        commands
            .extend(state.declarations.into_iter().map(|(text, _)| (text, Effect::Declaration)));
        for (command, effect) in commands {
            self.again(&command, effect)?;
        }
        let mut assertions = state.assertions.into_iter().peekable();
        for level in 0..=state.level {
            if level > 0 {
                self.again("(push 1)", Effect::None)?;
                self.state.level = level;
            }
            while let Some((command, _)) = assertions.next_if(|(_, of_level)| *of_level <= level) {
                self.again(&command, Effect::Assertion)?;
            }
        }
        match state.check {
            Some(check) => self.again(&check, Effect::Check),
            None => Ok(()),
        }
    }

    /// A command that was accepted before. A new process may refuse it without being wrong: some solvers look at
    /// assertions at a check or a new level, and not at all once they know the answer. Then there is no way back.
    pub(super) fn again(&mut self, command: &str, effect: Effect) -> Result<(), SolverError> {
        match self.ask(command)?.as_str() {
            "success" | "sat" | "unsat" | "unknown" => {
                self.keep(command, effect);
                Ok(())
            }
            error if error.starts_with("(error") => {
                let why = format!(
                    "a new process refuses {}, which the old one took: {}",
                    name_of(command),
                    beginning(error)
                );
                self.close(&why);
                Err(SolverError::Rejected(why))
            }
            other => {
                let other = format!("{} (at first it took the same)", beginning(other));
                Err(self.distrust(command, &other))
            }
        }
    }
}
