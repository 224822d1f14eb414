//! OpFuzz: type-aware operator mutation. An operator is exchanged for another one that takes the same arguments and gives the same
//! sort.
//!
//! Which operators can be exchanged follows from their rows, or is said by a file in the syntax of yinyang ([`classes`]).

mod classes;

use murxla_api::{ApplicationSorts, Binder, Op, QuickMap, Sort, sort_of, theory};

use self::classes::{Alternative, Classes};
use super::chain::{Chain, MOST_TERMS, TRIES};
use super::{
    ConfigurationError, Mutant, Mutants, Mutator, Needs, Promise, Repertoire, Seed, Unusable,
};
use crate::rng::Rng;
use crate::smt::{Head, Node, Term};

/// Operators are exchanged, those of the rows.
pub(super) static OPFUZZ: OpFuzz = OpFuzz { classes: None };

/// The technique.
pub(super) struct OpFuzz {
    /// What a file says can be exchanged.
    classes: Option<Classes>,
}

impl Mutator for OpFuzz {
    fn name(&self) -> &'static str {
        "opfuzz"
    }

    fn about(&self) -> &'static str {
        "exchanges operators that have the same signature"
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }

    fn makes_chains(&self) -> bool {
        true
    }

    fn configured(&self, text: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        Ok(Box::new(OpFuzz { classes: Some(Classes::parse(text)?) }))
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [seed] = seeds else { return Err(Unusable("it takes one seed".to_owned())) };
        let chain = Chain::of(seed, may)?;
        let mut mutants = Exchanges {
            first: chain.clone(),
            chain,
            classes: self.classes.clone(),
            alternatives: QuickMap::default(),
        };
        if !mutants.can_change() {
            return Err(Unusable("no operator in it can be exchanged".to_owned()));
        }
        Ok(Box::new(mutants))
    }
}

/// What decides which operators can stand in the place of another one: the operator, the sorts of its first arguments by number,
/// the number of these, its own sort, and whether all are values where values are wanted.
type Form = (usize, [usize; 4], usize, usize);

struct Exchanges {
    first: Chain,
    chain: Chain,
    classes: Option<Classes>,
    /// By form. Heads with indices, sorts or names are looked at each time.
    alternatives: QuickMap<Form, Box<[&'static Op]>>,
}

/// What takes the place of an operator.
enum New {
    Op(&'static Op),
    Binder(Binder),
}

impl Exchanges {
    fn can_change(&mut self) -> bool {
        let mut open = self.chain.roots.clone();
        let mut seen = vec![false; self.chain.script.graph.len()];
        while let Some(term) = open.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            if self.count(term) > 0 {
                return true;
            }
            self.chain.script.graph.visit_children(term, |child| open.push(child));
        }
        false
    }

    /// How many operators can stand in the place of that of a term.
    fn count(&mut self, term: Term) -> usize {
        match self.chain.script.graph.node(term) {
            Node::Bind { binder, .. } => self.binders(binder).len(),
            Node::Apply { .. } => self.operators(term).len(),
            _ => 0,
        }
    }

    fn binders(&self, binder: Binder) -> Vec<Binder> {
        let other = match binder {
            Binder::Forall => Binder::Exists,
            Binder::Exists => Binder::Forall,
            _ => return Vec::new(),
        };
        let name = |binder| if binder == Binder::Forall { "forall" } else { "exists" };
        match &self.classes {
            Some(classes) => {
                let found = classes.alternatives(name(binder), 1);
                found.iter().filter(|one| one.name() == name(other)).map(|_| other).collect()
            }
            None => vec![other],
        }
    }

    /// The operators that can stand in the place of that of an application.
    fn operators(&mut self, term: Term) -> &[&'static Op] {
        let graph = &self.chain.script.graph;
        let Node::Apply { head, args } = graph.node(term) else { return &[] };
        let plain = head.indices.is_empty() && head.sorts.is_empty() && head.names.is_empty();
        let mut sorts = [usize::MAX; 4];
        for (number, arg) in sorts.iter_mut().zip(args) {
            *number = graph.sort_number(*arg);
        }
        let same_rest = args.iter().skip(4).all(|arg| graph.sort_number(*arg) == sorts[3]);
        // What is not told by the key is found each time, under a key of its own.
        let mark = match plain && same_rest {
            true => std::ptr::from_ref(head.op()).addr(),
            false => usize::MAX - term.index(),
        };
        let key: Form = (mark, sorts, args.len(), graph.sort_number(term));
        if !self.alternatives.contains_key(&key) {
            let found = self.find(term);
            self.alternatives.insert(key, found);
        }
        &self.alternatives[&key]
    }

