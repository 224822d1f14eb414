//! The form of Tseitin: a formula as clauses over its literals and new truth values, one for each formula in it that is no
//! literal.
//!
//! A new truth value is the same as what it stands for, in both directions, so the clauses are satisfiable exactly if the
//! formula is. What binds variables is an atom.

use std::sync::Arc;

use murxla_api::{QuickMap, Sort, theory};

use crate::mutate::Seed;
use crate::smt::{Command, Graph, Node, Term};

/// More clauses than these are not made of a seed.
const MOST_CLAUSES: usize = 4_000;

struct Clauses {
    graph: Graph,
    /// What a formula is in clauses: a literal.
    literals: QuickMap<Term, Term>,
    declared: Vec<Command>,
    clauses: Vec<Vec<Term>>,
}

/// The seed in clauses; `None` if it is not one question, or much too large.
pub(super) fn in_clauses(seed: &Seed) -> Option<Seed> {
    let asserted = seed.one_question()?;
    let mut work = Clauses {
        graph: seed.script.graph.clone(),
        literals: QuickMap::default(),
        declared: Vec::new(),
        clauses: Vec::new(),
    };
    for formula in asserted {
        let literal = work.literal(formula)?;
        work.clauses.push(vec![literal]);
    }
    if work.declared.is_empty() {
        return None;
    }
    let mut commands: Vec<Command> = seed
        .script
        .commands
        .iter()
        .filter(|one| {
            !matches!(one, Command::Assert(_) | Command::CheckSat | Command::CheckSatAssuming(_))
        })
        .cloned()
        .collect();
    commands.append(&mut work.declared);
    for clause in std::mem::take(&mut work.clauses) {
        let formula = match clause.as_slice() {
            [one] => *one,
            more => work.graph.apply(theory::operator("OP_OR")?, more).ok()?,
        };
        commands.push(Command::Assert(formula));
    }
    commands.push(Command::CheckSat);
    let mut seed = Seed { script: Default::default(), ..seed.clone() };
    seed.script.graph = work.graph;
    seed.script.commands = commands;
    // Its values say nothing of the new truth values.
    (seed.model, seed.counter_model) = (None, None);
    Some(seed)
}

/// The connectives that are taken apart.
fn is_connective(graph: &Graph, term: Term) -> bool {
    match graph.node(term) {
        Node::Apply { head, args } => match head.op().key {
            "OP_AND" | "OP_OR" | "OP_IMPLIES" => true,
            "OP_XOR" => args.len() == 2,
            "OP_ITE" => graph.sort(term) == &Sort::bool(),
            "OP_EQUAL" => args.len() == 2 && graph.sort(args[0]) == &Sort::bool(),
            _ => false,
        },
        _ => false,
    }
}

impl Clauses {
    fn not(&mut self, literal: Term) -> Option<Term> {
        if let Node::Apply { head, args: [inside] } = self.graph.node(literal)
            && head.op().key == "OP_NOT"
        {
            return Some(*inside);
        }
        self.graph.apply(theory::operator("OP_NOT")?, &[literal]).ok()
    }

    /// The literal that stands for a formula, when all clauses about it are there.
    fn literal(&mut self, formula: Term) -> Option<Term> {
        let mut open = vec![(formula, false)];
        while let Some((term, ready)) = open.pop() {
            if self.literals.contains_key(&term) {
                continue;
            }
            if self.clauses.len() > MOST_CLAUSES {
                return None;
            }
            let is_not = matches!(self.graph.node(term),
                Node::Apply { head, .. } if head.op().key == "OP_NOT");
            if !is_not && !is_connective(&self.graph, term) {
                self.literals.insert(term, term);
                continue;
            }
            if !ready {
                open.push((term, true));
                self.graph.visit_children(term, |child| open.push((child, false)));
                continue;
            }
            let Node::Apply { head, args } = self.graph.node(term) else { return None };
            let (key, args) = (head.op().key, args.to_vec());
            let args: Option<Vec<Term>> =
                args.iter().map(|arg| self.literals.get(arg).copied()).collect();
            let args = args?;
            let literal = if is_not { self.not(args[0])? } else { self.named(key, &args)? };
            self.literals.insert(term, literal);
        }
        self.literals.get(&formula).copied()
    }

    /// A new truth value that is the same as a connective of literals.
    fn named(&mut self, key: &str, args: &[Term]) -> Option<Term> {
        let name: Arc<str> = format!("clause!{}", self.declared.len()).into();
        let symbol = self.graph.add_symbol(&name, Sort::bool());
        self.declared.push(Command::Declare(symbol));
        let it = self.graph.constant(symbol);
        let not_it = self.not(it)?;
        match (key, args) {
            ("OP_AND", _) => {
                let mut all = vec![it];
                for arg in args {
                    self.clauses.push(vec![not_it, *arg]);
                    all.push(self.not(*arg)?);
                }
                self.clauses.push(all);
            }
            ("OP_OR", _) => self.disjunction(it, not_it, args.to_vec())?,
            ("OP_IMPLIES", [before @ .., last]) => {
                let mut parts = Vec::with_capacity(args.len());
                for arg in before {
                    parts.push(self.not(*arg)?);
                }
                parts.push(*last);
                self.disjunction(it, not_it, parts)?;
            }
            ("OP_XOR" | "OP_EQUAL", [a, b]) => {
                let (not_a, not_b) = (self.not(*a)?, self.not(*b)?);
                let (same, other) = if key == "OP_EQUAL" { (it, not_it) } else { (not_it, it) };
                self.clauses.push(vec![other, not_a, *b]);
                self.clauses.push(vec![other, *a, not_b]);
                self.clauses.push(vec![same, *a, *b]);
                self.clauses.push(vec![same, not_a, not_b]);
            }
            ("OP_ITE", [condition, yes, no]) => {
                let (not_condition, not_yes, not_no) =
                    (self.not(*condition)?, self.not(*yes)?, self.not(*no)?);
                self.clauses.push(vec![not_it, not_condition, *yes]);
                self.clauses.push(vec![not_it, *condition, *no]);
                self.clauses.push(vec![it, not_condition, not_yes]);
                self.clauses.push(vec![it, *condition, not_no]);
            }
            _ => return None,
        }
        Some(it)
    }

    fn disjunction(&mut self, it: Term, not_it: Term, parts: Vec<Term>) -> Option<()> {
        for part in &parts {
            let not_part = self.not(*part)?;
            self.clauses.push(vec![it, not_part]);
        }
        self.clauses.push([vec![not_it], parts].concat());
        Some(())
    }
}
