//! `murxla eval`: the assertions of a script under a model, without any solver.

use std::io::Write;
use std::path::{Path, PathBuf};

use murxla_api::Op;
use murxla_api::meaning::Unknown;

use super::exit::Outcome;
use crate::eval::{Assignment, Evaluator, ModelError, asserted, explain, with_model};
use crate::smt::{Script, Term, read};
use crate::solvers::WRAPPERS;

/// Evaluate the assertions of a script under a model, without any solver
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla eval bug.smt2 --model model.txt   is the model that a solver gave one of the script?
  murxla eval bug.smt2                     the values are those of the script's own define-fun

The model is what a solver replies to (get-model): a list of define-fun, with or without the
word model before it. The assertions are those of the last check-sat, or all if there is none.
Of the first that is false, or whose value cannot be told, the values of all parts are printed.
What the standard leaves open, such as the division by zero, is open. Exit code 0: all are true;
14: one is false; 15: none is false, but the value of one cannot be told.")]
pub(super) struct Args {
    /// The script
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The model
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn read_both(args: &Args) -> Result<(Script, Assignment), String> {
    let text = read_file(&args.file)?;
    let in_script = |error: String| format!("{}:{error}", args.file.display());
    let own: Vec<&'static Op> = WRAPPERS.iter().flat_map(|one| one.own_operators()).collect();
    // Its names are first those of the standard.
    let own = if read(&text, &[]).is_ok() { &[] } else { own.as_slice() };
    let Some(model) = &args.model else {
        let script = read(&text, own).map_err(|error| in_script(error.to_string()))?;
        let assignment = Assignment::of_definitions(&script);
        return Ok((script, assignment));
    };
    with_model(&text, &read_file(model)?, own).map_err(|error| match error {
        ModelError::Script(error) => in_script(error),
        ModelError::Model(error) => format!("{}: {error}", model.display()),
    })
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let (script, assignment) = match read_both(args) {
        Ok(both) => both,
        Err(message) => {
            eprintln!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let assertions = asserted(&script);
    let mut evaluator = Evaluator::new(&script.graph, &assignment);
    let mut unclear: Option<(usize, Term, Unknown)> = None;
    let mut out = std::io::stdout().lock();
    for (place, assertion) in assertions.iter().enumerate() {
        match evaluator.evaluate(*assertion) {
            Ok(value) if value.as_bool() == Some(true) => {}
            Ok(_) => {
                writeln!(out, "assertion {} of {} is false:", place + 1, assertions.len())?;
                write!(out, "{}", explain(&script.graph, &mut evaluator, *assertion))?;
                return Ok(Outcome::AssertionFalse);
            }
            Err(unknown) => {
                unclear.get_or_insert((place, *assertion, unknown));
            }
        }
    }
    if let Some((place, assertion, unknown)) = unclear {
        let of = assertions.len();
        writeln!(out, "assertion {} of {of} has no value, {unknown}:", place + 1)?;
        write!(out, "{}", explain(&script.graph, &mut evaluator, assertion))?;
        return Ok(Outcome::Undecided);
    }
    writeln!(out, "all {} assertions are true", assertions.len())?;
    Ok(Outcome::Clean)
}
