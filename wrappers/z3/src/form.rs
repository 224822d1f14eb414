//! The forms that functions of Z3 have: how an operator's arguments and indices are given to them.

use std::ffi::{c_int, c_uint};

use murxla_native::Slot;

use crate::ffi::{Z3_ast, Z3_context, Z3_func_decl, Z3_sort};

type Made = Option<Z3_ast>;

/// A builder function by the form of its arguments.
pub(crate) enum Build {
    Unary(unsafe extern "C" fn(Z3_context, Z3_ast) -> Made),
    Binary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Made),
    Ternary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Made),
    Quaternary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_ast) -> Made),
    Nary(unsafe extern "C" fn(Z3_context, c_uint, *const Z3_ast) -> Made),
    /// With a flag that says signed.
    UnarySigned(unsafe extern "C" fn(Z3_context, Z3_ast, bool) -> Made, bool),
    BinarySigned(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, bool) -> Made, bool),
    /// With the indices before the argument.
    Index1(unsafe extern "C" fn(Z3_context, c_uint, Z3_ast) -> Made),
    Index2(unsafe extern "C" fn(Z3_context, c_uint, c_uint, Z3_ast) -> Made),
    /// With the index behind the arguments.
    UnaryIndex(unsafe extern "C" fn(Z3_context, Z3_ast, c_uint) -> Made),
    BinaryIndex(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, c_uint) -> Made),
    NaryIndex(unsafe extern "C" fn(Z3_context, c_uint, *const Z3_ast, c_uint) -> Made),
    /// The first index is the bound, the others are coefficients.
    Weighted(unsafe extern "C" fn(Z3_context, c_uint, *const Z3_ast, *const c_int, c_int) -> Made),
    /// With the floating-point sort that the two indices say.
    ToFloat1(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_sort) -> Made),
    ToFloat2(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Made),
    ToFloat3(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_sort) -> Made),
    /// Of no arguments; it wants the sort of regular expressions over strings.
    Regex(unsafe extern "C" fn(Z3_context, Z3_sort) -> Made),
    /// `Z3_mk_re_loop`, to which 0 as upper bound means that there is none.
    Loop,
    /// `Z3_mk_divides` takes the divisor as a numeral.
    Divides,
    /// `Z3_mk_const_array` takes the index sort instead of the array sort.
    ConstArray,
    /// A set as an array, made from the sort of its elements.
    ArraySet(unsafe extern "C" fn(Z3_context, Z3_sort) -> Made),
    /// The array that a function is.
    AsArray,
    /// `Z3_mk_map`: a function on the elements of arrays.
    ArrayMap,
    /// The first argument is the function.
    Apply,
    /// A relation over the sort of the arguments, numbered by the index.
    Relation(unsafe extern "C" fn(Z3_context, Z3_sort, c_uint) -> Option<Z3_func_decl>),
    /// The closure of the relation that is the first argument.
    TransitiveClosure,
    /// The negation of the conjunction of predicates that say "no overflow": Z3 has SMT-LIB's overflow
    /// predicates only in this form.
    Overflow(&'static [NoOverflow]),
    /// A constructor, selector, tester or update of a datatype.
    Construct,
    Select,
    Test,
    Update,
    /// The same for tuples, which are datatypes with one constructor.
    Tuple,
    TupleSelect,
    TupleUpdate,
}

/// One of Z3's predicates that say "no overflow".
pub(crate) struct NoOverflow {
    pub(crate) name: &'static str,
    pub(crate) slot: &'static Slot,
    pub(crate) build: Build,
}

impl Build {
    /// Calls the function, if it is one that takes just these arguments. Its slot must be filled and the
    /// terms must be alive in the context.
    pub(crate) fn call(
        &self,
        context: Z3_context,
        args: &[Z3_ast],
        indices: &[u32],
    ) -> Option<Made> {
        let count = args.len() as c_uint;
        // SAFETY: what the caller promises is all that these functions need; they check the sorts, and
        // where they do not, the caller did (`Row::guarded`).
        Some(unsafe {
            match (self, args, indices) {
                (Build::Unary(function), [a], []) => function(context, *a),
                (Build::Binary(function), [a, b], []) => function(context, *a, *b),
                (Build::Ternary(function), [a, b, c], []) => function(context, *a, *b, *c),
                (Build::Quaternary(function), [a, b, c, d], []) => {
                    function(context, *a, *b, *c, *d)
                }
                (Build::Nary(function), [_, ..], []) => function(context, count, args.as_ptr()),
                (Build::UnarySigned(function, signed), [a], []) => function(context, *a, *signed),
                (Build::BinarySigned(function, signed), [a, b], []) => {
                    function(context, *a, *b, *signed)
                }
                (Build::Index1(function), [a], [i]) => function(context, *i, *a),
                (Build::Index2(function), [a], [i, j]) => function(context, *i, *j, *a),
                (Build::UnaryIndex(function), [a], [i]) => function(context, *a, *i),
                (Build::BinaryIndex(function), [a, b], [i]) => function(context, *a, *b, *i),
                (Build::NaryIndex(function), [_, ..], [i]) => {
                    function(context, count, args.as_ptr(), *i)
                }
                (Build::Weighted(function), [_, ..], [bound, weights @ ..])
                    if weights.len() == args.len() =>
                {
                    let weights: Vec<c_int> = weights
                        .iter()
                        .map(|w| c_int::try_from(*w))
                        .collect::<Result<_, _>>()
                        .ok()?;
                    let bound = c_int::try_from(*bound).ok()?;
                    function(context, count, args.as_ptr(), weights.as_ptr(), bound)
                }
                _ => return None,
            }
        })
    }

    /// Calls the function with the floating-point sort, if it is one that takes it.
    pub(crate) fn call_to_float(
        &self,
        context: Z3_context,
        args: &[Z3_ast],
        sort: Z3_sort,
    ) -> Option<Made> {
        // SAFETY: as for `call`; the sort is alive, too.
        Some(unsafe {
            match (self, args) {
                (Build::ToFloat1(function), [a]) => function(context, *a, sort),
                (Build::ToFloat2(function), [a, b]) => function(context, *a, *b, sort),
                (Build::ToFloat3(function), [a, b, c]) => function(context, *a, *b, *c, sort),
                _ => return None,
            }
        })
    }

    /// Calls the function with a sort, if that is all that it takes.
    pub(crate) fn call_with_sort(&self, context: Z3_context, sort: Z3_sort) -> Option<Made> {
        match self {
            Build::Regex(function) | Build::ArraySet(function) => {
                // SAFETY: as for `call_to_float`.
                Some(unsafe { function(context, sort) })
            }
            _ => None,
        }
    }
}
