//! Sparrow: skeletal approximation enumeration. Occurrences of literals are weakened or strengthened, all in one direction, so that
//! a mutant of a satisfiable seed stays satisfiable, or one of an unsatisfiable seed unsatisfiable.
//!
//! Which direction an occurrence needs follows from its polarity, so no conjunctive normal form is needed for that; half of
//! the mutants are made of the seed in the form of Tseitin all the same, as the paper does it. An atom below an odd number of
//! negations is approximated the other way round (Proposition 4.2).

mod tseitin;

use std::sync::LazyLock;

use murxla_api::{Answer, Binder, theory};

use self::tseitin::in_clauses;
use super::applying::{Contents, Index, Known, Use, admitted, apply, means_what_it_says};
use super::chain::{Chain, Pool};
use super::rules::{Relation, Rule, datatype_rules, read_rules};
use super::snippets::Snippets;
use super::{ConfigurationError, Mutant, Mutants, Mutator, Promise, Repertoire, Seed, Unusable};
use crate::rng::Rng;
use crate::smt::{Lasting, Node, Term};

/// The rule files: those of the paper, and ours.
pub const APPROXIMATIONS: &[(&str, &str)] =
    &[("table2", include_str!("table2.rules")), ("more", include_str!("more.rules"))];

/// All rules of these files. A file that cannot be read has none: `tests/mutate` reads each.
pub fn approximations() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        APPROXIMATIONS.iter().flat_map(|(_, text)| read_rules(text).unwrap_or_default()).collect()
    });
    &RULES
}

/// Literals are approximated.
pub(super) static SPARROW: Sparrow = Sparrow { rules: None };

/// The technique.
pub(super) struct Sparrow {
    /// The rules of a file, instead of ours.
    rules: Option<&'static [Rule]>,
}

impl Mutator for Sparrow {
    fn name(&self) -> &'static str {
        "sparrow"
    }

    fn about(&self) -> &'static str {
        "weakens literals of satisfiable seeds, and strengthens those of unsatisfiable ones"
    }

    fn configured(&self, text: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        let rules = read_rules(text).map_err(|error| ConfigurationError(error.to_string()))?;
        // A configuration is read once and used until the process ends.
        Ok(Box::new(Sparrow { rules: Some(Vec::leak(rules)) }))
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        means_what_it_says(&seed.script.graph)?;
        let mut rules: Vec<Known> =
            self.rules.unwrap_or_else(approximations).iter().map(Known::Ours).collect();
        if self.rules.is_none() {
            let [_, implications] = datatype_rules(&seed.script.graph);
            rules.extend(implications.into_iter().map(Known::Made));
        }
        let plain = Form::new(0, Chain::of(seed, may)?, &rules, may);
        // What is asked in one question can be asked in clauses.
        let clauses = in_clauses(seed).and_then(|seed| Chain::of(&seed, may).ok());
        let clauses = clauses.map(|chain| Form::new(1, chain, &rules, may));
        Ok(Box::new(Approximations { plain, clauses, status: seed.status }))
    }
}

/// The seed in one form, with what it is mutated by.
struct Form {
    /// Each form has a graph of its own.
    number: usize,
    chain: Chain,
    pool: Pool,
    over: Index,
    under: Index,
    snippets: Snippets,
    linear: bool,
}

impl Form {
    fn new(number: usize, chain: Chain, rules: &[Known], may: &Repertoire) -> Form {
        let pool = Pool::of(&chain.script, &chain.occurrences, &chain.roots);
        let contents = Contents::of(&chain.script.graph);
        let uses = |relation: Relation, both_ways_from_left: bool| {
            rules.iter().cloned().filter_map(move |rule| match rule.relation {
                Relation::Implies => Some(Use { rule, from_left: both_ways_from_left }),
                one if one == relation => Some(Use { rule, from_left: true }),
                _ => None,
            })
        };
        let (over, _) = admitted(uses(Relation::Over, true), &contents, may);
        let (under, _) = admitted(uses(Relation::Under, false), &contents, may);
        let snippets = Snippets::new(&pool);
        Form { number, chain, pool, over, under, snippets, linear: contents.is_linear }
    }
}

struct Approximations {
    plain: Form,
    clauses: Option<Form>,
    status: Option<Answer>,
}

/// So many literals are mutated at most.
const MOST_LITERALS: u64 = 5;
/// So many literals are tried for one.
const TRIES: usize = 24;
/// So many rules are tried for one literal.
const RULES_TRIED: usize = 6;
/// One walk in so many ends at a formula that is no literal.
const EARLY: u64 = 16;

