//! A term and all its parts, asked for all that the API tells of them.

use std::collections::HashSet;

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeTerm, call};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-term-info", &[ArgKind::Term], ReplyKind::Done),
    Run::Term(Instance::ask_about_term),
    &[(ANYWHERE, 1000)],
)
.of_all_versions()];

/// A walk ends after that many terms.
const MOST_TERMS: usize = 1000;

/// Kinds whose terms are not made from their operator and children. The API takes some of them from nobody, and what cvc5 made
/// of a product may be a non-linear one, which it tells as a product.
const NOT_MADE_AGAIN: &[&str] = &["INTERNAL_KIND", "UNDEFINED_KIND", "SKOLEM", "WITNESS", "MULT"];

impl Instance {
    /// Asks a term and its parts for all that the API tells of them.
    fn ask_about_term(&mut self, term: TermId) -> Outcome {
        let root = self.terms.native(term)?;
        let held = Held::default();
        self.ask_about_parts(root, &held)?;
        call!(cvc5_term_to_string(root));
        let copy = held.term(call!(cvc5_term_copy(root)))?;
        inspect("cvc5_term_copy", "the copy", root, copy)
    }

    fn ask_about_parts(&self, root: NativeTerm, held: &Held) -> Outcome {
        let root_hash = call!(cvc5_term_hash(root));
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop()
            && seen.len() < MOST_TERMS
        {
            if !seen.insert(call!(cvc5_term_get_id(term))) {
                continue;
            }
            let hash = call!(cvc5_term_hash(term));
            let same = term == root;
            inspect("cvc5_term_is_equal", "a term and its part", same, {
                call!(cvc5_term_is_equal(root, term))
            })?;
            inspect("cvc5_term_is_disequal", "a term and its part", !same, {
                call!(cvc5_term_is_disequal(root, term))
            })?;
            let (one, other) =
                (call!(cvc5_term_compare(root, term)), call!(cvc5_term_compare(term, root)));
            inspect("cvc5_term_compare", "a term and its part", same, one == 0)?;
            inspect("cvc5_term_compare", "both ways", one.signum(), -other.signum())?;
            if same {
                inspect("cvc5_term_hash", "asked twice", root_hash, hash)?;
            }
            let children = self.children(term)?;
            for child in &children {
                held.term(*child)?;
            }
            self.ask_about_operator(term, &children, held)?;
            self.ask_about_value(term, held)?;
            stack.extend(children);
        }
        Ok(())
    }

    fn ask_about_operator(
        &self,
        term: NativeTerm,
        children: &[NativeTerm],
        held: &Held,
    ) -> Outcome {
        let kind = call!(cvc5_term_get_kind(term));
        call!(cvc5_kind_to_string(kind));
        call!(cvc5_kind_hash(kind));
        if call!(cvc5_term_has_symbol(term)) {
            call!(cvc5_term_get_symbol(term));
        }
        let sort = held.sort(call!(cvc5_term_get_sort(term)))?;
        call!(cvc5_sort_to_string(sort));
        call!(cvc5_sort_hash(sort));
        if !self.library.ends_process() && call!(cvc5_sort_is_fun(sort)) {
            let mut count = 0;
            let domain = call!(cvc5_sort_fun_get_domain(sort, &mut count));
            // SAFETY: the library gave that many sorts, valid until the next call of this function.
            let domain = unsafe { held.sorts(domain, count)? };
            let arity = call!(cvc5_sort_fun_get_arity(sort));
            inspect("cvc5_sort_fun_get_arity", "the arity", domain.len(), arity)?;
        }
        if !call!(cvc5_term_has_op(term)) {
            return inspect("cvc5_term_has_op", "a term with children", 0, children.len());
        }
        let op = ffi::live(call!(cvc5_term_get_op(term)), "operator")?;
        let told = self.ask_about_op(op, kind, held);
        let again = told.and_then(|()| self.make_again(term, op, kind, children, held));
        call!(cvc5_op_release(op));
        again
    }

