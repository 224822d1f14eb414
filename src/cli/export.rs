//! `murxla export`: a trace as an SMT-LIB script, or as a C program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::OwnBuilds;
use super::exit::Outcome;
use super::export_c::CProgram;
use super::export_check::{Claim, Shown, still_shows, trace_of};
use super::print::say;
use super::replay::read_or_tell;
use super::right_status::export_with_right_answers;
use crate::findings::output_file::write_output;
use crate::smt::export::{Target, WrapperRows, export};
use crate::solvers::wrapper;

/// Write a trace as an SMT-LIB script, or as a C program
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla export run.trace                      to standard output
  murxla export run.trace -o run.smt2
  murxla export run.trace --solver z3          as Z3's front end writes it
  murxla export run.trace --strict             nothing may be left out or said otherwise
  murxla export campaign/findings/NAME         what was found, minimized if it was
  murxla export run.trace --to c -o repro.c    a program that calls the solver's C API

The answers that the trace records become (set-info :status …), unless they are what was found: if finding.json beside the \
trace names an oracle, or a line `# outcome:` in the trace names an answer (or says `as recorded`), :status is the right \
answer, where planted values or all assignments prove one, with the values in a comment; otherwise none is written. \
What only a solver knows (the children of a term, a substituted term) or only its API has is left out, with all that \
depends on it; a comment in the script and a message tell it. What is written with other operators than the calls have \
is told, too. Calls that the solver refused had no effect and are not \
there. Options of the solver's own are written if they can be set in a script and it is written for that solver.

No solver is run, and none needs to be installed, but for a trace that ends in a failure: it and its script are executed \
by the solver's API, in a child process, and a message tells whether the script still shows the failure.

--to c: the trace is executed, and the calls of the solver's C API become a C program that needs nothing but the solver's \
header and library; what only tells something, or makes what is not used, is left out. The program is compiled (by cc, or what \
MURXLA_CC names) and run, and a message tells whether it shows the same. Where a solver's package has no header, \
declarations stand for it in that check.")]
pub(super) struct Args {
    /// The trace, or the folder of a finding
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The script [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The solver whose front end is to read it [default: the one that the trace was recorded with]
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Write nothing if something has to be left out or is said otherwise, or if the script does not show the failure of
    /// the trace; the exit code is 13 then
    #[arg(long)]
    strict: bool,
    /// Do not execute a trace that ends in a failure; with --to c: do not compile and run the program
    #[arg(long)]
    no_check: bool,
    /// What to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Smt2)]
    to: Format,
}

/// What a trace can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// An SMT-LIB script
    Smt2,
    /// A C program
    C,
}

/// So many messages of one kind are told.
const MOST_MESSAGES: usize = 3;

/// Tells messages, but of each kind only some.
#[derive(Default)]
struct Messages {
    told: BTreeMap<String, usize>,
}

impl Messages {
    fn tell(&mut self, kind: &str, message: &str) {
        let count = self.told.entry(kind.to_owned()).or_default();
        *count += 1;
        if *count <= MOST_MESSAGES {
            say!("{message}");
        }
    }

    fn end(&self, shown: &str) {
        for (kind, count) in self.told.iter().filter(|(_, count)| **count > MOST_MESSAGES) {
            say!("{shown}: {kind}: {} more", count - MOST_MESSAGES);
        }
    }
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let file = trace_of(&args.file);
    let Some(input) = read_or_tell(&file) else { return Ok(Outcome::BadInput) };
    if args.to == Format::C {
        let ask = CProgram {
            solver: args.solver.as_deref(),
            output: args.output.as_deref(),
            strict: args.strict,
            check: !args.no_check,
        };
        return ask.write(&input, own);
    }
    let recorded = input.trace.header.solver.clone();
    // The trace may be of a solver that this build does not have.
    let recorded_rows = WrapperRows(recorded.as_deref().and_then(|name| wrapper(name).ok()));
    let (solver, dialect) = match &args.solver {
        Some(name) => (name.clone(), wrapper(name)?.dialect()),
        None => {
            let name = recorded.clone().unwrap_or_else(|| "SMT-LIB".to_owned());
            (name, recorded_rows.dialect())
        }
    };
    let target = Target { solver: &solver, dialect, own: &recorded_rows };
    let claim = Claim::of(&file);
    let exported = match claim.wrong_answers {
        true => export_with_right_answers(&input.trace, &target),
        false => export(&input.trace, &target),
    };
    let (text, errors) = exported.text(dialect);
    let shown = file.display().to_string();
    let mut messages = Messages::default();
    for one in &exported.left_out {
        let line = input.line_of(one.call);
        let kind = format!("left out: {}", one.action);
        messages.tell(&kind, &format!("{shown}:{line}: {kind}: {}", one.why));
    }
    for error in &errors {
        say!("{shown}: left out: {error}");
    }
    for one in &exported.said_otherwise {
        let place = one.call.map_or_else(String::new, |call| format!(":{}", input.line_of(call)));
        messages.tell("said otherwise", &format!("{shown}{place}: said otherwise: {}", one.what));
    }
    messages.end(&shown);
    let mut is_whole = exported.left_out.is_empty() && errors.is_empty();
    is_whole &= exported.said_otherwise.is_empty();
    if !args.no_check && recorded.as_deref() == Some(&*solver) {
        let shows = still_shows(&input, &text, own, claim)?;
        is_whole &= !matches!(shows, Some(Shown::No(_)));
        if let Some(shows) = shows {
            say!("{shown}: {shows}");
        }
    }
    if args.strict && !is_whole {
        say!("error: {shown} cannot be said in SMT-LIB as a whole");
        return Ok(Outcome::NotExportable);
    }
    match &args.output {
        None => super::print::data(text.as_bytes())?,
        Some(path) => write_output(path, text.as_bytes())?,
    }
    Ok(Outcome::Clean)
}
