//! Strings.

use super::sequences::int;
use super::{Call, Datum, Unknown, text};

type Given = Result<Datum, Unknown>;

pub(super) fn codes<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [u32], Unknown> {
    match arg {
        Datum::String(codes) => Ok(codes),
        _ => Err(call.ill_sorted()),
    }
}

pub(super) fn string(codes: Vec<u32>) -> Given {
    Ok(Datum::String(codes.into()))
}

pub(crate) fn concat(call: &Call<'_>, args: &[&Datum]) -> Given {
    string(text::concat(&[codes(call, args[0])?, codes(call, args[1])?])?)
}

pub(crate) fn length(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(text::length(codes(call, args[0])?)))
}

pub(crate) fn less(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::is_less(codes(call, args[0])?, codes(call, args[1])?)))
}

pub(crate) fn less_or_equal(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::is_less_or_equal(codes(call, args[0])?, codes(call, args[1])?)))
}

pub(crate) fn at(call: &Call<'_>, args: &[&Datum]) -> Given {
    string(text::at(codes(call, args[0])?, &int(call, args[1])?))
}

pub(crate) fn substring(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (start, count) = (int(call, args[1])?, int(call, args[2])?);
    string(text::extract(codes(call, args[0])?, &start, &count))
}

pub(crate) fn prefix(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::is_prefix(codes(call, args[0])?, codes(call, args[1])?)))
}

pub(crate) fn suffix(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::is_suffix(codes(call, args[0])?, codes(call, args[1])?)))
}

pub(crate) fn contains(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::contains(codes(call, args[0])?, codes(call, args[1])?)))
}

pub(crate) fn index_of(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (of, part) = (codes(call, args[0])?, codes(call, args[1])?);
    Ok(Datum::int(text::index_of(of, part, &int(call, args[2])?)))
}

pub(crate) fn replace(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (of, part, by) = (codes(call, args[0])?, codes(call, args[1])?, codes(call, args[2])?);
    string(text::replace(of, part, by)?)
}

pub(crate) fn replace_all(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (of, part, by) = (codes(call, args[0])?, codes(call, args[1])?, codes(call, args[2])?);
    string(text::replace_all(of, part, by)?)
}

pub(crate) fn is_digit(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(text::is_digit(codes(call, args[0])?)))
}

pub(crate) fn to_code(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(text::to_code(codes(call, args[0])?)))
}

pub(crate) fn from_code(call: &Call<'_>, args: &[&Datum]) -> Given {
    string(text::from_code(&int(call, args[0])?))
}

pub(crate) fn to_int(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(text::to_int(codes(call, args[0])?)?))
}

pub(crate) fn from_int(call: &Call<'_>, args: &[&Datum]) -> Given {
    string(text::from_int(&int(call, args[0])?)?)
}
