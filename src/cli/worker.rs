//! `murxla worker`: one of the processes of a campaign. It is started by murxla itself.

use std::io::{self, BufRead, Write};

use super::cross_check;
use super::exit::Outcome;
use super::own_libraries;
use crate::campaign::messages::{Report, Setup};
use crate::campaign::{AsItStands, EnumeratedRuns, GeneratedRuns, MutantRuns, Mutation, Worker};
use crate::enumerate::Enumeration;
use crate::model::{Model, Settings};
use crate::oracle::References;
use crate::reduce::Narrower;
use crate::rng::Seed;
use crate::sandbox::{read_message, write_message};
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let mut reports = io::stdout().lock();
    match serve(&mut io::stdin().lock(), &mut reports) {
        Ok(()) => Ok(Outcome::Clean),
        Err(error) => {
            // The coordinator tells the user.
            write_message(&mut reports, &Report::Failed(format!("{error:#}")))?;
            Ok(Outcome::OwnError)
        }
    }
}

fn serve(orders: &mut impl BufRead, reports: &mut impl Write) -> anyhow::Result<()> {
    let Some(setup) = read_message::<Setup>(orders)? else { return Ok(()) };
    let locator = Locator::new(&own_libraries(&setup.libraries))?;
    let choice = Choice::parse(&setup.solver)?;
    let library = locator.load(&choice, &Silent)?;
    if let Some(enumeration) = Enumeration::of_settings(&setup.settings) {
        let enumeration = enumeration?;
        let mut runs = EnumeratedRuns::new(choice.name, library, &enumeration)?;
        let (mut references, other) = (References::default(), enumeration.cross_check.clone());
        if let Some(other) = &other {
            runs = runs.judged_by(locator.load(&Choice::parse(other)?, &Silent)?);
            let settings = Settings { cross_check: Some(other.clone()), ..Settings::default() };
            let loaded =
                cross_check::load(&locator, &choice, library, &settings, &setup.libraries)?;
            references = loaded.0;
        }
        let worker = Worker::new(choice.name, library, runs, &setup)?;
        let worker = worker.cross_checking(references);
        let narrower = AsItStands(library.profile());
        return Ok(worker.narrowing(narrower).serve(orders, reports)?);
    }
    if let Some(mutation) = Mutation::of_settings(&setup.settings) {
        let mutation = mutation?;
        let settings = mutation.of_generator();
        let (references, profile) =
            cross_check::load(&locator, &choice, library, &settings, &setup.libraries)?;
        let runs = MutantRuns::new(choice.name, library, profile, mutation, setup.campaign_seed)?
            .asking(&setup.solver);
        let worker = Worker::new(choice.name, library, runs, &setup)?;
        let narrower = Narrower::new(choice.name, library, worker.limits().clone());
        let narrower = narrower.against(references.list.clone());
        return Ok(worker.cross_checking(references).narrowing(narrower).serve(orders, reports)?);
    }
    let pairs = setup.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let settings = Settings::restore(pairs)?;
    let (references, profile) =
        cross_check::load(&locator, &choice, library, &settings, &setup.libraries)?;
    let model = Model::within(choice.name, library, profile, &settings);
    let runs = GeneratedRuns::new(model, Seed(setup.campaign_seed));
    let worker = Worker::new(choice.name, library, runs, &setup)?;
    let narrower = Narrower::new(choice.name, library, worker.limits().clone());
    let narrower = narrower.against(references.list.clone());
    Ok(worker.cross_checking(references).narrowing(narrower).serve(orders, reports)?)
}
