//! The mirror image of STORM: from an unsatisfiable seed come formulas of which each assertion of the seed follows, and any others
//! beside them. So they are unsatisfiable, too.

use murxla_api::{Op, theory};

use super::{Bounds, declarations, fragments};
use crate::mutate::{Mutant, Mutants, Mutator, Promise, Repertoire, Seed, Unusable};
use crate::rng::Rng;
use crate::smt::{Command, Graph, Lasting, Script, Term};
use murxla_api::Answer;

/// Unsatisfiable by construction.
pub(in crate::mutate) static CORES: Cores = Cores;

/// The technique.
pub(in crate::mutate) struct Cores;

impl Mutator for Cores {
    fn name(&self) -> &'static str {
        "cores"
    }

    fn about(&self) -> &'static str {
        "asserts formulas from which the assertions of an unsatisfiable seed follow, with others between them"
    }

    fn open(&self, seeds: &[&Seed], _: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        if seed.status != Some(Answer::Unsat) {
            return Err(Unusable("it is not known to be unsat".to_owned()));
        }
        let Some(core) = seed.one_question() else {
            return Err(Unusable("it asks more than one question".to_owned()));
        };
        let parts = fragments(&seed.script, Bounds::OF_THE_PAPER.depth);
        let fragments: Vec<Term> = parts.into_iter().map(|(term, _)| term).collect();
        let script = declarations(&seed.script);
        let beginning = script.commands.len();
        let Some(connectives) = Connectives::find() else {
            return Err(Unusable("there are no connectives".to_owned()));
        };
        let first = script.clone();
        Ok(Box::new(Strengthened {
            first,
            generation: 0,
            script,
            beginning,
            core,
            fragments,
            connectives,
        }))
    }
}

#[derive(Clone, Copy)]
struct Connectives {
    and: &'static Op,
    or: &'static Op,
    not: &'static Op,
    implies: &'static Op,
    choice: &'static Op,
}

impl Connectives {
    fn find() -> Option<Connectives> {
        Some(Connectives {
            and: theory::operator("OP_AND")?,
            or: theory::operator("OP_OR")?,
            not: theory::operator("OP_NOT")?,
            implies: theory::operator("OP_IMPLIES")?,
            choice: theory::operator("OP_ITE")?,
        })
    }
}

struct Strengthened {
    first: Script,
    /// How often it began again.
    generation: u64,
    script: Script,
    beginning: usize,
    /// What is asserted in the seed.
    core: Vec<Term>,
    fragments: Vec<Term>,
    connectives: Connectives,
}

/// So deep are formulas wrapped in others at most.
const DEEPEST: u64 = 4;
/// So many other formulas are asserted at most.
const OTHERS: u64 = 8;

impl Strengthened {
    /// Any formula.
    fn any(&mut self, rng: &mut Rng) -> Option<Term> {
        let one = *rng.pick(&self.fragments)?;
        let other = *rng.pick(&self.fragments)?;
        let Connectives { and, or, not, .. } = self.connectives;
        let graph = &mut self.script.graph;
        match rng.below(6) {
            0 => graph.apply(not, &[one]).ok(),
            1 => graph.apply(or, &[one, other]).ok(),
            2 => graph.apply(and, &[one, other]).ok(),
            _ => Some(one),
        }
    }

    /// A formula from which this one follows.
    fn stronger(&mut self, formula: Term, rng: &mut Rng) -> Option<Term> {
        let mut formula = formula;
        for _ in 0..rng.below(DEEPEST + 1) {
            let (one, other) = (self.any(rng)?, self.any(rng)?);
            let Connectives { and, or, not, implies, choice } = self.connectives;
            let graph: &mut Graph = &mut self.script.graph;
            let mut apply = |op, args: &[Term]| graph.apply(op, args).ok();
            formula = match rng.below(7) {
                0 => apply(and, &[formula, one])?,
                1 => apply(and, &[one, formula, other])?,
                // not (formula → one)
                2 => {
                    let implied = apply(implies, &[formula, one])?;
                    apply(not, &[implied])?
                }
                // not (one ∨ ¬formula)
                3 => {
                    let negated = apply(not, &[formula])?;
                    let either = apply(or, &[one, negated])?;
                    apply(not, &[either])?
                }
                4 => {
                    let (left, right) =
                        (apply(and, &[formula, one])?, apply(and, &[other, formula])?);
                    apply(or, &[left, right])?
                }
                5 => {
                    let both = apply(and, &[formula, other])?;
                    apply(choice, &[one, formula, both])?
                }
                _ => {
                    let negated = apply(not, &[formula])?;
                    apply(not, &[negated])?
                }
            };
        }
        Some(formula)
    }
}

impl Mutants for Strengthened {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        if self.script.graph.len() > super::super::chain::MOST_TERMS {
            self.script = self.first.clone();
            self.generation += 1;
        }
        self.script.commands.truncate(self.beginning);
        let mut formulas = Vec::new();
        for place in 0..self.core.len() {
            let formula = self.core[place];
            formulas.push(self.stronger(formula, rng)?);
        }
        let others = rng.below(OTHERS + 1);
        for _ in 0..others {
            let at = rng.below(formulas.len() as u64 + 1) as usize;
            let any = self.any(rng)?;
            formulas.insert(at, any);
        }
        self.script.commands.extend(formulas.into_iter().map(Command::Assert));
        self.script.commands.push(Command::CheckSat);
        let steps = vec![format!("each assertion made stronger, {others} others added")];
        let lasting = Lasting {
            graph: 0,
            terms: self.first.graph.len(),
            symbols: self.first.graph.symbol_count(),
            generation: Some(self.generation),
        };
        Some(Mutant { script: &self.script, promise: Promise::UnsatIfSeedIs, steps, lasting })
    }
}
