//! Plans the `let`s of a term: which shared terms get one, and around which term it stands.
//!
//! A term that occurs more than once is named, unless it is a leaf or as short as one. Its `let` stands around the
//! innermost term that all its occurrences are in; if that one is named itself, beside it. A variable is bound at one
//! place, so what has free variables stays inside of their binder. All is decided by the structure of the term, not by
//! the numbers in its graph: so what is printed and read is printed the same way.

use murxla_api::Literal;

use super::written::Written;
use crate::smt::{Graph, Head, Node, Term, Variable};

/// Nobody: no term of the plan.
const NONE: u32 = u32::MAX;

/// One term of the plan.
#[derive(Clone, Copy, Debug)]
struct Step {
    term: Term,
    /// How often it occurs.
    uses: u32,
    /// The innermost term that holds all occurrences, by its place in the plan.
    dominator: u32,
    /// How deep it is in the tree of dominators, and a far ancestor there, for quick ways up.
    depth: u32,
    jump: u32,
    /// Named terms of a lower level may occur in it.
    level: u32,
    named: bool,
}

/// The plan for one term.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The terms, parts first; the term itself is the last.
    steps: Vec<Step>,
    /// Place in `steps` of each term of the graph, if `epochs` says that it is in this plan.
    places: Vec<u32>,
    epochs: Vec<u32>,
    epoch: u32,
    /// Named terms by the term around which they are named: `lets[first[place]..first[place + 1]]`.
    lets: Vec<Term>,
    first: Vec<u32>,
}

/// Whether the operator is a case of a `match`, which is no term by itself.
pub(super) fn is_case(head: &Head) -> bool {
    matches!(head.op().key, "OP_DT_MATCH_CASE" | "OP_DT_MATCH_BIND_CASE")
}

/// The variables that a case binds.
pub(super) fn case_variables<'a>(head: &Head, args: &'a [Term]) -> &'a [Term] {
    match (head.op().key, args) {
        ("OP_DT_MATCH_BIND_CASE", [variables @ .., _]) => variables,
        _ => &[],
    }
}

impl Plan {
    /// Makes the plan for a term.
    pub(super) fn make(&mut self, written: &Written, root: Term) {
        self.visit(written, root);
        let mut in_full = Vec::new();
        if written.graph.has_variables(root) {
            in_full = bound_twice(written, &self.steps);
            self.keep_together(written, &mut in_full);
        }
        self.dominate(written);
        self.name(written, &in_full);
    }

    /// What is written as one with the binder around it has no name.
    fn keep_together(&self, written: &Written, in_full: &mut Vec<bool>) {
        for step in &self.steps {
            if let Some(inner) = written.grown_together(step.term) {
                in_full.resize(self.steps.len(), false);
                in_full[self.places[inner.index()] as usize] = true;
            }
        }
    }

    fn place(&self, term: Term) -> Option<usize> {
        let index = term.index();
        (self.epochs.get(index) == Some(&self.epoch)).then(|| self.places[index] as usize)
    }

    /// Lists the terms, parts first, from left to right.
    fn visit(&mut self, written: &Written, root: Term) {
        let count = written.graph.len();
        self.steps.clear();
        self.places.resize(count, NONE);
        self.epochs.resize(count, 0);
        self.epoch += 1;
        let mut open: Vec<(Term, bool)> = vec![(root, false)];
        let mut children = Vec::new();
        while let Some((term, done)) = open.pop() {
            let index = term.index();
            if done {
                self.places[index] = self.steps.len() as u32;
                self.steps.push(Step {
                    term,
                    uses: 0,
                    dominator: NONE,
                    depth: 0,
                    jump: NONE,
                    level: 0,
                    named: false,
                });
                continue;
            }
            if self.epochs[index] == self.epoch {
                continue;
            }
            self.epochs[index] = self.epoch;
            open.push((term, true));
            children.clear();
            written.visit(term, |child| children.push(child));
            open.extend(children.iter().rev().map(|child| (*child, false)));
        }
    }

