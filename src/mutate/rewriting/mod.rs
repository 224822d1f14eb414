//! Rewriting: what is there is replaced by what is equal, by rules that are data.
//!
//! Mutants are equal to their seed by construction, at any depth, so the seed's answer is the right one for them.

use std::sync::LazyLock;

use murxla_api::Fold;

use super::applying::{Contents, Index, Known, Use, admitted, apply, means_what_it_says};
use super::chain::{Chain, Pool, TRIES};
use super::occurrences::CASES;
use super::rules::{Relation, Rule, datatype_rules, read_rules};
use super::{ConfigurationError, Mutant, Mutants, Mutator, Promise, Repertoire, Seed, Unusable};
use crate::rng::Rng;
use crate::smt::{Node, Term};

/// The rule files, by theory.
pub const RULE_FILES: &[(&str, &str)] = &[
    ("core", include_str!("core.rules")),
    ("quantifiers", include_str!("quantifiers.rules")),
    ("arithmetic", include_str!("arithmetic.rules")),
    ("bit-vectors", include_str!("bit-vectors.rules")),
    ("floats", include_str!("floats.rules")),
    ("strings", include_str!("strings.rules")),
    ("languages", include_str!("languages.rules")),
    ("arrays", include_str!("arrays.rules")),
    ("collections", include_str!("collections.rules")),
];

/// All rules of these files. A file that cannot be read has none: `tests/mutate` reads each.
pub fn rewriting_rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        RULE_FILES.iter().flat_map(|(_, text)| read_rules(text).unwrap_or_default()).collect()
    });
    &RULES
}

/// Terms are replaced by equal ones.
pub(super) static REWRITE: Rewrite = Rewrite { rules: None };

/// The technique.
pub(super) struct Rewrite {
    /// The rules of a file, instead of ours.
    rules: Option<&'static [Rule]>,
}

impl Mutator for Rewrite {
    fn name(&self) -> &'static str {
        "rewrite"
    }

    fn about(&self) -> &'static str {
        "replaces terms by equal ones, by verified rules: the answer stays"
    }

    fn configured(&self, text: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        let rules = read_rules(text).map_err(|error| ConfigurationError(error.to_string()))?;
        if let Some(other) = rules.iter().find(|rule| rule.relation != Relation::Equal) {
            let what = format!("{} is no equation: rewriting takes (rule …) only", other.name);
            return Err(ConfigurationError(what));
        }
        // A configuration is read once and used until the process ends.
        Ok(Box::new(Rewrite { rules: Some(Vec::leak(rules)) }))
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        means_what_it_says(&seed.script.graph)?;
        let chain = Chain::of(seed, may)?;
        let pool = Pool::of(&chain.script, &chain.occurrences, &chain.roots);
        let contents = Contents::of(&chain.script.graph);
        let mut rules: Vec<Known> =
            self.rules.unwrap_or_else(rewriting_rules).iter().map(Known::Ours).collect();
        if self.rules.is_none() {
            let [equations, _] = datatype_rules(&chain.script.graph);
            rules.extend(equations.into_iter().map(Known::Made));
        }
        let uses = rules
            .into_iter()
            .flat_map(|rule| [true, false].map(|from_left| Use { rule: rule.clone(), from_left }));
        let (near, far) = admitted(uses, &contents, may);
        if near.count + far.count == 0 {
            return Err(Unusable("no rule can be used on it".to_owned()));
        }
        Ok(Box::new(Rewritings { chain, pool, near, far, linear: contents.is_linear }))
    }
}

struct Rewritings {
    chain: Chain,
    pool: Pool,
    near: Index,
    far: Index,
    linear: bool,
}

/// One rewriting in so many may bring in another theory.
const FAR: u64 = 24;
/// So many rules are tried at one place.
const RULES_TRIED: usize = 6;
/// So many rewritings make a mutant at most.
const MOST_STEPS: usize = 12;

