//! Runs in batches: each is the run alone, byte for byte.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use libtest_mimic::Failed;
use murxla::rng::Seed;
use murxla::sandbox::{Batch, Class, run_batch};
use sha2::{Digest, Sha256};

use crate::determinism::first_difference;
use crate::runs::{Run, Subject, is_limit};

/// So many seeds are done in one child.
const BATCH: u64 = 50;

/// A run in a batch.
pub enum InBatch {
    /// It came to its end; the hash of its text.
    Finished(Vec<u8>),
    /// It ended the child.
    Ended(Box<Run>),
}

/// A run in a batch against the same run alone.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Same,
    /// A limit cut both runs, and the shorter is a beginning of the longer.
    SameBeginning,
    /// A limit cut one of the runs.
    SetAside,
    Differs(String),
}

/// Each seed, in a batch and alone. Texts that differ are kept.
pub fn check(subject: &Subject, seeds: Range<u64>) -> Result<(), Failed> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("batches").join(subject.name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let count = seeds.end - seeds.start;
    let (mut same, mut same_beginning, mut set_aside) = (0, 0, 0);
    let mut differing = Vec::new();
    let mut start = seeds.start;
    while start < seeds.end {
        let end = seeds.end.min(start + BATCH);
        let batches = in_batches(subject, start..end)?;
        for seed in start..end {
            let (first, run) = batches.get(&seed).ok_or("a run is missing")?;
            let alone = subject.generate(seed)?;
            match compare(run, &alone) {
                Verdict::Same => same += 1,
                Verdict::SameBeginning => same_beginning += 1,
                Verdict::SetAside => set_aside += 1,
                Verdict::Differs(how) => {
                    let text = match run {
                        InBatch::Finished(_) => text_in_batch(subject, *first..seed + 1)?,
                        InBatch::Ended(run) => run.text.clone(),
                    };
                    println!("seed {seed}, in the batch from seed {first} on: {how}");
                    println!("  {}", first_difference(&text, &alone.text));
                    std::fs::write(folder.join(format!("{seed}.batch.trace")), &text)?;
                    std::fs::write(folder.join(format!("{seed}.alone.trace")), &alone.text)?;
                    differing.push(seed);
                }
            }
        }
        start = end;
    }
    println!(
        "batches: {count} seeds of {}: {same} the same in a batch and alone, {same_beginning} as far as a limit \
         let both come, {set_aside} not compared (a limit cut one of both), {} differ",
        subject.name,
        differing.len()
    );
    if same * 2 < count {
        return Err("most runs are cut by a limit, so too few are compared".into());
    }
    match differing.is_empty() {
        true => Ok(()),
        false => Err(format!("seeds {differing:?}: traces in {}", folder.display()).into()),
    }
}

pub fn compare(in_batch: &InBatch, alone: &Run) -> Verdict {
    match in_batch {
        InBatch::Finished(_) if alone.is_cut() => Verdict::SetAside,
        InBatch::Finished(hash) => {
            if alone.class != Class::Completed {
                Verdict::Differs(format!("it finished / {}", alone.word()))
            } else if Sha256::digest(&alone.text).as_slice() == hash {
                Verdict::Same
            } else {
                Verdict::Differs("another text".to_owned())
            }
        }
        InBatch::Ended(run) if run.is_cut() != alone.is_cut() => Verdict::SetAside,
        InBatch::Ended(run) if run.is_cut() => {
            if run.text.starts_with(&alone.text) || alone.text.starts_with(&run.text) {
                Verdict::SameBeginning
            } else {
                Verdict::Differs("both were cut, but not the same run".to_owned())
            }
        }
        InBatch::Ended(run) => {
            if run.text == alone.text && run.word() == alone.word() {
                Verdict::Same
            } else {
                Verdict::Differs(format!("{} / {}", run.word(), alone.word()))
            }
        }
    }
}

/// Does these seeds in as few children as possible; gives with each the first seed of its child.
pub fn in_batches(
    subject: &Subject,
    seeds: Range<u64>,
) -> Result<BTreeMap<u64, (u64, InBatch)>, Failed> {
    let mut runs = BTreeMap::new();
    let mut first = seeds.start;
    while first < seeds.end {
        let mut next = first;
        let mut on_note = |seed: u64, note: &[u8]| {
            runs.insert(seed, (first, InBatch::Finished(note.to_vec())));
            next = seed + 1;
            Ok(())
        };
        let work = |batch: &Batch<'_>| do_runs(subject, batch, first..seeds.end);
        let ended = run_batch(&subject.limits, work, &mut on_note)?;
        if let Class::OwnError { message } = &ended.outcome.class {
            return Err(message.as_str().into());
        }
        if let Some(seed) = ended.under_way {
            let run = Box::new(Run::from_outcome(seed, ended.outcome));
            runs.insert(seed, (first, InBatch::Ended(run)));
            next = seed + 1;
        } else if ended.outcome.class != Class::Completed && !is_limit(&ended.outcome.class) {
            return Err(format!("between runs, before seed {next}: {:?}", ended.outcome).into());
        }
        first = next;
    }
    Ok(runs)
}

fn do_runs(subject: &Subject, batch: &Batch<'_>, seeds: Range<u64>) {
    for (number, seed) in seeds.enumerate() {
        if number > 0 {
            subject.library.forget().expect("the library forgets");
        }
        batch.begin(seed);
        let mut hash = Sha256::new();
        let sink = |bytes: &[u8]| {
            batch.log().write(bytes);
            hash.update(bytes);
        };
        subject.model.run(Seed(seed), sink, &mut subject.model.oracles());
        batch.finish(&hash.finalize());
    }
}

/// The text of the last of these runs in one child.
fn text_in_batch(subject: &Subject, seeds: Range<u64>) -> Result<Vec<u8>, Failed> {
    let work = |batch: &Batch<'_>| do_runs(subject, batch, seeds);
    Ok(run_batch(&subject.limits, work, &mut |_, _| Ok(()))?.outcome.log)
}
