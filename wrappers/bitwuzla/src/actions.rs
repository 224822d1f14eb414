//! Bitwuzla's own actions and its own state.

use murxla_api::{
    ANYWHERE, ActionDef, Arg, ArgKind, Effects, Extension, Guard, Need, Reply, ReplyKind,
    SolverError, StateDef, StateKind, Transition,
};

use crate::solver::BitwuzlaSolver;

const TERM_VALUE: &str = "bitwuzla-term-value";
const MISC: &str = "bitwuzla-misc";
const SUBSTITUTE: &str = "bitwuzla-substitute-term";
const SIMPLIFY: &str = "bitwuzla-simplify";
const IS_UNSAT_ASSUMPTION: &str = "bitwuzla-is-unsat-assumption";
const PRINT_FORMULA: &str = "bitwuzla-print-formula";

const UNKNOWN: &str = "unknown";

/// What Bitwuzla adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(TERM_VALUE, &[ArgKind::Terms], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(MISC, &[], ReplyKind::Done),
        ActionDef::own(
            SUBSTITUTE,
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        ActionDef::own(SIMPLIFY, &[], ReplyKind::Done).does(Effects::SPOILS_ANSWER),
        // Bitwuzla says no of a formula that was not assumed, so the wrapper asks of those that were.
        ActionDef::own(IS_UNSAT_ASSUMPTION, &[], ReplyKind::Done).needs(Need::FAILED_ASSUMPTIONS),
        ActionDef::own(PRINT_FORMULA, &[], ReplyKind::Done),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[
        Transition::stay("sat", TERM_VALUE, 2),
        Transition::stay(ANYWHERE, MISC, 1000),
        Transition::stay(ANYWHERE, SUBSTITUTE, 1000),
        Transition::call("assert", SIMPLIFY, 100, "check_sat"),
        Transition::stay("unsat", IS_UNSAT_ASSUMPTION, 4),
        Transition::stay(ANYWHERE, PRINT_FORMULA, 10_000),
        Transition::go("decide", 1, UNKNOWN),
        Transition::stay(UNKNOWN, MISC, 4),
        Transition::go(UNKNOWN, 1, "check_sat"),
        Transition::go(UNKNOWN, 1, "push_pop"),
        Transition::go(UNKNOWN, 2, "delete"),
    ],
};

impl BitwuzlaSolver {
    /// Executes an action of Bitwuzla's own.
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (TERM_VALUE, [Arg::Terms(terms)]) => {
                for term in terms {
                    self.free.require_closed(*term, "the term")?;
                    let native = self.terms.native(*term)?;
                    self.print_value(native)?;
                }
                Ok(Reply::Done)
            }
            (SUBSTITUTE, [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                self.substitute(*term, from, to).map(Reply::Term)
            }
            (MISC, []) => self.ask_about_solver().map(|()| Reply::Done),
            (SIMPLIFY, []) => self.simplify_assertions().map(|()| Reply::Done),
            (IS_UNSAT_ASSUMPTION, []) => self.ask_about_assumptions().map(|()| Reply::Done),
            (PRINT_FORMULA, []) => self.print_formula().map(|()| Reply::Done),
            _ => Err(SolverError::Unsupported(format!(
                "the action {} with the arguments {args:?}",
                action.name
            ))),
        }
    }
}
