//! The two pools of STORM: formulas of the seed, and formulas that are constructed of both, each with its truth value.

use murxla_api::meaning::Datum;
use murxla_api::{Op, theory};

use super::{Bounds, fragments};
use crate::eval::{Assignment, Evaluator};
use crate::mutate::Unusable;
use crate::rng::Rng;
use crate::smt::{Graph, Script, Term};

/// A formula, its depth, and whether it is true.
type Known = (Term, u32, bool);

/// Formulas with their truth values.
pub(super) struct Pools {
    initial: Vec<Known>,
    constructed: Vec<Known>,
    bounds: Bounds,
    and: &'static Op,
    not: &'static Op,
}

/// So many steps are made for the truth of one formula.
const STEPS: u64 = 100_000;

/// In so many of ten cases a formula is one of the seed.
const INITIAL_OF_TEN: u64 = 3;

impl Pools {
    /// The formulas in a script whose truth under these values our evaluator can tell.
    pub(super) fn of(
        script: &Script,
        values: &Assignment,
        bounds: Bounds,
    ) -> Result<Pools, Unusable> {
        let mut evaluator = Evaluator::new(&script.graph, values).with_budget(STEPS);
        let known =
            fragments(script, bounds.depth).into_iter().filter_map(|(term, depth)| match evaluator
                .evaluate(term)
            {
                Ok(Datum::Bool(truth)) => Some((term, depth, truth)),
                _ => None,
            });
        let initial: Vec<Known> = known.collect();
        if initial.is_empty() {
            return Err(Unusable(
                "our evaluator can tell the truth of no formula in it".to_owned(),
            ));
        }
        let (Some(and), Some(not)) = (theory::operator("OP_AND"), theory::operator("OP_NOT"))
        else {
            return Err(Unusable("there is no conjunction".to_owned()));
        };
        Ok(Pools { initial, constructed: Vec::new(), bounds, and, not })
    }

    /// How many formulas of the seed there are.
    pub(super) fn initial_size(&self) -> usize {
        self.initial.len()
    }

    /// Draws from one of the pools (RandFormula).
    fn draw(&self, rng: &mut Rng) -> Option<Known> {
        let from_seed = self.constructed.is_empty() || rng.chance(INITIAL_OF_TEN, 10);
        rng.pick(if from_seed { &self.initial } else { &self.constructed }).copied()
    }

    /// Makes the second pool anew (phase 2 of Algorithm 1).
    pub(super) fn construct(&mut self, graph: &mut Graph, rng: &mut Rng) {
        self.constructed.clear();
        let wanted = self.bounds.constructed_for(self.initial.len());
        // Too deep ones are not kept: so that there is an end, so many are tried.
        for _ in 0..wanted * 8 {
            if self.constructed.len() >= wanted {
                break;
            }
            self.constructed.extend(self.new_formula(graph, rng));
        }
    }

    fn new_formula(&self, graph: &mut Graph, rng: &mut Rng) -> Option<Known> {
        let (one, depth, truth) = self.draw(rng)?;
        let new = if rng.chance(1, 2) {
            let (other, other_depth, other_truth) = self.draw(rng)?;
            let both = graph.apply(self.and, &[one, other]).ok()?;
            (both, depth.max(other_depth) + 1, truth && other_truth)
        } else {
            (graph.apply(self.not, &[one]).ok()?, depth + 1, !truth)
        };
        (new.1 <= self.bounds.depth).then_some(new)
    }

    /// A formula of the pools, or its negation, whichever is true.
    pub(super) fn true_formula(&self, graph: &mut Graph, rng: &mut Rng) -> Option<Term> {
        let (formula, _, truth) = self.draw(rng)?;
        match truth {
            true => Some(formula),
            false => graph.apply(self.not, &[formula]).ok(),
        }
    }
}
