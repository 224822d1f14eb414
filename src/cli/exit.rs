//! Exit codes, the same for all commands.

use std::io;
use std::process::ExitCode;

use super::print::say;
use super::recorded_library::LibraryTrouble;
use crate::findings::disk::DiskError;
use crate::solvers::SolverProblem;
use crate::supply::SupplyError;

/// How a command ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing was found.
    Clean,
    /// A solver misbehaves.
    Finding,
    /// A trace went otherwise than it records.
    ReplayDiffers,
    /// A trace that was to be minimized does not fail, or not always in the same way; what was said already.
    NoStableFailure,
    /// A trace that was to be exported as a whole cannot be; what is left out was said already.
    NotExportable,
    /// An assertion is false under the model.
    AssertionFalse,
    /// The value of an assertion cannot be told.
    Undecided,
    /// It was interrupted; what was reached is kept.
    Interrupted,
    /// A file that was given is wrong; what is wrong was said already.
    BadInput,
    /// Something of ours failed; what was said already.
    OwnError,
    /// A solver cannot be used; what is wrong was said already.
    SolverUnusable,
    /// The disk does not take what is written; what is wrong was said already.
    Disk,
    /// A store that machines share cannot be used; what is wrong was said already.
    Store,
}

const CLEAN: u8 = 0;
const OWN_ERROR: u8 = 3;
const SOLVER: u8 = 4;
const DISK: u8 = 5;
const STORE: u8 = 6;
const FINDING: u8 = 10;
const REPLAY_DIFFERS: u8 = 11;
const NO_STABLE_FAILURE: u8 = 12;
const NOT_EXPORTABLE: u8 = 13;
const ASSERTION_FALSE: u8 = 14;
const UNDECIDED: u8 = 15;
const INTERRUPTED: u8 = 130;
const USAGE: u8 = 2;

const TEXT: &str = "\
Exit codes:
  0    clean
  10   finding: a solver misbehaves
  11   replay: a trace went otherwise than it records
  12   minimize, reduce, explain: the trace or script does not fail, or not each time in the same way
  13   export --strict: something of the trace cannot be said in SMT-LIB
  14   eval: an assertion is false under the model
  15   eval: the value of an assertion cannot be told
  2    usage: the command line, or a file given on it, is wrong
  3    an error of murxla itself
  4    a solver is missing, unusable or cannot be installed
  5    the disk is full or cannot be written
  6    a shared store cannot be reached, or refuses
  130  interrupted";

pub(super) fn long_help(examples: &str) -> String {
    format!("{examples}\n\n{TEXT}")
}

impl Outcome {
    /// The one of both that is to be told: what is worse.
    pub(super) fn or_worse(self, other: Outcome) -> Outcome {
        const ORDER: [Outcome; 6] = [
            Outcome::Clean,
            Outcome::ReplayDiffers,
            Outcome::BadInput,
            Outcome::SolverUnusable,
            Outcome::OwnError,
            Outcome::Finding,
        ];
        let rank = |outcome: Outcome| ORDER.iter().position(|one| *one == outcome);
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Outcome> for u8 {
    fn from(outcome: Outcome) -> u8 {
        match outcome {
            Outcome::Clean => CLEAN,
            Outcome::Finding => FINDING,
            Outcome::ReplayDiffers => REPLAY_DIFFERS,
            Outcome::NoStableFailure => NO_STABLE_FAILURE,
            Outcome::NotExportable => NOT_EXPORTABLE,
            Outcome::AssertionFalse => ASSERTION_FALSE,
            Outcome::Undecided => UNDECIDED,
            Outcome::Interrupted => INTERRUPTED,
            Outcome::BadInput => USAGE,
            Outcome::OwnError => OWN_ERROR,
            Outcome::SolverUnusable => SOLVER,
            Outcome::Disk => DISK,
            Outcome::Store => STORE,
        }
    }
}

/// The outcome that stands for a problem with a solver.
pub(super) fn outcome_of(problem: &SolverProblem) -> Outcome {
    match problem {
        SolverProblem::Supply(error) if error.is_disk() => Outcome::Disk,
        SolverProblem::Program(_) | SolverProblem::Profile(_) => Outcome::BadInput,
        _ => Outcome::SolverUnusable,
    }
}

/// Says an error in one line and gives the exit code.
pub(super) fn report(result: anyhow::Result<Outcome>) -> ExitCode {
    let error = match result {
        Ok(outcome) => return ExitCode::from(u8::from(outcome)),
        Err(error) => error,
    };
    let io_kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if io_kind == Some(io::ErrorKind::BrokenPipe) {
        // Whoever reads our output has seen enough.
        return ExitCode::from(CLEAN);
    }
    // An error of the disk says itself what the system said.
    match error.downcast_ref::<DiskError>() {
        Some(error) => say!("error: {error}"),
        None => say!("error: {error:#}"),
    }
    let code = if let Some(problem) = error.downcast_ref::<SolverProblem>() {
        outcome_of(problem).into()
    } else if let Some(trouble) = error.downcast_ref::<LibraryTrouble>() {
        match trouble {
            LibraryTrouble::Lost { .. } => SOLVER,
            LibraryTrouble::Solver(problem) => outcome_of(problem).into(),
        }
    } else if let Some(error) = error.downcast_ref::<SupplyError>() {
        if error.is_disk() { DISK } else { SOLVER }
    } else if io_kind.is_some() || error.is::<DiskError>() {
        DISK
    } else {
        OWN_ERROR
    };
    ExitCode::from(code)
}
