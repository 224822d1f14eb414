//! A finding of a build with assertions, done again on the release: in a process of its own, because two versions of a
//! solver do not go into one.

use std::path::PathBuf;

use super::wrong;
use crate::exec::{PlaySetup, Runner, RunnerProcess};
use crate::findings::{Ending, OnRelease};
use crate::sandbox::Limits;
use crate::trace::Trace;

/// The release of a solver whose build with assertions is tested.
#[derive(Clone, Debug)]
pub struct Release {
    /// Our own program.
    pub program: PathBuf,
    /// The release, as the command line would name it.
    pub named: String,
}

impl Release {
    /// What the release does with a trace of the solver. That it cannot be asked is a result, too: the finding stays.
    pub fn play(&self, solver: &str, trace: &Trace, limits: &Limits) -> OnRelease {
        let setup = PlaySetup {
            solver: self.named.clone(),
            libraries: Vec::new(),
            allows_file_options: false,
        };
        let process = RunnerProcess::start(&self.program, &setup);
        let run = match process.and_then(|process| process.play(trace, limits)) {
            Ok(run) => run,
            Err(error) => return OnRelease::not_done(error.to_string()),
        };
        let wrong = wrong(solver, &run);
        OnRelease {
            version: run.played.header.solver_version,
            class: Some(wrong.as_ref().map_or(Ending::Completed, |wrong| wrong.key.class)),
            message: wrong.as_ref().map(|wrong| wrong.message.clone()).unwrap_or_default(),
            key: wrong.map(|wrong| wrong.key),
        }
    }
}
