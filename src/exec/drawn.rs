//! Plays calls that the generator drew, without examining them first.
//!
//! The generator knows the sorts of all that it makes, and draws only what is well-sorted; the survey checks every
//! trace that it writes. So its calls are not examined again before they are executed. Debug builds do examine them,
//! and compare.

use murxla_api::{ActionKind, Sort};

use super::player::NativeReply;
use super::{Played, Player, Skip};
use crate::trace::check::{Effect, Problem, TermFacts};
use crate::trace::{Call, CallArg};

/// What a call makes, as the generator knows it.
#[derive(Clone, Copy, Debug)]
pub enum Drawn<'a> {
    /// It was read from a file: the call is examined first.
    Unexamined,
    /// Neither sorts nor a term.
    Nothing,
    /// These sorts.
    Sorts(&'a [Sort]),
    /// A term of this sort.
    Term(&'a Sort),
}

impl Player<'_> {
    /// Executes a call that was drawn by someone who knows what it makes. All calls of a run must come this way.
    pub fn play_drawn(&mut self, call: &Call, drawn: Drawn<'_>) -> Played {
        if cfg!(debug_assertions) && !matches!(drawn, Drawn::Unexamined) {
            return match self.examine_drawn(call, drawn) {
                Ok(effect) => self.play_examined(call, effect, true),
                Err(problem) => Played::Skipped(Skip::Problem(problem)),
            };
        }
        match drawn {
            Drawn::Term(sort) => self.play_drawn_term(call, sort),
            Drawn::Sorts([sort]) if !matches!(call.args.as_slice(), [CallArg::Datatypes(_)]) => {
                self.play_drawn_sort(call, sort)
            }
            Drawn::Unexamined => self.play(call),
            Drawn::Nothing | Drawn::Sorts(_) => match self.foresee(call, drawn) {
                Ok(effect) => self.play_examined(call, effect, false),
                Err(problem) => Played::Skipped(Skip::Problem(problem)),
            },
        }
    }

    /// Most calls make terms: nothing is remembered of them but their handles.
    fn play_drawn_term(&mut self, call: &Call, sort: &Sort) -> Played {
        if let Err(problem) = self.require_legal(call, sort) {
            return Played::Skipped(Skip::Problem(problem));
        }
        // Most of them are applications.
        let id = match call.args.as_slice() {
            [CallArg::Applied(applied)] => self.execute_application(call, applied),
            _ => match self.execute(call, false) {
                Ok(NativeReply::Term(id)) => Ok(id),
                Ok(other) => return self.bind(call, Effect::None, other, false),
                Err(error) => Err(error),
            },
        };
        match id {
            Ok(id) => self.bind_term(call, id),
            Err(error) => error.into(),
        }
    }

    /// The same for a sort; those of declarations are examined.
    fn play_drawn_sort(&mut self, call: &Call, sort: &Sort) -> Played {
        if let Err(problem) = self.context().require_legal(sort) {
            return Played::Skipped(Skip::Problem(problem));
        }
        match self.execute(call, false) {
            Ok(NativeReply::Sort(id)) => self.bind_sort(call, sort, id),
            Ok(other) => self.bind(call, Effect::None, other, false),
            Err(error) => error.into(),
        }
    }

    /// An error unless the sort of the term that the call makes is legal.
    fn require_legal(&self, call: &Call, sort: &Sort) -> Result<(), Problem> {
        match call.action.kind() {
            ActionKind::MkTerm | ActionKind::MkFun => self.context().require_legal(sort),
            // All others have the sort of something that is there.
            _ => Ok(()),
        }
    }

    /// The effect of a call, by what it makes. The free variables of terms are left out: nobody asks for them.
    fn foresee(&self, call: &Call, drawn: Drawn<'_>) -> Result<Effect, Problem> {
        let context = self.context();
        Ok(match (call.action.kind(), drawn) {
            (ActionKind::New, _) => Effect::New,
            (ActionKind::Delete, _) => Effect::Delete,
            (ActionKind::Reset, _) => Effect::Reset,
            (_, Drawn::Nothing) => Effect::None,
            (_, Drawn::Unexamined) => context.examine(call, self.profile())?,
            // How deep a group of datatypes is, is known only when it is examined. That is seldom.
            (_, Drawn::Sorts(_)) if matches!(call.args.as_slice(), [CallArg::Datatypes(_)]) => {
                context.examine(call, self.profile())?
            }
            (_, Drawn::Sorts(sorts)) => {
                sorts.iter().try_for_each(|sort| context.require_legal(sort))?;
                Effect::Sorts(sorts.to_vec())
            }
            (_, Drawn::Term(sort)) => {
                self.require_legal(call, sort)?;
                Effect::Term(TermFacts::closed(sort.clone()))
            }
        })
    }

    /// The effect of a call, which must be what it makes.
    fn examine_drawn(&self, call: &Call, drawn: Drawn<'_>) -> Result<Effect, Problem> {
        let examined = self.context().examine(call, self.profile());
        let same = match (&examined, self.foresee(call, drawn)) {
            (Ok(Effect::Term(facts)), Ok(Effect::Term(foreseen))) => facts.sort == foreseen.sort,
            // Only the solver knows the children of a term; they get no names.
            (Ok(Effect::Terms(facts)), Ok(Effect::None)) => facts.is_empty(),
            (examined, foreseen) => *examined == foreseen,
        };
        assert!(same, "{call} does not make {drawn:?}, but {examined:?}");
        examined
    }
}
