//! The two passes over the seeds: one in batches, as a campaign does it, for what checks cost; one in which each formula
//! is simplified alone, for what is asked.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::exec::{Played, Player};
use murxla::model::{Logic, Model, Settings};
use murxla::oracle::{Interest, Oracle, OracleSet, Step, Verdict};
use murxla::rng::Seed;
use murxla::sandbox::{self, Batch, Class, Limits, Log, run_batch};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla_api::{ActionKind, Library};

use crate::asked::Asked;
use crate::counters::{Counters, Counting, processor_seconds};
use crate::figures::{Check, Figures};

/// Lines of the log that begin so are of this test, and no part of the trace.
pub const MARK: &str = "#~ ";

/// A solver at some settings.
pub struct Subject {
    library: &'static dyn Library,
    limits: Limits,
    model: Model<'static>,
    counting: Counting,
}

impl Subject {
    /// `setting` is a logic, or `all` for the default settings, and may go on with other settings: `QF_BV+large-runs=0`. `cpu` is
    /// what a run may use of a processor.
    pub fn load(name: &'static str, setting: &str, cpu: Duration) -> Result<Subject, Failed> {
        let counting = Counting::find()?;
        let library = Locator::new(&[])?.load(&Choice { name, version: None }, &Silent)?;
        let mut settings = Settings::default();
        let (logic, others) = setting.split_once('+').unwrap_or((setting, ""));
        if logic != "all" {
            settings.logic = Some(Logic::parse(logic)?);
        }
        settings.set(&others.replace('+', ","))?;
        Ok(Subject {
            library,
            limits: Limits { cpu, wall: cpu * 10, ..Limits::default() },
            model: Model::new(name, library, &settings),
            counting,
        })
    }

    /// Measures the runs with these seeds. What is told per second needs more of them: further seeds are used until runs
    /// took so many seconds of a processor.
    pub fn measure(&self, seeds: std::ops::Range<u64>, seconds: f64) -> Result<Figures, Failed> {
        let mut figures = Figures::default();
        let begun = processor_seconds();
        let (mut chunk, many) = (seeds.clone(), seeds.end - seeds.start);
        loop {
            self.costs(chunk.clone(), &mut figures)?;
            chunk = chunk.end..chunk.end + many;
            let [ours, children] = processor_seconds();
            if ours + children - begun[0] - begun[1] >= seconds {
                break;
            }
        }
        let [ours, children] = processor_seconds();
        figures.own_seconds = ours - begun[0];
        figures.seconds =
            figures.own_seconds + children - begun[1] - figures.counting as f64 * 1e-9;
        for seed in seeds {
            let text = self.folded(seed)?;
            let mut asked = Asked::new(self.library.profile());
            asked.add_run(&text)?;
            figures.asked.add(asked);
        }
        Ok(figures)
    }

    /// The runs in batches, with what was counted in each check.
    fn costs(&self, seeds: std::ops::Range<u64>, figures: &mut Figures) -> Result<(), Failed> {
        let mut first = seeds.start;
        while first < seeds.end {
            let mut next = first;
            let mut on_note = |seed: u64, note: &[u8]| {
                figures.add_counted(&String::from_utf8_lossy(note));
                figures.runs += 1;
                next = seed + 1;
                Ok(())
            };
            let work = |batch: &Batch<'_>| self.batch(batch, first..seeds.end);
            let ended = run_batch(&self.limits, work, &mut on_note)?;
            if let Class::OwnError { message } = &ended.outcome.class {
                return Err(message.as_str().into());
            }
            if let Some(seed) = ended.under_way {
                figures.add_counted(&String::from_utf8_lossy(&ended.outcome.log));
                figures.runs += 1;
                match ended.outcome.class {
                    Class::Timeout => figures.timeouts += 1,
                    _ => figures.died += 1,
                }
                next = seed + 1;
            }
            first = next;
        }
        figures.limit = self.limits.cpu.as_secs_f64();
        Ok(())
    }

    fn batch(&self, batch: &Batch<'_>, seeds: std::ops::Range<u64>) {
        for (number, seed) in seeds.enumerate() {
            if number > 0 {
                self.library.forget().expect("the library forgets");
            }
            batch.begin(seed);
            let lines = Rc::default();
            let onlooker = Onlooker::new(self.counting, batch.log(), Rc::clone(&lines), false);
            let mut oracles = self.oracles().with(Box::new(onlooker));
            self.model.run(Seed(seed), |bytes| batch.log().write(bytes), &mut oracles);
            batch.finish(lines.borrow().as_bytes());
        }
    }

    /// The trace of a run in which each formula was simplified before it was asserted, with lines that tell what became
    /// of it.
    fn folded(&self, seed: u64) -> Result<Vec<u8>, Failed> {
        let outcome = sandbox::run(&self.limits, |log| {
            self.counting.fold(true);
            let onlooker = Onlooker::new(self.counting, log, Rc::default(), true);
            let mut oracles = self.oracles().with(Box::new(onlooker));
            self.model.run(Seed(seed), |bytes| log.write(bytes), &mut oracles);
        })?;
        match outcome.class {
            Class::OwnError { message } => Err(message.into()),
            _ => Ok(outcome.log),
        }
    }

    fn oracles<'o>(&self) -> OracleSet<'o> {
        self.model.oracles()
    }
}

/// Writes what was counted into the log, so that it is there however the run ends.
struct Onlooker<'a> {
    counting: Counting,
    log: &'a Log,
    lines: Rc<RefCell<String>>,
    folding: bool,
    before: Counters,
}

impl<'a> Onlooker<'a> {
    fn new(
        counting: Counting,
        log: &'a Log,
        lines: Rc<RefCell<String>>,
        folding: bool,
    ) -> Onlooker<'a> {
        Onlooker { counting, log, lines, folding, before: counting.read().0 }
    }

    fn tell(&self, line: &str) {
        self.log.write(line.as_bytes());
        self.lines.borrow_mut().push_str(line);
    }
}

impl Oracle for Onlooker<'_> {
    fn name(&self) -> &'static str {
        "quality"
    }

    fn interest(&self) -> Interest {
        if self.folding { Interest::COMMANDS } else { Interest::ANSWERS }
    }

    fn judge(&mut self, step: &Step<'_>, _: &mut Player<'_>) -> Option<Verdict> {
        let (now, last) = self.counting.read();
        let before = std::mem::replace(&mut self.before, now);
        let mut line = MARK.to_owned();
        let kind = step.call.action.kind();
        let is_question = matches!(
            kind,
            ActionKind::Assert | ActionKind::AssertNamed | ActionKind::CheckSatAssuming
        );
        if self.folding && is_question {
            let folds = [
                now.folded_true - before.folded_true,
                now.folded_false - before.folded_false,
                now.not_folded - before.not_folded,
            ];
            let _ = writeln!(line, "folded {} {} {} {}", step.number, folds[0], folds[1], folds[2]);
            self.tell(&line);
        } else if !self.folding
            && matches!(kind, ActionKind::CheckSat | ActionKind::CheckSatAssuming)
            && let Played::Answer(answer) = step.played
        {
            let told = u8::from(now.checks > before.checks);
            let check = Check { told: told > 0, counters: last };
            let _ = writeln!(
                line,
                "checked {answer} {} {}",
                check.to_words(),
                now.counting - before.counting
            );
            self.tell(&line);
        }
        None
    }
}
