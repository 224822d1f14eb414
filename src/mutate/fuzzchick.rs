//! FuzzChick: an occurrence of a term is replaced by another term of its sort from the seed. That is TypeFuzz without its rules that
//! make terms.

use super::chain::{Chain, MOST_TERMS, Pool, TRIES};
use super::{Mutant, Mutants, Mutator, Needs, Promise, Repertoire, Seed, Unusable};
use crate::rng::Rng;

/// Terms take the places of others.
pub(super) static FUZZCHICK: FuzzChick = FuzzChick;

/// The technique.
pub(super) struct FuzzChick;

impl Mutator for FuzzChick {
    fn name(&self) -> &'static str {
        "fuzzchick"
    }

    fn about(&self) -> &'static str {
        "puts terms of the seed in the places of others of the same sort"
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }

    fn makes_chains(&self) -> bool {
        true
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        let chain = Chain::of(seed, may)?;
        let pool = Pool::of(&chain.script, &chain.occurrences, &chain.roots);
        Ok(Box::new(Exchanges { first: chain.clone(), chain, pool }))
    }
}

struct Exchanges {
    first: Chain,
    chain: Chain,
    pool: Pool,
}

impl Mutants for Exchanges {
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
            let sort = self.chain.script.graph.sort_number(old);
            let (occurrences, scope) = (&self.chain.occurrences, &self.chain.place.scope);
            let Some(new) = self.pool.draw(sort, occurrences, scope, Some(old), rng) else {
                continue;
            };
            if self.chain.put(root, new).is_ok() && self.chain.differs() {
                self.chain.steps.push(format!(
                    "a term of sort {} → another one",
                    self.chain.script.graph.sort(old)
                ));
                let steps = self.chain.steps.clone();
                let lasting = self.chain.lasting(true);
                let promise = Promise::Nothing;
                return Some(Mutant { script: self.chain.script(), promise, steps, lasting });
            }
        }
        None
    }
}
