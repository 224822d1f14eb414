//! Literals and tried values of sorts.

use murxla_api::meaning::Datum;
use murxla_api::meaning::finite::{self, Size};
use murxla_api::{Base, Literal, RoundingMode, Sort, SortShape, SpecialValue, Value};

/// A sort with more values is tried by samples.
const MOST_TRIED: u64 = 300;

/// The values of a sort that are tried, and whether these are all.
pub(super) fn tried(sort: &Sort) -> (Vec<Datum>, bool) {
    match finite::size(sort) {
        Size::Finite(size) if size <= MOST_TRIED => {
            ((0..size).filter_map(|number| finite::nth(sort, number)).collect(), true)
        }
        _ => (samples(sort), false),
    }
}

/// Some values of a sort that has too many.
fn samples(sort: &Sort) -> Vec<Datum> {
    match sort.shape() {
        SortShape::Int => [-2, -1, 0, 1, 2, 3].map(Datum::Int).into(),
        SortShape::Real => {
            [(-1, 1), (0, 1), (1, 2), (1, 1), (2, 1)].map(|(n, d)| Datum::Real(n, d)).into()
        }
        SortShape::String => {
            let texts = ["", "a", "b", "aa", "ab", "ba", "bb"];
            texts.map(|text| Datum::String(text.chars().map(u32::from).collect())).into()
        }
        SortShape::Seq(element) => {
            let values: Vec<Datum> =
                (0..2).filter_map(|number| finite::nth(element, number)).collect();
            let mut samples = vec![Datum::Seq([].into())];
            samples.extend(values.iter().map(|one| Datum::Seq([one.clone()].into())));
            for one in &values {
                samples
                    .extend(values.iter().map(|two| Datum::Seq([one.clone(), two.clone()].into())));
            }
            samples
        }
        SortShape::Bag(element) => {
            let values: Vec<Datum> =
                (0..2).filter_map(|number| finite::nth(element, number)).collect();
            let bag = |counts: &[u32]| {
                let counted = values.iter().zip(counts);
                Datum::bag(counted.map(|(one, count)| (one.clone(), (*count).into())).collect())
            };
            [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1]].iter().map(|counts| bag(counts)).collect()
        }
        SortShape::Datatype(..) => (1..=DEEPEST).fold(Vec::new(), |known, _| nested(sort, &known)),
        SortShape::FloatingPoint(..) => literals(sort)
            .iter()
            .filter_map(|literal| Datum::of_literal(literal, sort).ok())
            .collect(),
        _ => Vec::new(),
    }
}

/// Values of datatypes have at most so many constructors inside of each other.
const DEEPEST: usize = 3;

/// The values of a recursive datatype whose parts of the same sort are these.
fn nested(sort: &Sort, known: &[Datum]) -> Vec<Datum> {
    let SortShape::Datatype(datatype, args) = sort.shape() else { return Vec::new() };
    let mut found = Vec::new();
    for constructor in &datatype.definition().constructors {
        let Some(fields) = datatype.field_sorts(constructor, args) else { continue };
        let mut lists: Vec<Vec<Datum>> = vec![Vec::new()];
        for field in &fields {
            let values = if field == sort { known.to_vec() } else { tried(field).0 };
            let longer = |list: &Vec<Datum>| {
                let list = list.clone();
                let one =
                    move |value: &Datum| [list.as_slice(), std::slice::from_ref(value)].concat();
                values.iter().map(one).collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        for fields in lists {
            found.extend(Datum::constructed(sort.clone(), constructor.name.clone(), fields).ok());
        }
    }
    found
}

/// The literals of a sort.
pub(super) fn literals(sort: &Sort) -> Vec<Literal> {
    let integers = |numbers: &[i64]| {
        numbers.iter().map(|number| Literal::Integer(number.to_string())).collect::<Vec<_>>()
    };
    match sort.shape() {
        SortShape::Bool => vec![Literal::Bool(false), Literal::Bool(true)],
        SortShape::Int => integers(&[-1, 0, 1, 2]),
        SortShape::Real => {
            ["-1.0", "0.0", "0.5", "1.0"].map(|text| Literal::Real(text.to_owned())).into()
        }
        SortShape::String => {
            ["", "a", "b", "ab"].map(|text| Literal::String(text.to_owned())).into()
        }
        SortShape::Seq(_) => vec![Literal::Special(SpecialValue::SeqEmpty)],
        SortShape::Set(_) => vec![Literal::Special(SpecialValue::SetEmpty)],
        SortShape::Bag(_) => vec![Literal::Special(SpecialValue::BagEmpty)],
        SortShape::FloatingPoint(e, s) if e + s > 8 => floats(*e, *s),
        SortShape::BitVec(_)
        | SortShape::RoundingMode
        | SortShape::FloatingPoint(..)
        | SortShape::FiniteField(_) => {
            let (values, _) = tried(sort);
            values.iter().filter_map(|value| literal_of(&value.to_value(sort)?)).collect()
        }
        _ => Vec::new(),
    }
}

/// Numbers of a large format on which operators turn: zeros, the least, ones, the greatest, infinity, NaN.
fn floats(exponent: u32, significand: u32) -> Vec<Literal> {
    let (e, s) = (exponent as usize, significand as usize - 1);
    let bits = |sign: &str, exponent: String, rest: String| {
        Literal::FloatingPoint(format!("{sign}{exponent}{rest}"))
    };
    let one = format!("0{}", "1".repeat(e - 1));
    let mut found = vec![Literal::Special(SpecialValue::FpNan)];
    for sign in ["0", "1"] {
        found.push(bits(sign, "0".repeat(e), "0".repeat(s)));
        found.push(bits(sign, "0".repeat(e), format!("{}1", "0".repeat(s - 1))));
        found.push(bits(sign, one.clone(), "0".repeat(s)));
        found.push(bits(sign, format!("{}0", "1".repeat(e - 1)), "1".repeat(s)));
        found.push(bits(sign, "1".repeat(e), "0".repeat(s)));
    }
    found
}

/// The literal that writes a value, if there is one.
pub(super) fn literal_of(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Bool(value) => Literal::Bool(*value),
        Value::BitVec(bits) => Literal::BitVec { digits: bits.to_binary(), base: Base::Binary },
        Value::Int(number) => Literal::Integer(number.to_string()),
        Value::RoundingMode(mode) => Literal::Special(match mode {
            RoundingMode::NearestAway => SpecialValue::RmRna,
            RoundingMode::NearestEven => SpecialValue::RmRne,
            RoundingMode::Negative => SpecialValue::RmRtn,
            RoundingMode::Positive => SpecialValue::RmRtp,
            RoundingMode::Zero => SpecialValue::RmRtz,
        }),
        Value::FloatingPoint(value) if value.is_nan() => Literal::Special(SpecialValue::FpNan),
        Value::FloatingPoint(value) => Literal::FloatingPoint(value.bits().to_binary()),
        Value::FiniteField { element, .. } => Literal::FiniteField(element.to_string()),
        _ => return None,
    })
}
