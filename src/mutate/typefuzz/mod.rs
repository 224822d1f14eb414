//! TypeFuzz: generative type-aware mutation. An occurrence of a term is replaced by an operator, of the same sort, that is applied to
//! terms of the seed.
//!
//! The operators are those of the rows, or those of a file with signatures ([`signatures`]). Arguments come from the seed as it was
//! before the first mutation, and each must be locally compatible: its free variables are bound where it is put.

pub(super) mod choices;
mod signatures;

use murxla_api::{Draw, Fold, Sort, SortKind};

use self::choices::{Choice, Choices};
use self::signatures::Signatures;
use super::chain::{Chain, MOST_TERMS, Pool, TRIES};
use super::{
    ConfigurationError, Mutant, Mutants, Mutator, Needs, Promise, Repertoire, Seed, Unusable,
};
use crate::rng::Rng;
use crate::smt::{Head, OpRow, Term};

/// Operators of the rows are applied to terms of the seed.
pub(super) static TYPEFUZZ: TypeFuzz = TypeFuzz { signatures: None };

/// The technique.
pub(super) struct TypeFuzz {
    /// What a file says can be applied.
    signatures: Option<Signatures>,
}

impl Mutator for TypeFuzz {
    fn name(&self) -> &'static str {
        "typefuzz"
    }

    fn about(&self) -> &'static str {
        "puts new applications of operators to terms of the seed in the places of others"
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }

    fn makes_chains(&self) -> bool {
        true
    }

    fn configured(&self, text: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        Ok(Box::new(TypeFuzz { signatures: Some(Signatures::parse(text)?) }))
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        let chain = Chain::of(seed, may)?;
        let pool = Pool::of(&chain.script, &chain.occurrences, &chain.roots);
        let choices = Choices::new(self.signatures.clone());
        let args = Vec::new();
        Ok(Box::new(Generated { first: chain.clone(), chain, pool, choices, args }))
    }
}

struct Generated {
    first: Chain,
    chain: Chain,
    pool: Pool,
    choices: Choices,
    /// Arguments of the application that is being made.
    args: Vec<Term>,
}

/// One application in so many has more arguments than it must, where it can.
const MORE_ARGUMENTS: u64 = 4;

impl Generated {
    /// A term for the place that was drawn last (Algorithm 2, GetReplacee), and what it is.
    fn replacee(&mut self, old: Term, rng: &mut Rng) -> Option<(Term, String)> {
        let sort = self.chain.script.graph.sort_number(old);
        let Generated { choices, pool, chain, .. } = self;
        let list = choices.giving(sort, chain.script.graph.sort(old), pool, &chain.may, rng);
        let choice = rng.pick(list)?.clone();
        match choice {
            Choice::Same => {
                let (occurrences, scope) = (&chain.occurrences, &chain.place.scope);
                let new = pool.draw(sort, occurrences, scope, Some(old), rng)?;
                Some((new, "another term".to_owned()))
            }
            Choice::Apply { op, fold, sorts, names, args, indexed } => {
                self.arguments(old, op, &args, fold, rng)?;
                let graph = &mut self.chain.script.graph;
                let plain = sorts.is_empty() && names.is_empty() && !indexed;
                let new = match plain {
                    true => graph.apply(op, &self.args).ok()?,
                    false => {
                        let mut head =
                            Head { op: OpRow(op), sorts, names, indices: Box::default() };
                        if indexed {
                            let wanted = graph.sort(old).clone();
                            let sorts: Vec<Sort> =
                                self.args.iter().map(|arg| graph.sort(*arg).clone()).collect();
                            let draw = &mut OfSeed { pool: &self.pool, rng };
                            let indices = murxla_api::draw_indices(op, &wanted, &sorts, draw)?;
                            head.indices = indices.into();
                        }
                        graph.apply_head(head, &self.args).ok()?
                    }
                };
                let same_sort = graph.sort_number(new) == sort;
                let name = if op.symbol.is_empty() { op.key } else { op.symbol };
                same_sort.then(|| (new, name.to_owned()))
            }
        }
    }

    /// Draws arguments of these sorts.
    fn arguments(
        &mut self,
        old: Term,
        op: &murxla_api::Op,
        sorts: &[usize],
        fold: Fold,
        rng: &mut Rng,
    ) -> Option<()> {
        self.args.clear();
        let more = match fold {
            Fold::None => 0,
            _ if sorts.len() < 2 || rng.below(MORE_ARGUMENTS) != 0 => 0,
            _ => 1 + rng.below(2) as usize,
        };
        // Where more are folded, all have one sort; what takes others is refused when it is typed.
        let last = sorts.last().copied();
        for (place, sort) in
            sorts.iter().copied().chain(last.into_iter().cycle().take(more)).enumerate()
        {
            let arg = if self.chain.may.wants_value(op, place) {
                self.pool.draw_value(sort, &self.chain.script.graph, rng)
            } else {
                let (occurrences, scope) = (&self.chain.occurrences, &self.chain.place.scope);
                self.pool.draw(sort, occurrences, scope, Some(old), rng)
            };
            self.args.push(arg?);
        }
        Some(())
    }
}

impl Mutants for Generated {
    fn begin_again(&mut self) {
        self.chain.restart(&self.first);
    }

    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        if self.chain.script.graph.len() > MOST_TERMS {
            self.begin_again();
        }
        self.chain.steps.clear();
        for _ in 0..TRIES {
            let (root, old) = self.chain.draw_place(rng)?;
            let Some((new, what)) = self.replacee(old, rng) else { continue };
            self.chain.occurrences.update(&self.chain.script.graph, &self.chain.may);
            if new != old && self.chain.put(root, new).is_ok() && self.chain.differs() {
                let sort = self.chain.script.graph.sort(old);
                self.chain.steps.push(format!("a term of sort {sort} → {what}"));
                let steps = self.chain.steps.clone();
                let lasting = self.chain.lasting(true);
                let promise = Promise::Nothing;
                return Some(Mutant { script: self.chain.script(), promise, steps, lasting });
            }
        }
        None
    }
}

/// Draws sorts of a seed.
struct OfSeed<'a> {
    pool: &'a Pool,
    rng: &'a mut Rng,
}

impl Draw for OfSeed<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.rng.below(bound)
    }

    fn sort(&mut self) -> Sort {
        let known = &self.pool.list;
        for _ in 0..8 {
            if let Some(sort) = self.rng.pick(known).filter(|sort| sort.is_first_class()) {
                return sort.clone();
            }
        }
        Sort::bool()
    }

    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        let fitting: Vec<&Sort> =
            self.pool.list.iter().filter(|sort| sort.kind() == kind).collect();
        self.rng.pick(&fitting).map(|sort| (*sort).clone())
    }

    fn width(&mut self) -> u32 {
        let sort = self.sort_of_kind(SortKind::BitVec);
        sort.and_then(|sort| sort.width()).unwrap_or(1)
    }

    fn max_width(&self) -> u32 {
        self.pool.list.iter().filter_map(Sort::width).max().unwrap_or(1)
    }
}
