//! The export: a trace as an SMT-LIB script in the dialect of a solver's front end.
//!
//! Declarations stand where the trace makes them. Since those of an API outlive `pop` and `reset-assertions`, a script that
//! has these commands sets `:global-declarations`. What only a solver knows, or only its API has, is left out with all that
//! depends on it, and listed.

mod applications;
mod commands;
mod expand;
mod expand_bits;
mod exporter;
#[cfg(test)]
mod foreign_tests;
mod heap;
pub(super) mod logic;
mod lowered;
mod members;
mod nonlinear;
mod otherwise;
mod sorts;
mod terms;
#[cfg(test)]
mod tests;
mod theory_options;
mod values;
mod wider_logics;

use murxla_api::smtlib::{Dialect, STANDARD};
use murxla_api::{ActionDef, Op, Wrapper, theory};

use super::{Command, PrintError, Script, print_what_can_be};
use crate::trace::Trace;
use crate::trace::check::OwnRows;
pub use wider_logics::is_linear;

/// A call that is not in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number in the trace, from 0.
    pub call: usize,
    /// The name of its action.
    pub action: String,
    /// Why.
    pub why: String,
    /// Whether later answers may differ because of it: it changes what is asserted or what the solver does.
    pub matters: bool,
}

/// Something that the script says in another way than the calls: the problem is the same, what the solver is given is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidOtherwise {
    /// The number of the call that uses it, from 0; `None` if the whole script is meant.
    pub call: Option<usize>,
    /// What is said how.
    pub what: String,
}

/// A trace as a script.
#[derive(Clone, Debug)]
pub struct Export {
    /// The script; where a call is left out, a comment says so.
    pub script: Script,
    /// The calls that are left out.
    pub left_out: Vec<LeftOut>,
    /// What of the script is not what the calls gave to the solver.
    pub said_otherwise: Vec<SaidOtherwise>,
}

impl Export {
    /// The same without the answers that the trace records: some of them may be wrong.
    pub fn without_status(mut self) -> Export {
        let is_status = |command: &Command| matches!(command, Command::SetInfo { keyword, .. } if &**keyword == "status");
        self.script.commands.retain(|command| !is_status(command));
        self
    }

    /// The text of the script, and why commands had to be left out of it.
    pub fn text(&self, dialect: &Dialect) -> (String, Vec<PrintError>) {
        let mut errors = Vec::new();
        let text = print_what_can_be(&self.script, dialect, |_, error| errors.push(error.clone()));
        (text, errors)
    }
}

/// The rows that the wrapper of a solver has, whatever library is loaded, if any.
pub struct WrapperRows(pub Option<&'static dyn Wrapper>);

impl WrapperRows {
    /// How the solver writes; as the standard does, if it is not known.
    pub fn dialect(&self) -> &'static Dialect {
        self.0.map_or(&STANDARD, |wrapper| wrapper.dialect())
    }
}

impl OwnRows for WrapperRows {
    fn operator(&self, key: &str) -> Option<&'static Op> {
        let own =
            self.0.and_then(|wrapper| wrapper.own_operators().iter().find(|op| op.key == key));
        theory::operator(key).or(own)
    }

    fn with_symbol(&self, symbol: &str) -> Vec<&'static Op> {
        let own = self.0.map_or(&[][..], |wrapper| wrapper.own_operators());
        own.iter().filter(|op| op.symbol == symbol).collect()
    }

    fn action(&self, name: &str) -> Option<&'static ActionDef> {
        self.0?.own_actions().iter().find(|action| action.name == name)
    }
}

/// For whom a script is written.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// The solver's name; its own options are set, those of other solvers are not.
    pub solver: &'a str,
    /// How it writes.
    pub dialect: &'static Dialect,
    /// The rows of the solver that the trace was recorded with.
    pub own: &'a dyn OwnRows,
}

/// The script of a trace.
pub fn export(trace: &Trace, target: &Target<'_>) -> Export {
    exporter::Exporter::new(trace, target).run()
}
