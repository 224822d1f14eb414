//! The player: executes calls on a solver.
//!
//! Whoever wants to see what happens (a tracer, a counter, an oracle) is a [`Probe`].

mod answers;
mod compare;
mod demanded;
mod drawn;
mod handles;
mod higher_order;
mod option_guard;
mod played;
mod player;
mod probe;
mod recorder;
mod run;
mod runner;
mod runner_process;
mod tally;

pub use answers::{Answers, AnswersEnd};
pub use compare::{Difference, contradictions, differences};
pub use demanded::with_demands;
pub use drawn::Drawn;
pub use option_guard::{OptionPolicy, file_option};
pub use played::{Played, Skip};
pub use player::Player;
pub use probe::{Probe, play_all};
pub use recorder::Recorder;
pub use run::{LOAD_ERROR, Run, class_name};
pub use runner::{LoadedSolver, LocalRunner, Runner};
pub use runner_process::{PLAY_COMMAND, PlayRequest, PlayResponse, PlaySetup, RunnerProcess};
pub use tally::Tally;
