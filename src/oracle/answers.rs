//! Collects the answers of a run that may be compared: those given to exactly what the trace asks.

use murxla_api::{Answer, Effects, StandardOption};

use super::{CROSS_CHECK, Proof, STATUS, Verdict, Violation};
use crate::exec::class_name;
use crate::sandbox::Class;
use crate::trace::check::OwnRows;
use crate::trace::{Call, CallArg, Recorded, Trace};

/// What a solver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// One for each check, up to where it ended.
    pub list: Vec<Answer>,
    /// Why there are no more; `None` if all was asked.
    pub end: Option<AnswersEnd>,
}

/// Why there are no more answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswersEnd {
    /// A call was not executed or was refused: what follows answers another problem.
    OtherProblem {
        /// The action.
        action: String,
        /// Why not.
        why: String,
        /// Whether the solver was asked and said so itself.
        by_solver: bool,
    },
    /// The run ended before the trace did.
    Ended(Class),
}

impl std::fmt::Display for AnswersEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnswersEnd::OtherProblem { action, why, .. } => write!(f, "{action}: {why}"),
            AnswersEnd::Ended(class) => f.write_str(&class_name(class)),
        }
    }
}

impl Answers {
    /// The answers of a run that ended so.
    pub fn of(played: &Trace, class: &Class, own: &dyn OwnRows) -> Answers {
        let mut list = Vec::new();
        // The first call that made nothing: what it should have made is missing where it is used.
        let mut first = None;
        for call in &played.calls {
            let why = match &call.reply {
                Some(Recorded::Answer(answer)) => {
                    list.push(*answer);
                    continue;
                }
                Some(Recorded::Rejected(why) | Recorded::Skipped(why) | Recorded::Broken(why)) => {
                    why
                }
                _ => continue,
            };
            match missing(call, own) {
                Missing::Nothing => {}
                Missing::Made => {
                    first.get_or_insert((call, why));
                }
                Missing::Problem => {
                    let (call, why) = first.unwrap_or((call, why));
                    let (action, why) = (call.action.name().to_owned(), why.to_string());
                    let by_solver = !matches!(call.reply, Some(Recorded::Skipped(_)));
                    let end = AnswersEnd::OtherProblem { action, why, by_solver };
                    return Answers { list, end: Some(end) };
                }
            }
        }
        let end = (*class != Class::Completed).then(|| AnswersEnd::Ended(class.clone()));
        Answers { list, end }
    }

    /// Whether an answer contradicts that of another solver to the same check of a script, which may have been said to it in
    /// another way. The call of a violation is the number of the check, from 0.
    pub fn against(&self, other: &Answers, by: &str) -> Verdict {
        let others: Vec<Option<Answer>> = other.list.iter().copied().map(Some).collect();
        self.contradiction(&others, CROSS_CHECK, by)
    }

    /// Whether an answer contradicts what the script says of that check.
    pub fn against_status(&self, status: &[Option<Answer>]) -> Verdict {
        self.contradiction(status, STATUS, ":status")
    }

    fn contradiction(&self, others: &[Option<Answer>], oracle: &str, by: &str) -> Verdict {
        for (call, (said, against)) in self.list.iter().zip(others).enumerate() {
            if let Some(against) = against
                && said.contradicts(*against)
            {
                let (said, against) = (*said, *against);
                return Verdict::Violated(Violation {
                    oracle: oracle.into(),
                    call,
                    what: format!("{said}, but {by} says {against}"),
                    proof: Proof::Answers { said, against, by: by.to_owned() },
                });
            }
        }
        match self.list.len() < others.len() {
            true => Verdict::CannotTell("not all checks were answered".to_owned()),
            false => Verdict::Holds,
        }
    }
}

/// What is missing if a call failed.
enum Missing {
    /// Nothing on which an answer depends.
    Nothing,
    /// What it should have made.
    Made,
    /// A part of the problem.
    Problem,
}

fn missing(call: &Call, own: &dyn OwnRows) -> Missing {
    let effects = call.effects(own);
    if effects.any(Effects::SETS_OPTION) {
        // An option of another solver is not one of this problem.
        return match call.args.first() {
            Some(CallArg::Text(name)) if StandardOption::from_key(name).is_none() => {
                Missing::Nothing
            }
            _ => Missing::Problem,
        };
    }
    if effects.matters_to_answers() {
        Missing::Problem
    } else if effects.any(Effects::MAKES) && !effects.any(Effects::ASKS) {
        Missing::Made
    } else {
        Missing::Nothing
    }
}
