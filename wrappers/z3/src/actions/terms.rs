//! Actions on terms: parts of them are replaced, they are taken to another context, printed and read.

use murxla_api::{ANYWHERE, ActionDef, ArgKind, Need, ReplyKind};

use super::{Engine, Own, Run};
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own(
                "z3-substitute",
                &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
                ReplyKind::Rewritten,
            ),
            Run::Replace(Z3Solver::substituted),
            &[(ANYWHERE, 500)],
        ),
        Own::new(
            ActionDef::own("z3-translate-term", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::translate_term),
            &[(ANYWHERE, 1000)],
        ),
        Own::new(
            ActionDef::own("z3-translate-model", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::translate_model),
            &[("sat", 5)],
        )
        .needs(Need::MODEL),
        Own::new(
            ActionDef::own("z3-print-parse", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::print_and_parse),
            &[(ANYWHERE, 1000)],
        ),
    ],
    states: &[],
    transitions: &[],
};
