//! Values that are drawn.

use murxla_api::meaning::Datum;
use murxla_api::{Base, Literal, Sort, SortShape, SpecialValue};

use murxla_api::theory;

use crate::rng::Rng;
use crate::smt::{Graph, Term};

/// Which values a variable of a rule stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All.
    Any,
    /// Numbers above 0.
    Positive,
    /// Numbers from 0 on.
    Natural,
    /// All but 0.
    NonZero,
    /// Strings that are not empty.
    NonEmpty,
}

impl Kept {
    /// The names, for messages.
    pub const NAMES: &'static str = ":value, :positive, :natural, :nonzero, :nonempty";

    /// By its keyword.
    pub fn named(keyword: &str) -> Option<Kept> {
        Some(match keyword {
            ":value" => Kept::Any,
            ":positive" => Kept::Positive,
            ":natural" => Kept::Natural,
            ":nonzero" => Kept::NonZero,
            ":nonempty" => Kept::NonEmpty,
            _ => return None,
        })
    }

    /// Whether it is such a value.
    pub fn keeps(self, literal: &Literal, sort: &Sort) -> bool {
        if self == Kept::Any {
            return true;
        }
        Datum::of_literal(literal, sort).is_ok_and(|value| self.keeps_datum(&value))
    }

    /// The same of a value that is known.
    pub fn keeps_datum(self, value: &Datum) -> bool {
        let sign = match value {
            Datum::Int(number) => number.signum(),
            Datum::Real(number, _) => number.signum(),
            Datum::BigInt(number) => {
                if number.sign() == num_bigint::Sign::Minus {
                    -1
                } else {
                    1
                }
            }
            Datum::BigReal(number) => {
                if number.numer().sign() == num_bigint::Sign::Minus {
                    -1
                } else {
                    1
                }
            }
            Datum::BitVec(_, bits) => i64::from(*bits != 0),
            Datum::BigBitVec(bits) => i64::from(bits.bits().bits() > 0),
            Datum::String(text) => i64::from(!text.is_empty()),
            _ => 0,
        };
        match self {
            Kept::Any => true,
            Kept::Positive | Kept::NonEmpty => sign > 0,
            Kept::Natural => sign >= 0,
            Kept::NonZero => sign != 0,
        }
    }
}

impl Kept {
    /// That a term is such a value, as a formula; `None` if all are.
    pub fn formula(self, graph: &mut Graph, term: Term) -> Option<Term> {
        let sort = graph.sort(term).clone();
        let zero = match sort.shape() {
            SortShape::Int => Literal::Integer("0".to_owned()),
            SortShape::Real => Literal::Real("0.0".to_owned()),
            SortShape::BitVec(_) => Literal::Special(SpecialValue::BvZero),
            SortShape::String => Literal::String(String::new()),
            _ => return None,
        };
        let zero = graph.value(sort.clone(), zero);
        let above = match (self, sort.shape()) {
            (Kept::Any, _) => return None,
            (Kept::Positive, SortShape::Int) => "OP_INT_GT",
            (Kept::Positive, SortShape::Real) => "OP_REAL_GT",
            (Kept::Natural, SortShape::Int) => "OP_INT_GTE",
            (Kept::Natural, SortShape::Real) => "OP_REAL_GTE",
            (Kept::Natural, _) => return None,
            _ => "OP_DISTINCT",
        };
        graph.apply(theory::operator(above)?, &[term, zero]).ok()
    }
}

/// Whether a literal is a number that is 0, or may be.
pub fn is_zero(literal: &Literal, sort: &Sort) -> bool {
    !Kept::NonZero.keeps(literal, sort)
}

/// Draws values.
#[derive(Clone, Copy, Debug)]
pub struct Values;

impl Values {
    /// A value of a sort that has literals.
    pub fn draw(sort: &Sort, rng: &mut Rng) -> Option<Literal> {
        Values::draw_kept(Kept::Any, sort, rng)
    }

    /// The same, of some values only.
    pub fn draw_kept(kept: Kept, sort: &Sort, rng: &mut Rng) -> Option<Literal> {
        use SpecialValue as S;
        let special =
            |of: &[SpecialValue], rng: &mut Rng| rng.pick(of).map(|one| Literal::Special(*one));
        let negative =
            kept == Kept::Any && rng.chance(1, 3) || kept == Kept::NonZero && rng.chance(1, 3);
        let least = u64::from(!matches!(kept, Kept::Any | Kept::Natural));
        let number = |rng: &mut Rng| -> u64 {
            let bits = *rng.pick(&[1, 2, 3, 4, 8, 16, 33]).unwrap_or(&1);
            least.max(rng.number() & ((1 << bits) - 1))
        };
        let signed = |rng: &mut Rng| {
            let number = number(rng);
            if negative && number > 0 { format!("-{number}") } else { number.to_string() }
        };
        match sort.shape() {
            SortShape::Bool => Some(Literal::Bool(rng.chance(1, 2))),
            SortShape::Int => Some(Literal::Integer(signed(rng))),
            SortShape::Real => {
                let text = signed(rng);
                let decimals = ["", ".5", ".25", ".125", ".3"];
                let decimal = if text == "0" || rng.chance(1, 2) {
                    ".0"
                } else {
                    rng.pick(&decimals).copied().filter(|text| !text.is_empty()).unwrap_or(".0")
                };
                Some(Literal::Real(format!("{text}{decimal}")))
            }
            SortShape::BitVec(width) => {
                if kept == Kept::Any && rng.chance(1, 2) {
                    let specials = [S::BvZero, S::BvOne, S::BvOnes, S::BvMinSigned, S::BvMaxSigned];
                    return special(&specials, rng);
                }
                let mut digits = bits(*width, rng);
                if !digits.contains('1') && least > 0 {
                    digits.replace_range(0..1, "1");
                }
                Some(Literal::BitVec { digits, base: Base::Binary })
            }
            SortShape::FloatingPoint(exponent, significand) => {
                if rng.chance(1, 2) {
                    let specials = [S::FpNan, S::FpPosInf, S::FpNegInf, S::FpPosZero, S::FpNegZero];
                    return special(&specials, rng);
                }
                let digits = bits(exponent + significand, rng);
                let all_ones = digits[1..=*exponent as usize].bytes().all(|bit| bit == b'1');
                // There is one NaN, and it has a name.
                Some(if all_ones {
                    Literal::Special(S::FpNan)
                } else {
                    Literal::FloatingPoint(digits)
                })
            }
            SortShape::RoundingMode => {
                special(&[S::RmRna, S::RmRne, S::RmRtn, S::RmRtp, S::RmRtz], rng)
            }
            SortShape::String => {
                let length = rng.below(4).max(least) as usize;
                let letters = ["a", "b", "A", "0", "1", "9", " ", "\\u{ff}"];
                let text = (0..length).filter_map(|_| rng.pick(&letters).copied()).collect();
                Some(Literal::String(text))
            }
            SortShape::Seq(_) => Some(Literal::Special(S::SeqEmpty)),
            SortShape::Set(_) => Some(Literal::Special(S::SetEmpty)),
            _ => None,
        }
    }
}

fn bits(width: u32, rng: &mut Rng) -> String {
    let mut digits = String::with_capacity(width as usize);
    let mut number = 0;
    for place in 0..width {
        if place % 64 == 0 {
            number = rng.number();
        }
        digits.push(if number & 1 == 1 { '1' } else { '0' });
        number >>= 1;
    }
    digits
}
