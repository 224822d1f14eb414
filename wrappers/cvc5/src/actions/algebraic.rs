//! Real algebraic numbers: the root of a polynomial that cvc5 finds is one, and what it tells of it defines it.

use murxla_api::{ANYWHERE, ActionDef, Answer, ReplyKind, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{call, told};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-algebraic-number", &[], ReplyKind::Done),
    Run::Alone(Instance::algebraic_number),
    &[(ANYWHERE, 20_000)],
)];

impl Instance {
    fn algebraic_number(&mut self) -> Outcome {
        let degree = 2 + self.seed.pick(2);
        let number = 2 + self.seed.pick(9) as i64;
        let (tm, held) = (self.tm, Held::default());
        let real = held.sort(call!(cvc5_get_real_sort(tm)))?;
        let root = held.term(call!(cvc5_mk_const(tm, real, c"root".as_ptr())))?;
        let power = self.made("MULT", &vec![root; degree], &held)?;
        let number = held.term(call!(cvc5_mk_real_int64(tm, number)))?;
        let equation = self.made("EQUAL", &[power, number], &held)?;
        // A logic of higher order has none.
        if self.conduct.higher_order {
            return Ok(());
        }
        let side = self.plain_side()?;
        call!(cvc5_set_option(side.native, c"produce-models".as_ptr(), c"true".as_ptr()));
        call!(cvc5_set_logic(side.native, c"QF_NRA".as_ptr()));
        side.assert(equation)?;
        if side.check()? != Some(Answer::Sat) {
            return Ok(());
        }
        let value = held.term(call!(cvc5_get_value(side.native, root)))?;
        if !call!(cvc5_term_is_real_algebraic_number(value)) {
            return Ok(());
        }
        let lower = held.term(call!(cvc5_term_get_real_algebraic_number_lower_bound(value)))?;
        let upper = held.term(call!(cvc5_term_get_real_algebraic_number_upper_bound(value)))?;
        let between = self.made("LEQ", &[lower, root, upper], &held)?;
        let name = held.term(call!(cvc5_mk_var(tm, real, c"root".as_ptr())))?;
        let made = call!(cvc5_term_get_real_algebraic_number_defining_polynomial(value, name));
        let polynomial = held.term(made)?;
        let least = crate::values::read_real(&told!(cvc5_term_get_real_value(lower)));
        let greatest = crate::values::read_real(&told!(cvc5_term_get_real_value(upper)));
        let ordered = least <= greatest;
        inspect(
            "cvc5_term_get_real_algebraic_number_lower_bound",
            "below the upper",
            true,
            ordered,
        )?;
        // The root is one of the polynomial: nothing else is between the bounds.
        let of_root = self.replaced(polynomial, &[name], &[root], &held)?;
        let zero = held.term(call!(cvc5_mk_real_int64(tm, 0)))?;
        let is_root = self.made("EQUAL", &[of_root, zero], &held)?;
        let other = self.made("NOT", &[is_root], &held)?;
        // Without a logic of its own the question is too hard.
        let judge = self.plain_side()?;
        call!(cvc5_set_logic(judge.native, c"QF_NRA".as_ptr()));
        for formula in [equation, between, other] {
            judge.assert(formula)?;
        }
        if judge.check()? == Some(Answer::Sat) {
            let function = "cvc5_term_get_real_algebraic_number_defining_polynomial";
            return Err(mismatch(function, "its root", "0", &self.shown(polynomial)?));
        }
        Ok(())
    }
}
