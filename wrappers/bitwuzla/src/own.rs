//! Bitwuzla's own operators, under the keys that Murxla's traces use.

use std::sync::Arc;

use murxla_api::meaning::same_as;
use murxla_api::{
    ApplicationSorts, Draw, DrawnApplication, Fold, Heads, Literal, Num, Op, Sort, SortKind,
    SortPattern, SortShape, Theory, TypeError, Typing, Value,
};
use num_traits::Zero;

use crate::own_meaning;

const I: Num = Num::Var(0, 1);
const BV: SortPattern = SortPattern::BitVec(I);
const BIT: SortPattern = SortPattern::BitVec(Num::Const(1));
const BOOL: SortPattern = SortPattern::Bool;

const fn bits(
    key: &'static str,
    symbol: &'static str,
    args: &'static [SortPattern],
    result: SortPattern,
) -> Op {
    Op::new(Theory::BitVectors, key, symbol, args, result)
}

const fn from_real(key: &'static str, typing: Typing) -> Op {
    Op::with_rule(Theory::FloatingPoint, key, "to_fp", typing)
}

/// All own operators. Those of Boolector that give the same sort here as there are among them, since its
/// traces are replayed on Bitwuzla; its overflow operators give a bit, Bitwuzla's a truth value.
pub(crate) static OWN: &[Op] = &[
    Op::new(Theory::Core, "bitwuzla-OP_IFF", "=", &[BOOL, BOOL], BOOL)
        .means(|call, args| same_as("OP_EQUAL", call, args))
        .fold(Fold::Chainable)
        .commutative(),
    bits("bitwuzla-OP_BV_DEC", "bvdec", &[BV], BV).means(own_meaning::decrement),
    bits("bitwuzla-OP_BV_INC", "bvinc", &[BV], BV).means(own_meaning::increment),
    bits("bitwuzla-OP_BV_ROL", "bvrol", &[BV, BV], BV).means(own_meaning::rotate_left),
    bits("bitwuzla-OP_BV_ROR", "bvror", &[BV, BV], BV).means(own_meaning::rotate_right),
    bits("bitwuzla-OP_BV_REDAND", "bvredand", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDAND", call, args)),
    bits("bitwuzla-OP_BV_REDOR", "bvredor", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDOR", call, args)),
    bits("bitwuzla-OP_BV_REDXOR", "bvredxor", &[BV], BIT).means(own_meaning::parity),
    bits("bitwuzla-OP_BV_UADDO", "bvuaddo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_UADDO", call, args))
        .commutative(),
    bits("bitwuzla-OP_BV_SADDO", "bvsaddo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_SADDO", call, args))
        .commutative(),
    bits("bitwuzla-OP_BV_UMULO", "bvumulo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_UMULO", call, args))
        .commutative(),
    bits("bitwuzla-OP_BV_SMULO", "bvsmulo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_SMULO", call, args))
        .commutative(),
    bits("bitwuzla-OP_BV_USUBO", "bvusubo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_USUBO", call, args)),
    bits("bitwuzla-OP_BV_SSUBO", "bvssubo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_SSUBO", call, args)),
    bits("bitwuzla-OP_BV_SDIVO", "bvsdivo", &[BV, BV], BOOL)
        .means(|call, args| same_as("OP_BV_SDIVO", call, args)),
    from_real(
        "bitwuzla-OP_FP_TO_FP_FROM_REAL",
        Typing::Rule {
            heads: Heads::new(SortKind::FloatingPoint, &[SortKind::RoundingMode]),
            sort_of: sort_from_real,
            draw: draw_from_real,
        },
    )
    .means(own_meaning::from_written_real),
    bits("btor-OP_DEC", "bvdec", &[BV], BV).means(own_meaning::decrement),
    bits("btor-OP_INC", "bvinc", &[BV], BV).means(own_meaning::increment),
    bits("btor-OP_REDAND", "bvredand", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDAND", call, args)),
    bits("btor-OP_REDOR", "bvredor", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDOR", call, args)),
    bits("btor-OP_REDXOR", "bvredxor", &[BV], BIT).means(own_meaning::parity),
];

/// How the number of `bitwuzla-OP_FP_TO_FP_FROM_REAL` is written: its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WrittenReal {
    /// `1.5`
    Decimal(String),
    /// `3` and `2`
    Rational(String, String),
}

