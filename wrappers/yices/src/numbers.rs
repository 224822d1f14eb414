//! The numbering of enums: Yices exports no names of its constructors, status codes and value tags, so one
//! of each that we use is made and its number read back.

use std::ptr::{null, null_mut};

use murxla_api::SolverError;

use crate::error::{Refusal, done, refused, term, type_of};
use crate::ffi::{
    call, model_t, smt_status, term_constructor as constructor, term_t, yval_t, yval_tag,
    yval_vector_t,
};

/// The numbers that this library uses.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The constructor of bit-vector constants.
    pub bv_constant: i32,
    /// Status codes of a context.
    pub status: StatusNumbers,
    /// Tags of values.
    pub tag: TagNumbers,
}

/// Status codes of a context.
#[derive(Clone, Copy, Debug)]
pub struct StatusNumbers {
    /// Satisfiable.
    pub sat: u32,
    /// Unsatisfiable.
    pub unsat: u32,
    /// The call failed.
    pub error: u32,
}

/// Tags of values.
#[derive(Clone, Copy, Debug)]
pub struct TagNumbers {
    /// A truth value.
    pub bool: u32,
    /// A rational number.
    pub rational: u32,
    /// A bit-vector.
    pub bit_vector: u32,
    /// An element of an uninterpreted type.
    pub scalar: u32,
    /// A tuple.
    pub tuple: u32,
    /// A function.
    pub function: u32,
}

/// An enum value: its number as our declarations have it and as the library says it.
pub struct Reading {
    group: &'static str,
    name: &'static str,
    declared: i64,
    found: i64,
}

/// What was read.
pub struct Survey {
    /// The numbers to use.
    pub numbers: Numbers,
    /// All readings.
    pub readings: Vec<Reading>,
}

impl Survey {
    /// How many numbers differ from our declarations.
    pub fn renumbered(&self) -> usize {
        self.readings.iter().filter(|reading| reading.found != reading.declared).count()
    }
}

/// Reads all numbers; the terms that this makes stay until the next `yices_reset`.
pub fn survey() -> Result<Survey, SolverError> {
    let mut readings = Vec::new();
    let bv_constant = read_constructors(&mut readings)?;
    let status = read_statuses(&mut readings)?;
    let tag = read_tags(&mut readings)?;
    for (position, reading) in readings.iter().enumerate() {
        if reading.found < 0 {
            return Err(inconsistent(reading, "it reads back as an error"));
        }
        let earlier = readings.iter().take(position);
        if earlier.clone().any(|other| {
            other.group == reading.group
                && other.name != reading.name
                && other.found == reading.found
        }) {
            return Err(inconsistent(reading, "another one reads back as the same number"));
        }
        if earlier.clone().any(|other| {
            other.group == reading.group
                && other.name == reading.name
                && other.found != reading.found
        }) {
            return Err(inconsistent(reading, "two of it read back as different numbers"));
        }
    }
    Ok(Survey { numbers: Numbers { bv_constant, status, tag }, readings })
}

fn inconsistent(reading: &Reading, why: &str) -> SolverError {
    SolverError::Broken(format!(
        "the {} {} has the number {}, but {why}",
        reading.group, reading.name, reading.found
    ))
}

