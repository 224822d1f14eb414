//! Mutation with a witness: other techniques mutate a seed that has a model, and what our evaluator still finds true under that
//! model is satisfiable, whatever the technique itself can promise.

use super::{Mutant, Mutants, Mutator, Needs, Promise, Repertoire, Seed, Unusable};
use crate::eval::{Assignment, Evaluator};
use crate::rng::Rng;
use crate::smt::{Command, Lasting, Script, Term};

/// Mutants that are true under the model of their seed.
pub(super) static WITNESS: Witnessed = Witnessed;

/// The technique.
pub(super) struct Witnessed;

/// The techniques that mutate.
static INNER: [&dyn Mutator; 5] = [
    &super::typefuzz::TYPEFUZZ,
    &super::opfuzz::OPFUZZ,
    &super::fuzzchick::FUZZCHICK,
    &super::rewriting::REWRITE,
    &super::sparrow::SPARROW,
];

impl Mutator for Witnessed {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn about(&self) -> &'static str {
        "mutates freely, and keeps what is still true under the model of the seed"
    }

    fn needs(&self) -> Needs {
        Needs::Values
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        let Some(model) = &seed.model else {
            return Err(Unusable("no values are known that make it true".to_owned()));
        };
        if seed.one_question().is_none() {
            return Err(Unusable("it asks more than one question".to_owned()));
        }
        let mut seed = (*seed).clone();
        // A technique that strengthens goes where truth is at stake.
        seed.status = None;
        let inner = INNER.iter().map(|_| None).collect();
        let (model, may) = (model.clone(), may.clone());
        let mut mutants = TrueOnes { model, seed, may, inner, failures: 0 };
        if !INNER.iter().enumerate().any(|(place, _)| mutants.open(place)) {
            return Err(Unusable("no technique can mutate it".to_owned()));
        }
        Ok(Box::new(mutants))
    }
}

struct TrueOnes {
    seed: Seed,
    model: Assignment,
    may: Repertoire,
    /// The mutants of each technique, if it was opened.
    inner: Vec<Option<Box<dyn Mutants>>>,
    /// How many mutants in a row were not true.
    failures: u32,
}

/// After so many mutants that are not true, chains begin anew with the seed.
const PATIENCE: u32 = 6;
/// So many steps are made to evaluate a mutant.
const STEPS: u64 = 100_000;

impl TrueOnes {
    fn open(&mut self, place: usize) -> bool {
        self.inner[place] = INNER[place].open(&[&self.seed], &self.may).ok();
        self.inner[place].is_some()
    }
}

impl Mutants for TrueOnes {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        let place = rng.below(INNER.len() as u64) as usize;
        // Whether a chain begins anew must not depend on anything but the draws before.
        if self.inner[place].is_none() && !self.open(place) {
            return None;
        }
        if self.failures >= PATIENCE {
            self.failures = 0;
            self.inner.iter_mut().flatten().for_each(|inner| inner.begin_again());
        }
        let Mutant { script, mut steps, lasting, .. } = self.inner[place].as_mut()?.draw(rng)?;
        if !is_true(script, &self.model) {
            self.failures += 1;
            return None;
        }
        self.failures = 0;
        steps.insert(0, INNER[place].name().to_owned());
        let promise = Promise::Witness(self.model.clone());
        // Each technique has graphs of its own, at most two.
        let lasting = Lasting { graph: 2 * place + lasting.graph, ..lasting };
        Some(Mutant { script, promise, steps, lasting })
    }
}

/// Whether everything that a script asserts is true under these values.
fn is_true(script: &Script, model: &Assignment) -> bool {
    let formulas: Vec<Term> = script
        .commands
        .iter()
        .filter(|one| matches!(one, Command::Assert(_) | Command::CheckSatAssuming(_)))
        .flat_map(Command::terms)
        .collect();
    let mut evaluator = Evaluator::new(&script.graph, model).with_budget(STEPS);
    let holds = |formula: &Term| {
        evaluator.evaluate(*formula).is_ok_and(|value| value.as_bool() == Some(true))
    };
    formulas.iter().all(holds)
}
