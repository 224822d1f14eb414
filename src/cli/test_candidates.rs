//! `murxla test-candidates`: one of the processes of a reduction. It is started by murxla itself.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use murxla_api::Answer;

use super::exit::Outcome;
use super::other_solver::{ONE_OR_TWO, one_or_two, other_solver};
use super::own_libraries;
use crate::reduce::engine::Tester;
use crate::reduce::{LocalTester, PoolSetup, Request, Response, TargetSolver, TraceCandidate};
use crate::sandbox::{Limits, read_message, write_message};
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;
use crate::trace::read;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let mut reports = io::stdout().lock();
    match serve(io::stdin().lock(), &mut reports) {
        Ok(()) => Ok(Outcome::Clean),
        Err(error) => {
            // Whoever started it tells the user.
            write_message(&mut reports, &Response::Failed(format!("{error:#}")))?;
            Ok(Outcome::OwnError)
        }
    }
}

fn serve(mut requests: impl BufRead, reports: &mut impl Write) -> anyhow::Result<()> {
    let Some(setup) = read_message::<PoolSetup>(&mut requests)? else { return Ok(()) };
    let locator = Locator::new(&own_libraries(&setup.libraries))?;
    let texts = setup.solvers.iter();
    let choices: Vec<Choice> = texts.map(|text| Choice::parse(text)).collect::<Result<_, _>>()?;
    let Some((choice, second)) = one_or_two(&choices) else { anyhow::bail!(ONE_OR_TWO) };
    let library = locator.load(choice, &Silent)?;
    let other = match second {
        Some(second) => {
            Some(other_solver(&locator, [choice, second], setup.policy, &setup.libraries)?)
        }
        None => None,
    };
    let limits = Limits { memory: setup.memory, ..Limits::default() };
    let tester = LocalTester::new(choice.name, library, setup.policy, limits);
    let right = |sat: bool| if sat { Answer::Sat } else { Answer::Unsat };
    let mut tester = tester.against(other).against_status(setup.satisfiable.map(right));
    tester.want(&setup.wanted, Duration::from_secs_f64(setup.time))?;
    while let Some(request) = read_message::<Request>(&mut requests)? {
        let mut candidates = Vec::new();
        for text in &request.traces {
            let (trace, _) = read(text.as_bytes())?;
            let candidate = TraceCandidate::new(&trace, TargetSolver::new(library));
            candidates.push(candidate.enforcing_needs(setup.enforces_needs));
        }
        let before = tester.runs();
        let found = tester.first_interesting(&candidates)?;
        write_message(reports, &Response::Tested(found, tester.runs() - before))?;
    }
    Ok(())
}