    fn ask_about_op(&self, op: ffi::NativeOp, kind: i32, held: &Held) -> Outcome {
        call!(cvc5_op_to_string(op));
        inspect("cvc5_op_get_kind", "of a term", kind, call!(cvc5_op_get_kind(op)))?;
        let copy = ffi::live(call!(cvc5_op_copy(op)), "operator")?;
        let (equal, different) =
            (call!(cvc5_op_is_equal(op, copy)), call!(cvc5_op_is_disequal(op, copy)));
        let hashes = [call!(cvc5_op_hash(op)), call!(cvc5_op_hash(copy))];
        call!(cvc5_op_release(copy));
        inspect("cvc5_op_is_equal", "a copy", true, equal)?;
        inspect("cvc5_op_is_disequal", "a copy", false, different)?;
        inspect("cvc5_op_hash", "a copy", hashes[0], hashes[1])?;
        let count = call!(cvc5_op_get_num_indices(op));
        let indexed = call!(cvc5_op_is_indexed(op));
        // One with any number of indices may have none.
        inspect("cvc5_op_is_indexed", "with indices", true, indexed || count == 0)?;
        for place in 0..count {
            held.term(call!(cvc5_op_get_index(op, place)))?;
        }
        Ok(())
    }

    /// A term is what its operator makes of its children.
    fn make_again(
        &self,
        term: NativeTerm,
        op: ffi::NativeOp,
        kind: i32,
        children: &[NativeTerm],
        held: &Held,
    ) -> Outcome {
        let name = self.library.kinds.name(kind);
        if self.library.ends_process() || NOT_MADE_AGAIN.contains(&name) || children.is_empty() {
            return Ok(());
        }
        let (tm, count, args) = (self.tm, children.len(), children.as_ptr());
        let make = || Ok(call!(cvc5_mk_term_from_op(tm, op, count, args)));
        let made: Result<NativeTerm, SolverError> = make();
        match made {
            Ok(made) => {
                let made = held.term(made)?;
                if made == term {
                    return Ok(());
                }
                let (was, is) = (self.shown(term)?, self.shown(made)?);
                let aspect = "a term made of its operator and children";
                Err(mismatch("cvc5_mk_term_from_op", aspect, &was, &is))
            }
            Err(SolverError::Rejected(why)) => {
                let aspect = "a term's operator and children are taken";
                let told = format!("{why} for {}", self.shown(term)?);
                Err(mismatch("cvc5_mk_term_from_op", aspect, "a term", &told))
            }
            Err(error) => Err(error),
        }
    }

    /// Asks whether a term is a value of each kind, and reads it in each of them that holds.
    fn ask_about_value(&self, term: NativeTerm, held: &Held) -> Outcome {
        let text = |text| {
            // SAFETY: the library gave a C string.
            unsafe { ffi::text(text) }
        };
        if call!(cvc5_term_is_integer_value(term)) {
            self.ask_about_integer(term, &text(call!(cvc5_term_get_integer_value(term))))?;
        }
        if call!(cvc5_term_is_real_value(term)) {
            self.ask_about_real(term, &text(call!(cvc5_term_get_real_value(term))))?;
        }
        if call!(cvc5_term_is_string_value(term)) {
            call!(cvc5_term_get_string_value(term));
        }
        if call!(cvc5_term_is_cardinality_constraint(term)) {
            let (mut sort, mut upper) = (std::ptr::null_mut(), 0);
            call!(cvc5_term_get_cardinality_constraint(term, &mut sort, &mut upper));
            held.sort(sort)?;
        }
        let special = [
            call!(cvc5_term_is_fp_pos_zero(term)),
            call!(cvc5_term_is_fp_neg_zero(term)),
            call!(cvc5_term_is_fp_pos_inf(term)),
            call!(cvc5_term_is_fp_neg_inf(term)),
            call!(cvc5_term_is_fp_nan(term)),
        ];
        let is_float = call!(cvc5_term_is_fp_value(term));
        let count = special.iter().filter(|is| **is).count();
        inspect("cvc5_term_is_fp_value", "a special float", true, count <= usize::from(is_float))?;
        call!(cvc5_term_is_real_algebraic_number(term));
        // The other kinds of values, which the API reads in one way only. Operators that are terms have a sort, too,
        // but none that anybody made.
        if self.is_value(term)? {
            let sort = self.sort_of_native(term)?;
            self.read_value(term, &sort)?;
        }
        Ok(())
    }

