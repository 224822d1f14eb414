//! The player: executes calls on a solver, and the tracer that writes them.

mod drawn;
mod handles;
mod option_guard;
mod played;
mod player;
mod recorder;
mod run;

pub use drawn::Drawn;
pub use option_guard::{OptionPolicy, file_option};
pub use played::{Played, Skip};
pub use player::Player;
pub use recorder::Recorder;
pub use run::{LOAD_ERROR, Run, class_name};
