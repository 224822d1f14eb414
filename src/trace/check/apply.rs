//! Checks applications of operators and binders.

use murxla_api::{ApplicationSorts, Op, Sort, binder_sort, higher_order_sort_of};

use super::context::{Context, Effect};
use super::{Free, OwnRows, Problem, TermFacts};
use crate::trace::{Applied, Name, Operator, TermName};

/// Operators that the original writes with the collection in front, where SMT-LIB has it behind.
const COLLECTION_FIRST: &[&str] = &["OP_SET_INSERT", "OP_SET_MEMBER", "OP_BAG_COUNT", "OP_BAG_MAP"];

/// Whether the first argument may have to go to the end.
pub fn may_be_rotated(op: &Op) -> bool {
    COLLECTION_FIRST.contains(&op.key)
}

impl Context {
    pub(super) fn applied(
        &self,
        applied: &Applied,
        rets: &[Name],
        own: &dyn OwnRows,
    ) -> Result<Effect, Problem> {
        let mut sorts = Vec::with_capacity(applied.sorts.len());
        let mut known = true;
        for name in &applied.sorts {
            match self.sort(*name)? {
                Some(sort) => sorts.push(sort.clone()),
                None => known = false,
            }
        }
        let mut args = Vec::with_capacity(applied.args.len());
        let mut free = Free::None;
        for name in applied.args.iter().chain(applied.patterns.iter().flatten()) {
            free = free.union(&self.term(*name)?.free);
        }
        for name in &applied.args {
            match &self.term(*name)?.sort {
                Some(sort) => args.push(sort.clone()),
                None => known = false,
            }
        }
        let bound = self.bound_by(applied)?;
        let free = free.without(bound);
        let op = match &applied.operator {
            Operator::Binder(_) => None,
            Operator::Base(op) => Some(*op),
            Operator::Own(key) => match own.operator(key) {
                Some(op) => Some(op),
                None => {
                    let sort = self.returned_sort(rets);
                    return Ok(Effect::Term(TermFacts { sort, free, variable: false }));
                }
            },
        };
        let mut rotated = false;
        let sort = match (&applied.operator, op) {
            _ if !known => self.returned_sort(rets),
            (Operator::Binder(binder), _) => {
                let (vars, bodies) = args.split_at(bound.len().min(args.len()));
                Some(binder_sort(*binder, vars, bodies).map_err(Problem::IllSorted)?)
            }
            (_, Some(op)) => {
                let (sort, turned) = application_sort(op, applied, &sorts, args)?;
                rotated = turned;
                Some(sort)
            }
            (_, None) => None,
        };
        if let Some(sort) = &sort {
            self.require_legal(sort)?;
        }
        let facts = TermFacts { sort, free, variable: false };
        Ok(if rotated { Effect::RotatedTerm(facts) } else { Effect::Term(facts) })
    }

    /// The variables that it binds, which must be such.
    fn bound_by<'a>(&self, applied: &'a Applied) -> Result<&'a [TermName], Problem> {
        let bound: &[TermName] = match &applied.operator {
            Operator::Binder(binder) => match applied.bound(*binder) {
                Some((vars, _)) => vars,
                None => return Err(Problem::Arguments(binder.key().to_owned())),
            },
            Operator::Base(op) if op.key == "OP_DT_MATCH_BIND_CASE" => {
                applied.args.split_last().map_or(&[], |(_, vars)| vars)
            }
            _ => &[],
        };
        self.require_variables(bound)?;
        Ok(bound)
    }

    /// The sort that the trace names for a term, if it is a known one.
    fn returned_sort(&self, rets: &[Name]) -> Option<Sort> {
        rets.iter().find_map(|name| match name {
            Name::Sort(name) => self.sort(*name).ok().flatten().cloned(),
            Name::Term(_) => None,
        })
    }
}

/// The sort, and whether the first argument must go to the end for it.
fn application_sort(
    op: &Op,
    applied: &Applied,
    sorts: &[Sort],
    mut args: Vec<Sort>,
) -> Result<(Sort, bool), Problem> {
    let names: Vec<&str> = applied.names.iter().map(|name| &**name).collect();
    let sort = |args: &[Sort]| {
        let application =
            ApplicationSorts { sorts, names: &names, indices: &applied.indices, args };
        higher_order_sort_of(op, &application)
    };
    match sort(&args) {
        Ok(sort) => Ok((sort, false)),
        Err(error) if may_be_rotated(op) && !args.is_empty() => {
            args.rotate_left(1);
            sort(&args).map(|sort| (sort, true)).map_err(|_| error.into())
        }
        Err(error) => Err(error.into()),
    }
}
