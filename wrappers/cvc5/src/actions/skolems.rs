//! Skolems, cvc5's names for terms that it knows something of: each tells by what it was made.

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, TermId, inspect};

use super::{Outcome, Own, Run};
use crate::ffi::call;
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-skolem", &[ArgKind::Terms], ReplyKind::Done),
    Run::Terms(Instance::skolem),
    &[(ANYWHERE, 4000)],
)];

/// A skolem that stands for its only index, whatever that is, as cvc5 1.4 counts them.
const PURIFY: u32 = 1;
/// The last one that has a number of indices; asked for that of others, cvc5 1.4.2 ends the process.
const LAST: u32 = 59;

impl Instance {
    fn skolem(&mut self, terms: &[TermId]) -> Outcome {
        let held = Held::default();
        let natives = self.terms.natives(terms)?;
        let Some(term) = natives.first().copied() else { return Ok(()) };
        let tm = self.tm;
        let id = 1 + self.seed.pick(LAST as usize) as u32;
        call!(cvc5_get_num_idxs_for_skolem_id(tm, id));
        let count = call!(cvc5_get_num_idxs_for_skolem_id(tm, PURIFY));
        inspect("cvc5_get_num_idxs_for_skolem_id", "of a name for a term", 1, count)?;
        if self.plain_formulas(terms, &held)?.is_none() || !self.is_of_values(term)? {
            return Ok(());
        }
        let make =
            || -> Result<_, SolverError> { held.term(call!(cvc5_mk_skolem(tm, PURIFY, 1, &term))) };
        let (skolem, again) = (make()?, make()?);
        inspect("cvc5_mk_skolem", "made twice", true, call!(cvc5_term_is_equal(skolem, again)))?;
        inspect("cvc5_term_is_skolem", "of a skolem", true, call!(cvc5_term_is_skolem(skolem)))?;
        inspect("cvc5_term_is_skolem", "of another term", false, call!(cvc5_term_is_skolem(term)))?;
        let told = call!(cvc5_term_get_skolem_id(skolem));
        inspect("cvc5_term_get_skolem_id", "of a name for a term", PURIFY, told)?;
        let mut count = 0;
        let indices = call!(cvc5_term_get_skolem_indices(skolem, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let indices = unsafe { held.terms(indices, count)? };
        inspect("cvc5_term_get_skolem_indices", "of a name for a term", vec![term], indices)?;
        let (one, other) = (self.sort_of_native(skolem)?, self.sort_of_native(term)?);
        inspect("cvc5_mk_skolem", "the sort", other, one)
    }

    /// Whether it is a term that can be equal to another one.
    fn is_of_values(&self, term: crate::ffi::NativeTerm) -> Result<bool, SolverError> {
        Ok(self.sort_of_native(term)?.is_first_class())
    }
}
