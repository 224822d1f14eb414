//! Preparation: a trace as it is played on a solver that it was not made for.
//!
//! Traces of scripts, of other solvers and by hand do not say what a solver demands beside SMT-LIB, and use operators that
//! its API lacks. Whoever plays a trace prepares it first, so that a script does the same wherever it is run, replayed or
//! reduced.

mod higher_order;
mod lower;

use std::borrow::Cow;
use std::collections::BTreeSet;

use murxla_api::{ActionKind, Demand, Profile, SortShape, StandardOption, Theory, base_action};

use higher_order::HigherOrderLogic;
use lower::Lowering;

use crate::trace::{Call, CallArg, Header, Operator, PREPARATION, SortName};

/// The calls that are played on a solver. Those that a trace does not have are [marked](Call::is_added).
#[derive(Clone, Debug)]
pub struct Prepared<'t>(Cow<'t, [Call]>);

impl<'t> Prepared<'t> {
    /// The calls of a trace with this header for this solver. What was made for the solver stays as it is. Other calls get
    /// logics that say that functions are terms, if they are and the solver demands it; at the beginning the options that
    /// the solver demands for their theories, unless they are set; and operators that the solver has for those that it
    /// lacks, where they can say the same.
    pub fn new(
        header: &Header,
        calls: &'t [Call],
        solver: &str,
        profile: &Profile,
    ) -> Prepared<'t> {
        let as_it_stands = Prepared(Cow::Borrowed(calls));
        if header.is_for(solver) {
            return as_it_stands;
        }
        let logic = HigherOrderLogic::demanded(calls, profile);
        let options = demanded_options(calls, profile);
        let Some(set_option) = base_action("set-option") else { return as_it_stands };
        let mut lowering = Lowering::needed(calls, profile);
        if logic.is_none() && options.is_empty() && lowering.is_none() {
            return as_it_stands;
        }
        let mut prepared = Prepared(Cow::Owned(Vec::with_capacity(calls.len() + options.len())));
        for (number, call) in calls.iter().enumerate() {
            let lowered = lowering.as_mut().map_or_else(Vec::new, |one| one.lowered(call));
            match (lowered.split_last(), &logic) {
                (Some((last, before)), _) => {
                    before.iter().for_each(|call| prepared.add(call.clone()));
                    prepared.push(last.clone());
                }
                (None, Some(logic)) => prepared.push(logic.in_call(call)),
                (None, None) => prepared.push(call.clone()),
            }
            if !matches!(call.action.kind(), ActionKind::New | ActionKind::Reset) {
                continue;
            }
            for option in &options {
                let args = vec![CallArg::Text((*option).into()), CallArg::Text("true".into())];
                prepared.add(Call::new(0, set_option, args));
            }
            if let Some(call) = logic.as_ref().and_then(|one| one.set_before(&calls[number + 1..]))
            {
                prepared.add(call);
            }
        }
        prepared
    }

    fn push(&mut self, call: Call) {
        self.0.to_mut().push(call);
    }

    fn add(&mut self, mut call: Call) {
        call.asked_by = Some(PREPARATION.into());
        self.push(call);
    }

    /// The calls, in their order.
    pub fn calls(&self) -> &[Call] {
        &self.0
    }
}

/// The options that a solver demands for the theories of calls that do not set them.
fn demanded_options<'p>(calls: &[Call], profile: &'p Profile) -> BTreeSet<&'p str> {
    let theories = theories(calls);
    let set: BTreeSet<&str> = calls.iter().filter_map(option_of).collect();
    profile
        .demands()
        .filter_map(|demand| match demand {
            Demand::Option(theory, option) if theories.contains(&theory) => Some(option),
            _ => None,
        })
        .filter(|option| !set.contains(option) && StandardOption::from_key(option).is_none())
        .collect()
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
