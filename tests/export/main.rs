//! The exporter against front ends: the solvers' own programs read the scripts of generated runs, and must give the
//! same answers.
//!
//! A library is loaded once in a process, each run is forked from there, and its script is read by a program: Z3's and
//! Yices's own, and small ones around the parsers of cvc5 and Bitwuzla. One thread, the main one: see Cargo.toml.

mod answers;
mod clashes;
mod corpus;
mod figures;
mod foreign;
mod front;
mod known;
mod plain;
mod plain_known;
#[path = "../survey/runs.rs"]
#[allow(dead_code, reason = "the survey uses all of it")]
mod runs;
mod seeds;
mod selftest;

use std::path::PathBuf;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::model::Settings;
use murxla::smt::export::{Export, Target, WrapperRows, export};
use murxla::smt::{print, read, script_text, script_trace};
use murxla::solvers::{real, wrapper};
use murxla::trace::{Call, Trace};
use murxla_api::Wrapper;

use answers::{Verdict, judge, refusals};
use figures::Figures;
use front::FrontEnd;
use known::{Case, Runs};
use runs::Subject;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// What a run may use of a processor.
const TIME: Duration = Duration::from_secs(1);
const QUICK_TIME: Duration = Duration::from_millis(250);
const QUICK_SEEDS: u64 = 40;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    for wrapper in real() {
        let name = wrapper.name();
        let long = Trial::test(format!("export_10000_{name}"), move || long(name));
        trials.push(long.with_kind("long").with_ignored_flag(true));
        let foreign = Trial::test(format!("foreign_2500_{name}"), move || {
            foreign::check(name, 2500, &Settings::default())
        });
        trials.push(foreign.with_kind("long").with_ignored_flag(true));
        let standard = Trial::test(format!("standard_2500_{name}"), move || {
            foreign::check(name, 2500, &Settings { smt_lib: true, ..Settings::default() })
        });
        trials.push(standard.with_kind("long").with_ignored_flag(true));
        trials.push(Trial::test(format!("quick_{name}"), move || {
            check(&Subject::load(name, QUICK_TIME)?, (0..QUICK_SEEDS).collect())
        }));
    }
    trials.extend(selftest::trials());
    for name in ["z3", "cvc5"] {
        let corpus =
            Trial::test(format!("corpus_{name}"), move || corpus::answered_as_before(name));
        trials.push(corpus.with_kind("long").with_ignored_flag(true));
        trials.push(Trial::test(format!("plain_regress_{name}"), move || plain::regress(name)));
        let plain = Trial::test(format!("plain_corpus_{name}"), move || plain::corpus(name));
        trials.push(plain.with_kind("long").with_ignored_flag(true));
        let plain = Trial::test(format!("plain_generated_2000_{name}"), move || {
            plain::generated(name, 2000)
        });
        trials.push(plain.with_kind("long").with_ignored_flag(true));
    }
    trials.push(Trial::test("clashes_mean_the_same", clashes::check));
    libtest_mimic::run(&arguments, trials).exit();
}

fn long(name: &'static str) -> Result<(), Failed> {
    check(&Subject::load(name, TIME)?, seeds::chosen()?)
}

/// Exports each run and has it read. Scripts with which something is wrong are kept.
fn check(subject: &Subject, seeds: Vec<u64>) -> Result<(), Failed> {
    let is_whole_check = seeds.len() as u64 >= seeds::ALL;
    // A quick check does not disturb a long one.
    let name = format!("{}-{}", subject.name, seeds.len());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let front = FrontEnd::of(subject.name)?;
    let rows = WrapperRows(Some(wrapper(subject.name)?));
    let mut figures = Figures::default();
    for seed in seeds {
        let run = subject.generate(seed)?;
        let Ok((trace, _)) = murxla::trace::read(&whole_lines(&run.text)) else {
            return Err(format!("seed {seed}: the log of the run is no trace").into());
        };
        let dialect = rows.dialect();
        let target = Target { solver: subject.name, dialect, own: &rows };
        let exported = export(&trace, &target);
        let (text, errors) = exported.text(rows.dialect());
        figures.exported(&exported, &errors);
        let log = String::from_utf8_lossy(&run.text);
        let case = Case { seed, solver: subject.name, script: &text, trace: &log };
        let mut keep = false;
        let mut judged = |figures: &mut Figures, verdict: &Verdict| {
            keep |= figures.judged(&case, verdict);
            keep |= matches!(verdict, Verdict::Wrong(_));
        };
        if let Some(problem) = printed_again(&text, &rows) {
            judged(&mut figures, &Verdict::Wrong(problem));
        }
        match there_and_back(&text, wrapper(subject.name)?) {
            None => figures.there_and_back += 1,
            Some(problem) => judged(&mut figures, &Verdict::Wrong(problem)),
        }
        let file = folder.join(format!("{seed}.smt2"));
        std::fs::write(&file, &text)?;
        let output = front.read(&file, incremental(&trace), uses_mcsat(&trace))?;
        judged(&mut figures, &judge(&exported, &output, &run.class, &refusals(&trace)));
        if keep {
            std::fs::write(folder.join(format!("{seed}.trace")), &run.text)?;
            std::fs::write(folder.join(format!("{seed}.out")), &output.text)?;
        } else {
            std::fs::remove_file(&file)?;
        }
    }
    if is_whole_check {
        figures.require_known_rows(subject.name, Runs::Own);
    }
    println!("{}", figures.report(subject.name));
    match figures.unexplained.is_empty() {
        true => Ok(()),
        false => {
            let shown: Vec<&str> =
                figures.unexplained.iter().take(50).map(String::as_str).collect();
            Err(format!("{}\nscripts in {}", shown.join("\n"), folder.display()).into())
        }
    }
}

