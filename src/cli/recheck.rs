//! `murxla recheck`: does a finding again on the release of its solver. It is started by murxla itself.

use std::io;

use super::exit::Outcome;
use crate::campaign::Recheck;
use crate::findings::OnRelease;
use crate::solvers::{Choice, Locator, SolverProblem};
use crate::supply::Silent;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let recheck: Recheck = serde_json::from_reader(io::stdin().lock())?;
    let load = || -> Result<_, SolverProblem> {
        let choice = Choice::parse(&recheck.solver)?;
        Ok((choice.name, Locator::new(&[])?.load(&choice, &Silent)?))
    };
    let answer = match load() {
        Ok((name, library)) => recheck.answer(name, library),
        Err(problem) => OnRelease::not_done(problem.to_string()),
    };
    serde_json::to_writer(io::stdout().lock(), &answer)?;
    Ok(Outcome::Clean)
}
