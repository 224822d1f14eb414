//! The second solver of a comparison: loaded in this process, or run in one of its own.

use std::path::PathBuf;
use std::rc::Rc;

use murxla_api::LoadError;

use super::progress::StderrProgress;
use super::replay::install;
use crate::exec::OptionPolicy;
use crate::oracle::{LocalRunner, PlaySetup, Runner, RunnerProcess};
use crate::solvers::{Choice, Locator, SolverProblem};

pub(super) const ONE_OR_TWO: &str = "name one solver, or two different ones";

/// The solver that fails, and the one that it contradicts, if there is one.
pub(super) fn one_or_two(choices: &[Choice]) -> Option<(&Choice, Option<&Choice>)> {
    match choices {
        [choice] => Some((choice, None)),
        [choice, second] if choice != second => Some((choice, Some(second))),
        _ => None,
    }
}

/// What plays traces on the second solver, while this process has loaded the first.
pub(super) fn other_solver(
    locator: &Locator,
    [first, second]: [&Choice; 2],
    policy: OptionPolicy,
    libraries: &[(String, PathBuf)],
) -> anyhow::Result<Rc<dyn Runner>> {
    // Two versions of a library do not go into one process; binaries have processes of their own.
    if first.name != second.name || second.program().is_some() {
        let library = locator.load_tried(second, true, &StderrProgress::new())?;
        return Ok(Rc::new(LocalRunner::new(second.name, library, policy)));
    }
    Ok(Rc::new(other_process(locator, second, policy, libraries)?))
}

/// A process of its own for another version of the solver that this process has loaded.
pub(super) fn other_process(
    locator: &Locator,
    second: &Choice,
    policy: OptionPolicy,
    libraries: &[(String, PathBuf)],
) -> anyhow::Result<RunnerProcess> {
    install(locator, second)?;
    let setup = PlaySetup { solver: second.to_string(), libraries: libraries.to_vec(), policy };
    let unusable = |error| SolverProblem::Load(LoadError(format!("{second}: {error}")));
    Ok(RunnerProcess::start(&std::env::current_exe()?, &setup).map_err(unusable)?)
}
