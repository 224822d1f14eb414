//! Commands that undo others: levels, and resets.

use murxla_api::SolverError;

use super::state::State;
use super::{Connection, Effect};

impl Connection {
    /// A command that changes levels. Nobody knows where a solver is that refuses it half-way (Z3 looks at assertions
    /// when a level is opened, and then at last does not take some): a new process is where it was before.
    fn change(&mut self, command: &str) -> Result<(), SolverError> {
        match self.command(command, Effect::None) {
            Ok(reply) if reply == "success" => Ok(()),
            Ok(reply) => Err(self.distrust(command, &reply)),
            Err(SolverError::Rejected(why)) => {
                self.restore()?;
                Err(SolverError::Rejected(why))
            }
            Err(other) => Err(other),
        }
    }

    /// Opens levels.
    pub(crate) fn push(&mut self, levels: u32) -> Result<(), SolverError> {
        self.change(&format!("(push {levels})"))?;
        self.state.level += levels;
        self.state.check = None;
        Ok(())
    }

    /// Closes levels.
    pub(crate) fn pop(&mut self, levels: u32) -> Result<(), SolverError> {
        let Some(level) = self.state.level.checked_sub(levels) else {
            let open = self.state.level;
            return Err(SolverError::Rejected(format!(
                "{levels} levels to close, {open} are open"
            )));
        };
        self.change(&format!("(pop {levels})"))?;
        self.state.level = level;
        self.state.check = None;
        self.state.assertions.retain(|(_, of_level)| *of_level <= level);
        if self.known.commands.global_declarations {
            return Ok(());
        }
        // Those that went with their level come back.
        for (command, of_level) in std::mem::take(&mut self.state.declarations) {
            match of_level <= level {
                true => self.state.declarations.push((command, of_level)),
                false => self.again(&command, Effect::Declaration)?,
            }
        }
        Ok(())
    }

    /// All assertions and levels go.
    pub(crate) fn reset_assertions(&mut self) -> Result<(), SolverError> {
        let global = self.known.commands.global_declarations;
        if global {
            self.change("(reset-assertions)")?;
        }
        self.state.assertions.clear();
        self.state.level = 0;
        self.state.check = None;
        // Where declarations are not global they should go, too; Z3 keeps some. A new process has what we say.
        if global { Ok(()) } else { self.restore() }
    }

    /// As at the start.
    pub(crate) fn reset(&mut self) -> Result<(), SolverError> {
        self.state = State::default();
        if !self.known.commands.reset {
            return self.open();
        }
        self.must("(reset)")?;
        self.begin()
    }
}