    /// An integer in each way that it can be read is the same.
    fn ask_about_integer(&self, term: NativeTerm, digits: &str) -> Outcome {
        let Ok(value) = digits.parse::<num_bigint::BigInt>() else {
            return Err(mismatch("cvc5_term_get_integer_value", "digits", "a number", digits));
        };
        let fits = [
            i32::try_from(&value).is_ok(),
            u32::try_from(&value).is_ok(),
            i64::try_from(&value).is_ok(),
            u64::try_from(&value).is_ok(),
        ];
        inspect("cvc5_term_is_int32_value", "an integer", fits[0], {
            call!(cvc5_term_is_int32_value(term))
        })?;
        inspect("cvc5_term_is_uint32_value", "an integer", fits[1], {
            call!(cvc5_term_is_uint32_value(term))
        })?;
        inspect("cvc5_term_is_int64_value", "an integer", fits[2], {
            call!(cvc5_term_is_int64_value(term))
        })?;
        inspect("cvc5_term_is_uint64_value", "an integer", fits[3], {
            call!(cvc5_term_is_uint64_value(term))
        })?;
        if fits[0] {
            let got = call!(cvc5_term_get_int32_value(term));
            inspect("cvc5_term_get_int32_value", "an integer", &value, &got.into())?;
        }
        if fits[1] {
            let got = call!(cvc5_term_get_uint32_value(term));
            inspect("cvc5_term_get_uint32_value", "an integer", &value, &got.into())?;
        }
        if fits[2] {
            let got = call!(cvc5_term_get_int64_value(term));
            inspect("cvc5_term_get_int64_value", "an integer", &value, &got.into())?;
        }
        if fits[3] {
            let got = call!(cvc5_term_get_uint64_value(term));
            inspect("cvc5_term_get_uint64_value", "an integer", &value, &got.into())?;
        }
        self.ask_about_sign(term, value.sign())
    }

    fn ask_about_sign(&self, term: NativeTerm, sign: num_bigint::Sign) -> Outcome {
        let expected = match sign {
            num_bigint::Sign::Minus => -1,
            num_bigint::Sign::NoSign => 0,
            num_bigint::Sign::Plus => 1,
        };
        let got = call!(cvc5_term_get_real_or_integer_value_sign(term)).signum();
        inspect("cvc5_term_get_real_or_integer_value_sign", "a number", expected, got)
    }

    /// The same of a real number, which is read as two integers.
    fn ask_about_real(&self, term: NativeTerm, digits: &str) -> Outcome {
        let function = "cvc5_term_get_real_value";
        let Some(value) = crate::values::read_real(digits) else {
            return Err(mismatch(function, "digits", "a number", digits));
        };
        if call!(cvc5_term_is_real32_value(term)) {
            let (mut above, mut below) = (0, 0);
            call!(cvc5_term_get_real32_value(term, &mut above, &mut below));
            let got = [above.into(), below.into()];
            let known = [value.numer().clone(), value.denom().clone()];
            inspect("cvc5_term_get_real32_value", "a number", known, got)?;
        }
        if call!(cvc5_term_is_real64_value(term)) {
            let (mut above, mut below) = (0, 0);
            call!(cvc5_term_get_real64_value(term, &mut above, &mut below));
            let got = [above.into(), below.into()];
            let known = [value.numer().clone(), value.denom().clone()];
            inspect("cvc5_term_get_real64_value", "a number", known, got)?;
        }
        self.ask_about_sign(term, value.numer().sign())
    }
}
