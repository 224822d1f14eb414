//! What Z3's own operators mean, by its documentation.

use murxla_api::meaning::finite::{Size, size};
use murxla_api::meaning::{Call, Datum, Table, Unknown, equal, same_as};
use murxla_api::{Sort, SortShape};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

type Given = Result<Datum, Unknown>;

/// So many values may a relation speak of whose closure is asked for.
const MOST_RELATED: usize = 500;

fn int(call: &Call<'_>, arg: &Datum) -> Result<BigInt, Unknown> {
    arg.to_big_int().ok_or_else(|| call.ill_sorted())
}

fn width(call: &Call<'_>, arg: &Datum) -> Result<u32, Unknown> {
    Ok(arg.to_bit_vec().ok_or_else(|| call.ill_sorted())?.width())
}

/// The sign is that of the divisor.
pub(crate) fn remainder(call: &Call<'_>, args: &[&Datum]) -> Given {
    let divisor = int(call, args[1])?;
    if divisor.is_zero() {
        return Err(call.open(args));
    }
    let rest = same_as("OP_INT_MOD", call, args)?;
    match divisor.sign() {
        num_bigint::Sign::Minus => same_as("OP_INT_NEG", call, &[&rest]),
        _ => Ok(rest),
    }
}

/// The bit that the index says.
pub(crate) fn bit(call: &Call<'_>, args: &[&Datum]) -> Given {
    let place = call.indices.first().copied().ok_or_else(|| call.ill_sorted())?;
    let bits = args[0].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    Ok(Datum::Bool(bits.bits().bit(place.into())))
}

/// Rotates by as many places as the second argument says.
fn rotate(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let places = args[1].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let places = places.bits() % places.width();
    let indices = [places.to_u32().unwrap_or_default()];
    same_as(key, &Call { indices: &indices, ..*call }, &args[..1])
}

pub(crate) fn rotate_left(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotate("OP_BV_ROTATE_LEFT", call, args)
}

pub(crate) fn rotate_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotate("OP_BV_ROTATE_RIGHT", call, args)
}

/// What an overflow predicate denies.
fn not(value: Datum) -> Given {
    Ok(Datum::Bool(value != Datum::Bool(true)))
}

pub(crate) fn neg_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    not(same_as("OP_BV_NEGO", call, args)?)
}

pub(crate) fn unsigned_sum_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    not(same_as("OP_BV_UADDO", call, args)?)
}

pub(crate) fn unsigned_difference_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    not(same_as("OP_BV_USUBO", call, args)?)
}

pub(crate) fn unsigned_product_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    not(same_as("OP_BV_UMULO", call, args)?)
}

pub(crate) fn quotient_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    not(same_as("OP_BV_SDIVO", call, args)?)
}

/// The signed readings, and the least and the greatest number of the width.
fn signed(call: &Call<'_>, args: &[&Datum]) -> Result<[BigInt; 4], Unknown> {
    let half = BigInt::one() << (width(call, args[0])? - 1);
    let number = |arg: &Datum| int(call, &same_as("OP_BV_SBV_TO_INT", call, &[arg])?);
    Ok([number(args[0])?, number(args[1])?, -half.clone(), half - 1])
}

/// Whether a signed result is not above the greatest number, or not below the least one.
macro_rules! bounds {
    ($($above:ident $below:ident $op:tt;)*) => {
        $(pub(crate) fn $above(call: &Call<'_>, args: &[&Datum]) -> Given {
            let [a, b, _, greatest] = signed(call, args)?;
            Ok(Datum::Bool(a $op b <= greatest))
        }

        pub(crate) fn $below(call: &Call<'_>, args: &[&Datum]) -> Given {
            let [a, b, least, _] = signed(call, args)?;
            Ok(Datum::Bool(a $op b >= least))
        })*
    };
}

bounds! {
    sum_is_not_above sum_is_not_below +;
    difference_is_not_above difference_is_not_below -;
    product_is_not_above product_is_not_below *;
}

fn table<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a Table, Unknown> {
    match arg {
        Datum::Array(table) | Datum::Function(table) => Ok(table),
        _ => Err(call.ill_sorted()),
    }
}

