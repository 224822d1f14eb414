//! What a solver demands of a trace that was not made for it.

use std::collections::BTreeSet;

use murxla_api::{ActionKind, Demand, Profile, SortShape, StandardOption, Theory, base_action};

use super::higher_order::with_higher_order_logic;
use crate::trace::{Call, CallArg, Operator, SortName, Trace};

/// The trace with what its solver demands and a script, which is not written for one solver, does not say: a logic for
/// functions as terms, and at the beginning the options for its theories, unless it sets them itself.
pub fn with_demands(trace: &Trace, profile: &Profile) -> Trace {
    with_demanded_options(&with_higher_order_logic(trace, profile), profile)
}

fn with_demanded_options(trace: &Trace, profile: &Profile) -> Trace {
    let theories = theories(&trace.calls);
    let set: BTreeSet<&str> = trace.calls.iter().filter_map(option_of).collect();
    let demanded: BTreeSet<&str> = profile
        .demands()
        .filter_map(|demand| match demand {
            Demand::Option(theory, option) if theories.contains(&theory) => Some(option),
            _ => None,
        })
        .filter(|option| !set.contains(option) && StandardOption::from_key(option).is_none())
        .collect();
    let Some(action) = base_action("set-option") else { return trace.clone() };
    let mut calls = Vec::with_capacity(trace.calls.len() + demanded.len());
    for call in &trace.calls {
        calls.push(call.clone());
        if matches!(call.action.kind(), ActionKind::New | ActionKind::Reset) {
            for option in &demanded {
                let args = vec![CallArg::Text((*option).into()), CallArg::Text("true".into())];
                calls.push(Call::new(0, action, args));
            }
        }
    }
    Trace { header: trace.header.clone(), calls }
}

fn option_of(call: &Call) -> Option<&str> {
    match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::SetOption, [CallArg::Text(name), _]) => Some(name),
        _ => None,
    }
}

/// The theories that calls use, by operators and sorts.
fn theories(calls: &[Call]) -> BTreeSet<Theory> {
    let mut theories = BTreeSet::new();
    for arg in calls.iter().flat_map(|call| &call.args) {
        match arg {
            CallArg::Applied(applied) => {
                if let Operator::Base(op) = applied.operator {
                    theories.insert(op.theory);
                }
            }
            CallArg::Shape(shape) => theories.extend(theory_of(shape)),
            _ => {}
        }
    }
    theories
}

fn theory_of(shape: &SortShape<SortName>) -> Option<Theory> {
    match shape {
        SortShape::FloatingPoint(..) | SortShape::RoundingMode => Some(Theory::FloatingPoint),
        SortShape::Array(..) => Some(Theory::Arrays),
        SortShape::String | SortShape::RegLan => Some(Theory::Strings),
        SortShape::Seq(_) => Some(Theory::Sequences),
        SortShape::Set(_) => Some(Theory::Sets),
        SortShape::Bag(_) => Some(Theory::Bags),
        _ => None,
    }
}
