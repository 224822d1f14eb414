//! What can be put in the place of a term of a sort: operators that give the sort, with arguments of sorts that the seed has.

use std::sync::Arc;

use murxla_api::{Fold, Op, Sort, applications_over};

use super::OfSeed;
use super::signatures::Signatures;
use crate::mutate::Repertoire;
use crate::mutate::chain::Pool;
use crate::rng::Rng;

/// One way to make a term.
#[derive(Clone, Debug)]
pub(in crate::mutate) enum Choice {
    /// A term of the seed.
    Same,
    /// An application.
    Apply {
        /// The operator.
        op: &'static Op,
        /// How it may have more arguments.
        fold: Fold,
        /// Sorts that are given explicitly.
        sorts: Box<[Sort]>,
        /// Names that are given explicitly.
        names: Box<[Arc<str>]>,
        /// The numbers of the sorts of its arguments.
        args: Arc<[usize]>,
        /// Whether it has indices, which are to be drawn.
        indexed: bool,
    },
}

/// The choices for each sort, found when they are needed first.
pub(in crate::mutate) struct Choices {
    signatures: Option<Signatures>,
    by_sort: Vec<Option<Box<[Choice]>>>,
}

/// Of an operator there are at most so many ways: one that takes any sort is not to be drawn more often than others.
const MOST_WAYS: usize = 8;

impl Choices {
    /// Those of the rows, or of a file.
    pub(in crate::mutate) fn new(signatures: Option<Signatures>) -> Choices {
        Choices { signatures, by_sort: Vec::new() }
    }

    /// The choices for a sort, which has this number.
    pub(in crate::mutate) fn giving(
        &mut self,
        number: usize,
        sort: &Sort,
        pool: &Pool,
        may: &Repertoire,
        rng: &mut Rng,
    ) -> &[Choice] {
        if self.by_sort.len() <= number {
            self.by_sort.resize_with(number + 1, || None);
        }
        let signatures = &self.signatures;
        self.by_sort[number].get_or_insert_with(|| match signatures {
            Some(signatures) => signatures.choices(sort, pool, may),
            None => of_rows(sort, pool, may, rng),
        })
    }
}

fn of_rows(sort: &Sort, pool: &Pool, may: &Repertoire, rng: &mut Rng) -> Box<[Choice]> {
    let mut choices = vec![Choice::Same];
    for op in may.operators() {
        if !op.heads().result.contains(sort.kind()) || NEVER.contains(&op.key) {
            continue;
        }
        let begin = choices.len();
        let draw = &mut OfSeed { pool, rng };
        applications_over(op, sort, &pool.list, draw, &mut |drawn| {
            let args: Option<Arc<[usize]>> =
                drawn.args.iter().map(|one| pool.number(one)).collect();
            let Some(args) = args else { return };
            choices.push(Choice::Apply {
                op,
                fold: op.fold,
                sorts: drawn.sorts.into(),
                names: drawn.names.into(),
                args,
                indexed: op.index_count() > 0 && drawn.indices.is_empty(),
            });
        });
        // Some of them, evenly.
        while choices.len() - begin > MOST_WAYS {
            let at = begin + rng.below((choices.len() - begin) as u64) as usize;
            choices.swap_remove(at);
        }
    }
    choices.into()
}

/// Operators that are not applied here: they want literals of a form of their own, or functions as arguments.
const NEVER: [&str; 3] = ["OP_RE_RANGE", "OP_HO_APPLY", "OP_RE_LOOP"];
