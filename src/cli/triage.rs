//! `murxla triage`: replays every finding of a campaign alone, and sorts them by how much they matter.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::ScopeRow;

use super::OwnBuilds;
use super::diagnose::installed_others;
use super::dossier::{Wish, complete};
use super::exit::Outcome;
use super::print::say;
use super::progress::StderrProgress;
use super::shared_store::{InPlaceOfFolder, said};
use super::table::Table;
use crate::campaign::postgres::keep_finding;
use crate::campaign::{Plan, Release};
use crate::exec::OptionPolicy;
use crate::findings::{
    Failure, Finding, ISSUE, Key, MIN_TRACE, OnRelease, Rank, add_duplicates, duplicates,
    finding_in, least_cared_for, rank, read_findings,
};
use crate::oracle::{LocalRunner, Runner};
use crate::sandbox::Limits;
use crate::solvers::Choice;
use crate::trace::read;

/// Do all findings of a campaign again, each alone; put aside what no longer fails, and sort the rest by how much
/// it matters
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder of the campaign; with --store a new folder, into which it is copied
    out: PathBuf,
    #[command(flatten)]
    shared: InPlaceOfFolder,
    /// Seconds of processor time for each
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seed::seconds)]
    time: f64,
}

/// How long options are tried that take a failure away.
const SWITCH_TIME: Duration = Duration::from_secs(10);

/// A row of the table.
struct Row {
    rank: Rank,
    /// What the maintainers say of what its small trace uses, if there is such a trace.
    scope: Option<&'static ScopeRow>,
    key: Key,
    /// What became of it.
    now: String,
    /// What the release does with it, if it was found in a build with assertions.
    release: Option<OnRelease>,
}

/// What became of a finding.
enum Again {
    /// It was found in another library.
    NotAsked,
    Same,
    Gone,
    Other(Key),
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if !args.shared.is_given(true) {
        return triage(args, own);
    }
    let mut opened = match args.shared.open() {
        Ok(opened) => opened,
        Err(outcome) => return Ok(outcome),
    };
    if let Err(outcome) = opened.copy_into(&args.out) {
        return Ok(outcome);
    }
    let outcome = triage(args, own)?;
    // What is ready to be sent is there for all; what no longer fails is put aside here only.
    for (folder, finding) in read_findings(&args.out)? {
        let kept = keep_finding(&mut opened.database, opened.row.id, &folder, &finding.key);
        if let Err(error) = kept {
            return Ok(said(&error));
        }
    }
    Ok(outcome)
}

