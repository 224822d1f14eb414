//! What is asserted now, level by level, and under which assignments all of it holds.

use murxla_api::{Answer, Effects};

use super::knowledge::Knowledge;
use super::settings::Numbers;
use crate::eval::Truths;
use crate::oracle::Feedback;
use crate::smt::{FromCalls, Term};
use crate::trace::{Call, CallArg};

/// What is asserted, as far as the generator knows what its formulas mean.
#[derive(Default)]
pub(super) struct Asked {
    /// The formulas, each with the columns in which it and all before it hold, or may hold.
    asserted: Vec<(Term, u64)>,
    /// How much was asserted when each open level was opened.
    levels: Vec<usize>,
    /// Something was asserted or taken away since the last check without assumptions.
    is_new: bool,
    /// So many levels were open when all of them together were found unsatisfiable.
    contradictory: Option<usize>,
}

impl Asked {
    /// Whether nothing is asserted.
    pub(super) fn is_empty(&self) -> bool {
        self.asserted.is_empty()
    }

    /// Whether a check without assumptions would ask something that the last one did not.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether what is asserted is known to be unsatisfiable: nothing that is asserted now makes a difference.
    pub(super) fn is_contradictory(&self) -> bool {
        self.contradictory.is_some()
    }

    /// Whether the formula is among the assertions.
    pub(super) fn has(&self, formula: Term) -> bool {
        self.asserted.iter().any(|(one, _)| *one == formula)
    }

    /// The columns in which all that is asserted holds, or may hold.
    pub(super) fn alive(&self, knowledge: &Knowledge) -> u64 {
        self.asserted.last().map_or(knowledge.all(), |(_, alive)| *alive)
    }

    /// A call with these effects was made.
    pub(super) fn after(
        &mut self,
        effects: Effects,
        call: &Call,
        feedback: Feedback,
        questions: &FromCalls,
        knowledge: &mut Knowledge,
        numbers: &Numbers,
    ) {
        if !feedback.accepted() {
            return;
        }
        if effects.any(Effects::CHECKS) {
            if !effects.any(Effects::ASSUMES) {
                self.is_new = false;
                if feedback == Feedback::Answer(Answer::Unsat) {
                    self.contradictory.get_or_insert(self.levels.len());
                }
            }
            return;
        }
        if effects.any(Effects::FORGETS_ALL) {
            *self = Asked::default();
        } else if effects.any(Effects::FORGETS_ASSERTIONS) {
            *self = Asked { is_new: true, ..Asked::default() };
        } else if effects.any(Effects::OPENS_LEVELS) {
            let height = self.asserted.len();
            self.levels.extend((0..call.levels()).map(|_| height));
        } else if effects.any(Effects::CLOSES_LEVELS) {
            for _ in 0..call.levels() {
                if let Some(height) = self.levels.pop() {
                    self.is_new |= self.asserted.len() > height;
                    self.asserted.truncate(height);
                }
            }
            let open = self.levels.len();
            self.contradictory = self.contradictory.filter(|levels| *levels <= open);
        } else if effects.any(Effects::ASSERTS) {
            self.is_new = true;
            if let Some(CallArg::Term(name)) = call.args.first()
                && let Some(term) = questions.term(*name)
            {
                knowledge.look_at(numbers, questions.graph(), term);
                let Truths { holds, known } = knowledge.truths(term);
                let alive = self.alive(knowledge) & (holds | !known);
                self.asserted.push((term, alive));
            }
        }
    }
}
