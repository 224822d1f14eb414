//! Answers, cores and failed assumptions of the truthful mock.

use murxla_api::{Answer, TermId};

use super::lie::Lie;
use super::node::{NodeId, Shape};
use super::search::{Decision, decide};
use super::{Asserted, TruthfulSolver, Values, twist};

/// Cores of more formulas are not made smaller.
const MOST_IN_CORE: usize = 10;

impl TruthfulSolver {
    /// The assertions that a check looks at.
    fn heeded(&self) -> Vec<Asserted> {
        let second =
            |place: usize| self.levels.iter().any(|height| height + 1 == place && *height <= place);
        let heeds = |(place, one): &(usize, &Asserted)| match self.lie {
            Some(Lie::IgnoresNamed) => !one.named,
            Some(Lie::IgnoresRepeatedLevel) => !second(*place),
            _ => true,
        };
        self.asserted.iter().enumerate().filter(heeds).map(|(_, one)| *one).collect()
    }

    pub(super) fn check(&mut self, assumed: Option<&[TermId]>) -> Answer {
        self.checks += 1;
        let mut assumptions = assumed.unwrap_or_default();
        match self.lie {
            Some(Lie::IgnoresAssumptions) => assumptions = &[],
            Some(Lie::IgnoresLastAssumption) if assumptions.len() > 1 => {
                assumptions = &assumptions[..assumptions.len() - 1];
            }
            _ => {}
        }
        let mut asked: Vec<NodeId> = self.heeded().iter().map(|one| one.node).collect();
        asked.extend(self.nodes_of(assumptions));
        let decision = decide(&self.nodes, &asked, self.lie);
        let is = |node: &NodeId, key: &str| matches!(&self.nodes[*node].shape, Shape::Apply(one) if one.op.key == key);
        let remembers = self.heard_xor && asked.iter().any(|node| is(node, "OP_IMPLIES"));
        self.heard_xor |= asked.iter().any(|node| is(node, "OP_XOR"));
        let answer = match self.answer(decision, asked.len(), assumed.is_some()) {
            Answer::Sat if remembers && self.lies(Lie::UnsatAfterXor) => Answer::Unsat,
            told => told,
        };
        if self.lies(Lie::AssumptionsStay) {
            for term in assumed.unwrap_or_default() {
                let node = self.node(*term);
                self.asserted.push(Asserted { term: *term, node, named: false });
            }
        }
        self.last = Some(answer);
        self.last_assumed = assumed.is_some();
        self.new_assertions = Some(0);
        self.inner.set_last(answer, assumed);
        answer
    }

    /// What is answered, and the model that goes with it.
    fn answer(&mut self, decision: Decision, asked: usize, assuming: bool) -> Answer {
        let (truth, model) = match decision {
            Decision::Sat(values) => (Answer::Sat, values),
            Decision::Unsat => (Answer::Unsat, Values::new()),
            Decision::Unknown => (Answer::Unknown, Values::new()),
        };
        let unsat_if = |so: bool| if so { Some(Answer::Unsat) } else { None };
        let stale = |so: bool| self.last.filter(|_| so);
        let told = match (self.lie, truth) {
            (Some(Lie::UnsatForSat), Answer::Sat) => unsat_if(asked >= 3),
            (Some(Lie::SatForUnsat), Answer::Unsat) if asked >= 3 => Some(Answer::Sat),
            (Some(Lie::UnsatForUnknown), Answer::Unknown) => Some(Answer::Unsat),
            (Some(Lie::SatForUnknown), Answer::Unknown) => Some(Answer::Sat),
            (Some(Lie::UnsatAfterPop), Answer::Sat) => unsat_if(self.has_popped),
            (Some(Lie::SatAfterPop), Answer::Unsat) if self.has_popped => Some(Answer::Sat),
            (Some(Lie::UnsatAfterAssumptions), Answer::Sat) => {
                unsat_if(self.last_assumed && !assuming)
            }
            (Some(Lie::UnsatAtDepth), Answer::Sat) => unsat_if(self.levels.len() >= 3),
            (Some(Lie::UnsatAtThirdCheck), Answer::Sat) => unsat_if(self.checks.is_multiple_of(3)),
            (Some(Lie::UnsatWithOption), Answer::Sat) => unsat_if(self.eager),
            (Some(Lie::UnsatWithCores), Answer::Sat) => {
                unsat_if(self.inner.standard_options().unsat_cores)
            }
            (Some(Lie::StaleAfterAssertion), _) => {
                stale(self.new_assertions == Some(1) && !assuming && !self.last_assumed)
            }
            (Some(Lie::StaleAfterAssumptions), _) => stale(self.last_assumed && !assuming),
            _ => None,
        };
        let answer = told.unwrap_or(truth);
        if answer == Answer::Sat {
            self.first_model.get_or_insert_with(|| model.clone());
            self.model = Some(match self.lie {
                Some(Lie::ModelOfOtherCheck) => self.first_model.clone().unwrap_or_default(),
                Some(Lie::ModelOneOff) => one_off(model),
                _ => model,
            });
        }
        answer
    }