fn array(sort: &Sort, default: Datum, entries: Vec<(Datum, Datum)>) -> Given {
    Ok(Datum::Array(Table::new(sort.clone(), default, entries)?.into()))
}

/// The array with the values of a function of one argument.
pub(crate) fn as_array(call: &Call<'_>, args: &[&Datum]) -> Given {
    let function = table(call, args[0])?;
    array(call.result, function.default().clone(), function.entries().to_vec())
}

/// A function of the values at each place.
fn pointwise(
    call: &Call<'_>,
    sort: &Sort,
    arrays: &[&Datum],
    value: impl Fn(&[&Datum]) -> Given,
) -> Given {
    let tables: Result<Vec<&Table>, Unknown> = arrays.iter().map(|one| table(call, one)).collect();
    let tables = tables?;
    let defaults: Vec<&Datum> = tables.iter().map(|one| one.default()).collect();
    let mut entries = Vec::new();
    for (key, _) in tables.iter().flat_map(|one| one.entries()) {
        let values: Result<Vec<&Datum>, Unknown> =
            tables.iter().map(|one| one.look_up(key)).collect();
        entries.push((key.clone(), value(&values?)?));
    }
    array(sort, value(&defaults)?, entries)
}

pub(crate) fn map(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (function, arrays) = args.split_first().ok_or_else(|| call.ill_sorted())?;
    pointwise(call, call.result, arrays, |values| applied(call, function, values))
}

/// The value of a function.
fn applied(call: &Call<'_>, function: &Datum, args: &[&Datum]) -> Given {
    let key = murxla_api::meaning::table::key(args);
    table(call, function)?.look_up(&key).cloned()
}

/// All of Z3's orders are reflexive; which of two others is the greater one the model says.
pub(crate) fn order(call: &Call<'_>, args: &[&Datum]) -> Given {
    match equal(args[0], args[1])? {
        true => Ok(Datum::Bool(true)),
        false => Err(call.open(args)),
    }
}

/// The value at all but finitely many places. Where there are no more the model says it: equal arrays have equal ones.
pub(crate) fn array_default(call: &Call<'_>, args: &[&Datum]) -> Given {
    let array = table(call, args[0])?;
    let SortShape::Array(index, _) = array.sort().shape() else { return Err(call.ill_sorted()) };
    match size(index) {
        Size::Infinite => Ok(array.default().clone()),
        _ => Err(call.open(args)),
    }
}

/// A place at which two arrays differ. Where there are several, and for equal arrays, the model says which it is.
pub(crate) fn differing_place(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (one, other) = (table(call, args[0])?, table(call, args[1])?);
    if !equal(one.default(), other.default())? {
        return Err(call.open(args));
    }
    let mut differing: Vec<&Datum> = Vec::new();
    for (key, _) in one.entries().iter().chain(other.entries()) {
        if !differing.contains(&key) && !equal(one.look_up(key)?, other.look_up(key)?)? {
            differing.push(key);
        }
    }
    match differing.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(call.open(args)),
    }
}

/// Whether a relation leads from one value to another, by one step or more.
pub(crate) fn transitive_closure(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (relation, from, to) = (table(call, args[0])?, args[1], args[2]);
    let mut named = vec![from, to];
    for (pair, _) in relation.entries() {
        let Datum::Tuple(pair) = pair else { return Err(call.ill_sorted()) };
        named.extend(pair.iter());
    }
    named.sort();
    named.dedup();
    if named.len() > MOST_RELATED {
        return Err(Unknown::TooLarge("a relation"));
    }
    if *relation.default() == Datum::Bool(true) {
        let SortShape::Fun(domain, _) = relation.sort().shape() else {
            return Err(call.ill_sorted());
        };
        let sort = domain.first().ok_or_else(|| call.ill_sorted())?;
        match size(sort) {
            Size::Finite(size) if size <= named.len() as u64 => {}
            // Each value leads to one that is not named here, and that one to each.
            Size::Finite(_) | Size::Huge | Size::Infinite => return Ok(Datum::Bool(true)),
            Size::Unknown => {
                return Err(Unknown::cannot_tell("how many elements there are"));
            }
        }
    }
    let (mut reached, mut todo) = (vec![false; named.len()], vec![from]);
    while let Some(one) = todo.pop() {
        for (place, other) in named.iter().enumerate() {
            let pair = murxla_api::meaning::table::key(&[one, other]);
            if !reached[place] && *relation.look_up(&pair)? == Datum::Bool(true) {
                reached[place] = true;
                todo.push(other);
            }
        }
    }
    let is_reached = named.binary_search(&to).is_ok_and(|place| reached[place]);
    Ok(Datum::Bool(is_reached))
}

