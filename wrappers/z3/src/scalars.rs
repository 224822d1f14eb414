//! Reads values that have no parts.

use std::ffi::c_uint;
use std::sync::Arc;

use murxla_api::{
    BitVec, FloatValue, SolverError, Sort, SortShape, SpecialValue, StringValue, Value,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::context::text;
use crate::ffi::{self, Z3_ast, call, slot};
use crate::solver::Z3Solver;

/// The rounding modes, which Z3 tells apart by kind.
const MODES: &[SpecialValue] = &[
    SpecialValue::RmRna,
    SpecialValue::RmRne,
    SpecialValue::RmRtn,
    SpecialValue::RmRtp,
    SpecialValue::RmRtz,
];

impl Z3Solver {
    /// A value without parts; `None` if the term is no value.
    pub(crate) fn read_scalar(
        &self,
        value: Z3_ast,
        sort: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        Ok(match sort.shape() {
            SortShape::Bool => {
                let truth = call!(Z3_get_bool_value(self.context.raw, value));
                self.context.check()?;
                match truth {
                    ffi::Z3_L_TRUE => Some(Value::Bool(true)),
                    ffi::Z3_L_FALSE => Some(Value::Bool(false)),
                    _ => None,
                }
            }
            SortShape::BitVec(width) => {
                self.read_natural(value)?.map(|bits| Value::BitVec(BitVec::new(*width, bits)))
            }
            SortShape::Int => {
                let digits = self.read_numeral(value)?;
                digits.and_then(|digits| digits.parse::<BigInt>().ok()).map(Value::Int)
            }
            SortShape::Real => self.read_real(value)?.map(Value::Real),
            SortShape::FloatingPoint(exponent, significand) => {
                self.read_float(value, *exponent, *significand)?.map(Value::FloatingPoint)
            }
            SortShape::RoundingMode => {
                let kind = self.decl_kind(value)?;
                let mode = MODES.iter().find(|mode| {
                    let known = self.kinds.of_special(**mode);
                    known.is_some() && known == kind
                });
                mode.and_then(|mode| mode.value(sort))
            }
            SortShape::String => self.read_string(value)?.map(Value::String),
            SortShape::FiniteField(modulus) => self
                .read_natural(value)?
                .map(|element| Value::FiniteField { modulus: Arc::clone(modulus), element }),
            _ => None,
        })
    }

    /// The digits of a numeral, with `/` in a fraction; `None` if the term is none.
    fn read_numeral(&self, value: Z3_ast) -> Result<Option<String>, SolverError> {
        let is_numeral = call!(Z3_is_numeral_ast(self.context.raw, value));
        self.context.check()?;
        if !is_numeral {
            return Ok(None);
        }
        let digits = call!(Z3_get_numeral_string(self.context.raw, value));
        self.context.check()?;
        Ok(Some(text(digits)))
    }

    fn read_natural(&self, value: Z3_ast) -> Result<Option<BigUint>, SolverError> {
        Ok(self.read_numeral(value)?.and_then(|digits| digits.parse().ok()))
    }

    /// A rational number; an algebraic one cannot be said by its digits.
    fn read_real(&self, value: Z3_ast) -> Result<Option<BigRational>, SolverError> {
        let is_algebraic = call!(Z3_is_algebraic_number(self.context.raw, value));
        self.context.check()?;
        if is_algebraic {
            return Ok(None);
        }
        Ok(self.read_numeral(value)?.and_then(|digits| digits.parse().ok()))
    }

    fn read_float(
        &self,
        value: Z3_ast,
        exponent: u32,
        significand: u32,
    ) -> Result<Option<FloatValue>, SolverError> {
        let raw = self.context.raw;
        let kind = self.decl_kind(value)?;
        // NaN has no parts, and Z3 tells a wrong biased exponent of infinities
        // (traces/found/z3-infinity-exponent.c).
        for (special, read) in [
            (SpecialValue::FpNan, FloatValue::nan(exponent, significand)),
            (SpecialValue::FpPosInf, FloatValue::infinity(exponent, significand, false)),
            (SpecialValue::FpNegInf, FloatValue::infinity(exponent, significand, true)),
        ] {
            if kind.is_some() && kind == self.kinds.of_special(special) {
                return Ok(Some(read));
            }
        }
        let sign = call!(Z3_fpa_get_numeral_sign_bv(raw, value));
        if self.context.check().is_err() {
            return Ok(None);
        }
        let sign = self.context.keep(self.context.checked(sign)?)?;
        let biased = call!(Z3_fpa_get_numeral_exponent_bv(raw, value, true));
        let biased = self.context.keep(self.context.checked(biased)?)?;
        let fraction = call!(Z3_fpa_get_numeral_significand_bv(raw, value));
        let fraction = self.context.keep(self.context.checked(fraction)?)?;
        let parts =
            (self.read_natural(sign)?, self.read_natural(biased)?, self.read_natural(fraction)?);
        let (Some(sign), Some(biased), Some(fraction)) = parts else { return Ok(None) };
        let bits =
            (sign << (exponent + significand - 1)) | (biased << (significand - 1)) | fraction;
        Ok(FloatValue::new(exponent, significand, BitVec::new(exponent + significand, bits)))
    }

    fn read_string(&self, value: Z3_ast) -> Result<Option<StringValue>, SolverError> {
        let raw = self.context.raw;
        let is_string = call!(Z3_is_string(raw, value));
        self.context.check()?;
        if !is_string {
            return Ok(None);
        }
        if !slot::Z3_get_string_contents.is_present() {
            let escaped = call!(Z3_get_string(raw, value));
            self.context.check()?;
            return Ok(Some(StringValue::from_escaped(&without_c_escapes(&text(escaped)))));
        }
        let length = call!(Z3_get_string_length(raw, value));
        self.context.check()?;
        let mut codes: Vec<c_uint> = vec![0; length as usize];
        call!(Z3_get_string_contents(raw, value, length, codes.as_mut_ptr()));
        self.context.check()?;
        Ok(StringValue::new(codes))
    }
}

/// The text of a string as old versions write it, with the escapes of C, in the notation of SMT-LIB. Versions that have that notation
/// write no backslash plainly.
fn without_c_escapes(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(place) = rest.find('\\') {
        plain.push_str(&rest[..place]);
        rest = &rest[place + 1..];
        let hexadecimal = rest
            .strip_prefix('x')
            .and_then(|digits| u32::from_str_radix(digits.get(..2)?, 16).ok());
        let letter = match rest.chars().next() {
            Some('a') => Some(7),
            Some('b') => Some(8),
            Some('t') => Some(9),
            Some('n') => Some(10),
            Some('v') => Some(11),
            Some('f') => Some(12),
            Some('r') => Some(13),
            Some('e') => Some(27),
            Some('\\') => Some(92),
            _ => None,
        };
        let (code, length) = match (hexadecimal, letter) {
            (Some(code), _) => (code, 3),
            (None, Some(code)) => (code, 1),
            (None, None) => {
                plain.push('\\');
                continue;
            }
        };
        plain.push_str(&format!("\\u{{{code:x}}}"));
        rest = &rest[length..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_escapes_are_read() {
        let table = [
            (r"\x00\x00a", r"\u{0}\u{0}a"),
            (r"a\nb\\", r"a\u{a}b\u{5c}"),
            (r"\u{5c}x00", r"\u{5c}x00"),
            ("plain", "plain"),
            (r"\xg1\", r"\xg1\"),
        ];
        for (old, expected) in table {
            assert_eq!(without_c_escapes(old), expected);
        }
    }
}
