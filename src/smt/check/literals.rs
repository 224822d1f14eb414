//! Checks literals: numerals, decimals, bit-vectors, strings, and those with names.

use murxla_api::{Base, Literal, Sort, SpecialValue};
use num_bigint::BigUint;

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::rows::operator;
use crate::smt::Term;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::{TextId, word};

/// Names of values that need no sort.
const ROUNDING_MODES: &[(&str, SpecialValue)] = &[
    ("RNE", SpecialValue::RmRne),
    ("RNA", SpecialValue::RmRna),
    ("RTP", SpecialValue::RmRtp),
    ("RTN", SpecialValue::RmRtn),
    ("RTZ", SpecialValue::RmRtz),
    ("roundNearestTiesToEven", SpecialValue::RmRne),
    ("roundNearestTiesToAway", SpecialValue::RmRna),
    ("roundTowardPositive", SpecialValue::RmRtp),
    ("roundTowardNegative", SpecialValue::RmRtn),
    ("roundTowardZero", SpecialValue::RmRtz),
];

/// Names of values whose sort `as` gives.
const OF_SORT: &[(&str, SpecialValue)] = &[
    ("seq.empty", SpecialValue::SeqEmpty),
    ("set.empty", SpecialValue::SetEmpty),
    ("set.universe", SpecialValue::SetUniverse),
    ("bag.empty", SpecialValue::BagEmpty),
    ("emptyset", SpecialValue::SetEmpty),
    ("univset", SpecialValue::SetUniverse),
    ("emptybag", SpecialValue::BagEmpty),
];

/// Names of values whose format indices give.
const FLOATS: &[(&str, SpecialValue)] = &[
    ("+oo", SpecialValue::FpPosInf),
    ("-oo", SpecialValue::FpNegInf),
    ("+zero", SpecialValue::FpPosZero),
    ("-zero", SpecialValue::FpNegZero),
    ("NaN", SpecialValue::FpNan),
];

fn named(table: &[(&str, SpecialValue)], name: &str) -> Option<Literal> {
    let row = table.iter().find(|(known, _)| *known == name);
    row.map(|(_, value)| Literal::Special(*value))
}

