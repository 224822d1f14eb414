//! A sound and quick implication check between formulas, without a solver.

use std::collections::{BTreeMap, HashMap, HashSet};

use murxla_api::SortKind;

use super::formulas::{Formulas, Meaning, bound_by};
use crate::smt::{Node, Symbol, Term, Variable};

/// So many comparisons are made at most; what would take more is not known.
const STEPS: u32 = 1_000_000;
/// So deep under `and`, `or` and `not` is looked.
const DEEPEST: u32 = 200;

/// Whether there are terms for the constants of `general` with which every formula of it follows from one of
/// `specific`. Then a model of `specific` gives one of `general`.
pub(super) fn implies(specific: &Formulas, general: &Formulas) -> bool {
    // At first by their names: mostly few constants change.
    [true, false].into_iter().any(|by_name| {
        let mut search = Search {
            specific,
            general,
            stands: BTreeMap::new(),
            trail: Vec::new(),
            variables: HashMap::new(),
            steps: 0,
        };
        if by_name {
            search.bind_by_name();
        }
        // The order is mostly the same: what is looked for stands behind what was found last.
        let mut next = 0;
        let asserted = general.asserted.iter().all(|formula| {
            let count = specific.asserted.len();
            let found = (next..next + count)
                .find(|place| search.tries(specific.asserted[place % count], *formula, true, 0));
            next = found.map_or(next, |place| (place + 1) % count);
            // Of nothing only what is always true follows.
            found.is_some() || general.is_truth(*formula, true)
        });
        asserted
            && general.recursive.iter().all(|function| {
                specific.recursive.iter().any(|other| search.defined_alike(*other, *function))
            })
    })
}

struct Search<'a> {
    specific: &'a Formulas,
    general: &'a Formulas,
    /// What stands for the constants of `general`.
    stands: BTreeMap<Term, Term>,
    /// Those that were bound on the way, in this order.
    trail: Vec<Term>,
    /// The variables of `specific` that stand for those of `general`, inside of the binders that are being compared.
    variables: HashMap<Variable, Variable>,
    steps: u32,
}

