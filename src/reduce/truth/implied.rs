//! A sound and quick implication check between formulas, without a solver.

use std::collections::{BTreeMap, HashSet};

use super::formulas::{Formulas, Node};

/// So many comparisons are made at most; what would take more is not known.
const STEPS: u32 = 1_000_000;
/// So deep under `and`, `or` and `not` is looked.
const DEEPEST: u32 = 200;

/// Whether there are terms for the constants of `general` with which every formula of it follows from one of
/// `specific`. Then a model of `specific` gives one of `general`.
pub(super) fn implies(specific: &Formulas, general: &Formulas) -> bool {
    // At first by their names: mostly few constants change.
    [true, false].into_iter().any(|by_name| {
        let (stands, trail) = (BTreeMap::new(), Vec::new());
        let mut search = Search { specific, general, stands, trail, steps: 0 };
        if by_name {
            search.bind_by_name();
        }
        // The order is mostly the same: what is looked for stands behind what was found last.
        let mut next = 0;
        general.asserted.iter().all(|formula| {
            let count = specific.asserted.len();
            let found = (next..next + count)
                .find(|place| search.tries(specific.asserted[place % count], *formula, true, 0));
            next = found.map_or(next, |place| (place + 1) % count);
            // Of nothing only what is always true follows.
            found.is_some() || is_literal(&general.nodes[*formula], "true")
        })
    })
}

struct Search<'a> {
    specific: &'a Formulas,
    general: &'a Formulas,
    /// What stands for the constants of `general`.
    stands: BTreeMap<usize, usize>,
    /// Those that were bound on the way, in this order.
    trail: Vec<usize>,
    steps: u32,
}

fn is(node: &Node, operator: &str) -> bool {
    node.label.as_deref().and_then(|label| label.split(' ').next()) == Some(operator)
}

fn is_literal(node: &Node, text: &str) -> bool {
    node.sort == "Bool"
        && node.args.is_empty()
        && node.label.as_deref().is_some_and(|label| {
            label.starts_with("value ") && label.contains(&format!("\"{text}\""))
        })
}

impl Search<'_> {
    fn bind_by_name(&mut self) {
        let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, node) in self.specific.nodes.iter().enumerate() {
            if let Some(name) = &node.constant {
                names.entry(name).or_default().push(number);
            }
        }
        for (number, node) in self.general.nodes.iter().enumerate() {
            let same = node.constant.as_deref().and_then(|name| names.get(name));
            if let Some([same]) = same.map(Vec::as_slice)
                && self.specific.nodes[*same].sort == node.sort
            {
                self.stands.insert(number, *same);
            }
        }
    }

    /// As `follows`; what was bound on the way to a failure is not bound.
    fn tries(&mut self, from: usize, formula: usize, positive: bool, depth: u32) -> bool {
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
    fn follows(&mut self, from: usize, formula: usize, positive: bool, depth: u32) -> bool {
        self.steps += 1;
        if self.steps > STEPS || depth > DEEPEST {
            return false;
        }
        let (specific, general) = (&self.specific.nodes[from], &self.general.nodes[formula]);
        let (stronger, weaker) = if positive { (specific, general) } else { (general, specific) };
        if is_literal(stronger, "false") || is_literal(weaker, "true") {
            return true;
        }
        if self.matches(from, formula) {
            return true;
        }
        let depth = depth + 1;
        if is(specific, "OP_NOT") && is(general, "OP_NOT") {
            let (&[from], &[formula]) = (specific.args.as_slice(), general.args.as_slice()) else {
                return false;
            };
            return self.tries(from, formula, !positive, depth);
        }
        // All parts of what is weaker follow, or something follows from all parts of what is stronger.
        let (of_specific, of_general) =
            if positive { ("OP_OR", "OP_AND") } else { ("OP_AND", "OP_OR") };
        if is(general, of_general) {
            return general.args.iter().all(|part| self.tries(from, *part, positive, depth));
        }
        if is(specific, of_specific) {
            return specific.args.iter().all(|part| self.tries(*part, formula, positive, depth));
        }
        // One part will do.
        (is(specific, of_general)
            && specific.args.iter().any(|part| self.tries(*part, formula, positive, depth)))
            || (is(general, of_specific)
                && general.args.iter().any(|part| self.tries(from, *part, positive, depth)))
    }

    /// Whether the terms are the same, with what stands for constants.
    fn matches(&mut self, from: usize, formula: usize) -> bool {
        let before = self.trail.len();
        let same = self.same(from, formula);
        if !same {
            self.unbind(before);
        }
        same
    }

    fn same(&mut self, from: usize, formula: usize) -> bool {
        let mut seen = HashSet::new();
        let mut todo = vec![(from, formula)];
        while let Some((from, formula)) = todo.pop() {
            if !seen.insert((from, formula)) {
                continue;
            }
            self.steps += 1;
            if self.steps > STEPS {
                return false;
            }
            let (specific, general) = (&self.specific.nodes[from], &self.general.nodes[formula]);
            if general.constant.is_some() {
                if let Some(stands) = self.stands.get(&formula) {
                    if *stands != from {
                        return false;
                    }
                    continue;
                }
                // A function stands for a function, not for what is defined.
                let is_function = general.sort.starts_with("(->");
                let fits = specific.closed
                    && specific.label.is_some()
                    && specific.sort == general.sort
                    && (!is_function || specific.constant.is_some());
                if !fits {
                    return false;
                }
                self.stands.insert(formula, from);
                self.trail.push(formula);
                continue;
            }
            let alike = specific.label.is_some()
                && specific.constant.is_none()
                && specific.label == general.label
                && specific.args.len() == general.args.len();
            if !alike {
                return false;
            }
            todo.extend(specific.args.iter().copied().zip(general.args.iter().copied()));
        }
        true
    }
}
