//! The traces of the first seeds on the pinned solvers, in `golden-SOLVER.txt`: a line for each hundred seeds, with
//! the first digits of the sha256 of each trace, or `-` for a run that did not complete when it was recorded.
//! `BLESS=1` rewrites the file.

use std::fmt::Write;
use std::path::PathBuf;

use libtest_mimic::Failed;
use murxla::oracle::OracleSet;
use murxla::sandbox::Class;

use crate::runs::{Run, Subject};
use crate::{TIME, seeds};

const PER_LINE: usize = 100;
const DIGITS: usize = 8;
/// Stands for a run that did not complete: nothing is compared with it.
const NONE: &str = "-";

fn path(solver: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/survey");
    folder.join(format!("golden-{solver}.txt"))
}

fn entry(run: &Run) -> String {
    match run.class {
        Class::Completed if !run.log_overflowed => run.sha256()[..DIGITS].to_owned(),
        _ => NONE.to_owned(),
    }
}

pub fn check(name: &'static str) -> Result<(), Failed> {
    let subject = Subject::load(name, TIME)?;
    let seeds = seeds(2_000)?;
    let first = seeds.start;
    let mut found = Vec::new();
    for seed in seeds {
        // What oracles ask is no work of the generator.
        found.push(entry(&subject.generate_with(seed, OracleSet::standard)?));
    }
    let heading = format!("# {name} {}", subject.version());
    if std::env::var_os("BLESS").is_some() {
        if first != 0 {
            return Err("a golden file begins with seed 0".into());
        }
        std::fs::write(path(name), write(&heading, &found))?;
        println!("golden: {name}: {} seeds recorded", found.len());
        return Ok(());
    }
    let text = std::fs::read_to_string(path(name))
        .map_err(|_| format!("{name} has no golden file: BLESS=1 records one"))?;
    let Some(golden) = read(&heading, &text) else {
        return Err(format!("{name}: the golden file is of another version than {heading}").into());
    };
    let (mut compared, mut differing) = (0, Vec::new());
    for (seed, found) in (first..).zip(&found) {
        let Some(golden) = usize::try_from(seed).ok().and_then(|place| golden.get(place)) else {
            break;
        };
        if *golden != NONE && found != NONE {
            compared += 1;
            if golden != found {
                differing.push(seed.to_string());
            }
        }
    }
    println!(
        "golden: {name}: {compared} of {} seeds compared, {} differ",
        found.len(),
        differing.len()
    );
    if compared * 10 < found.len() * 9 {
        return Err(format!("{name}: too few seeds are compared").into());
    }
    if differing.is_empty() {
        return Ok(());
    }
    differing.truncate(20);
    let seeds = differing.join(" ");
    Err(format!(
        "{name}: other traces than recorded, first seeds {seeds}; BLESS=1 if that is meant"
    )
    .into())
}

fn write(heading: &str, entries: &[String]) -> String {
    let mut text = format!("{heading}\n");
    for (number, line) in entries.chunks(PER_LINE).enumerate() {
        let _ = writeln!(text, "{} {}", number * PER_LINE, line.join(" "));
    }
    text
}

/// The entries, by seed; `None` if they are for another solver.
fn read<'a>(heading: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut lines = text.lines();
    (lines.next()? == heading).then(|| lines.flat_map(|line| line.split(' ').skip(1)).collect())
}