    fn find(&self, term: Term) -> Box<[&'static Op]> {
        let graph = &self.chain.script.graph;
        let Node::Apply { head, args } = graph.node(term) else { return Box::default() };
        let own = head.op();
        let sorts: Vec<Sort> = args.iter().map(|arg| graph.sort(*arg).clone()).collect();
        let result = graph.sort(term);
        let fits = |op: &&'static Op| {
            op.key != own.key
                && !UNEXCHANGEABLE.contains(&op.key)
                && gives(op, head, &sorts, result)
                // The same connective with another name is no other one.
                && (op.symbol != own.symbol || op.symbol.is_empty())
                && args.iter().enumerate().all(|(place, arg)| {
                    !self.chain.may.wants_value(op, place)
                        || matches!(graph.node(*arg), Node::Value(_))
                })
        };
        if UNEXCHANGEABLE.contains(&own.key) {
            return Box::default();
        }
        match &self.classes {
            None => self.chain.may.operators().filter(fits).collect(),
            Some(classes) => {
                let named = classes.alternatives(own.symbol, args.len());
                let rows = named.iter().filter_map(|one: &Alternative| {
                    theory::with_symbol(one.name()).iter().copied().find(fits)
                });
                rows.filter(|op| self.chain.may.has(op)).collect()
            }
        }
    }

    /// Exchanges one operator.
    fn step(&mut self, rng: &mut Rng) -> bool {
        for _ in 0..TRIES {
            let Some((root, term)) = self.chain.draw_place(rng) else { return false };
            let Some(new) = self.draw(term, rng) else { continue };
            if self.exchange(root, term, &new) {
                return true;
            }
        }
        false
    }

    fn draw(&mut self, term: Term, rng: &mut Rng) -> Option<New> {
        match self.chain.script.graph.node(term) {
            Node::Bind { binder, .. } => {
                rng.pick(&self.binders(binder)).map(|one| New::Binder(*one))
            }
            Node::Apply { .. } => rng.pick(self.operators(term)).map(|op| New::Op(op)),
            _ => None,
        }
    }

    fn exchange(&mut self, root: usize, term: Term, new: &New) -> bool {
        let graph = &mut self.chain.script.graph;
        let (built, step) = match (graph.node(term), new) {
            (Node::Apply { head, args }, New::Op(op)) => {
                let (old, args) = (head.op(), args.to_vec());
                let plain =
                    head.indices.is_empty() && head.sorts.is_empty() && head.names.is_empty();
                let head = Head { op: crate::smt::OpRow(op), ..head.clone() };
                let built =
                    if plain { graph.apply(op, &args) } else { graph.apply_head(head, &args) };
                let step = format!("{} → {}", shown(old), shown(op));
                (built.ok(), step)
            }
            (Node::Bind { variables, patterns, bodies, .. }, New::Binder(binder)) => {
                let (variables, patterns, bodies) =
                    (variables.to_vec(), patterns.to_vec(), bodies.to_vec());
                let built = graph.bind(*binder, &variables, patterns, &bodies);
                let exists = *binder == Binder::Exists;
                let step = if exists { "forall → exists" } else { "exists → forall" };
                (built.ok(), step.to_owned())
            }
            _ => (None, String::new()),
        };
        let Some(built) = built else { return false };
        self.chain.occurrences.update(&self.chain.script.graph, &self.chain.may);
        if self.chain.put(root, built).is_err() {
            return false;
        }
        self.chain.steps.push(step);
        true
    }
}

/// An operator as people write it.
fn shown(op: &Op) -> &'static str {
    if op.symbol.is_empty() { op.key } else { op.symbol }
}

/// Operators with a form of their own, or that mean something beyond their arguments.
const UNEXCHANGEABLE: [&str; 6] = [
    "OP_DT_MATCH",
    "OP_DT_MATCH_CASE",
    "OP_DT_MATCH_BIND_CASE",
    "OP_UF_APPLY",
    "OP_HO_APPLY",
    "OP_RE_RANGE",
];

/// Whether an operator, with all that the head has beside its operator, gives the same sort.
fn gives(op: &Op, head: &Head, args: &[Sort], result: &Sort) -> bool {
    let (least, most) = op.arity();
    if args.len() < least
        || most.is_some_and(|most| args.len() > most)
        || op.index_count() != head.indices.len()
        || !op.heads().result.contains(result.kind())
    {
        return false;
    }
    let names: Vec<&str> = head.names.iter().map(|name| &**name).collect();
    let (sorts, indices) = (&*head.sorts, &*head.indices);
    let application = ApplicationSorts { sorts, names: &names, indices, args };
    sort_of(op, &application).is_ok_and(|sort| sort == *result)
}

impl Mutants for Exchanges {
    fn begin_again(&mut self) {
        self.chain.restart(&self.first);
        // Some are known by the numbers of terms, which are given again.
        self.alternatives.clear();
    }

    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        if self.chain.script.graph.len() > MOST_TERMS {
            self.begin_again();
        }
        self.chain.steps.clear();
        // Two exchanges may undo each other.
        for _ in 0..TRIES {
            if !self.step(rng) {
                return None;
            }
            if self.chain.differs() {
                let steps = self.chain.steps.clone();
                let lasting = self.chain.lasting(true);
                return Some(Mutant {
                    script: self.chain.script(),
                    promise: Promise::Nothing,
                    steps,
                    lasting,
                });
            }
        }
        None
    }
}
