//! Functions as values.

use super::table::{Table, key};
use super::{Call, Datum, Unknown};

type Given = Result<Datum, Unknown>;

/// The value of a function.
pub(super) fn value(call: &Call<'_>, function: &Datum, args: &[&Datum]) -> Given {
    let Datum::Function(table) = function else { return Err(call.ill_sorted()) };
    table.look_up(&key(args)).cloned()
}

pub(crate) fn apply(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (function, args) = args.split_first().ok_or_else(|| call.ill_sorted())?;
    value(call, function, args)
}

/// What is left is a function of the other arguments, if there are any.
pub(crate) fn apply_one(call: &Call<'_>, args: &[&Datum]) -> Given {
    let Datum::Function(table) = args[0] else { return Err(call.ill_sorted()) };
    let crate::SortShape::Fun(domain, _) = table.sort().shape() else {
        return Err(call.ill_sorted());
    };
    if domain.len() == 1 {
        return table.look_up(args[1]).cloned();
    }
    if !args[1].is_certain() {
        return Err(Unknown::cannot_tell("a key that may be one of several"));
    }
    let mut entries = Vec::new();
    for (keys, value) in table.entries() {
        let Datum::Tuple(keys) = keys else { return Err(call.ill_sorted()) };
        let (first, rest) = keys.split_first().ok_or_else(|| call.ill_sorted())?;
        if first == args[1] {
            let rest: Vec<&Datum> = rest.iter().collect();
            entries.push((key(&rest), value.clone()));
        }
    }
    let left = Table::new(call.result.clone(), table.default().clone(), entries)?;
    Ok(Datum::Function(left.into()))
}