    /// Finds how often each term occurs, and the innermost term around all its occurrences.
    fn dominate(&mut self, written: &Written) {
        let Some(root) = self.steps.len().checked_sub(1) else { return };
        self.steps[root].uses = 1;
        self.steps[root].jump = root as u32;
        self.steps[root].dominator = root as u32;
        // Whatever holds a term comes behind it.
        let mut children = Vec::new();
        for parent in (0..=root).rev() {
            if parent != root {
                self.settle(parent);
            }
            let (term, places, steps) = (self.steps[parent].term, &self.places, &mut self.steps);
            children.clear();
            written.visit(term, |child| children.push(places[child.index()]));
            for child in children.drain(..) {
                steps[child as usize].uses = steps[child as usize].uses.saturating_add(1);
                let so_far = steps[child as usize].dominator;
                steps[child as usize].dominator = match so_far {
                    NONE => parent as u32,
                    other => common(steps, other, parent as u32),
                };
            }
        }
    }

    /// The dominator of this one is final: its way up is set.
    fn settle(&mut self, place: usize) {
        let up = self.steps[place].dominator as usize;
        let (depth, jump) = (self.steps[up].depth, self.steps[up].jump as usize);
        self.steps[place].depth = depth + 1;
        let (near, far) =
            (self.steps[jump].depth, self.steps[self.steps[jump].jump as usize].depth);
        // Jumps of equal length in a row make one of double length.
        let double = jump != up && depth - near == near - far;
        self.steps[place].jump = if double { self.steps[jump].jump } else { up as u32 };
    }

    /// Chooses the named terms and the places of their names.
    fn name(&mut self, written: &Written, in_full: &[bool]) {
        let graph = written.graph;
        let count = self.steps.len();
        for place in 0..count {
            let step = self.steps[place];
            let mut level = 0;
            written.visit(step.term, |child| {
                level = level.max(self.steps[self.places[child.index()] as usize].level);
            });
            let named = place + 1 < count
                && step.uses > 1
                && !in_full.get(place).copied().unwrap_or(false)
                && !written.said.contains(step.term)
                && can_be_named(graph, step.term);
            self.steps[place].named = named;
            self.steps[place].level = if named { level + 1 } else { level };
        }
        self.lets.clear();
        self.first.clear();
        self.first.resize(count + 1, 0);
        if !self.steps.iter().any(|step| step.named) {
            return;
        }
        // What dominates comes behind, so its own place is known first.
        let mut around = vec![NONE; count];
        for place in (0..count).rev().filter(|place| self.steps[*place].named) {
            let dominator = self.steps[place].dominator as usize;
            let beside = self.steps[dominator].named && !binds(graph, self.steps[dominator].term);
            around[place] = if beside { around[dominator] } else { dominator as u32 };
        }
        for place in around.iter().filter(|place| **place != NONE) {
            self.first[*place as usize + 1] += 1;
        }
        for place in 0..count {
            self.first[place + 1] += self.first[place];
        }
        let mut next = self.first.clone();
        if let Some(step) = self.steps.first() {
            self.lets.resize(self.first[count] as usize, step.term);
        }
        for (place, around) in around.iter().enumerate().filter(|(_, around)| **around != NONE) {
            let slot = &mut next[*around as usize];
            self.lets[*slot as usize] = self.steps[place].term;
            *slot += 1;
        }
        for place in 0..count {
            let range = self.first[place] as usize..self.first[place + 1] as usize;
            let (places, steps) = (&self.places, &self.steps);
            self.lets[range].sort_by_key(|term| steps[places[term.index()] as usize].level);
        }
    }

    /// Whether the term is named.
    pub(super) fn is_named(&self, term: Term) -> bool {
        self.place(term).is_some_and(|place| self.steps[place].named)
    }

    /// The level of a term: terms of one level do not occur in each other.
    pub(super) fn level(&self, term: Term) -> u32 {
        self.place(term).map_or(0, |place| self.steps[place].level)
    }

