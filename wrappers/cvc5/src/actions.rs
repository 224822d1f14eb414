//! cvc5's own actions.

use murxla_api::{
    ANYWHERE, ActionDef, Arg, ArgKind, Effects, Extension, Need, Reply, ReplyKind, SolverError,
    Transition,
};

use crate::solver::Instance;

const SIMPLIFY: &str = "cvc5-simplify";
const TERM_SUBSTITUTE: &str = "cvc5-term-substitute";
const SORT_SUBSTITUTE: &str = "cvc5-sort-substitute";
const BLOCK_MODEL: &str = "cvc5-block-model";
const BLOCK_MODEL_VALUES: &str = "cvc5-block-model-values";
const TERM_INFO: &str = "cvc5-term-info";
const SOLVER_INFO: &str = "cvc5-solver-info";

/// What cvc5 adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(SIMPLIFY, &[ArgKind::Term], ReplyKind::Rewritten),
        ActionDef::own(
            TERM_SUBSTITUTE,
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        ActionDef::own(
            SORT_SUBSTITUTE,
            &[ArgKind::Sort, ArgKind::SortList, ArgKind::SortReplacements],
            ReplyKind::Done,
        ),
        ActionDef::own(BLOCK_MODEL, &[], ReplyKind::Done)
            .needs(Need::MODEL)
            .does(Effects::ASSERTS.and(Effects::SPOILS_ANSWER).and(Effects::EXCLUDES)),
        ActionDef::own(BLOCK_MODEL_VALUES, &[ArgKind::Terms], ReplyKind::Done)
            .needs(Need::MODEL)
            .does(Effects::ASSERTS.and(Effects::SPOILS_ANSWER).and(Effects::EXCLUDES)),
        ActionDef::own(TERM_INFO, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(SOLVER_INFO, &[], ReplyKind::Done),
    ],
    states: &[],
    transitions: &[
        Transition::stay(ANYWHERE, SIMPLIFY, 100),
        Transition::stay(ANYWHERE, TERM_SUBSTITUTE, 1000),
        Transition::stay(ANYWHERE, SORT_SUBSTITUTE, 1000),
        Transition::call("sat", BLOCK_MODEL, 4, "check_sat"),
        Transition::call("sat", BLOCK_MODEL_VALUES, 4, "check_sat"),
        Transition::stay(ANYWHERE, TERM_INFO, 1000),
        // Reading all options and statistics takes longer than most checks: seldom, but often enough for every state.
        Transition::stay(ANYWHERE, SOLVER_INFO, 2000),
    ],
};

impl Instance {
    /// Executes an action of cvc5's own.
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (SIMPLIFY, [Arg::Term(term)]) => {
                let by_assertions = self.seed.pick(2) == 0;
                self.simplified(*term, by_assertions).map(Reply::Term)
            }
            (TERM_SUBSTITUTE, [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                self.substitute(*term, from, to).map(Reply::Term)
            }
            (SORT_SUBSTITUTE, [Arg::Sort(sort), Arg::Sorts(from), Arg::Sorts(to)]) => {
                self.substitute_sorts(*sort, from, to).map(|()| Reply::Done)
            }
            (BLOCK_MODEL, []) => {
                let blocked = self.block_model();
                self.worked(BLOCK_MODEL, blocked).map(|()| Reply::Done)
            }
            (BLOCK_MODEL_VALUES, [Arg::Terms(terms)]) => {
                let blocked = self.block_values(terms);
                self.worked(BLOCK_MODEL_VALUES, blocked).map(|()| Reply::Done)
            }
            (TERM_INFO, [Arg::Term(term)]) => self.ask_about_term(*term).map(|()| Reply::Done),
            (SOLVER_INFO, []) => self.ask_about_solver().map(|()| Reply::Done),
            _ => Err(SolverError::Unsupported(format!(
                "the action {} with the arguments {args:?}",
                action.name
            ))),
        }
    }
}
