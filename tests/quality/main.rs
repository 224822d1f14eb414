//! How good the questions are that the generator asks: sizes, repeats, what folds, what the search of a solver has to do.
//!
//! `quality --measure SOLVER SETTING SEEDS SECONDS MILLISECONDS` measures, in a process of its own with the library preloaded that
//! counts inside of the solver (`counters.c`): a process holds one solver then.

mod asked;
mod counters;
mod figures;
mod measure;
mod references;

use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::solvers::WRAPPERS;

use measure::Subject;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// What a run may use of a processor.
const TIME: Duration = Duration::from_secs(1);
const QUICK_TIME: Duration = Duration::from_millis(250);
const SEEDS: u64 = 300;
/// What is told per second comes from so many of them, at least.
const SECONDS: u64 = 20;
const QUICK_SEEDS: u64 = 16;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "--measure") {
        if let Err(failed) = measure_here(&words[1..]) {
            eprintln!("{}", failed.message().unwrap_or("failed"));
            std::process::exit(1);
        }
        return;
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    for wrapper in WRAPPERS.iter().filter(|wrapper| wrapper.needs_library()) {
        let name = wrapper.name();
        let long = Trial::test(format!("quality_{name}"), move || measure_apart(name));
        trials.push(long.with_kind("long").with_ignored_flag(true));
        trials.push(Trial::test(format!("quick_{name}"), move || {
            apart(name, "all", QUICK_SEEDS, 0, QUICK_TIME)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn measure_apart(name: &'static str) -> Result<(), Failed> {
    let number = |name: &str, default: u64| match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name} is no number: {text}")),
        Err(_) => Ok(default),
    };
    let seeds = number("MURXLA_QUALITY_SEEDS", SEEDS)?.max(1);
    let seconds = number("MURXLA_QUALITY_SECONDS", SECONDS)?;
    let default = if name == "bitwuzla" { "QF_BV,QF_AUFBV,all" } else { "all" };
    let settings = std::env::var("MURXLA_QUALITY_SETTINGS").unwrap_or(default.to_owned());
    settings.split(',').try_for_each(|setting| apart(name, setting, seeds, seconds, TIME))
}

/// Measures in another process, which prints the table.
fn apart(
    name: &str,
    setting: &str,
    seeds: u64,
    seconds: u64,
    time: Duration,
) -> Result<(), Failed> {
    let library = counters::compile()?;
    let mut measuring = Command::new(std::env::current_exe()?);
    let numbers = [seeds, seconds, time.as_millis() as u64].map(|number| number.to_string());
    measuring.args(["--measure", name, setting]).args(numbers);
    match measuring.env("LD_PRELOAD", library).status()?.success() {
        true => Ok(()),
        false => Err(format!("{name} {setting}: not measured").into()),
    }
}

fn measure_here(words: &[String]) -> Result<(), Failed> {
    let [name, setting, seeds, seconds, milliseconds] = words else {
        return Err("five words".into());
    };
    let wrapper = WRAPPERS.iter().find(|wrapper| wrapper.name() == name).ok_or("no such solver")?;
    let time = Duration::from_millis(milliseconds.parse()?);
    let subject = Subject::load(wrapper.name(), setting, time)?;
    let figures = subject.measure(0..seeds.parse()?, seconds.parse()?)?;
    let table = figures.table(name, setting);
    // The quick tests show that it can be made.
    if time == TIME {
        println!("{table}");
    }
    let (checks, told) = (figures.checks.len() as u64, figures.told());
    if checks == 0 || told * 10 < checks * 9 {
        return Err(format!("of {checks} checks {told} were counted").into());
    }
    if figures.asked.folds() * 10 < figures.asked.assertions * 9 {
        return Err("of most assertions it is not known whether they fold".into());
    }
    if figures.tells_search(name) && figures.searched() == 0 {
        return Err("no check has a decision or a conflict: nothing is counted".into());
    }
    Ok(())
}
