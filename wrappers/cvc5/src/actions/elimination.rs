//! Quantifier elimination: what is left has no quantifiers, and means the same.

use murxla_api::{ActionDef, ArgKind, ReplyKind, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::call;
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-quantifier-elimination", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(|instance, formula| instance.eliminate(formula, false)),
        &[("check_sat", 200)],
    ),
    Own::new(
        ActionDef::own(
            "cvc5-quantifier-elimination-disjunct",
            &[ArgKind::Formula],
            ReplyKind::Done,
        ),
        Run::Term(|instance, formula| instance.eliminate(formula, true)),
        &[("check_sat", 400)],
    ),
];

impl Instance {
    /// A constant of the formula is bound, and the quantifier is eliminated.
    fn eliminate(&mut self, formula: TermId, partial: bool) -> Outcome {
        let universal = self.seed.pick(2) == 0;
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(parts) = self.parts(&natives, &held)? else { return Ok(()) };
        // It is for what has none yet, in theories that have an elimination.
        if parts.has_binders() || !self.is_simple(&parts.all)? {
            return Ok(());
        }
        let Some(opened) = self.opened(natives[0], &held)? else { return Ok(()) };
        let list = self.made("VARIABLE_LIST", &[opened.variable], &held)?;
        let kind = if universal { "FORALL" } else { "EXISTS" };
        let quantified = self.made(kind, &[list, opened.body], &held)?;
        let side = self.side(&[])?;
        let given = side.unless_refused(|| {
            Ok(match partial {
                true => {
                    call!(cvc5_get_quantifier_elimination_disjunct(side.native, quantified))
                }
                false => call!(cvc5_get_quantifier_elimination(side.native, quantified)),
            })
        })?;
        let Some(given) = given else { return Ok(()) };
        let Some(result) = held.term_or_none(given)? else { return Ok(()) };
        let function = match partial {
            true => "cvc5_get_quantifier_elimination_disjunct",
            false => "cvc5_get_quantifier_elimination",
        };
        let Some(left) = self.parts(&[result], &held)? else { return Ok(()) };
        // If it runs out of effort it gives what it was asked.
        if left.has_binders() || left.has("SKOLEM") {
            return Ok(());
        }
        let (known, told) = (self.ids(&opened.others)?, self.ids(&left.constants)?);
        inspect(function, "its constants", true, told.is_subset(&known))?;
        let bound = told.contains(&call!(cvc5_term_get_id(opened.constant)));
        inspect(function, "the constant that was bound", false, bound)?;
        let holds = match (partial, universal) {
            (false, _) => {
                self.may_follow(&[quantified], result, &held)?
                    && self.may_follow(&[result], quantified, &held)?
            }
            (true, true) => self.may_follow(&[quantified], result, &held)?,
            (true, false) => self.may_follow(&[result], quantified, &held)?,
        };
        if holds {
            return Ok(());
        }
        let shown = format!("{} of {}", self.shown(result)?, self.shown(quantified)?);
        Err(mismatch(function, "what it means", "the same", &shown))
    }
}
