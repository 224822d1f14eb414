//! Replays findings of other machines alone: a failure that is seen on a second machine is no accident of the first one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::coordinator::Signal;
use super::messages::Setup;
use crate::exec::OptionPolicy;
use crate::findings::{Failure, TRACE, finding_in};
use crate::oracle::{PlaySetup, Runner, RunnerProcess};
use crate::sandbox::Limits;
use crate::trace::read;

/// A replay may take so many times the time of a run.
const PATIENCE: u32 = 4;

/// Replays the finding in a folder, in a process of our program, and signals what became of it.
pub(super) fn recheck(
    folder: PathBuf,
    program: &Path,
    setup: &Setup,
    signals: &Sender<Signal>,
) -> io::Result<()> {
    let (program, setup, signals) = (program.to_owned(), setup.clone(), signals.clone());
    let replay = move || {
        let told = replayed(&folder, &program, &setup).unwrap_or_else(|why| why);
        // Without a coordinator nobody needs to know.
        let _ = signals.send(Signal::Rechecked(folder, told));
    };
    std::thread::Builder::new().spawn(replay).map(drop)
}

fn replayed(folder: &Path, program: &Path, setup: &Setup) -> Result<String, String> {
    let finding = finding_in(folder).map_err(|error| error.to_string())?;
    let text = std::fs::read(folder.join(TRACE)).map_err(|error| error.to_string())?;
    let (trace, _) = read(&text).map_err(|error| error.to_string())?;
    let play = PlaySetup {
        solver: setup.solver.clone(),
        libraries: setup.libraries.clone(),
        policy: OptionPolicy::NoFiles,
    };
    let cpu = Duration::from_secs_f64(setup.time) * PATIENCE;
    let limits = Limits { cpu, wall: cpu * PATIENCE, ..Limits::default() };
    let run = RunnerProcess::start(program, &play)
        .and_then(|process| process.play(&trace, &limits))
        .map_err(|error| format!("could not be replayed: {error}"))?;
    Ok(match Failure::of(&finding.key.solver, &run) {
        None => "does not fail".to_owned(),
        Some(failure) if failure.key.same_failure(&finding.key) => {
            "fails in the same way".to_owned()
        }
        Some(failure) => format!("fails in another way: {}", failure.key),
    })
}
