//! `murxla solvers`: lists the solvers, and checks that they work.

use std::io::Write;
use std::time::Instant;

use murxla_api::{Assertions, ErrorModel, Library, Wrapper};

use super::OwnBuilds;
use super::exit::{Outcome, outcome_of};
use super::install;
use super::print::say;
use super::progress::StderrProgress;
use super::table::Table;
use crate::selfcheck::{self, Report};
use crate::solvers::{Choice, Location, Locator, SolverProblem, real, wrapper};
use crate::supply::{self, Installed};

/// List the solvers, check that they work, install them
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  murxla solvers                  the solvers that are installed
  murxla solvers -v               with the functions and operators that each lacks
  murxla solvers --check          install what is missing; all solve a problem
  murxla solvers --check --solver z3@4.8.12,yices
  MURXLA_LIB_CVC5=build/src/libcvc5.so murxla solvers --check"
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<SubCommand>,
    /// Have each solver solve a problem, and print the models side by side
    #[arg(long)]
    check: bool,
    /// Only these solvers; a version that is not installed is installed
    #[arg(long, value_name = "NAME[@VERSION]", value_delimiter = ',')]
    solver: Vec<String>,
    /// Also tell how the API of each solver fits, and list what it lacks
    #[arg(short, long)]
    verbose: bool,
}

#[derive(clap::Subcommand)]
enum SubCommand {
    Install(install::Args),
    Versions(VersionsArgs),
}

/// List the versions of a solver that the package index has for this machine
#[derive(clap::Args)]
struct VersionsArgs {
    /// The solver
    #[arg(value_name = "NAME")]
    solver: String,
}

/// Prints the versions of the index, the newest first, with those that are installed or pinned.
fn versions(args: &VersionsArgs, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let found = supply::versions(locator.tools(), &args.solver)?;
    let installed = supply::list(locator.store());
    let mut out = super::print::stdout();
    for version in found {
        let is_installed =
            installed.iter().any(|one| one.name == args.solver && one.version == version);
        let pinned =
            supply::Pins::embedded().pinned_versions(&args.solver).any(|one| one == version);
        let notes = [(is_installed, "installed"), (pinned, "pinned")];
        let notes: Vec<&str> =
            notes.iter().filter(|(holds, _)| *holds).map(|(_, note)| *note).collect();
        writeln!(out, "{}", format!("{version:<10} {}", notes.join(", ")).trim_end())?;
    }
    Ok(Outcome::Clean)
}

/// A library, or why there is none.
struct Entry {
    wrapper: &'static dyn Wrapper,
    library: Result<Option<&'static dyn Library>, SolverProblem>,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if let Some(SubCommand::Install(args)) = &args.command {
        return install::run(args, own);
    }
    if let Some(SubCommand::Versions(args)) = &args.command {
        return versions(args, own);
    }
    let locator = own.locator()?;
    let choices: Vec<Choice> = if args.solver.is_empty() {
        real().map(|wrapper| Choice { name: wrapper.name(), version: None }).collect()
    } else {
        args.solver.iter().map(|text| Choice::parse(text)).collect::<Result<_, _>>()?
    };
    let may_install = args.check || !args.solver.is_empty();
    if may_install {
        install_missing(&locator, &choices);
    }
    let entries: Vec<Entry> = choices
        .iter()
        .map(|choice| {
            let library = match locator.locate(choice)? {
                Location::NotInstalled if !may_install => Ok(None),
                _ => locator.load_tried(choice, false, &StderrProgress::new()).map(Some),
            };
            Ok(Entry { wrapper: wrapper(choice.name)?, library })
        })
        .collect::<Result<_, SolverProblem>>()?;

    let mut out = super::print::stdout();
    write!(out, "{}", list(&entries, args.verbose))?;
    if args.verbose {
        write_lacking(&mut out, &entries)?;
    }
    write_differences(&mut out, &locator, &entries)?;
    if args.solver.is_empty() {
        write_other_versions(&mut out, &locator, &entries)?;
    }
    let mut outcome = Outcome::Clean;
    for entry in &entries {
        if let Err(problem) = &entry.library {
            say!("error: {}: {problem}", entry.wrapper.name());
            outcome = outcome_of(problem);
        }
    }
    if args.check {
        let checked = check(&mut out, &entries)?;
        if outcome == Outcome::Clean {
            outcome = checked;
        }
    }
    Ok(outcome)
}

