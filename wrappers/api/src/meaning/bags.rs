//! Bags.

use num_bigint::BigInt;
use num_traits::Zero;

use super::sequences::int;
use super::{Call, Datum, Unknown, functions, sets};

type Given = Result<Datum, Unknown>;
type Counted = Vec<(Datum, BigInt)>;

fn counted(call: &Call<'_>, arg: &Datum) -> Result<Counted, Unknown> {
    let Datum::Bag(elements) = arg else { return Err(call.ill_sorted()) };
    let mut counted = Vec::with_capacity(elements.len());
    for (element, count) in elements.iter() {
        // Whether such elements are the same cannot always be told.
        if !element.is_certain() {
            return Err(Unknown::cannot_tell("a bag of arrays or functions"));
        }
        counted.push((element.clone(), int(call, count)?));
    }
    Ok(counted)
}

fn count_of(bag: &Counted, element: &Datum) -> BigInt {
    let found = bag.iter().find(|(one, _)| one == element);
    found.map_or_else(BigInt::zero, |(_, count)| count.clone())
}

/// A new number for each element of either bag, from its numbers in both.
fn combined(
    call: &Call<'_>,
    args: &[&Datum],
    number: fn(&BigInt, &BigInt) -> BigInt,
) -> Result<Counted, Unknown> {
    let (a, b) = (counted(call, args[0])?, counted(call, args[1])?);
    let only_second = b.iter().filter(|(one, _)| count_of(&a, one).is_zero());
    let all = a.iter().chain(only_second).map(|(one, _)| one);
    Ok(all.map(|one| (one.clone(), number(&count_of(&a, one), &count_of(&b, one)))).collect())
}

pub(crate) fn empty(_: &Call<'_>, _: &[&Datum]) -> Given {
    Ok(Datum::bag(Vec::new()))
}

pub(crate) fn make(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::bag(vec![(args[0].clone(), int(call, args[1])?)]))
}

pub(crate) fn union_max(call: &Call<'_>, args: &[&Datum]) -> Given {
    combined(call, args, |a, b| a.max(b).clone()).map(Datum::bag)
}

pub(crate) fn union_disjoint(call: &Call<'_>, args: &[&Datum]) -> Given {
    combined(call, args, |a, b| a + b).map(Datum::bag)
}

pub(crate) fn intersection(call: &Call<'_>, args: &[&Datum]) -> Given {
    combined(call, args, |a, b| a.min(b).clone()).map(Datum::bag)
}

pub(crate) fn subtract(call: &Call<'_>, args: &[&Datum]) -> Given {
    combined(call, args, |a, b| a - b).map(Datum::bag)
}

pub(crate) fn remove(call: &Call<'_>, args: &[&Datum]) -> Given {
    let kept = |a: &BigInt, b: &BigInt| if b.is_zero() { a.clone() } else { BigInt::zero() };
    combined(call, args, kept).map(Datum::bag)
}

pub(crate) fn subbag(call: &Call<'_>, args: &[&Datum]) -> Given {
    let missing = combined(call, args, |a, b| if a > b { 1.into() } else { BigInt::zero() })?;
    Ok(Datum::Bool(missing.iter().all(|(_, one)| one.is_zero())))
}

pub(crate) fn count(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(count_of(&counted(call, args[1])?, args[0])))
}

pub(crate) fn member(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(!count_of(&counted(call, args[1])?, args[0]).is_zero()))
}

pub(crate) fn without_duplicates(call: &Call<'_>, args: &[&Datum]) -> Given {
    let once = counted(call, args[0])?.into_iter().map(|(one, _)| (one, 1.into()));
    Ok(Datum::bag(once.collect()))
}

pub(crate) fn card(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(counted(call, args[0])?.iter().map(|(_, count)| count).sum()))
}

/// The only element, however often it occurs; which one of others is left open.
pub(crate) fn choose(call: &Call<'_>, args: &[&Datum]) -> Given {
    match counted(call, args[0])?.as_slice() {
        [(only, _)] => Ok(only.clone()),
        _ => Err(call.open(args)),
    }
}

pub(crate) fn from_set(call: &Call<'_>, args: &[&Datum]) -> Given {
    let elements = sets::elements(call, args[0])?.iter();
    Ok(Datum::bag(elements.map(|one| (one.clone(), 1.into())).collect()))
}

pub(crate) fn to_set(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::set(counted(call, args[0])?.into_iter().map(|(one, _)| one).collect()))
}

pub(crate) fn map(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut images = Vec::new();
    for (one, count) in counted(call, args[1])? {
        images.push((functions::value(call, args[0], &[&one])?, count));
    }
    Ok(Datum::bag(images))
}

/// The elements that fulfil a predicate.
fn fulfilling(call: &Call<'_>, args: &[&Datum]) -> Result<Counted, Unknown> {
    let mut kept = Vec::new();
    for (one, count) in counted(call, args[1])? {
        if functions::value(call, args[0], &[&one])? == Datum::Bool(true) {
            kept.push((one, count));
        }
    }
    Ok(kept)
}

pub(crate) fn filter(call: &Call<'_>, args: &[&Datum]) -> Given {
    fulfilling(call, args).map(Datum::bag)
}

pub(crate) fn all(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(fulfilling(call, args)?.len() == counted(call, args[1])?.len()))
}

pub(crate) fn some(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(!fulfilling(call, args)?.is_empty()))
}

/// One element, once.
pub(crate) fn is_singleton(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bag = counted(call, args[0])?;
    Ok(Datum::Bool(matches!(bag.as_slice(), [(_, count)] if *count == BigInt::from(1))))
}

/// The order is left open, so the result is told if it does not matter: for one element at most.
pub(crate) fn fold(call: &Call<'_>, args: &[&Datum]) -> Given {
    match counted(call, args[2])?.as_slice() {
        [] => Ok(args[1].clone()),
        [(only, count)] if *count == BigInt::from(1) => {
            functions::value(call, args[0], &[only, args[1]])
        }
        _ => Err(call.open(args)),
    }
}

/// The classes of an equivalence; of another relation, or of nothing, they are left to the solvers.
pub(crate) fn partition(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bag = counted(call, args[1])?;
    let mut classes: Vec<Counted> = Vec::new();
    let same = |a: &Datum, b: &Datum| -> Result<bool, Unknown> {
        Ok(functions::value(call, args[0], &[a, b])? == Datum::Bool(true))
    };
    for (one, count) in &bag {
        let mut places = Vec::new();
        for (place, class) in classes.iter().enumerate() {
            let mut agreeing = 0;
            for (other, _) in class {
                let there = same(one, other)?;
                if there != same(other, one)? {
                    return Err(call.open(args));
                }
                agreeing += usize::from(there);
            }
            match agreeing {
                0 => {}
                all if all == class.len() => places.push(place),
                _ => return Err(call.open(args)),
            }
        }
        match places.as_slice() {
            _ if !same(one, one)? => return Err(call.open(args)),
            [] => classes.push(vec![(one.clone(), count.clone())]),
            [place] => classes[*place].push((one.clone(), count.clone())),
            _ => return Err(call.open(args)),
        }
    }
    if classes.is_empty() {
        return Err(Unknown::cannot_tell("the partition of an empty bag"));
    }
    Ok(Datum::bag(classes.into_iter().map(|class| (Datum::bag(class), 1.into())).collect()))
}
