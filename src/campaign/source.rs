//! What the runs of a campaign are.

use crate::exec::Played;
use crate::model::{Fsm, Model, Walk};
use crate::rng::Seed;
use crate::sandbox::Log;
use crate::trace::Call;

/// Where the runs of a campaign come from: run number N is the same whoever asks for it, and whenever.
pub trait RunSource {
    /// Does a run in this process, writing its trace to the log, each call before it is executed, and giving to `watch` each
    /// call with what became of it. Tells which way it took through the state machine.
    fn play(&self, run: u64, log: &Log, watch: &mut dyn FnMut(&Call, &Played)) -> Walk;

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
    fn play(&self, run: u64, log: &Log, watch: &mut dyn FnMut(&Call, &Played)) -> Walk {
        self.model.run_watched(self.seed(run), |bytes| log.write(bytes), watch)
    }

    fn seed(&self, run: u64) -> Seed {
        self.seed.run(run)
    }

    fn fsm(&self) -> Option<&Fsm> {
        Some(self.model.fsm())
    }
}
