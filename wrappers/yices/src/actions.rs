//! Yices's own actions: their rows, and which function executes which.

use murxla_api::{
    ANYWHERE, ActionDef, Arg, ArgKind, Extension, Need, Reply, ReplyKind, SolverError, TermId,
    Transition,
};

use crate::error::count;
use crate::ffi::{call, term_t};
use crate::side_context::{Side, symbols_of};
use crate::solver::YicesSolver;
use crate::{information, inspect_type, model, model_building, references, value_getters};

const SUBST_TERM: &str = "yices-subst-term";
const TERM_INFO: &str = "yices-term-info";
const IMPLICANT: &str = "yices-implicant";
const VAL_AS_TERM: &str = "yices-val-as-term";
const CHECK_FORMULAS: &str = "yices-check-formulas";
const INSPECT_TYPE: &str = "yices-inspect-type";
const SCALARS: &str = "yices-scalar-type";
const READ_NAMES: &str = "yices-parse-names";
const READ_NONSENSE: &str = "yices-parse-nonsense";
const REFERENCES: &str = "yices-count-references";
const GET_IN_EACH_WAY: &str = "yices-get-in-each-way";
const BUILD_MODEL: &str = "yices-build-model";
const INTERPOLATE: &str = "yices-interpolate";
const CHECK_WITH_MODEL: &str = "yices-check-with-model";
const BLOCK_MODELS: &str = "yices-block-models";
const EXPORT: &str = "yices-export-to-dimacs";
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
        ActionDef::own(INSPECT_TYPE, &[ArgKind::Sort], ReplyKind::Done),
        ActionDef::own(SCALARS, &[], ReplyKind::Done),
        ActionDef::own(READ_NAMES, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(READ_NONSENSE, &[], ReplyKind::Done),
        ActionDef::own(REFERENCES, &[ArgKind::AnyTerms], ReplyKind::Done),
        ActionDef::own(GET_IN_EACH_WAY, &[ArgKind::Terms], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(BUILD_MODEL, &[ArgKind::Formula], ReplyKind::Done),
        ActionDef::own(INTERPOLATE, &[ArgKind::Formula, ArgKind::Formula], ReplyKind::Done),
        ActionDef::own(CHECK_WITH_MODEL, &[ArgKind::Formula], ReplyKind::Done),
        ActionDef::own(BLOCK_MODELS, &[ArgKind::Formulas], ReplyKind::Done),
        ActionDef::own(EXPORT, &[ArgKind::Formulas], ReplyKind::Done),
    ],
    states: &[],
    transitions: &[
        Transition::stay(ANYWHERE, SUBST_TERM, 500),
        Transition::stay(ANYWHERE, TERM_INFO, 500),
        Transition::stay(ANYWHERE, CHECK_FORMULAS, 1000),
        Transition::stay(ANYWHERE, GARBAGE_COLLECT, 1000),
        Transition::stay(ANYWHERE, INSPECT_TYPE, 4_000),
        Transition::stay(ANYWHERE, SCALARS, 8_000),
        Transition::stay(ANYWHERE, READ_NAMES, 4_000),
        Transition::stay(ANYWHERE, READ_NONSENSE, 10_000),
        Transition::stay(ANYWHERE, REFERENCES, 4_000),
        Transition::stay(ANYWHERE, BUILD_MODEL, 4_000),
        Transition::stay(ANYWHERE, INTERPOLATE, 8_000),
        Transition::stay(ANYWHERE, CHECK_WITH_MODEL, 8_000),
        Transition::stay(ANYWHERE, BLOCK_MODELS, 6_000),
        Transition::stay(ANYWHERE, EXPORT, 6_000),
        Transition::stay("sat", GET_IN_EACH_WAY, 6),
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
            (INSPECT_TYPE, [Arg::Sort(id)]) => {
                let (tau, sort) = self.terms.sort_with_type(*id)?;
                inspect_type::inspect_type(tau, sort)?;
            }
            (SCALARS, []) => inspect_type::scalars(&mut self.seed)?,
            (READ_NAMES, [Arg::Term(id)]) => information::read_printed(self.terms.native(*id)?)?,
            (READ_NONSENSE, []) => information::read_nonsense()?,
            (REFERENCES, [Arg::Terms(ids)]) => {
                references::count_references(&self.terms.natives(ids)?)?;
            }
            (GET_IN_EACH_WAY, [Arg::Terms(ids)]) => {
                let natives = self.terms.natives(ids)?;
                let tags = self.numbers.tag;
                value_getters::read_in_each_way(self.model()?, tags, &natives)?;
            }
            (BUILD_MODEL, [Arg::Term(id)]) => {
                let symbols = self.symbols_of(*id)?;
                model_building::build(&symbols, &mut self.seed)?;
            }
            (INTERPOLATE, [Arg::Term(first), Arg::Term(second)]) => {
                let (first, second) = (self.terms.native(*first)?, self.terms.native(*second)?);
                self.side().interpolate(first, second)?;
            }
            (CHECK_WITH_MODEL, [Arg::Term(id)]) => {
                let (formula, symbols) = (self.terms.native(*id)?, self.symbols_of(*id)?);
                let mut seed = std::mem::take(&mut self.seed);
                let checked = self.side().check_with_model(formula, &symbols, &mut seed);
                self.seed = seed;
                checked?;
            }
            (BLOCK_MODELS, [Arg::Terms(ids)]) => {
                self.side().block_models(&self.terms.natives(ids)?)?;
            }
            (EXPORT, [Arg::Terms(ids)]) => {
                let natives = self.terms.natives(ids)?;
                let mut seed = std::mem::take(&mut self.seed);
                let exported = self.side().export(&natives, &mut seed);
                self.seed = seed;
                exported?;
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

    fn side(&self) -> Side<'_> {
        let logic = self.session.native.logic();
        Side { status: self.numbers.status, logic: logic.map(|logic| logic.as_c_str()) }
    }

    fn symbols_of(&self, id: TermId) -> Result<Vec<term_t>, SolverError> {
        symbols_of(self.terms.native(id)?, |native| self.terms.is_symbol(native))
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
