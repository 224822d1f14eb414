//! Drops arguments of functions, in their sorts and in all their applications.

use murxla_api::{ActionKind, Sort, SortShape};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, Name, Operator};

/// Drops arguments of functions: of declared ones in the first round, of defined ones in the second. A function whose
/// only argument goes becomes a constant.
pub(super) struct Functions;

impl TracePass for Functions {
    fn name(&self) -> &'static str {
        "functions"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn strategy(&self, _: usize) -> crate::reduce::engine::Strategy {
        crate::reduce::engine::Strategy::Each
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            match call.args.as_slice() {
                [CallArg::Shape(SortShape::Fun(domain, codomain))] if round == 0 => {
                    let Some(sort) = typed.sorts_at(at).first() else { continue };
                    let last = match domain.as_slice() {
                        [_] => Some(Change::Alias(Name::Sort(*codomain))),
                        _ => None,
                    };
                    for place in 0..domain.len() {
                        let mut domain = domain.clone();
                        domain.remove(place);
                        let shape = SortShape::Fun(domain, *codomain);
                        let shorter = Call { args: vec![CallArg::Shape(shape)], ..call.clone() };
                        let change = last.clone().unwrap_or(Change::Become(shorter));
                        let is_alias = last.is_some();
                        edits.push(with_applications(typed, sort, place, is_alias, (at, change)));
                    }
                }
                [CallArg::Text(_), CallArg::Terms(vars), CallArg::Term(_)]
                    if round == 1 && call.action.kind() == ActionKind::MkFun && vars.len() > 1 =>
                {
                    let Some(sort) = typed.sort_at(at) else { continue };
                    edits.extend((0..vars.len()).map(|place| {
                        let change = (at, Change::Without(1, place));
                        with_applications(typed, sort, place, false, change).strictly()
                    }));
                }
                _ => {}
            }
        }
        edits
    }
}

/// A change with the same change of all applications of functions of this sort.
fn with_applications(
    typed: &Typed<'_>,
    sort: &Sort,
    place: usize,
    is_alias: bool,
    change: (usize, Change),
) -> Edit {
    let mut changes = vec![change];
    for (at, _) in typed.calls() {
        let Some(applied) = typed.applied_at(at) else { continue };
        let applies = matches!(&applied.operator, Operator::Base(op) if op.key == "OP_UF_APPLY");
        let Some(function) = applied.args.first().filter(|_| applies) else { continue };
        if typed.sort_of(*function) != Some(sort) {
            continue;
        }
        changes.push(match is_alias {
            true => (at, Change::Alias(Name::Term(*function))),
            false => (at, Change::Without(0, place + 1)),
        });
    }
    Edit::of(changes)
}
