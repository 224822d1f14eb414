//! Sorts that no operator of ours has: nullable ones, records, abstract ones, and those that a constructor of sorts makes.

use std::ffi::{CString, c_char};

use murxla_api::{
    ANYWHERE, ActionDef, Answer, ArgKind, ReplyKind, SolverError, Sort, SortId, TermId, inspect,
    mismatch,
};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeTerm, call, told};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-nullable", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::nullable),
        &[(ANYWHERE, 4000)],
    ),
    Own::new(
        ActionDef::own("cvc5-record-sort", &[ArgKind::Sort], ReplyKind::Done),
        Run::Sort(Instance::record),
        &[(ANYWHERE, 8000)],
    ),
    Own::new(
        ActionDef::own("cvc5-abstract-sort", &[], ReplyKind::Done),
        Run::Alone(Instance::abstract_sort),
        &[(ANYWHERE, 8000)],
    ),
    Own::new(
        ActionDef::own("cvc5-finite-field", &[], ReplyKind::Done),
        Run::Alone(Instance::finite_field),
        &[(ANYWHERE, 20_000)],
    ),
    Own::new(
        ActionDef::own("cvc5-sort-constructor", &[ArgKind::Sort], ReplyKind::Done),
        Run::Sort(Instance::sort_constructor),
        &[(ANYWHERE, 8000)],
    ),
];

/// Sort kinds that have an abstract sort of their own, or several.
const ABSTRACT: &[&str] = &[
    "ABSTRACT_SORT",
    "BITVECTOR_SORT",
    "FINITE_FIELD_SORT",
    "FLOATINGPOINT_SORT",
    "FUNCTION_SORT",
    "TUPLE_SORT",
];

/// Sort kinds whose abstract sort has unknown parts.
const PARTLY_ABSTRACT: &[&str] = &["ARRAY_SORT", "BAG_SORT", "SEQUENCE_SORT", "SET_SORT"];

impl Instance {
    /// Formulas that may be there or not: what is there is what was put in, and an operator that is lifted is the operator.
    fn nullable(&mut self, formulas: &[TermId]) -> Outcome {
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let [first, ..] = formulas[..] else { return Ok(()) };
        let tm = self.tm;
        let element = held.sort(call!(cvc5_term_get_sort(first)))?;
        let sort = held.sort(call!(cvc5_mk_nullable_sort(tm, element)))?;
        inspect("cvc5_sort_is_nullable", "of a nullable sort", true, {
            call!(cvc5_sort_is_nullable(sort))
        })?;
        let read = held.sort(call!(cvc5_sort_nullable_get_element_sort(sort)))?;
        inspect("cvc5_sort_nullable_get_element_sort", "the sort of elements", element, read)?;
        let some = held.term(call!(cvc5_mk_nullable_some(tm, first)))?;
        let null = held.term(call!(cvc5_mk_nullable_null(tm, sort)))?;
        for term in [some, null] {
            let given = held.sort(call!(cvc5_term_get_sort(term)))?;
            inspect("cvc5_mk_nullable_some", "the sort of it", sort, given)?;
        }
        let value = held.term(call!(cvc5_mk_nullable_val(tm, some)))?;
        let same = self.made("EQUAL", &[value, first], &held)?;
        self.must_hold("cvc5_mk_nullable_val", "of what was put in", same, &held)?;
        let is_some = held.term(call!(cvc5_mk_nullable_is_some(tm, some)))?;
        self.must_hold("cvc5_mk_nullable_is_some", "of what was put in", is_some, &held)?;
        let is_null = held.term(call!(cvc5_mk_nullable_is_null(tm, null)))?;
        self.must_hold("cvc5_mk_nullable_is_null", "of what is not there", is_null, &held)?;
        let (kind, args): (&str, &[NativeTerm]) = match formulas[..] {
            [_, second, ..] => (["AND", "OR", "XOR", "EQUAL"][self.seed.pick(4)], &[first, second]),
            _ => ("NOT", &[first]),
        };
        let plain = self.made(kind, args, &held)?;
        let mut lifted = Vec::new();
        for arg in args {
            lifted.push(held.term(call!(cvc5_mk_nullable_some(tm, *arg)))?);
        }
        let kind = self.library.kinds.require(kind)?;
        let (count, first) = (lifted.len(), lifted.as_ptr());
        let lifted = held.term(call!(cvc5_mk_nullable_lift(tm, kind, count, first)))?;
        let value = held.term(call!(cvc5_mk_nullable_val(tm, lifted)))?;
        let same = self.made("EQUAL", &[value, plain], &held)?;
        self.must_hold("cvc5_mk_nullable_lift", "of what is there", same, &held)
    }