impl WrittenReal {
    /// The number that the names of an application give. Murxla's traces name none: it is drawn by `pick`.
    pub(crate) fn from_names(
        names: &[&str],
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Option<WrittenReal> {
        let number = match names {
            [] => WrittenReal::draw(pick),
            [decimal] => WrittenReal::Decimal((*decimal).to_owned()),
            [numerator, denominator] => {
                WrittenReal::Rational((*numerator).to_owned(), (*denominator).to_owned())
            }
            _ => return None,
        };
        number.is_number().then_some(number)
    }

    /// Whether it is a number. Bitwuzla itself takes "", "-" and "." for some number, and a denominator of
    /// zero ends it with SIGFPE.
    fn is_number(&self) -> bool {
        let value = |text: &str| match Literal::Real(text.to_owned()).value(&Sort::real()) {
            Ok(Value::Real(value)) if !text.contains('/') => Some(value),
            _ => None,
        };
        match self {
            WrittenReal::Decimal(text) => value(text).is_some(),
            WrittenReal::Rational(numerator, denominator) => {
                value(numerator).is_some()
                    && value(denominator).is_some_and(|value| !value.is_zero())
            }
        }
    }

    fn draw(pick: &mut dyn FnMut(u64) -> u64) -> WrittenReal {
        let sign = if pick(2) == 0 { "" } else { "-" };
        let mut digits = |most: u64| -> String {
            let count = 1 + pick(most);
            (0..count).map(|_| char::from(b'0' + pick(10) as u8)).collect()
        };
        let (whole, fraction) = (digits(12), digits(40));
        match pick(3) {
            0 => WrittenReal::Decimal(format!("{sign}{whole}")),
            1 => WrittenReal::Decimal(format!("{sign}{whole}.{fraction}")),
            _ => WrittenReal::Rational(format!("{sign}{whole}"), format!("1{fraction}")),
        }
    }
}

/// The indices are the format, the argument is the rounding mode, the names are the number.
fn sort_from_real(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    let [mode] = application.args else {
        return Err(TypeError::count(op, "arguments", "1", application.args.len()));
    };
    if mode.kind() != SortKind::RoundingMode {
        return Err(TypeError::mismatch(op, 1, "RoundingMode", mode));
    }
    if application.names.len() > 2 {
        return Err(TypeError::count(op, "names", "at most 2", application.names.len()));
    }
    if WrittenReal::from_names(application.names, &mut |_| 0).is_none() {
        return Err(TypeError::Numbers { op: op.key, condition: "the names are a number".into() });
    }
    match application.indices {
        [exponent, significand] if *exponent >= 2 && *significand >= 2 => {
            Ok(Sort::floating_point(*exponent, *significand))
        }
        [_, _] => Err(TypeError::Numbers { op: op.key, condition: "both indices > 1".into() }),
        indices => Err(TypeError::count(op, "indices", "2", indices.len())),
    }
}

fn draw_from_real(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let (exponent, significand) = match wanted.map(Sort::shape) {
        None => draw.float_format(),
        Some(SortShape::FloatingPoint(exponent, significand)) => (*exponent, *significand),
        Some(_) => return None,
    };
    let names: Vec<Arc<str>> = match WrittenReal::draw(&mut |bound| draw.below(bound)) {
        WrittenReal::Decimal(text) => vec![text.into()],
        WrittenReal::Rational(numerator, denominator) => vec![numerator.into(), denominator.into()],
    };
    let result = Sort::floating_point(exponent, significand);
    Some(DrawnApplication {
        names,
        indices: vec![exponent, significand],
        ..DrawnApplication::plain(vec![Sort::rounding_mode()], result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_taken() {
        let check = |names: &[&str], expected: bool| {
            let taken = WrittenReal::from_names(names, &mut |_| 0).is_some();
            assert_eq!(taken, expected, "{names:?}");
        };
        check(&[], true);
        check(&["-1.50"], true);
        check(&["1", "-3"], true);
        check(&["1.5", "0.5"], true);
        check(&[""], false);
        check(&["-"], false);
        check(&["."], false);
        check(&["1/2"], false);
        check(&["1", "0"], false);
        check(&["1", "0.0"], false);
        check(&["1", "2", "3"], false);
    }
}
