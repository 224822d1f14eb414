//! Relations and tables: sets and bags of tuples.

use num_bigint::BigInt;
use num_traits::One;

use super::{Call, Datum, Unknown, functions, limits, sequences::int};

type Given = Result<Datum, Unknown>;
type Counted<'a> = Vec<(&'a [Datum], BigInt)>;

/// The tuples of a set or a bag, with how often each is there; and whether it is a bag. Tuples that may be equal although
/// they look different cannot be told apart.
fn tuples<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<(Counted<'a>, bool), Unknown> {
    let tuple = |datum: &'a Datum| match datum {
        Datum::Tuple(parts) if datum.is_certain() => Ok(&**parts),
        Datum::Tuple(_) => Err(Unknown::cannot_tell("tuples of arrays or functions")),
        _ => Err(call.ill_sorted()),
    };
    match arg {
        Datum::Set(elements) => {
            let counted = |one: &'a Datum| Ok((tuple(one)?, BigInt::one()));
            Ok((elements.iter().map(counted).collect::<Result<_, Unknown>>()?, false))
        }
        Datum::Bag(elements) => {
            let counted = |(one, count): &'a (Datum, Datum)| Ok((tuple(one)?, int(call, count)?));
            Ok((elements.iter().map(counted).collect::<Result<_, Unknown>>()?, true))
        }
        _ => Err(call.ill_sorted()),
    }
}

/// A set, or a bag with these numbers.
fn collection(bag: bool, elements: Vec<(Datum, BigInt)>) -> Datum {
    match bag {
        true => Datum::bag(elements),
        false => Datum::set(elements.into_iter().map(|(one, _)| one).collect()),
    }
}

fn tuple(parts: Vec<Datum>) -> Datum {
    Datum::Tuple(parts.into())
}

/// All pairs that fulfil a condition, as longer tuples.
fn pairs(
    call: &Call<'_>,
    args: &[&Datum],
    fits: impl Fn(&[Datum], &[Datum]) -> bool,
    join: impl Fn(&[Datum], &[Datum]) -> Vec<Datum>,
) -> Given {
    let ((a, bag), (b, _)) = (tuples(call, args[0])?, tuples(call, args[1])?);
    limits::length(a.len().saturating_mul(b.len()))?;
    let mut all = Vec::new();
    for (first, count) in &a {
        for (second, times) in b.iter().filter(|(second, _)| fits(first, second)) {
            all.push((tuple(join(first, second)), count * times));
        }
    }
    Ok(collection(bag, all))
}

pub(crate) fn product(call: &Call<'_>, args: &[&Datum]) -> Given {
    pairs(call, args, |_, _| true, |a, b| [a, b].concat())
}

/// Pairs whose columns, given by indices two by two, are equal.
pub(crate) fn table_join(call: &Call<'_>, args: &[&Datum]) -> Given {
    let fits = |a: &[Datum], b: &[Datum]| {
        call.indices.chunks(2).all(|two| {
            matches!(two, [i, j] if a.get(*i as usize).is_some_and(|one| b.get(*j as usize) == Some(one)))
        })
    };
    pairs(call, args, fits, |a, b| [a, b].concat())
}

/// The last column of the first and the first of the second are equal, and both go.
pub(crate) fn join(call: &Call<'_>, args: &[&Datum]) -> Given {
    let fits = |a: &[Datum], b: &[Datum]| a.last() == b.first();
    pairs(call, args, fits, |a, b| [&a[..a.len() - 1], &b[1..]].concat())
}

fn selected(call: &Call<'_>, parts: &[Datum]) -> Result<Vec<Datum>, Unknown> {
    let part = |index: &u32| parts.get(*index as usize).cloned().ok_or_else(|| call.ill_sorted());
    call.indices.iter().map(part).collect()
}

