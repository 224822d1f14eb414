//! Finds out what a failure depends on.

use std::io;
use std::time::Duration;

use super::switches::switches;
use super::variants::{Parts, settings, without};
use super::{FrontEnd, Likeness, Seen, Subject, component};
use crate::findings::{Diagnosis, Failure, OptionEffect};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Locator};

use murxla_api::ActionKind;

/// With what a failure is diagnosed.
pub struct Ask<'a> {
    /// What fails.
    pub subject: &'a Subject,
    /// On which solver.
    pub choice: &'a Choice,
    /// Where its library is found.
    pub locator: &'a Locator,
    /// What each run may take.
    pub limits: Limits,
    /// The same as a script, if it can be said in one.
    pub script: Option<&'a str>,
    /// The solver's own front end, if it has one here.
    pub front_end: Option<&'a FrontEnd>,
    /// Options that may take the failure away.
    pub switches: Vec<(String, String)>,
    /// How long these may be tried.
    pub switch_time: Duration,
}

/// What a failure depends on. It must be what [`Subject::play`] shows, with its frames.
pub fn diagnose(ask: &Ask<'_>, seen: &Seen) -> io::Result<Diagnosis> {
    let Seen::Failure { failure, frames, .. } = seen else { return Ok(Diagnosis::default()) };
    let mut diagnosis = Diagnosis::default();
    options(ask, failure, &mut diagnosis)?;
    state(ask, failure, &mut diagnosis)?;
    script(ask, failure, &mut diagnosis)?;
    let is_death = failure.key.oracle.is_none();
    diagnosis.component = component(&failure.message, frames)
        .or_else(|| component(&failure.key.detail, frames))
        .filter(|_| is_death);
    let (gone, tried) = switches(
        ask.subject,
        failure,
        ask.choice,
        ask.locator,
        &ask.limits,
        &ask.switches,
        ask.switch_time,
    )?;
    (diagnosis.gone_with, diagnosis.tried_options) = (gone, tried);
    Ok(diagnosis)
}

impl Ask<'_> {
    fn play(&self, trace: crate::trace::Trace) -> io::Result<Seen> {
        let subject = Subject { trace, status: self.subject.status.clone() };
        subject.play(self.choice, self.locator, &self.limits)
    }

    /// Whether the failure is still there; `None` if it cannot be told.
    fn still_fails(
        &self,
        trace: crate::trace::Trace,
        wanted: &Failure,
    ) -> io::Result<Option<bool>> {
        Ok(fails(&self.play(trace)?, wanted))
    }
}

pub(super) fn fails(seen: &Seen, wanted: &Failure) -> Option<bool> {
    match seen.likeness(wanted) {
        Likeness::Same | Likeness::Elsewhere => Some(true),
        Likeness::Fine | Likeness::Other => Some(false),
        Likeness::CannotTell => None,
    }
}

fn options(ask: &Ask<'_>, wanted: &Failure, diagnosis: &mut Diagnosis) -> io::Result<()> {
    let trace = &ask.subject.trace;
    let own: Vec<_> = settings(trace).into_iter().filter(|one| !one.is_standard).collect();
    let effect = |name: &str, value: &str, call: usize| -> io::Result<OptionEffect> {
        let seen = ask.play(without(trace, |number, _| number == call))?;
        Ok(OptionEffect {
            name: name.to_owned(),
            value: value.to_owned(),
            // Refused without it, the input is none.
            matters: fails(&seen, wanted).map(|fails| !fails).or_else(|| is_refused(&seen)),
            without: seen.in_short(),
        })
    };
    for setting in &own {
        diagnosis.options.push(effect(&setting.name, &setting.value, setting.call)?);
    }
    let is_logic = |call: &crate::trace::Call| call.action.kind() == ActionKind::SetLogic;
    if let Some(place) = trace.calls.iter().position(is_logic)
        && let Some(crate::trace::CallArg::Text(logic)) = trace.calls[place].args.first()
    {
        diagnosis.logic = Some(effect("logic", logic, place)?);
    }
    diagnosis.default_mode = match own.is_empty() {
        true => Some(true),
        false => {
            let plain = without(trace, |number, _| own.iter().any(|one| one.call == number));
            let seen = ask.play(plain)?;
            fails(&seen, wanted).or_else(|| is_refused(&seen).map(|refused| !refused))
        }
    };
    Ok(())
}

/// That something was refused, if it was.
fn is_refused(seen: &Seen) -> Option<bool> {
    matches!(seen, Seen::CannotTell(_)).then_some(true)
}

fn state(ask: &Ask<'_>, wanted: &Failure, diagnosis: &mut Diagnosis) -> io::Result<()> {
    let trace = &ask.subject.trace;
    let failing = wanted.call.unwrap_or(trace.calls.len().saturating_sub(1));
    let Some(parts) = Parts::of(trace, failing) else {
        // It fails while something is made, or begins anew: then it is asked as it is.
        return Ok(());
    };
    let has_state = parts.has_earlier_check() || parts.has_levels();
    if !has_state && !parts.has_assumptions() {
        diagnosis.one_query = Some(true);
        return Ok(());
    }
    let fresh = parts.fresh_asserted().unwrap_or_else(|| parts.fresh());
    diagnosis.one_query = ask.still_fails(fresh, wanted)?;
    if diagnosis.one_query == Some(true) {
        return Ok(());
    }
    let mut needs = |name: &str, trace: Option<crate::trace::Trace>| -> io::Result<()> {
        if let Some(trace) = trace
            && ask.still_fails(trace, wanted)? == Some(false)
        {
            diagnosis.needs_state.push(name.to_owned());
        }
        Ok(())
    };
    if parts.has_earlier_check() {
        needs("an earlier check", Some(parts.without_earlier_checks()))?;
    }
    if parts.has_levels() {
        needs("push and pop", Some(parts.without_levels()))?;
    }
    if parts.has_assumptions() {
        needs("assumptions", parts.without_assumptions())?;
    }
    Ok(())
}

fn script(ask: &Ask<'_>, wanted: &Failure, diagnosis: &mut Diagnosis) -> io::Result<()> {
    let Some(text) = ask.script else {
        diagnosis.as_script = "cannot be said in SMT-LIB".to_owned();
        return Ok(());
    };
    diagnosis.as_script = match Subject::of_script(text.as_bytes(), ask.choice.name) {
        Err(why) => format!("cannot be read: {why}"),
        Ok(subject) => {
            let seen = subject.play(ask.choice, ask.locator, &ask.limits)?;
            // Some oracles know only what the trace records, and :status tells the same.
            let by_status = seen.failure().is_some_and(|one| one.key.oracle.is_some());
            match fails(&seen, wanted) {
                Some(true) => "shows it".to_owned(),
                Some(false) if by_status && wanted.key.oracle.is_some() => {
                    format!("shows it ({})", seen.in_short())
                }
                Some(false) => format!("does not show it by the API ({})", seen.in_short()),
                None => seen.in_short(),
            }
        }
    };
    if let Some(front_end) = ask.front_end {
        let right = Subject::of_script(text.as_bytes(), ask.choice.name);
        let right = right.map_or_else(|_| Vec::new(), |subject| subject.status);
        let run = front_end.read(text, ask.limits.wall)?;
        diagnosis.front_end = Some(run.in_short(run.shows(text, wanted, &right)));
    }
    Ok(())
}
