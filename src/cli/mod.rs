//! The command line: one file per sub-command.

mod again;
mod bisect;
mod case;
mod completions;
mod cross_check;
mod diagnose;
mod disk_space;
mod doctor;
mod dossier;
mod ending;
mod enumerate;
mod eval;
mod events;
mod exit;
mod explain;
mod export;
mod export_c;
mod export_check;
mod fuzz;
mod import;
mod in_words;
mod install;
mod list;
mod list_actions;
mod list_api;
mod list_meaning;
mod list_options;
mod list_oracles;
mod list_scope;
mod list_settings;
mod man;
mod minimize;
mod minimize_finding;
mod mutate;
mod mutate_seeds;
mod option_flips;
mod other_solver;
mod play_traces;
mod print;
mod progress;
mod recorded_library;
mod reduce;
mod reduction_bar;
mod replay;
mod report;
mod required_options;
mod right_status;
mod run;
mod screen;
mod script_input;
mod seed;
mod settings;
mod shared_status;
mod shared_store;
mod solvers;
mod status;
mod store;
mod table;
mod test_candidates;
mod textual;
mod triage;
mod version;
mod work;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::solvers::{Choice, Locator, SolverProblem, real};

const EXAMPLES: &str = "\
Examples:
  murxla --solver cvc5 -O out              fuzz until Ctrl-C; findings go to the folder out
  murxla fuzz --resume out                 go on where that campaign stopped
  murxla enumerate bv2 --size 2 -O out     ask about all terms of up to two operators
  murxla mutate corpus --with typefuzz -O out    mutate SMT-LIB scripts, ask solvers about the mutants
  murxla --seed 1 --solver z3              one run of the fuzzer: its trace
  murxla --solver 'smtlib:./solver -in'    fuzz any binary that speaks SMT-LIB; --profile says what it can do
  murxla --seed 1 --solver smtlib          print a run as SMT-LIB
  murxla doctor                            is this machine able?
  murxla solvers --check                   install the solvers, see that they work
  murxla solvers install z3@4.8.12         install another version
  murxla solvers --solver z3@4.8.12        look at that version
  murxla solvers install bitwuzla --assertions     build one that checks itself
  murxla --solver bitwuzla@assertions -O out       fuzz that; findings are done again on the release
  murxla solvers --lib z3=build/libz3.so   look at your own build
  murxla list ops --solver z3,cvc5         which operators each solver has
  murxla replay traces/examples/*.trace    execute traces again (also: murxla -u FILE)
  murxla minimize run.trace                the smallest trace that fails the same way (also: murxla -d FILE)
  murxla explain out/findings/NAME         why an answer is wrong: the input, the values, who else says what
  murxla diagnose out/findings/NAME        the issue to be pasted: script, C program, what it depends on
  murxla report out -o report.html         findings, plots and coverage on one page
  murxla bisect bug.trace --versions 4.8.8..5.4    which releases have it, and since when
  murxla run problem.smt2 --solver z3,cvc5 solve SMT-LIB in process, answers side by side
  murxla import bug.smt2 -o bug.trace      SMT-LIB as a trace
  murxla export run.trace -o run.smt2      a trace in SMT-LIB
  murxla eval bug.smt2 --model model.txt   is this model one of the script? No solver is asked
  murxla work --store postgres://me@host/runs      help other machines with a campaign
  murxla reduce bug.smt2 --cmd 'z3 -T:5'   the smallest script on which the command does the same";

/// A model-based API fuzzer for SMT solvers.
#[derive(Parser)]
#[command(
    name = "murxla",
    version = version::SHORT,
    long_version = version::LONG,
    after_help = EXAMPLES,
    after_long_help = exit::long_help(EXAMPLES)
)]
struct Cli {
    #[command(flatten)]
    own: OwnBuilds,
    #[command(flatten)]
    run: seed::Args,
    #[command(flatten)]
    settings: settings::Args,
    #[command(flatten)]
    many: fuzz::Args,
    #[command(subcommand)]
    command: Option<SubCommand>,
}

#[derive(Subcommand)]
enum SubCommand {
    Bisect(bisect::Args),
    Diagnose(diagnose::Args),
    Doctor(doctor::Args),
    Enumerate(Box<enumerate::Args>),
    Eval(eval::Args),
    Explain(explain::Args),
    Export(export::Args),
    Fuzz(Box<fuzz::Command>),
    Import(import::Args),
    List(list::Args),
    Minimize(minimize::Args),
    Mutate(Box<mutate::Args>),
    Reduce(reduce::Args),
    Replay(replay::Args),
    Report(report::Args),
    Run(run::Args),
    Solvers(solvers::Args),
    Status(shared_status::Args),
    Store(store::Args),
    Triage(triage::Args),
    Work(work::Args),
    /// As the tool typefuzz: mutants as files for solvers' binaries
    Typefuzz(Box<textual::Args>),
    /// As the tool opfuzz: mutants as files for solvers' binaries
    Opfuzz(Box<textual::Args>),
    /// As the tool yinyang: fused scripts as files for solvers' binaries
    Yinyang(Box<textual::Args>),
    /// As the tool STORM: formulas of fragments as files for solvers' binaries
    Storm(Box<textual::Args>),
    Completions(completions::Args),
    Man(man::Args),
    #[command(hide = true)]
    PlayTraces,
    #[command(hide = true)]
    MinimizeFinding,
    #[command(hide = true)]
    Worker,
    #[command(hide = true)]
    TestCandidates,
}

/// Solvers that the user built.
#[derive(clap::Args, Clone)]
struct OwnBuilds {
    /// Use your own build of a solver; also set by MURXLA_LIB_Z3=PATH and the like
    #[arg(long = "lib", value_name = "NAME=PATH", value_parser = own_build, global = true)]
    libraries: Vec<(&'static str, PathBuf)>,
    /// What the binaries of --solver smtlib:COMMAND can do: a file (TOML), or a name such as z3
    /// [default: by the binary's name]
    #[arg(long, value_name = "FILE", global = true)]
    profile: Option<String>,
}

fn own_build(text: &str) -> Result<(&'static str, PathBuf), String> {
    let names = || real().map(|wrapper| wrapper.name()).collect::<Vec<_>>().join(", ");
    let Some((name, path)) = text.split_once('=') else {
        return Err(format!("write NAME=PATH, with NAME one of {}", names()));
    };
    let wrapper = real()
        .find(|wrapper| wrapper.name() == name)
        .ok_or_else(|| format!("no solver is named '{name}'; choose one of {}", names()))?;
    if path.is_empty() {
        return Err("the path is empty".to_owned());
    }
    Ok((wrapper.name(), PathBuf::from(path)))
}

impl OwnBuilds {
    fn locator(&self) -> Result<Locator, SolverProblem> {
        Locator::new(&self.libraries)
    }

    /// The user's own builds, as other processes of our program are told of them.
    fn named_libraries(&self) -> Vec<(String, PathBuf)> {
        self.libraries.iter().map(|(name, path)| ((*name).to_owned(), path.clone())).collect()
    }

    /// The solver that a text names.
    fn choice(&self, text: &str) -> Result<Choice, SolverProblem> {
        Choice::parse(text)?.with_profile(self.profile.as_deref())
    }

    /// The solvers that texts name, each a list.
    fn choices(&self, texts: &[String]) -> Result<Vec<Choice>, SolverProblem> {
        let mut choices = Vec::new();
        for text in texts {
            for choice in Choice::parse_list(text)? {
                choices.push(choice.with_profile(self.profile.as_deref())?);
            }
        }
        Ok(choices)
    }
}

/// The user's own builds, as a process that started this one tells of them.
fn own_libraries(named: &[(String, PathBuf)]) -> Vec<(&'static str, PathBuf)> {
    let known = |(name, path): &(String, PathBuf)| {
        let wrapper = real().find(|wrapper| wrapper.name() == name)?;
        Some((wrapper.name(), path.clone()))
    };
    named.iter().filter_map(known).collect()
}

/// Ends the process with what is wrong on the command line.
fn usage(kind: ErrorKind, message: &str) -> ! {
    Cli::command().error(kind, message).exit()
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // A file that grows beyond `ulimit -f` is an error of the disk, to be told as one. Without a handler it ends the process
    // without a word; programs that we start do not inherit one. If it cannot be set, all is as without it.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let cli = Cli::parse();
    let result = match (cli.command, cli.run.seed) {
        (None, Some(seed)) => seed::run(&cli.run, &cli.settings, seed, &cli.own),
        (None, None) => fuzz::begin(
            &cli.many,
            &cli.settings,
            Some(&cli.run.solver),
            Some(cli.run.time),
            &cli.own,
        ),
        (Some(_), Some(_)) => usage(ErrorKind::ArgumentConflict, "a command takes no --seed"),
        (Some(SubCommand::Bisect(args)), None) => bisect::run(&args, &cli.own),
        (Some(SubCommand::Diagnose(args)), None) => diagnose::run(&args, &cli.own),
        (Some(SubCommand::Doctor(args)), None) => doctor::run(&args, &cli.own),
        (Some(SubCommand::Man(args)), None) => man::run(&args, &Cli::command()),
        (Some(SubCommand::Enumerate(args)), None) => enumerate::run(&args, &cli.own),
        (Some(SubCommand::Eval(args)), None) => eval::run(&args),
        (Some(SubCommand::Explain(args)), None) => explain::run(&args, &cli.own),
        (Some(SubCommand::Export(args)), None) => export::run(&args, &cli.own),
        (Some(SubCommand::Fuzz(args)), None) => fuzz::command(&args, &cli.own),
        (Some(SubCommand::Triage(args)), None) => triage::run(&args, &cli.own),
        (Some(SubCommand::PlayTraces), None) => play_traces::run(),
        (Some(SubCommand::MinimizeFinding), None) => minimize_finding::run(),
        (Some(SubCommand::Worker), None) => worker::run(),
        (Some(SubCommand::TestCandidates), None) => test_candidates::run(),
        (Some(SubCommand::Minimize(args)), None) => minimize::run(&args, &cli.own),
        (Some(SubCommand::Typefuzz(args)), None) => {
            textual::run(textual::TYPEFUZZ, &args, &cli.own)
        }
        (Some(SubCommand::Opfuzz(args)), None) => textual::run(textual::OPFUZZ, &args, &cli.own),
        (Some(SubCommand::Yinyang(args)), None) => textual::run(textual::YINYANG, &args, &cli.own),
        (Some(SubCommand::Storm(args)), None) => textual::run(textual::STORM, &args, &cli.own),
        (Some(SubCommand::Mutate(args)), None) => mutate::run(&args, &cli.own),
        (Some(SubCommand::Import(args)), None) => import::run(&args),
        (Some(SubCommand::Reduce(args)), None) => reduce::run(&args, &cli.own),
        (Some(SubCommand::Run(args)), None) => run::run(&args, &cli.own),
        (Some(SubCommand::List(args)), None) => list::run(&args, &cli.own),
        (Some(SubCommand::Replay(args)), None) => replay::run(&args, &cli.own),
        (Some(SubCommand::Report(args)), None) => report::run(&args),
        (Some(SubCommand::Solvers(args)), None) => solvers::run(&args, &cli.own),
        (Some(SubCommand::Status(args)), None) => shared_status::run(&args),
        (Some(SubCommand::Store(args)), None) => store::run(&args),
        (Some(SubCommand::Work(args)), None) => work::run(&args, &cli.own),
        (Some(SubCommand::Completions(args)), None) => completions::run(&args, &mut Cli::command()),
    };
    exit::report(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
