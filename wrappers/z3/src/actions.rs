//! Z3's own actions: their rows, and which function executes which.

use murxla_api::{
    ANYWHERE, ActionDef, Arg, ArgKind, Effects, Extension, Guard, Need, Reply, ReplyKind,
    SolverError, StandardOption, StateDef, StateKind, Transition,
};

use crate::solver::Z3Solver;

const SUBSTITUTE: &str = "z3-substitute";
const TRANSLATE: &str = "z3-translate";
const TRANSLATE_TERM: &str = "z3-translate-term";
const TRANSLATE_MODEL: &str = "z3-translate-model";
const PRINT_PARSE: &str = "z3-print-parse";
const SOLVER_INFO: &str = "z3-solver-info";
const TACTIC: &str = "z3-tactic";
const CONSEQUENCES: &str = "z3-get-consequences";

const UNKNOWN: &str = "unknown";

/// What Z3 adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(
            SUBSTITUTE,
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        ActionDef::own(TRANSLATE, &[], ReplyKind::Done).does(Effects::SPOILS_ANSWER),
        ActionDef::own(TRANSLATE_TERM, &[ArgKind::Term], ReplyKind::Done),
        ActionDef::own(TRANSLATE_MODEL, &[ArgKind::Term], ReplyKind::Done).needs(Need::MODEL),
        ActionDef::own(PRINT_PARSE, &[ArgKind::Formulas], ReplyKind::Done),
        ActionDef::own(SOLVER_INFO, &[], ReplyKind::Done),
        ActionDef::own(TACTIC, &[ArgKind::Formulas], ReplyKind::Done),
        ActionDef::own(CONSEQUENCES, &[ArgKind::Formulas], ReplyKind::Done)
            .needs(&[Need::Option(StandardOption::Incremental)])
            .does(Effects::SPOILS_ANSWER),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[
        Transition::stay(ANYWHERE, SUBSTITUTE, 500),
        // It takes more than a second, however little is asserted.
        Transition::stay("check_sat", TRANSLATE, 1000),
        Transition::stay(ANYWHERE, TRANSLATE_TERM, 1000),
        Transition::stay(ANYWHERE, PRINT_PARSE, 1000),
        Transition::stay(ANYWHERE, SOLVER_INFO, 500),
        Transition::stay(ANYWHERE, TACTIC, 500),
        Transition::stay("sat", TRANSLATE_MODEL, 5),
        Transition::stay("check_sat", CONSEQUENCES, 50),
        Transition::go("decide", 1, UNKNOWN),
        Transition::stay(UNKNOWN, SOLVER_INFO, 1),
        Transition::go(UNKNOWN, 1, "check_sat"),
    ],
};

impl Z3Solver {
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (SUBSTITUTE, [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                self.substituted(*term, from, to).map(Reply::Term)
            }
            (TRANSLATE, []) => self.translate_solver(),
            (TRANSLATE_TERM, [Arg::Term(term)]) => self.translate_term(*term),
            (TRANSLATE_MODEL, [Arg::Term(term)]) => self.translate_model(*term),
            (PRINT_PARSE, [Arg::Terms(formulas)]) => self.print_and_parse(formulas),
            (SOLVER_INFO, []) => self.read_information(),
            (TACTIC, [Arg::Terms(formulas)]) => self.apply_tactic(formulas),
            (CONSEQUENCES, [Arg::Terms(formulas)]) => self.consequences(formulas),
            _ => Err(SolverError::Unsupported(format!(
                "the action {} with the arguments {args:?}",
                action.name
            ))),
        }
    }
}
