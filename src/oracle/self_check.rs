//! The self-check oracle: a check that the solver makes of itself failed, such as that of its own model.

use std::collections::BTreeSet;

use super::{Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Played, Player};
use crate::smt::{FromCalls, Node};

const NAME: &str = "self-check";

pub(super) const DEF: OracleDef = OracleDef {
    name: NAME,
    about: "a check that the solver makes of itself and that fails, such as that of its own model",
    by_default: true,
    make: || Box::new(SelfCheck),
};

struct SelfCheck;

impl Oracle for SelfCheck {
    fn name(&self) -> &'static str {
        NAME
    }

    fn interest(&self) -> Interest {
        Interest::FAILURES
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Verdict {
        let Played::Rejected(said) = step.played else { return Verdict::Holds };
        let checks = player.profile().demands.self_checks;
        match checks.iter().any(|words| said.contains(words)) {
            true => step.violates(NAME, said.clone()),
            false => Verdict::Holds,
        }
    }
}

/// What tells causes apart beside the message: the operators of what was asserted when it happened.
pub(crate) fn operators_asserted(questions: &FromCalls) -> Vec<&'static str> {
    let graph = questions.graph();
    let mut keys = BTreeSet::new();
    let mut todo: Vec<_> = questions.assertions().map(|assertion| assertion.term).collect();
    let mut seen = BTreeSet::new();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Apply { head, .. } = graph.node(term) {
            keys.insert(head.op().key);
        }
        graph.visit_parts(term, |part| todo.push(part));
    }
    keys.into_iter().collect()
}