    /// The terms that are named around this one, those of lower levels first. Those of a binder or a case are named
    /// inside, around its body.
    pub(super) fn lets(&self, term: Term) -> &[Term] {
        let Some(place) = self.place(term) else { return &[] };
        &self.lets[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

/// The innermost common ancestor.
fn common(steps: &[Step], mut a: u32, mut b: u32) -> u32 {
    let step = |place: u32| steps[place as usize];
    if step(a).depth < step(b).depth {
        std::mem::swap(&mut a, &mut b);
    }
    while step(a).depth > step(b).depth {
        let far = step(a).jump;
        a = if step(far).depth >= step(b).depth { far } else { step(a).dominator };
    }
    while a != b {
        let (far_a, far_b) = (step(a).jump, step(b).jump);
        (a, b) = match far_a != far_b {
            true => (far_a, far_b),
            false => (step(a).dominator, step(b).dominator),
        };
    }
    a
}

fn binds(graph: &Graph, term: Term) -> bool {
    match graph.node(term) {
        Node::Bind { .. } => true,
        Node::Apply { head, .. } => is_case(head),
        _ => false,
    }
}

/// Terms that hold a variable that several binders bind, if there are such; they are not named, since their names
/// could leave the binder. Empty: none.
fn bound_twice(written: &Written, steps: &[Step]) -> Vec<bool> {
    let graph = written.graph;
    let mut binders = vec![0u8; graph.variable_count()];
    let mut any = false;
    for step in steps {
        let mut bind = |variable: Variable| {
            let count = &mut binders[variable.index()];
            *count = count.saturating_add(1);
            any |= *count > 1;
        };
        match graph.node(step.term) {
            Node::Bind { variables, .. } => variables.iter().copied().for_each(bind),
            Node::Apply { head, args } if is_case(head) => {
                for variable in case_variables(head, args) {
                    if let Node::Variable(variable) = graph.node(*variable) {
                        bind(variable);
                    }
                }
            }
            _ => {}
        }
    }
    if !any {
        return Vec::new();
    }
    let mut holds = vec![false; graph.len()];
    let mut list = Vec::with_capacity(steps.len());
    for step in steps {
        let mut held = matches!(graph.node(step.term), Node::Variable(variable)
            if binders[variable.index()] > 1);
        written.visit(step.term, |child| held |= holds[child.index()]);
        holds[step.term.index()] = held;
        list.push(held);
    }
    list
}

/// Whether a name is shorter than the term, and allowed for it.
fn can_be_named(graph: &Graph, term: Term) -> bool {
    match graph.node(term) {
        Node::Constant(_) | Node::Variable(_) | Node::Value(_) | Node::Opaque(_) => false,
        Node::Apply { head, args } => {
            !args.is_empty() && !is_case(head) && !is_number(graph, head, args)
        }
        Node::Bind { .. } | Node::Annotated { .. } => true,
    }
}

/// Numbers that are written as applications: `(- 5)`, `(/ 1.0 3.0)`, `(/ (- 1.0) 3.0)`, `(fp #b0 #b10 #b1)`.
fn is_number(graph: &Graph, head: &Head, args: &[Term]) -> bool {
    let is_value = |term: &Term| match graph.node(*term) {
        Node::Value(Literal::Integer(text) | Literal::Real(text)) => {
            text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        }
        Node::Value(Literal::BitVec { .. }) => true,
        _ => false,
    };
    match (head.op().key, args) {
        ("OP_INT_NEG" | "OP_REAL_NEG", [one]) => is_value(one),
        ("OP_REAL_DIV", [above, below]) => {
            let above_is_number = match graph.node(*above) {
                Node::Apply { head, args } => {
                    head.op().key == "OP_REAL_NEG" && args.iter().all(is_value)
                }
                _ => is_value(above),
            };
            above_is_number && is_value(below)
        }
        ("OP_FP_FP", args) => args.iter().all(is_value),
        _ => false,
    }
}
