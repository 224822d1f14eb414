//! A datatype, asked for all that the API tells of it and of its members, against its declaration; and the declarations
//! themselves, when a datatype is declared.

use std::ffi::c_char;

use murxla_api::{
    ANYWHERE, ActionDef, ArgKind, Datatype, DatatypeDef, ReplyKind, Sort, SortId, SortShape,
    inspect,
};

use super::{Outcome, Own, Run};
use crate::ffi::{
    self, NativeConstructor, NativeConstructorDecl, NativeDatatype, NativeDatatypeDecl,
    NativeSelector, call,
};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-inspect-datatype", &[ArgKind::Sort], ReplyKind::Done),
    Run::Sort(Instance::inspect_datatype),
    &[(ANYWHERE, 4000)],
)];

/// A copy of a C string of the library's.
fn text(pointer: *const c_char) -> String {
    // SAFETY: the library gave a C string.
    unsafe { ffi::text(pointer) }
}

/// What a datatype's sort is made of, as we know it.
struct Known<'a> {
    sort: &'a Sort,
    datatype: &'a Datatype,
    args: &'a [Sort],
}

impl Known<'_> {
    /// Whether the sorts of its fields are known: not where parameters have no sorts yet.
    fn is_closed(&self) -> bool {
        self.args.len() == self.datatype.definition().params.len()
    }
}

impl Instance {
    fn inspect_datatype(&mut self, sort: SortId) -> Outcome {
        let (native, sort) = (self.sorts.native(sort)?, self.sorts.sort(sort)?.clone());
        match sort.shape() {
            SortShape::Datatype(datatype, args) => {
                let known = Known { sort: &sort, datatype, args };
                let told = ffi::live(call!(cvc5_sort_get_datatype(native)), "datatype")?;
                let inspected = self.inspect_one(&known, told);
                call!(cvc5_dt_release(told));
                inspected
            }
            SortShape::Tuple(elements) => {
                let told = ffi::live(call!(cvc5_sort_get_datatype(native)), "datatype")?;
                let is_tuple = call!(cvc5_dt_is_tuple(told));
                let count = call!(cvc5_dt_get_num_constructors(told));
                call!(cvc5_dt_release(told));
                inspect("cvc5_dt_is_tuple", "of a tuple", true, is_tuple)?;
                let expected = usize::from(!elements.is_empty()).max(1);
                inspect("cvc5_dt_get_num_constructors", "of a tuple", expected, count)
            }
            _ => Ok(()),
        }
    }

    fn inspect_one(&self, known: &Known<'_>, told: NativeDatatype) -> Outcome {
        let definition = known.datatype.definition();
        let name = text(call!(cvc5_dt_get_name(told)));
        inspect("cvc5_dt_get_name", "the name", &*definition.name, &*name)?;
        let parametric = call!(cvc5_dt_is_parametric(told));
        inspect("cvc5_dt_is_parametric", "parameters", !definition.params.is_empty(), parametric)?;
        if parametric {
            let (held, mut count) = (Held::default(), 0);
            let params = call!(cvc5_dt_get_parameters(told, &mut count));
            // SAFETY: the library gave that many sorts, valid until the next call of this function.
            let params = unsafe { held.sorts(params, count)? };
            inspect("cvc5_dt_get_parameters", "the number", definition.params.len(), params.len())?;
        }
        let co = call!(cvc5_dt_is_codatatype(told));
        inspect("cvc5_dt_is_codatatype", "as declared", definition.coinductive, co)?;
        inspect("cvc5_dt_is_tuple", "of a datatype", false, call!(cvc5_dt_is_tuple(told)))?;
        inspect("cvc5_dt_is_record", "of a datatype", false, call!(cvc5_dt_is_record(told)))?;
        if known.is_closed() {
            let finite = call!(cvc5_dt_is_finite(told));
            if definition.constructors.iter().all(|constructor| constructor.fields.is_empty()) {
                inspect("cvc5_dt_is_finite", "of an enumeration", true, finite)?;
            }
            // Whoever is not well-founded is refused when it is declared.
            let well_founded = call!(cvc5_dt_is_well_founded(told));
            if !definition.coinductive {
                inspect("cvc5_dt_is_well_founded", "of what was taken", true, well_founded)?;
            }
        }
        let shown = text(call!(cvc5_dt_to_string(told)));
        inspect("cvc5_dt_to_string", "its name", true, shown.contains(&name))?;
        let copy = ffi::live(call!(cvc5_dt_copy(told)), "datatype")?;
        let equal = call!(cvc5_dt_is_equal(told, copy));
        let hashes = [call!(cvc5_dt_hash(told)), call!(cvc5_dt_hash(copy))];
        call!(cvc5_dt_release(copy));
        inspect("cvc5_dt_is_equal", "a copy", true, equal)?;
        inspect("cvc5_dt_hash", "a copy", hashes[0], hashes[1])?;
        let count = call!(cvc5_dt_get_num_constructors(told));
        inspect(
            "cvc5_dt_get_num_constructors",
            "as declared",
            definition.constructors.len(),
            count,
        )?;
        for place in 0..count {
            let constructor =
                ffi::live(call!(cvc5_dt_get_constructor(told, place)), "constructor")?;
            let inspected = self.inspect_constructor(known, told, place, constructor);
            call!(cvc5_dt_cons_release(constructor));
            inspected?;
        }
        Ok(())
    }