fn constant(call: &Call<'_>, value: bool) -> Given {
    array(call.result, Datum::Bool(value), Vec::new())
}

pub(crate) fn empty_set(call: &Call<'_>, _: &[&Datum]) -> Given {
    constant(call, false)
}

pub(crate) fn full_set(call: &Call<'_>, _: &[&Datum]) -> Given {
    constant(call, true)
}

fn stored(call: &Call<'_>, args: &[&Datum], value: bool) -> Given {
    let set = table(call, args[0])?;
    Ok(Datum::Array(set.with(args[1], &Datum::Bool(value))?.into()))
}

pub(crate) fn set_add(call: &Call<'_>, args: &[&Datum]) -> Given {
    stored(call, args, true)
}

pub(crate) fn set_delete(call: &Call<'_>, args: &[&Datum]) -> Given {
    stored(call, args, false)
}

fn logical(call: &Call<'_>, args: &[&Datum], value: fn(bool, bool) -> bool) -> Given {
    let sort = table(call, args[0])?.sort();
    pointwise(call, sort, args, |values| {
        let truth = |place: usize| values.get(place).copied() == Some(&Datum::Bool(true));
        Ok(Datum::Bool(value(truth(0), truth(1))))
    })
}

pub(crate) fn set_union(call: &Call<'_>, args: &[&Datum]) -> Given {
    logical(call, args, |a, b| a || b)
}

pub(crate) fn set_intersection(call: &Call<'_>, args: &[&Datum]) -> Given {
    logical(call, args, |a, b| a && b)
}

pub(crate) fn set_difference(call: &Call<'_>, args: &[&Datum]) -> Given {
    logical(call, args, |a, b| a && !b)
}

pub(crate) fn set_complement(call: &Call<'_>, args: &[&Datum]) -> Given {
    logical(call, args, |a, _| !a)
}

pub(crate) fn set_member(call: &Call<'_>, args: &[&Datum]) -> Given {
    table(call, args[1])?.look_up(args[0]).cloned()
}

pub(crate) fn set_subset(call: &Call<'_>, args: &[&Datum]) -> Given {
    let outside = logical(call, args, |a, b| a && !b)?;
    let sort = table(call, args[0])?.sort();
    equal(&outside, &array(sort, Datum::Bool(false), Vec::new())?).map(Datum::Bool)
}

fn text(text: &str) -> Datum {
    Datum::String(text.chars().map(u32::from).collect())
}

/// In decimal.
pub(crate) fn from_unsigned(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bits = args[0].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let number: &BigUint = bits.bits();
    Ok(text(&number.to_string()))
}

/// In decimal, with a sign.
pub(crate) fn from_signed(call: &Call<'_>, args: &[&Datum]) -> Given {
    let number = int(call, &same_as("OP_BV_SBV_TO_INT", call, args)?)?;
    Ok(text(&number.to_string()))
}

/// The elements of a sequence. A string is one of characters, which are no values of ours.
fn elements<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [Datum], Unknown> {
    match arg {
        Datum::Seq(elements) => Ok(elements),
        _ => Err(call.ill_sorted()),
    }
}

fn sequence(call: &Call<'_>, elements: Vec<Datum>) -> Given {
    match call.result.shape() {
        SortShape::Seq(_) => Ok(Datum::Seq(elements.into())),
        _ => Err(call.ill_sorted()),
    }
}

