//! Makes values from literals.

use std::ffi::{c_int, c_uint};

use murxla_api::{
    Base, BitVec, FloatValue, Literal, RoundingMode, SolverError, SortId, SpecialValue,
    StringValue, TermId, Value,
};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::context::c_string;
use crate::ffi::{Z3_ast, Z3_sort, call, slot};
use crate::old_escapes;
use crate::solver::Z3Solver;

impl Z3Solver {
    pub(crate) fn make_value(
        &mut self,
        sort: SortId,
        literal: &Literal,
    ) -> Result<TermId, SolverError> {
        let raw = self.context.raw;
        let structure = self.sorts.sort(sort)?;
        let value = literal
            .value(structure)
            .map_err(|error| SolverError::Unsupported(error.to_string()))?;
        let native = self.plain_sort(sort)?;
        let made = match (&value, literal) {
            (Value::Bool(true), _) => call!(Z3_mk_true(raw)),
            (Value::Bool(false), _) => call!(Z3_mk_false(raw)),
            (Value::BitVec(bits), literal) => self.make_bits(bits, literal, native)?,
            (Value::Int(number), _) => self.make_integer(number, native)?,
            (Value::Real(number), literal) => self.make_real(number, literal, native)?,
            (Value::FloatingPoint(value), literal) => self.make_float(value, literal, native)?,
            (Value::RoundingMode(mode), _) => self.make_mode(*mode)?,
            (Value::String(string), _) => self.make_string(string)?,
            (Value::FiniteField { element, .. }, literal) => {
                // Z3 reduces numbers modulo the order of the field.
                let digits = match literal {
                    Literal::FiniteField(digits) if self.seed.pick(2) == 0 => digits.clone(),
                    _ => element.to_string(),
                };
                let digits = c_string(&digits)?;
                call!(Z3_mk_numeral(raw, digits.as_ptr(), native))
            }
            (Value::Seq(..), Literal::Special(SpecialValue::SeqEmpty)) => {
                call!(Z3_mk_seq_empty(raw, native))
            }
            (Value::Set(..), Literal::Special(SpecialValue::SetEmpty)) => {
                call!(Z3_mk_finite_set_empty(raw, native))
            }
            (other, _) => {
                return Err(SolverError::Unsupported(format!("a literal for the value {other}")));
            }
        };
        self.add_term(made)
    }

    fn make_bits(
        &mut self,
        bits: &BitVec,
        literal: &Literal,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        // What was written in decimal is given as it was written; Z3 has no other base.
        let decimal = match literal {
            Literal::BitVec { digits, base: Base::Decimal } => digits.clone(),
            _ => bits.bits().to_string(),
        };
        let small = u64::try_from(bits.bits()).ok();
        Ok(match (self.seed.pick(4), small) {
            (0, Some(number)) => call!(Z3_mk_unsigned_int64(raw, number, sort)),
            (1, Some(number)) if number <= u32::MAX.into() => {
                call!(Z3_mk_unsigned_int(raw, number as c_uint, sort))
            }
            (2, _) if matches!(literal, Literal::Special(SpecialValue::BvOnes)) => {
                call!(Z3_mk_int(raw, -1, sort))
            }
            (3, _) => {
                let digits = bits.to_binary();
                let lowest_first: Vec<bool> =
                    digits.bytes().rev().map(|digit| digit == b'1').collect();
                call!(Z3_mk_bv_numeral(raw, bits.width(), lowest_first.as_ptr()))
            }
            _ => {
                let decimal = c_string(&decimal)?;
                call!(Z3_mk_numeral(raw, decimal.as_ptr(), sort))
            }
        })
    }

