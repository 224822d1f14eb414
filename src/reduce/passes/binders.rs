//! Removes quantifiers: the body stands for the whole, with constants in place of the variables.

use murxla_api::{Binder, base_action};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, Name, Operator};

/// Removes quantifiers: their variables become constants.
pub(super) struct Binders;

impl TracePass for Binders {
    fn name(&self) -> &'static str {
        "binders"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let edit = if round == 0 { unbound } else { universal };
        typed.calls().rev().filter_map(|(at, call)| edit(typed, at, call)).collect()
    }
}

fn unbound(typed: &Typed<'_>, at: usize, _: &Call) -> Option<Edit> {
    let applied = typed.applied_at(at)?;
    let Operator::Binder(binder @ (Binder::Forall | Binder::Exists)) = applied.operator else {
        return None;
    };
    if at == typed.last() {
        return None;
    }
    let (vars, bodies) = applied.bound(binder)?;
    let mut changes = vec![(at, Change::Alias(Name::Term(*bodies.first()?)))];
    for var in vars {
        let maker = typed.maker(*var)?;
        let made = typed.call(maker);
        let constant = Call::new(made.seed, base_action("mk-const")?, made.args.clone());
        changes.push((maker, Change::Become(constant.returning(made.rets.clone()))));
    }
    Some(Edit::of(changes))
}

/// Of the two quantifiers `forall` is the simpler one.
fn universal(typed: &Typed<'_>, at: usize, call: &Call) -> Option<Edit> {
    let applied = typed.applied_at(at)?;
    let Operator::Binder(Binder::Exists) = applied.operator else { return None };
    let mut other = applied.clone();
    other.operator = Operator::Binder(Binder::Forall);
    let other = Call { args: vec![CallArg::Applied(Box::new(other))], ..call.clone() };
    Some(Edit::one(at, Change::Become(other)))
}