impl Search<'_> {
    fn bind_by_name(&mut self) {
        let (specific, general) = (self.specific, self.general);
        let mut names: BTreeMap<&str, Vec<Term>> = BTreeMap::new();
        for term in specific.graph().terms() {
            if let Some(symbol) = specific.constant(term) {
                names.entry(&specific.graph().symbol(symbol).name).or_default().push(term);
            }
        }
        for term in general.graph().terms() {
            let name = general.constant(term).map(|symbol| &*general.graph().symbol(symbol).name);
            let same = name.and_then(|name| names.get(name));
            if let Some([same]) = same.map(Vec::as_slice)
                && specific.graph().sort(*same) == general.graph().sort(term)
            {
                self.stands.insert(term, *same);
            }
        }
    }

    /// As `follows`; what was bound on the way to a failure is not bound.
    fn tries(&mut self, from: Term, formula: Term, positive: bool, depth: u32) -> bool {
        let before = self.trail.len();
        let follows = self.follows(from, formula, positive, depth);
        if !follows {
            self.unbind(before);
        }
        follows
    }

    /// Unbinds all but the first so many that were bound on the way.
    fn unbind(&mut self, kept: usize) {
        for constant in self.trail.drain(kept..) {
            self.stands.remove(&constant);
        }
    }

    /// Whether the formula of `general` follows from that of `specific`; or, where it is not `positive`, the other way
    /// round.
    fn follows(&mut self, from: Term, formula: Term, positive: bool, depth: u32) -> bool {
        self.steps += 1;
        if self.steps > STEPS || depth > DEEPEST {
            return false;
        }
        let (specific, general) = (self.specific, self.general);
        let is_trivial = match positive {
            true => specific.is_truth(from, false) || general.is_truth(formula, true),
            false => general.is_truth(formula, false) || specific.is_truth(from, true),
        };
        if is_trivial || self.matches(from, formula) {
            return true;
        }
        let depth = depth + 1;
        if let (Some(&[from]), Some(&[formula])) =
            (specific.arguments(from, "OP_NOT"), general.arguments(formula, "OP_NOT"))
        {
            return self.tries(from, formula, !positive, depth);
        }
        // All parts of what is weaker follow, or something follows from all parts of what is stronger.
        let (of_specific, of_general) =
            if positive { ("OP_OR", "OP_AND") } else { ("OP_AND", "OP_OR") };
        if let Some(parts) = general.arguments(formula, of_general) {
            return parts.iter().all(|part| self.tries(from, *part, positive, depth));
        }
        if let Some(parts) = specific.arguments(from, of_specific) {
            return parts.iter().all(|part| self.tries(*part, formula, positive, depth));
        }
        // One part will do.
        let from_part = specific.arguments(from, of_general).unwrap_or_default();
        let to_part = general.arguments(formula, of_specific).unwrap_or_default();
        from_part.iter().any(|part| self.tries(*part, formula, positive, depth))
            || to_part.iter().any(|part| self.tries(from, *part, positive, depth))
    }

    /// Whether the terms are the same, with what stands for constants.
    fn matches(&mut self, from: Term, formula: Term) -> bool {
        let before = self.trail.len();
        let same = self.same(vec![(from, formula)]);
        if !same {
            self.unbind(before);
        }
        same
    }

    /// Whether two recursive functions have one name and one definition.
    fn defined_alike(&mut self, from: Symbol, function: Symbol) -> bool {
        let before = self.trail.len();
        let mut todo = Vec::new();
        let definitions = (self.specific.definition(from), self.general.definition(function));
        let same = self.same_symbol(from, function)
            && matches!(definitions, (Some(a), Some(b))
                if self.pair(&a.variables, &b.variables) && { todo.push((a.body, b.body)); true })
            && self.same(todo);
        if !same {
            self.unbind(before);
        }
        same
    }

    fn same_symbol(&self, from: Symbol, symbol: Symbol) -> bool {
        let specific = self.specific.graph().symbol(from);
        *specific == *self.general.graph().symbol(symbol)
    }

    /// The variables of two binders stand for each other, if they have the same sorts. What is below a binder is compared right
    /// after it, and a variable is bound at one place: so what stands for it then is right.
    fn pair(&mut self, specific: &[Variable], general: &[Variable]) -> bool {
        let sorts_are_equal = |(one, other): (&Variable, &Variable)| {
            self.specific.graph().variable(*one).sort == self.general.graph().variable(*other).sort
        };
        if specific.len() != general.len() || !specific.iter().zip(general).all(sorts_are_equal) {
            return false;
        }
        self.variables.extend(general.iter().copied().zip(specific.iter().copied()));
        true
    }

    /// Whether the terms of each pair are the same.
    fn same(&mut self, mut todo: Vec<(Term, Term)>) -> bool {
        let mut seen = HashSet::new();
        while let Some((from, formula)) = todo.pop() {
            if !seen.insert((from, formula)) {
                continue;
            }
            self.steps += 1;
            if self.steps > STEPS {
                return false;
            }
            if self.general.constant(formula).is_some() {
                if !self.stand(from, formula) {
                    return false;
                }
            } else if !self.alike(from, formula, &mut todo) {
                return false;
            }
        }
        true
    }

    /// Lets a term stand for a constant, if nothing else does and it can.
    fn stand(&mut self, from: Term, constant: Term) -> bool {
        if let Some(stands) = self.stands.get(&constant) {
            return *stands == from;
        }
        let (specific, general) = (self.specific, self.general);
        let sort = general.graph().sort(constant);
        // A function stands for a function, not for what is defined.
        let is_function = sort.kind() == SortKind::Fun;
        let fits = specific.is_closed(from)
            && !matches!(specific.graph().node(from), Node::Opaque(_))
            && specific.graph().sort(from) == sort
            && (!is_function || specific.constant(from).is_some());
        if fits {
            self.stands.insert(constant, from);
            self.trail.push(constant);
        }
        fits
    }

    /// Whether two terms are the same but for their parts, which are to be compared then. Patterns are hints.
    fn alike(&mut self, from: Term, formula: Term, todo: &mut Vec<(Term, Term)>) -> bool {
        let (specific, general) = (self.specific, self.general);
        let mut parts = |from: &[Term], formula: &[Term]| {
            todo.extend(from.iter().copied().zip(formula.iter().copied()));
            from.len() == formula.len()
        };
        match (specific.graph().node(from), general.graph().node(formula)) {
            (Node::Constant(one), Node::Constant(other)) => {
                match (specific.meaning(one), general.meaning(other)) {
                    (Meaning::Recursive, Meaning::Recursive) => self.same_symbol(one, other),
                    (Meaning::Defined(one), Meaning::Defined(other)) => {
                        parts(&[one.body], &[other.body])
                            && self.pair(&one.variables, &other.variables)
                    }
                    _ => false,
                }
            }
            (Node::Variable(one), Node::Variable(other)) => {
                self.variables.get(&other) == Some(&one)
            }
            (Node::Value(one), Node::Value(other)) => {
                one == other && specific.graph().sort(from) == general.graph().sort(formula)
            }
            (Node::Apply { head, args }, Node::Apply { head: other, args: others }) => {
                let bound = (bound_by(specific.graph(), from), bound_by(general.graph(), formula));
                head == other && parts(args, others) && self.pair(&bound.0, &bound.1)
            }
            (
                Node::Bind { binder, variables, bodies, .. },
                Node::Bind { binder: other, variables: theirs, bodies: others, .. },
            ) => binder == other && parts(bodies, others) && self.pair(variables, theirs),
            // What only a solver knows is like nothing else.
            _ => false,
        }
    }
}
