//! Bitwuzla's own actions and its own state.

use murxla_api::{
    ANYWHERE, ActionDef, Answer, Arg, ArgKind, Effects, Extension, Guard, Need, Reply, ReplyKind,
    SolverError, StandardOption, StateDef, StateKind, Transition,
};

use crate::solver::BitwuzlaSolver;

const TERM_VALUE: &str = "bitwuzla-term-value";
const MISC: &str = "bitwuzla-misc";
const SUBSTITUTE: &str = "bitwuzla-substitute-term";
const SIMPLIFY: &str = "bitwuzla-simplify";
const IS_UNSAT_ASSUMPTION: &str = "bitwuzla-is-unsat-assumption";
const PRINT_FORMULA: &str = "bitwuzla-print-formula";

const INSPECT_SORT: &str = "bitwuzla-inspect-sort";
const INSPECT_TERM: &str = "bitwuzla-inspect-term";
const COMPARE_TERMS: &str = "bitwuzla-compare-terms";
const READ_PRINTED_TERM: &str = "bitwuzla-parse-printed-term";
const READ_PRINTED_FORMULA: &str = "bitwuzla-parse-printed-formula";
const READ_PRINTED_CORE: &str = "bitwuzla-parse-printed-unsat-core";
const READ_NONSENSE: &str = "bitwuzla-parse-nonsense";
const INTERPOLANT: &str = "bitwuzla-interpolant";
const INTERPOLANTS: &str = "bitwuzla-interpolants";

/// What is asked after unsat about the core of it.
const UNSAT_CORE: &[Need] =
    &[Need::Option(StandardOption::UnsatCores), Need::LastAnswer(Answer::Unsat)];

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
        ActionDef::own(INSPECT_SORT, &[ArgKind::Sort], ReplyKind::Done),
        ActionDef::own(INSPECT_TERM, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(COMPARE_TERMS, &[ArgKind::Term, ArgKind::Term], ReplyKind::Done),
        ActionDef::own(READ_PRINTED_TERM, &[ArgKind::Terms], ReplyKind::Done),
        ActionDef::own(READ_PRINTED_FORMULA, &[], ReplyKind::Done),
        ActionDef::own(READ_PRINTED_CORE, &[], ReplyKind::Done).needs(UNSAT_CORE),
        ActionDef::own(READ_NONSENSE, &[], ReplyKind::Done),
        // Of the assertions of the last check, if interpolants are produced; the seed parts them.
        ActionDef::own(INTERPOLANT, &[], ReplyKind::Done).needs(&[Need::LastAnswer(Answer::Unsat)]),
        ActionDef::own(INTERPOLANTS, &[], ReplyKind::Done)
            .needs(&[Need::LastAnswer(Answer::Unsat)]),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[
        Transition::stay("sat", TERM_VALUE, 2),
        Transition::stay(ANYWHERE, MISC, 1000),
        Transition::stay(ANYWHERE, SUBSTITUTE, 1000),
        Transition::call("assert", SIMPLIFY, 100, "check_sat"),
        Transition::stay("unsat", IS_UNSAT_ASSUMPTION, 4),
        Transition::stay(ANYWHERE, PRINT_FORMULA, 10_000),
        Transition::stay(ANYWHERE, INSPECT_SORT, 4_000),
        Transition::stay(ANYWHERE, INSPECT_TERM, 1_500),
        Transition::stay(ANYWHERE, COMPARE_TERMS, 3_000),
        Transition::stay(ANYWHERE, READ_PRINTED_TERM, 3_000),
        Transition::stay(ANYWHERE, READ_NONSENSE, 10_000),
        Transition::stay("sat", READ_PRINTED_FORMULA, 40),
        Transition::stay("unsat", READ_PRINTED_FORMULA, 40),
        Transition::stay("unsat", READ_PRINTED_CORE, 20),
        Transition::stay("unsat", INTERPOLANT, 3),
        Transition::stay("unsat", INTERPOLANTS, 5),
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
            (INSPECT_SORT, [Arg::Sort(sort)]) => self.inspect_sort(*sort).map(|()| Reply::Done),
            (INSPECT_TERM, [Arg::Term(term)]) => self.inspect_term(*term).map(|()| Reply::Done),
            (COMPARE_TERMS, [Arg::Term(one), Arg::Term(other)]) => {
                self.compare_terms(*one, *other).map(|()| Reply::Done)
            }
            (READ_PRINTED_TERM, [Arg::Terms(terms)]) => {
                for term in terms {
                    self.read_printed_term(*term)?;
                }
                Ok(Reply::Done)
            }
            (READ_PRINTED_FORMULA, []) => self.read_printed_formula().map(|()| Reply::Done),
            (READ_PRINTED_CORE, []) => self.read_printed_core().map(|()| Reply::Done),
            (READ_NONSENSE, []) => self.read_nonsense().map(|()| Reply::Done),
            (INTERPOLANT, []) => self.interpolate().map(|()| Reply::Done),
            (INTERPOLANTS, []) => self.interpolate_sequence().map(|()| Reply::Done),
            (PRINT_FORMULA, []) => self.print_formula().map(|()| Reply::Done),
            _ => Err(SolverError::Unsupported(format!(
                "the action {} with the arguments {args:?}",
                action.name
            ))),
        }
    }
}
