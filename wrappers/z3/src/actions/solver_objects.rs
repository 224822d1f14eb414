//! Actions on the solver object: what it tells of itself, what follows from its assertions, copies of it.

use murxla_api::{
    ANYWHERE, ActionDef, ArgKind, Effects, Guard, Need, ReplyKind, StandardOption, StateDef,
    StateKind, Transition,
};

use super::{Engine, Own, Run};
use crate::solver::Z3Solver;

const UNKNOWN: &str = "unknown";

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-translate", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::translate_solver),
            // It takes more than a second, however little is asserted.
            &[("check_sat", 1000)],
        )
        .does(Effects::SPOILS_ANSWER),
        Own::new(
            ActionDef::own("z3-solver-info", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::read_information),
            &[(ANYWHERE, 500), (UNKNOWN, 1)],
        ),
        Own::new(
            ActionDef::own("z3-get-consequences", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::consequences),
            &[("check_sat", 50)],
        )
        .needs(&[Need::Option(StandardOption::Incremental)])
        .does(Effects::SPOILS_ANSWER),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[Transition::go("decide", 1, UNKNOWN), Transition::go(UNKNOWN, 1, "check_sat")],
};
