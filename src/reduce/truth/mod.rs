//! Decides whether a script's `:status` still holds of a reduced script.
//!
//! That the whole is satisfiable, or not, says nothing of a part. But some steps keep it, and that can be seen without a
//! solver: of a satisfiable script, what asserts less, or the same of terms that nothing is known of; of an unsatisfiable
//! one, what asserts more, or the same of particular terms. Only such candidates are tested.

mod formulas;
mod implied;

use murxla_api::{Answer, Datatype};

use self::formulas::Formulas;
use super::TraceCandidate;
use super::guarded::Guard;

/// A script of which it is known whether it is satisfiable.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    satisfiable: bool,
    formulas: Formulas,
}

impl Truth {
    /// What is known of a script that has this answer; `None` if it does anything but assert and check once.
    pub(super) fn new(candidate: &TraceCandidate, answer: Answer) -> Option<Truth> {
        let satisfiable = match answer {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Unknown => return None,
        };
        Some(Truth { satisfiable, formulas: Formulas::of(candidate)? })
    }
}

impl Guard<TraceCandidate> for Truth {
    fn kept_by(&self, candidate: &TraceCandidate) -> Option<Truth> {
        let formulas = Formulas::of(candidate)?;
        let (old, new) = (&self.formulas, &formulas);
        // Sorts of the same name must be the same sorts.
        let is_same = |one: &[Datatype], other: &[Datatype]| {
            let [one, other] = [one, other].map(|group| group.first().map(Datatype::group));
            one == other
        };
        let same_sorts =
            new.datatypes().iter().all(|one| old.datatypes().iter().any(|two| is_same(one, two)));
        let kept = same_sorts
            && match self.satisfiable {
                true => implied::implies(old, new),
                false => implied::implies(new, old),
            };
        kept.then_some(Truth { satisfiable: self.satisfiable, formulas })
    }
}

#[cfg(test)]
mod tests;
