//! The source of a campaign's runs: a trait, and the generator as the one that is used.

use crate::model::{Fsm, Model, Walk};
use crate::oracle::OracleSet;
use crate::rng::Seed;
use crate::sandbox::Log;

/// Where the runs of a campaign come from: run number N is the same whoever asks for it, and whenever.
pub trait RunSource {
    /// Does a run in this process, writing its trace to the log, each call before it is executed, while the oracles look on.
    /// Tells which way it took through the state machine, and whether they found nothing wrong.
    fn play(&self, run: u64, log: &Log, oracles: &mut OracleSet<'_>) -> (Walk, bool);

    /// The oracles that look on in all runs.
    fn oracles<'o>(&self) -> OracleSet<'o>;

    /// The seed of a run.
    fn seed(&self, run: u64) -> Seed;

    /// The state machine that runs walk through, if they do.
    fn fsm(&self) -> Option<&Fsm>;
}

/// Runs that the generator draws.
pub struct GeneratedRuns<'a> {
    model: Model<'a>,
    /// The seed of the campaign, from which the seeds of all runs come.
    seed: Seed,
}

impl<'a> GeneratedRuns<'a> {
    /// The runs of the campaign with this seed.
    pub fn new(model: Model<'a>, seed: Seed) -> GeneratedRuns<'a> {
        GeneratedRuns { model, seed }
    }
}

impl RunSource for GeneratedRuns<'_> {
    fn play(&self, run: u64, log: &Log, oracles: &mut OracleSet<'_>) -> (Walk, bool) {
        self.model.run(self.seed(run), |bytes| log.write(bytes), oracles)
    }

    fn oracles<'o>(&self) -> OracleSet<'o> {
        self.model.oracles()
    }

    fn seed(&self, run: u64) -> Seed {
        self.seed.run(run)
    }

    fn fsm(&self) -> Option<&Fsm> {
        Some(self.model.fsm())
    }
}
