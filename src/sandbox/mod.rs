//! Processes: everything that forks or execs goes through here.
//!
//! [`run`] runs a closure in a forked child under limits and tells how it ended; [`run_watched`] shows its log
//! meanwhile; [`run_batch`] does many runs in one child. It asks for Linux 5.9 (`pidfd_open`, `close_range`) on
//! x86_64.
//!
//! How the parts fit together:
//!
//! * `run` forks; `child` is the life of the child, `fence` its stack and entry, `crash` its signal handler;
//! * `shared` is the memory that both see: the call log, the record of completion, the record of a crash;
//! * `batch` tells the runs of one child apart; its `notes` are shared memory, too; `heap` keeps memory from run to run;
//! * `supervise` waits for the end or a limit and captures the output; `reap` ends what is left, known by
//!   its `mark`;
//! * `keeper` ends what runs leave if this process is killed;
//! * `foreign_main` runs the `main` of a C program in a child;
//! * `no_writing` takes the right to write files from a child;
//! * `json_lines` are the messages between processes of our own program;
//! * `classify` (with `messages`) turns what is known into a [`Class`], `symbols` raw addresses into [`Frame`]s.
//!
//! Why each limit is held the way it is, is told at [`Limits`].

mod batch;
mod child;
mod classify;
mod command;
mod crash;
mod exec;
mod fence;
mod foreign_main;
mod heap;
mod json_lines;
mod keeper;
mod limits;
mod log;
mod mark;
mod messages;
mod no_writing;
mod notes;
mod outcome;
mod processor;
mod reap;
mod run;
mod shared;
mod supervise;
mod symbols;
mod system;

pub use batch::{Batch, BatchOutcome, run_batch};
pub(crate) use command::{ProgramEnd, ProgramLimits, ProgramRun, run_program};
pub(crate) use exec::{run_leashed, spawn_leashed};
pub(crate) use foreign_main::run_main;
pub(crate) use json_lines::{read_message, write_message};
pub use limits::Limits;
pub use log::Log;
pub(crate) use messages::abort_message;
pub use no_writing::{contain, contain_without_landlock, forbid_writing, load_contained};
pub use notes::LONGEST_NOTE;
pub use outcome::{Class, Frame, Outcome};
pub use processor::processor_time_of_all;
pub(crate) use reap::{end_strangers, take_in_orphans};
pub use run::{run, run_watched};