    /// Whether these formulas are unsatisfiable together.
    fn refutes(&self, formulas: &[NodeId]) -> bool {
        matches!(decide(&self.nodes, formulas, self.lie), Decision::Unsat)
    }

    /// What is left of some formulas when those are taken away that are not needed beside others.
    fn smallest(&self, terms: Vec<TermId>, beside: &[NodeId]) -> Vec<TermId> {
        let mut kept = terms;
        if kept.len() > MOST_IN_CORE {
            return kept;
        }
        let mut place = 0;
        while place < kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(place);
            match self.refutes(&[beside, &self.nodes_of(&fewer)].concat()) {
                true => kept = fewer,
                false => place += 1,
            }
        }
        kept
    }

    fn last_assumptions(&self) -> Vec<TermId> {
        self.inner.last_assumptions().to_vec()
    }

    pub(super) fn core(&self) -> Vec<TermId> {
        let named: Vec<TermId> = self.heeded().iter().map(|one| one.term).collect();
        let named: Vec<TermId> = named.into_iter().filter(|term| term.0 != u32::MAX).collect();
        let mut core = self.smallest(named, &self.nodes_of(&self.last_assumptions()));
        match self.lie {
            Some(Lie::CoreMissesOne) => {
                core.pop();
            }
            Some(Lie::CoreEmpty) => core.clear(),
            Some(Lie::CoreForeign) => core.extend(self.foreign()),
            Some(Lie::CorePopped) => {
                let asserted = |term: &&TermId| self.asserted.iter().any(|one| one.term == **term);
                core.extend(self.popped.iter().find(|term| !asserted(term)));
            }
            _ => {}
        }
        core
    }

    pub(super) fn failed_assumptions(&self) -> Vec<TermId> {
        let beside: Vec<NodeId> = self.heeded().iter().map(|one| one.node).collect();
        let mut failed = self.smallest(self.last_assumptions(), &beside);
        match self.lie {
            Some(Lie::AssumptionsMissOne) => {
                failed.pop();
            }
            Some(Lie::AssumptionsEmpty) => failed.clear(),
            Some(Lie::AssumptionsForeign) => failed.extend(self.foreign()),
            _ => {}
        }
        failed
    }

    /// A formula that is neither asserted nor assumed.
    fn foreign(&self) -> Option<TermId> {
        let assumed = self.last_assumptions();
        let known = |term: TermId| {
            assumed.contains(&term) || self.asserted.iter().any(|one| one.term == term)
        };
        let bool_sort = murxla_api::Sort::bool();
        (0..self.terms.len() as u32)
            .map(TermId)
            .find(|term| self.nodes[self.node(*term)].sort == bool_sort && !known(*term))
    }
}

/// The model with another value of its first constant that has one near.
fn one_off(mut model: Values) -> Values {
    if let Some((symbol, value)) =
        model.iter().find_map(|(symbol, value)| Some((*symbol, twist::next(value)?)))
    {
        model.insert(symbol, value);
    }
    model
}
