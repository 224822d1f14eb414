//! Drops elements of lists: arguments of n-ary operators, assumptions, terms whose values are asked for, what a
//! substitution replaces, variables and values of a let, patterns.

use murxla_api::{ActionKind, ArgKind};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::own_action::group;
use crate::trace::{Action, Call, CallArg, Operator};

/// Drops elements of lists; checks with assumptions become checks, named assertions assertions, in other passes.
pub(super) struct Arguments;

impl TracePass for Arguments {
    fn name(&self) -> &'static str {
        "arguments"
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        typed.calls().rev().flat_map(|(at, call)| shorter(typed, at, call)).collect()
    }
}

fn shorter(typed: &Typed<'_>, at: usize, call: &Call) -> Vec<Edit> {
    if let [CallArg::Applied(applied)] = call.args.as_slice() {
        let (first, least) = match &applied.operator {
            Operator::Base(op) if op.arity().1.is_none() => (0, op.arity().0.max(1)),
            Operator::Own(key) => match typed.target().own().operator(key) {
                Some(op) if op.arity().1.is_none() => (0, op.arity().0.max(1)),
                _ => return Vec::new(),
            },
            Operator::Binder(binder) => {
                return binder_edits(
                    at,
                    call,
                    applied.bound(*binder).map_or(0, |(vars, _)| vars.len()),
                );
            }
            Operator::Base(_) => return Vec::new(),
        };
        if applied.args.len() <= least {
            return Vec::new();
        }
        // The typing rule says which can go.
        let drop = |place| Edit::one(at, Change::Without(0, place)).strictly();
        return (first..applied.args.len()).rev().map(drop).collect();
    }
    let (row, args) = match &call.action {
        Action::Base(row) => (*row, call.args.clone()),
        Action::Own(name) => {
            let Some(row) = typed.target().own().action(name) else { return Vec::new() };
            let Some(args) = group(row, &call.args) else { return Vec::new() };
            (row, args)
        }
    };
    let mut edits = Vec::new();
    for (number, (kind, arg)) in row.args.iter().zip(&args).enumerate() {
        let length = match arg {
            CallArg::Terms(list) => list.len(),
            CallArg::Sorts(list) => list.len(),
            _ => 0,
        };
        let partner = row.args.get(number + 1);
        let has_partner =
            matches!(partner, Some(ArgKind::Replacements | ArgKind::SortReplacements));
        let is_partner = matches!(kind, ArgKind::Replacements | ArgKind::SortReplacements);
        let is_definition =
            matches!(call.action.kind(), ActionKind::MkFun | ActionKind::DefineRecFun);
        if length < 2 || is_partner || is_definition {
            continue;
        }
        for place in (0..length).rev() {
            let mut changes = vec![(at, Change::Without(number, place))];
            if has_partner {
                changes.push((at, Change::Without(number + 1, place)));
            }
            edits.push(Edit::of(changes).strictly());
        }
    }
    edits
}

/// Variables that need not be bound, and patterns.
fn binder_edits(at: usize, call: &Call, vars: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    if vars > 1 {
        let drop = |place| Edit::one(at, Change::Without(0, place)).strictly();
        edits.extend((0..vars).rev().map(drop));
    }
    if let [CallArg::Applied(applied)] = call.args.as_slice()
        && !applied.patterns.is_empty()
    {
        let mut plain = applied.clone();
        plain.patterns.clear();
        let plain = Call { args: vec![CallArg::Applied(plain)], ..call.clone() };
        edits.push(Edit::one(at, Change::Become(plain)));
    }
    edits
}