pub(crate) fn seq_map(call: &Call<'_>, args: &[&Datum]) -> Given {
    let images: Result<Vec<Datum>, Unknown> =
        elements(call, args[1])?.iter().map(|one| applied(call, args[0], &[one])).collect();
    sequence(call, images?)
}

pub(crate) fn seq_map_with_index(call: &Call<'_>, args: &[&Datum]) -> Given {
    let first = int(call, args[1])?;
    let mut images = Vec::new();
    for (place, one) in elements(call, args[2])?.iter().enumerate() {
        images.push(applied(call, args[0], &[&Datum::int(&first + place), one])?);
    }
    sequence(call, images)
}

pub(crate) fn seq_fold(call: &Call<'_>, args: &[&Datum]) -> Given {
    elements(call, args[2])?
        .iter()
        .try_fold(args[1].clone(), |result, one| applied(call, args[0], &[&result, one]))
}

pub(crate) fn seq_fold_with_index(call: &Call<'_>, args: &[&Datum]) -> Given {
    let first = int(call, args[1])?;
    let mut result = args[2].clone();
    for (place, one) in elements(call, args[3])?.iter().enumerate() {
        result = applied(call, args[0], &[&Datum::int(&first + place), &result, one])?;
    }
    Ok(result)
}

/// How many arguments are true, or what those weigh whose weights are the indices after the first; and the first index.
fn weighed(call: &Call<'_>, args: &[&Datum]) -> Result<[u64; 2], Unknown> {
    let (bound, weights) = call.indices.split_first().ok_or_else(|| call.ill_sorted())?;
    let mut sum = 0;
    for (place, arg) in args.iter().enumerate() {
        let is_true = arg.as_bool().ok_or_else(|| call.ill_sorted())?;
        sum += u64::from(is_true) * u64::from(weights.get(place).copied().unwrap_or(1));
    }
    Ok([sum, (*bound).into()])
}

pub(crate) fn at_most(call: &Call<'_>, args: &[&Datum]) -> Given {
    weighed(call, args).map(|[sum, bound]| Datum::Bool(sum <= bound))
}

pub(crate) fn at_least(call: &Call<'_>, args: &[&Datum]) -> Given {
    weighed(call, args).map(|[sum, bound]| Datum::Bool(sum >= bound))
}

pub(crate) fn weighs_at_most(call: &Call<'_>, args: &[&Datum]) -> Given {
    at_most(call, args)
}

pub(crate) fn weighs_at_least(call: &Call<'_>, args: &[&Datum]) -> Given {
    at_least(call, args)
}

pub(crate) fn weighs(call: &Call<'_>, args: &[&Datum]) -> Given {
    weighed(call, args).map(|[sum, bound]| Datum::Bool(sum == bound))
}

/// Where the second occurs last in the first; the empty one occurs at the end.
fn last_place<T: PartialEq>(all: &[T], part: &[T]) -> Datum {
    if part.is_empty() {
        return Datum::int(all.len().into());
    }
    let place = all.windows(part.len()).rposition(|window| window == part);
    Datum::int(place.map_or(BigInt::from(-1), BigInt::from))
}

pub(crate) fn last_index(call: &Call<'_>, args: &[&Datum]) -> Given {
    match (args[0], args[1]) {
        (Datum::String(all), Datum::String(part)) => Ok(last_place(all, part)),
        (Datum::Seq(all), Datum::Seq(part)) => {
            // Elements that look different may be equal: then nobody knows.
            for (one, other) in
                part.iter().flat_map(|one| all.iter().map(move |other| (one, other)))
            {
                equal(one, other)?;
            }
            Ok(last_place(all, part))
        }
        _ => Err(call.ill_sorted()),
    }
}

/// So many elements may be made at once.
const LONGEST: usize = 1 << 16;

