//! The pass of a survey over its seeds.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use libtest_mimic::Failed;
use murxla::trace::check::check;
use murxla::trace::read;

use crate::figures::Figures;
use crate::replays::{Verdict, compare, to_replay};
use crate::runs::{Run, Subject};

/// Generates, checks and replays the runs with these seeds, at default settings. Traces that are invalid or whose
/// replay differs are kept in [`folder`].
pub fn survey(subject: &Subject, seeds: Range<u64>) -> Result<Figures, Failed> {
    let started = Instant::now();
    let _ = std::fs::remove_dir_all(folder(subject));
    let mut figures = Figures::default();
    for seed in seeds {
        one(subject, &mut figures, &subject.generate(seed)?)?;
    }
    figures.time = started.elapsed();
    Ok(figures)
}

fn one(subject: &Subject, figures: &mut Figures, run: &Run) -> Result<(), Failed> {
    figures.add_run(run);
    let (trace, lines) = match read(&run.text) {
        Ok(read) => read,
        Err(error) => {
            figures.invalid.push((run.seed, format!("it cannot be read: {error}")));
            return keep(subject, run.seed, "unreadable", &run.text);
        }
    };
    figures.add_end(run, &trace);
    figures.add_calls(run, &trace, &lines);
    let profile = subject.library.profile();
    match check(&trace, profile).first() {
        None => figures.valid += 1,
        Some((call, problem)) => {
            figures.invalid.push((run.seed, format!("call {call}: {problem}")));
            keep(subject, run.seed, "invalid", &run.text)?;
        }
    }
    let recorded = to_replay(run, &trace);
    let replay = subject.replay(&recorded)?;
    match compare(run, &recorded, &replay) {
        Verdict::Identical => figures.replays.identical += 1,
        Verdict::Agrees => figures.replays.agreeing += 1,
        Verdict::Cut => figures.replays.cut += 1,
        Verdict::Differs(how) => {
            figures.replays.differing.push((run.seed, how));
            keep(subject, run.seed, "recorded", &run.text)?;
            keep(subject, run.seed, "replayed", &replay.outcome.log)?;
        }
    }
    Ok(())
}

/// Where traces are kept.
pub fn folder(subject: &Subject) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("survey").join(subject.name)
}

fn keep(subject: &Subject, seed: u64, what: &str, text: &[u8]) -> Result<(), Failed> {
    std::fs::create_dir_all(folder(subject))?;
    Ok(std::fs::write(folder(subject).join(format!("{seed}.{what}.trace")), text)?)
}
