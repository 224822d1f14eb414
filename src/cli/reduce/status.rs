//! `murxla reduce --status`: chooses who tells the truth about candidates when an answer contradicts the script's
//! `:status`.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use murxla_api::Answer;

use crate::exec::OptionPolicy;
use crate::oracle::{LoadedSolver, Proof, Runner, Violation, compare};
use crate::sandbox::{Class, Limits};
use crate::smt::Imported;
use crate::solvers::{AllRows, Choice, Locator, real};
use crate::supply::{self, Silent};
use crate::trace::{Recorded, Trace};

/// What guards the truth if an answer contradicts the script's `:status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StatusGuard {
    /// Another installed solver, if one agrees with it
    Solvers,
    /// Only steps that keep it true are made
    Steps,
    /// Nothing
    Ignore,
}

/// An answer that contradicts the script's `:status`.
pub(super) struct Contradicted {
    solver: &'static str,
    says: Answer,
    /// What the script says.
    pub(super) status: Answer,
    /// A solver that agrees with the script.
    pub(super) referee: Option<(Choice, LoadedSolver)>,
}

impl fmt::Display for Contradicted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradicted { solver, says, status, referee } = self;
        write!(f, "{solver} says {says}, the script's :status {status}; ")?;
        match referee {
            Some((referee, _)) => {
                write!(f, "{referee} agrees with the script and guards the truth")
            }
            None => write!(f, "only steps that keep that true are made"),
        }
    }
}

/// What became of the question whether a solver contradicts a script.
pub(super) enum Asked {
    /// It does.
    Contradicted(Contradicted),
    /// It does not, or the script says nothing.
    Consistent,
    /// It did not end in time, before it contradicted anything.
    TimedOut,
}

/// Looks for the first answer of a solver that contradicts the script's `:status`.
pub(super) fn contradicted(
    imported: &Imported,
    asked: LoadedSolver,
    locator: &Locator,
    guard: StatusGuard,
    time: Duration,
) -> anyhow::Result<Asked> {
    // It says it of what it is whole.
    if imported.omitted.iter().any(|omitted| omitted.matters) {
        return Ok(Asked::Consistent);
    }
    let (played, in_time) = answers(&imported.trace, asked, time)?;
    let compared = compare(&played, &imported.trace, ":status", &AllRows);
    let first = compared.contradictions.into_iter().next();
    let Some(Violation { call, proof: Proof::Answers { said: says, against: status, .. }, .. }) =
        first
    else {
        return Ok(if in_time { Asked::Consistent } else { Asked::TimedOut });
    };
    let mut referee = None;
    let others = real().filter(|other| other.name() != asked.solver);
    for other in others.filter(|_| guard == StatusGuard::Solvers) {
        let (name, version) = (other.name(), supply::default_version(other.name()));
        if supply::find(locator.store(), name, version).is_none() {
            continue;
        }
        let choice = Choice { name, version: None };
        let loaded =
            LoadedSolver { solver: name, library: locator.load_tried(&choice, true, &Silent)? };
        let (told, _) = answers(&imported.trace, loaded, time)?;
        let reply = told.calls.get(call).and_then(|call| call.reply.as_ref());
        if matches!(reply, Some(Recorded::Answer(answer)) if *answer == status) {
            referee = Some((choice, loaded));
            break;
        }
    }
    Ok(Asked::Contradicted(Contradicted { solver: asked.solver, says, status, referee }))
}

/// What a solver does with a trace, and whether it ends in time.
fn answers(trace: &Trace, on: LoadedSolver, time: Duration) -> anyhow::Result<(Trace, bool)> {
    let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
    let run = on.runner(OptionPolicy::Declared).play(trace, &limits)?;
    let in_time = *run.class() != Class::Timeout;
    Ok((run.played, in_time))
}
