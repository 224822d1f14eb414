//! Snippets: small formulas over what a seed has, in all its theories, to be put beside a literal.

use murxla_api::{Sort, theory};

use super::chain::{Chain, Pool};
use super::typefuzz::choices::{Choice, Choices};
use crate::rng::Rng;
use crate::smt::{Head, Node, OpRow, Term};

/// Makes snippets for one seed.
pub(super) struct Snippets {
    choices: Choices,
    bool_sort: Option<usize>,
}

/// Connectives over two atoms.
const CONNECTIVES: [&str; 4] = ["OP_AND", "OP_OR", "OP_IMPLIES", "OP_XOR"];
/// So many applications are drawn until one fits.
const ATTEMPTS: usize = 8;

impl Snippets {
    pub(super) fn new(pool: &Pool) -> Snippets {
        Snippets { choices: Choices::new(None), bool_sort: pool.number(&Sort::bool()) }
    }

    /// A formula that may stand at the place that was drawn last: an atom, its negation, or two atoms that a connective joins.
    pub(super) fn formula(
        &mut self,
        chain: &mut Chain,
        pool: &Pool,
        linear: bool,
        rng: &mut Rng,
    ) -> Option<Term> {
        let sort = self.bool_sort?;
        let a = self.atom(sort, chain, pool, linear, rng)?;
        match rng.below(6) {
            0 => Some(a),
            1 => chain.script.graph.apply(theory::operator("OP_NOT")?, &[a]).ok(),
            connective => {
                let b = self.atom(sort, chain, pool, linear, rng)?;
                let connective = theory::operator(CONNECTIVES[connective as usize - 2])?;
                chain.script.graph.apply(connective, &[a, b]).ok()
            }
        }
    }

    /// A predicate over terms, or a formula of the seed.
    fn atom(
        &mut self,
        sort: usize,
        chain: &mut Chain,
        pool: &Pool,
        linear: bool,
        rng: &mut Rng,
    ) -> Option<Term> {
        (0..ATTEMPTS).find_map(|_| self.application(sort, 1, chain, pool, linear, rng))
    }

    /// An operator that gives the sort, applied to terms of the seed or, `deeper`, to applications.
    fn application(
        &mut self,
        sort: usize,
        deeper: u32,
        chain: &mut Chain,
        pool: &Pool,
        linear: bool,
        rng: &mut Rng,
    ) -> Option<Term> {
        let known = pool.sorts.get(sort)?.as_ref()?;
        let list = self.choices.giving(sort, known, pool, &chain.may, rng);
        let choice = rng.pick(list)?.clone();
        let Choice::Apply { op, sorts, names, args, indexed, .. } = choice else {
            return pool.draw(sort, &chain.occurrences, &chain.place.scope, None, rng);
        };
        // Connectives join atoms; what has indices is for rules.
        if indexed
            || (deeper > 0 && op.theory == theory::Theory::Core && op.key.starts_with("OP_IMP"))
        {
            return None;
        }
        let mut terms = Vec::with_capacity(args.len());
        for (place, arg) in args.iter().enumerate() {
            let term = if chain.may.wants_value(op, place) {
                pool.draw_value(*arg, &chain.script.graph, rng)
            } else if deeper > 0 && rng.chance(1, 3) {
                self.application(*arg, deeper - 1, chain, pool, linear, rng)
            } else {
                pool.draw(*arg, &chain.occurrences, &chain.place.scope, None, rng)
            };
            terms.push(term?);
        }
        let graph = &mut chain.script.graph;
        if linear && !super::rules::is_linear(graph, op.linearity, &terms) {
            return None;
        }
        let is_function = matches!(graph.node(*terms.first()?), Node::Apply { .. })
            && graph.sort(*terms.first()?).kind() == murxla_api::SortKind::Fun;
        if is_function {
            return None;
        }
        let made = if sorts.is_empty() && names.is_empty() {
            graph.apply(op, &terms).ok()?
        } else {
            let head = Head { op: OpRow(op), sorts, names, indices: Box::default() };
            graph.apply_head(head, &terms).ok()?
        };
        (graph.sort_number(made) == sort).then_some(made)
    }
}
