//! Finite sets.

use super::{Call, Datum, Unknown, equality, functions, limits};

type Given = Result<Datum, Unknown>;

pub(super) fn elements<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [Datum], Unknown> {
    match arg {
        Datum::Set(elements) => Ok(elements),
        _ => Err(call.ill_sorted()),
    }
}

/// Whether an element is there; an element that may equal one of them makes it unknown.
fn has(elements: &[Datum], element: &Datum) -> Result<bool, Unknown> {
    if elements.binary_search(element).is_ok() {
        return Ok(true);
    }
    let mut unknown = None;
    for one in elements {
        match equality::equal(one, element) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(why) => unknown = Some(why),
        }
    }
    unknown.map_or(Ok(false), Err)
}

/// The elements of the first set that are in the second, or those that are not.
fn filtered(call: &Call<'_>, args: &[&Datum], wanted: bool) -> Result<Vec<Datum>, Unknown> {
    let (a, b) = (elements(call, args[0])?, elements(call, args[1])?);
    let mut kept = Vec::new();
    for element in a {
        if has(b, element)? == wanted {
            kept.push(element.clone());
        }
    }
    Ok(kept)
}

pub(crate) fn singleton(_: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::set(vec![args[0].clone()]))
}

pub(crate) fn insert(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (set, new) = args.split_last().ok_or_else(|| call.ill_sorted())?;
    let old = elements(call, set)?.iter();
    let all: Vec<Datum> = old.chain(new.iter().copied()).cloned().collect();
    limits::length(all.len())?;
    Ok(Datum::set(all))
}

pub(crate) fn member(call: &Call<'_>, args: &[&Datum]) -> Given {
    has(elements(call, args[1])?, args[0]).map(Datum::Bool)
}

pub(crate) fn subset(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(filtered(call, args, false)?.is_empty()))
}

pub(crate) fn union(call: &Call<'_>, args: &[&Datum]) -> Given {
    let all = [elements(call, args[0])?, elements(call, args[1])?].concat();
    limits::length(all.len())?;
    Ok(Datum::set(all))
}

pub(crate) fn intersection(call: &Call<'_>, args: &[&Datum]) -> Given {
    filtered(call, args, true).map(Datum::set)
}

pub(crate) fn minus(call: &Call<'_>, args: &[&Datum]) -> Given {
    filtered(call, args, false).map(Datum::set)
}

/// Elements that may be equal cannot be counted.
fn counted<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [Datum], Unknown> {
    let elements = elements(call, arg)?;
    let doubtful = elements.iter().any(|one| !one.is_certain());
    if doubtful {
        for (place, a) in elements.iter().enumerate() {
            for b in &elements[..place] {
                equality::equal(a, b)?;
            }
        }
    }
    Ok(elements)
}

pub(crate) fn card(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Int(counted(call, args[0])?.len() as i64))
}

/// The only element of a singleton; which one of another set is left open.
pub(crate) fn choose(call: &Call<'_>, args: &[&Datum]) -> Given {
    match elements(call, args[0])? {
        [only] => Ok(only.clone()),
        _ => Err(call.open(args)),
    }
}

pub(crate) fn is_empty(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(elements(call, args[0])?.is_empty()))
}

pub(crate) fn is_singleton(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(counted(call, args[0])?.len() == 1))
}

pub(crate) fn map(call: &Call<'_>, args: &[&Datum]) -> Given {
    let elements = elements(call, args[1])?.iter();
    let images: Result<Vec<Datum>, Unknown> =
        elements.map(|element| functions::value(call, args[0], &[element])).collect();
    images.map(Datum::set)
}

/// The elements that fulfil a predicate.
fn fulfilling(call: &Call<'_>, args: &[&Datum]) -> Result<Vec<Datum>, Unknown> {
    let mut kept = Vec::new();
    for element in elements(call, args[1])? {
        if functions::value(call, args[0], &[element])? == Datum::Bool(true) {
            kept.push(element.clone());
        }
    }
    Ok(kept)
}

pub(crate) fn filter(call: &Call<'_>, args: &[&Datum]) -> Given {
    fulfilling(call, args).map(Datum::set)
}

pub(crate) fn all(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(fulfilling(call, args)?.len() == elements(call, args[1])?.len()))
}

pub(crate) fn some(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(!fulfilling(call, args)?.is_empty()))
}

/// The order is left open, so the result is told if it does not matter: for one element at most.
pub(crate) fn fold(call: &Call<'_>, args: &[&Datum]) -> Given {
    match elements(call, args[2])? {
        [] => Ok(args[1].clone()),
        [only] => functions::value(call, args[0], &[only, args[1]]),
        _ => Err(call.open(args)),
    }
}
