//! `murxla triage`: does every finding still fail?

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::OwnBuilds;
use super::exit::Outcome;
use super::progress::StderrProgress;
use super::table::Table;
use crate::campaign::{Plan, wrong};
use crate::exec::{OptionPolicy, replay_here};
use crate::findings::{Finding, Key, Priority, add_duplicates, duplicates, read_findings};
use crate::sandbox::{self, Limits};
use crate::solvers::Choice;
use crate::trace::read;

/// Do all findings of a campaign again, each alone; put aside what no longer fails, and sort the rest by how much
/// it matters
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder of the campaign
    out: PathBuf,
    /// Seconds of processor time for each
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::run::seconds)]
    time: f64,
}

/// What became of a finding.
enum Verdict {
    Same,
    Gone,
    Other(Key),
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if let Err(error) = Plan::read(&args.out) {
        eprintln!("error: {error}");
        return Ok(Outcome::BadInput);
    }
    let findings = match read_findings(&args.out) {
        Ok(findings) => findings,
        Err(error) => {
            eprintln!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let locator = own.locator()?;
    let cpu = Duration::from_secs_f64(args.time);
    let limits = Limits { cpu, wall: cpu * 4, ..Limits::default() };
    let mut rows: Vec<(Priority, Finding, String)> = Vec::new();
    for (folder, finding) in findings {
        let choice = Choice::parse(&finding.key.solver)?;
        let library = locator.load(&choice, &StderrProgress::new())?;
        let (trace, _) = match read(&finding.trace) {
            Ok(read) => read,
            Err(error) => {
                eprintln!("error: {}: {error}", folder.join("original.trace").display());
                return Ok(Outcome::BadInput);
            }
        };
        let outcome = sandbox::run(&limits, |log| {
            let sink = |bytes: &[u8]| log.write(bytes);
            replay_here(&trace, choice.name, OptionPolicy::NoFiles, || Ok(library), sink);
        })?;
        let verdict = match wrong(choice.name, &outcome) {
            None => Verdict::Gone,
            Some(wrong) if wrong.key == finding.key => Verdict::Same,
            Some(wrong) => Verdict::Other(wrong.key),
        };
        let text = match verdict {
            Verdict::Same => "still fails".to_owned(),
            Verdict::Gone => {
                put_aside(&args.out, &folder, "gone")?;
                "does not fail any more: put into gone/".to_owned()
            }
            Verdict::Other(key) => {
                let runs = duplicates(&folder).unwrap_or_default();
                if add_duplicates(&args.out, &key, &runs)? {
                    put_aside(&args.out, &folder, "merged")?;
                    format!("fails as {}: put into merged/", key.folder_name())
                } else {
                    format!("fails in another way now: {key}")
                }
            }
        };
        rows.push((Priority::of(&finding.key), finding, text));
    }
    rows.sort_by(|one, other| (one.0, &one.1.key).cmp(&(other.0, &other.1.key)));
    let mut table = Table::new(["priority", "finding", "now"]).widest_cell(90);
    let mut fails = false;
    for (priority, finding, text) in &rows {
        fails |= text.starts_with("still") || text.starts_with("fails");
        let name = format!("{}: {}", finding.key.folder_name(), finding.key.detail);
        table.row([priority.name().to_owned(), name, text.clone()]);
    }
    print!("{table}");
    Ok(if fails { Outcome::Finding } else { Outcome::Clean })
}

/// Moves a finding out of the way; nothing is deleted.
fn put_aside(out: &Path, folder: &Path, place: &str) -> std::io::Result<()> {
    let place = out.join(place);
    std::fs::create_dir_all(&place)?;
    match folder.file_name() {
        Some(name) => std::fs::rename(folder, place.join(name)),
        None => Ok(()),
    }
}
