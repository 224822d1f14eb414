//! Reads values of a model.

use std::ptr::null_mut;

use murxla_api::{
    ArrayValue, BitVec, CallSeed, FunctionValue, SolverError, Sort, SortShape, Value,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::error::done;
use crate::ffi::{call, model_t, term_t, yval_t, yval_vector_t};
use crate::gmp;
use crate::numbers::TagNumbers;

/// Arguments and results.
type Entries = Vec<(Vec<Value>, Value)>;

/// A model that is being read.
#[derive(Clone, Copy)]
pub struct ModelReader {
    /// The model.
    pub model: *mut model_t,
    /// Which tag means what.
    pub tags: TagNumbers,
}

impl ModelReader {
    /// The value of a term of this sort.
    pub fn read(
        &self,
        term: term_t,
        sort: &Sort,
        seed: &mut CallSeed,
    ) -> Result<Value, SolverError> {
        let directly = seed.pick(2) == 0;
        match sort.shape() {
            SortShape::Bool if directly => {
                let mut value = 0;
                done(call!(yices_get_bool_value(self.model, term, &mut value)))?;
                Ok(Value::Bool(value != 0))
            }
            SortShape::BitVec(_) if directly => {
                let mut bits = vec![0; call!(yices_term_bitsize(term)) as usize];
                done(call!(yices_get_bv_value(self.model, term, bits.as_mut_ptr())))?;
                bit_vector(&bits).map(Value::BitVec)
            }
            _ => {
                let mut value = yval_t { node_id: 0, node_tag: 0 };
                done(call!(yices_get_value(self.model, term, &mut value)))?;
                self.convert(&value, sort, seed)
            }
        }
    }

    fn convert(
        &self,
        value: &yval_t,
        sort: &Sort,
        seed: &mut CallSeed,
    ) -> Result<Value, SolverError> {
        let tag = value.node_tag;
        match sort.shape() {
            SortShape::Bool if tag == self.tags.bool => {
                let mut truth = 0;
                done(call!(yices_val_get_bool(self.model, value, &mut truth)))?;
                Ok(Value::Bool(truth != 0))
            }
            SortShape::BitVec(_) if tag == self.tags.bit_vector => {
                let mut bits = vec![0; call!(yices_val_bitsize(self.model, value)) as usize];
                done(call!(yices_val_get_bv(self.model, value, bits.as_mut_ptr())))?;
                bit_vector(&bits).map(Value::BitVec)
            }
            SortShape::Int if tag == self.tags.rational => {
                let number = self.number(value, seed)?;
                if !number.is_integer() {
                    return Err(SolverError::Broken(format!("an integer has the value {number}")));
                }
                Ok(Value::Int(number.to_integer()))
            }
            SortShape::Real if tag == self.tags.rational => {
                self.number(value, seed).map(Value::Real)
            }
            // The roots of polynomials come as libpoly's objects.
            SortShape::Real | SortShape::Int => {
                let mut about = 0.0;
                done(call!(yices_val_get_double(self.model, value, &mut about)))?;
                Ok(Value::Opaque(sort.clone(), format!("algebraic number near {about}")))
            }
            SortShape::Tuple(elements) if tag == self.tags.tuple => {
                self.tuple(value, elements, seed)
            }
            SortShape::Uninterpreted(name) if tag == self.tags.scalar => {
                let (mut index, mut tau) = (0, 0);
                done(call!(yices_val_get_scalar(self.model, value, &mut index, &mut tau)))?;
                Ok(Value::Abstract(sort.clone(), format!("{name}!{index}")))
            }
            SortShape::Array(index, element) if tag == self.tags.function => {
                let domain = [index.clone()];
                let (default, entries) = self.expand(value, &domain, element, seed)?;
                let entries = entries
                    .into_iter()
                    .filter_map(|(indices, element)| Some((indices.into_iter().next()?, element)))
                    .collect();
                Ok(Value::Array(Box::new(ArrayValue { sort: sort.clone(), default, entries })))
            }
            SortShape::Fun(domain, codomain) if tag == self.tags.function => {
                let (default, entries) = self.expand(value, domain, codomain, seed)?;
                Ok(Value::Function(Box::new(FunctionValue {
                    sort: sort.clone(),
                    default,
                    entries,
                })))
            }
            // A function that says its result everywhere has the value "unknown" as its default.
            _ => Ok(Value::Opaque(sort.clone(), format!("value with tag {tag}"))),
        }
    }

    /// A rational number, by one of the functions for its size.
    fn number(&self, value: &yval_t, seed: &mut CallSeed) -> Result<BigRational, SolverError> {
        let model = self.model;
        let integer = |number: i64| BigRational::from(BigInt::from(number));
        match seed.pick(5) {
            1 if call!(yices_val_is_int32(model, value)) != 0 => {
                let mut number = 0;
                done(call!(yices_val_get_int32(model, value, &mut number)))?;
                Ok(integer(number.into()))
            }
            2 if call!(yices_val_is_int64(model, value)) != 0 => {
                let mut number = 0;
                done(call!(yices_val_get_int64(model, value, &mut number)))?;
                Ok(integer(number))
            }
            3 if call!(yices_val_is_rational32(model, value)) != 0 => {
                let (mut above, mut below) = (0, 1);
                done(call!(yices_val_get_rational32(model, value, &mut above, &mut below)))?;
                fraction(above.into(), below.into())
            }
            4 if call!(yices_val_is_rational64(model, value)) != 0 => {
                let (mut above, mut below) = (0, 1);
                done(call!(yices_val_get_rational64(model, value, &mut above, &mut below)))?;
                fraction(above, below)
            }
            _ => gmp::rational(model, value),
        }
    }

    fn tuple(
        &self,
        value: &yval_t,
        elements: &[Sort],
        seed: &mut CallSeed,
    ) -> Result<Value, SolverError> {
        let arity = call!(yices_val_tuple_arity(self.model, value)) as usize;
        if arity != elements.len() {
            return Err(SolverError::Broken(format!(
                "a tuple of {} elements has a value of {arity} elements",
                elements.len()
            )));
        }
        let mut parts = vec![yval_t { node_id: 0, node_tag: 0 }; arity];
        done(call!(yices_val_expand_tuple(self.model, value, parts.as_mut_ptr())))?;
        let values = parts.iter().zip(elements).map(|(part, sort)| self.convert(part, sort, seed));
        values.collect::<Result<_, _>>().map(Value::Tuple)
    }

    /// The default and the entries of a function.
    fn expand(
        &self,
        function: &yval_t,
        domain: &[Sort],
        codomain: &Sort,
        seed: &mut CallSeed,
    ) -> Result<(Value, Entries), SolverError> {
        let arity = call!(yices_val_function_arity(self.model, function)) as usize;
        if arity != domain.len() {
            return Err(SolverError::Broken(format!(
                "a function of {} arguments has a value of {arity} arguments",
                domain.len()
            )));
        }
        let mut default = yval_t { node_id: 0, node_tag: 0 };
        let mut mappings = Vec::new();
        {
            let mut vector = ValueVector::new()?;
            done(call!(yices_val_expand_function(
                self.model,
                function,
                &mut default,
                &mut vector.0
            )))?;
            mappings.extend_from_slice(vector.values());
        }
        let mut entries = Vec::new();
        for mapping in mappings {
            let mut arguments = vec![yval_t { node_id: 0, node_tag: 0 }; arity];
            let mut result = yval_t { node_id: 0, node_tag: 0 };
            done(call!(yices_val_expand_mapping(
                self.model,
                &mapping,
                arguments.as_mut_ptr(),
                &mut result
            )))?;
            let arguments = arguments
                .iter()
                .zip(domain)
                .map(|(argument, sort)| self.convert(argument, sort, seed))
                .collect::<Result<_, _>>()?;
            entries.push((arguments, self.convert(&result, codomain, seed)?));
        }
        Ok((self.convert(&default, codomain, seed)?, entries))
    }
}

fn fraction(above: i64, below: u64) -> Result<BigRational, SolverError> {
    if below == 0 {
        return Err(SolverError::Broken("a rational number has the denominator 0".to_owned()));
    }
    Ok(BigRational::new(above.into(), below.into()))
}

/// The value of bits that are given lowest first.
fn bit_vector(bits: &[i32]) -> Result<BitVec, SolverError> {
    let width = u32::try_from(bits.len()).unwrap_or(0);
    if width == 0 {
        return Err(SolverError::Broken("a bit-vector value has no bits".to_owned()));
    }
    let mut number = BigUint::ZERO;
    for (place, bit) in bits.iter().enumerate() {
        number.set_bit(place as u64, *bit != 0);
    }
    Ok(BitVec::new(width, number))
}

/// A vector that Yices fills.
pub struct ValueVector(yval_vector_t);

impl ValueVector {
    /// An empty one.
    pub fn new() -> Result<ValueVector, SolverError> {
        let mut vector = yval_vector_t { capacity: 0, size: 0, data: null_mut() };
        call!(yices_init_yval_vector(&mut vector));
        Ok(ValueVector(vector))
    }

    /// What Yices fills.
    pub fn native(&mut self) -> *mut yval_vector_t {
        &mut self.0
    }

    /// The values in it.
    pub fn values(&self) -> &[yval_t] {
        if self.0.size == 0 || self.0.data.is_null() {
            return &[];
        }
        // SAFETY: Yices says that the vector holds `size` values.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size as usize) }
    }

    fn free(&mut self) -> Result<(), SolverError> {
        call!(yices_delete_yval_vector(&mut self.0));
        Ok(())
    }
}

impl Drop for ValueVector {
    fn drop(&mut self) {
        let _ = self.free();
    }
}