impl Mutants for Approximations {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        let over = match self.status {
            Some(Answer::Sat) => true,
            Some(Answer::Unsat) => false,
            _ => rng.chance(1, 2),
        };
        let form = match &mut self.clauses {
            Some(clauses) if rng.chance(1, 2) => clauses,
            _ => &mut self.plain,
        };
        form.chain.begin_again();
        for _ in 0..1 + rng.below(MOST_LITERALS) {
            for _ in 0..TRIES {
                if form.mutate(over, rng) {
                    break;
                }
            }
        }
        if form.chain.steps.is_empty() || !form.chain.differs() {
            return None;
        }
        let promise = if over { Promise::SatIfSeedIs } else { Promise::UnsatIfSeedIs };
        let steps = std::mem::take(&mut form.chain.steps);
        let lasting = Lasting { graph: form.number, ..form.chain.lasting(false) };
        Some(Mutant { script: form.chain.script(), promise, steps, lasting })
    }
}

impl Form {
    /// Approximates one occurrence of a literal.
    fn mutate(&mut self, over: bool, rng: &mut Rng) -> bool {
        let Some((root, literal, positive)) = self.walk(rng) else { return false };
        let weaker = over == positive;
        let made = if rng.chance(1, 2) {
            self.by_rule(literal, weaker, rng).or_else(|| self.by_snippet(literal, weaker, rng))
        } else {
            self.by_snippet(literal, weaker, rng).or_else(|| self.by_rule(literal, weaker, rng))
        };
        let Some((new, what)) = made else { return false };
        let Chain { occurrences, script, may, .. } = &mut self.chain;
        occurrences.update(&script.graph, may);
        if self.chain.put(root, new).is_err() {
            return false;
        }
        self.chain.steps.push(what);
        true
    }

    /// Goes down from a formula to a literal, and tells whether it stands there positively.
    fn walk(&mut self, rng: &mut Rng) -> Option<(usize, Term, bool)> {
        let Chain { script, roots, place, occurrences, .. } = &mut self.chain;
        let graph = &script.graph;
        let sum = roots.iter().fold(0u64, |sum, root| sum.saturating_add(occurrences.count(*root)));
        let mut number = rng.below(sum);
        let root = roots.iter().position(|root| {
            let count = occurrences.count(*root);
            let here = number < count;
            number = number.saturating_sub(count);
            here
        })?;
        let mut term = roots[root];
        let mut positive = true;
        place.way.clear();
        place.scope.clear();
        loop {
            let (next, flips) = match graph.node(term) {
                Node::Apply { head, args } => match head.op().key {
                    "OP_NOT" => (0, true),
                    "OP_AND" | "OP_OR" => (rng.below(args.len() as u64) as usize, false),
                    "OP_IMPLIES" => {
                        let next = rng.below(args.len() as u64) as usize;
                        (next, next + 1 < args.len())
                    }
                    "OP_ITE" => (1 + rng.below(2) as usize, false),
                    _ => break,
                },
                Node::Bind { binder: Binder::Forall | Binder::Exists, variables, .. } => {
                    place.scope.extend_from_slice(variables);
                    (0, false)
                }
                _ => break,
            };
            // Some rules are about negated atoms.
            let early = if flips && place.way.is_empty() { EARLY / 2 } else { EARLY };
            if rng.chance(1, early) {
                // Only what stands above the binder is bound here.
                if let Node::Bind { variables, .. } = graph.node(term) {
                    place.scope.truncate(place.scope.len() - variables.len());
                }
                break;
            }
            place.way.push((term, next));
            positive ^= flips;
            term = match graph.node(term) {
                Node::Apply { args, .. } => args[next],
                Node::Bind { bodies, .. } => *bodies.first()?,
                _ => return None,
            };
        }
        place.term = Some(term);
        Some((root, term, positive))
    }

    /// Predicate symbol transformation.
    fn by_rule(&mut self, literal: Term, weaker: bool, rng: &mut Rng) -> Option<(Term, String)> {
        let index = if weaker { &self.over } else { &self.under };
        let (list, _) = index.on(&self.chain.script.graph, literal);
        for _ in 0..RULES_TRIED {
            let one = rng.pick(list)?;
            if let Some(new) = apply(one, literal, &mut self.chain, &self.pool, self.linear, rng) {
                let how = if weaker { "weaker" } else { "stronger" };
                return Some((new, format!("{how} by {}", one.rule.name)));
            }
        }
        None
    }

    /// Live predicate injection.
    fn by_snippet(&mut self, literal: Term, weaker: bool, rng: &mut Rng) -> Option<(Term, String)> {
        let Form { chain, pool, snippets, linear, .. } = self;
        let snippet = snippets.formula(chain, pool, *linear, rng)?;
        let (key, how) = match weaker {
            true => ("OP_OR", "weaker by a snippet"),
            false => ("OP_AND", "stronger by a snippet"),
        };
        let args = if rng.chance(1, 2) { [literal, snippet] } else { [snippet, literal] };
        let new = chain.script.graph.apply(theory::operator(key)?, &args).ok()?;
        (new != literal).then(|| (new, how.to_owned()))
    }
}
