//! STORM: formulas that are satisfiable by construction, made of fragments of a seed whose truth under some values is known; and its
//! mirror image, formulas that are unsatisfiable because each assertion of an unsatisfiable seed follows from one of them.

mod cores;
mod pools;

use std::collections::BTreeSet;

use self::pools::Pools;
use super::{Mutant, Mutants, Mutator, Needs, Promise, Repertoire, Seed, Unusable};
use crate::eval::Assignment;
use crate::rng::Rng;
use crate::smt::{Command, Lasting, Node, Script, Term};

pub(super) use self::cores::CORES;

/// Satisfiable by construction.
pub(super) static STORM: Storm = Storm { bounds: Bounds::OF_THE_PAPER };

/// The bounds of Algorithm 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The greatest depth of a formula (D_max).
    pub(super) depth: u32,
    /// The greatest number of assertions (A_max).
    pub(super) assertions: u64,
    /// The least and the greatest number of constructed formulas (NC).
    pub(super) constructed: (usize, usize),
    /// The least and the greatest number of mutants of the same pools (NM).
    pub(super) mutants: (usize, usize),
}

impl Bounds {
    pub(super) const OF_THE_PAPER: Bounds =
        Bounds { depth: 64, assertions: 64, constructed: (200, 1500), mutants: (300, 1000) };

    /// How many formulas are constructed for an initial pool of this size. The paper says that it grows with the pool, not how.
    pub(super) fn constructed_for(&self, initial: usize) -> usize {
        (initial * 20).clamp(self.constructed.0, self.constructed.1)
    }

    /// How many mutants are made of an initial pool of this size.
    pub(super) fn mutants_for(&self, initial: usize) -> usize {
        (initial * 20).clamp(self.mutants.0, self.mutants.1)
    }
}

/// The technique.
pub(super) struct Storm {
    bounds: Bounds,
}

impl Mutator for Storm {
    fn name(&self) -> &'static str {
        "storm"
    }

    fn about(&self) -> &'static str {
        "asserts formulas made of fragments of the seed, or their negations, whichever is true under its values"
    }

    fn needs(&self) -> Needs {
        Needs::Values
    }

    fn open(&self, seeds: &[&Seed], _: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        let Some(values) = seed.model.as_ref().or(seed.counter_model.as_ref()) else {
            return Err(Unusable("no values are known for its constants".to_owned()));
        };
        let script = declarations(&seed.script);
        let pools = Pools::of(&seed.script, values, self.bounds)?;
        let mutants = self.bounds.mutants_for(pools.initial_size());
        let beginning = script.commands.len();
        Ok(Box::new(Instances {
            bounds: self.bounds,
            pools,
            script,
            beginning,
            values: values.clone(),
            left: 0,
            mutants,
            grown: 0,
        }))
    }
}

/// The declarations and definitions of a script, over its graph; its logic, too, as only Boolean structure changes.
fn declarations(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| {
        !matches!(
            command,
            Command::Assert(_)
                | Command::CheckSat
                | Command::CheckSatAssuming(_)
                | Command::Push(_)
                | Command::Pop(_)
        )
    });
    script
}

struct Instances {
    bounds: Bounds,
    pools: Pools,
    /// The declarations, and behind them the last mutant.
    script: Script,
    beginning: usize,
    values: Assignment,
    /// So many mutants are made of these pools.
    left: usize,
    mutants: usize,
    /// The size of the graph before formulas were constructed.
    grown: usize,
}

/// One mutant in so many is incremental.
const INCREMENTAL: u64 = 2;

impl Instances {
    /// The commands of a mutant: assertions and a check; or levels that are opened and taken away again between checks, which
    /// leaves what is asserted satisfiable.
    fn commands(&mut self, formulas: &[Term], rng: &mut Rng) -> &'static str {
        let commands = &mut self.script.commands;
        if formulas.len() < 2 || rng.below(INCREMENTAL) != 0 {
            commands.extend(formulas.iter().map(|formula| Command::Assert(*formula)));
            commands.push(Command::CheckSat);
            return "one check";
        }
        let interval = 1 + rng.below(formulas.len() as u64 / 2) as usize;
        let mut levels = 0;
        for (number, formula) in formulas.iter().enumerate() {
            if number % interval == 0 {
                if number > 0 {
                    commands.push(Command::CheckSat);
                    let fewer = rng.below(u64::from(levels) + 1) as u32;
                    if fewer > 0 {
                        commands.push(Command::Pop(fewer));
                        levels -= fewer;
                    }
                }
                let more = 1 + rng.below(2) as u32;
                commands.push(Command::Push(more));
                levels += more;
            }
            commands.push(Command::Assert(*formula));
        }
        commands.push(Command::CheckSat);
        "incremental"
    }
}

impl Mutants for Instances {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        if self.left == 0 || self.script.graph.len() > self.grown + super::chain::MOST_TERMS {
            self.script.commands.truncate(self.beginning);
            self.pools.construct(&mut self.script.graph, rng);
            self.left = self.mutants;
            self.grown = self.script.graph.len();
        }
        self.left -= 1;
        self.script.commands.truncate(self.beginning);
        let count = 1 + rng.below(self.bounds.assertions);
        let mut formulas = Vec::with_capacity(count as usize);
        for _ in 0..count {
            formulas.push(self.pools.true_formula(&mut self.script.graph, rng)?);
        }
        let form = self.commands(&formulas, rng);
        let what = if count == 1 { "formula that is" } else { "formulas that are" };
        let steps = vec![format!("{count} {what} true under the values, {form}")];
        let promise = Promise::Witness(self.values.clone());
        // Nothing is ever taken away from its graph.
        let symbols = self.script.graph.symbol_count();
        let lasting = Lasting { graph: 0, terms: usize::MAX, symbols, generation: None };
        Some(Mutant { script: &self.script, promise, steps, lasting })
    }
}

/// The formulas of a script with all formulas in them, without those that have free variables, each once.
fn fragments(script: &Script, depth_at_most: u32) -> Vec<(Term, u32)> {
    let graph = &script.graph;
    let mut roots: Vec<Term> = Vec::new();
    for command in &script.commands {
        match command {
            Command::Assert(term) => roots.push(*term),
            Command::CheckSatAssuming(terms) => roots.extend(terms),
            _ => {}
        }
    }
    let mut parts: BTreeSet<Term> = BTreeSet::new();
    let mut open = roots;
    while let Some(term) = open.pop() {
        if !parts.insert(term) {
            continue;
        }
        // What is below a binder may have free variables.
        if !matches!(graph.node(term), Node::Bind { .. }) {
            let begin = open.len();
            graph.visit_children(term, |child| open.push(child));
            // Cases of a match bind variables.
            if let Node::Apply { head, .. } = graph.node(term)
                && head.op().key.starts_with("OP_DT_MATCH")
            {
                open.truncate(begin);
            }
        }
    }
    let mut depths = vec![0u32; graph.len()];
    let mut found = Vec::new();
    for term in parts {
        let mut depth = 0;
        graph.visit_children(term, |child| depth = depth.max(depths[child.index()]));
        depths[term.index()] = depth + 1;
        let is_formula = matches!(graph.sort(term).shape(), murxla_api::SortShape::Bool);
        if is_formula && depth < depth_at_most {
            found.push((term, depth + 1));
        }
    }
    found
}
