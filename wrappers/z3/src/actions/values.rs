//! Values among terms are read by every getter that Z3 has for them, and the readings compared: numbers with the digits that Z3
//! writes, floats with what they are made of, strings with their own length.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, TermId};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Engine, Outcome, Own, Run, disagreement, same};
use crate::context::text;
use crate::ffi::{Z3_ast, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-inspect-numbers", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_numbers),
            &[(ANYWHERE, 500)],
        ),
        Own::new(
            ActionDef::own("z3-inspect-floats", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_floats),
            &[(ANYWHERE, 500)],
        ),
        Own::new(
            ActionDef::own("z3-inspect-strings", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::inspect_strings),
            &[(ANYWHERE, 1000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

/// How a number is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberRead {
    /// The digits, with a sign and perhaps a denominator.
    pub(crate) written: String,
    pub(crate) int: Option<i32>,
    pub(crate) uint: Option<u32>,
    pub(crate) int64: Option<i64>,
    pub(crate) uint64: Option<u64>,
    pub(crate) rational: Option<(i64, i64)>,
    pub(crate) small: Option<(i64, i64)>,
    pub(crate) double: f64,
    /// In base 2, for numbers that are not negative and whole.
    pub(crate) binary: Option<String>,
    /// In base 10 with a few places, `?` at the end if there are more.
    pub(crate) decimal: String,
}

/// The places that are asked for.
const PLACES: c_uint = 5;

/// What is wrong with how a number is read, if anything is.
pub(crate) fn judge_number(read: &NumberRead) -> Result<(), String> {
    let Ok(number) = read.written.replace(' ', "").parse::<BigRational>() else {
        return Err(format!("a number is written as {}", read.written));
    };
    let whole = number.is_integer().then(|| number.to_integer());
    let wrong =
        |what: &str, told: String| Err(format!("{} is told as the {what} {told}", read.written));
    let fits = |told: Option<BigInt>, right: Option<BigInt>| told == right;
    let right =
        |low: BigInt, high: BigInt| whole.clone().filter(|whole| *whole >= low && *whole <= high);
    if !fits(read.int.map(BigInt::from), right(i32::MIN.into(), i32::MAX.into())) {
        return wrong("int", format!("{:?}", read.int));
    }
    if !fits(read.uint.map(BigInt::from), right(0.into(), u32::MAX.into())) {
        return wrong("unsigned", format!("{:?}", read.uint));
    }
    if !fits(read.int64.map(BigInt::from), right(i64::MIN.into(), i64::MAX.into())) {
        return wrong("int64", format!("{:?}", read.int64));
    }
    if !fits(read.uint64.map(BigInt::from), right(0.into(), u64::MAX.into())) {
        return wrong("uint64", format!("{:?}", read.uint64));
    }
    let parts = number.numer().to_i64().zip(number.denom().to_i64());
    for told in [read.rational, read.small] {
        if told != parts {
            return wrong("fraction", format!("{told:?}"));
        }
    }
    let close = number.to_f64().unwrap_or(f64::NAN);
    let is_close = close == read.double
        || (close - read.double).abs() <= close.abs() * 1e-9
        || !close.is_finite()
        || close.abs() < f64::MIN_POSITIVE;
    if !is_close {
        return wrong("double", read.double.to_string());
    }
    if let (Some(binary), Some(whole)) = (&read.binary, &whole)
        && !whole.is_negative()
    {
        let bits = BigInt::parse_bytes(binary.as_bytes(), 2);
        if bits.as_ref() != Some(whole) {
            return wrong("binary", binary.clone());
        }
    }
    if !decimal_is_right(&read.decimal, &number) {
        return wrong("decimal", read.decimal.clone());
    }
    Ok(())
}

/// Whether decimal digits, cut after some places, are those of a number.
fn decimal_is_right(decimal: &str, number: &BigRational) -> bool {
    let is_cut = decimal.ends_with('?');
    let digits = decimal.trim_end_matches('?');
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let Ok(told) = format!("{whole}{places}").parse::<BigInt>() else { return false };
    let scale = BigInt::from(10).pow(places.len() as u32);
    let told = BigRational::new(told, scale.clone());
    let off = (told - number).abs();
    if is_cut { off <= BigRational::new(1.into(), scale) } else { off.is_zero() }
}

/// How a floating-point number is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FloatRead {
    pub(crate) nan: bool,
    pub(crate) infinite: bool,
    pub(crate) zero: bool,
    pub(crate) normal: bool,
    pub(crate) subnormal: bool,
    pub(crate) negative: bool,
    pub(crate) positive: bool,
    /// Whether the sign bit is set.
    pub(crate) sign: Option<bool>,
    pub(crate) biased: Option<i64>,
    pub(crate) biased_written: Option<String>,
    pub(crate) significand: Option<u64>,
}

/// What is wrong with how a float is read, if anything is.
pub(crate) fn judge_float(read: &FloatRead, exponent_bits: u32) -> Result<(), String> {
    let classes = [read.nan, read.infinite, read.zero, read.normal, read.subnormal];
    let count = classes.iter().filter(|one| **one).count();
    if count != 1 {
        return Err(format!("a float is of {count} classes"));
    }
    if read.nan {
        return match read.negative || read.positive {
            true => Err("NaN has a sign".to_owned()),
            false => Ok(()),
        };
    }
    if read.negative == read.positive {
        return Err("a float is both or neither of negative and positive".to_owned());
    }
    if read.sign.is_some_and(|sign| sign != read.negative) {
        return Err("the sign bit of a float is not its sign".to_owned());
    }
    if let (Some(biased), Some(written)) = (read.biased, &read.biased_written)
        && biased.to_string() != *written
    {
        return Err(format!("the exponent {biased} of a float is written {written}"));
    }
    if let Some(biased) = read.biased
        && exponent_bits < 62
    {
        let most = (1i64 << exponent_bits) - 1;
        let right = match (read.zero || read.subnormal, read.infinite) {
            (true, _) => biased == 0,
            (_, true) => biased == most,
            _ => biased > 0 && biased < most,
        };
        if !right {
            return Err(format!("the biased exponent {biased} does not fit the class of a float"));
        }
    }
    if let Some(significand) = read.significand
        && (read.zero || read.infinite) != (significand == 0)
        && !read.normal
    {
        return Err(format!("the significand {significand} does not fit the class of a float"));
    }
    Ok(())
}

impl Z3Solver {
    fn values_below(
        &self,
        term: TermId,
        is_one: impl Fn(&Z3Solver, Z3_ast) -> Result<bool, SolverError>,
    ) -> Result<Vec<Z3_ast>, SolverError> {
        const MOST: usize = 8;
        let native = match self.terms.native(term)? {
            Native::Term(native) | Native::Lambda(native) => native,
            Native::Function(_) | Native::Macro(_) => return Ok(Vec::new()),
        };
        let mut found = Vec::new();
        for term in self.terms_below(native)? {
            if found.len() < MOST && is_one(self, term)? {
                found.push(term);
            }
        }
        Ok(found)
    }

    fn inspect_numbers(&mut self, term: TermId) -> Outcome {
        const NUMERAL: u32 = 0;
        let numerals =
            self.values_below(term, |solver, term| Ok(solver.ast_kind(term)? == NUMERAL))?;
        for number in numerals {
            let read = self.read_number(number)?;
            judge_number(&read).map_err(|got| {
                disagreement("Z3_get_numeral_int", "the readings of a number", "agreement", got)
            })?;
        }
        Ok(())
    }

    fn read_number(&self, number: Z3_ast) -> Result<NumberRead, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let written = text(call!(Z3_get_numeral_string(raw, number)));
        context.check()?;
        let (mut int, mut uint, mut int64, mut uint64) = (0, 0, 0, 0);
        let int = call!(Z3_get_numeral_int(raw, number, &mut int)).then_some(int);
        context.check()?;
        let uint = call!(Z3_get_numeral_uint(raw, number, &mut uint)).then_some(uint);
        context.check()?;
        let int64 = call!(Z3_get_numeral_int64(raw, number, &mut int64)).then_some(int64);
        context.check()?;
        let uint64 = call!(Z3_get_numeral_uint64(raw, number, &mut uint64)).then_some(uint64);
        context.check()?;
        let (mut above, mut below) = (0, 0);
        let has = call!(Z3_get_numeral_rational_int64(raw, number, &mut above, &mut below));
        let rational = has.then_some((above, below));
        context.check()?;
        let has = call!(Z3_get_numeral_small(raw, number, &mut above, &mut below));
        let small = has.then_some((above, below));
        context.check()?;
        let double = call!(Z3_get_numeral_double(raw, number));
        context.check()?;
        let whole = !written.starts_with('-') && !written.contains('/');
        let binary = if whole {
            let bits = text(call!(Z3_get_numeral_binary_string(raw, number)));
            context.check()?;
            Some(bits)
        } else {
            None
        };
        let decimal = text(call!(Z3_get_numeral_decimal_string(raw, number, PLACES)));
        context.check()?;
        let (_, sort) = self.sort_of_native(number)?;
        if sort.kind() == murxla_api::SortKind::Real {
            let above = call!(Z3_get_numerator(raw, number));
            let above = context.keep(context.checked(above)?)?;
            let below = call!(Z3_get_denominator(raw, number));
            let below = context.keep(context.checked(below)?)?;
            let above = text(call!(Z3_get_numeral_string(raw, above)));
            let below = text(call!(Z3_get_numeral_string(raw, below)));
            context.check()?;
            let parts = if below == "1" { above } else { format!("{above}/{below}") };
            same(
                "Z3_get_numerator",
                "a number and its numerator and denominator",
                &written,
                &parts,
            )?;
        }
        Ok(NumberRead {
            written,
            int,
            uint,
            int64,
            uint64,
            rational,
            small,
            double,
            binary,
            decimal,
        })
    }

    fn inspect_floats(&mut self, term: TermId) -> Outcome {
        let floats = self.values_below(term, |solver, term| {
            let raw = solver.context.raw;
            let (_, sort) = solver.sort_of_native(term)?;
            let is_float = sort.kind() == murxla_api::SortKind::FloatingPoint;
            let is_numeral = is_float && call!(Z3_fpa_is_numeral(raw, term));
            solver.context.check()?;
            Ok(is_numeral)
        })?;
        for float in floats {
            self.inspect_float(float)?;
        }
        Ok(())
    }

    fn inspect_float(&self, float: Z3_ast) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let mut read = FloatRead {
            nan: call!(Z3_fpa_is_numeral_nan(raw, float)),
            infinite: call!(Z3_fpa_is_numeral_inf(raw, float)),
            zero: call!(Z3_fpa_is_numeral_zero(raw, float)),
            normal: call!(Z3_fpa_is_numeral_normal(raw, float)),
            subnormal: call!(Z3_fpa_is_numeral_subnormal(raw, float)),
            negative: call!(Z3_fpa_is_numeral_negative(raw, float)),
            positive: call!(Z3_fpa_is_numeral_positive(raw, float)),
            ..FloatRead::default()
        };
        context.check()?;
        let made = call!(Z3_get_sort(raw, float));
        let sort = context.checked(made)?;
        let exponent_bits = call!(Z3_fpa_get_ebits(raw, sort));
        let significand_bits = call!(Z3_fpa_get_sbits(raw, sort));
        if !read.nan {
            let mut sign = false;
            let has = call!(Z3_fpa_get_numeral_sign(raw, float, &mut sign));
            context.check()?;
            read.sign = has.then_some(sign);
            let biased = true;
            let mut exponent = 0;
            // What Z3 tells for infinities is wrong (traces/found/z3-infinity-exponent.c).
            if exponent_bits <= 32 && !read.infinite {
                let has =
                    call!(Z3_fpa_get_numeral_exponent_int64(raw, float, &mut exponent, biased));
                context.check()?;
                read.biased = has.then_some(exponent);
                let written = text(call!(Z3_fpa_get_numeral_exponent_string(raw, float, biased)));
                context.check()?;
                read.biased_written = Some(written);
                text(call!(Z3_fpa_get_numeral_exponent_string(raw, float, !biased)));
                context.check()?;
            }
            if significand_bits <= 64 {
                let mut significand = 0;
                let has =
                    call!(Z3_fpa_get_numeral_significand_uint64(raw, float, &mut significand));
                context.check()?;
                read.significand = has.then_some(significand);
            }
            text(call!(Z3_fpa_get_numeral_significand_string(raw, float)));
            context.check()?;
        }
        judge_float(&read, exponent_bits).map_err(|got| {
            disagreement("Z3_fpa_is_numeral", "the readings of a float", "agreement", got)
        })?;
        if !read.nan && !read.infinite {
            self.require_same_parts(float)?;
        }
        Ok(())
    }

    /// Sign, exponent and significand as bit-vectors make the same float.
    fn require_same_parts(&self, float: Z3_ast) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let biased = true;
        let sign = call!(Z3_fpa_get_numeral_sign_bv(raw, float));
        let sign = context.keep(context.checked(sign)?)?;
        let exponent = call!(Z3_fpa_get_numeral_exponent_bv(raw, float, biased));
        let exponent = context.keep(context.checked(exponent)?)?;
        let significand = call!(Z3_fpa_get_numeral_significand_bv(raw, float));
        let significand = context.keep(context.checked(significand)?)?;
        let made = call!(Z3_mk_fpa_fp(raw, sign, exponent, significand));
        let again = context.keep(context.checked(made)?)?;
        let differ = context.differ(again, float)?;
        let made = call!(Z3_simplify(raw, differ));
        let simple = context.keep(context.checked(made)?)?;
        match context.truth(simple)? {
            Some(true) => Err(disagreement(
                "Z3_fpa_get_numeral_significand_bv",
                "the parts of a float",
                "those of the float",
                format!("the parts of the float {} make another one", context.print(float)?),
            )),
            _ => Ok(()),
        }
    }

    fn inspect_strings(&mut self, term: TermId) -> Outcome {
        let strings = self.values_below(term, |solver, term| {
            let is_string = call!(Z3_is_string(solver.context.raw, term));
            solver.context.check()?;
            Ok(is_string)
        })?;
        let context = &self.context;
        let raw = context.raw;
        for string in strings {
            let length = call!(Z3_get_string_length(raw, string));
            context.check()?;
            let escaped = text(call!(Z3_get_string(raw, string)));
            context.check()?;
            let mut bytes = 0;
            let start = call!(Z3_get_lstring(raw, string, &mut bytes));
            context.check()?;
            if start.is_null() {
                return Err(disagreement(
                    "Z3_get_lstring",
                    "the bytes of a string",
                    "some",
                    "a string without characters".to_owned(),
                ));
            }
            // SAFETY: Z3 tells where the bytes are and how many, and keeps them until the next call.
            let all = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), bytes as usize) };
            let all = String::from_utf8_lossy(all).into_owned();
            same("Z3_get_lstring", "a string as text and as bytes", &escaped, &all)?;
            let mut codes: Vec<c_uint> = vec![0; length as usize];
            call!(Z3_get_string_contents(raw, string, length, codes.as_mut_ptr()));
            context.check()?;
            let made = call!(Z3_mk_u32string(raw, length, codes.as_ptr()));
            let again = context.keep(context.checked(made)?)?;
            if !call!(Z3_is_eq_ast(raw, again, string)) {
                return Err(disagreement(
                    "Z3_get_string_contents",
                    "the characters of a string",
                    "those of the string",
                    format!("the characters of {escaped} make another string"),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minus_five() -> NumberRead {
        NumberRead {
            written: "-5".to_owned(),
            int: Some(-5),
            int64: Some(-5),
            rational: Some((-5, 1)),
            small: Some((-5, 1)),
            double: -5.0,
            decimal: "-5".to_owned(),
            ..NumberRead::default()
        }
    }

    #[test]
    fn numbers_are_judged() {
        let five = minus_five();
        assert_eq!(judge_number(&five), Ok(()));
        let third = NumberRead {
            written: "1/3".to_owned(),
            int: None,
            int64: None,
            rational: Some((1, 3)),
            small: Some((1, 3)),
            double: 1.0 / 3.0,
            decimal: "0.33333?".to_owned(),
            ..NumberRead::default()
        };
        assert_eq!(judge_number(&third), Ok(()));
        let wrong = [
            ("int", NumberRead { int: Some(5), ..five.clone() }),
            ("int", NumberRead { int: None, ..five.clone() }),
            ("unsigned", NumberRead { uint: Some(5), ..five.clone() }),
            ("int64", NumberRead { int64: Some(-6), ..five.clone() }),
            ("uint64", NumberRead { uint64: Some(u64::MAX - 4), ..five.clone() }),
            ("fraction", NumberRead { rational: Some((5, -1)), ..five.clone() }),
            ("fraction", NumberRead { small: None, ..five.clone() }),
            ("double", NumberRead { double: 5.0, ..five.clone() }),
            ("decimal", NumberRead { decimal: "-5.1".to_owned(), ..five.clone() }),
            ("decimal", NumberRead { decimal: "0.3333".to_owned(), ..third.clone() }),
            ("int", NumberRead { int: Some(0), ..third }),
        ];
        for (what, read) in wrong {
            let told = judge_number(&read).unwrap_err();
            assert!(told.contains(&format!("the {what} ")), "{told}");
        }
        let binary = NumberRead {
            written: "6".to_owned(),
            int: Some(6),
            uint: Some(6),
            int64: Some(6),
            uint64: Some(6),
            rational: Some((6, 1)),
            small: Some((6, 1)),
            double: 6.0,
            decimal: "6".to_owned(),
            binary: Some("110".to_owned()),
        };
        assert_eq!(judge_number(&binary), Ok(()));
        assert!(judge_number(&NumberRead { binary: Some("111".to_owned()), ..binary }).is_err());
    }

    #[test]
    fn floats_are_judged() {
        let one = FloatRead {
            normal: true,
            positive: true,
            sign: Some(false),
            biased: Some(15),
            biased_written: Some("15".to_owned()),
            significand: Some(0),
            ..FloatRead::default()
        };
        assert_eq!(judge_float(&one, 5), Ok(()));
        assert_eq!(judge_float(&FloatRead { nan: true, ..FloatRead::default() }, 5), Ok(()));
        let wrong = [
            ("2 classes", FloatRead { zero: true, ..one.clone() }),
            ("0 classes", FloatRead { normal: false, ..one.clone() }),
            ("both or neither", FloatRead { negative: true, ..one.clone() }),
            ("the sign bit", FloatRead { sign: Some(true), ..one.clone() }),
            ("is written", FloatRead { biased: Some(14), ..one.clone() }),
            (
                "does not fit",
                FloatRead {
                    biased: Some(31),
                    biased_written: Some("31".to_owned()),
                    ..one.clone()
                },
            ),
            ("NaN has", FloatRead { nan: true, normal: false, ..one.clone() }),
            (
                "the significand",
                FloatRead {
                    normal: false,
                    infinite: true,
                    biased: Some(31),
                    biased_written: Some("31".to_owned()),
                    significand: Some(3),
                    ..one
                },
            ),
        ];
        for (what, read) in wrong {
            let told = judge_float(&read, 5).unwrap_err();
            assert!(told.contains(what), "{what}: {told}");
        }
    }
}
