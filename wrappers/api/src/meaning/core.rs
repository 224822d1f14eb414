//! Core: Kleene's logic, equality, choice.

use super::apply::Arg;
use super::{Call, Datum, Unknown, equality};

/// The truth values of two arguments; the first unknown is kept.
fn kleene(args: &[Arg<'_>], absorbing: bool) -> Result<Datum, Unknown> {
    let mut unknown = None;
    for arg in args {
        match arg {
            Ok(Datum::Bool(value)) if *value == absorbing => return Ok(Datum::Bool(absorbing)),
            Ok(_) => {}
            Err(why) => {
                unknown.get_or_insert(*why);
            }
        }
    }
    match unknown {
        Some(why) => Err(why.clone()),
        None => Ok(Datum::Bool(!absorbing)),
    }
}

fn truth(call: &Call<'_>, arg: &Datum) -> Result<bool, Unknown> {
    arg.as_bool().ok_or_else(|| call.ill_sorted())
}

pub(crate) fn not(call: &Call<'_>, args: &[&Datum]) -> Result<Datum, Unknown> {
    Ok(Datum::Bool(!truth(call, args[0])?))
}

pub(crate) fn and(args: &[Arg<'_>]) -> Result<Datum, Unknown> {
    kleene(args, false)
}

pub(crate) fn or(args: &[Arg<'_>]) -> Result<Datum, Unknown> {
    kleene(args, true)
}

pub(crate) fn xor(call: &Call<'_>, args: &[&Datum]) -> Result<Datum, Unknown> {
    Ok(Datum::Bool(truth(call, args[0])? != truth(call, args[1])?))
}

pub(crate) fn implies(args: &[Arg<'_>]) -> Result<Datum, Unknown> {
    match args {
        [Ok(Datum::Bool(false)), _] | [_, Ok(Datum::Bool(true))] => Ok(Datum::Bool(true)),
        [Ok(Datum::Bool(true)), conclusion] => conclusion.cloned().map_err(Unknown::clone),
        [Err(why), _] => Err((*why).clone()),
        _ => Err(Unknown::cannot_tell("an implication of something else")),
    }
}

pub(crate) fn equal(_: &Call<'_>, args: &[&Datum]) -> Result<Datum, Unknown> {
    equality::equal(args[0], args[1]).map(Datum::Bool)
}

pub(crate) fn distinct(_: &Call<'_>, args: &[&Datum]) -> Result<Datum, Unknown> {
    equality::equal(args[0], args[1]).map(|equal| Datum::Bool(!equal))
}

pub(crate) fn if_then_else(args: &[Arg<'_>]) -> Result<Datum, Unknown> {
    match args {
        [Ok(Datum::Bool(true)), chosen, _] | [Ok(Datum::Bool(false)), _, chosen] => {
            chosen.cloned().map_err(Unknown::clone)
        }
        // Whatever the condition is.
        [Err(_), Ok(one), Ok(other)] if one == other => Ok((*one).clone()),
        [Err(why), ..] => Err((*why).clone()),
        _ => Err(Unknown::cannot_tell("a choice by something else")),
    }
}
