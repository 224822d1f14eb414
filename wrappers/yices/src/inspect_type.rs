//! What Yices tells of a type, against what it was made of; types of scalars, and names of types.

use std::ffi::CStr;
use std::ptr::null_mut;

use murxla_api::{CallSeed, SolverError, Sort, SortKind, SortShape, inspect};

use crate::context::free_model;
use crate::error::{Refusal, done, owned_text, refused, term, type_of};
use crate::ffi::{call, model_t, type_t, type_vector_t};
use crate::text_stream::{Nowhere, printed_by};

/// The size of what is printed: enough for all.
const WIDTH: u32 = 10_000;
const HEIGHT: u32 = 1_000;

/// A name that no run gives.
const NAME: &CStr = c"murxla-type";

/// A vector of types that Yices fills.
struct TypeVector(type_vector_t);

impl TypeVector {
    fn new() -> Result<TypeVector, SolverError> {
        let mut vector = type_vector_t { capacity: 0, size: 0, data: null_mut() };
        call!(yices_init_type_vector(&mut vector));
        Ok(TypeVector(vector))
    }

    fn types(&self) -> &[type_t] {
        if self.0.size == 0 || self.0.data.is_null() {
            return &[];
        }
        // SAFETY: Yices says that the vector holds `size` types.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size as usize) }
    }

    fn free(&mut self) -> Result<(), SolverError> {
        call!(yices_delete_type_vector(&mut self.0));
        Ok(())
    }
}

impl Drop for TypeVector {
    fn drop(&mut self) {
        let _ = self.free();
    }
}

/// Asks for all that the API tells of a type.
pub fn inspect_type(tau: type_t, sort: &Sort) -> Result<(), SolverError> {
    let kind = sort.kind();
    let is_function = matches!(kind, SortKind::Fun | SortKind::Array);
    for (function, expected, told) in [
        ("yices_type_is_bool", kind == SortKind::Bool, call!(yices_type_is_bool(tau))),
        ("yices_type_is_int", kind == SortKind::Int, call!(yices_type_is_int(tau))),
        ("yices_type_is_real", kind == SortKind::Real, call!(yices_type_is_real(tau))),
        (
            "yices_type_is_arithmetic",
            matches!(kind, SortKind::Int | SortKind::Real),
            call!(yices_type_is_arithmetic(tau)),
        ),
        ("yices_type_is_bitvector", kind == SortKind::BitVec, call!(yices_type_is_bitvector(tau))),
        ("yices_type_is_tuple", kind == SortKind::Tuple, call!(yices_type_is_tuple(tau))),
        ("yices_type_is_function", is_function, call!(yices_type_is_function(tau))),
        ("yices_type_is_scalar", false, call!(yices_type_is_scalar(tau))),
        (
            "yices_type_is_uninterpreted",
            kind == SortKind::Uninterpreted,
            call!(yices_type_is_uninterpreted(tau)),
        ),
    ] {
        inspect(function, "the kind of a type", expected, told != 0)?;
    }
    let mut parts = Vec::new();
    for place in 0..call!(yices_type_num_children(tau)) {
        parts.push(type_of(call!(yices_type_child(tau, place)))?);
    }
    let mut together = TypeVector::new()?;
    done(call!(yices_type_children(tau, &mut together.0)))?;
    inspect("yices_type_children", "the same as one by one", parts.as_slice(), together.types())?;
    call!(yices_reset_type_vector(&mut together.0));
    inspect("yices_reset_type_vector", "it is empty then", 0, together.0.size)?;
    let known: Vec<&Sort> = match sort.shape() {
        SortShape::Array(index, element) => vec![index, element],
        SortShape::Fun(domain, codomain) => domain.iter().chain([codomain]).collect(),
        SortShape::Tuple(elements) => elements.iter().collect(),
        _ => Vec::new(),
    };
    inspect("yices_type_num_children", "how many there are", known.len(), parts.len())?;
    for (part, known) in parts.iter().zip(known) {
        inspect_type(*part, known)?;
    }
    if let SortShape::BitVec(width) = sort.shape() {
        inspect("yices_bvtype_size", "the width", *width, call!(yices_bvtype_size(tau)))?;
    }
    relations(tau)?;
    printed_again(tau)?;
    named(tau)
}

