//! Makes values from literals.

use murxla_api::{Base, BitVec, CallSeed, Literal, SolverError, Sort, SpecialValue, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::errors::{present, rejected};
use crate::ffi::{BoolectorSort, Btor, Node, c_string, call};

/// Makes values in one instance. What it returns is a reference that the caller owns.
pub(crate) struct ValueMaker<'a> {
    pub(crate) btor: *mut Btor,
    pub(crate) seed: &'a mut CallSeed,
}

impl ValueMaker<'_> {
    /// The value that a literal of this sort means. Boolector does not look at all digits, so the wrapper does.
    pub(crate) fn value(
        &mut self,
        native: BoolectorSort,
        sort: &Sort,
        literal: &Literal,
    ) -> Result<Node, SolverError> {
        let value = literal.value(sort).or_else(|error| rejected(error.to_string()))?;
        let node = match (value, literal) {
            (Value::BitVec(bits), Literal::Special(special)) if self.seed.pick(2) == 0 => {
                match self.special(native, *special)? {
                    Some(node) => node,
                    None => self.bits(native, &bits)?,
                }
            }
            (Value::BitVec(bits), Literal::BitVec { digits, base }) => match base {
                // It does not know that -0 is 0.
                Base::Decimal if self.seed.pick(2) == 0 && !is_negative_zero(digits) => {
                    let text = c_string(digits)?;
                    let digits = text.as_ptr();
                    call!(boolector_constd(self.btor, native, digits))
                }
                Base::Hexadecimal if self.seed.pick(2) == 0 => {
                    let text = c_string(digits)?;
                    let digits = text.as_ptr();
                    call!(boolector_consth(self.btor, native, digits))
                }
                _ => self.bits(native, &bits)?,
            },
            (value, _) => self.node(native, &value)?,
        };
        present(node, "making a value")
    }

    /// A value as it is.
    pub(crate) fn node(&mut self, sort: BoolectorSort, value: &Value) -> Result<Node, SolverError> {
        let node = match value {
            Value::Bool(true) => call!(boolector_true(self.btor)),
            Value::Bool(false) => call!(boolector_false(self.btor)),
            Value::BitVec(bits) => self.bits(sort, bits)?,
            _ => return rejected(format!("Boolector has no value {value}")),
        };
        present(node, "making a value")
    }

    /// A value that has a function of its own.
    fn special(
        &self,
        sort: BoolectorSort,
        special: SpecialValue,
    ) -> Result<Option<Node>, SolverError> {
        let btor = self.btor;
        Ok(Some(match special {
            SpecialValue::BvZero => call!(boolector_zero(btor, sort)),
            SpecialValue::BvOne => call!(boolector_one(btor, sort)),
            SpecialValue::BvOnes => call!(boolector_ones(btor, sort)),
            SpecialValue::BvMinSigned => call!(boolector_min_signed(btor, sort)),
            SpecialValue::BvMaxSigned => call!(boolector_max_signed(btor, sort)),
            _ => return Ok(None),
        }))
    }

    /// A bit-vector, as a machine number if the seed says so and it is one.
    pub(crate) fn bits(&mut self, sort: BoolectorSort, bits: &BitVec) -> Result<Node, SolverError> {
        let (btor, width) = (self.btor, bits.width());
        let number = BigInt::from(bits.bits().clone());
        let unsigned = bits.bits().to_u32();
        let is_negative = bits.bits().bit(u64::from(width) - 1);
        let signed = if is_negative { number - (BigInt::from(1) << width) } else { number };
        match (self.seed.pick(3), unsigned, signed.to_i32()) {
            (1, Some(value), _) => Ok(call!(boolector_unsigned_int(btor, value, sort))),
            (2, _, Some(value)) => Ok(call!(boolector_int(btor, value, sort))),
            _ => {
                let text = c_string(&bits.to_binary())?;
                let digits = text.as_ptr();
                Ok(call!(boolector_const(btor, digits)))
            }
        }
    }
}

fn is_negative_zero(digits: &str) -> bool {
    digits.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|digit| digit == b'0'))
}