fn triage(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let plan = match Plan::read(&args.out) {
        Ok(plan) => plan,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let findings = match read_findings(&args.out) {
        Ok(findings) => findings,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let cpu = Duration::from_secs_f64(args.time);
    let limits = Limits { cpu, wall: cpu * 4, ..Limits::default() };
    let mut rows: Vec<Row> = Vec::new();
    let named = plan.settings.iter().find(|(name, _)| name == super::fuzz::SOLVER);
    let solver = named.map(|(_, solver)| solver.as_str());
    let program = std::env::current_exe()?;
    let planned = plan.solvers.first();
    let (locator, sha256) = match (solver.map(Choice::parse).transpose()?, planned) {
        (Some(choice), Some(planned)) if !own.locator()?.has_own(choice.name) => {
            let shown = args.out.display().to_string();
            let own = own.with_library_of_plan(planned, &choice, &shown)?;
            (own.locator()?, planned.sha256.clone())
        }
        _ => (own.locator()?, None),
    };
    for (folder, finding) in findings {
        let choice = Choice::parse(solver.unwrap_or(&finding.key.solver))?;
        let library = locator.load_tried(&choice, true, &StderrProgress::new())?;
        let (trace, _) = match read(&finding.trace) {
            Ok(read) => read,
            Err(error) => {
                say!("error: {}: {error}", folder.join("original.trace").display());
                return Ok(Outcome::BadInput);
            }
        };
        let runner = LocalRunner::new(choice.name, library, OptionPolicy::NoFiles);
        // The library that the user named is asked about every finding; otherwise only the one that made it is.
        let is_other = sha256.is_some() && finding.solver.sha256 != sha256;
        let again = if is_other {
            Again::NotAsked
        } else {
            match Failure::of(choice.name, &runner.play(&trace, &limits)?) {
                None => Again::Gone,
                Some(failure) if failure.key.same_failure(&finding.key) => Again::Same,
                Some(failure) => Again::Other(failure.key),
            }
        };
        let still_fails = matches!(again, Again::Same);
        let text = match again {
            Again::NotAsked => "was found in another library: name that with --lib".to_owned(),
            Again::Same => "still fails".to_owned(),
            Again::Gone => {
                put_aside(&args.out, &folder, "gone")?;
                "does not fail any more: put into gone/".to_owned()
            }
            Again::Other(key) => {
                let runs = duplicates(&folder).unwrap_or_default();
                if add_duplicates(&args.out, &key, &runs)? {
                    put_aside(&args.out, &folder, "merged")?;
                    format!("fails as {}: put into merged/", key.folder_name())
                } else {
                    format!("fails in another way now: {key}")
                }
            }
        };
        let release = match locator.release_of(&choice, library) {
            Some(release) => {
                let release = Release { program: program.clone(), named: release.to_string() };
                Some(release.play(choice.name, &trace, &limits))
            }
            // It may have been there when the finding was made.
            None => finding.release.clone(),
        };
        // What is still there, is small and has no issue yet gets one.
        let is_open = still_fails && folder.join(MIN_TRACE).is_file();
        if is_open && !folder.join(ISSUE).is_file() {
            let wish = Wish {
                locator: &locator,
                choice: &choice,
                time: cpu,
                switch_time: SWITCH_TIME,
                script: None,
                others: installed_others(&locator, choice.name),
            };
            if let Ok(Err(why)) = complete(&folder, &wish) {
                say!("{}: {why}", folder.display());
            }
        }
        let small = std::fs::read(folder.join(MIN_TRACE)).ok();
        let small = small.and_then(|text| Some(read(&text).ok()?.0.calls));
        let demands = &library.profile().demands;
        let scope = small.and_then(|calls| least_cared_for(&calls, demands));
        // What was found out just now is in its file; what was put aside is nowhere.
        let known = finding_in(&folder).unwrap_or_else(|_| finding.clone());
        rows.push(Row {
            rank: Rank::of(&Finding { release: release.clone(), ..known }, rank(scope)),
            scope,
            key: finding.key,
            now: text,
            release,
        });
    }
    rows.sort_by(|one, other| (one.rank, &one.key).cmp(&(other.rank, &other.key)));
    let with_release = rows.iter().any(|row| row.release.is_some());
    let with_scope = rows.iter().any(|row| row.scope.is_some());
    let headings = ["priority", "finding", "now"].into_iter();
    let headings = headings.chain(with_scope.then_some("scope"));
    let mut table =
        Table::new(headings.chain(with_release.then_some("on the release"))).widest_cell(90);
    let mut fails = false;
    for row in &rows {
        fails |= row.now.starts_with("still") || row.now.starts_with("fails");
        let name = format!("{}: {}", row.key.folder_name(), row.key.detail);
        let cells = [row.rank.name(), name, row.now.clone()].into_iter();
        let scope = row.scope.map(|scope| format!("{}: {}", scope.standing, scope.source));
        let cells = cells.chain(with_scope.then(|| scope.unwrap_or_else(|| "-".to_owned())));
        let release = row.release.as_ref().map(|release| release.in_short(&row.key));
        table.row(cells.chain(with_release.then(|| release.unwrap_or_else(|| "-".to_owned()))));
    }
    write!(super::print::stdout(), "{}", table.for_terminal())?;
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
