//! The oracles that ask a new instance, on a real solver: what they said is printed.

use std::collections::BTreeMap;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::model::{Model, Settings};
use murxla::oracle::{Checks, OracleSet};
use murxla::rng::Seed;
use murxla::sandbox::{self, Limits};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::read;

/// Runs with the two oracles; what they accuse the solver of is for people to examine, and an error.
pub fn check(solver: &str, runs: u64) -> Result<(), Failed> {
    let choice = Choice::parse(solver)?;
    let library = Locator::new(&[])?.load(&choice, &Silent)?;
    let model = Model::new(choice.name, library, &Settings::default());
    let checks = Checks::parse("same-question,cores")?;
    let limits = Limits { cpu: Duration::from_secs(2), ..Limits::default() };
    let mut said: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let folder = std::env::temp_dir().join(format!("murxla-new-instances-{solver}"));
    std::fs::create_dir_all(&folder)?;
    for seed in 1..=runs {
        let outcome = sandbox::run(&limits, |log| {
            let mut oracles = OracleSet::of(&checks);
            model.run(Seed(seed), |bytes| log.write(bytes), &mut oracles);
            for given in oracles.verdicts() {
                log.write(format!("# said {}: {:?}\n", given.oracle, given.verdict).as_bytes());
            }
        })?;
        *said.entry(format!("ended {:?}", outcome.class)).or_default() += 1;
        let text = String::from_utf8_lossy(&outcome.log);
        for line in text.lines().filter_map(|line| line.strip_prefix("# said ")) {
            *said.entry(line.to_owned()).or_default() += 1;
        }
        let Ok((trace, _)) = read(&outcome.log) else { continue };
        for violated in trace.calls.iter().filter_map(|call| call.violated.as_ref()) {
            let file = folder.join(format!("{}-{seed}.trace", violated.oracle));
            std::fs::write(&file, &outcome.log)?;
            wrong.push(format!("{}: {}: {}", file.display(), violated.oracle, violated.what));
        }
    }
    for (what, count) in said {
        println!("{count:6} {what}");
    }
    println!("{} accusations in {runs} runs of {solver}", wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