    fn make_integer(
        &mut self,
        number: &BigInt,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let way = self.seed.pick(5);
        Ok(if let (0, Ok(small)) = (way, c_int::try_from(number)) {
            call!(Z3_mk_int(raw, small, sort))
        } else if let (1, Ok(small)) = (way, c_uint::try_from(number)) {
            call!(Z3_mk_unsigned_int(raw, small, sort))
        } else if let (2, Ok(small)) = (way, i64::try_from(number)) {
            call!(Z3_mk_int64(raw, small, sort))
        } else if let (3, Ok(small)) = (way, u64::try_from(number)) {
            call!(Z3_mk_unsigned_int64(raw, small, sort))
        } else {
            let digits = c_string(&number.to_string())?;
            call!(Z3_mk_numeral(raw, digits.as_ptr(), sort))
        })
    }

    fn make_real(
        &mut self,
        number: &BigRational,
        literal: &Literal,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let way = self.seed.pick(4);
        let (above, below) = (number.numer(), number.denom());
        if let (0, Ok(above), Ok(below)) = (way, c_int::try_from(above), c_int::try_from(below)) {
            return Ok(call!(Z3_mk_real(raw, above, below)));
        }
        if let (1, Ok(above), Ok(below)) = (way, i64::try_from(above), i64::try_from(below))
            && slot::Z3_mk_real_int64.is_present()
        {
            return Ok(call!(Z3_mk_real_int64(raw, above, below)));
        }
        if way == 2 && number.is_integer() {
            return self.make_integer(above, sort);
        }
        let written = match literal {
            Literal::Real(text) => text.clone(),
            Literal::Rational { numerator, denominator } if !denominator.starts_with('-') => {
                format!("{numerator}/{denominator}")
            }
            _ => format!("{above}/{below}"),
        };
        let written = c_string(&written)?;
        Ok(call!(Z3_mk_numeral(raw, written.as_ptr(), sort)))
    }

    fn make_float(
        &mut self,
        value: &FloatValue,
        literal: &Literal,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        if let Literal::Special(special) = literal {
            return Ok(match special {
                SpecialValue::FpNan => call!(Z3_mk_fpa_nan(raw, sort)),
                SpecialValue::FpPosInf => call!(Z3_mk_fpa_inf(raw, sort, false)),
                SpecialValue::FpNegInf => call!(Z3_mk_fpa_inf(raw, sort, true)),
                SpecialValue::FpPosZero => call!(Z3_mk_fpa_zero(raw, sort, false)),
                _ => call!(Z3_mk_fpa_zero(raw, sort, true)),
            });
        }
        // The bits as they were written: a NaN has many.
        let digits = match literal {
            Literal::FloatingPoint(digits) => digits.clone(),
            _ => value.bits().to_binary(),
        };
        let (exponent, significand) = value.format();
        let bits = u64::from_str_radix(&digits, 2).unwrap_or_default();
        match (self.seed.pick(4), exponent, significand) {
            (0, 8, 24) => {
                Ok(call!(Z3_mk_fpa_numeral_float(raw, f32::from_bits(bits as u32), sort)))
            }
            (0, 11, 53) => Ok(call!(Z3_mk_fpa_numeral_double(raw, f64::from_bits(bits), sort))),
            (1, ..) => {
                let bits = self.numeral(&digits)?;
                Ok(call!(Z3_mk_fpa_to_fp_bv(raw, bits, sort)))
            }
            (2, ..) => self.make_float_by_parts(&digits, exponent, significand, sort),
            _ => {
                let (sign, rest) = digits.split_at(1);
                let (exponent, fraction) = rest.split_at(exponent as usize);
                let sign = self.numeral(sign)?;
                let exponent = self.numeral(exponent)?;
                let fraction = self.numeral(fraction)?;
                Ok(call!(Z3_mk_fpa_fp(raw, sign, exponent, fraction)))
            }
        }
    }

