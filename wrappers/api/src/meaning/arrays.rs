//! Arrays.

use super::table::Table;
use super::{Call, Datum, Unknown, limits};

type Given = Result<Datum, Unknown>;

pub(crate) fn select(call: &Call<'_>, args: &[&Datum]) -> Given {
    let Datum::Array(table) = args[0] else { return Err(call.ill_sorted()) };
    table.look_up(args[1]).cloned()
}

pub(crate) fn store(call: &Call<'_>, args: &[&Datum]) -> Given {
    let Datum::Array(table) = args[0] else { return Err(call.ill_sorted()) };
    limits::length(table.entries().len())?;
    Ok(Datum::Array(table.with(args[1], args[2])?.into()))
}

pub(crate) fn constant(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Array(Table::new(call.result.clone(), args[0].clone(), [])?.into()))
}
