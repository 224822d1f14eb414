//! The cross-check of a run: other solvers are asked the same, where no other oracle knows the right answer.

use std::rc::Rc;

use murxla_api::Answer;

use super::compare::answer;
use super::{CROSS_CHECK, MODEL, Proof, Runner, Verdict, Violation, compare, right_answer};
use crate::exec::Run;
use crate::sandbox::Limits;
use crate::smt::FromCalls;
use crate::trace::check::OwnRows;
use crate::trace::{Call, Recorded, Trace};

/// The solvers that are asked, in this order.
#[derive(Clone, Default)]
pub struct References<'r> {
    /// Each with its name.
    pub list: Vec<(String, Rc<dyn Runner + 'r>)>,
    /// Whether all are asked in any case; otherwise only where nobody else knows, and only until one of them does.
    pub always: bool,
}

/// What became of the cross-check of a run.
#[derive(Debug, Default)]
pub struct CrossChecked {
    /// An answer that cannot be right together with what another solver says, if there is one.
    pub violation: Option<Violation>,
    /// Whether there were answers of which nobody else knows whether they are right.
    pub was_needed: bool,
    /// Whether others answered all of them.
    pub told_all: bool,
    /// Solvers that could not be asked, each with the reason.
    pub not_asked: Vec<(String, String)>,
}

impl CrossChecked {
    /// What it says of the run, if there was something to be asked.
    pub fn verdict(&self) -> Option<Verdict> {
        let reason = |(name, why): &(String, String)| format!("{name} cannot be asked: {why}");
        Some(match (&self.violation, self.not_asked.first()) {
            (Some(violation), _) => Verdict::Violated(violation.clone()),
            _ if !self.was_needed => return None,
            (None, _) if self.told_all => Verdict::Holds,
            (None, Some(failed)) => Verdict::CannotTell(reason(failed)),
            (None, None) => Verdict::CannotTell("no other solver knows all answers".to_owned()),
        })
    }
}

impl References<'_> {
    /// Asks the others what a run asked. What they cannot do or do not know proves nothing.
    pub fn cross_check(&self, run: &Run, limits: &Limits, own: &dyn OwnRows) -> CrossChecked {
        let mut open = open_checks(&run.played, own, self.always);
        let was_needed = !open.is_empty();
        let (mut told, mut not_asked) = (Vec::<(&str, Run)>::new(), Vec::new());
        let mut found = None;
        for (name, reference) in &self.list {
            if open.is_empty() && !self.always && found.is_none() {
                break;
            }
            let other = match reference.play(&run.played, limits) {
                Ok(Run { load_error: Some(why), .. }) => {
                    not_asked.push((name.clone(), why));
                    continue;
                }
                Ok(other) => other,
                Err(error) => {
                    not_asked.push((name.clone(), error.to_string()));
                    continue;
                }
            };
            let compared = compare(&run.played, &other.played, name, own);
            found = found.or_else(|| compared.contradictions.into_iter().next());
            if compared.void == 0 {
                open.retain(|check| answer_at(&other.played, &run.played, *check, own).is_none());
            }
            told.push((name, other));
        }
        let violation = found.map(|violation| with_all_answers(violation, run, &told, own));
        CrossChecked { violation, was_needed, told_all: open.is_empty(), not_asked }
    }
}

/// Checks that were answered and whose right answer nobody knows.
fn open_checks(played: &Trace, own: &dyn OwnRows, all: bool) -> Vec<usize> {
    let mut questions = FromCalls::new();
    let mut open = Vec::new();
    for (number, call) in played.calls.iter().enumerate() {
        questions.add(call, own);
        let said = match answer(call) {
            None | Some(Answer::Unknown) => continue,
            Some(said) => said,
        };
        let Some(check) = questions.last_check().filter(|check| check.call == number) else {
            continue;
        };
        let model_was_examined = said == Answer::Sat && examined(&played.calls[number + 1..]);
        if all || (!model_was_examined && right_answer(&questions, check).is_err()) {
            open.push(number);
        }
    }
    open
}

