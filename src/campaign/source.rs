//! The source of a campaign's runs: a trait, and the generator as the one that is used.

use std::ops::Range;
use std::time::Instant;

use crate::enumerate::Note;
use crate::model::{Fsm, Model, Walk};
use crate::oracle::OracleSet;
use crate::rng::Seed;
use crate::sandbox::{Batch, Log};

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

    /// What a run was made of, for a finding to hold: names of files with their texts.
    fn made_of(&self, _: u64) -> Vec<(String, String)> {
        Vec::new()
    }

    /// A quicker way to find the runs that are worth to be done, if there is one.
    fn sieve(&self) -> Option<&dyn Sieve> {
        None
    }
}

/// Looks at many runs quickly, and tells which of them look wrong.
pub trait Sieve {
    /// Looks at runs in this process until time is up; tells begin and end of each to the batch.
    fn sift(&self, runs: Range<u64>, end: Instant, batch: &Batch<'_>);

    /// Takes what the batch was told of a run; gives the runs that look wrong.
    fn take_note(&self, note: &[u8]) -> Option<(Note, Vec<u64>)>;

    /// The runs that were looked at in one instance until this one looked wrong, which is one of them; none if it cannot depend
    /// on them.
    fn together(&self, run: u64) -> Vec<u64>;

    /// Whether a run looks wrong if these are looked at in a new instance.
    fn looks_wrong(&self, run: u64, together: &[u64]) -> bool;

    /// Does these runs in one instance while the oracles look on, as [`RunSource::play`] does one; tells whether they found nothing
    /// wrong.
    fn play_together(
        &self,
        run: u64,
        together: &[u64],
        log: &Log,
        oracles: &mut OracleSet<'_>,
    ) -> bool;
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use murxla_api::Wrapper;

    use super::super::Worker;
    use super::super::messages::{Order, Report, Setup};
    use super::*;

    /// Runs that are drawn by nobody; one of them ends its process.
    struct Written;

    const DEADLY: u64 = 3;

    impl RunSource for Written {
        fn play(&self, run: u64, log: &Log, _: &mut OracleSet<'_>) -> (Walk, bool) {
            log.write(b"1 new\n");
            if run == DEADLY {
                std::process::abort();
            }
            (Walk::default(), true)
        }

        fn oracles<'o>(&self) -> OracleSet<'o> {
            OracleSet::standard()
        }

        fn seed(&self, run: u64) -> Seed {
            Seed(100 + run)
        }

        fn fsm(&self) -> Option<&Fsm> {
            None
        }
    }

    #[test]
    fn workers_take_runs_from_any_source() {
        let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
        let setup = Setup {
            solver: "mock".to_owned(),
            release: None,
            sha256: None,
            libraries: Vec::new(),
            settings: Vec::new(),
            campaign_seed: 1,
            time: 5.0,
            shortened: None,
            memory: 1 << 30,
        };
        let worker = Worker::new("mock", library, Written, &setup).expect("a worker");
        let order = Order { lease: 1, from: 0, to: 6, time: 600_000 };
        let orders = serde_json::to_vec(&order).expect("an order");
        let mut reports = Vec::new();
        worker.serve(orders.as_slice(), &mut reports).expect("reports");
        let last = reports.split(|byte| *byte == b'\n').nth(1).expect("a second report");
        let Ok(Report::Done(done)) = serde_json::from_slice(last) else { panic!("not done") };
        assert_eq!((done.counts.runs, done.findings.len()), (6, 1));
        let finding = &done.findings[0].finding;
        assert_eq!((finding.run, finding.seed), (DEADLY, 100 + DEADLY));
        assert_eq!(finding.action.as_deref(), Some("new"));
    }
}