/// Installs side by side what is missing; failures show again, one by one, when it is loaded.
fn install_missing(locator: &Locator, choices: &[Choice]) {
    let missing: Vec<supply::SolverSpec> = choices
        .iter()
        .filter(|choice| matches!(locator.locate(choice), Ok(Location::NotInstalled)))
        .filter_map(|choice| supply::SolverSpec::parse(&choice.to_string()).ok())
        .collect();
    if missing.len() > 1 {
        supply::install_all(
            locator.store(),
            locator.tools(),
            &missing,
            false,
            &StderrProgress::new(),
        );
    }
}

/// The columns that users of murxla want: the others tell how its wrapper fits.
const FOR_USERS: &[&str] = &["solver", "version", "assertions", "library"];
const COLUMNS: [&str; 11] = [
    "solver",
    "version",
    "functions",
    "declared",
    "missing",
    "kinds",
    "operators",
    "options",
    "assertions",
    "errors",
    "library",
];

fn list(entries: &[Entry], verbose: bool) -> Table {
    let shown = |cells: Vec<String>| -> Vec<String> {
        let cells = COLUMNS.iter().zip(cells);
        let cells = cells.filter(|(column, _)| verbose || FOR_USERS.contains(column));
        cells.map(|(_, cell)| cell).collect()
    };
    let mut table = Table::new(shown(COLUMNS.map(str::to_owned).to_vec()));
    for entry in entries {
        let name = entry.wrapper.name();
        match &entry.library {
            Ok(Some(library)) => {
                let info = library.info();
                let kinds = match info.kinds_renumbered {
                    0 => info.kinds_checked.to_string(),
                    renumbered => format!("{} ({renumbered} renumbered)", info.kinds_checked),
                };
                table.row(shown(vec![
                    name.to_owned(),
                    info.version.clone(),
                    info.functions.exported.to_string(),
                    info.functions.declared.to_string(),
                    info.functions.missing.len().to_string(),
                    kinds,
                    library.profile().operators.len().to_string(),
                    library.options().len().to_string(),
                    match info.assertions {
                        Assertions::On => "on",
                        Assertions::Off => "off",
                        Assertions::Unknown => "unknown",
                    }
                    .to_owned(),
                    match library.profile().errors {
                        ErrorModel::Values => "values",
                        ErrorModel::EndsProcess => "end the process",
                    }
                    .to_owned(),
                    match &info.path {
                        Some(path) => path.display().to_string(),
                        None => "built in".to_owned(),
                    },
                ]));
            }
            Ok(None) => {
                let default = supply::default_version(name).unwrap_or("?");
                let hint = format!("not installed; `murxla solvers install {name}` does it");
                table.row(shown(with_note(name, default, hint)));
            }
            Err(_) => table.row(shown(with_note(name, "?", "unusable, see below".to_owned()))),
        }
    }
    table
}

/// A row of the list in which only the last column tells.
fn with_note(name: &str, version: &str, note: String) -> Vec<String> {
    let mut cells = vec![name.to_owned(), version.to_owned()];
    cells.extend(std::iter::repeat_n("-".to_owned(), 8));
    cells.push(note);
    cells
}

fn write_lacking(out: &mut impl Write, entries: &[Entry]) -> std::io::Result<()> {
    for entry in entries {
        let Ok(Some(library)) = &entry.library else { continue };
        let title = entry.wrapper.title();
        let missing = &library.info().functions.missing;
        if !missing.is_empty() {
            writeln!(out, "\n{title} lacks the functions {}", missing.join(", "))?;
        }
        for hole in &library.profile().holes {
            writeln!(out, "{title} has no {}: {}", hole.what, hole.reason)?;
        }
        for limit in &library.profile().sort_limits {
            writeln!(out, "{title} does not take {}: {}", limit.rule, limit.reason)?;
        }
    }
    Ok(())
}

