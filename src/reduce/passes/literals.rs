//! Makes values simpler: numbers with fewer digits, shorter strings, special values by name.

use murxla_api::{Base, Sort, SortShape, SpecialValue, StringValue, base_action};
use num_bigint::BigInt;

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::engine::Strategy;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, LiteralTail, SortName, WrittenLiteral};

/// Values become the simplest of their sort, or at least shorter.
pub(super) struct Literals;

impl TracePass for Literals {
    fn name(&self) -> &'static str {
        "literals"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn rounds(&self) -> usize {
        2
    }

    fn strategy(&self, round: usize) -> Strategy {
        if round == 0 { Strategy::Bisect } else { Strategy::Each }
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let Some(CallArg::Sort(name)) = call.args.first() else { continue };
            let Some(sort) = typed.sort_named(*name) else { continue };
            let new = match (round, call.args.get(1)) {
                (0, Some(CallArg::Literal(_))) => {
                    simple_value(call.seed, sort, *name).into_iter().collect()
                }
                (0, Some(CallArg::Text(key))) => simpler_special(call, key).into_iter().collect(),
                (_, Some(CallArg::Literal(literal))) => shorter(call, literal, sort, *name),
                _ => Vec::new(),
            };
            edits.extend(
                new.into_iter()
                    .map(|new| Edit::one(at, Change::Become(new.returning(call.rets.clone())))),
            );
        }
        edits
    }
}

fn value(seed: u64, sort: SortName, text: &str, tail: LiteralTail) -> Option<Call> {
    let literal = CallArg::Literal(WrittenLiteral { text: text.into(), tail });
    Some(Call::new(seed, base_action("mk-value")?, vec![CallArg::Sort(sort), literal]))
}

fn special(seed: u64, sort: SortName, special: SpecialValue) -> Option<Call> {
    let args = vec![CallArg::Sort(sort), CallArg::Text(special.key().into())];
    Some(Call::new(seed, base_action("mk-special-value")?, args))
}

/// The simplest value of a sort, if it has one that a call can write.
pub(super) fn simple_value(seed: u64, sort: &Sort, name: SortName) -> Option<Call> {
    match sort.shape() {
        SortShape::Bool => value(seed, name, "true", LiteralTail::None),
        SortShape::BitVec(_) => value(seed, name, "0", LiteralTail::Base(Base::Binary)),
        SortShape::Int | SortShape::Real | SortShape::FiniteField(_) => {
            value(seed, name, "0", LiteralTail::None)
        }
        SortShape::String => value(seed, name, "", LiteralTail::None),
        SortShape::FloatingPoint(..) => special(seed, name, SpecialValue::FpPosZero),
        SortShape::RoundingMode => special(seed, name, SpecialValue::RmRne),
        SortShape::Seq(_) => special(seed, name, SpecialValue::SeqEmpty),
        SortShape::Set(_) => special(seed, name, SpecialValue::SetEmpty),
        SortShape::Bag(_) => special(seed, name, SpecialValue::BagEmpty),
        _ => None,
    }
}

/// The simplest value of a sort but for one, if there is one that is as short.
pub(super) fn another_value(seed: u64, sort: &Sort, name: SortName) -> Option<Call> {
    match sort.shape() {
        SortShape::Bool => value(seed, name, "false", LiteralTail::None),
        SortShape::BitVec(_) => value(seed, name, "1", LiteralTail::Base(Base::Binary)),
        SortShape::Int | SortShape::Real => value(seed, name, "1", LiteralTail::None),
        _ => None,
    }
}

/// The first special value of the same kind.
fn simpler_special(call: &Call, key: &str) -> Option<Call> {
    let now = SpecialValue::from_key(key)?;
    let mut same = SpecialValue::ALL.iter().filter(|one| one.sort_kind() == now.sort_kind());
    let first = *same.next().filter(|first| **first != now)?;
    let Some(CallArg::Sort(sort)) = call.args.first() else { return None };
    special(call.seed, *sort, first)
}