    fn inspect_constructor(
        &self,
        known: &Known<'_>,
        datatype: NativeDatatype,
        place: usize,
        told: NativeConstructor,
    ) -> Outcome {
        let Some(definition) = known.datatype.definition().constructors.get(place) else {
            return Ok(());
        };
        let name = text(call!(cvc5_dt_cons_get_name(told)));
        inspect("cvc5_dt_cons_get_name", "the name", &*definition.name, &*name)?;
        let shown = text(call!(cvc5_dt_cons_to_string(told)));
        inspect("cvc5_dt_cons_to_string", "its name", true, shown.contains(&name))?;
        let copy = ffi::live(call!(cvc5_dt_cons_copy(told)), "constructor")?;
        let equal = call!(cvc5_dt_cons_is_equal(told, copy));
        let hashes = [call!(cvc5_dt_cons_hash(told)), call!(cvc5_dt_cons_hash(copy))];
        call!(cvc5_dt_cons_release(copy));
        inspect("cvc5_dt_cons_is_equal", "a copy", true, equal)?;
        inspect("cvc5_dt_cons_hash", "a copy", hashes[0], hashes[1])?;
        let count = call!(cvc5_dt_cons_get_num_selectors(told));
        inspect("cvc5_dt_cons_get_num_selectors", "as declared", definition.fields.len(), count)?;
        let mut fields = Vec::new();
        for field in 0..count {
            let selector = ffi::live(call!(cvc5_dt_cons_get_selector(told, field)), "selector")?;
            let sort = definition.fields.get(field).filter(|_| known.is_closed());
            let sort = sort.and_then(|(_, field)| known.datatype.field_sort(field, known.args));
            let name = definition.fields.get(field).map(|(name, _)| &**name).unwrap_or_default();
            let inspected = self.inspect_selector(known, datatype, selector, name, sort.as_ref());
            call!(cvc5_dt_sel_release(selector));
            inspected?;
            fields.extend(sort);
        }
        // The members of an instance of a parametric datatype are those of the datatype itself.
        if !known.args.is_empty() || !known.is_closed() {
            return Ok(());
        }
        let held = Held::default();
        let member = held.term(call!(cvc5_dt_cons_get_term(told)))?;
        let sort = held.sort(call!(cvc5_term_get_sort(member)))?;
        inspect("cvc5_sort_is_dt_constructor", "of a constructor", true, {
            call!(cvc5_sort_is_dt_constructor(sort))
        })?;
        let arity = call!(cvc5_sort_dt_constructor_get_arity(sort));
        inspect("cvc5_sort_dt_constructor_get_arity", "of a constructor", fields.len(), arity)?;
        let mut count = 0;
        let domain = call!(cvc5_sort_dt_constructor_get_domain(sort, &mut count));
        // SAFETY: the library gave that many sorts, valid until the next call of this function.
        let domain = unsafe { held.sorts(domain, count)? };
        let mut read = Vec::new();
        for sort in domain {
            read.push(self.read_sort(sort)?);
        }
        inspect("cvc5_sort_dt_constructor_get_domain", "of a constructor", &fields, &read)?;
        let codomain = held.sort(call!(cvc5_sort_dt_constructor_get_codomain(sort)))?;
        let codomain = self.read_sort(codomain)?;
        inspect(
            "cvc5_sort_dt_constructor_get_codomain",
            "of a constructor",
            known.sort,
            &codomain,
        )?;
        self.inspect_tester(known, told)
    }

    fn inspect_tester(&self, known: &Known<'_>, told: NativeConstructor) -> Outcome {
        let held = Held::default();
        let member = held.term(call!(cvc5_dt_cons_get_tester_term(told)))?;
        let sort = held.sort(call!(cvc5_term_get_sort(member)))?;
        inspect("cvc5_sort_is_dt_tester", "of a tester", true, {
            call!(cvc5_sort_is_dt_tester(sort))
        })?;
        let domain = held.sort(call!(cvc5_sort_dt_tester_get_domain(sort)))?;
        let domain = self.read_sort(domain)?;
        inspect("cvc5_sort_dt_tester_get_domain", "of a tester", known.sort, &domain)?;
        let codomain = held.sort(call!(cvc5_sort_dt_tester_get_codomain(sort)))?;
        let codomain = self.read_sort(codomain)?;
        inspect("cvc5_sort_dt_tester_get_codomain", "of a tester", Sort::bool(), codomain)
    }

