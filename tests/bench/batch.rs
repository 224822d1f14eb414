//! Benchmark of batches: what a process for each run costs, and what batches win back: `cargo bench --bench batch
//! [SOLVER]`.
//!
//! A trivial problem is executed in this process, in a child for each run, and in batches; figures are runs per
//! second of processor time, of this process and its children. Batches should reach 90 % of the rate without fork.

use std::time::Duration;

use murxla::exec::OptionPolicy;
use murxla::oracle::LocalRunner;
use murxla::sandbox::{Batch, Class, Limits, Log, run, run_batch};
use murxla::solvers::{Choice, Locator, WRAPPERS};
use murxla::supply::Silent;
use murxla::trace::{Trace, read};
use murxla_api::Library;

/// Two assertions on bit-vectors of width 8, and the model.
const PROBLEM: &str = "\
1 new
2 set-option \"produce-models\" \"true\"
3 set-logic \"QF_BV\"
4 mk-sort SORT_BV 8
  return s1
5 mk-const s1 \"x\"
  return t1
6 mk-const s1 \"y\"
  return t2
7 mk-term OP_BV_ADD SORT_BV 2 t1 t2
  return t3 s1
8 mk-value s1 \"42\" 10
  return t4
9 mk-term OP_EQUAL SORT_BOOL 2 t3 t4
  return t5 s2
10 mk-term OP_BV_ULT SORT_BOOL 2 t1 t2
  return t6 s2
11 assert-formula t5
12 assert-formula t6
13 check-sat
  return sat
14 get-value 2 t1 t2
15 delete
";
/// For a solver that does a run in 50 µs, a fork is dear even for 200 of them; one that needs 10 ms comes to the first of these
/// only. A campaign makes its batches as large as takes some two seconds, and never larger than the last.
const RUNS_IN_BATCH: [u64; 4] = [50, 200, 1000, 5000];
/// What batches of the best size must reach of the rate without fork.
const GOAL: f64 = 0.9;
const BATCH_TIME: f64 = 2.0;
/// Each way takes at least so much time on a processor.
const LONG_ENOUGH: Duration = Duration::from_millis(500);
const ROUNDS: usize = 5;

struct Bench<'a> {
    solver: &'static str,
    library: &'static dyn Library,
    trace: &'a Trace,
}

