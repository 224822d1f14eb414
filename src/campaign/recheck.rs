//! Replays a finding of a build with assertions on the release: in a process of its own, because a process holds one
//! version of a solver.

use std::path::PathBuf;

use crate::exec::OptionPolicy;
use crate::findings::{Ending, Failure, OnRelease};
use crate::oracle::{PlaySetup, Runner, RunnerProcess};
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
            policy: OptionPolicy::NoFiles,
        };
        let process = RunnerProcess::start(&self.program, &setup);
        let run = match process.and_then(|process| process.play(trace, limits)) {
            Ok(run) => run,
            Err(error) => return OnRelease::not_done(error.to_string()),
        };
        let failure = Failure::of(solver, &run);
        OnRelease {
            version: run.played.header.solver_version,
            class: Some(failure.as_ref().map_or(Ending::Completed, |failure| failure.key.class)),
            message: failure.as_ref().map(|failure| failure.message.clone()).unwrap_or_default(),
            key: failure.map(|failure| failure.key),
        }
    }
}