/// Builds a term of each constructor that our operators can lead to.
fn read_constructors(readings: &mut Vec<Reading>) -> Result<i32, SolverError> {
    let bool_type = type_of(call!(yices_bool_type()))?;
    let bv_type = type_of(call!(yices_bv_type(8)))?;
    let own_type = type_of(call!(yices_new_uninterpreted_type()))?;
    let fun_type = type_of(call!(yices_function_type1(own_type, own_type)))?;
    let constant = |tau| term(call!(yices_new_uninterpreted_term(tau)));
    let (p, q, r) = (constant(bool_type)?, constant(bool_type)?, constant(bool_type)?);
    let (x, y) = (constant(bv_type)?, constant(bv_type)?);
    let (u, v, w) = (constant(own_type)?, constant(own_type)?, constant(own_type)?);
    let f = constant(fun_type)?;
    let bound = term(call!(yices_new_variable(bool_type)))?;
    let mut bound_list = [bound];
    let mut distinct_list = [u, v, w];
    let body = call!(yices_or2(bound, p));
    let bits = call!(yices_bvconst_uint32(8, 5));
    let int_type = type_of(call!(yices_int_type()))?;
    let real_type = type_of(call!(yices_real_type()))?;
    let pair_type = type_of(call!(yices_tuple_type2(bool_type, bv_type)))?;
    let (m, n) = (constant(int_type)?, constant(int_type)?);
    let (a, b) = (constant(real_type)?, constant(real_type)?);
    let pair = constant(pair_type)?;
    let three = term(call!(yices_int32(3)))?;
    let probes: [(&str, constructor::Type, term_t); 44] = [
        ("ARITH_CONSTANT", constructor::YICES_ARITH_CONSTANT, three),
        ("ARITH_CONSTANT", constructor::YICES_ARITH_CONSTANT, call!(yices_rational32(1, 3))),
        ("ARITH_GE_ATOM", constructor::YICES_ARITH_GE_ATOM, call!(yices_arith_geq0_atom(a))),
        ("ABS", constructor::YICES_ABS, call!(yices_abs(a))),
        ("CEIL", constructor::YICES_CEIL, call!(yices_ceil(a))),
        ("FLOOR", constructor::YICES_FLOOR, call!(yices_floor(a))),
        ("RDIV", constructor::YICES_RDIV, call!(yices_division(a, b))),
        ("IDIV", constructor::YICES_IDIV, call!(yices_idiv(m, n))),
        ("IMOD", constructor::YICES_IMOD, call!(yices_imod(m, n))),
        ("IS_INT_ATOM", constructor::YICES_IS_INT_ATOM, call!(yices_is_int_atom(a))),
        ("DIVIDES_ATOM", constructor::YICES_DIVIDES_ATOM, call!(yices_divides_atom(three, m))),
        ("ARITH_SUM", constructor::YICES_ARITH_SUM, call!(yices_add(a, b))),
        ("POWER_PRODUCT", constructor::YICES_POWER_PRODUCT, call!(yices_mul(a, b))),
        ("TUPLE_TERM", constructor::YICES_TUPLE_TERM, call!(yices_pair(p, x))),
        ("SELECT_TERM", constructor::YICES_SELECT_TERM, call!(yices_select(1, pair))),
        (
            "LAMBDA_TERM",
            constructor::YICES_LAMBDA_TERM,
            call!(yices_lambda(1, bound_list.as_ptr(), body)),
        ),
        ("BOOL_CONSTANT", constructor::YICES_BOOL_CONSTANT, call!(yices_true())),
        ("BV_CONSTANT", constructor::YICES_BV_CONSTANT, bits),
        ("BV_CONSTANT", constructor::YICES_BV_CONSTANT, call!(yices_bvconst_zero(80))),
        ("SCALAR_CONSTANT", constructor::YICES_SCALAR_CONSTANT, call!(yices_constant(own_type, 0))),
        ("VARIABLE", constructor::YICES_VARIABLE, bound),
        ("UNINTERPRETED_TERM", constructor::YICES_UNINTERPRETED_TERM, p),
        ("ITE_TERM", constructor::YICES_ITE_TERM, call!(yices_ite(p, u, v))),
        ("APP_TERM", constructor::YICES_APP_TERM, call!(yices_application1(f, u))),
        ("UPDATE_TERM", constructor::YICES_UPDATE_TERM, call!(yices_update1(f, u, v))),
        ("EQ_TERM", constructor::YICES_EQ_TERM, call!(yices_eq(u, v))),
        (
            "DISTINCT_TERM",
            constructor::YICES_DISTINCT_TERM,
            call!(yices_distinct(3, distinct_list.as_mut_ptr())),
        ),
        (
            "FORALL_TERM",
            constructor::YICES_FORALL_TERM,
            call!(yices_forall(1, bound_list.as_mut_ptr(), body)),
        ),
        ("NOT_TERM", constructor::YICES_NOT_TERM, call!(yices_not(p))),
        ("OR_TERM", constructor::YICES_OR_TERM, call!(yices_or2(p, q))),
        ("XOR_TERM", constructor::YICES_XOR_TERM, call!(yices_xor3(p, q, r))),
        ("BV_ARRAY", constructor::YICES_BV_ARRAY, call!(yices_bvand2(x, y))),
        ("BV_DIV", constructor::YICES_BV_DIV, call!(yices_bvdiv(x, y))),
        ("BV_REM", constructor::YICES_BV_REM, call!(yices_bvrem(x, y))),
        ("BV_SDIV", constructor::YICES_BV_SDIV, call!(yices_bvsdiv(x, y))),
        ("BV_SREM", constructor::YICES_BV_SREM, call!(yices_bvsrem(x, y))),
        ("BV_SMOD", constructor::YICES_BV_SMOD, call!(yices_bvsmod(x, y))),
        ("BV_SHL", constructor::YICES_BV_SHL, call!(yices_bvshl(x, y))),
        ("BV_LSHR", constructor::YICES_BV_LSHR, call!(yices_bvlshr(x, y))),
        ("BV_ASHR", constructor::YICES_BV_ASHR, call!(yices_bvashr(x, y))),
        ("BV_GE_ATOM", constructor::YICES_BV_GE_ATOM, call!(yices_bvge_atom(x, y))),
        ("BV_SGE_ATOM", constructor::YICES_BV_SGE_ATOM, call!(yices_bvsge_atom(x, y))),
        ("BIT_TERM", constructor::YICES_BIT_TERM, call!(yices_bitextract(x, 0))),
        ("BV_SUM", constructor::YICES_BV_SUM, call!(yices_bvadd(x, y))),
    ];
    for (name, declared, probe) in probes {
        let found = call!(yices_term_constructor(term(probe)?));
        readings.push(Reading {
            group: "constructor",
            name,
            declared: declared.into(),
            found: found.into(),
        });
    }
    let product = term(call!(yices_bvmul(x, y)))?;
    readings.push(Reading {
        group: "constructor",
        name: "POWER_PRODUCT",
        declared: constructor::YICES_POWER_PRODUCT.into(),
        found: call!(yices_term_constructor(product)).into(),
    });
    Ok(call!(yices_term_constructor(bits)))
}

