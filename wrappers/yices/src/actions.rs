//! Yices's own actions: their rows, and which function executes which.

use murxla_api::{
    ANYWHERE, ActionDef, Arg, ArgKind, Extension, Need, Reply, ReplyKind, SolverError, Transition,
};

use crate::error::count;
use crate::ffi::call;
use crate::solver::YicesSolver;
use crate::{information, model};

const SUBST_TERM: &str = "yices-subst-term";
const TERM_INFO: &str = "yices-term-info";
const IMPLICANT: &str = "yices-implicant";
const VAL_AS_TERM: &str = "yices-val-as-term";
const CHECK_FORMULAS: &str = "yices-check-formulas";
const GARBAGE_COLLECT: &str = "yices-garbage-collect";

/// What Yices adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(
            SUBST_TERM,
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        ActionDef::own(TERM_INFO, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(IMPLICANT, &[ArgKind::Formula], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(VAL_AS_TERM, &[ArgKind::Terms], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(CHECK_FORMULAS, &[ArgKind::Formulas], ReplyKind::Done),
        ActionDef::own(GARBAGE_COLLECT, &[], ReplyKind::Done),
    ],
    states: &[],
    transitions: &[
        Transition::stay(ANYWHERE, SUBST_TERM, 500),
        Transition::stay(ANYWHERE, TERM_INFO, 500),
        Transition::stay(ANYWHERE, CHECK_FORMULAS, 1000),
        Transition::stay(ANYWHERE, GARBAGE_COLLECT, 1000),
        Transition::stay("sat", IMPLICANT, 4),
        Transition::stay("sat", VAL_AS_TERM, 4),
    ],
};

impl YicesSolver {
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (SUBST_TERM, [Arg::Term(id), Arg::Terms(from), Arg::Terms(to)]) => {
                return self.terms.substitute(*id, from, to, &mut self.seed).map(Reply::Term);
            }
            (TERM_INFO, [Arg::Term(id)]) => information::walk(self.terms.native(*id)?)?,
            (IMPLICANT, [Arg::Term(id)]) => {
                let formula = self.terms.native(*id)?;
                let native = self.model()?;
                let asserted: Vec<_> = self.session.formulas().collect();
                model::implicant(native, formula, &asserted, &self.terms, &mut self.seed)?;
            }
            (VAL_AS_TERM, [Arg::Terms(ids)]) => {
                let natives = self.terms.natives(ids)?;
                let native = self.model()?;
                model::values_as_terms(native, &natives, &self.terms, &mut self.seed)?;
            }
            (CHECK_FORMULAS, [Arg::Terms(ids)]) => {
                let natives = self.terms.natives(ids)?;
                let (logic, error) = (self.session.native.logic(), self.numbers.status.error);
                model::check_on_the_side(&natives, logic, error, &mut self.seed)?;
            }
            (GARBAGE_COLLECT, []) => self.collect_garbage()?,
            _ => {
                return Err(SolverError::Unsupported(format!(
                    "the action {} with the arguments {args:?}",
                    action.name
                )));
            }
        }
        Ok(Reply::Done)
    }

    /// Frees the terms and types that nobody can name any more. Contexts and models keep what they need; other
    /// instances would lose theirs.
    fn collect_garbage(&mut self) -> Result<(), SolverError> {
        if !self.share.is_alone() {
            return Ok(());
        }
        let mut terms = self.terms.all()?;
        terms.extend(self.session.terms());
        let types = self.terms.all_types();
        let keep_named = self.seed.pick(2) as i32;
        let (term_count, type_count) = (count(terms.len())?, count(types.len())?);
        let (terms, types) = (terms.as_ptr(), types.as_ptr());
        call!(yices_garbage_collect(terms, term_count, types, type_count, keep_named));
        Ok(())
    }
}