/// The first argument as often as the second says; not at all if that is negative.
pub(crate) fn repeated(call: &Call<'_>, args: &[&Datum]) -> Given {
    let times = int(call, args[1])?;
    let length = match args[0] {
        Datum::String(all) => all.len(),
        Datum::Seq(all) => all.len(),
        _ => return Err(call.ill_sorted()),
    };
    let times = match times.sign() {
        num_bigint::Sign::Plus if length > 0 => times.to_usize().unwrap_or(usize::MAX),
        _ => 0,
    };
    if times.saturating_mul(length) > LONGEST {
        return Err(Unknown::TooLarge("a string or collection"));
    }
    Ok(match args[0] {
        Datum::String(all) => Datum::String(all.repeat(times).into()),
        Datum::Seq(all) => {
            Datum::Seq(std::iter::repeat_n(all.iter(), times).flatten().cloned().collect())
        }
        _ => return Err(call.ill_sorted()),
    })
}

/// The integers from the first to the second.
pub(crate) fn range(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (low, high) = (int(call, args[0])?, int(call, args[1])?);
    let count = (&high - &low + 1u32).max(BigInt::zero());
    match count.to_usize() {
        Some(count) if count <= LONGEST => {
            Ok(Datum::set((0..count).map(|step| Datum::int(&low + step)).collect()))
        }
        _ => Err(Unknown::TooLarge("a set")),
    }
}

/// The number `real * 2^int`, rounded.
pub(crate) fn float_of_exponent(call: &Call<'_>, args: &[&Datum]) -> Given {
    const FARTHEST: u64 = 1 << 14;
    let exponent = int(call, args[1])?;
    let real = args[2].to_rational().ok_or_else(|| call.ill_sorted())?;
    let places = exponent.magnitude().to_u64().filter(|places| *places <= FARTHEST);
    let places = places.ok_or(Unknown::TooLarge("a number"))?;
    let power = BigInt::one() << places;
    let number = match exponent.sign() {
        num_bigint::Sign::Minus => real / power,
        _ => real * power,
    };
    same_as("OP_FP_TO_FP_FROM_REAL", call, &[args[0], &Datum::real(number)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own::OWN;

    /// Whether the closure of a relation leads from one end to the other; it is true of these pairs, or of all others.
    fn leads(sort: &Sort, default: bool, pairs: &[(Datum, Datum)], ends: [&Datum; 2]) -> Given {
        let op = OWN.iter().find(|op| op.key == "z3-OP_TRANSITIVE_CLOSURE").expect("the operator");
        let relation = Sort::fun(&[sort.clone(), sort.clone()], Sort::bool());
        let entries = pairs.iter().map(|(from, to)| {
            let pair = Datum::Tuple([from.clone(), to.clone()].into());
            (pair, Datum::Bool(!default))
        });
        let table = Table::new(relation, Datum::Bool(default), entries)?;
        let (function, bool) = (Datum::Function(table.into()), Sort::bool());
        let call = Call { op, sorts: &[], names: &[], indices: &[], result: &bool };
        transitive_closure(&call, &[&function, ends[0], ends[1]])
    }

    #[test]
    fn closures_of_relations() -> Result<(), Unknown> {
        let [one, two, three] = [1, 2, 3].map(Datum::Int);
        let ints = Sort::int();
        let steps = [(one.clone(), two.clone()), (two.clone(), three.clone())];
        assert_eq!(leads(&ints, false, &steps, [&one, &three])?, Datum::Bool(true));
        assert_eq!(leads(&ints, false, &steps, [&three, &one])?, Datum::Bool(false));
        // It is not reflexive.
        assert_eq!(leads(&ints, false, &steps, [&one, &one])?, Datum::Bool(false));
        // There is always another number between them.
        assert_eq!(
            leads(&ints, true, &[(one.clone(), three)], [&one, &Datum::Int(3)])?,
            Datum::Bool(true)
        );
        let (low, high) = (Datum::bits(1, 0), Datum::bits(1, 1));
        let none_from_low = [(low.clone(), low.clone()), (low.clone(), high.clone())];
        let bits = Sort::bit_vec(1);
        assert_eq!(leads(&bits, true, &none_from_low, [&low, &high])?, Datum::Bool(false));
        assert_eq!(leads(&bits, true, &none_from_low, [&high, &low])?, Datum::Bool(true));
        Ok(())
    }
}
