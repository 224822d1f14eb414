//! A trace without something: what of it is needed for a failure is seen by playing it so.

use murxla_api::{ActionKind, StandardOption, base_action};

use crate::trace::{Call, CallArg, Trace};

/// An option that a trace sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The number of the call.
    pub(super) call: usize,
    pub(super) name: String,
    pub(super) value: String,
    /// Whether it is one that all solvers have: what a program needs, and no choice of an algorithm.
    pub(super) is_standard: bool,
}

/// The options that a trace sets.
pub(super) fn settings(trace: &Trace) -> Vec<Setting> {
    let setting = |(call, one): (usize, &Call)| match (one.action.kind(), &one.args[..]) {
        (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)]) => Some(Setting {
            call,
            name: name.to_string(),
            value: value.to_string(),
            is_standard: StandardOption::from_key(name).is_some(),
        }),
        _ => None,
    };
    trace.calls.iter().enumerate().filter_map(setting).collect()
}

/// The trace without these calls.
pub(super) fn without(trace: &Trace, drops: impl Fn(usize, &Call) -> bool) -> Trace {
    let kept = trace.calls.iter().enumerate().filter(|(number, call)| !drops(*number, call));
    Trace { header: trace.header.clone(), calls: kept.map(|(_, call)| call.clone()).collect() }
}

/// The trace with an option set at its beginning.
pub(super) fn with_option(trace: &Trace, name: &str, value: &str) -> Option<Trace> {
    let action = base_action("set-option")?;
    let args = [name, value].map(|word| CallArg::Text(word.into())).to_vec();
    let mut calls = trace.calls.clone();
    let first = usize::from(calls.first().is_some_and(|one| one.action.kind() == ActionKind::New));
    calls.insert(first, Call::new(0, action, args));
    Some(Trace { header: trace.header.clone(), calls })
}

fn is_check(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming)
}

/// Whether more is done than to ask once.
pub(super) fn asks_again(trace: &Trace) -> bool {
    let checks = trace.calls.iter().filter(|call| is_check(call)).count();
    checks > 1 || trace.calls.iter().any(is_level)
}

fn is_level(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::Push | ActionKind::Pop)
}

fn is_assertion(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::Assert | ActionKind::AssertNamed)
}

/// A trace by its last check before a failure.
pub(super) struct Parts<'a> {
    trace: &'a Trace,
    /// The check.
    check: usize,
    /// The call that fails.
    failing: usize,
    /// The assertions that hold at the check.
    holding: Vec<usize>,
}

