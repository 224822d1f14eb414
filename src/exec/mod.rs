//! The player: executes calls on a solver, and the tracer that writes them.

mod drawn;
mod handles;
mod option_guard;
mod played;
mod player;
mod recorder;
mod refusal;
mod run;

pub(crate) use drawn::Drawn;
pub use option_guard::OptionPolicy;
pub use played::{Played, Skip};
pub use player::Player;
pub use recorder::Recorder;
pub(crate) use run::LOAD_ERROR;
pub use run::{Run, class_name};