impl Bench<'_> {
    fn one(&self, sink: impl FnMut(&[u8])) {
        LocalRunner::new(self.solver, self.library, OptionPolicy::NoFiles)
            .play_here(self.trace, sink);
    }

    fn here(&self) -> Result<u64, String> {
        // The same memory again and again, as the log in a batch.
        let mut text = Vec::new();
        for _ in 0..RUNS_IN_BATCH[0] {
            text.clear();
            self.library.forget().map_err(|error| error.to_string())?;
            self.one(|bytes| text.extend_from_slice(bytes));
        }
        Ok(RUNS_IN_BATCH[0])
    }

    fn in_children(&self) -> Result<u64, String> {
        let one = |log: &Log| self.one(|bytes| log.write(bytes));
        let outcome = run(&Limits::default(), one).map_err(|error| error.to_string())?;
        match outcome.class {
            Class::Completed => Ok(1),
            class => Err(format!("{class:?}")),
        }
    }

    fn in_batch(&self, runs: u64) -> Result<u64, String> {
        let child = |batch: &Batch<'_>| {
            for run in 0..runs {
                if run > 0 {
                    self.library.forget().expect("the library forgets");
                }
                batch.begin(run);
                self.one(|bytes| batch.log().write(bytes));
                batch.finish(b"a small note of a run that came to its end");
            }
        };
        let mut notes = 0;
        let mut on_note = |_: u64, _: &[u8]| {
            notes += 1;
            Ok(())
        };
        let ended = run_batch(&Limits::default(), child, &mut on_note);
        let ended = ended.map_err(|error| error.to_string())?;
        match ended.outcome.class {
            Class::Completed if notes == runs => Ok(notes),
            class => Err(format!("{class:?} after {notes} notes")),
        }
    }

    /// Prints the rates; gives what batches reach of the rate without fork, at the best.
    fn report(&self) -> Result<f64, String> {
        let mut text = Vec::new();
        self.one(|bytes| text.extend_from_slice(bytes));
        let text = String::from_utf8_lossy(&text).into_owned();
        if !text.contains("return sat") || text.contains("rejected") || text.contains("skipped") {
            return Err(format!("the problem does not go as it should:\n{text}"));
        }
        // Others use this machine, too: what is compared was measured side by side, and the median counts.
        let mut rounds: Vec<Round> = Vec::new();
        for _ in 0..ROUNDS {
            let mut round = Round { here: rate(|| self.here())?, ..Round::default() };
            round.alone = rate(|| self.in_children())?;
            let most = (BATCH_TIME * round.here) as u64;
            for (batch, runs) in round.batches.iter_mut().zip(RUNS_IN_BATCH) {
                if runs > most {
                    break;
                }
                let before = rate(|| self.here())?;
                batch.rate = rate(|| self.in_batch(runs))?;
                let after = rate(|| self.here())?;
                batch.of_here = batch.rate * 2.0 / (before + after);
            }
            rounds.push(round);
        }
        println!(
            "{}: runs per CPU-second: {:.0} without fork, {:.0} with a fork for each",
            self.solver,
            median(rounds.iter().map(|round| round.here)),
            median(rounds.iter().map(|round| round.alone))
        );
        let mut best = 0.0_f64;
        for (place, runs) in RUNS_IN_BATCH.iter().enumerate() {
            let batches = || rounds.iter().map(|round| round.batches[place]);
            if batches().any(|batch| batch.rate == 0.0) {
                continue;
            }
            let of_here = median(batches().map(|batch| batch.of_here));
            best = best.max(of_here);
            println!(
                "{}: {:.0} in batches of {runs}: {of_here:.2} of the rate without fork",
                self.solver,
                median(batches().map(|batch| batch.rate)),
            );
        }
        Ok(best)
    }
}

/// Rates that were measured one after the other.
#[derive(Clone, Copy, Default)]
struct Round {
    here: f64,
    alone: f64,
    batches: [InBatches; RUNS_IN_BATCH.len()],
}

#[derive(Clone, Copy, Default)]
struct InBatches {
    rate: f64,
    /// Compared with the rate without fork right before and after.
    of_here: f64,
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Runs per second of processor time.
fn rate(mut work: impl FnMut() -> Result<u64, String>) -> Result<f64, String> {
    let started = cpu_time()?;
    let mut runs = 0;
    loop {
        runs += work()?;
        let used = cpu_time()? - started;
        if used >= LONG_ENOUGH {
            return Ok(runs as f64 / used.as_secs_f64());
        }
    }
}

/// Time on processors of this process and of its children that have ended, from the clock of the kernel: user,
/// system, and both of the children, in ticks.
fn cpu_time() -> Result<Duration, String> {
    const FIRST: usize = 11;
    let stat = std::fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // The name, in parentheses, may hold anything.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let times = fields.split_whitespace().skip(FIRST).take(4);
    let ticks: u64 = times.map(|time| time.parse::<u64>().unwrap_or(0)).sum();
    // The kernel shows ticks of 10 ms to programs, whatever it counts in itself.
    Ok(Duration::from_millis(ticks * 10))
}

fn main() -> Result<(), String> {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (trace, _) = read(PROBLEM.as_bytes()).map_err(|error| error.to_string())?;
    let locator = Locator::new(&[]).map_err(|error| error.to_string())?;
    let mut least = f64::INFINITY;
    for wrapper in WRAPPERS.iter().filter(|wrapper| wrapper.needs_library()) {
        let solver = wrapper.name();
        if !wanted.is_empty() && !wanted.iter().any(|word| word == solver) {
            continue;
        }
        let choice = Choice { name: solver, version: None };
        let library = locator.load(&choice, &Silent).map_err(|error| error.to_string())?;
        least = least.min(Bench { solver, library, trace: &trace }.report()?);
    }
    println!("batches: at least {least:.2} of the rate without fork");
    match least >= GOAL {
        true => Ok(()),
        false => Err(format!("batches should reach {GOAL}")),
    }
}