/// What is not as in the release, of builds with assertions.
fn write_differences(
    out: &mut impl Write,
    locator: &Locator,
    entries: &[Entry],
) -> std::io::Result<()> {
    for installed in supply::list(locator.store()) {
        if is_listed(&installed, entries) {
            for difference in &installed.differs {
                writeln!(out, "{} {}: {difference}", installed.name, installed.version)?;
            }
        }
    }
    Ok(())
}

fn is_listed(installed: &Installed, entries: &[Entry]) -> bool {
    entries.iter().any(|entry| match &entry.library {
        Ok(Some(library)) => library.info().path.as_deref() == Some(&installed.library),
        _ => false,
    })
}

fn write_other_versions(
    out: &mut impl Write,
    locator: &Locator,
    entries: &[Entry],
) -> std::io::Result<()> {
    for installed in supply::list(locator.store()) {
        let asked_for = entries.iter().any(|entry| entry.wrapper.name() == installed.name);
        if asked_for && !is_listed(&installed, entries) {
            writeln!(
                out,
                "also installed: {0} {1}, used by --solver {0}@{1}",
                installed.name, installed.version
            )?;
        }
    }
    Ok(())
}

fn check(out: &mut impl Write, entries: &[Entry]) -> anyhow::Result<Outcome> {
    let mut columns: Vec<(String, Report, f64)> = Vec::new();
    let mut outcome = Outcome::Clean;
    for entry in entries {
        let Ok(Some(library)) = &entry.library else { continue };
        let started = Instant::now();
        let report = library
            .new_solver()
            .map_err(selfcheck::Trouble::from)
            .and_then(|mut solver| selfcheck::run(solver.as_mut()));
        match report {
            Ok(report) => {
                let heading = format!("{} {}", entry.wrapper.title(), library.info().version);
                columns.push((heading, report, started.elapsed().as_secs_f64()));
            }
            Err(trouble) => {
                say!("error: {} fails the check: {trouble}", entry.wrapper.title());
                outcome = Outcome::Finding;
            }
        }
    }
    let Some((_, first, _)) = columns.first() else { return Ok(outcome) };
    writeln!(out, "\n{}\n", selfcheck::DESCRIPTION)?;
    let row = |name: &str, cell: &dyn Fn(&Report) -> String| {
        let cells = columns.iter().map(|(_, report, _)| cell(report));
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    let headings = columns.iter().map(|(heading, _, _)| heading.clone());
    let mut table =
        Table::new(std::iter::once(String::new()).chain(headings)).widest_cell(WIDEST_VALUE);
    table.row(row("check-sat", &|report| report.answer.to_string()));
    for (position, (term, _)) in first.model.iter().enumerate() {
        table.row(row(term, &|report| report.model[position].1.to_string()));
    }
    table.row(row("check-sat after x > y", &|report| report.contradiction.to_string()));
    table.row(row("unsat core", &|report| {
        format!("{} of {} assertions", report.core.len(), report.asserted)
    }));
    table.row(row("assuming x = y", &|report| report.assuming.to_string()));
    table.row(row("failed assumptions", &|report| report.failed_assumptions.to_string()));
    let seconds = columns.iter().map(|(_, _, seconds)| format!("{:.1} ms", seconds * 1000.0));
    table.row(std::iter::once("time".to_owned()).chain(seconds));
    write!(out, "{table}")?;
    let count = columns.len();
    writeln!(
        out,
        "\n{count} solvers checked in one process; every assertion holds in every model"
    )?;
    Ok(outcome)
}

/// Values of arrays and functions are long; broken at this width, four columns fit a screen.
const WIDEST_VALUE: usize = 28;
