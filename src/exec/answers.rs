//! The answers of a run, as far as they are answers to what was asked.

use murxla_api::{ActionKind, Answer, StandardOption};

use super::class_name;
use crate::sandbox::Class;
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
    },
    /// The run ended before the trace did.
    Ended(Class),
}

impl std::fmt::Display for AnswersEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnswersEnd::OtherProblem { action, why } => write!(f, "{action}: {why}"),
            AnswersEnd::Ended(class) => f.write_str(&class_name(class)),
        }
    }
}

impl Answers {
    /// The answers of a run that ended so.
    pub fn of(played: &Trace, class: &Class) -> Answers {
        let mut list = Vec::new();
        // The first call that made nothing: what it should have made is missing where it is used.
        let mut missing = None;
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
            match effect(call) {
                Effect::None => {}
                Effect::Makes => {
                    missing.get_or_insert((call, why));
                }
                Effect::Changes => {
                    let (call, why) = missing.unwrap_or((call, why));
                    let (action, why) = (call.action.name().to_owned(), why.to_string());
                    return Answers { list, end: Some(AnswersEnd::OtherProblem { action, why }) };
                }
            }
        }
        let end = (*class != Class::Completed).then(|| AnswersEnd::Ended(class.clone()));
        Answers { list, end }
    }

    /// The first check to which one says sat and the other unsat, counted from 0.
    pub fn contradiction(&self, other: &Answers) -> Option<usize> {
        let mut pairs = self.list.iter().zip(&other.list);
        pairs.position(|(one, other)| one.contradicts(*other))
    }
}

/// What later answers depend on.
enum Effect {
    /// Not on this call.
    None,
    /// On what it makes, where that is used.
    Makes,
    /// On what it changes.
    Changes,
}

fn effect(call: &Call) -> Effect {
    match (call.action.kind(), call.args.as_slice()) {
        (
            ActionKind::GetValue
            | ActionKind::PrintModel
            | ActionKind::GetAssertions
            | ActionKind::GetUnsatCore
            | ActionKind::GetUnsatAssumptions
            | ActionKind::TermGetChildren
            | ActionKind::SetLogic
            | ActionKind::Delete,
            _,
        ) => Effect::None,
        // An option of another solver is not one of this problem.
        (ActionKind::SetOption, [CallArg::Text(name), ..])
            if StandardOption::from_key(name).is_none() =>
        {
            Effect::None
        }
        (
            ActionKind::MkSort
            | ActionKind::InstantiateSort
            | ActionKind::MkConst
            | ActionKind::MkVar
            | ActionKind::MkValue
            | ActionKind::MkSpecialValue
            | ActionKind::MkTerm
            | ActionKind::MkFun
            | ActionKind::MkLet
            | ActionKind::MkRecFun
            | ActionKind::Simplify,
            _,
        ) => Effect::Makes,
        _ => Effect::Changes,
    }
}
