//! Datatypes and tuples.

use super::datum::Constructed;
use super::{Call, Datum, Unknown};
use crate::SortShape;

type Given = Result<Datum, Unknown>;

pub(crate) fn construct(call: &Call<'_>, args: &[&Datum]) -> Given {
    let name = call.names.first().ok_or_else(|| call.ill_sorted())?;
    let fields = args.iter().map(|arg| (*arg).clone()).collect();
    Datum::constructed(call.result.clone(), name.clone(), fields)
}

fn constructed<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a Constructed, Unknown> {
    match arg {
        Datum::Datatype(value) => Ok(value),
        _ => Err(call.ill_sorted()),
    }
}

/// The value, and the place of the named field in it; `None` if another constructor made it.
fn field<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<(&'a Constructed, Option<usize>), Unknown> {
    let value = constructed(call, arg)?;
    let ([constructor, selector], SortShape::Datatype(datatype, _)) =
        (call.names, value.sort.shape())
    else {
        return Err(call.ill_sorted());
    };
    if value.constructor != *constructor {
        return Ok((value, None));
    }
    let definition = datatype.constructor(constructor).ok_or_else(|| call.ill_sorted())?;
    let place = definition.fields.iter().position(|(name, _)| name == selector);
    Ok((value, Some(place.ok_or_else(|| call.ill_sorted())?)))
}

/// A selector of another constructor may give anything.
pub(crate) fn select(call: &Call<'_>, args: &[&Datum]) -> Given {
    match field(call, args[0])? {
        (value, Some(place)) => value.fields.get(place).cloned().ok_or_else(|| call.ill_sorted()),
        (_, None) => Err(call.open(args)),
    }
}

pub(crate) fn test(call: &Call<'_>, args: &[&Datum]) -> Given {
    let name = call.names.first().ok_or_else(|| call.ill_sorted())?;
    Ok(Datum::Bool(constructed(call, args[0])?.constructor == *name))
}

/// A value of another constructor stays as it is.
pub(crate) fn update(call: &Call<'_>, args: &[&Datum]) -> Given {
    match field(call, args[0])? {
        (value, Some(place)) => {
            let mut fields = value.fields.to_vec();
            *fields.get_mut(place).ok_or_else(|| call.ill_sorted())? = args[1].clone();
            Datum::constructed(value.sort.clone(), value.constructor.clone(), fields)
        }
        (_, None) => Ok(args[0].clone()),
    }
}

pub(crate) fn tuple(_: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Tuple(args.iter().map(|arg| (*arg).clone()).collect()))
}

fn elements<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [Datum], Unknown> {
    match arg {
        Datum::Tuple(elements) => Ok(elements),
        _ => Err(call.ill_sorted()),
    }
}

/// The elements at the places that the indices tell.
pub(super) fn chosen(call: &Call<'_>, elements: &[Datum]) -> Result<Vec<Datum>, Unknown> {
    let places = call.indices.iter();
    let chosen: Option<Vec<Datum>> =
        places.map(|place| elements.get(*place as usize).cloned()).collect();
    chosen.ok_or_else(|| call.ill_sorted())
}

pub(crate) fn tuple_select(call: &Call<'_>, args: &[&Datum]) -> Given {
    chosen(call, elements(call, args[0])?)?.pop().ok_or_else(|| call.ill_sorted())
}

pub(crate) fn tuple_update(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut elements = elements(call, args[0])?.to_vec();
    let place = call.indices.first().ok_or_else(|| call.ill_sorted())?;
    *elements.get_mut(*place as usize).ok_or_else(|| call.ill_sorted())? = args[1].clone();
    Ok(Datum::Tuple(elements.into()))
}

pub(crate) fn tuple_project(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Tuple(chosen(call, elements(call, args[0])?)?.into()))
}
