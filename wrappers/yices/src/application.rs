//! Applications: which function builds one, and the call of it.

use murxla_api::{CallSeed, Op, SolverError, Sort};
use murxla_native::fold_arguments;

use crate::error::{count, term};
use crate::ffi::{call, term_t};
use crate::form::{Bound, Form, Way};

/// An application in native terms.
pub struct Call<'a> {
    /// The operator.
    pub op: &'static Op,
    /// The arguments.
    pub args: &'a [term_t],
    /// The indices.
    pub indices: &'a [u32],
    /// The second argument, if it is a constant to shift by.
    pub constant: Option<u32>,
}

impl Call<'_> {
    /// Whether this function can build the application.
    pub fn fits(&self, way: &Way, first: Option<&Sort>) -> bool {
        let length = self.args.len();
        let all_same = self.args.windows(2).all(|pair| pair[0] == pair[1]);
        let sort_fits = way.first.is_none_or(|kind| first.is_some_and(|sort| sort.kind() == kind));
        let takes_indices = match way.form {
            Form::Index(_) | Form::Rotation(_) | Form::Pair(_) | Form::Below(..) => 1,
            Form::Indices(_) => 2,
            _ => 0,
        };
        sort_fits
            && self.indices.len() == takes_indices
            && match way.form {
                Form::Unary(_) => length == 1,
                Form::Binary(_) => length == 2 || (length > 2 && self.op.arity() == (2, None)),
                Form::Ternary(_) => length == 3,
                Form::Quaternary(_) => length == 4,
                Form::Nary(_) | Form::Sum(_) => length > 0,
                Form::Index(_) | Form::Rotation(_) | Form::Below(..) => length == 1,
                Form::Indices(_) => length == 1,
                Form::Pair(_) => length == 2,
                Form::ByConstant(_) => self.constant.is_some(),
                Form::Square(_) => length == 2 && all_same,
                Form::Power(_) => length > 1 && all_same,
            }
    }

    /// Calls a function that fits.
    pub fn build(&self, form: Form, seed: &mut CallSeed) -> Result<term_t, SolverError> {
        match (form, self.args, self.indices) {
            (Form::Unary(function), [arg], _) => function(*arg),
            (Form::Binary(function), args, _) => {
                let conjunction = |parts: &[term_t]| {
                    let mut parts = parts.to_vec();
                    let length = count(parts.len())?;
                    term(call!(yices_and(length, parts.as_mut_ptr())))
                };
                fold_arguments(self.op.fold, args, function, conjunction)?
                    .ok_or_else(|| SolverError::Rejected("no arguments".to_owned()))
            }
            (Form::Ternary(function), [a, b, c], _) => function(*a, *b, *c),
            (Form::Quaternary(function), [a, b, c, d], _) => function(*a, *b, *c, *d),
            (Form::Nary(function), args, _) => function(args),
            (Form::Index(function), [arg], [index]) => function(*arg, *index),
            (Form::Indices(function), [arg], [first, second]) => function(*arg, *first, *second),
            (Form::Rotation(function), [arg], [index]) => {
                let width = width(*arg)?;
                let fits = width == 0 || *index <= width;
                function(*arg, if fits { *index } else { *index % width })
            }
            (Form::ByConstant(function), [arg, ..], _) => match self.constant {
                Some(amount) => function(*arg, amount),
                None => Err(SolverError::Broken("no amount to shift by".to_owned())),
            },
            (Form::Pair(function), [first, second], [index]) => function(*first, *second, *index),
            (Form::Below(bound, function), [arg], [index]) => {
                let bound = match bound {
                    Bound::Width => width(*arg)?,
                    Bound::WidthPlusOne => width(*arg)? + 1,
                    Bound::Number(bound) => bound,
                };
                function(*arg, index.checked_rem(bound).unwrap_or(*index))
            }
            (Form::Sum(function), args, []) => function(args, seed),
            (Form::Square(function), [arg, ..], _) => function(*arg),
            (Form::Power(function), [arg, ..], _) => function(*arg, count(self.args.len())?),
            _ => Err(SolverError::Broken(format!("{} was matched wrongly", self.op.key))),
        }
    }
}

/// The width of a bit-vector. 0 is Yices' way to say that the argument is none; the next call tells more.
fn width(arg: term_t) -> Result<u32, SolverError> {
    Ok(match call!(yices_term_is_bitvector(arg)) {
        0 => 0,
        _ => call!(yices_term_bitsize(arg)),
    })
}
