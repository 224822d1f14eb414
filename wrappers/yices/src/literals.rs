//! Makes values from literals, with the many functions that Yices has for constants.

use murxla_api::{BitVec, CallSeed, Literal, SolverError, Value};
use num_bigint::BigUint;
use num_rational::BigRational;

use crate::error::{c_text, term};
use crate::ffi::{call, term_t};

/// The ways to make one bit-vector constant.
#[derive(Clone, Copy)]
enum Way {
    Array,
    Binary,
    Hexadecimal,
    Unsigned64(u64),
    Unsigned32(u32),
    Signed64(i64),
    Signed32(i32),
    Zero,
    One,
    MinusOne,
}

/// The ways to make one number.
#[derive(Clone, Copy)]
enum NumberWay<'a> {
    Text,
    Decimal(&'a str),
    Rational64(i64, u64),
    Rational32(i32, u32),
    Integer64(i64),
    Integer32(i32),
    Zero,
}

/// Makes a value, in one of the ways that fit it.
pub fn make(literal: &Literal, value: &Value, seed: &mut CallSeed) -> Result<term_t, SolverError> {
    match value {
        Value::Bool(true) => term(call!(yices_true())),
        Value::Bool(false) => term(call!(yices_false())),
        Value::BitVec(bits) => {
            let ways = ways(bits);
            let way = ways.get(seed.pick(ways.len().max(1))).copied().unwrap_or(Way::Array);
            make_bits(bits, way)
        }
        Value::Int(number) => make_number(&BigRational::from(number.clone()), None, seed),
        Value::Real(number) => {
            let decimal = match literal {
                Literal::Real(text) if text.contains('.') => Some(text.as_str()),
                _ => None,
            };
            make_number(number, decimal, seed)
        }
        _ => Err(SolverError::Unsupported(format!("no function makes the value {value}"))),
    }
}

/// Makes a number, in one of the ways that fit it; `decimal` is the same number as a decimal fraction.
fn make_number(
    number: &BigRational,
    decimal: Option<&str>,
    seed: &mut CallSeed,
) -> Result<term_t, SolverError> {
    let mut ways = vec![NumberWay::Text];
    if let Some(decimal) = decimal {
        ways.push(NumberWay::Decimal(decimal));
    }
    let (above, below) = (number.numer(), number.denom());
    if let (Ok(above), Ok(below)) = (i64::try_from(above), u64::try_from(below)) {
        ways.push(NumberWay::Rational64(above, below));
        if below == 1 {
            ways.push(NumberWay::Integer64(above));
        }
        if let (Ok(above), Ok(below)) = (i32::try_from(above), u32::try_from(below)) {
            ways.push(NumberWay::Rational32(above, below));
            if below == 1 {
                ways.push(NumberWay::Integer32(above));
            }
            if above == 0 {
                ways.push(NumberWay::Zero);
            }
        }
    }
    let way = ways.get(seed.pick(ways.len())).copied().unwrap_or(NumberWay::Text);
    term(match way {
        NumberWay::Text => {
            let text = c_text(&number.to_string())?;
            call!(yices_parse_rational(text.as_ptr()))
        }
        NumberWay::Decimal(decimal) => {
            let text = c_text(decimal)?;
            call!(yices_parse_float(text.as_ptr()))
        }
        NumberWay::Rational64(above, below) => call!(yices_rational64(above, below)),
        NumberWay::Rational32(above, below) => call!(yices_rational32(above, below)),
        NumberWay::Integer64(number) => call!(yices_int64(number)),
        NumberWay::Integer32(number) => call!(yices_int32(number)),
        NumberWay::Zero => call!(yices_zero()),
    })
}

fn ways(bits: &BitVec) -> Vec<Way> {
    let mut ways = vec![Way::Array, Way::Binary];
    if bits.width().is_multiple_of(4) {
        ways.push(Way::Hexadecimal);
    }
    // Unsigned numbers are filled up with zeros, signed ones with their sign.
    if let Ok(number) = u64::try_from(bits.bits()) {
        ways.push(Way::Unsigned64(number));
        if let Ok(number) = u32::try_from(number) {
            ways.push(Way::Unsigned32(number));
        }
    }
    if let Some(number) = signed(bits) {
        ways.push(Way::Signed64(number));
        if let Ok(number) = i32::try_from(number) {
            ways.push(Way::Signed32(number));
        }
        match number {
            0 => ways.push(Way::Zero),
            -1 => ways.push(Way::MinusOne),
            _ => {}
        }
    }
    if *bits.bits() == BigUint::from(1u32) {
        ways.push(Way::One);
    }
    ways
}

/// The signed reading, if it fits into 64 bits.
fn signed(bits: &BitVec) -> Option<i64> {
    let sign = u64::from(bits.width()).checked_sub(1)?;
    if !bits.bits().bit(sign) {
        return i64::try_from(bits.bits()).ok();
    }
    let modulus = BigUint::from(1u32) << bits.width();
    let magnitude = i128::try_from(modulus - bits.bits()).ok()?;
    i64::try_from(-magnitude).ok()
}

fn make_bits(bits: &BitVec, way: Way) -> Result<term_t, SolverError> {
    let width = bits.width();
    term(match way {
        Way::Array => {
            let digits: Vec<i32> =
                (0..u64::from(width)).map(|place| i32::from(bits.bits().bit(place))).collect();
            call!(yices_bvconst_from_array(width, digits.as_ptr()))
        }
        Way::Binary => {
            let digits = c_text(&bits.to_binary())?;
            call!(yices_parse_bvbin(digits.as_ptr()))
        }
        Way::Hexadecimal => {
            let digits = (width / 4) as usize;
            let digits = c_text(&format!("{:0>digits$}", bits.bits().to_str_radix(16)))?;
            call!(yices_parse_bvhex(digits.as_ptr()))
        }
        Way::Unsigned64(number) => call!(yices_bvconst_uint64(width, number)),
        Way::Unsigned32(number) => call!(yices_bvconst_uint32(width, number)),
        Way::Signed64(number) => call!(yices_bvconst_int64(width, number)),
        Way::Signed32(number) => call!(yices_bvconst_int32(width, number)),
        Way::Zero => call!(yices_bvconst_zero(width)),
        Way::One => call!(yices_bvconst_one(width)),
        Way::MinusOne => call!(yices_bvconst_minus_one(width)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_readings() {
        let check = |width, bits: u128, expected| {
            assert_eq!(
                signed(&BitVec::new(width, bits.into())),
                expected,
                "{bits} in {width} bits"
            );
        };
        check(1, 1, Some(-1));
        check(8, 0x7f, Some(127));
        check(8, 0x80, Some(-128));
        check(64, 1 << 63, Some(i64::MIN));
        check(65, 1 << 63, None);
        check(65, (1 << 65) - 1, Some(-1));
        check(65, 1 << 64, None);
    }
}
