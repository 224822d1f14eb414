//! `murxla doctor`: whether this machine can do what murxla needs, and what to do if not.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::OwnBuilds;
use super::disk_space::free_kilobytes;
use super::exit::Outcome;
use super::table::Table;
use crate::sandbox::{Class, Limits, forbid_writing, run as run_in_child};
use crate::solvers::{Choice, Location, Locator, native_api, real};
use crate::supply::Silent;

/// Tell whether this machine can do what murxla needs: kernel, limits, disk, tools, solvers
#[derive(clap::Args)]
#[command(after_help = "\
Each line is a check: `ok`; `note` for what is good to know; `poor` if something works worse than it could; `bad` if something does \
not work at all, with what to do. Exit code 0: nothing is bad; 4: something is.")]
pub(super) struct Args {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ok,
    Note,
    Poor,
    Bad,
}

struct Check {
    name: &'static str,
    state: State,
    told: String,
}

impl Check {
    fn new(name: &'static str, state: State, told: impl Into<String>) -> Check {
        Check { name, state, told: told.into() }
    }
}

const GIB: u64 = 1 << 30;

pub(super) fn run(_: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let mut checks = vec![kernel(), children(), writing(), processors(), memory()];
    checks.extend(limits());
    checks.push(disk("disk here", Path::new(".")));
    checks.push(disk("disk of solvers", locator.store().root()));
    checks.extend(tools());
    checks.extend(solvers(&locator));
    let mut table = Table::new(["check", "", "what was found"]).widest_cell(100);
    let mut outcome = Outcome::Clean;
    for check in checks {
        let word = match check.state {
            State::Ok => "ok",
            State::Note => "note",
            State::Poor => "poor",
            State::Bad => "bad",
        };
        if check.state == State::Bad {
            outcome = Outcome::SolverUnusable;
        }
        table.row([check.name.to_owned(), word.to_owned(), check.told]);
    }
    write!(super::print::stdout(), "{}", table.for_terminal())?;
    Ok(outcome)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

/// Processes are waited for by descriptors (Linux 5.3) that are closed by ranges (5.9).
fn kernel() -> Check {
    let release = read("/proc/sys/kernel/osrelease");
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    match version >= (5, 9) {
        true => Check::new("kernel", State::Ok, format!("Linux {release}")),
        false => {
            Check::new("kernel", State::Bad, format!("Linux {release}: 5.9 or newer is needed"))
        }
    }
}

/// A run in a child, as all runs are.
fn children() -> Check {
    match run_in_child(&Limits::default(), |log| log.write(b"here")) {
        Ok(outcome) if outcome.class == Class::Completed && outcome.log == b"here" => {
            let took = outcome.wall.as_secs_f64() * 1000.0;
            Check::new("runs in children", State::Ok, format!("an empty one takes {took:.1} ms"))
        }
        Ok(outcome) => Check::new(
            "runs in children",
            State::Bad,
            format!(
                "one ended with {}; does a security module forbid something?",
                crate::exec::class_name(&outcome.class)
            ),
        ),
        Err(error) => Check::new("runs in children", State::Bad, error.to_string()),
    }
}

/// Traces of strangers must not write files.
fn writing() -> Check {
    let outcome = run_in_child(&Limits::default(), |log| {
        if matches!(forbid_writing(), Ok(true)) {
            log.write(b"yes");
        }
    });
    match outcome {
        Ok(outcome) if outcome.log == b"yes" => {
            Check::new("Landlock", State::Ok, "replays of traces cannot write files")
        }
        _ => Check::new(
            "Landlock",
            State::Poor,
            "the kernel has none: replays run in an empty folder with a limit of size instead",
        ),
    }
}

fn processors() -> Check {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load: f64 = load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    let told = format!("{count}, load {load:.1}");
    match load > count as f64 * 1.5 {
        true => Check::new(
            "processors",
            State::Poor,
            told + ": other jobs take time from runs, which then hit their limits",
        ),
        false => Check::new("processors", State::Ok, told),
    }
}

fn memory() -> Check {
    let text = read("/proc/meminfo");
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let bytes =
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0)
            * 1024;
    let limit = Limits::default().memory;
    let told = format!(
        "{:.1} GiB free; a run may take {:.1} GiB",
        bytes as f64 / GIB as f64,
        limit as f64 / GIB as f64
    );
    let state = if bytes < limit { State::Poor } else { State::Ok };
    Check::new("memory", state, told)
}

