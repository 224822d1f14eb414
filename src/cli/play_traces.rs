//! `murxla play-traces`: plays traces on another version of a solver. It is started by murxla itself.

use std::io::{self, BufRead, Write};

use super::exit::Outcome;
use super::own_libraries;
use crate::oracle::{Abilities, LocalRunner, PlayRequest, PlayResponse, PlaySetup, Runner};
use crate::sandbox::{read_message, write_message};
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;
use crate::trace::read;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let mut responses = io::stdout().lock();
    match serve(&mut io::stdin().lock(), &mut responses) {
        Ok(()) => Ok(Outcome::Clean),
        Err(error) => {
            // Whoever started it tells the user.
            write_message(&mut responses, &PlayResponse::Failed(format!("{error:#}")))?;
            Ok(Outcome::OwnError)
        }
    }
}

fn serve(requests: &mut impl BufRead, responses: &mut impl Write) -> anyhow::Result<()> {
    let Some(setup) = read_message::<PlaySetup>(requests)? else { return Ok(()) };
    let choice = Choice::parse(&setup.solver)?;
    let locator = Locator::new(&own_libraries(&setup.libraries))?;
    let library = locator.load(&choice, &Silent)?;
    let runner = LocalRunner::new(choice.name, library, setup.policy);
    write_message(responses, &PlayResponse::Ready(Abilities::of(library.profile())))?;
    while let Some(request) = read_message::<PlayRequest>(requests)? {
        let (trace, _) = read(request.trace.as_bytes())?;
        let outcome = runner.play(&trace, &request.limits)?.outcome;
        write_message(responses, &PlayResponse::Ended(Box::new(outcome)))?;
    }
    Ok(())
}
