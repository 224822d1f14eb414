//! `murxla bisect`: which releases of a solver have a bug.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::OwnBuilds;
use super::case::Case;
use super::exit::Outcome;
use super::print::say;
use super::progress::StderrProgress;
use super::table::Table;
use crate::diagnosis::{Playable, Seen, released};
use crate::findings::{
    Diagnosis, Failure, Matrix, ReleaseState, diagnosis_of, record_diagnosis, version_order,
};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Location, Locator, SolverProblem, wrapper};
use crate::supply::{self, SolverSpec};

/// Tell which releases of a solver have a bug, and since when
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla bisect out/findings/NAME                        the releases that are installed
  murxla bisect bug.trace --versions 4.8.8..5.4          all in this range, installed if they are missing
  murxla bisect bug.smt2 --solver z3 --versions 4.8.12,4.12.1,5.4.0
  murxla bisect repro.c --solver z3 --versions 5.0.0..5.4       a C program; or it has a line // solver: z3
  murxla bisect bug.trace --versions 4.8.8..5.4 --at-most 8     eight of them, evenly chosen

Each release plays the trace or script in a process of its own, and what it does is compared with what the first of these \
does that fails: the solver of the trace, then the releases from the newest on. Of a script a wrong answer is one that \
contradicts its :status; with a line `; binary: NAME` the solver's binary reads it. A C program is compiled with the header of \
each release; it fails if it crashes or does not return 0. In the matrix `bad` is a release that fails in the same way (or in the same call at another \
place), `good` one in which nothing fails, `other` one that fails otherwise, and `?` one of which it cannot be told: it \
lacks something, or refuses it. In the folder of a finding the matrix is kept. Versions are those of `murxla solvers \
versions NAME`; what a range begins or ends with need not exist. Exit code 10: a release has the bug; 12: none has.")]
pub(super) struct Args {
    /// A trace, a script, a C program, or the folder of a finding
    #[arg(value_name = "FINDING|TRACE|FILE.smt2|FILE.c")]
    file: PathBuf,
    /// The releases: FROM..TO, or a list; either end of a range may be left out [default: those that are installed]
    #[arg(long, value_name = "RANGE|LIST")]
    versions: Option<String>,
    /// The solver, if the file does not say it
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Of a range only so many releases, evenly chosen, with the oldest and the newest
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(2..))]
    at_most: Option<u64>,
    /// Seconds that a release may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seed::seconds)]
    time: f64,
    /// Print the matrix as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let case = match Case::read(&args.file, args.solver.as_deref()) {
        Ok(case) => case,
        Err(message) => {
            say!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let recorded = match &case {
        Case::Script { solver, .. } | Case::Outside { solver, .. } => solver.clone(),
        Case::Trace(input) => {
            let name = args.solver.as_deref().or(input.trace.header.solver.as_deref());
            let Some(name) = name else {
                say!(
                    "error: {} does not say for which solver it is; name one with --solver",
                    args.file.display()
                );
                return Ok(Outcome::BadInput);
            };
            Choice::parse(name)?
        }
    };
    let playable = case.playable();
    let name = recorded.name;
    let locator = own.locator()?;
    let range = args.versions.as_deref();
    let versions = match chosen_versions(range, args.at_most, &locator, name) {
        Ok(versions) => versions,
        Err(trouble) => return told(trouble),
    };
    let time = Duration::from_secs_f64(args.time);
    let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
    let Some(matrix) = matrix(&*playable, &recorded, &versions, &locator, &limits)? else {
        say!("{}: nothing fails in any of them", args.file.display());
        return Ok(Outcome::NoStableFailure);
    };
    let mut out = super::print::stdout();
    if args.json {
        let text = serde_json::to_string_pretty(&matrix)?;
        writeln!(out, "{}", murxla_api::visible_json(&text))?;
    } else {
        let mut table = Table::new(["version", "", "what it does"]).widest_cell(100);
        for release in &matrix.releases {
            let word = match release.state {
                ReleaseState::Bad => "bad",
                ReleaseState::Good => "good",
                ReleaseState::Other => "other",
                ReleaseState::Unknown => "?",
            };
            table.row([release.version.clone(), word.to_owned(), release.seen.clone()]);
        }
        write!(out, "{}", table.for_terminal())?;
        writeln!(out, "{}", matrix.in_words())?;
    }
    if args.file.is_dir() {
        let known = diagnosis_of(&args.file).unwrap_or_default();
        let diagnosis = Diagnosis { versions: Some(matrix.clone()), ..known };
        record_diagnosis(&args.file, &diagnosis)?;
    }
    let has = matrix.releases.iter().any(|release| release.state == ReleaseState::Bad);
    Ok(if has { Outcome::Finding } else { Outcome::NoStableFailure })
}

/// Why releases cannot be chosen.
pub(super) enum Trouble {
    Input(String),
    Solver(SolverProblem),
}