impl Mutants for Rewritings {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        self.chain.begin_again();
        let mut steps = 1;
        while steps < MOST_STEPS && rng.chance(1, 2) {
            steps += 1;
        }
        for _ in 0..steps {
            for _ in 0..TRIES {
                if self.step(rng) {
                    break;
                }
            }
        }
        if self.chain.steps.is_empty() || !self.chain.differs() {
            return None;
        }
        let steps = std::mem::take(&mut self.chain.steps);
        let lasting = self.chain.lasting(false);
        Some(Mutant { script: self.chain.script(), promise: Promise::SameAsSeed, steps, lasting })
    }
}

impl Rewritings {
    /// One rewriting, if a rule fits where it is tried.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let Some((root, mut old)) = self.chain.draw_place(rng) else { return false };
        let graph = &self.chain.script.graph;
        // Half of all terms are leaves; what they are in is worth more.
        let leaf =
            matches!(graph.node(old), Node::Constant(_) | Node::Variable(_) | Node::Value(_));
        if leaf
            && rng.chance(3, 4)
            && let Some((above, _)) = self.chain.place.way.last().copied()
            && let Node::Apply { head, .. } = graph.node(above)
            && !CASES.contains(&head.op().key)
        {
            self.chain.place.way.pop();
            old = above;
        }
        let slice = self.slice(old, rng);
        let at = slice.map_or(old, |(_, pair)| pair);
        let Some((name, mut new)) = self.rewritten(at, rng) else { return false };
        let graph = &mut self.chain.script.graph;
        if let Some((first, _)) = slice
            && let Node::Apply { args, .. } = graph.node(old)
        {
            let mut args = args.to_vec();
            args.splice(first..first + 2, [new]);
            match graph.apply_alike(old, &args) {
                Ok(whole) => new = whole,
                Err(_) => return false,
            }
        }
        let Chain { occurrences, script, may, .. } = &mut self.chain;
        occurrences.update(&script.graph, may);
        if self.chain.put(root, new).is_err() {
            return false;
        }
        self.chain.steps.push(name);
        true
    }

    /// What a rule makes of a term.
    fn rewritten(&mut self, old: Term, rng: &mut Rng) -> Option<(String, Term)> {
        let index = if rng.chance(1, FAR) { &self.far } else { &self.near };
        let (form, any) = index.on(&self.chain.script.graph, old);
        let list =
            if form.is_empty() || (!any.is_empty() && rng.chance(1, 4)) { any } else { form };
        for _ in 0..RULES_TRIED {
            let one = rng.pick(list)?;
            let new = apply(one, old, &mut self.chain, &self.pool, self.linear, rng);
            if let Some(new) = new {
                let direction = if one.from_left { "" } else { ", backwards" };
                return Some((format!("{}{direction}", one.rule.name), new));
            }
        }
        None
    }

    /// Two neighbouring arguments of an application of many, as an application of their own: where they stand, and it.
    fn slice(&mut self, term: Term, rng: &mut Rng) -> Option<(usize, Term)> {
        let graph = &mut self.chain.script.graph;
        let Node::Apply { head, args } = graph.node(term) else { return None };
        if args.len() < 3 {
            return None;
        }
        let last = args.len() - 2;
        let first = match head.op().fold {
            Fold::LeftAssoc if ASSOCIATIVE.contains(&head.op().key) => {
                rng.below(last as u64 + 1) as usize
            }
            Fold::LeftAssoc => 0,
            Fold::RightAssoc => last,
            _ => return None,
        };
        // Rules with three arguments want all of them.
        if args.len() == 3 && rng.chance(1, 2) {
            return None;
        }
        let pair = [args[first], args[first + 1]];
        graph.apply_alike(term, &pair).ok().map(|pair| (first, pair))
    }
}

/// Operators whose neighbouring arguments can be taken together wherever they stand.
const ASSOCIATIVE: &[&str] = &[
    "OP_AND",
    "OP_OR",
    "OP_XOR",
    "OP_INT_ADD",
    "OP_INT_MUL",
    "OP_REAL_ADD",
    "OP_REAL_MUL",
    "OP_BV_CONCAT",
    "OP_BV_AND",
    "OP_BV_OR",
    "OP_BV_XOR",
    "OP_BV_ADD",
    "OP_BV_MULT",
    "OP_STR_CONCAT",
    "OP_SEQ_CONCAT",
    "OP_RE_CONCAT",
    "OP_RE_UNION",
    "OP_RE_INTER",
];
