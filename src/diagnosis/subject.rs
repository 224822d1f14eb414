//! What fails, and how it is played.

use std::io;

use murxla_api::{ActionKind, Answer, StandardOption};

use super::Seen;
use super::variants::{asks_again, settings, with_option, without};
use crate::exec::{OptionPolicy, Run};
use crate::findings::Failure;
use crate::oracle::{Answers, LocalRunner, ORACLES, Runner, Verdict};
use crate::sandbox::Limits;
use crate::smt::{Imported, script_trace};
use crate::solvers::{Choice, Locator, wrapper};
use crate::supply::Silent;
use crate::trace::check::NoOwnRows;
use crate::trace::{Call, Recorded, Trace};

/// A trace, or a script with what it says of its answers.
#[derive(Clone)]
pub struct Subject {
    /// The trace.
    pub trace: Trace,
    /// What a script says of each check; empty for a trace.
    pub status: Vec<Option<Answer>>,
}

impl Subject {
    /// A trace.
    pub fn of_trace(trace: Trace) -> Subject {
        Subject { trace, status: Vec::new() }
    }

    /// A script, read with the operators of a solver.
    pub fn of_script(text: &[u8], solver: &str) -> Result<Subject, String> {
        let read = script_trace(text, wrapper(solver).ok());
        let imported = read.map_err(|error| error.to_string())?;
        let status = status(&imported);
        Ok(Subject { trace: imported.trace, status })
    }

    /// The same where the trace itself promises what the script says of its checks.
    pub fn with_promises(mut self) -> Subject {
        let is_check = |call: &&mut Call| {
            matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming)
        };
        let checks = self.trace.calls.iter_mut().filter(is_check);
        for (call, status) in checks.zip(std::mem::take(&mut self.status)) {
            if let Some(status @ (Answer::Sat | Answer::Unsat)) = status {
                call.promised = Some(format!("{status} as the script's :status says").into());
            }
            // It is what is right, and not what was said.
            call.reply = None;
        }
        self
    }

    /// The same without options of the solver's own, which another one does not know.
    pub fn for_others(&self) -> Subject {
        let own: Vec<usize> = settings(&self.trace)
            .into_iter()
            .filter(|one| !one.is_standard)
            .map(|one| one.call)
            .collect();
        let mut trace = without(&self.trace, |number, _| own.contains(&number));
        // Some take several questions only if they are told so before.
        let is_told =
            settings(&trace).iter().any(|one| one.name == StandardOption::Incremental.key());
        if asks_again(&trace) && !is_told {
            trace = with_option(&trace, StandardOption::Incremental.key(), "true").unwrap_or(trace);
        }
        Subject { trace, status: self.status.clone() }
    }

    /// The call of the trace in or after which something happened: a run also has the calls that oracles ask.
    fn call_of(&self, run: &Run, call: usize) -> Option<usize> {
        let is_own = |call: &&Call| call.asked_by.is_none();
        let played = run.played.calls.get(..=call)?.iter().filter(is_own).count();
        let mut own = self.trace.calls.iter().enumerate().filter(|(_, call)| is_own(call));
        own.nth(played.checked_sub(1)?).map(|(number, _)| number)
    }

    /// What a solver does with it, in a child that loads the library.
    pub fn play(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen> {
        let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
        let mut runner = LocalRunner::loading(choice.name, OptionPolicy::NoFiles, load);
        let usual = ORACLES.iter().filter(|row| row.by_default);
        runner.watch(usual.map(|row| row.name.into()).collect());
        let mut run = runner.play(&self.trace, limits)?;
        if let Some(error) = run.load_error.take() {
            return Ok(Seen::NotUsable(error));
        }
        if let Some(mut failure) = Failure::of(choice.name, &run) {
            failure.call = failure.call.and_then(|call| self.call_of(&run, call));
            let proof = Verdict::recorded_in(&run).violation();
            let proof = proof.map_or_else(String::new, |one| one.proof.text().to_owned());
            let frames = std::mem::take(&mut run.outcome.frames);
            return Ok(Seen::Failure { failure: Box::new(failure), frames, proof });
        }
        run.played.calls.retain(|call| call.asked_by.is_none());
        let answers = Answers::of(&run.played, run.class(), &NoOwnRows);
        let told = answers.against_status(&self.status);
        let is_script = !self.status.is_empty();
        if let Verdict::Violated(_) = told
            && let Some(failure) = Failure::by_verdict(choice.name, &run, told)
        {
            return Ok(Seen::Failure {
                failure: Box::new(failure),
                frames: Vec::new(),
                proof: String::new(),
            });
        }
        let failed = run.played.calls.iter().find_map(|call| match &call.reply {
            Some(Recorded::Rejected(why) | Recorded::Skipped(why) | Recorded::Broken(why)) => {
                Some((call.action.name().to_owned(), why.to_string()))
            }
            _ => None,
        });
        // A trace may record refusals; what was refused already is no reason not to tell.
        let recorded = self.trace.calls.iter().any(|call| call.failed());
        Ok(match failed.filter(|_| is_script || !recorded) {
            Some((action, why)) => Seen::CannotTell(format!("{action}: {why}")),
            None => Seen::Fine(answers.list),
        })
    }
}

/// What the script says of each check. It says it of what it is whole.
fn status(imported: &Imported) -> Vec<Option<Answer>> {
    if imported.omitted.iter().any(|omitted| omitted.matters) {
        return Vec::new();
    }
    let is_check =
        |kind: ActionKind| matches!(kind, ActionKind::CheckSat | ActionKind::CheckSatAssuming);
    let checks = imported.trace.calls.iter().filter(|call| is_check(call.action.kind()));
    checks
        .map(|call| match call.reply {
            Some(Recorded::Answer(answer)) => Some(answer),
            _ => None,
        })
        .collect()
}