impl<E: Into<SolverProblem>> From<E> for Trouble {
    fn from(problem: E) -> Trouble {
        Trouble::Solver(problem.into())
    }
}

/// Tells it.
pub(super) fn told(trouble: Trouble) -> anyhow::Result<Outcome> {
    match trouble {
        Trouble::Input(message) => {
            say!("error: {message}");
            Ok(Outcome::BadInput)
        }
        Trouble::Solver(problem) => Err(problem.into()),
    }
}

/// The releases that the user wants, from old to new; at least one.
pub(super) fn chosen_versions(
    range: Option<&str>,
    at_most: Option<u64>,
    locator: &Locator,
    name: &str,
) -> Result<Vec<String>, Trouble> {
    let wrapper = wrapper(name)?;
    if !wrapper.needs_library() {
        return Err(Trouble::Input(format!("{name} is part of murxla and has no releases")));
    }
    let is_release = |version: &String| !version.contains("assertions");
    let installed = || {
        let all = supply::list(locator.store()).into_iter().filter(|one| one.name == name);
        all.map(|one| one.version).filter(is_release).collect::<Vec<_>>()
    };
    let mut versions = match range {
        None => installed(),
        Some(text) => match text.split_once("..") {
            None => {
                let mut list = Vec::new();
                for version in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
                    list.push(
                        SolverSpec::parse(&format!("{name}@{version}"))?.version().to_owned(),
                    );
                }
                list
            }
            Some((from, to)) => {
                let (from, to) = (version_order(from), version_order(to.trim_start_matches('=')));
                // 5.4 stands for all that begins with it.
                let is_in = |version: &String| {
                    let order = version_order(version);
                    let head = &order[..to.len().min(order.len())];
                    order >= from && (to.is_empty() || head <= &to[..])
                };
                supply::versions(locator.tools(), name)?.into_iter().filter(is_in).collect()
            }
        },
    };
    versions.sort_by_key(|version| version_order(version));
    versions.dedup();
    if let Some(most) = at_most {
        versions = evenly(versions, most as usize);
    }
    match versions.is_empty() {
        true => Err(Trouble::Input(format!(
            "no release of {name} is meant by this; murxla solvers versions {name} lists them"
        ))),
        false => Ok(versions),
    }
}

/// So many of a list, evenly chosen, with the first and the last.
fn evenly(list: Vec<String>, most: usize) -> Vec<String> {
    if list.len() <= most {
        return list;
    }
    let last = list.len() - 1;
    let places: BTreeSet<usize> = (0..most).map(|number| number * last / (most - 1)).collect();
    list.into_iter()
        .enumerate()
        .filter(|(place, _)| places.contains(place))
        .map(|(_, one)| one)
        .collect()
}

/// What these releases do; `None` if nothing fails in any of them.
pub(super) fn matrix(
    subject: &dyn Playable,
    recorded: &Choice,
    versions: &[String],
    locator: &Locator,
    limits: &Limits,
) -> anyhow::Result<Option<Matrix>> {
    let mut seen: Vec<(String, Seen)> = Vec::new();
    for version in versions {
        let choice = Choice { name: recorded.name, version: Some(version.clone()) };
        seen.push((version.clone(), play(subject, &choice, locator, limits)?));
    }
    // What it was recorded with may be no release: a build with assertions.
    let by_default = Choice { name: recorded.name, version: None };
    let mut others = Vec::new();
    for choice in [recorded, &by_default] {
        let is_asked = choice.version.as_ref().is_some_and(|version| versions.contains(version));
        if !is_asked && locator.locate(choice)? != Location::NotInstalled {
            others.push(play(subject, choice, locator, limits)?);
        }
    }
    let failures = others.iter().chain(seen.iter().rev().map(|(_, seen)| seen));
    let wanted: Option<Failure> = failures.filter_map(Seen::failure).next().cloned();
    let Some(wanted) = wanted else { return Ok(None) };
    let releases = seen.iter().map(|(version, seen)| released(version, seen, &wanted)).collect();
    Ok(Some(Matrix { solver: recorded.name.to_owned(), releases }))
}

/// What a release does, which is installed if it is missing.
fn play(
    subject: &dyn Playable,
    choice: &Choice,
    locator: &Locator,
    limits: &Limits,
) -> anyhow::Result<Seen> {
    if locator.locate(choice)? == Location::NotInstalled {
        let spec = SolverSpec::parse(&choice.to_string())?;
        let progress = StderrProgress::new();
        if let Err(error) = supply::install(locator.store(), locator.tools(), &spec, &progress) {
            return Ok(Seen::NotUsable(error.to_string()));
        }
    }
    Ok(subject.play(choice, locator, limits)?)
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn a_few_of_many_are_chosen() {
        let list: Vec<String> = (0..10).map(|one| one.to_string()).collect();
        assert_eq!(evenly(list.clone(), 3), ["0", "4", "9"]);
        assert_eq!(evenly(list.clone(), 20), list);
    }
}
