//! `murxla export`: a trace as an SMT-LIB script.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::exit::Outcome;
use super::replay::read_input;
use crate::smt::export::{Target, WrapperRows, export};
use crate::solvers::wrapper;

/// Write a trace as an SMT-LIB script
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla export run.trace                      to standard output
  murxla export run.trace -o run.smt2
  murxla export run.trace --solver z3          as Z3's front end writes it
  murxla export run.trace --strict             nothing may be left out

No solver is run, and none needs to be installed. The answers that the trace records become (set-info :status …).
What only a solver knows (the children of a term, a substituted term) or only its API has is left out, with all that
depends on it; a comment in the script and a message tell it. Calls that the solver refused had no effect and are not
there. Options of the solver's own are written if they can be set in a script and it is written for that solver.")]
pub(super) struct Args {
    /// The trace
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The script [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The solver whose front end is to read it [default: the one that the trace was recorded with]
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Write nothing if something has to be left out; the exit code is 13 then
    #[arg(long)]
    strict: bool,
}

/// So many messages of one kind are told.
const MOST_MESSAGES: usize = 3;

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let input = match read_input(&args.file) {
        Ok(input) => input,
        Err(message) => {
            eprintln!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let recorded = input.trace.header.solver.clone();
    // The trace may be of a solver that this build does not have.
    let recorded_rows = WrapperRows(recorded.as_deref().and_then(|name| wrapper(name).ok()));
    let (solver, dialect) = match &args.solver {
        Some(name) => (name.clone(), wrapper(name)?.dialect()),
        None => (recorded.unwrap_or_else(|| "SMT-LIB".to_owned()), recorded_rows.dialect()),
    };
    let asserting = recorded_rows.dialect().asserting;
    let target = Target { solver: &solver, dialect, own: &recorded_rows, asserting };
    let exported = export(&input.trace, &target);
    let (text, errors) = exported.text(dialect);
    let shown = args.file.display();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &exported.left_out {
        let count = told.entry(one.action.as_str()).or_default();
        *count += 1;
        if *count <= MOST_MESSAGES {
            let line = input.line_of(one.call);
            eprintln!("{shown}:{line}: left out: {}: {}", one.action, one.why);
        }
    }
    for (action, count) in told.iter().filter(|(_, count)| **count > MOST_MESSAGES) {
        eprintln!("{shown}: left out: {action}: {} more", count - MOST_MESSAGES);
    }
    for error in &errors {
        eprintln!("{shown}: left out: {error}");
    }
    if args.strict && !(exported.left_out.is_empty() && errors.is_empty()) {
        eprintln!("error: {shown} cannot be said in SMT-LIB as a whole");
        return Ok(Outcome::NotExportable);
    }
    match &args.output {
        None => std::io::stdout().write_all(text.as_bytes())?,
        Some(path) => std::fs::write(path, text)
            .with_context(|| format!("cannot write {}", path.display()))?,
    }
    Ok(Outcome::Clean)
}
