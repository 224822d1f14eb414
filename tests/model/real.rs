//! Runs on the real solvers.

use std::collections::BTreeMap;
use std::process::Command;

use murxla::solvers::real;
use murxla::trace::{Recorded, read};
use murxla_api::Answer;

const SEEDS: u64 = 200;

/// Figures of the runs on one solver.
#[derive(Default)]
struct Figures {
    calls: u32,
    rejected: u32,
    skipped: u32,
    answers: [u32; 3],
    /// What was told on standard error, without the command that does it again.
    ends: BTreeMap<String, u32>,
    refusals: BTreeMap<String, u32>,
}

impl Figures {
    fn add(&mut self, seed: u64, solver: &str) {
        let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
            .args(["--time", "5", "--solver", solver, "--seed", &seed.to_string()])
            .output()
            .expect("murxla runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 10)), "{solver}, seed {seed}: {code:?} {told}");
        let end = told.split("; again with").next().unwrap_or_default().trim();
        *self.ends.entry(end.to_owned()).or_default() += 1;
        let (trace, _) = read(&output.stdout).expect("a trace");
        for call in &trace.calls {
            self.calls += 1;
            match &call.reply {
                Some(Recorded::Rejected(why)) => {
                    self.rejected += 1;
                    let why = format!("{}: {why}", call.action.name());
                    *self.refusals.entry(why).or_default() += 1;
                }
                Some(Recorded::Skipped(_)) => self.skipped += 1,
                Some(Recorded::Answer(answer)) => {
                    self.answers[match answer {
                        Answer::Sat => 0,
                        Answer::Unsat => 1,
                        Answer::Unknown => 2,
                    }] += 1;
                }
                _ => {}
            }
        }
    }
}

#[test]
#[ignore = "long: 200 seeds on each real solver"]
fn runs_on_real_solvers_are_seldom_refused() {
    for wrapper in real() {
        let mut figures = Figures::default();
        for seed in 0..SEEDS {
            figures.add(seed, wrapper.name());
        }
        let share = f64::from(figures.rejected) * 100.0 / f64::from(figures.calls.max(1));
        for (end, count) in figures.ends.iter().filter(|(end, _)| !end.is_empty()) {
            println!("  {count} {end}");
        }
        let mut refusals: Vec<_> = figures.refusals.iter().collect();
        refusals.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (why, count) in refusals.iter().take(8) {
            println!("  refused {count} {why}");
        }
        println!(
            "{}: {} calls, rejected {share:.2} %, skipped {}, (sat, unsat, unknown) {:?}",
            wrapper.name(),
            figures.calls,
            figures.skipped,
            figures.answers
        );
        assert!(share < 2.0, "{} refuses too much", wrapper.name());
    }
}