    /// A formula that is true whatever the rest is.
    pub(super) fn must_hold(
        &self,
        function: &'static str,
        aspect: &'static str,
        formula: NativeTerm,
        held: &Held,
    ) -> Outcome {
        let negated = self.made("NOT", &[formula], held)?;
        match self.brief_answer(&[negated])? {
            Some(Answer::Sat) => Err(mismatch(function, aspect, "true", &self.shown(formula)?)),
            _ => Ok(()),
        }
    }

    /// A record has the fields that it was given.
    fn record(&mut self, sort: SortId) -> Outcome {
        let known = self.sorts.sort(sort)?.clone();
        if !known.is_first_class() {
            return Ok(());
        }
        let (native, held) = (self.sorts.native(sort)?, Held::default());
        let bool_sort = held.sort(call!(cvc5_get_boolean_sort(self.tm)))?;
        let names = [c"first".as_ptr(), c"second".as_ptr()];
        let (mut names, fields): ([*const c_char; 2], _) = (names, [native, bool_sort]);
        let (count, first) = (fields.len(), names.as_mut_ptr());
        let made = call!(cvc5_mk_record_sort(self.tm, count, first, fields.as_ptr()));
        let record = held.sort(made)?;
        inspect("cvc5_sort_is_record", "of a record", true, call!(cvc5_sort_is_record(record)))?;
        let datatype = ffi::live(call!(cvc5_sort_get_datatype(record)), "datatype")?;
        let is_record = call!(cvc5_dt_is_record(datatype));
        let constructor = ffi::live(call!(cvc5_dt_get_constructor(datatype, 0)), "constructor")?;
        let count = call!(cvc5_dt_cons_get_num_selectors(constructor));
        let selector = ffi::live(call!(cvc5_dt_cons_get_selector(constructor, 0)), "selector")?;
        let codomain = held.sort(call!(cvc5_dt_sel_get_codomain_sort(selector)))?;
        let name = told!(cvc5_dt_sel_get_name(selector));
        call!(cvc5_dt_sel_release(selector));
        call!(cvc5_dt_cons_release(constructor));
        call!(cvc5_dt_release(datatype));
        inspect("cvc5_dt_is_record", "of a record", true, is_record)?;
        inspect("cvc5_mk_record_sort", "the number of fields", fields.len(), count)?;
        inspect("cvc5_mk_record_sort", "the name of a field", "first", &name)?;
        let read = self.read_sort(codomain)?;
        inspect("cvc5_mk_record_sort", "the sort of a field", &known, &read)
    }

    /// An abstract sort is of the kind for which it was made.
    fn abstract_sort(&mut self) -> Outcome {
        let held = Held::default();
        let name = ABSTRACT[self.seed.pick(ABSTRACT.len())];
        let partly = PARTLY_ABSTRACT[self.seed.pick(PARTLY_ABSTRACT.len())];
        let kind = self.library.sort_kinds.require(name)?;
        let sort = held.sort(call!(cvc5_mk_abstract_sort(self.tm, kind)))?;
        inspect("cvc5_sort_is_abstract", "of an abstract sort", true, {
            call!(cvc5_sort_is_abstract(sort))
        })?;
        let told = call!(cvc5_sort_abstract_get_kind(sort));
        inspect("cvc5_sort_abstract_get_kind", "of an abstract sort", kind, told)?;
        let kind = self.library.sort_kinds.require(partly)?;
        let sort = held.sort(call!(cvc5_mk_abstract_sort(self.tm, kind)))?;
        inspect("cvc5_sort_is_abstract", "of a sort with abstract parts", false, {
            call!(cvc5_sort_is_abstract(sort))
        })?;
        inspect("cvc5_sort_get_kind", "of a sort with abstract parts", kind, {
            call!(cvc5_sort_get_kind(sort))
        })
    }