/// A type is a part of itself.
fn relations(tau: type_t) -> Result<(), SolverError> {
    inspect("yices_test_subtype", "of itself", 1, call!(yices_test_subtype(tau, tau)))?;
    inspect("yices_compatible_types", "with itself", 1, call!(yices_compatible_types(tau, tau)))?;
    let (integer, real) = (type_of(call!(yices_int_type()))?, type_of(call!(yices_real_type()))?);
    inspect("yices_test_subtype", "int of real", 1, call!(yices_test_subtype(integer, real)))?;
    inspect("yices_test_subtype", "real of int", 0, call!(yices_test_subtype(real, integer)))?;
    let together = call!(yices_compatible_types(integer, real));
    inspect("yices_compatible_types", "int and real", 1, together)
}

/// What is printed is read as the same type.
fn printed_again(tau: type_t) -> Result<(), SolverError> {
    let told = owned_text(call!(yices_type_to_string(tau, WIDTH, HEIGHT, 0)))?;
    let printed = printed_by(|stream| done(call!(yices_pp_type(stream, tau, WIDTH, HEIGHT, 0))))?;
    inspect("yices_pp_type", "its text and that of to_string", told.trim(), printed.trim())?;
    let nowhere = Nowhere::open()?;
    done(call!(yices_pp_type_fd(nowhere.number(), tau, WIDTH, HEIGHT, 0)))
}

/// A name leads to its type, until it is taken away.
fn named(tau: type_t) -> Result<(), SolverError> {
    let known = call!(yices_get_type_name(tau));
    if !known.is_null() {
        // The name that it was declared with may be hidden, but not lost.
        inspect(
            "yices_get_type_by_name",
            "a known name",
            tau,
            call!(yices_get_type_by_name(known)),
        )?;
        return Ok(());
    }
    done(call!(yices_set_type_name(tau, NAME.as_ptr())))?;
    let found = call!(yices_get_type_by_name(NAME.as_ptr()));
    inspect("yices_get_type_by_name", "a name that was set", tau, found)?;
    let read = call!(yices_parse_type(NAME.as_ptr()));
    inspect("yices_parse_type", "a name that was set", tau, read)?;
    call!(yices_remove_type_name(NAME.as_ptr()));
    let found = call!(yices_get_type_by_name(NAME.as_ptr()));
    inspect("yices_remove_type_name", "the name leads nowhere", -1, found)?;
    done(call!(yices_clear_type_name(tau)))?;
    let is_gone = call!(yices_get_type_name(tau)).is_null();
    inspect("yices_clear_type_name", "there is no name", true, is_gone)
}

/// A type of a few scalars, its constants, and their values in a model.
pub fn scalars(seed: &mut CallSeed) -> Result<(), SolverError> {
    // A type of one scalar has no free terms: they are the scalar.
    let size = 2 + seed.pick(4);
    let tau = type_of(call!(yices_new_scalar_type(size as u32)))?;
    inspect("yices_type_is_scalar", "a new one", 1, call!(yices_type_is_scalar(tau)))?;
    inspect("yices_scalar_type_card", "the size", size as u32, call!(yices_scalar_type_card(tau)))?;
    let chosen = seed.pick(size) as i32;
    let constant = term(call!(yices_constant(tau, chosen)))?;
    inspect("yices_term_is_scalar", "a constant", 1, call!(yices_term_is_scalar(constant)))?;
    let mut told = -1;
    done(call!(yices_scalar_const_value(constant, &mut told)))?;
    inspect("yices_scalar_const_value", "the number", chosen, told)?;
    let symbol = term(call!(yices_new_uninterpreted_term(tau)))?;
    let (symbols, values) = ([symbol], [constant]);
    let model = call!(yices_model_from_map(1, symbols.as_ptr(), values.as_ptr()));
    if model.is_null() {
        return Err(refused());
    }
    let read = scalar_in(model, symbol, constant, chosen);
    free_model(model)?;
    read?;
    let beyond = call!(yices_constant(tau, size as i32));
    Refusal::take()?;
    inspect("yices_constant", "beyond the last scalar", -1, beyond)
}

fn scalar_in(
    model: *mut model_t,
    symbol: i32,
    constant: i32,
    chosen: i32,
) -> Result<(), SolverError> {
    let mut told = -1;
    done(call!(yices_get_scalar_value(model, symbol, &mut told)))?;
    inspect("yices_get_scalar_value", "the number", chosen, told)?;
    let value = term(call!(yices_get_value_as_term(model, symbol)))?;
    inspect("yices_get_value_as_term", "a scalar", constant, value)
}
