//! Boolector's own actions and its own state.

use murxla_api::{
    ANYWHERE, ActionDef, Answer, Arg, ArgKind, Effects, Extension, Guard, Need, Reply, ReplyKind,
    SolverError, StandardOption, StateDef, StateKind, Transition,
};

use crate::solver::BoolectorSolver;

const MISC: &str = "boolector-misc";
const INSPECT_SORT: &str = "boolector-inspect-sort";
const INSPECT_TERM: &str = "boolector-inspect-term";
const COMPARE_TERMS: &str = "boolector-compare-terms";
const TERM_VALUE: &str = "boolector-term-value";
const SUBSTITUTE: &str = "boolector-substitute-nodes";
const SET_SYMBOL: &str = "boolector-set-symbol";
const CLONE: &str = "boolector-clone";
const SIMPLIFY: &str = "boolector-simplify";
const FIXATE: &str = "boolector-fixate-assumptions";
const RESET_ASSUMPTIONS: &str = "boolector-reset-assumptions";
const LIMITED: &str = "boolector-limited-sat";
const SET_SAT_SOLVER: &str = "boolector-set-sat-solver";
const TRACE: &str = "boolector-set-trapi";
const PRINT_TERM: &str = "boolector-dump-term";
const PRINT_FORMULA: &str = "boolector-dump-formula";
const READ_PRINTED: &str = "boolector-parse-dumped-formula";
const READ_NONSENSE: &str = "boolector-parse-nonsense";
const MODEL_CHECKING: &str = "boolector-model-checking";

const UNKNOWN: &str = "unknown";

const INCREMENTAL: &[Need] = &[Need::Option(StandardOption::Incremental)];

