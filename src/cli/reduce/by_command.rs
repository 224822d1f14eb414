//! `murxla reduce --cmd`: reduction of a script by a command of the user's.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use murxla_api::Wrapper;
use regex::bytes::Regex;

use super::super::exit::Outcome;
use super::super::minimize::{FailOn, failed};
use super::super::print::say;
use super::super::reduction_bar::{Bar, interruption};
use super::status::StatusGuard;
use super::{Args, bad, budget, print, tell_omitted};
use crate::reduce::command::{
    CommandRefusal, CommandTask, Keep, Rules, Subject, UserCommand, reduce_script,
};
use crate::smt::{parse, script_trace};

pub(super) fn by_command(
    args: &Args,
    command: &UserCommand,
    of_solver: Option<&'static dyn Wrapper>,
    output: PathBuf,
) -> anyhow::Result<Outcome> {
    let rules = Rules {
        out: keep(args.match_out.as_ref(), args.ignore_output)?,
        err: keep(args.match_err.as_ref(), args.ignore_output)?,
    };
    let mut commands = vec![(command.clone(), rules)];
    if let Some(guard) = &args.guard {
        commands.push((guard.clone(), Rules { out: Keep::Same, err: Keep::Nothing }));
    }
    let task = CommandTask {
        file: args.file.clone(),
        commands,
        trusts_status: args.status != StatusGuard::Ignore,
        time: args.time.map(Duration::from_secs_f64),
        wants_timeout: args.fail_on == FailOn::Timeout,
        memory: args.memory.map(|megabytes| megabytes << 20),
        wrapper: of_solver,
        output,
        restarts: args.restart,
        budget: budget(args),
        jobs: args.jobs as usize,
    };
    if task.wants_timeout && task.time.is_none() {
        return bad("--fail-on timeout with --cmd needs a limit of time, e.g. -t 2");
    }
    let bytes = match std::fs::read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => return bad(&format!("cannot read {}: {error}", args.file.display())),
    };
    let commands = match parse(&bytes) {
        Ok(commands) => commands,
        Err(error) => return bad(&format!("{}:{error}", args.file.display())),
    };
    let interrupted = interruption(&task.output)?;
    let reduce = |subject: &Subject<'_>| {
        let mut bar = Bar::new(args.quiet);
        let ended = reduce_script(subject, &task, &interrupted, &mut bar);
        bar.finish();
        ended
    };
    let ended = match script_trace(&bytes, of_solver) {
        Ok(imported) => {
            tell_omitted(args, &imported);
            match reduce(&Subject::Typed(&imported)) {
                Ok(Err(CommandRefusal::WrittenDiffers)) => {
                    let left_out = imported.omitted.iter().any(|omitted| omitted.matters);
                    let perhaps = if left_out { ", perhaps for what is left out" } else { "" };
                    without_sorts(
                        args,
                        &format!(
                            " written anew by murxla, it does not do the same any more{perhaps}"
                        ),
                    );
                    reduce(&Subject::Untyped(&commands))
                }
                ended => ended,
            }
        }
        Err(error) => {
            without_sorts(args, &error.to_string());
            reduce(&Subject::Untyped(&commands))
        }
    };
    match ended {
        Ok(Ok(reduced)) => {
            if !args.quiet {
                print(args.format, &reduced)?;
            }
            let stopped = interrupted.load(Ordering::Relaxed);
            Ok(if stopped && !reduced.minimal { Outcome::Interrupted } else { Outcome::Clean })
        }
        Ok(Err(refusal)) => {
            say!("error: {}: {}", args.file.display(), why_not(&refusal));
            Ok(match refusal {
                CommandRefusal::NoProgram(..) => Outcome::BadInput,
                _ => Outcome::NoStableFailure,
            })
        }
        Err(error) => Ok(failed(&error)),
    }
}

fn without_sorts(args: &Args, why: &str) {
    if !args.quiet {
        let file = args.file.display();
        let hint = match args.solver.is_empty() {
            true => " (if that is of a solver's own, name it with --solver)",
            false => "",
        };
        say!(
            "{file}:{why}; it is reduced without sorts, so that results may be larger and not well-sorted{hint}"
        );
    }
}

fn why_not(refusal: &CommandRefusal) -> String {
    match refusal {
        CommandRefusal::NoProgram(program, why) => {
            format!("the command {program} cannot be run ({why}); name a program that is there")
        }
        CommandRefusal::Unstable(program) => format!(
            "{program} does not do the same each time; choose what is to stay with --match-out, --match-err or --ignore-output"
        ),
        CommandRefusal::TimesOut(program, time) => format!(
            "{program} does not end within {} s; allow more time with -t, or keep that with --fail-on timeout",
            time.as_secs_f64()
        ),
        CommandRefusal::InTime(program, took) => format!(
            "{program} ends after {:.2} s; --fail-on timeout needs a lower limit",
            took.as_secs_f64()
        ),
        CommandRefusal::NoMatch(program) => {
            format!("what {program} prints does not match the pattern")
        }
        CommandRefusal::WrittenDiffers => {
            "without comments, and with other spaces, it does not do the same any more; choose what is to stay with --match-out, --match-err or --ignore-output".to_owned()
        }
        CommandRefusal::EmptyFails => {
            "an empty script does the same: what is asked for holds of anything".to_owned()
        }
    }
}

fn keep(pattern: Option<&String>, ignored: bool) -> Result<Keep, regex::Error> {
    Ok(match pattern {
        Some(pattern) => Keep::Matches(Regex::new(pattern)?),
        None if ignored => Keep::Nothing,
        None => Keep::Same,
    })
}