    fn inspect_selector(
        &self,
        known: &Known<'_>,
        datatype: NativeDatatype,
        told: NativeSelector,
        known_name: &str,
        field: Option<&Sort>,
    ) -> Outcome {
        let name = text(call!(cvc5_dt_sel_get_name(told)));
        inspect("cvc5_dt_sel_get_name", "the name", known_name, &*name)?;
        let shown = text(call!(cvc5_dt_sel_to_string(told)));
        inspect("cvc5_dt_sel_to_string", "its name", true, shown.contains(&name))?;
        let copy = ffi::live(call!(cvc5_dt_sel_copy(told)), "selector")?;
        let equal = call!(cvc5_dt_sel_is_equal(told, copy));
        let hashes = [call!(cvc5_dt_sel_hash(told)), call!(cvc5_dt_sel_hash(copy))];
        call!(cvc5_dt_sel_release(copy));
        inspect("cvc5_dt_sel_is_equal", "a copy", true, equal)?;
        inspect("cvc5_dt_sel_hash", "a copy", hashes[0], hashes[1])?;
        let symbol = ffi::c_string(&name)?;
        let found = call!(cvc5_dt_get_selector(datatype, symbol.as_ptr()));
        let found = ffi::live(found, "selector")?;
        let again = text(call!(cvc5_dt_sel_get_name(found)));
        call!(cvc5_dt_sel_release(found));
        inspect("cvc5_dt_get_selector", "by its name", &name, &again)?;
        let Some(field) = field.filter(|_| known.args.is_empty()) else { return Ok(()) };
        let held = Held::default();
        let codomain = held.sort(call!(cvc5_dt_sel_get_codomain_sort(told)))?;
        let codomain = self.read_sort(codomain)?;
        inspect("cvc5_dt_sel_get_codomain_sort", "of a field", field, &codomain)?;
        let member = held.term(call!(cvc5_dt_sel_get_term(told)))?;
        let sort = held.sort(call!(cvc5_term_get_sort(member)))?;
        inspect("cvc5_sort_is_dt_selector", "of a selector", true, {
            call!(cvc5_sort_is_dt_selector(sort))
        })?;
        let domain = held.sort(call!(cvc5_sort_dt_selector_get_domain(sort)))?;
        let domain = self.read_sort(domain)?;
        inspect("cvc5_sort_dt_selector_get_domain", "of a selector", known.sort, &domain)?;
        let codomain = held.sort(call!(cvc5_sort_dt_selector_get_codomain(sort)))?;
        let codomain = self.read_sort(codomain)?;
        inspect("cvc5_sort_dt_selector_get_codomain", "of a selector", field, &codomain)?;
        let updater = held.term(call!(cvc5_dt_sel_get_updater_term(told)))?;
        let sort = held.sort(call!(cvc5_term_get_sort(updater)))?;
        inspect("cvc5_sort_is_dt_updater", "of an updater", true, {
            call!(cvc5_sort_is_dt_updater(sort))
        })
    }

    /// A declaration before it is used: it has what was put into it.
    pub(crate) fn inspect_declaration(
        &self,
        definition: &DatatypeDef<SortId>,
        told: NativeDatatypeDecl,
    ) -> Outcome {
        let name = text(call!(cvc5_dt_decl_get_name(told)));
        inspect("cvc5_dt_decl_get_name", "the name", &*definition.name, &*name)?;
        let count = call!(cvc5_dt_decl_get_num_constructors(told));
        let expected = definition.constructors.len();
        inspect("cvc5_dt_decl_get_num_constructors", "as declared", expected, count)?;
        let parametric = call!(cvc5_dt_decl_is_parametric(told));
        let expected = !definition.params.is_empty();
        inspect("cvc5_dt_decl_is_parametric", "parameters", expected, parametric)?;
        let resolved = call!(cvc5_dt_decl_is_resolved(told));
        inspect("cvc5_dt_decl_is_resolved", "before it is used", false, resolved)?;
        let shown = text(call!(cvc5_dt_decl_to_string(told)));
        inspect("cvc5_dt_decl_to_string", "its name", true, shown.contains(&name))?;
        let copy = ffi::live(call!(cvc5_dt_decl_copy(told)), "datatype declaration")?;
        let equal = call!(cvc5_dt_decl_is_equal(told, copy));
        let hashes = [call!(cvc5_dt_decl_hash(told)), call!(cvc5_dt_decl_hash(copy))];
        call!(cvc5_dt_decl_release(copy));
        inspect("cvc5_dt_decl_is_equal", "a copy", true, equal)?;
        inspect("cvc5_dt_decl_hash", "a copy", hashes[0], hashes[1])
    }

    /// A constructor's declaration.
    pub(crate) fn inspect_constructor_declaration(
        &self,
        name: &str,
        told: NativeConstructorDecl,
    ) -> Outcome {
        let shown = text(call!(cvc5_dt_cons_decl_to_string(told)));
        inspect("cvc5_dt_cons_decl_to_string", "its name", true, shown.contains(name))?;
        let copy = ffi::live(call!(cvc5_dt_cons_decl_copy(told)), "constructor declaration")?;
        let equal = call!(cvc5_dt_cons_decl_is_equal(told, copy));
        let hashes = [call!(cvc5_dt_cons_decl_hash(told)), call!(cvc5_dt_cons_decl_hash(copy))];
        call!(cvc5_dt_cons_decl_release(copy));
        inspect("cvc5_dt_cons_decl_is_equal", "a copy", true, equal)?;
        inspect("cvc5_dt_cons_decl_hash", "a copy", hashes[0], hashes[1])
    }
}