/// The limits of this process that runs inherit.
fn limits() -> Vec<Check> {
    let text = read("/proc/self/limits");
    let limit = |name: &str| -> Option<String> {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line[name.len()..].split_whitespace().next().map(str::to_owned)
    };
    let mut checks = Vec::new();
    for (name, told, least) in [
        ("Max open files", "open files", 256),
        ("Max processes", "processes", 256),
        ("Max address space", "address space", 8 * GIB),
        ("Max cpu time", "processor time", 3600),
    ] {
        let Some(value) = limit(name) else { continue };
        if let Ok(number) = value.parse::<u64>()
            && number < least
        {
            checks.push(Check::new(
                "ulimit",
                State::Poor,
                format!("{told}: {value}; {least} or more are better (ulimit -a)"),
            ));
        }
    }
    if checks.is_empty() {
        checks.push(Check::new("ulimit", State::Ok, "no limit is in the way"));
    }
    checks
}

fn disk(name: &'static str, folder: &Path) -> Check {
    let free = free_kilobytes(folder);
    match free {
        None => Check::new(name, State::Note, "how much is free is not known"),
        Some(kilobytes) => {
            let told = format!("{:.1} GiB free", kilobytes as f64 / (1 << 20) as f64);
            match kilobytes < 1 << 20 {
                true => Check::new(name, State::Poor, told + ": less than 1 GiB"),
                false => Check::new(name, State::Ok, told),
            }
        }
    }
}

/// Programs that some commands need.
fn tools() -> Vec<Check> {
    let asked: [(&'static str, &str, &str, &[&str], &str); 3] = [
        (
            "python3 with pip",
            "MURXLA_PYTHON",
            "python3",
            &["-m", "pip", "--version"],
            "solvers cannot be installed",
        ),
        ("C compiler", "MURXLA_CC", "cc", &["--version"], "C programs of findings are not tried"),
        ("C++ compiler", "MURXLA_CXX", "c++", &["--version"], "Bitwuzla cannot be installed"),
    ];
    let check = |(name, variable, program, arguments, without): (
        &'static str,
        &str,
        &str,
        &[&str],
        &str,
    )| {
        let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
        let output = Command::new(&program).args(arguments).output();
        match output {
            Ok(output) if output.status.success() => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let line = text.lines().next().unwrap_or_default();
                Check::new(name, State::Ok, line.split(" from ").next().unwrap_or_default())
            }
            _ => Check::new(
                name,
                State::Poor,
                format!("{program} does not work: {without}; {variable} names another"),
            ),
        }
    };
    asked.into_iter().map(check).collect()
}

fn solvers(locator: &Locator) -> Vec<Check> {
    let check = |name: &'static str| {
        let choice = Choice { name, version: None };
        match locator.locate(&choice) {
            Ok(Location::NotInstalled) => Check::new(
                name,
                State::Note,
                format!(
                    "is not installed; the first command that needs it does that, or murxla solvers install {name}"
                ),
            ),
            Err(error) => Check::new(name, State::Bad, error.to_string()),
            Ok(_) => match locator.load_tried(&choice, false, &Silent) {
                Err(error) => Check::new(name, State::Bad, error.to_string()),
                Ok(library) => {
                    let info = library.info();
                    let native = if native_api(name).is_some() {
                        ""
                    } else {
                        "; its calls cannot be recorded"
                    };
                    let missing = info.functions.missing.len();
                    let missing = match missing {
                        0 => String::new(),
                        count => format!("; {count} functions of the API are not there"),
                    };
                    Check::new(name, State::Ok, format!("{}{missing}{native}", info.build()))
                }
            },
        }
    };
    real().map(|wrapper| check(wrapper.name())).collect()
}
