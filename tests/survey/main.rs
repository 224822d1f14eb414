//! The survey of the generator on real solvers: validity, refusals, answers, coverage, replays, determinism.
//!
//! A library is loaded once in a process, and each run is forked from there. One thread, the main one: see
//! Cargo.toml. `survey --hashes SOLVER FROM TO [TEXTS]` is for the test of determinism: it prints a line
//! `seed class length sha256` for each run, and writes all texts to a file.

mod batches;
mod claims;
mod determinism;
mod figures;
mod golden;
mod kinds;
mod models;
mod pass;
mod replays;
mod report;
mod runs;
mod selftest;

use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::model::Fsm;
use murxla::solvers::WRAPPERS;

use figures::Figures;
use runs::Subject;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// What a run may use of a processor, in the long surveys.
const TIME: Duration = Duration::from_secs(1);
/// The same in the quick ones: there it matters little whether a run comes to its end.
const QUICK_TIME: Duration = Duration::from_millis(250);
const QUICK_SEEDS: u64 = 40;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "--hashes") {
        if let Err(failed) = determinism::child(&words[1..]) {
            eprintln!("{}", failed.message().unwrap_or("failed"));
            std::process::exit(1);
        }
        return;
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = kinds::trials();
    trials.extend(selftest::trials());
    // Binaries have tests of their own: tests/pipes.
    for wrapper in WRAPPERS.iter().filter(|wrapper| wrapper.name() != "smtlib") {
        let name = wrapper.name();
        let mut long = |test: String, run: fn(&'static str) -> Result<(), Failed>| {
            let trial = Trial::test(test, move || run(name));
            trials.push(trial.with_kind("long").with_ignored_flag(true));
        };
        long(format!("survey_10000_{name}"), long_survey);
        long(format!("batch_10000_{name}"), long_batches);
        if wrapper.needs_library() {
            long(format!("determinism_2000_{name}"), |name| determinism::check(name, 2_000));
            long(format!("golden_2000_{name}"), golden::check);
            long(format!("models_10000_{name}"), models::check);
            long(format!("corpus_models_{name}"), models::check_corpus);
        } else {
            long(format!("determinism_10000_{name}"), |name| determinism::check(name, 10_000));
        }
        trials.push(Trial::test(format!("quick_{name}"), move || quick_survey(name)));
        trials.push(Trial::test(format!("quick_batch_{name}"), move || quick_batches(name)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The seeds of a long test: as many as its name says from 0 on, if the environment does not say otherwise.
fn seeds(count: u64) -> Result<std::ops::Range<u64>, Failed> {
    let number = |name: &str, default: u64| match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name} is no number: {text}")),
        Err(_) => Ok(default),
    };
    let from = number("MURXLA_SURVEY_FROM", 0)?;
    Ok(from..from.saturating_add(number("MURXLA_SURVEY_SEEDS", count)?))
}

fn long_survey(name: &'static str) -> Result<(), Failed> {
    const SEEDS: u64 = 10_000;
    let subject = Subject::load(name, TIME)?;
    let seeds = seeds(SEEDS)?;
    let all = seeds.end - seeds.start >= SEEDS;
    let figures = pass::survey(&subject, seeds)?;
    print!("{}", report::tables(&subject, &figures));
    println!("{}", report::line(&subject, &figures));
    let mut wrong = report::wrong(&subject, &figures);
    if all {
        // What is rare does not come in a few seeds.
        wrong.extend(report::missing(&subject, &figures));
    }
    verdict(&wrong)
}

fn quick_survey(name: &'static str) -> Result<(), Failed> {
    let subject = Subject::load(name, QUICK_TIME)?;
    let problems = Fsm::problems(&subject.library.profile().extension);
    if !problems.is_empty() {
        return Err(format!("its part of the machine: {}", problems.join("; ")).into());
    }
    let figures: Figures = pass::survey(&subject, 0..QUICK_SEEDS)?;
    println!("{}", report::line(&subject, &figures));
    verdict(&report::wrong_of_a_few(&subject, &figures))
}

fn long_batches(name: &'static str) -> Result<(), Failed> {
    batches::check(&Subject::load(name, TIME)?, seeds(10_000)?)
}

fn quick_batches(name: &'static str) -> Result<(), Failed> {
    batches::check(&Subject::load(name, QUICK_TIME)?, 0..QUICK_SEEDS)
}

fn verdict(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