/// The columns given by indices.
pub(crate) fn project(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, bag) = tuples(call, args[0])?;
    let all: Result<_, Unknown> =
        all.into_iter().map(|(one, count)| Ok((tuple(selected(call, one)?), count))).collect();
    Ok(collection(bag, all?))
}

/// Tuples that agree in the columns given by indices, together.
fn grouped<'a>(call: &Call<'_>, all: Counted<'a>) -> Result<Vec<Counted<'a>>, Unknown> {
    let mut groups: std::collections::BTreeMap<Vec<Datum>, Counted<'a>> = Default::default();
    for (one, count) in all {
        groups.entry(selected(call, one)?).or_default().push((one, count));
    }
    Ok(groups.into_values().collect())
}

/// Groups of tuples that agree in the columns given by indices. What the groups of nothing are, nobody says.
pub(crate) fn group(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, bag) = tuples(call, args[0])?;
    if all.is_empty() {
        return Err(Unknown::cannot_tell("the groups of an empty collection"));
    }
    let groups = grouped(call, all)?.into_iter().map(|group| {
        let group = group.into_iter().map(|(one, count)| (tuple(one.to_vec()), count));
        (collection(bag, group.collect()), BigInt::one())
    });
    Ok(collection(bag, groups.collect()))
}

/// A fold over each group. The order is left open, so the result is told if no group has two tuples.
pub(crate) fn aggregate(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, bag) = tuples(call, args[2])?;
    if all.is_empty() {
        return Err(Unknown::cannot_tell("the groups of an empty collection"));
    }
    let mut results = Vec::new();
    for group in grouped(call, all)? {
        match group.as_slice() {
            [(one, count)] if count.is_one() => {
                let one = tuple(one.to_vec());
                let result = functions::value(call, args[0], &[&one, args[1]])?;
                results.push((result, BigInt::one()));
            }
            _ => return Err(call.open(args)),
        }
    }
    Ok(collection(bag, results))
}

pub(crate) fn transpose(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, bag) = tuples(call, args[0])?;
    let turned =
        |(one, count): (&[Datum], BigInt)| (tuple(one.iter().rev().cloned().collect()), count);
    Ok(collection(bag, all.into_iter().map(turned).collect()))
}

/// The least transitive relation that contains it.
pub(crate) fn closure(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, _) = tuples(call, args[0])?;
    let mut pairs = std::collections::BTreeSet::new();
    for (one, _) in &all {
        let [from, to] = one else { return Err(call.ill_sorted()) };
        pairs.insert((from, to));
    }
    let edges: Vec<(&Datum, &Datum)> = pairs.iter().copied().collect();
    let mut open = edges.clone();
    while let Some((from, over)) = open.pop() {
        limits::length(pairs.len())?;
        for (_, to) in edges.iter().filter(|(one, _)| *one == over) {
            if pairs.insert((from, to)) {
                open.push((from, to));
            }
        }
    }
    let pairs = pairs.into_iter().map(|(from, to)| tuple(vec![from.clone(), to.clone()]));
    Ok(Datum::set(pairs.collect()))
}

pub(crate) fn identity(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, _) = tuples(call, args[0])?;
    let twice = |(one, _): (&[Datum], BigInt)| tuple([one, one].concat());
    Ok(Datum::set(all.into_iter().map(twice).collect()))
}

/// The elements that are related to at least so many, which is at least one.
pub(crate) fn join_image(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (all, _) = tuples(call, args[0])?;
    let least = int(call, args[1])?;
    if least < BigInt::one() {
        return Err(Unknown::cannot_tell("the elements with no image at least"));
    }
    let mut images: std::collections::BTreeMap<&Datum, u64> = Default::default();
    for (one, _) in &all {
        let [from, _] = one else { return Err(call.ill_sorted()) };
        *images.entry(from).or_default() += 1;
    }
    let enough = images.into_iter().filter(|(_, count)| BigInt::from(*count) >= least);
    Ok(Datum::set(enough.map(|(from, _)| tuple(vec![from.clone()])).collect()))
}
