//! The asserted-values oracle: after sat the solver is asked for the value of each assertion and assumption in its own
//! model; by the standard that is true.

use murxla_api::{Answer, Effects, StandardOption, Value, base_action};

use super::{Accuses, Asker, Cost, Interest, Oracle, OracleDef, Proof, Step, Verdict, Violation};
use crate::exec::{Played, Player};
use crate::trace::{Call, CallArg, Recorded, TermName};

/// Its name.
pub const ASSERTED_VALUES: &str = "asserted-values";

pub(super) const DEF: OracleDef = OracleDef {
    name: ASSERTED_VALUES,
    about: "an assertion or assumption that is false in the solver's own model, as it tells after sat",
    needs: "produce-models; asks get-value after each sat",
    cost: Cost::Some,
    accuses: Accuses::Model,
    by_default: false,
    make: || Box::<AssertedValues>::default(),
};

/// Knows what is asserted, by name.
#[derive(Default)]
struct AssertedValues {
    asserted: Vec<TermName>,
    /// How much was asserted when each open level was opened.
    levels: Vec<usize>,
    models: bool,
}

impl AssertedValues {
    fn follow(&mut self, call: &Call, effects: Effects) {
        if effects.any(Effects::FORGETS_ALL) {
            *self = AssertedValues::default();
        } else if effects.any(Effects::FORGETS_ASSERTIONS) {
            self.asserted.clear();
            self.levels.clear();
        } else if effects.any(Effects::ASSERTS) {
            // A solver's own action may assert what has no name here.
            if let Some(CallArg::Term(formula)) = call.args.first() {
                self.asserted.push(*formula);
            }
        } else if effects.any(Effects::OPENS_LEVELS) {
            let height = self.asserted.len();
            self.levels.extend((0..call.levels()).map(|_| height));
        } else if effects.any(Effects::CLOSES_LEVELS) {
            for _ in 0..call.levels() {
                if let Some(height) = self.levels.pop() {
                    self.asserted.truncate(height);
                }
            }
        } else if effects.any(Effects::SETS_OPTION)
            && let [CallArg::Text(name), CallArg::Text(value)] = call.args.as_slice()
            && &**name == StandardOption::Models.key()
        {
            self.models = &**value == "true";
        }
    }
}

impl Oracle for AssertedValues {
    fn name(&self) -> &'static str {
        ASSERTED_VALUES
    }

    fn interest(&self) -> Interest {
        Interest::COMMANDS.and(Interest::ASKS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        if step.played.accepted() {
            self.follow(step.call, step.call.effects(player.profile()));
        }
        None
    }

    fn ask(&mut self, step: &Step<'_>, asker: &mut Asker<'_, '_>) -> Option<Verdict> {
        if !matches!(step.played, Played::Answer(Answer::Sat)) || !self.models {
            return None;
        }
        let assumed = step.call.args.iter().find_map(|arg| match arg {
            CallArg::Terms(terms) => Some(terms.as_slice()),
            _ => None,
        });
        let terms = [self.asserted.as_slice(), assumed.unwrap_or_default()].concat();
        let action = base_action("get-value").filter(|_| !terms.is_empty())?;
        let question = Call::new(step.call.seed, action, vec![CallArg::Terms(terms.clone())]);
        let values = match asker.play(&question) {
            Played::Values(values) => values,
            other => {
                return Some(Verdict::CannotTell(match other {
                    Played::Rejected(_) => "the solver refuses to tell values".to_owned(),
                    _ => "no values".to_owned(),
                }));
            }
        };
        let wrong = terms.iter().zip(&values).find(|(_, value)| **value == Value::Bool(false));
        Some(match wrong {
            Some((term, _)) => Verdict::Violated(Violation {
                oracle: ASSERTED_VALUES.into(),
                call: step.number + 1,
                what: format!("{term} is asserted or assumed, and false in the model"),
                proof: Proof::Reply,
            }),
            None => Verdict::Holds,
        })
    }
}

/// The assertion that is false by the values which a recorded call of this oracle gave.
pub fn false_assertion(call: &Call) -> Option<TermName> {
    let (Some(CallArg::Terms(terms)), Some(Recorded::Values(values))) =
        (call.args.first(), &call.reply)
    else {
        return None;
    };
    let is_false = |value: &str| value == Value::Bool(false).to_string();
    terms.iter().zip(values).find(|(_, value)| is_false(value)).map(|(term, _)| *term)
}