impl Checker<'_> {
    /// A literal that is an atom.
    pub(super) fn literal(&mut self, cell: CellId) -> Checked<Term> {
        let (kind, id) = (self.source.kind(cell), self.source.text_id(cell));
        if kind == Kind::String {
            // Their texts can be those of other literals.
            let literal = Literal::String(self.source.text(cell).to_owned());
            return Ok(self.graph.value(Sort::string(), literal));
        }
        if let Some(term) = self.literals[id.index()] {
            return Ok(term);
        }
        let text = self.source.text(cell);
        if kind == Kind::Fraction {
            let (above, below) = text.split_once('/').unwrap_or_default();
            self.no_zero_below(cell)?;
            let fraction = self.fraction(false, above, below);
            return fraction.map_or_else(|| expected(cell, "a fraction"), Ok);
        }
        let bits = |base, width: usize| {
            let literal = Literal::BitVec { digits: text[2..].to_owned(), base };
            (Sort::bit_vec(width as u32), literal)
        };
        let (sort, literal) = match kind {
            Kind::Numeral if !self.numerals_are_real => {
                (Sort::int(), Literal::Integer(text.to_owned()))
            }
            Kind::Decimal if text.ends_with('.') => {
                (Sort::real(), Literal::Real(format!("{text}0")))
            }
            Kind::Numeral | Kind::Decimal => (Sort::real(), Literal::Real(text.to_owned())),
            Kind::Hexadecimal => bits(Base::Hexadecimal, 4 * (text.len() - 2)),
            Kind::Binary => bits(Base::Binary, text.len() - 2),
            Kind::Field => {
                let (element, order) = text[2..].split_once('m').unwrap_or_default();
                match BigUint::parse_bytes(order.as_bytes(), 10) {
                    Some(order) if order > BigUint::from(1u32) => {
                        (Sort::finite_field(order), Literal::FiniteField(element.to_owned()))
                    }
                    _ => return expected(cell, "an element of a field"),
                }
            }
            _ => return expected(cell, "a term"),
        };
        let term = self.graph.value(sort, literal);
        self.literals[id.index()] = Some(term);
        Ok(term)
    }

    /// What a numeral means may change with the logic.
    pub(super) fn set_numerals_are_real(&mut self, real: bool) {
        self.numerals_are_real = real;
        self.literals.fill(None);
    }

    /// A value whose name tells its sort.
    pub(super) fn named_literal(&mut self, name: TextId) -> Option<Term> {
        match name {
            word::TRUE => return Some(self.graph.value(Sort::bool(), Literal::Bool(true))),
            word::FALSE => return Some(self.graph.value(Sort::bool(), Literal::Bool(false))),
            _ => {}
        }
        let literal = named(ROUNDING_MODES, self.source.texts.get(name))?;
        Some(self.graph.value(Sort::rounding_mode(), literal))
    }

    /// A symbol like `-5` or `-1/2`, which solvers take for a negative number.
    pub(super) fn negative(&mut self, symbol: &str) -> Option<Term> {
        let digits = symbol.strip_prefix('-')?;
        if let Some((above, below)) = digits.split_once('/') {
            return self.fraction(true, above, below);
        }
        let padded = digits.strip_suffix('.').map(|whole| format!("{whole}.0"));
        let digits = padded.as_deref().unwrap_or(digits);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        if !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let is_int = whole.len() == digits.len() && !self.numerals_are_real;
        let (sort, literal, row) = if is_int {
            (Sort::int(), Literal::Integer(digits.to_owned()), "OP_INT_NEG")
        } else {
            (Sort::real(), Literal::Real(digits.to_owned()), "OP_REAL_NEG")
        };
        let number = self.graph.value(sort, literal);
        self.graph.apply(operator(row), &[number]).ok()
    }

    /// An error if this is a fraction like `5/0`, which is no number; the division `(/ 5 0)` is a term.
    pub(super) fn no_zero_below(&self, cell: CellId) -> Checked<()> {
        let text = self.source.text(cell);
        match text.strip_prefix('-').unwrap_or(text).split_once('/') {
            Some((above, below)) if is_digits(above) && is_digits(below) => {
                match below.bytes().all(|digit| digit == b'0') {
                    true => Err(fault(cell, CheckProblem::ZeroDenominator)),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// cvc5's `1/2`, as it is written otherwise: `(/ 1.0 2.0)`.
    pub(super) fn fraction(&mut self, negative: bool, above: &str, below: &str) -> Option<Term> {
        if !is_digits(above) || !is_digits(below) {
            return None;
        }
        let mut real =
            |text: &str| self.graph.value(Sort::real(), Literal::Real(format!("{text}.0")));
        let (mut above, below) = (real(above), real(below));
        if negative {
            above = self.graph.apply(operator("OP_REAL_NEG"), &[above]).ok()?;
        }
        self.graph.apply(operator("OP_REAL_DIV"), &[above, below]).ok()
    }

    /// `(as name sort)`, if it is a value.
    pub(super) fn literal_of_sort(&mut self, name: &str, sort: &Sort) -> Option<Term> {
        if name == "seq.empty" && *sort == Sort::string() {
            return Some(self.graph.value(Sort::string(), Literal::String(String::new())));
        }
        if let Some(literal @ Literal::Special(special)) = named(OF_SORT, name) {
            let fits = special.sort_kind() == sort.kind();
            return fits.then(|| self.graph.value(sort.clone(), literal));
        }
        let digits = name.strip_prefix("ff")?;
        let is_number = is_digits(digits.strip_prefix('-').unwrap_or(digits));
        let fits = is_number && sort.kind() == SpecialValue::FfZero.sort_kind();
        fits.then(|| self.graph.value(sort.clone(), Literal::FiniteField(digits.to_owned())))
    }

    /// `(_ name index…)`, if it is a value.
    pub(super) fn indexed_literal(
        &mut self,
        at: CellId,
        name: &str,
        indices: &[u32],
    ) -> Checked<Option<Term>> {
        if let Some(literal) = named(FLOATS, name) {
            let &[exponent @ 2..=u32::MAX, significand @ 2..=u32::MAX] = indices else {
                return expected(at, "widths of exponent and significand");
            };
            let sort = Sort::floating_point(exponent, significand);
            return Ok(Some(self.graph.value(sort, literal)));
        }
        let Some(digits) = name.strip_prefix("bv").filter(|digits| is_digits(digits)) else {
            return Ok(None);
        };
        let &[width @ 1..=u32::MAX] = indices else { return expected(at, "a width") };
        let sort = Sort::bit_vec(width);
        let bits = BigUint::parse_bytes(digits.as_bytes(), 10).map(|number| number.bits());
        if bits.is_none_or(|bits| bits > width.into()) {
            return Err(fault(at, CheckProblem::NoValue(sort)));
        }
        let literal = Literal::BitVec { digits: digits.to_owned(), base: Base::Decimal };
        Ok(Some(self.graph.value(sort, literal)))
    }

    /// `(_ char #x41)`
    pub(super) fn character(&mut self, at: CellId, code: CellId) -> Checked<Term> {
        let digits = self.source.text(code).strip_prefix("#x").unwrap_or_default();
        match u32::from_str_radix(digits, 16) {
            Ok(code) if code < murxla_api::CODE_POINTS => {
                let literal = Literal::String(format!("\\u{{{code:x}}}"));
                Ok(self.graph.value(Sort::string(), literal))
            }
            _ => expected(at, "the code of a character"),
        }
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
