//! Actions and a state of the mock's own: one of each kind that the generator must be able to draw.

use murxla_api::{
    ANYWHERE, ActionDef, Answer, ArgKind, Effects, Extension, Guard, Need, ReplyKind, StateDef,
    StateKind, Transition,
};

pub(crate) const SUBSTITUTE: &str = "mock-substitute";
pub(crate) const SORT_SUBSTITUTE: &str = "mock-sort-substitute";
pub(crate) const BLOCK_MODEL: &str = "mock-block-model";
pub(crate) const ASK_WHY: &str = "mock-ask-why";

const UNKNOWN: &str = "unknown";

/// What the mock adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension {
    actions: &[
        ActionDef::own(
            SUBSTITUTE,
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
            .does(Effects::ASSERTS.and(Effects::SPOILS_ANSWER)),
        ActionDef::own(ASK_WHY, &[], ReplyKind::Done).needs(&[Need::LastAnswer(Answer::Unknown)]),
    ],
    states: &[StateDef { name: UNKNOWN, kind: StateKind::Choice, guard: Guard::IsUnknown }],
    transitions: &[
        Transition::stay(ANYWHERE, SUBSTITUTE, 500),
        Transition::stay(ANYWHERE, SORT_SUBSTITUTE, 500),
        Transition::call("sat", BLOCK_MODEL, 4, "check_sat"),
        Transition::go("decide", 1, UNKNOWN),
        Transition::stay(UNKNOWN, ASK_WHY, 1),
        Transition::go(UNKNOWN, 1, "check_sat"),
    ],
};