/// A log that ends in the middle of a line, without that line.
fn whole_lines(text: &[u8]) -> Vec<u8> {
    let end = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    text[..end].to_vec()
}

/// What we read of the script is printed the same way.
fn printed_again(text: &str, rows: &WrapperRows) -> Option<String> {
    let own: Vec<_> = rows.0.map_or(&[][..], |wrapper| wrapper.own_operators()).iter().collect();
    match read(text.as_bytes(), &own) {
        Err(error) => Some(format!("we do not read it ourselves: {error}")),
        Ok(script) => match print(&script, rows.dialect()) {
            Err(error) => Some(format!("what we read has no text: {error}")),
            Ok(again) => different("printed again", text, &again),
        },
    }
}

/// The first line in which two scripts differ beside their comments; one that ends early differs, too.
fn different(what: &str, old: &str, new: &str) -> Option<String> {
    let without_comments = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with(';')).map(str::to_owned).collect()
    };
    let (old, new) = (without_comments(old), without_comments(new));
    let place = (0..old.len().max(new.len())).find(|place| old.get(*place) != new.get(*place))?;
    let line = |lines: &[String]| lines.get(place).cloned().unwrap_or_default();
    Some(format!("{what}: {}  /  {}", line(&old), line(&new)))
}

/// The script becomes a trace, and that the same script again. What was left out left a comment, and no call.
fn there_and_back(text: &str, wrapper: &'static dyn Wrapper) -> Option<String> {
    let imported = match script_trace(text.as_bytes(), Some(wrapper)) {
        Ok(imported) => imported,
        Err(error) => return Some(format!("not imported: {error}")),
    };
    let again = script_text(&imported.trace, Some(wrapper));
    // Commands of the solver's own are said in exports, and traces have no calls for those that are read.
    let own: Vec<String> = wrapper
        .own_actions()
        .iter()
        .filter(|row| !row.smtlib.is_empty())
        .flat_map(|row| [format!("({} ", row.smtlib), format!("({})", row.smtlib)])
        .collect();
    let is_own = |line: &str| own.iter().any(|begin| line.starts_with(begin.as_str()));
    let again = String::from_utf8_lossy(&again);
    let commands = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with(';')).map(str::to_owned).collect()
    };
    let compared = commands(text).iter().position(|line| is_own(line)).unwrap_or(usize::MAX);
    let begin = |text: &str| -> String {
        commands(text).iter().take(compared).map(|line| format!("{line}\n")).collect()
    };
    different("there and back", &begin(text), &begin(&again))
}

fn sets(trace: &Trace, name: &str, value: &str) -> bool {
    use murxla::trace::CallArg::Text;
    trace.calls.iter().any(|call| {
        call.action.name() == "set-option"
            && matches!(call.args.as_slice(), [Text(a), Text(b)] if &**a == name && &**b == value)
    })
}

/// Whether more is done than one check.
fn incremental(trace: &Trace) -> bool {
    let checks = |call: &&Call| call.action.name().starts_with("check-sat");
    sets(trace, "incremental", "true")
        || trace.calls.iter().filter(checks).count() > 1
        || trace.calls.iter().any(|call| call.action.name() == "reset-assertions")
}

fn uses_mcsat(trace: &Trace) -> bool {
    sets(trace, "solver-type", "mcsat")
}

/// Used by the figures.
fn is_whole(exported: &Export) -> bool {
    exported.left_out.is_empty()
}
