//! Sequences, and the functions that they share with strings.

use num_bigint::BigInt;

use super::{Call, Datum, Unknown, equality, text};

type Given = Result<Datum, Unknown>;

impl From<text::TooLarge> for Unknown {
    fn from(_: text::TooLarge) -> Unknown {
        Unknown::TooLarge("a string, a sequence or a regular expression")
    }
}

pub(super) fn int(call: &Call<'_>, arg: &Datum) -> Result<BigInt, Unknown> {
    arg.to_big_int().ok_or_else(|| call.ill_sorted())
}

fn elements<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [Datum], Unknown> {
    match arg {
        Datum::Seq(elements) => Ok(elements),
        _ => Err(call.ill_sorted()),
    }
}

fn seq(elements: Vec<Datum>) -> Given {
    Ok(Datum::Seq(elements.into()))
}

/// Elements are compared as data, which must tell them apart for sure.
fn comparable<'a>(call: &Call<'_>, args: &[&'a Datum]) -> Result<Vec<&'a [Datum]>, Unknown> {
    let parts: Vec<&[Datum]> =
        args.iter().map(|arg| elements(call, arg)).collect::<Result<_, _>>()?;
    let arrays = |one: &&Datum| matches!(one, Datum::Array(_) | Datum::Function(_));
    let doubtful: Vec<&Datum> = parts.iter().copied().flatten().filter(arrays).collect();
    for (place, a) in doubtful.iter().enumerate() {
        for b in &doubtful[..place] {
            equality::equal(a, b)?;
        }
    }
    Ok(parts)
}

pub(crate) fn unit(_: &Call<'_>, args: &[&Datum]) -> Given {
    seq(vec![args[0].clone()])
}

pub(crate) fn concat(call: &Call<'_>, args: &[&Datum]) -> Given {
    seq(text::concat(&[elements(call, args[0])?, elements(call, args[1])?])?)
}

pub(crate) fn length(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(text::length(elements(call, args[0])?)))
}

pub(crate) fn extract(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (start, count) = (int(call, args[1])?, int(call, args[2])?);
    seq(text::extract(elements(call, args[0])?, &start, &count))
}

pub(crate) fn update(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (of, by) = (elements(call, args[0])?, elements(call, args[2])?);
    seq(text::update(of, &int(call, args[1])?, by))
}

pub(crate) fn at(call: &Call<'_>, args: &[&Datum]) -> Given {
    seq(text::at(elements(call, args[0])?, &int(call, args[1])?))
}

/// Outside of the sequence it is left open.
pub(crate) fn nth(call: &Call<'_>, args: &[&Datum]) -> Given {
    let element = text::nth(elements(call, args[0])?, &int(call, args[1])?);
    element.cloned().ok_or_else(|| call.open(args))
}

pub(crate) fn contains(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, args)?;
    Ok(Datum::Bool(text::contains(parts[0], parts[1])))
}

pub(crate) fn index_of(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, &args[..2])?;
    Ok(Datum::int(text::index_of(parts[0], parts[1], &int(call, args[2])?)))
}

pub(crate) fn replace(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, args)?;
    seq(text::replace(parts[0], parts[1], parts[2])?)
}

pub(crate) fn replace_all(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, args)?;
    seq(text::replace_all(parts[0], parts[1], parts[2])?)
}

pub(crate) fn reverse(call: &Call<'_>, args: &[&Datum]) -> Given {
    seq(text::reverse(elements(call, args[0])?))
}

pub(crate) fn prefix(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, args)?;
    Ok(Datum::Bool(text::is_prefix(parts[0], parts[1])))
}

pub(crate) fn suffix(call: &Call<'_>, args: &[&Datum]) -> Given {
    let parts = comparable(call, args)?;
    Ok(Datum::Bool(text::is_suffix(parts[0], parts[1])))
}
