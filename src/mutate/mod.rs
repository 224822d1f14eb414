//! Mutators: they turn SMT-LIB scripts (seeds) into other scripts (mutants), and say what must hold of the answers to these.
//!
//! A mutator is one file and one line in [`MUTATORS`]. It is opened on seeds, once, and then draws mutants, each a function
//! of the seeds and the generator of random numbers alone.

mod applying;
mod chain;
pub mod fusion;
mod fuzzchick;
mod occurrences;
mod opfuzz;
mod repertoire;
pub mod rewriting;
pub mod rules;
mod seed;
mod snippets;
pub mod sparrow;
mod storm;
mod typefuzz;
mod witness;

use murxla_api::Answer;
use thiserror::Error;

pub use self::applying::theory_of;
pub use self::occurrences::{Occurrences, Place};
pub use self::repertoire::Repertoire;
pub use self::seed::Seed;

use crate::eval::Assignment;
use crate::rng::Rng;
use crate::smt::{Graph, Lasting, Node, Script, Term};

/// What must hold of the answers to a mutant, by how it was made.
#[derive(Clone, Debug)]
pub enum Promise {
    /// Nothing: solvers are compared with each other, and models are evaluated.
    Nothing,
    /// It is satisfiable if and only if the seed is.
    SameAsSeed,
    /// It is satisfiable if the seed is; of an unsatisfiable seed nothing follows.
    SatIfSeedIs,
    /// It is unsatisfiable if the seed is; of a satisfiable seed nothing follows.
    UnsatIfSeedIs,
    /// It is unsatisfiable by its construction, from parts that were shown to be so.
    Unsat,
    /// These values make all assertions true, by our own evaluation.
    Witness(Assignment),
}

impl Promise {
    /// The one right answer to the mutant of a seed with this status, if it follows.
    pub fn answer(&self, seed: Option<Answer>) -> Option<Answer> {
        match self {
            Promise::Nothing => None,
            Promise::SameAsSeed => seed.filter(|answer| *answer != Answer::Unknown),
            Promise::SatIfSeedIs => seed.filter(|answer| *answer == Answer::Sat),
            Promise::UnsatIfSeedIs => seed.filter(|answer| *answer == Answer::Unsat),
            Promise::Unsat => Some(Answer::Unsat),
            Promise::Witness(_) => Some(Answer::Sat),
        }
    }
}

/// A mutant, until the next one is drawn.
#[derive(Clone, Debug)]
pub struct Mutant<'a> {
    /// What is asked.
    pub script: &'a Script,
    /// What must hold of the answers.
    pub promise: Promise,
    /// What was changed, step by step, for whoever reads a finding.
    pub steps: Vec<String>,
    /// What in it is the same in other mutants, for who prints many.
    pub lasting: Lasting,
}

/// What a technique must know of its seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Whether they are satisfiable.
    Status,
    /// Values: a model, or of an unsatisfiable seed values that make an assertion false.
    Values,
}

/// Why a mutator cannot use seeds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unusable(pub String);

/// Why a technique cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConfigurationError(pub String);

/// A technique.
pub trait Mutator: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What it does, in a few words.
    fn about(&self) -> &'static str;

    /// How many seeds one mutant is made of.
    fn arity(&self) -> usize {
        1
    }

    /// What it must know of seeds.
    fn needs(&self) -> Needs {
        Needs::Status
    }

    /// Whether a mutant is made of the one before, so that mutants are deeper the later they come.
    fn makes_chains(&self) -> bool {
        false
    }

    /// The same technique with the text of a configuration file: signatures, classes of operators, rules.
    fn configured(&self, _: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        Err(ConfigurationError(format!("{} has no configuration file", self.name())))
    }

    /// Looks at seeds (as many as its arity), and prepares for drawing mutants of them, into which only such operators are put.
    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable>;
}

/// The mutants of some seeds.
pub trait Mutants {
    /// Draws a mutant; `None` if what was drawn cannot be made of these seeds, and another draw may succeed.
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>>;

    /// If mutants are made of each other: the next one is made of the seed.
    fn begin_again(&mut self) {}
}

/// All techniques.
pub static MUTATORS: &[&dyn Mutator] = &[
    &typefuzz::TYPEFUZZ,
    &opfuzz::OPFUZZ,
    &fuzzchick::FUZZCHICK,
    &storm::STORM,
    &storm::CORES,
    &rewriting::REWRITE,
    &sparrow::SPARROW,
    &fusion::FUSION,
    &witness::WITNESS,
];

/// The technique of this name.
pub fn mutator(name: &str) -> Option<&'static dyn Mutator> {
    MUTATORS.iter().copied().find(|one| one.name() == name)
}

/// The parts of a term and the term itself, each once, parts first. Not into binders: what they bind is nobody else's.
pub fn parts_outside_binders(graph: &Graph, roots: &[Term]) -> Vec<Term> {
    let mut seen = vec![false; graph.len()];
    let mut parts = Vec::new();
    let mut open: Vec<(Term, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
    while let Some((term, ready)) = open.pop() {
        if ready {
            parts.push(term);
        } else if !std::mem::replace(&mut seen[term.index()], true) {
            open.push((term, true));
            if !matches!(graph.node(term), Node::Bind { .. }) {
                let from = open.len();
                graph.visit_children(term, |child| open.push((child, false)));
                open[from..].reverse();
            }
        }
    }
    parts
}