/// What Boolector adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(MISC, &[], ReplyKind::Done),
        ActionDef::own(INSPECT_SORT, &[ArgKind::Sort], ReplyKind::Done),
        ActionDef::own(INSPECT_TERM, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(COMPARE_TERMS, &[ArgKind::Term, ArgKind::Term], ReplyKind::Done),
        ActionDef::own(TERM_VALUE, &[ArgKind::Terms], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(
            SUBSTITUTE,
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        ActionDef::own(SET_SYMBOL, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(CLONE, &[], ReplyKind::Done),
        ActionDef::own(SIMPLIFY, &[], ReplyKind::Done).does(Effects::SPOILS_ANSWER),
        // Asserts what it assumes before.
        ActionDef::own(FIXATE, &[ArgKind::Formulas], ReplyKind::Done)
            .needs(INCREMENTAL)
            .does(Effects::ASSERTS),
        // Takes back what it assumes before.
        ActionDef::own(RESET_ASSUMPTIONS, &[ArgKind::Formulas], ReplyKind::Done)
            .needs(INCREMENTAL)
            .does(Effects::SPOILS_ANSWER),
        // A check that is given up after so many lemmas or conflicts.
        ActionDef::own(LIMITED, &[ArgKind::OneOf(&["0", "1", "10", "100"])], ReplyKind::Done)
            .needs(INCREMENTAL)
            .does(Effects::SPOILS_ANSWER),
        ActionDef::own(
            SET_SAT_SOLVER,
            &[ArgKind::OneOf(&["cadical", "lingeling"])],
            ReplyKind::Done,
        )
        .needs(&[Need::Fresh]),
        ActionDef::own(TRACE, &[], ReplyKind::Done),
        ActionDef::own(PRINT_TERM, &[ArgKind::AnyTerms], ReplyKind::Done),
        ActionDef::own(PRINT_FORMULA, &[], ReplyKind::Done),
        ActionDef::own(READ_PRINTED, &[], ReplyKind::Done),
        ActionDef::own(READ_NONSENSE, &[], ReplyKind::Done),
        ActionDef::own(MODEL_CHECKING, &[], ReplyKind::Done),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[
        Transition::stay(ANYWHERE, MISC, 1_000),
        Transition::stay(ANYWHERE, INSPECT_SORT, 4_000),
        Transition::stay(ANYWHERE, INSPECT_TERM, 1_000),
        Transition::stay(ANYWHERE, COMPARE_TERMS, 3_000),
        Transition::stay("sat", TERM_VALUE, 2),
        Transition::stay(ANYWHERE, SUBSTITUTE, 3_000),
        Transition::stay(ANYWHERE, SET_SYMBOL, 6_000),
        Transition::stay(ANYWHERE, CLONE, 4_000),
        Transition::stay("sat", CLONE, 60),
        Transition::stay("unsat", CLONE, 60),
        Transition::call("assert", SIMPLIFY, 100, "check_sat"),
        Transition::stay("assert", FIXATE, 60),
        Transition::stay("assert", RESET_ASSUMPTIONS, 100),
        Transition::stay("assert", LIMITED, 150),
        Transition::stay("opt", SET_SAT_SOLVER, 30),
        Transition::stay("opt", TRACE, 300),
        Transition::stay(ANYWHERE, PRINT_TERM, 5_000),
        Transition::stay(ANYWHERE, PRINT_FORMULA, 5_000),
        Transition::stay("sat", READ_PRINTED, 30),
        Transition::stay("unsat", READ_PRINTED, 30),
        Transition::stay(ANYWHERE, READ_NONSENSE, 10_000),
        Transition::stay(ANYWHERE, MODEL_CHECKING, 20_000),
        Transition::go("decide", 1, UNKNOWN),
        Transition::stay(UNKNOWN, MISC, 4),
        Transition::go(UNKNOWN, 1, "check_sat"),
        Transition::go(UNKNOWN, 1, "push_pop"),
        Transition::go(UNKNOWN, 2, "delete"),
    ],
};

impl BoolectorSolver {
    /// Executes an action of Boolector's own.
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (SUBSTITUTE, [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                return self.substitute(*term, from, to).map(Reply::Term);
            }
            (MISC, []) => self.ask_about_solver()?,
            (INSPECT_SORT, [Arg::Sort(sort)]) => self.inspect_sort(*sort)?,
            (INSPECT_TERM, [Arg::Term(term)]) => self.inspect_term(*term)?,
            (COMPARE_TERMS, [Arg::Term(one), Arg::Term(other)]) => {
                self.compare_terms(*one, *other)?;
            }
            (TERM_VALUE, [Arg::Terms(terms)]) => {
                for term in terms {
                    self.inspect_value(*term)?;
                }
            }
            (SET_SYMBOL, [Arg::Term(term)]) => self.set_symbol(*term)?,
            (CLONE, []) => self.ask_clone()?,
            (SIMPLIFY, []) => self.simplify_assertions()?,
            (FIXATE, [Arg::Terms(formulas)]) => self.fixate(formulas)?,
            (RESET_ASSUMPTIONS, [Arg::Terms(formulas)]) => self.take_back(formulas)?,
            (LIMITED, [Arg::Text(limit)]) => self.check_with_limit(limit)?,
            (SET_SAT_SOLVER, [Arg::Text(name)]) => self.set_sat_solver(name)?,
            (TRACE, []) => self.trace_calls()?,
            (PRINT_TERM, [Arg::Terms(terms)]) => self.dump_terms(terms)?,
            (PRINT_FORMULA, []) => self.dump_formula()?,
            (READ_PRINTED, []) => self.read_dumped()?,
            (READ_NONSENSE, []) => self.read_nonsense()?,
            (MODEL_CHECKING, []) => self.check_counter()?,
            _ => {
                return Err(SolverError::Unsupported(format!(
                    "the action {} with the arguments {args:?}",
                    action.name
                )));
            }
        }
        Ok(Reply::Done)
    }

    /// Whether the last answer says so.
    pub(crate) fn answered(&self, answer: Answer) -> bool {
        self.last_answer == Some(answer)
    }
}
