//! Actions that make terms of terms.

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind};

use super::{Own, Run};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-simplify", &[ArgKind::Term], ReplyKind::Rewritten),
        Run::Rewrite(|instance, term| {
            let by_assertions = instance.seed.pick(2) == 0;
            instance.simplified(term, by_assertions)
        }),
        &[(ANYWHERE, 100)],
    )
    .of_all_versions(),
    Own::new(
        ActionDef::own(
            "cvc5-term-substitute",
            &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements],
            ReplyKind::Rewritten,
        ),
        Run::Replace(Instance::substitute),
        &[(ANYWHERE, 1000)],
    )
    .of_all_versions(),
    Own::new(
        ActionDef::own(
            "cvc5-sort-substitute",
            &[ArgKind::Sort, ArgKind::SortList, ArgKind::SortReplacements],
            ReplyKind::Done,
        ),
        Run::ReplaceSorts(Instance::substitute_sorts),
        &[(ANYWHERE, 1000)],
    )
    .of_all_versions(),
];
