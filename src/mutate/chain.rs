//! A chain of mutations: a script that changes step by step, and the pool of terms of its seed.

use murxla_api::Sort;

use super::{Occurrences, Place, Repertoire, Seed, Unusable};
use crate::rng::Rng;
use crate::smt::{Command, Graph, Lasting, Mark, Node, RewriteError, Script, Term};

/// A script under mutation.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) script: Script,
    pub(super) may: Repertoire,
    pub(super) occurrences: Occurrences,
    /// The formulas that change.
    pub(super) roots: Vec<Term>,
    /// Those of the seed.
    first: Vec<Term>,
    /// What the graph of the seed has.
    mark: Mark,
    pub(super) place: Place,
    /// What was done since the last mutant.
    pub(super) steps: Vec<String>,
    /// How often it began again.
    generation: u64,
}

impl Chain {
    /// The chain that begins with a seed. Its mutants may leave the logic of the seed, so that is not set.
    pub(super) fn of(seed: &Seed, may: &Repertoire) -> Result<Chain, Unusable> {
        let mut script = seed.script.clone();
        script.commands.retain(|command| !matches!(command, Command::SetLogic(_)));
        let roots: Vec<Term> = script.commands.iter().flat_map(formulas).collect();
        if roots.is_empty() {
            return Err(Unusable("it asserts nothing".to_owned()));
        }
        let mut occurrences = Occurrences::default();
        occurrences.update(&script.graph, may);
        let first = roots.clone();
        let mark = script.graph.mark();
        Ok(Chain {
            script,
            may: may.clone(),
            occurrences,
            roots,
            first,
            mark,
            place: Place::default(),
            steps: Vec::new(),
            generation: 0,
        })
    }

    /// Is the seed again: what mutations added to its graph is taken away.
    pub(super) fn begin_again(&mut self) {
        self.roots.copy_from_slice(&self.first);
        self.occurrences.truncate(self.mark.terms());
        self.script.graph.roll_back(&self.mark);
        self.steps.clear();
    }

    /// The same, where that costs too much: from a copy.
    pub(super) fn restart(&mut self, first: &Chain) {
        let generation = self.generation + 1;
        *self = Chain { generation, ..first.clone() };
    }

    /// What in a mutant is the same in other mutants; those of a chain that goes on have more than the seed in common.
    pub(super) fn lasting(&self, goes_on: bool) -> Lasting {
        Lasting {
            graph: 0,
            terms: self.mark.terms(),
            symbols: self.mark.symbols(),
            generation: goes_on.then_some(self.generation),
        }
    }

    /// Draws an occurrence: the number of its formula. What stands there is in `place`.
    pub(super) fn draw_place(&mut self, rng: &mut Rng) -> Option<(usize, Term)> {
        let Chain { occurrences, script, may, roots, place, .. } = self;
        let root = occurrences.draw(&script.graph, may, roots, rng, place)?;
        Some((root, place.term?))
    }

    /// Puts a term at the place that was drawn last.
    pub(super) fn put(&mut self, root: usize, new: Term) -> Result<(), RewriteError> {
        let Chain { occurrences, script, may, place, .. } = self;
        let new = occurrences.renewed(&mut script.graph, may, new, &place.scope)?;
        let built = occurrences.put(&mut script.graph, may, place, new)?;
        self.roots[root] = built;
        Ok(())
    }

    /// Whether it differs from its seed.
    pub(super) fn differs(&self) -> bool {
        self.roots != self.first
    }

    /// The script with its formulas as they are now.
    pub(super) fn script(&mut self) -> &Script {
        let places = self.script.commands.iter_mut().filter(|one| is_formula(one));
        let mut roots = self.roots.iter();
        for place in places.flat_map(Command::terms_mut) {
            if let Some(root) = roots.next() {
                *place = *root;
            }
        }
        &self.script
    }
}

fn is_formula(command: &Command) -> bool {
    matches!(command, Command::Assert(_) | Command::CheckSatAssuming(_))
}

fn formulas(command: &Command) -> impl Iterator<Item = Term> {
    command.terms().filter(move |_| is_formula(command))
}

/// Terms that may be put elsewhere, by their sorts.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    /// By the number of the sort: the terms without free variables, and those that have some.
    by_sort: Vec<(Vec<Term>, Vec<Term>)>,
    /// The sorts that have terms, by their numbers; `None` where there are none.
    pub(super) sorts: Vec<Option<Sort>>,
    /// The same as a list.
    pub(super) list: Vec<Sort>,
}