fn read_statuses(readings: &mut Vec<Reading>) -> Result<StatusNumbers, SolverError> {
    let context = call!(yices_new_context(null()));
    if context.is_null() {
        return Err(refused());
    }
    let idle = call!(yices_context_status(context));
    let sat = call!(yices_check_context(context, null()));
    let no_term = [-1];
    let error = call!(yices_check_context_with_assumptions(context, null(), 1, no_term.as_ptr()));
    Refusal::take()?;
    let falsehood = term(call!(yices_false()))?;
    done(call!(yices_assert_formula(context, falsehood)))?;
    let unsat = call!(yices_check_context(context, null()));
    call!(yices_free_context(context));
    let found = [
        ("IDLE", smt_status::STATUS_IDLE, idle),
        ("SAT", smt_status::STATUS_SAT, sat),
        ("UNSAT", smt_status::STATUS_UNSAT, unsat),
        ("ERROR", smt_status::STATUS_ERROR, error),
    ];
    for (name, declared, found) in found {
        readings.push(Reading {
            group: "status",
            name,
            declared: declared.into(),
            found: found.into(),
        });
    }
    Ok(StatusNumbers { sat, unsat, error })
}

fn read_tags(readings: &mut Vec<Reading>) -> Result<TagNumbers, SolverError> {
    let model = call!(yices_new_model());
    if model.is_null() {
        return Err(refused());
    }
    let tags = read_tags_of(model);
    call!(yices_free_model(model));
    let (tags, mapping) = tags?;
    let found = [
        ("BOOL", yval_tag::YVAL_BOOL, tags.bool),
        ("RATIONAL", yval_tag::YVAL_RATIONAL, tags.rational),
        ("BV", yval_tag::YVAL_BV, tags.bit_vector),
        ("SCALAR", yval_tag::YVAL_SCALAR, tags.scalar),
        ("TUPLE", yval_tag::YVAL_TUPLE, tags.tuple),
        ("FUNCTION", yval_tag::YVAL_FUNCTION, tags.function),
        ("MAPPING", yval_tag::YVAL_MAPPING, mapping),
    ];
    for (name, declared, found) in found {
        readings.push(Reading {
            group: "value tag",
            name,
            declared: declared.into(),
            found: found.into(),
        });
    }
    Ok(tags)
}

fn read_tags_of(model: *mut model_t) -> Result<(TagNumbers, u32), SolverError> {
    let bv_type = type_of(call!(yices_bv_type(8)))?;
    let own_type = type_of(call!(yices_new_uninterpreted_type()))?;
    let fun_type = type_of(call!(yices_function_type1(bv_type, bv_type)))?;
    let truth = term(call!(yices_true()))?;
    let bits = term(call!(yices_bvconst_one(8)))?;
    let element = term(call!(yices_constant(own_type, 0)))?;
    let number = term(call!(yices_rational32(1, 2)))?;
    let pair = term(call!(yices_pair(bits, number)))?;
    let function = term(call!(yices_new_uninterpreted_term(fun_type)))?;
    let updated = term(call!(yices_update1(function, bits, bits)))?;
    let value = |of: term_t| -> Result<yval_t, SolverError> {
        let mut value = yval_t { node_id: 0, node_tag: 0 };
        done(call!(yices_get_value(model, of, &mut value)))?;
        Ok(value)
    };
    let function = value(updated)?;
    let mut default = yval_t { node_id: 0, node_tag: 0 };
    let mut entries = yval_vector_t { capacity: 0, size: 0, data: null_mut() };
    call!(yices_init_yval_vector(&mut entries));
    let expanded =
        done(call!(yices_val_expand_function(model, &function, &mut default, &mut entries)));
    // SAFETY: Yices says that the vector holds `size` values.
    let mapping = (entries.size > 0).then(|| unsafe { (*entries.data).node_tag });
    call!(yices_delete_yval_vector(&mut entries));
    expanded?;
    let mapping = mapping.ok_or_else(|| {
        SolverError::Broken("the value of an updated function has no entry".to_owned())
    })?;
    let tags = TagNumbers {
        bool: value(truth)?.node_tag,
        rational: value(number)?.node_tag,
        bit_vector: value(bits)?.node_tag,
        scalar: value(element)?.node_tag,
        tuple: value(pair)?.node_tag,
        function: function.node_tag,
    };
    Ok((tags, mapping))
}
