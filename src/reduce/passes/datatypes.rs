//! Drops datatypes, constructors and selectors.

use murxla_api::{DatatypeDef, FieldSort, SortShape};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::engine::Strategy;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, SortName};

/// Round 0: datatypes that no other one of the group mentions. Round 1: constructors. Round 2: selectors. Round 3: fields
/// get the sort of an earlier field, so that sorts are not needed any more.
pub(super) struct Datatypes;

impl TracePass for Datatypes {
    fn name(&self) -> &'static str {
        "datatypes"
    }

    fn rounds(&self) -> usize {
        4
    }

    fn strategy(&self, _: usize) -> Strategy {
        Strategy::Each
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let [CallArg::Datatypes(group)] = call.args.as_slice() else { continue };
            let mut places = Vec::new();
            for (datatype, definition) in group.iter().enumerate() {
                match round {
                    0 => places.push([datatype, 0, 0]),
                    1 => {
                        places.extend((0..definition.constructors.len()).map(|c| [datatype, c, 0]))
                    }
                    _ => {
                        for (number, constructor) in definition.constructors.iter().enumerate() {
                            let fields = 0..constructor.fields.len();
                            places.extend(fields.map(|field| [datatype, number, field]));
                        }
                    }
                }
            }
            let edit = |place: &[usize; 3]| match round {
                0 => without_datatype(at, call, group, place[0]),
                1 => without_constructor(at, call, group, *place),
                2 => without_field(typed, at, call, group, *place),
                _ => plain_field(at, call, group, *place),
            };
            edits.extend(places.iter().filter_map(edit));
        }
        edits
    }
}

type Group = [DatatypeDef<SortName>];

fn become_group(call: &Call, group: Vec<DatatypeDef<SortName>>) -> Change {
    Change::Become(Call { args: vec![CallArg::Datatypes(group)], ..call.clone() })
}

/// The field without a datatype, numbers of later ones shifted; `None` if it mentions it.
fn shifted(field: &FieldSort<SortName>, gone: usize) -> Option<FieldSort<SortName>> {
    Some(match field {
        FieldSort::Member(number, _) if *number == gone => return None,
        FieldSort::Member(number, args) => {
            let args: Option<Vec<_>> = args.iter().map(|arg| shifted(arg, gone)).collect();
            FieldSort::Member(if *number > gone { number - 1 } else { *number }, args?)
        }
        FieldSort::Instance(generic, args) => {
            let args: Option<Vec<_>> = args.iter().map(|arg| shifted(arg, gone)).collect();
            FieldSort::Instance(*generic, args?)
        }
        FieldSort::Nested(shape) => {
            let shape = shape.try_map(|part| shifted(part, gone).ok_or(()));
            FieldSort::Nested(Box::new(shape.ok()?))
        }
        other => other.clone(),
    })
}

fn without_datatype(at: usize, call: &Call, group: &Group, gone: usize) -> Option<Edit> {
    if group.len() < 2 {
        return None;
    }
    let mut left = group.to_vec();
    left.remove(gone);
    for constructor in left.iter_mut().flat_map(|definition| &mut definition.constructors) {
        for (_, field) in &mut constructor.fields {
            *field = shifted(field, gone)?;
        }
    }
    let mut rets = call.rets.clone();
    if gone < rets.len() {
        rets.remove(gone);
    }
    let new = Call { args: vec![CallArg::Datatypes(left)], rets, ..call.clone() };
    Some(Edit::one(at, Change::Become(new)))
}

fn without_constructor(at: usize, call: &Call, group: &Group, place: [usize; 3]) -> Option<Edit> {
    let mut group = group.to_vec();
    let constructors = &mut group.get_mut(place[0])?.constructors;
    if constructors.len() < 2 {
        return None;
    }
    constructors.remove(place[1]);
    Some(Edit::one(at, become_group(call, group)))
}

fn without_field(
    typed: &Typed<'_>,
    at: usize,
    call: &Call,
    group: &Group,
    place: [usize; 3],
) -> Option<Edit> {
    let mut left = group.to_vec();
    let constructor = left.get_mut(place[0])?.constructors.get_mut(place[1])?;
    constructor.fields.remove(place[2]);
    let name = constructor.name.clone();
    let datatype = group.get(place[0])?.name.clone();
    let mut changes = vec![(at, become_group(call, left))];
    for (user, _) in typed.calls().skip(at) {
        let Some(applied) = typed.applied_at(user) else { continue };
        let makes = applied.operator.key() == "OP_DT_APPLY_CONS"
            && applied.names.first().is_some_and(|used| **used == *name)
            && typed.sort_at(user).is_some_and(|sort| {
                matches!(sort.shape(), SortShape::Datatype(one, _) if *one.name() == *datatype)
            });
        if makes {
            changes.push((user, Change::Without(0, place[2])));
        }
    }
    Some(Edit::of(changes))
}

fn plain_field(at: usize, call: &Call, group: &Group, place: [usize; 3]) -> Option<Edit> {
    let first = group.iter().flat_map(|definition| &definition.constructors);
    let mut sorts =
        first.flat_map(|constructor| &constructor.fields).filter_map(|(_, field)| match field {
            FieldSort::Sort(name) => Some(*name),
            _ => None,
        });
    let plain = FieldSort::Sort(sorts.next()?);
    let mut group = group.to_vec();
    let constructor = group.get_mut(place[0])?.constructors.get_mut(place[1])?;
    let (_, field) = constructor.fields.get_mut(place[2])?;
    if *field == plain {
        return None;
    }
    *field = plain;
    Some(Edit::one(at, become_group(call, group)).strictly())
}