    /// By sign, exponent and fraction as numbers, where they are small; otherwise by the bits.
    fn make_float_by_parts(
        &self,
        digits: &str,
        exponent: u32,
        significand: u32,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let negative = digits.starts_with('1');
        let biased = &digits[1..=exponent as usize];
        let fraction = &digits[exponent as usize + 1..];
        let bias = (1i64 << (exponent.min(62) - 1)) - 1;
        // Zeros, subnormals, infinities and NaN have no such form.
        let normal = biased.contains('0') && biased.contains('1');
        if normal && exponent <= 32 && significand <= 64 {
            let exponent = i64::from_str_radix(biased, 2).unwrap_or_default() - bias;
            let fraction = u64::from_str_radix(fraction, 2).unwrap_or_default();
            if let (Ok(exponent), Ok(fraction)) =
                (c_int::try_from(exponent), c_uint::try_from(fraction))
            {
                return Ok(call!(Z3_mk_fpa_numeral_int_uint(
                    raw, negative, exponent, fraction, sort
                )));
            }
            return Ok(call!(Z3_mk_fpa_numeral_int64_uint64(
                raw, negative, exponent, fraction, sort
            )));
        }
        let bits = self.numeral(digits)?;
        Ok(call!(Z3_mk_fpa_to_fp_bv(raw, bits, sort)))
    }

    /// A bit-vector numeral of these binary digits.
    fn numeral(&self, digits: &str) -> Result<Z3_ast, SolverError> {
        let lowest_first: Vec<bool> = digits.bytes().rev().map(|digit| digit == b'1').collect();
        let width = lowest_first.len() as c_uint;
        let made = call!(Z3_mk_bv_numeral(self.context.raw, width, lowest_first.as_ptr()));
        self.context.keep(self.context.checked(made)?)
    }

    fn make_mode(&mut self, mode: RoundingMode) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let short = self.seed.pick(2) == 0;
        Ok(match mode {
            RoundingMode::NearestAway if short => call!(Z3_mk_fpa_rna(raw)),
            RoundingMode::NearestAway => call!(Z3_mk_fpa_round_nearest_ties_to_away(raw)),
            RoundingMode::NearestEven if short => call!(Z3_mk_fpa_rne(raw)),
            RoundingMode::NearestEven => call!(Z3_mk_fpa_round_nearest_ties_to_even(raw)),
            RoundingMode::Negative if short => call!(Z3_mk_fpa_rtn(raw)),
            RoundingMode::Negative => call!(Z3_mk_fpa_round_toward_negative(raw)),
            RoundingMode::Positive if short => call!(Z3_mk_fpa_rtp(raw)),
            RoundingMode::Positive => call!(Z3_mk_fpa_round_toward_positive(raw)),
            RoundingMode::Zero if short => call!(Z3_mk_fpa_rtz(raw)),
            RoundingMode::Zero => call!(Z3_mk_fpa_round_toward_zero(raw)),
        })
    }

    fn make_string(&mut self, string: &StringValue) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let codes = string.code_points();
        let count = codes.len() as c_uint;
        let bytes: Option<Vec<u8>> = codes.iter().map(|code| u8::try_from(*code).ok()).collect();
        let way = self.seed.pick(3);
        if !slot::Z3_mk_u32string.is_present() {
            let escaped = old_escapes::write(codes).ok_or_else(|| {
                SolverError::Unsupported(
                    "a character that is no byte; this release has no Z3_mk_u32string".into(),
                )
            })?;
            let escaped = c_string(&escaped)?;
            return Ok(call!(Z3_mk_string(raw, escaped.as_ptr())));
        }
        Ok(match (way, bytes) {
            (0, Some(bytes)) => call!(Z3_mk_lstring(raw, count, bytes.as_ptr().cast())),
            (1, _) if slot::Z3_mk_u32string.is_present() => {
                call!(Z3_mk_u32string(raw, count, codes.as_ptr()))
            }
            _ => {
                let escaped = c_string(&string.to_escaped())?;
                call!(Z3_mk_string(raw, escaped.as_ptr()))
            }
        })
    }
}
