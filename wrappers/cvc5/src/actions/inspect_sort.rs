//! A sort, asked for all that the API tells of it, against what it was made of.

use murxla_api::{
    ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, Sort, SortId, SortShape, inspect,
};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeSort, call, told};
use crate::side::Held;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-inspect-sort", &[ArgKind::Sort], ReplyKind::Done),
    Run::Sort(Instance::inspect_sort),
    &[(ANYWHERE, 4000)],
)];

impl Instance {
    fn inspect_sort(&mut self, sort: SortId) -> Outcome {
        let (native, structure) = (self.sorts.native(sort)?, self.sorts.sort(sort)?.clone());
        let other = self.seed.pick(self.sorts.iter().count());
        let Some((other, other_structure)) = self.sorts.iter().nth(other) else { return Ok(()) };
        compare(native, &structure, other, other_structure)?;
        classify(native, &structure)?;
        self.inspect_kind(native)?;
        let read = self.read_sort(native)?;
        inspect("cvc5_sort_get_kind", "what it is made of", &structure, &read)?;
        self.inspect_parts(native, &structure)?;
        let copy = ffi::live(call!(cvc5_sort_copy(native)), "sort")?;
        inspect("cvc5_sort_copy", "the copy", native, copy)?;
        let hashes = [call!(cvc5_sort_hash(native)), call!(cvc5_sort_hash(copy))];
        inspect("cvc5_sort_hash", "a copy", hashes[0], hashes[1])?;
        call!(cvc5_sort_release(copy));
        Ok(())
    }

    fn inspect_kind(&self, native: NativeSort) -> Outcome {
        let kind = call!(cvc5_sort_get_kind(native));
        let name = told!(cvc5_sort_kind_to_string(kind));
        inspect("cvc5_sort_kind_to_string", "a name", false, name.is_empty())?;
        let hashes = [call!(cvc5_sort_kind_hash(kind)), call!(cvc5_sort_kind_hash(kind))];
        inspect("cvc5_sort_kind_hash", "asked twice", hashes[0], hashes[1])
    }

    fn inspect_parts(&self, native: NativeSort, structure: &Sort) -> Outcome {
        let has_symbol = call!(cvc5_sort_has_symbol(native));
        match structure.shape() {
            SortShape::Fun(domain, codomain) => {
                let arity = call!(cvc5_sort_fun_get_arity(native));
                inspect("cvc5_sort_fun_get_arity", "the arity", domain.len(), arity)?;
                let held = Held::default();
                let given = held.sort(call!(cvc5_sort_fun_get_codomain(native)))?;
                let read = self.read_sort(given)?;
                inspect("cvc5_sort_fun_get_codomain", "the codomain", codomain, &read)?;
            }
            SortShape::Tuple(elements) => {
                let length = call!(cvc5_sort_tuple_get_length(native));
                inspect("cvc5_sort_tuple_get_length", "the length", elements.len(), length)?;
            }
            SortShape::Datatype(datatype, _) => {
                let arity = call!(cvc5_sort_dt_get_arity(native));
                let params = datatype.definition().params.len();
                inspect("cvc5_sort_dt_get_arity", "the arity", params, arity)?;
            }
            SortShape::Uninterpreted(name) => {
                inspect("cvc5_sort_has_symbol", "a named sort", true, has_symbol)?;
                let told = told!(cvc5_sort_get_symbol(native));
                inspect("cvc5_sort_get_symbol", "the name", &**name, &*told)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Two sorts are equal if they are made of the same.
fn compare(one: NativeSort, known: &Sort, other: NativeSort, other_known: &Sort) -> Outcome {
    let same = known == other_known;
    inspect("cvc5_sort_is_equal", "two sorts", same, call!(cvc5_sort_is_equal(one, other)))?;
    let different = call!(cvc5_sort_is_disequal(one, other));
    inspect("cvc5_sort_is_disequal", "two sorts", !same, different)?;
    let orders = [call!(cvc5_sort_compare(one, other)), call!(cvc5_sort_compare(other, one))];
    inspect("cvc5_sort_compare", "two sorts", same, orders[0] == 0)?;
    inspect("cvc5_sort_compare", "both ways", orders[0].signum(), -orders[1].signum())?;
    if same {
        let hashes = [call!(cvc5_sort_hash(one)), call!(cvc5_sort_hash(other))];
        inspect("cvc5_sort_hash", "equal sorts", hashes[0], hashes[1])?;
    }
    Ok(())
}

/// It is of its kind, and of no other.
fn classify(native: NativeSort, sort: &Sort) -> Outcome {
    let shape = sort.shape();
    let is_tuple = matches!(shape, SortShape::Tuple(_));
    let is_datatype = matches!(shape, SortShape::Datatype(..));
    let predicate = matches!(shape, SortShape::Fun(_, codomain) if *codomain == Sort::bool());
    macro_rules! told {
        ($($function:ident: $expected:expr,)*) => {
            $(inspect(stringify!($function), "of a sort", $expected, call!($function(native)))?;)*
        };
    }
    told! {
        cvc5_sort_is_boolean: matches!(shape, SortShape::Bool),
        cvc5_sort_is_integer: matches!(shape, SortShape::Int),
        cvc5_sort_is_real: matches!(shape, SortShape::Real),
        cvc5_sort_is_string: matches!(shape, SortShape::String),
        cvc5_sort_is_regexp: matches!(shape, SortShape::RegLan),
        cvc5_sort_is_rm: matches!(shape, SortShape::RoundingMode),
        cvc5_sort_is_bv: matches!(shape, SortShape::BitVec(_)),
        cvc5_sort_is_fp: matches!(shape, SortShape::FloatingPoint(..)),
        cvc5_sort_is_ff: matches!(shape, SortShape::FiniteField(_)),
        cvc5_sort_is_array: matches!(shape, SortShape::Array(..)),
        cvc5_sort_is_set: matches!(shape, SortShape::Set(_)),
        cvc5_sort_is_bag: matches!(shape, SortShape::Bag(_)),
        cvc5_sort_is_sequence: matches!(shape, SortShape::Seq(_)),
        cvc5_sort_is_fun: matches!(shape, SortShape::Fun(..)),
        cvc5_sort_is_predicate: predicate,
        cvc5_sort_is_tuple: is_tuple,
        // A tuple is a datatype that cvc5 declares itself.
        cvc5_sort_is_dt: is_datatype || is_tuple,
        cvc5_sort_is_uninterpreted_sort: matches!(shape, SortShape::Uninterpreted(_)),
        cvc5_sort_is_record: false,
        cvc5_sort_is_nullable: false,
        cvc5_sort_is_abstract: false,
        cvc5_sort_is_dt_constructor: false,
        cvc5_sort_is_dt_selector: false,
        cvc5_sort_is_dt_tester: false,
        cvc5_sort_is_dt_updater: false,
        cvc5_sort_is_uninterpreted_sort_constructor: false,
    }
    Ok::<(), SolverError>(())
}
