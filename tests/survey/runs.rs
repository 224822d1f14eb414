//! One run, in a child.

use std::fmt::Write;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::exec::{self, OptionPolicy, class_name};
use murxla::model::{Model, Settings};
use murxla::oracle::{LocalRunner, OracleSet, Runner};
use murxla::rng::Seed;
use murxla::sandbox::{self, Class, Frame, Limits, Outcome};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::Trace;
use murxla_api::Library;
use sha2::{Digest, Sha256};

/// Lines of the log that begin so are no part of the trace: each names a transition of the state machine that
/// was taken.
const TRANSITION: &str = "#~ ";

/// A solver in this process.
pub struct Subject {
    pub name: &'static str,
    pub library: &'static dyn Library,
    pub limits: Limits,
    pub model: Model<'static>,
}

impl Subject {
    /// The library, installed if need be. `cpu` is what a run may use of a processor; the clock on the wall is
    /// allowed more, so that a busy machine does not cut runs.
    pub fn load(name: &'static str, cpu: Duration) -> Result<Subject, Failed> {
        Subject::load_with(name, cpu, &Settings::default())
    }

    /// The same with runs at other settings.
    pub fn load_with(
        name: &'static str,
        cpu: Duration,
        settings: &Settings,
    ) -> Result<Subject, Failed> {
        let locator = Locator::new(&[])?;
        let library = locator.load(&Choice { name, version: None }, &Silent)?;
        Ok(Subject {
            name,
            library,
            limits: Limits { cpu, wall: cpu * 10, ..Limits::default() },
            model: Model::new(name, library, settings),
        })
    }

    /// The solver's version.
    pub fn version(&self) -> &str {
        &self.library.info().version
    }

    /// Generates and executes the run with this seed.
    pub fn generate(&self, seed: u64) -> Result<Run, Failed> {
        self.generate_with(seed, || self.model.oracles())
    }

    /// The same while these oracles look on.
    pub fn generate_with(
        &self,
        seed: u64,
        oracles: impl Fn() -> OracleSet<'static>,
    ) -> Result<Run, Failed> {
        let outcome = sandbox::run(&self.limits, |log| {
            let sink = |bytes: &[u8]| log.write(bytes);
            let (walk, _) = self.model.run(Seed(seed), sink, &mut oracles());
            for (arrow, taken) in self.model.fsm().arrows().iter().zip(&walk.taken) {
                if *taken > 0 {
                    let name = self.model.fsm().arrow_name(arrow);
                    log.write(format!("{TRANSITION}{name}\n").as_bytes());
                }
            }
        })?;
        Ok(Run::from_outcome(seed, outcome))
    }

    /// Executes a trace again.
    pub fn replay(&self, trace: &Trace) -> Result<exec::Run, Failed> {
        let runner = LocalRunner::new(self.name, self.library, OptionPolicy::NoFiles);
        Ok(runner.play(trace, &self.limits)?)
    }
}

/// A run that has ended.
pub struct Run {
    pub seed: u64,
    /// The trace, as it was written.
    pub text: Vec<u8>,
    /// The transitions that were taken.
    pub transitions: Vec<String>,
    pub class: Class,
    pub frames: Vec<Frame>,
    pub log_overflowed: bool,
}

impl Run {
    pub fn from_outcome(seed: u64, outcome: Outcome) -> Run {
        let Outcome { log, class, frames, log_overflowed, .. } = outcome;
        let (mut text, mut transitions) = (Vec::with_capacity(log.len()), Vec::new());
        for line in log.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_prefix(TRANSITION.as_bytes()) {
                Some(name) => transitions.push(String::from_utf8_lossy(name).trim().to_owned()),
                None => text.extend_from_slice(line),
            }
        }
        Run { seed, text, transitions, class, frames, log_overflowed }
    }

    /// Whether a limit ended it, so that the same run may come further another time.
    pub fn is_cut(&self) -> bool {
        is_limit(&self.class) || self.log_overflowed
    }

    /// How it ended, in one word.
    pub fn word(&self) -> String {
        match self.log_overflowed {
            true => "log-full".to_owned(),
            false => class_name(&self.class).replace(", ", "-").replace(' ', "-"),
        }
    }

    pub fn sha256(&self) -> String {
        Sha256::digest(&self.text).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Whether a run ended because it used too much: how far it came is chance.
pub fn is_limit(class: &Class) -> bool {
    matches!(class, Class::Timeout | Class::OutOfMemory | Class::OutputFlood)
}
