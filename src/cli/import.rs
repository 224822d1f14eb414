//! `murxla import`: SMT-LIB scripts as traces.

use std::path::PathBuf;

use super::exit::Outcome;
use super::print::say;
use super::script_input::read_script;
use crate::findings::output_file::write_output;
use crate::solvers::{Choice, wrapper};

/// Turn an SMT-LIB script into a trace
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla import bug.smt2 -o bug.trace --solver z3
  murxla replay bug.trace                  the script in calls of Z3's API
  murxla minimize bug.trace                the smallest trace that fails the same way
  murxla export bug.trace                  SMT-LIB again

What a trace cannot say (commands that only one solver has) is left out and told on stderr; with \
--strict it is an error. The file's :status becomes the answer that a replay is compared with.")]
pub(super) struct Args {
    /// The script
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where to write the trace [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The solver that the trace is for: the script may use its own operators, and a replay takes it by default
    #[arg(long, value_name = "NAME[@VERSION]")]
    solver: Option<String>,
    /// Refuse a script of which something must be left out
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let choice = args.solver.as_deref().map(Choice::parse).transpose()?;
    let of_solver = choice.as_ref().map(|choice| wrapper(choice.name)).transpose()?;
    let mut imported = match read_script(&args.file, of_solver) {
        Ok(imported) => imported,
        Err(message) => {
            say!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let shown = args.file.display();
    for omitted in &imported.omitted {
        let word = if args.strict { "error: " } else { "" };
        say!("{word}{shown}: left out {omitted}");
    }
    if args.strict && !imported.omitted.is_empty() {
        return Ok(Outcome::BadInput);
    }
    if let Some(choice) = choice {
        let header = &mut imported.trace.header;
        header.solver_version = choice.version;
        header.solver = Some(choice.name.to_owned());
    }
    let text = imported.trace.to_text();
    match &args.output {
        Some(path) => write_output(path, text.as_bytes())?,
        None => super::print::data(text.as_bytes())?,
    }
    Ok(Outcome::Clean)
}
