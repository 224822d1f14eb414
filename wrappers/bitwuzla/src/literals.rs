//! Makes values from literals.

use murxla_api::{
    Base, CallSeed, Literal, SolverError, Sort, SortKind, SortShape, SpecialValue, Value,
};

use crate::errors::{present, rejected};
use crate::ffi::{BitwuzlaSort, BitwuzlaTerm, BitwuzlaTermManager, c_string, call};
use crate::handles::OwnedTerm;
use crate::rounding::RoundingModes;
use crate::sorts::mk_bv_sort;

/// Makes values in one term manager. What it returns is a reference that the caller owns.
pub(crate) struct ValueMaker<'a> {
    pub(crate) manager: *mut BitwuzlaTermManager,
    pub(crate) rounding: &'a RoundingModes,
    pub(crate) seed: &'a mut CallSeed,
}

impl ValueMaker<'_> {
    /// The value that a literal of this sort means.
    pub(crate) fn value(
        &mut self,
        native: BitwuzlaSort,
        sort: &Sort,
        literal: &Literal,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let misfit = || rejected(format!("sort {sort} has no literal {literal:?}"));
        let value = match literal {
            // These two functions take no sort, so nothing would be refused.
            Literal::Bool(_) if sort.kind() != SortKind::Bool => return misfit(),
            Literal::Bool(true) => call!(bitwuzla_mk_true(self.manager)),
            Literal::Bool(false) => call!(bitwuzla_mk_false(self.manager)),
            Literal::BitVec { digits, base } => self.bit_vector(native, digits, *base)?,
            // The parts of the number are values of their own, so the sort would not be looked at.
            Literal::FloatingPoint(digits) => match sort.shape() {
                SortShape::FloatingPoint(exponent, significand)
                    if digits.len() == (exponent + significand) as usize =>
                {
                    self.float(digits, *exponent as usize)?
                }
                _ => return misfit(),
            },
            Literal::Special(special) => match (special.value(sort), self.seed.pick(2)) {
                (None, _) => return misfit(),
                (Some(Value::BitVec(bits)), 1) => {
                    self.written(native, &bits.to_binary(), Base::Binary)?
                }
                (Some(Value::FloatingPoint(value)), 1) => {
                    self.float(&value.bits().to_binary(), value.format().0 as usize)?
                }
                (Some(value), _) => self.special(native, *special, &value)?,
            },
            Literal::Integer(_)
            | Literal::Real(_)
            | Literal::Rational { .. }
            | Literal::String(_)
            | Literal::FiniteField(_) => return misfit(),
        };
        present(value, "making a value")
    }

    /// A value that has a function of its own.
    fn special(
        &self,
        sort: BitwuzlaSort,
        special: SpecialValue,
        value: &Value,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let manager = self.manager;
        if let Value::RoundingMode(mode) = value {
            let number = self.rounding.number(*mode)?;
            return Ok(call!(bitwuzla_mk_rm_value(manager, number)));
        }
        Ok(match special {
            SpecialValue::BvZero => call!(bitwuzla_mk_bv_zero(manager, sort)),
            SpecialValue::BvOne => call!(bitwuzla_mk_bv_one(manager, sort)),
            SpecialValue::BvOnes => call!(bitwuzla_mk_bv_ones(manager, sort)),
            SpecialValue::BvMinSigned => call!(bitwuzla_mk_bv_min_signed(manager, sort)),
            SpecialValue::BvMaxSigned => call!(bitwuzla_mk_bv_max_signed(manager, sort)),
            SpecialValue::FpNan => call!(bitwuzla_mk_fp_nan(manager, sort)),
            SpecialValue::FpPosInf => call!(bitwuzla_mk_fp_pos_inf(manager, sort)),
            SpecialValue::FpNegInf => call!(bitwuzla_mk_fp_neg_inf(manager, sort)),
            SpecialValue::FpPosZero => call!(bitwuzla_mk_fp_pos_zero(manager, sort)),
            SpecialValue::FpNegZero => call!(bitwuzla_mk_fp_neg_zero(manager, sort)),
            other => {
                return Err(SolverError::Unsupported(format!(
                    "Bitwuzla has no value {}",
                    other.key()
                )));
            }
        })
    }

    /// A bit-vector from digits, as a machine number if the seed says so and it is one.
    fn bit_vector(
        &mut self,
        sort: BitwuzlaSort,
        digits: &str,
        base: Base,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let number = match digits.starts_with('+') {
            true => None,
            false => i128::from_str_radix(digits, base.radix()).ok(),
        };
        let unsigned = number.and_then(|number| u64::try_from(number).ok());
        let signed = number.and_then(|number| i64::try_from(number).ok());
        match (self.seed.pick(3), unsigned, signed) {
            (1, Some(value), _) => {
                Ok(call!(bitwuzla_mk_bv_value_uint64(self.manager, sort, value)))
            }
            (2, _, Some(value)) if base == Base::Decimal || value >= 0 => {
                Ok(call!(bitwuzla_mk_bv_value_int64(self.manager, sort, value)))
            }
            _ => self.written(sort, digits, base),
        }
    }

    fn written(
        &self,
        sort: BitwuzlaSort,
        digits: &str,
        base: Base,
    ) -> Result<BitwuzlaTerm, SolverError> {
        if digits == "-" {
            return rejected("\"-\" is not a number; it ends Bitwuzla with std::invalid_argument");
        }
        let digits = c_string(digits)?;
        let radix = base.radix() as u8;
        Ok(call!(bitwuzla_mk_bv_value(self.manager, sort, digits.as_ptr(), radix)))
    }

    /// A floating-point number from its bits: sign, exponent of this many bits, significand.
    fn float(&self, digits: &str, exponent: usize) -> Result<BitwuzlaTerm, SolverError> {
        let (Some(sign), Some(middle), Some(rest)) =
            (digits.get(..1), digits.get(1..=exponent), digits.get(exponent + 1..))
        else {
            return rejected(format!("{digits:?} is not written in binary digits"));
        };
        let (sign, exponent, significand) =
            (self.bits(sign)?, self.bits(middle)?, self.bits(rest)?);
        Ok(call!(bitwuzla_mk_fp_value(self.manager, sign.0, exponent.0, significand.0)))
    }

    fn bits(&self, digits: &str) -> Result<OwnedTerm, SolverError> {
        let sort = mk_bv_sort(self.manager, digits.len())?;
        present(self.written(sort.0, digits, Base::Binary)?, "making a value").map(OwnedTerm)
    }
}