impl<'a> Parts<'a> {
    /// The parts of a trace that fails in this call; `None` if it does not fail in or after a check, or if it begins anew
    /// meanwhile.
    pub(super) fn of(trace: &'a Trace, failing: usize) -> Option<Parts<'a>> {
        let calls = trace.calls.get(..=failing)?;
        let check = calls.iter().rposition(is_check)?;
        let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
        for (number, call) in calls[..check].iter().enumerate() {
            match (call.action.kind(), &call.args[..]) {
                (ActionKind::Push, [CallArg::Number(count)]) => {
                    (0..*count).for_each(|_| levels.push(Vec::new()));
                }
                (ActionKind::Pop, [CallArg::Number(count)]) => {
                    let left = levels.len().saturating_sub(*count as usize).max(1);
                    levels.truncate(left);
                }
                (ActionKind::Assert | ActionKind::AssertNamed, _) if !call.failed() => {
                    levels.last_mut()?.push(number);
                }
                (ActionKind::ResetAssertions, _) => levels = vec![Vec::new()],
                (ActionKind::Reset, _) => return None,
                _ => {}
            }
        }
        Some(Parts { trace, check, failing, holding: levels.concat() })
    }

    /// Whether there was a check before.
    pub(super) fn has_earlier_check(&self) -> bool {
        self.trace.calls[..self.check].iter().any(is_check)
    }

    /// Whether levels were opened or closed.
    pub(super) fn has_levels(&self) -> bool {
        self.trace.calls[..self.check].iter().any(is_level)
    }

    /// Whether something was assumed.
    pub(super) fn has_assumptions(&self) -> bool {
        self.trace.calls[self.check].action.kind() == ActionKind::CheckSatAssuming
    }

    /// Without the checks before, and without what is asked after them.
    pub(super) fn without_earlier_checks(&self) -> Trace {
        without(self.trace, |number, call| number < self.check && asks(call))
    }

    /// On one level, with what holds at the check.
    pub(super) fn without_levels(&self) -> Trace {
        without(self.trace, |number, call| {
            number < self.check && (is_level(call) || self.is_gone(number, call))
        })
    }

    /// With assertions in place of assumptions.
    pub(super) fn without_assumptions(&self) -> Option<Trace> {
        self.asserted(self.trace.clone(), self.check)
    }

    /// The one question alone, in a new instance: options, what is made, what holds, the check, and what comes after it.
    pub(super) fn fresh(&self) -> Trace {
        without(self.trace, |number, call| {
            number < self.check
                && (asks(call)
                    || is_level(call)
                    || self.is_gone(number, call)
                    || call.action.kind() == ActionKind::ResetAssertions)
        })
    }

    /// The same with assertions in place of assumptions.
    pub(super) fn fresh_asserted(&self) -> Option<Trace> {
        let fresh = self.fresh();
        let behind = self.failing - self.check;
        let after = self.trace.calls.len() - 1 - self.failing;
        let check = fresh.calls.len().checked_sub(1 + after + behind)?;
        self.asserted(fresh, check)
    }

    fn asserted(&self, mut trace: Trace, check: usize) -> Option<Trace> {
        let call = trace.calls.get(check)?.clone();
        let [CallArg::Terms(assumptions)] = &call.args[..] else { return None };
        let (assert, plain) = (base_action("assert-formula")?, base_action("check-sat")?);
        let mut calls: Vec<Call> = assumptions
            .iter()
            .map(|term| Call::new(call.seed, assert, vec![CallArg::Term(*term)]))
            .collect();
        let check_call =
            Call { reply: call.reply.clone(), ..Call::new(call.seed, plain, Vec::new()) };
        calls.push(check_call);
        trace.calls.splice(check..=check, calls);
        Some(trace)
    }

    fn is_gone(&self, number: usize, call: &Call) -> bool {
        is_assertion(call) && !self.holding.contains(&number)
    }
}

/// Whether a call only asks, and makes nothing that later calls use.
fn asks(call: &Call) -> bool {
    let kind = call.action.kind();
    call.rets.is_empty()
        && (is_check(call)
            || matches!(
                kind,
                ActionKind::PrintModel
                    | ActionKind::GetAssertions
                    | ActionKind::GetInfo
                    | ActionKind::GetValue
                    | ActionKind::GetUnsatCore
                    | ActionKind::GetUnsatAssumptions
            ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    const TEXT: &str = "0 new\n0 set-option incremental true\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-const s1 \"a\"\nreturn t1\n\
        0 mk-const s1 \"b\"\nreturn t2\n0 assert-formula t1\n0 push 1\n0 assert-formula t2\n0 check-sat\nreturn sat\n\
        0 pop 1\n0 check-sat-assuming 1 t2\nreturn unsat\n";

    fn names(trace: &Trace) -> Vec<String> {
        trace.calls.iter().map(|call| call.action.name().to_owned()).collect()
    }

    #[test]
    fn traces_are_taken_apart() {
        let (trace, _) = read(TEXT.as_bytes()).unwrap();
        let failing = trace.calls.len() - 1;
        let parts = Parts::of(&trace, failing).expect("it has a check");
        assert!(parts.has_earlier_check() && parts.has_levels() && parts.has_assumptions());
        let fresh = ["new", "set-option", "mk-sort", "mk-const", "mk-const", "assert-formula"];
        let with = |more: &[&str]| -> Vec<String> {
            fresh.iter().chain(more).map(|one| (*one).to_owned()).collect()
        };
        assert_eq!(names(&parts.fresh()), with(&["check-sat-assuming"]));
        let asserted = parts.fresh_asserted().expect("assumptions");
        assert_eq!(names(&asserted), with(&["assert-formula", "check-sat"]));
        let flat = with(&["check-sat", "check-sat-assuming"]);
        assert_eq!(names(&parts.without_levels()), flat);
        let once = with(&["push", "assert-formula", "pop", "check-sat-assuming"]);
        assert_eq!(names(&parts.without_earlier_checks()), once);
    }

    #[test]
    fn options_are_found_and_set() {
        let (trace, _) = read(TEXT.as_bytes()).unwrap();
        let found = settings(&trace);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert!(one.is_standard && one.call == 1 && one.value == "true");
        let set = with_option(&trace, "x", "1").expect("an action");
        assert_eq!(names(&set)[..2], ["new", "set-option"]);
        assert_eq!(settings(&set)[0].name, "x");
    }
}
