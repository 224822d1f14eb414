//! Actions that exclude models, and the question which constants a model depends on.

use murxla_api::{
    ActionDef, Answer, ArgKind, Effects, Need, ReplyKind, SolverError, TermId, inspect,
};

use super::{Outcome, Own, Run};
use crate::ffi::{NativeTerm, call};
use crate::side::Held;
use crate::solver::Instance;

const BLOCK_MODEL: &str = "cvc5-block-model";
const BLOCK_MODEL_VALUES: &str = "cvc5-block-model-values";

const EXCLUDES: Effects = Effects::ASSERTS.and(Effects::SPOILS_ANSWER).and(Effects::EXCLUDES);

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own(BLOCK_MODEL, &[ArgKind::OneOf(&["literals", "values"])], ReplyKind::Done)
            .said("block-model"),
        Run::Word(|instance, mode| {
            let blocked = instance.block_model(mode == "literals");
            instance.worked(BLOCK_MODEL, blocked)
        }),
        &[],
    )
    .leads(&[("sat", 4, "check_sat")])
    .needs(Need::MODEL)
    .does(EXCLUDES)
    .of_all_versions(),
    Own::new(
        ActionDef::own(BLOCK_MODEL_VALUES, &[ArgKind::Terms], ReplyKind::Done)
            .said("block-model-values"),
        Run::Terms(|instance, terms| {
            let blocked = instance.block_values(terms);
            instance.worked(BLOCK_MODEL_VALUES, blocked)
        }),
        &[],
    )
    .leads(&[("sat", 4, "check_sat")])
    .needs(Need::MODEL)
    .does(EXCLUDES)
    .of_all_versions(),
    Own::new(
        ActionDef::own("cvc5-model-core", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::model_core),
        &[("check_sat", 400)],
    ),
];

impl Instance {
    /// The constants without which a model is none: what is asserted holds, whatever the others are.
    fn model_core(&mut self, formulas: &[TermId]) -> Outcome {
        let mode = [c"simple", c"non-implied"][self.seed.pick(2)];
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let options = [(c"produce-models", c"true"), (c"model-cores", mode)];
        let Some(side) = self.side_with(&options, &formulas)? else { return Ok(()) };
        if side.check()? != Some(Answer::Sat) {
            return Ok(());
        }
        let Some(parts) = self.parts(&formulas, &held)? else { return Ok(()) };
        let mut fixed = Vec::new();
        for constant in &parts.constants {
            let Some(is_core) = side
                .unless_refused(|| Ok(call!(cvc5_is_model_core_symbol(side.native, *constant))))?
            else {
                return Ok(());
            };
            if is_core {
                let value = held.term(call!(cvc5_get_value(side.native, *constant)))?;
                if !self.is_plain_value(value)? {
                    return Ok(());
                }
                fixed.push(self.made("EQUAL", &[*constant, value], &held)?);
            }
        }
        // With implied constants left out the core is smaller than that.
        if mode == c"simple" {
            let false_one = self.negation_of_all(&formulas, &held)?;
            fixed.push(false_one);
            let answer = self.brief_answer(&fixed)?;
            let holds = answer != Some(Answer::Sat);
            inspect("cvc5_is_model_core_symbol", "the core of a model", true, holds)?;
        }
        Ok(())
    }

    /// The negation of the conjunction.
    pub(super) fn negation_of_all(
        &self,
        formulas: &[NativeTerm],
        held: &Held,
    ) -> Result<NativeTerm, SolverError> {
        let all = match formulas {
            [only] => *only,
            several => self.made("AND", several, held)?,
        };
        self.made("NOT", &[all], held)
    }

    /// Whether it is a value that can be written, of a sort that has such.
    fn is_plain_value(&self, value: NativeTerm) -> Result<bool, SolverError> {
        Ok(call!(cvc5_term_is_boolean_value(value))
            || call!(cvc5_term_is_integer_value(value))
            || call!(cvc5_term_is_real_value(value))
            || call!(cvc5_term_is_bv_value(value))
            || call!(cvc5_term_is_string_value(value)))
    }
}
