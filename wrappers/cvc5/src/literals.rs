//! Makes values from literals, each in one of the ways that the API has for it.

use murxla_api::{
    Base, BitVec, FloatValue, Literal, RoundingMode, SolverError, Sort, SortId, SortShape,
    SpecialValue, StringValue, TermId, Value,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::requirements;
use crate::solver::Instance;

/// The number of a rounding mode in the C API, the same in all versions.
pub(crate) const ROUNDING_MODES: [(RoundingMode, i32); 5] = [
    (RoundingMode::NearestEven, 0),
    (RoundingMode::Positive, 1),
    (RoundingMode::Negative, 2),
    (RoundingMode::Zero, 3),
    (RoundingMode::NearestAway, 4),
];

impl Instance {
    pub(crate) fn make_value(
        &mut self,
        sort: SortId,
        literal: &Literal,
    ) -> Result<TermId, SolverError> {
        let structure = self.sorts.sort(sort)?.clone();
        let native_sort = self.sorts.native(sort)?;
        let native = match literal.value(&structure) {
            Ok(value) => self.make_literal(native_sort, &structure, literal, &value)?,
            // Not a value of that sort, but cvc5 can be asked: it is to refuse.
            Err(error) if self.library.ends_process() => {
                return Err(SolverError::Rejected(error.to_string()));
            }
            Err(error) => match (literal, structure.shape()) {
                (Literal::BitVec { digits, base }, SortShape::BitVec(width)) => {
                    self.make_bits(*width, digits, *base)?
                }
                (Literal::Integer(text), SortShape::Int) => self.make_integer(text)?,
                (Literal::Real(text), SortShape::Real) => self.make_real(text)?,
                (Literal::FiniteField(text), SortShape::FiniteField(_)) => {
                    self.make_element(native_sort, text, Base::Decimal)?
                }
                _ => return Err(SolverError::Rejected(error.to_string())),
            },
        };
        self.add_term(native)
    }

    fn make_literal(
        &mut self,
        sort: NativeSort,
        structure: &Sort,
        literal: &Literal,
        value: &Value,
    ) -> Result<NativeTerm, SolverError> {
        match value {
            Value::Bool(value) => self.make_bool(*value),
            Value::BitVec(bits) => self.make_bit_vector(literal, bits),
            Value::Int(number) => match i64::try_from(number) {
                Ok(small) if self.seed.pick(2) == 0 => {
                    Ok(call!(cvc5_mk_integer_int64(self.tm, small)))
                }
                _ => self.make_integer(&number.to_string()),
            },
            Value::Real(number) => self.make_rational(literal, number),
            Value::FloatingPoint(number) => self.make_float(literal, number),
            Value::RoundingMode(mode) => self.make_rounding_mode(*mode),
            Value::String(string) => self.make_string(literal, string),
            Value::FiniteField { element, .. } => self.make_field_element(sort, literal, element),
            Value::Seq(..) | Value::Set(..) | Value::Bag(..) | Value::Opaque(..) => {
                self.make_special(sort, structure, literal)
            }
            other => Err(SolverError::Unsupported(format!("the value {other}"))),
        }
    }

    fn make_bool(&mut self, value: bool) -> Result<NativeTerm, SolverError> {
        Ok(match (self.seed.pick(2), value) {
            (0, _) => call!(cvc5_mk_boolean(self.tm, value)),
            (_, true) => call!(cvc5_mk_true(self.tm)),
            (_, false) => call!(cvc5_mk_false(self.tm)),
        })
    }

    fn make_bit_vector(
        &mut self,
        literal: &Literal,
        bits: &BitVec,
    ) -> Result<NativeTerm, SolverError> {
        let (digits, base) = match literal {
            Literal::BitVec { digits, base } => (digits.clone(), *base),
            _ => self.any_base(bits.bits()),
        };
        if bits.width() <= 64 && self.seed.pick(3) == 0 {
            let small = bits.bits().iter_u64_digits().next().unwrap_or(0);
            return Ok(call!(cvc5_mk_bv_uint64(self.tm, bits.width(), small)));
        }
        self.make_bits(bits.width(), &digits, base)
    }

    fn make_bits(&self, width: u32, digits: &str, base: Base) -> Result<NativeTerm, SolverError> {
        let digits = ffi::c_string(digits)?;
        Ok(call!(cvc5_mk_bv(self.tm, width, digits.as_ptr(), base.radix())))
    }

    /// A number whose spelling the call leaves open, in any base.
    fn any_base(&mut self, number: &BigUint) -> (String, Base) {
        let base = [Base::Binary, Base::Decimal, Base::Hexadecimal][self.seed.pick(3)];
        (number.to_str_radix(base.radix()), base)
    }

    fn make_integer(&self, text: &str) -> Result<NativeTerm, SolverError> {
        let text = ffi::c_string(text)?;
        Ok(call!(cvc5_mk_integer(self.tm, text.as_ptr())))
    }

    fn make_real(&self, text: &str) -> Result<NativeTerm, SolverError> {
        let text = ffi::c_string(text)?;
        Ok(call!(cvc5_mk_real(self.tm, text.as_ptr())))
    }

    fn make_rational(
        &mut self,
        literal: &Literal,
        number: &BigRational,
    ) -> Result<NativeTerm, SolverError> {
        let way = self.seed.pick(4);
        if let (Ok(small), 0) = (i64::try_from(number.numer()), way)
            && number.is_integer()
        {
            return Ok(call!(cvc5_mk_real_int64(self.tm, small)));
        }
        // The parts as the call writes them, which need not be reduced.
        let written = match literal {
            Literal::Rational { numerator, denominator } => {
                numerator.parse::<BigInt>().ok().zip(denominator.parse::<BigInt>().ok())
            }
            _ => None,
        };
        let (above, below) = written.unwrap_or((number.numer().clone(), number.denom().clone()));
        if let (Ok(above), Ok(below), 1) = (i64::try_from(&above), i64::try_from(&below), way) {
            return Ok(call!(cvc5_mk_real_num_den(self.tm, above, below)));
        }
        match literal {
            Literal::Real(text) if way != 2 => self.make_real(text),
            _ => self.make_real(&format!("{}/{}", number.numer(), number.denom())),
        }
    }

    fn make_float(
        &mut self,
        literal: &Literal,
        number: &FloatValue,
    ) -> Result<NativeTerm, SolverError> {
        let (exponent, significand) = number.format();
        let tm = self.tm;
        if let Literal::Special(special) = literal
            && self.seed.pick(3) != 0
        {
            match special {
                SpecialValue::FpNan => return Ok(call!(cvc5_mk_fp_nan(tm, exponent, significand))),
                SpecialValue::FpPosInf => {
                    return Ok(call!(cvc5_mk_fp_pos_inf(tm, exponent, significand)));
                }
                SpecialValue::FpNegInf => {
                    return Ok(call!(cvc5_mk_fp_neg_inf(tm, exponent, significand)));
                }
                SpecialValue::FpPosZero => {
                    return Ok(call!(cvc5_mk_fp_pos_zero(tm, exponent, significand)));
                }
                SpecialValue::FpNegZero => {
                    return Ok(call!(cvc5_mk_fp_neg_zero(tm, exponent, significand)));
                }
                _ => {}
            }
        }
        // The bits as written: a NaN has many.
        let digits = match literal {
            Literal::FloatingPoint(digits) => digits.clone(),
            _ => number.bits().to_binary(),
        };
        if self.seed.pick(2) == 0 {
            let bits = self.make_bits(exponent + significand, &digits, Base::Binary)?;
            let float = || -> Result<NativeTerm, SolverError> {
                Ok(call!(cvc5_mk_fp(tm, exponent, significand, bits)))
            };
            let float = float();
            self.release(&[bits])?;
            return float;
        }
        let (Some((sign, rest)), split) = (digits.split_at_checked(1), exponent as usize) else {
            return Err(SolverError::Broken(format!("{number:?} has no bits")));
        };
        let Some((exponent_digits, fraction)) = rest.split_at_checked(split) else {
            return Err(SolverError::Broken(format!("{number:?} has too few bits")));
        };
        let sign = self.make_bits(1, sign, Base::Binary)?;
        let exponent = self.make_bits(exponent, exponent_digits, Base::Binary)?;
        let fraction = self.make_bits(significand - 1, fraction, Base::Binary)?;
        let float = || -> Result<NativeTerm, SolverError> {
            Ok(call!(cvc5_mk_fp_from_ieee(tm, sign, exponent, fraction)))
        };
        let float = float();
        self.release(&[sign, exponent, fraction])?;
        float
    }

    fn make_rounding_mode(&self, mode: RoundingMode) -> Result<NativeTerm, SolverError> {
        let number = ROUNDING_MODES.iter().find(|(known, _)| *known == mode);
        let number = number.map_or(0, |(_, number)| *number);
        Ok(call!(cvc5_mk_rm(self.tm, number)))
    }

    /// A string by its escaped text, by its plain text, or by its code points; the latter two end at a zero.
    fn make_string(
        &mut self,
        literal: &Literal,
        string: &StringValue,
    ) -> Result<NativeTerm, SolverError> {
        let codes = string.code_points();
        let plain = || -> Option<String> {
            let printable = |code: &u32| char::from_u32(*code).filter(|c| (' '..='~').contains(c));
            codes.iter().map(printable).collect()
        };
        let zero_ended = |codes: &[u32]| codes.iter().copied().chain([0]).collect::<Vec<u32>>();
        let way = self.seed.pick(5);
        match (way, literal) {
            (0, _) if !codes.contains(&0) => {
                let wide: Vec<i32> =
                    zero_ended(codes).into_iter().map(|code| code as i32).collect();
                return Ok(call!(cvc5_mk_string_from_wchar(self.tm, wide.as_ptr())));
            }
            (1, _) if !codes.contains(&0) => {
                let wide = zero_ended(codes);
                return Ok(call!(cvc5_mk_string_from_char32(self.tm, wide.as_ptr())));
            }
            (2, _) => {
                if let Some(plain) = plain() {
                    let plain = ffi::c_string(&plain)?;
                    return Ok(call!(cvc5_mk_string(self.tm, plain.as_ptr(), false)));
                }
            }
            // As the call writes it, if that is plain text.
            (3, Literal::String(text)) if text.bytes().all(|b| (b' '..=b'~').contains(&b)) => {
                let text = ffi::c_string(text)?;
                return Ok(call!(cvc5_mk_string(self.tm, text.as_ptr(), true)));
            }
            _ => {}
        }
        let escaped = ffi::c_string(&string.to_escaped())?;
        Ok(call!(cvc5_mk_string(self.tm, escaped.as_ptr(), true)))
    }

    fn make_field_element(
        &mut self,
        sort: NativeSort,
        literal: &Literal,
        element: &BigUint,
    ) -> Result<NativeTerm, SolverError> {
        match literal {
            Literal::FiniteField(text) if self.seed.pick(2) == 0 => {
                self.make_element(sort, text, Base::Decimal)
            }
            _ => {
                let (digits, base) = self.any_base(element);
                self.make_element(sort, &digits, base)
            }
        }
    }

    fn make_element(
        &self,
        sort: NativeSort,
        digits: &str,
        base: Base,
    ) -> Result<NativeTerm, SolverError> {
        let digits = ffi::c_string(digits)?;
        Ok(call!(cvc5_mk_ff_elem(self.tm, digits.as_ptr(), sort, base.radix())))
    }

    /// Empty collections, and the set of everything. The function for sequences takes the sort of the
    /// elements, the others that of the collection.
    fn make_special(
        &self,
        sort: NativeSort,
        structure: &Sort,
        literal: &Literal,
    ) -> Result<NativeTerm, SolverError> {
        let tm = self.tm;
        match literal {
            Literal::Special(SpecialValue::SetEmpty) => Ok(call!(cvc5_mk_empty_set(tm, sort))),
            Literal::Special(SpecialValue::BagEmpty) => Ok(call!(cvc5_mk_empty_bag(tm, sort))),
            Literal::Special(SpecialValue::SeqEmpty) => {
                let element = call!(cvc5_sort_sequence_get_element_sort(sort));
                let term = call!(cvc5_mk_empty_sequence(tm, element));
                call!(cvc5_sort_release(element));
                Ok(term)
            }
            Literal::Special(SpecialValue::SetUniverse) => {
                if self.library.ends_process() {
                    self.conduct.setting(Some(requirements::EXTENDED_SETS))?;
                }
                Ok(call!(cvc5_mk_universe_set(tm, sort)))
            }
            _ => Err(SolverError::Unsupported(format!("{literal:?} of sort {structure}"))),
        }
    }
}