/// Whether the oracle of models asked for values after a check.
fn examined(after: &[Call]) -> bool {
    let mut until_next = after.iter().take_while(|call| answer(call).is_none());
    until_next.any(|call| call.asked_by.as_deref() == Some(MODEL))
}

/// What another run says to the check with this number in the first one: checks come in the same order.
fn answer_at(other: &Trace, one: &Trace, check: usize, own: &dyn OwnRows) -> Option<Answer> {
    let is_check = |call: &&Call| call.effects(own).any(murxla_api::Effects::CHECKS);
    let place = one.calls[..check].iter().filter(is_check).count();
    let said = other.calls.iter().filter(is_check).nth(place).and_then(answer);
    said.filter(|said| *said != Answer::Unknown)
}

/// The violation with what all say, and who is right if that is known: nobody is assumed to be.
fn with_all_answers(
    mut violation: Violation,
    run: &Run,
    told: &[(&str, Run)],
    own: &dyn OwnRows,
) -> Violation {
    let call = violation.call;
    let mut questions = FromCalls::new();
    run.played.calls[..=call].iter().for_each(|call| questions.add(call, own));
    let said = run.played.calls.get(call).and_then(answer);
    let others: Vec<String> = told
        .iter()
        .filter_map(|(name, other)| {
            let said = answer_at(&other.played, &run.played, call, own)?;
            Some(format!("{name} says {said}"))
        })
        .collect();
    let known = questions.last_check().and_then(|check| right_answer(&questions, check).ok());
    let right = match (known, said) {
        (Some(known), _) => format!("; right is {}, by the oracle {}", known.answer, known.by),
        (None, Some(Answer::Sat)) if examined(&run.played.calls[call + 1..]) => {
            "; right is sat, by the oracle model".to_owned()
        }
        _ => String::new(),
    };
    let said = said.map_or_else(String::new, |said| format!("{said}, but "));
    violation.what = format!("{said}{}{right}", others.join(", "));
    violation
}

/// Records in a run what was found by comparing it, and in its log: whoever reads its trace sees it.
pub fn record_contradiction(run: &mut Run, violation: &Violation) {
    let Violation { call, what, proof, .. } = violation;
    if let Some(call) = run.played.calls.get_mut(*call) {
        call.violated = Some(Box::new(crate::trace::Violated {
            oracle: CROSS_CHECK.into(),
            what: what.as_str().into(),
            proof: proof.text().into(),
        }));
        run.outcome.log = run.played.to_text().into_bytes();
    }
}

/// The answers that a contradiction is about, as its recorded text begins.
pub(super) fn recorded_answers(what: &str, reply: Option<&Recorded>) -> Option<Proof> {
    let Some(Recorded::Answer(said)) = reply else { return None };
    let against = match said {
        Answer::Sat => Answer::Unsat,
        Answer::Unsat => Answer::Sat,
        Answer::Unknown => return None,
    };
    let by = what.split_once("but ")?.1.to_owned();
    Some(Proof::Answers { said: *said, against, by })
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::trace::check::NoOwnRows;

    /// One that cannot be asked.
    struct Gone;

    impl Runner for Gone {
        fn play(&self, _: &Trace, _: &Limits) -> io::Result<Run> {
            Err(io::Error::other("it is gone"))
        }
    }

    #[test]
    fn who_cannot_be_asked_is_told() {
        let check = |end: &str, expected: Option<&str>| {
            let text = format!(
                "1 new\n1 mk-sort SORT_INT\n return s1\n1 mk-const s1 \"x\"\n return t1\n1 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\n return t2\n1 assert-formula t2\n{end}"
            );
            let run = Run::completed_here(text.into_bytes());
            let list = vec![("other".to_owned(), Rc::new(Gone) as Rc<dyn Runner>)];
            let references = References { list, always: false };
            let checked = references.cross_check(&run, &Limits::default(), &NoOwnRows);
            let verdict = checked.verdict();
            let expected = expected.map(|why| Verdict::CannotTell(why.to_owned()));
            assert_eq!(verdict, expected, "{end}");
        };
        check("1 check-sat\n return sat\n", Some("other cannot be asked: it is gone"));
        check("1 check-sat\n return unknown\n", None);
        check("", None);
    }
}
