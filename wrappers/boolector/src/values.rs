//! Reads values of a model.

use std::ffi::c_char;

use murxla_api::{
    ArrayValue, BitVec, CallSeed, FunctionValue, SolverError, Sort, SortShape, Value,
};
use num_bigint::BigUint;

use crate::errors::present;
use crate::ffi::{Btor, Node, call, copy_array, text};
use crate::handles::{OwnedNode, taken_text};

/// Reads values in one instance.
pub(crate) struct Reader<'a> {
    pub(crate) btor: *mut Btor,
    pub(crate) seed: &'a mut CallSeed,
}

impl Reader<'_> {
    /// The value of a term of this sort in the model.
    pub(crate) fn read(&mut self, node: Node, sort: &Sort) -> Result<Value, SolverError> {
        match sort.shape() {
            SortShape::Bool | SortShape::BitVec(_) => {
                let digits = self.digits(node)?;
                word(&digits, sort)
            }
            SortShape::Array(index, element) => {
                let rows = self.rows(node, true)?;
                let mut default = word(&zeros(element), element)?;
                let mut entries = Vec::new();
                for (indices, result) in rows {
                    let result = word(&result, element)?;
                    // What a constant array has everywhere.
                    if indices == "*" {
                        default = result;
                    } else {
                        entries.push((word(&indices, index)?, result));
                    }
                }
                Ok(Value::Array(Box::new(ArrayValue { sort: sort.clone(), default, entries })))
            }
            SortShape::Fun(domain, codomain) => {
                let rows = self.rows(node, false)?;
                let mut default = word(&zeros(codomain), codomain)?;
                let mut entries = Vec::new();
                for (arguments, result) in rows {
                    let result = word(&result, codomain)?;
                    if arguments == "*" {
                        default = result;
                        continue;
                    }
                    let parts: Vec<&str> = arguments.split(' ').collect();
                    if parts.len() != domain.len() {
                        return Err(SolverError::Broken(format!(
                            "a function of {} arguments has the value \"{arguments}\" of arguments",
                            domain.len()
                        )));
                    }
                    let parts = parts.iter().zip(domain).map(|(part, sort)| word(part, sort));
                    entries.push((parts.collect::<Result<_, _>>()?, result));
                }
                let value = FunctionValue { sort: sort.clone(), default, entries };
                Ok(Value::Function(Box::new(value)))
            }
            _ => Err(SolverError::Broken(format!("a term has the sort {sort}"))),
        }
    }

    /// The digits of a bit-vector, in one of the ways that the API has.
    pub(crate) fn digits(&mut self, node: Node) -> Result<String, SolverError> {
        let btor = self.btor;
        if self.seed.pick(2) == 0 {
            let told = call!(boolector_bv_assignment(btor, node));
            return taken_text(told, |told| {
                call!(boolector_free_bv_assignment(btor, told));
                Ok(())
            });
        }
        let value = present(call!(boolector_get_value(btor, node)), "boolector_get_value")?;
        let value = OwnedNode::new(btor, value);
        let told = call!(boolector_get_bits(btor, value.node));
        taken_text(told, |told| {
            call!(boolector_free_bits(btor, told));
            Ok(())
        })
    }

    /// What is told of an array or a function: arguments and results.
    fn rows(&mut self, node: Node, is_array: bool) -> Result<Vec<(String, String)>, SolverError> {
        let btor = self.btor;
        let as_array = is_array && self.seed.pick(2) == 0;
        let (mut arguments, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut size = 0;
        let places = (&raw mut arguments, &raw mut values, &raw mut size);
        match as_array {
            true => call!(boolector_array_assignment(btor, node, places.0, places.1, places.2)),
            false => call!(boolector_uf_assignment(btor, node, places.0, places.1, places.2)),
        }
        let texts = |first: *mut *mut c_char| -> Vec<String> {
            let all = copy_array(first.cast_const(), size as usize);
            all.into_iter().map(|one| text(one).unwrap_or_default()).collect()
        };
        let rows = texts(arguments).into_iter().zip(texts(values)).collect();
        match as_array {
            true => call!(boolector_free_array_assignment(btor, arguments, values, size)),
            // It reads at an address near 0: `traces/found/boolector-segv-free-uf-assignment.c`.
            false if size == 0 => {}
            false => call!(boolector_free_uf_assignment(btor, arguments, values, size)),
        }
        Ok(rows)
    }
}

/// As many zeros as a word of this sort has digits: what Boolector takes for all that it does not list.
fn zeros(sort: &Sort) -> String {
    "0".repeat(match sort.shape() {
        SortShape::BitVec(width) => *width as usize,
        _ => 1,
    })
}

/// A truth value or a bit-vector from its digits; `x` is a digit that does not matter.
fn word(digits: &str, sort: &Sort) -> Result<Value, SolverError> {
    let known = digits.replace('x', "0");
    let bits = BigUint::parse_bytes(known.as_bytes(), 2);
    match (sort.shape(), bits) {
        (SortShape::Bool, Some(bits)) if known.len() == 1 => Ok(Value::Bool(bits.bit(0))),
        (SortShape::BitVec(width), Some(bits)) if known.len() == *width as usize => {
            Ok(Value::BitVec(BitVec::new(*width, bits)))
        }
        _ => Err(SolverError::Broken(format!(
            "Boolector gave \"{digits}\" as a value of sort {sort}"
        ))),
    }
}