/// Shorter values of the same sort.
fn shorter(call: &Call, literal: &WrittenLiteral, sort: &Sort, name: SortName) -> Vec<Call> {
    let with = |text: &str| value(call.seed, name, text, literal.tail.clone());
    let texts: Vec<String> = match sort.shape() {
        SortShape::String => shorter_strings(&literal.text),
        SortShape::FloatingPoint(..) => {
            let specials = [SpecialValue::FpNan, SpecialValue::FpPosInf];
            let zeros = |from: usize| {
                let digits = literal.text.chars().enumerate();
                digits.map(|(at, digit)| if at < from { digit } else { '0' }).collect::<String>()
            };
            let length = literal.text.chars().count();
            let texts = [1, length / 2, length.saturating_sub(1)].map(zeros);
            let named = specials.iter().filter_map(|one| special(call.seed, name, *one));
            return named.chain(texts.iter().filter_map(|text| with(text))).collect();
        }
        SortShape::Real
            if literal.tail != LiteralTail::None || literal.text.contains(['.', '/']) =>
        {
            let whole = literal.text.split(['.', '/']).next().unwrap_or("0");
            let plain = |text: &str| value(call.seed, name, text, LiteralTail::None);
            return ["1", whole].iter().filter_map(|text| plain(text)).collect();
        }
        _ => {
            let base = match &literal.tail {
                LiteralTail::Base(base) => *base,
                _ => Base::Decimal,
            };
            smaller_numbers(&literal.text, base)
        }
    };
    texts.iter().filter_map(|text| with(text)).collect()
}

fn smaller_numbers(text: &str, base: Base) -> Vec<String> {
    let Some(number) = BigInt::parse_bytes(text.as_bytes(), base.radix()) else {
        return Vec::new();
    };
    let one = BigInt::from(1u32);
    let digits = number.magnitude().to_str_radix(base.radix());
    let mut texts = vec!["1".to_owned()];
    if number.sign() == num_bigint::Sign::Minus {
        texts.push(digits.clone());
    }
    let radix = BigInt::from(base.radix());
    let half = (digits.len() / 2) as u32;
    for smaller in [&number / radix.pow(half), &number / &radix, &number / 2u32, &number - &one] {
        texts.push(smaller.to_str_radix(base.radix()));
    }
    // A round number of the same length is simpler to read.
    if let Some(first) = digits.chars().next() {
        let round: String =
            std::iter::once(first).chain(digits.chars().skip(1).map(|_| '0')).collect();
        texts.push(round);
        texts.push(std::iter::once('1').chain(digits.chars().skip(1).map(|_| '0')).collect());
    }
    texts.retain(|one| one != text);
    texts.dedup();
    texts
}

fn shorter_strings(text: &str) -> Vec<String> {
    let codes = StringValue::from_escaped(text).code_points().to_vec();
    let mut all: Vec<Vec<u32>> = Vec::new();
    let half = codes.len() / 2;
    all.push(codes[..half].to_vec());
    all.push(codes[half..].to_vec());
    if !codes.is_empty() {
        all.push(codes[1..].to_vec());
        all.push(codes[..codes.len() - 1].to_vec());
    }
    // Fewer different characters, of which one is enough.
    all.push(vec![u32::from('0'); codes.len()]);
    let texts = all.into_iter().filter_map(StringValue::new);
    texts.map(|text| text.to_escaped()).filter(|new| new != text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_smaller() {
        let decimal = ["1", "1234", "-12", "-123", "-617", "-1235", "1000"];
        assert_eq!(smaller_numbers("-1234", Base::Decimal), decimal);
        assert_eq!(smaller_numbers("ff", Base::Hexadecimal), ["1", "f", "7f", "fe", "f0", "10"]);
        assert!(smaller_numbers("zz", Base::Decimal).is_empty());
    }

    #[test]
    fn strings_become_shorter() {
        assert_eq!(shorter_strings("abc"), ["a", "bc", "bc", "ab", "000"]);
        assert!(shorter_strings("").is_empty());
    }
}
