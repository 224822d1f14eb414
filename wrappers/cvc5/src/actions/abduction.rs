//! Interpolants and abducts: what is between two formulas, and what is missing from one to the other.

use murxla_api::{ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{NativeTerm, call};
use crate::side::{EFFORT_OF_SEARCH, Held, Side};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-interpolant", &[ArgKind::Formula, ArgKind::Formula], ReplyKind::Done),
        Run::Two(Instance::interpolate),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-abduct", &[ArgKind::Formula, ArgKind::Formula], ReplyKind::Done),
        Run::Two(Instance::abduce),
        &[("check_sat", 400)],
    ),
];

/// How many are asked for.
const MOST: usize = 2;

impl Instance {
    /// From the conjunction follows the disjunction; what is between them follows from the one, and the other from it.
    fn interpolate(&mut self, first: TermId, second: TermId) -> Outcome {
        let (mode, by_grammar) = (self.seed.pick(4), self.seed.pick(4) == 0);
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[first, second], &held)? else { return Ok(()) };
        let [first, second] = natives[..] else { return Ok(()) };
        let (premise, conclusion) = match mode {
            0 => (first, second),
            1 => {
                let both = self.made("AND", &[first, second], &held)?;
                (both, first)
            }
            2 => {
                let either = self.made("OR", &[first, second], &held)?;
                (first, either)
            }
            _ => {
                let implied = self.made("IMPLIES", &[second, first], &held)?;
                (first, implied)
            }
        };
        let negated = self.made("NOT", &[conclusion], &held)?;
        if self.brief_answer(&[premise, negated])? != Some(Answer::Unsat) {
            return Ok(());
        }
        let options = [(c"produce-interpolants", c"true"), EFFORT_OF_SEARCH];
        let Some(side) = self.side_with(&options, &[premise])? else { return Ok(()) };
        let found = self.several(&side, &held, |place| match place {
            0 if by_grammar => self.with_grammar(&side, &[first, second], &held, |grammar| {
                Ok(call!(cvc5_get_interpolant_with_grammar(side.native, conclusion, grammar)))
            }),
            0 => Ok(call!(cvc5_get_interpolant(side.native, conclusion))),
            _ => Ok(call!(cvc5_get_interpolant_next(side.native))),
        })?;
        let function =
            if by_grammar { "cvc5_get_interpolant_with_grammar" } else { "cvc5_get_interpolant" };
        let known = [premise, conclusion];
        for (place, between) in found.iter().enumerate() {
            let function = if place > 0 { "cvc5_get_interpolant_next" } else { function };
            if !self.may_follow(&[premise], *between, &held)? {
                let shown = self.shown(*between)?;
                return Err(mismatch(function, "it follows from the assertions", "true", &shown));
            }
            if !self.may_follow(&[*between], conclusion, &held)? {
                let shown = self.shown(*between)?;
                return Err(mismatch(function, "the conclusion follows from it", "true", &shown));
            }
            let Some(parts) = self.parts(&[*between], &held)? else { continue };
            // A grammar may have others.
            for side in known.iter().copied().filter(|_| !by_grammar) {
                let Some(known) = self.parts(&[side], &held)? else { continue };
                let told = self.ids(&parts.constants)?;
                let shared = told.is_subset(&self.ids(&known.constants)?);
                inspect(function, "its constants are those of both", true, shared)?;
            }
        }
        self.all_differ("cvc5_get_interpolant_next", &found)
    }

    /// What is missing: with it the second follows from the first, and the first is not contradicted.
    fn abduce(&mut self, first: TermId, second: TermId) -> Outcome {
        let by_grammar = self.seed.pick(4) == 0;
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[first, second], &held)? else { return Ok(()) };
        let [first, second] = natives[..] else { return Ok(()) };
        let negated = self.made("NOT", &[second], &held)?;
        // There is one.
        if self.brief_answer(&[first, second])? != Some(Answer::Sat)
            || self.brief_answer(&[first, negated])? != Some(Answer::Sat)
        {
            return Ok(());
        }
        let options = [(c"produce-abducts", c"true"), EFFORT_OF_SEARCH];
        let Some(side) = self.side_with(&options, &[first])? else { return Ok(()) };
        let found = self.several(&side, &held, |place| match place {
            0 if by_grammar => self.with_grammar(&side, &[first, second], &held, |grammar| {
                Ok(call!(cvc5_get_abduct_with_grammar(side.native, second, grammar)))
            }),
            0 => Ok(call!(cvc5_get_abduct(side.native, second))),
            _ => Ok(call!(cvc5_get_abduct_next(side.native))),
        })?;
        let function = if by_grammar { "cvc5_get_abduct_with_grammar" } else { "cvc5_get_abduct" };
        for (place, missing) in found.iter().enumerate() {
            let function = if place > 0 { "cvc5_get_abduct_next" } else { function };
            if self.brief_answer(&[first, *missing])? == Some(Answer::Unsat) {
                let shown = self.shown(*missing)?;
                return Err(mismatch(function, "it contradicts the assertions", "false", &shown));
            }
            if !self.may_follow(&[first, *missing], second, &held)? {
                let shown = self.shown(*missing)?;
                return Err(mismatch(function, "the conclusion follows with it", "true", &shown));
            }
        }
        self.all_differ("cvc5_get_abduct_next", &found)
    }

    /// What is given first and next, until there is none.
    pub(super) fn several(
        &self,
        side: &Side,
        held: &Held,
        give: impl Fn(usize) -> Result<NativeTerm, SolverError>,
    ) -> Result<Vec<NativeTerm>, SolverError> {
        let mut found = Vec::new();
        for place in 0..MOST {
            let Some(given) = side.unless_refused(|| give(place))? else { break };
            let Some(given) = held.term_or_none(given)? else { break };
            found.push(given);
        }
        Ok(found)
    }

    /// What is given next is another term.
    pub(super) fn all_differ(&self, function: &'static str, found: &[NativeTerm]) -> Outcome {
        let count = self.ids(found)?.len();
        inspect(function, "another one", found.len(), count)
    }
}