    /// An element of a field is read as it was made, in a library that cannot solve problems over fields, too.
    fn finite_field(&mut self) -> Outcome {
        let (tm, held) = (self.tm, Held::default());
        let (order, order_text) = [(5, c"5"), (7, c"7"), (11, c"11")][self.seed.pick(3)];
        let element = self.seed.pick(order / 2);
        let made = call!(cvc5_mk_ff_sort(tm, order_text.as_ptr(), 10));
        let sort = held.sort(made)?;
        inspect("cvc5_sort_is_ff", "of a field", true, call!(cvc5_sort_is_ff(sort)))?;
        let told = told!(cvc5_sort_ff_get_size(sort));
        inspect("cvc5_sort_ff_get_size", "the order", &*order_text.to_string_lossy(), &*told)?;
        let digits = ffi::c_string(&element.to_string())?;
        let term = held.term(call!(cvc5_mk_ff_elem(tm, digits.as_ptr(), sort, 10)))?;
        let is_value = call!(cvc5_term_is_ff_value(term));
        inspect("cvc5_term_is_ff_value", "of an element", true, is_value)?;
        let told = told!(cvc5_term_get_ff_value(term));
        inspect("cvc5_term_get_ff_value", "of an element", element.to_string(), told)
    }

    /// What a constructor of sorts makes of sorts is made of them.
    fn sort_constructor(&mut self, sort: SortId) -> Outcome {
        if !self.sorts.sort(sort)?.is_first_class() {
            return Ok(());
        }
        let arity = 1 + self.seed.pick(3);
        let (tm, held) = (self.tm, Held::default());
        let native = self.sorts.native(sort)?;
        let name = CString::from(c"made-of");
        let by_solver = self.seed.pick(2) == 0;
        // A declaration ends the answer of its solver.
        let side = self.plain_side()?;
        let made = match by_solver {
            true => call!(cvc5_declare_sort(side.native, name.as_ptr(), arity as u32, true)),
            false => {
                call!(cvc5_mk_uninterpreted_sort_constructor_sort(tm, arity, name.as_ptr()))
            }
        };
        let constructor = held.sort(made)?;
        inspect("cvc5_sort_is_uninterpreted_sort_constructor", "of one", true, {
            call!(cvc5_sort_is_uninterpreted_sort_constructor(constructor))
        })?;
        let told = call!(cvc5_sort_uninterpreted_sort_constructor_get_arity(constructor));
        inspect("cvc5_sort_uninterpreted_sort_constructor_get_arity", "the arity", arity, told)?;
        let args = vec![native; arity];
        let made = call!(cvc5_sort_instantiate(constructor, args.len(), args.as_ptr()));
        let instance = held.sort(made)?;
        inspect("cvc5_sort_is_uninterpreted_sort", "of an instance", true, {
            call!(cvc5_sort_is_uninterpreted_sort(instance))
        })?;
        inspect("cvc5_sort_is_instantiated", "of an instance", true, {
            call!(cvc5_sort_is_instantiated(instance))
        })?;
        let back = held.sort(call!(cvc5_sort_get_uninterpreted_sort_constructor(instance)))?;
        inspect("cvc5_sort_get_uninterpreted_sort_constructor", "back", constructor, back)?;
        let mut count = 0;
        let params = call!(cvc5_sort_get_instantiated_parameters(instance, &mut count));
        // SAFETY: the library gave that many sorts, valid until the next call of this function.
        let params = unsafe { held.sorts(params, count)? };
        inspect("cvc5_sort_get_instantiated_parameters", "of an instance", args, params)?;
        let bool_sort = Sort::bool();
        let constant = held.term(call!(cvc5_mk_const(tm, instance, c"made".as_ptr())))?;
        let same = self.made("EQUAL", &[constant, constant], &held)?;
        let sort = self.sort_of_native(same)?;
        inspect("cvc5_mk_term", "an equation of such", bool_sort, sort)?;
        self.must_hold("cvc5_sort_instantiate", "an equation of such", same, &held)
    }

    /// Reads a term that cvc5 may not have: a refusal is none.
    pub(super) fn if_given(
        &self,
        given: Result<NativeTerm, SolverError>,
        held: &Held,
    ) -> Result<Option<NativeTerm>, SolverError> {
        match given {
            Ok(term) => held.term_or_none(term),
            Err(SolverError::Rejected(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
