//! How many terms of an enumeration are looked at in a second of processor time, beside a loop in C: a program that makes the
//! same calls of the solver's C API, recorded before, with nothing of ours between them.
//!
//! `cargo bench --bench enumerate -- [SOLVER…] [--keep FOLDER]`; each solver in a process of its own. `--keep` leaves the programs there.

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::{Arc, Mutex};

use murxla::enumerate::{Limits, Note, Scripts, Sifter, Space, Terms};
use murxla::reproducer::Repeated;
use murxla::solvers::{Choice, Location, Locator, native_api};
use murxla::supply::Silent;
use murxla_api::Library;
use murxla_native::record::Written;

#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

const SOLVERS: [&str; 4] = ["bitwuzla", "yices", "z3", "cvc5"];
const TERMS: u64 = 12_000;

/// Seconds of processor time of this thread.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    first.unwrap_or_default() / 1e9
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [child, solver, times @ ..] = args.as_slice()
        && child == "child"
    {
        return match times {
            [what] => measure(solver, what),
            [what, folder] => record(solver, what, Path::new(folder)),
            _ => panic!("{times:?}"),
        };
    }
    let kept = args.iter().position(|arg| arg == "--keep").map(|place| {
        args.remove(place);
        PathBuf::from(args.remove(place))
    });
    let chosen: Vec<&str> = match args.is_empty() {
        true => SOLVERS.to_vec(),
        false => args.iter().map(String::as_str).collect(),
    };
    println!("bv2, {TERMS} terms of up to two operators; per second of processor time");
    let folder = kept.unwrap_or_else(std::env::temp_dir);
    for solver in chosen {
        for what in [SIMPLIFIED, ASKED] {
            // Slots that lead to a recorder do so until the process ends.
            let folder = folder.to_str().expect("a name");
            child(&[solver, what, folder]);
            child(&[solver, what]);
        }
    }
}

const SIMPLIFIED: &str = "simplify and compare";
const ASKED: &str = "check-sat";

fn child(args: &[&str]) {
    let program = std::env::current_exe().expect("this program");
    let status = Process::new(program).arg("child").args(args).status();
    assert!(status.is_ok_and(|status| status.success()), "{args:?}");
}

/// Where the time of a loop in C is told.
fn told(solver: &str, what: &str) -> PathBuf {
    std::env::temp_dir().join(format!("murxla-bench-{solver}-{}", what.replace(' ', "-")))
}

fn library(solver: &str) -> (&'static dyn Library, PathBuf) {
    let locator = Locator::new(&[]).expect("a locator");
    let choice = Choice::parse(solver).expect("a solver");
    let library = locator.load(&choice, &Silent).expect("a library");
    let Ok(Location::File(file)) = locator.locate(&choice) else { panic!("{solver} is no file") };
    (library, file)
}

/// The terms, and the numbers of those that are looked at.
fn terms(library: &dyn Library) -> (Terms, Vec<u64>) {
    let space = Space::new("bv2", &Limits::default(), library.profile()).expect("a space");
    let terms = Terms::new(space, 2, false).expect("terms");
    let step = terms.count() / TERMS;
    let numbers = (0..TERMS).map(|number| number * step.max(1)).collect();
    (terms, numbers)
}

/// Records the calls, and has a program in C make them again.
fn record(solver: &str, what: &str, folder: &Path) {
    let (library, file) = library(solver);
    let (mut terms, numbers) = terms(library);
    let api = native_api(solver).expect("a C API");
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    api.record(Box::new(move |line| {
        sink.lock().expect("one thread").extend_from_slice(line);
    }));
    judged(&mut terms, library, &numbers, what);
    let lines = std::mem::take(&mut *lines.lock().expect("one thread"));
    let written: Vec<Written> = lines
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    drop(lines);
    let program = Repeated::of(&written, api);
    drop(written);
    let name = format!("{solver}-{}.c", what.replace(' ', "-"));
    std::fs::write(folder.join(name), &program.text).expect("a file");
    let seconds = program.seconds(api, &file, ROUNDS).expect("a program that ends");
    let Repeated { calls, recorded, unknown, .. } = program;
    let text = format!("{seconds} {calls} {recorded} {unknown}");
    std::fs::write(told(solver, what), text).expect("a file");
}

fn measure(solver: &str, what: &str) {
    let (library, _) = library(solver);
    let (mut terms, numbers) = terms(library);
    let mut time = f64::MAX;
    let mut answers = 0;
    for _ in 0..ROUNDS {
        let judged = judged(&mut terms, library, &numbers, what);
        (answers, time) = (judged.0, time.min(judged.1));
    }
    let text = std::fs::read_to_string(told(solver, what)).expect("the time of the loop");
    let mut words = text.split(' ').filter_map(|word| word.parse::<f64>().ok());
    let mut word = || words.next().expect("a number");
    let (bare, calls, recorded, unknown) = (word(), word(), word(), word());
    let count = if what == ASKED { answers } else { TERMS } as f64;
    println!(
        "{solver:9} {what:20} {:8.0}/s, loop in C {:8.0}/s: {:.0} % ({calls} of {recorded} calls, {unknown} unknown)",
        count / time,
        count / bare,
        100.0 * bare / time,
    );
}

/// So often is each measured, and the least time counts.
const ROUNDS: usize = 3;

/// Looks at terms, as the command does; gives how many answers there were, and the time that it took.
fn judged(terms: &mut Terms, library: &dyn Library, numbers: &[u64], what: &str) -> (u64, f64) {
    let begun = processor_time();
    let scripts = Scripts::new(terms, library.profile());
    let beginning = scripts.beginning(terms, false);
    let sifter = Sifter::new(terms, library, &scripts, &beginning, &[]).expect("an instance");
    let mut sifter = if what == ASKED { sifter.checking_only() } else { sifter.simplifying_only() };
    let mut note = Note::default();
    let mut answers = 0u64;
    for number in numbers {
        note = Note::default();
        sifter.look_at(terms, *number, &mut note);
        assert!(note.doubts.is_empty(), "{number}");
        answers += note.answers.iter().map(|count| u64::from(*count)).sum::<u64>();
    }
    sifter.end(terms, &mut note);
    assert!(note.doubts.is_empty(), "{:?}", note.doubts);
    (answers, processor_time() - begun)
}
