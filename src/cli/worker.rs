//! `murxla worker`: one of the processes of a campaign. It is started by murxla itself.

use std::io::{self, BufRead};

use super::exit::Outcome;
use super::own_libraries;
use crate::campaign::messages::{Report, Setup};
use crate::campaign::{GeneratedRuns, Worker, say};
use crate::model::{Model, Settings};
use crate::rng::Seed;
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;

pub(super) fn run() -> anyhow::Result<Outcome> {
    let mut orders = io::stdin().lock();
    let mut first = String::new();
    orders.read_line(&mut first)?;
    let mut reports = io::stdout().lock();
    let served = serde_json::from_str::<Setup>(&first).map_err(anyhow::Error::from).and_then(
        |setup| -> anyhow::Result<()> {
            let locator = Locator::new(&own_libraries(&setup.libraries))?;
            let choice = Choice::parse(&setup.solver)?;
            let library = locator.load(&choice, &Silent)?;
            let pairs = setup.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let settings = Settings::restore(pairs)?;
            let model = Model::new(choice.name, library, &settings);
            let runs = GeneratedRuns::new(model, Seed(setup.campaign_seed));
            Worker::new(choice.name, library, runs, &setup)?.serve(orders, &mut reports)?;
            Ok(())
        },
    );
    match served {
        Ok(()) => Ok(Outcome::Clean),
        Err(error) => {
            // The coordinator tells the user.
            say(&mut reports, &Report::Failed(format!("{error:#}")))?;
            Ok(Outcome::OwnError)
        }
    }
}
