//! Applications: the one place where the meaning of a row is used.

use std::sync::Arc;

use super::{Datum, OpenCall, Unknown};
use crate::{Fold, Op, Sort, Typing};

/// What is known of an argument.
pub type Arg<'a> = Result<&'a Datum, &'a Unknown>;

/// What an operator means, as its row says.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// The row does not say it.
    Missing,
    /// A function of the values of its arguments.
    Strict(fn(&Call<'_>, &[&Datum]) -> Result<Datum, Unknown>),
    /// A function that may have a value although an argument has none.
    Lenient(fn(&[Arg<'_>]) -> Result<Datum, Unknown>),
    /// What it means depends on more than the values of its arguments; this says where it is evaluated.
    Elsewhere(&'static str),
    /// It cannot be told, for this reason.
    Unclear(&'static str),
}

/// An application, without its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The operator.
    pub op: &'static Op,
    /// Sorts given explicitly.
    pub sorts: &'a [Sort],
    /// Names given explicitly: members of datatypes.
    pub names: &'a [Arc<str>],
    /// Indices.
    pub indices: &'a [u32],
    /// The sort of the whole application; not that of its parts if it is folded.
    pub result: &'a Sort,
}

impl Call<'_> {
    /// The standard leaves open what this gives.
    pub fn open(&self, args: &[&Datum]) -> Unknown {
        let function = match self.names.last() {
            Some(member) => member.clone(),
            None => self.op.symbol.into(),
        };
        Unknown::Open(Arc::new(OpenCall {
            function,
            is_member: !self.names.is_empty(),
            indices: self.indices.into(),
            args: args.iter().map(|arg| (*arg).clone()).collect(),
            sort: self.result.clone(),
        }))
    }

    /// The arguments are of other sorts than the row says, which whoever types terms has excluded.
    pub fn ill_sorted(&self) -> Unknown {
        Unknown::cannot_tell(format!("{} on arguments of these sorts", self.op.key))
    }
}

/// What a model says of that which the standard leaves open.
pub trait Interpretation {
    /// The value of an open application, if the model has it.
    fn value(&self, call: &OpenCall) -> Option<Datum>;
}

/// A model that says nothing of what is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingKnown;

impl Interpretation for NothingKnown {
    fn value(&self, _: &OpenCall) -> Option<Datum> {
        None
    }
}

/// So many arguments are handed on without allocation.
const FEW: usize = 4;

/// The value of an application.
#[inline]
pub fn apply(
    call: &Call<'_>,
    args: &[Arg<'_>],
    model: &dyn Interpretation,
) -> Result<Datum, Unknown> {
    if call.op.fold != Fold::None && args.len() != base_arity(call.op) {
        return fold(call, args, model);
    }
    once(call, args, model)
}

/// What a row of the theories gives, for a row of a solver that means the same.
pub fn same_as(key: &str, call: &Call<'_>, args: &[&Datum]) -> Result<Datum, Unknown> {
    let op = crate::theory::operator(key).ok_or_else(|| call.ill_sorted())?;
    let args: Vec<Arg<'_>> = args.iter().map(|arg| Ok(*arg)).collect();
    apply(&Call { op, ..*call }, &args, &NothingKnown)
}

/// How many arguments the meaning of a row takes.
fn base_arity(op: &Op) -> usize {
    match &op.typing {
        Typing::Pattern(signature) => signature.args.len(),
        Typing::Rule { .. } => 2,
    }
}

/// The application of the meaning itself.
#[inline]
fn once(call: &Call<'_>, args: &[Arg<'_>], model: &dyn Interpretation) -> Result<Datum, Unknown> {
    match call.op.meaning {
        Meaning::Lenient(meaning) => meaning(args),
        Meaning::Strict(meaning) => {
            let given = if args.len() <= FEW {
                const NOTHING: Datum = Datum::Bool(false);
                let mut values: [&Datum; FEW] = [&NOTHING; FEW];
                for (value, arg) in values.iter_mut().zip(args) {
                    *value = (*arg).map_err(Unknown::clone)?;
                }
                meaning(call, &values[..args.len()])
            } else {
                let values: Result<Vec<&Datum>, &Unknown> = args.iter().copied().collect();
                meaning(call, &values.map_err(Unknown::clone)?)
            };
            match given {
                Err(Unknown::Open(open)) => model.value(&open).ok_or(Unknown::Open(open)),
                given => given,
            }
        }
        Meaning::Missing => {
            Err(Unknown::cannot_tell(format!("{} has no meaning yet", call.op.key)))
        }
        Meaning::Elsewhere(why) | Meaning::Unclear(why) => Err(Unknown::cannot_tell(why)),
    }
}

/// More arguments than the meaning takes.
fn fold(call: &Call<'_>, args: &[Arg<'_>], model: &dyn Interpretation) -> Result<Datum, Unknown> {
    let two = |a: Arg<'_>, b: Arg<'_>| once(call, &[a, b], model);
    let all = |pairs: &mut dyn Iterator<Item = (usize, usize)>| {
        let mut result = Ok(Datum::Bool(true));
        for (a, b) in pairs {
            match two(args[a], args[b]) {
                Ok(Datum::Bool(true)) => {}
                Ok(value) => return Ok(value),
                Err(unknown) => result = Err(unknown),
            }
        }
        result
    };
    match call.op.fold {
        _ if args.len() < 2 => once(call, args, model),
        Fold::LeftAssoc => {
            let mut result = two(args[0], args[1]);
            for arg in &args[2..] {
                result = two(result.as_ref(), *arg);
            }
            result
        }
        Fold::RightAssoc => {
            let last = args.len() - 1;
            let mut result = two(args[last - 1], args[last]);
            for arg in args[..last - 1].iter().rev() {
                result = two(*arg, result.as_ref());
            }
            result
        }
        Fold::Chainable => all(&mut (1..args.len()).map(|b| (b - 1, b))),
        Fold::Pairwise => all(&mut (1..args.len()).flat_map(|b| (0..b).map(move |a| (a, b)))),
        Fold::Variadic | Fold::None => once(call, args, model),
    }
}