impl Pool {
    /// The terms of these formulas, and the constants that a script declares.
    pub(super) fn of(script: &Script, occurrences: &Occurrences, roots: &[Term]) -> Pool {
        let graph = &script.graph;
        let mut pool = Pool::default();
        let mut seen = vec![false; graph.len()];
        let mut open = roots.to_vec();
        let bodies = script.commands.iter().filter_map(|command| match command {
            // A body is what it is of its parameters, which are free in it.
            Command::Define(definition) => Some(definition.body),
            _ => None,
        });
        open.extend(bodies.filter(|body| occurrences.free(*body).is_empty()));
        let mut found = Vec::new();
        while let Some(term) = open.pop() {
            if !std::mem::replace(&mut seen[term.index()], true) {
                found.push(term);
                graph.visit_children(term, |child| open.push(child));
            }
        }
        // Terms have numbers by the order in which they were made: so the order is that of the script.
        found.sort_unstable();
        for term in found {
            if may_be_put(graph, term) {
                pool.add(graph, occurrences, term);
            }
        }
        pool
    }

    fn add(&mut self, graph: &Graph, occurrences: &Occurrences, term: Term) {
        let number = graph.sort_number(term);
        if self.by_sort.len() <= number {
            self.by_sort.resize(number + 1, Default::default());
            self.sorts.resize(number + 1, None);
        }
        let sort = &mut self.sorts[number];
        if sort.is_none() {
            *sort = Some(graph.sort(term).clone());
            self.list.push(graph.sort(term).clone());
        }
        let (closed, open) = &mut self.by_sort[number];
        let list = if occurrences.free(term).is_empty() { closed } else { open };
        list.push(term);
    }

    /// The number of a sort that has terms.
    pub(super) fn number(&self, sort: &Sort) -> Option<usize> {
        self.sorts.iter().position(|known| known.as_ref() == Some(sort))
    }

    /// Draws a term of this sort, other than `not`, that may stand where these variables are bound.
    pub(super) fn draw(
        &self,
        sort: usize,
        occurrences: &Occurrences,
        scope: &[crate::smt::Variable],
        not: Option<Term>,
        rng: &mut Rng,
    ) -> Option<Term> {
        let (closed, open) = self.by_sort.get(sort)?;
        const TRIES: usize = 4;
        let all = closed.len() + if scope.is_empty() { 0 } else { open.len() };
        for _ in 0..TRIES {
            let at = rng.below(all as u64) as usize;
            let term = closed.get(at).or_else(|| open.get(at - closed.len()))?;
            if Some(*term) != not && occurrences.is_local(*term, scope) {
                return Some(*term);
            }
        }
        // Those that fit are few: they are looked for.
        let candidates = closed.iter().chain(open.iter().filter(|_| !scope.is_empty()));
        let fits = |term: &&Term| Some(**term) != not && occurrences.is_local(**term, scope);
        let fitting: Vec<Term> = candidates.filter(fits).copied().collect();
        rng.pick(&fitting).copied()
    }

    /// The same, but a value alone.
    pub(super) fn draw_value(&self, sort: usize, graph: &Graph, rng: &mut Rng) -> Option<Term> {
        let (closed, _) = self.by_sort.get(sort)?;
        let is_value = |term: &&Term| matches!(graph.node(**term), Node::Value(_));
        let values: Vec<Term> = closed.iter().filter(is_value).copied().collect();
        rng.pick(&values).copied()
    }
}

/// Whether a term means the same elsewhere: not what is a part of the form of another one.
fn may_be_put(graph: &Graph, term: Term) -> bool {
    let is_part = match graph.node(term) {
        Node::Apply { head, .. } => {
            ["OP_DT_MATCH_CASE", "OP_DT_MATCH_BIND_CASE"].contains(&head.op().key)
        }
        Node::Opaque(_) | Node::Annotated { .. } => true,
        _ => false,
    };
    !is_part
}

/// So many mutations are tried for one step.
pub(super) const TRIES: usize = 64;

/// Does not let a graph grow without end: after so many terms a chain begins anew with its seed.
pub(super) const MOST_TERMS: usize = 200_000;
