//! Semantic fusion: two seeds with the same answer become one script with that answer, in which constants of both are
//! fused.
//!
//! z is a function of x, of one seed, and of y, of the other; some occurrences of x and y are replaced by what they are by z.
//! Satisfiable seeds are joined by conjunction, and z is free: for the values of a model of both there is a value of z with which
//! nothing changed, if the inversions give x and y back. Unsatisfiable seeds are joined by disjunction, with equations that make each
//! replacement equal to what it replaces.

mod functions;
mod joined;

use murxla_api::{Answer, theory};

pub use self::functions::{FUNCTIONS, FusionFunction, fusion_functions, read_functions};
use self::joined::{Joined, join};
use super::applying::means_what_it_says;
use super::rules::{Binding, Builder, Pattern, Rule, Values, binding_of};
use super::{ConfigurationError, Mutant, Mutants, Mutator, Promise, Repertoire, Seed, Unusable};
use crate::eval::{Assignment, Evaluator};
use crate::rng::Rng;
use crate::smt::{Command, Graph, Lasting, Mark, Node, Script, Term};

/// Constants of two seeds are fused.
pub(super) static FUSION: Fusion = Fusion { functions: None };

/// The technique.
pub(super) struct Fusion {
    /// The functions of a file, instead of ours.
    functions: Option<&'static [FusionFunction]>,
}

impl Mutator for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn about(&self) -> &'static str {
        "joins two seeds with the same answer, and fuses constants of both: the answer stays"
    }

    fn arity(&self) -> usize {
        2
    }

    fn configured(&self, text: &str) -> Result<Box<dyn Mutator>, ConfigurationError> {
        // A configuration is read once and used until the process ends.
        Ok(Box::new(Fusion { functions: Some(Vec::leak(read_functions(text)?)) }))
    }

    fn open(&self, seeds: &[&Seed], may: &Repertoire) -> Result<Box<dyn Mutants>, Unusable> {
        let [first, second] = seeds else {
            return Err(Unusable("it takes two seeds".to_owned()));
        };
        let sat = match (first.status, second.status) {
            (Some(Answer::Sat), Some(Answer::Sat)) => true,
            (Some(Answer::Unsat), Some(Answer::Unsat)) => false,
            (Some(Answer::Sat | Answer::Unsat), Some(Answer::Sat | Answer::Unsat)) => {
                return Err(Unusable(
                    "one seed is satisfiable, and the other one is not".to_owned(),
                ));
            }
            _ => return Err(Unusable("the answer to one of the seeds is not known".to_owned())),
        };
        means_what_it_says(&first.script.graph)?;
        means_what_it_says(&second.script.graph)?;
        let joined = join([first, second])?;
        if sat && let Some(op) = open_in_both(&joined) {
            // Each could want another value for the same application.
            return Err(Unusable(format!("both seeds have {op}, which may be open")));
        }
        let functions = self.functions.unwrap_or_else(fusion_functions);
        let fused = Fused::new(joined, functions, sat, may);
        if fused.pairs.is_empty() {
            return Err(Unusable("no two constants of them can be fused".to_owned()));
        }
        Ok(Box::new(fused))
    }
}

/// Operators whose value the standard leaves open for some arguments.
const OPEN: &[&str] = &[
    "OP_INT_DIV",
    "OP_INT_MOD",
    "OP_INT_POW",
    "OP_REAL_DIV",
    "OP_REAL_POW",
    "OP_FP_MIN",
    "OP_FP_MAX",
    "OP_FP_TO_UBV",
    "OP_FP_TO_SBV",
    "OP_FP_TO_REAL",
    "OP_FP_TO_IEEE_BV",
    "OP_SEQ_NTH",
    "OP_SET_CHOOSE",
    "OP_SET_FOLD",
    "OP_BAG_CHOOSE",
    "OP_BAG_FOLD",
    "OP_BAG_PARTITION",
    "OP_TABLE_AGGREGATE",
    "OP_REL_AGGREGATE",
    "OP_DT_APPLY_SEL",
];

/// An operator that may be open in both scripts.
fn open_in_both(joined: &Joined) -> Option<&'static str> {
    let graph = &joined.graph;
    let open = |roots: &[Term]| -> Vec<&'static str> {
        let mut found = Vec::new();
        for term in reached(graph, &joined.declarations, roots) {
            let Node::Apply { head, args } = graph.node(term) else { continue };
            let op = head.op();
            // Quotients by numbers that are not 0 are never open.
            let by_value = args.len() == 2
                && ["OP_INT_DIV", "OP_INT_MOD", "OP_REAL_DIV"].contains(&op.key)
                && super::rules::is_linear(graph, murxla_api::Linearity::ValueDivisors, args);
            if OPEN.contains(&op.key) && !by_value {
                found.push(op.key);
            }
        }
        found
    };
    let [first, second] = &joined.formulas;
    let of_second = open(second);
    open(first).into_iter().find(|op| of_second.contains(op))
}

/// All terms of formulas, parts first, and of the definitions that they need.
fn reached(graph: &Graph, declarations: &[Command], roots: &[Term]) -> Vec<Term> {
    let mut bodies = murxla_api::QuickMap::default();
    for command in declarations {
        let definitions = match command {
            Command::Define(one) => std::slice::from_ref(one),
            Command::DefineRec(all) => all,
            _ => &[],
        };
        bodies.extend(definitions.iter().map(|one| (one.symbol, one.body)));
    }
    let mut seen = vec![false; graph.len()];
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        graph.visit_children(term, |child| open.push(child));
        if let Node::Constant(symbol) = graph.node(term) {
            open.extend(bodies.get(&symbol));
        }
    }
    graph.terms().filter(|term| seen[term.index()]).collect()
}

/// Two constants that a function can fuse.
struct Pair {
    function: &'static FusionFunction,
    /// By number, among the constants of each side.
    places: [usize; 2],
    /// What the parameters of the function are.
    binding: Binding,
    /// Whether the equation of z may be put into a script.
    says_function: bool,
}

struct Fused {
    script: Script,
    sat: bool,
    /// How many commands there are before the assertions.
    declarations: usize,
    formulas: [Vec<Term>; 2],
    /// The terms of each side that have constants which can be fused, parts first, and which they have, as bits.
    terms: [Vec<(Term, u64)>; 2],
    constants: [Vec<Term>; 2],
    pairs: Vec<Pair>,
    may: Repertoire,
    mark: Mark,
    /// What became of each term.
    now: Vec<Term>,
}

/// So many constants of a side are looked at, one bit each.
const MOST_CONSTANTS: usize = 64;
/// So many pairs are kept.
const MOST_PAIRS: usize = 2_000;
/// So many pairs are fused in a mutant.
const MOST_FUSED: u64 = 3;

impl Fused {
    fn new(
        joined: Joined,
        functions: &'static [FusionFunction],
        sat: bool,
        may: &Repertoire,
    ) -> Fused {
        let Joined { mut graph, declarations, formulas, model } = joined;
        let defined: Vec<_> = declarations
            .iter()
            .filter_map(|command| match command {
                Command::Declare(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        let mut terms = [Vec::new(), Vec::new()];
        let mut constants = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let mut bits = murxla_api::QuickMap::default();
            for term in reached(&graph, &[], &formulas[side]) {
                let mut own = 0u64;
                graph.visit_children(term, |child| {
                    own |= bits.get(&child).copied().unwrap_or_default();
                });
                if let Node::Constant(symbol) = graph.node(term)
                    && constants[side].len() < MOST_CONSTANTS
                    && defined.contains(&symbol)
                    && graph.sort(term).is_first_class()
                    && graph.sort(term).kind() != murxla_api::SortKind::Fun
                {
                    own = 1 << constants[side].len();
                    constants[side].push(term);
                }
                if own != 0 {
                    bits.insert(term, own);
                    terms[side].push((term, own));
                }
            }
        }
        let mut pairs = Vec::new();
        for function in functions {
            for (i, x) in constants[0].iter().enumerate() {
                for (j, y) in constants[1].iter().enumerate() {
                    let given = [(0, *x), (1, *y)];
                    let Some(binding) = binding_of(&function.function, &graph, &given) else {
                        continue;
                    };
                    if pairs.len() >= MOST_PAIRS
                        || !admits(&function.inversions, may)
                        || (sat
                            && !function.is_total
                            && !gives_back(function, &binding, &mut graph, model.as_ref()))
                    {
                        continue;
                    }
                    let says_function = admits(std::slice::from_ref(&function.function), may);
                    pairs.push(Pair { function, places: [i, j], binding, says_function });
                }
            }
        }
        let mark = graph.mark();
        let now = graph.terms().collect();
        let script = Script { graph, commands: declarations };
        Fused {
            sat,
            declarations: script.commands.len(),
            script,
            formulas,
            terms,
            constants,
            pairs,
            may: may.clone(),
            mark,
            now,
        }
    }
}

fn admits(rules: &[Rule], may: &Repertoire) -> bool {
    rules.iter().all(|rule| rule.right.ops.iter().all(|op| may.has(op)))
}

/// Whether, under known values, the inversions give x and y back.
fn gives_back(
    function: &FusionFunction,
    binding: &Binding,
    graph: &mut Graph,
    model: Option<&Assignment>,
) -> bool {
    let Some(model) = model else { return false };
    // A value of c is drawn later.
    if function.function.variables.len() > 3 {
        return false;
    }
    let Some(equal) = theory::operator("OP_EQUAL") else { return false };
    function.back.iter().all(|back| {
        let mut builder = Builder { graph, may: None, linear: false };
        let sides = [&back.left, &back.right];
        let [Some(left), Some(right)] = sides.map(|side| builder.pattern(&side.pattern, binding))
        else {
            return false;
        };
        let Ok(claim) = graph.apply(equal, &[left, right]) else { return false };
        let value = Evaluator::new(graph, model).evaluate(claim);
        value.is_ok_and(|value| value.as_bool() == Some(true))
    })
}

impl Mutants for Fused {
    fn draw(&mut self, rng: &mut Rng) -> Option<Mutant<'_>> {
        self.script.graph.roll_back(&self.mark);
        self.script.commands.truncate(self.declarations);
        let mut used = [0u64; 2];
        let mut fused: Vec<(usize, Binding)> = Vec::new();
        for _ in 0..1 + rng.below(MOST_FUSED) {
            let number = rng.below(self.pairs.len() as u64) as usize;
            let pair = &self.pairs[number];
            let [x, y] = pair.places.map(|place| 1u64 << place);
            if used[0] & x == 0 && used[1] & y == 0 {
                used[0] |= x;
                used[1] |= y;
                let binding = self.bound(number, fused.len(), rng)?;
                fused.push((number, binding));
            }
        }
        let mut steps = Vec::new();
        for (side, used) in used.into_iter().enumerate() {
            self.replace(side, used, &fused, rng)?;
        }
        let changed = (0..2).any(|side| {
            self.formulas[side].iter().any(|formula| self.now[formula.index()] != *formula)
        });
        if !changed {
            return None;
        }
        for (number, _) in &fused {
            let pair = &self.pairs[*number];
            let name = |side: usize| self.name(self.constants[side][pair.places[side]]);
            steps.push(format!("function {} of {} and {}", pair.function.number, name(0), name(1)));
        }
        self.assert(&fused)?;
        let promise = if self.sat { Promise::SatIfSeedIs } else { Promise::UnsatIfSeedIs };
        let lasting = Lasting {
            graph: 0,
            terms: self.mark.terms(),
            symbols: self.mark.symbols(),
            generation: None,
        };
        Some(Mutant { script: &self.script, promise, steps, lasting })
    }
}

impl Fused {
    fn name(&self, term: Term) -> String {
        match self.script.graph.node(term) {
            Node::Constant(symbol) => self.script.graph.symbol(symbol).name.to_string(),
            _ => String::new(),
        }
    }

    /// Declares z, and draws what is constant.
    fn bound(&mut self, number: usize, place: usize, rng: &mut Rng) -> Option<Binding> {
        let pair = &self.pairs[number];
        let mut binding = pair.binding.clone();
        let rule = &pair.function.function;
        let sort = binding.sort(&rule.variables[2].sort)?;
        let name = format!("z{place}_fused");
        let graph = &mut self.script.graph;
        let z = graph.add_symbol(&name, sort);
        binding.terms[2] = Some(graph.constant(z));
        for (place, variable) in rule.variables.iter().enumerate().skip(3) {
            let sort = binding.sort(&variable.sort)?;
            let literal = Values::draw_kept(variable.value?, &sort, rng)?;
            binding.terms[place] = Some(graph.value(sort, literal));
        }
        self.script.commands.push(Command::Declare(z));
        Some(binding)
    }

    /// Replaces some occurrences of constants on one side: what each term is from now on is in `now`.
    fn replace(
        &mut self,
        side: usize,
        used: u64,
        fused: &[(usize, Binding)],
        rng: &mut Rng,
    ) -> Option<()> {
        let mut inversions: [Option<Term>; MOST_CONSTANTS] = [None; MOST_CONSTANTS];
        for (number, binding) in fused {
            let pair = &self.pairs[*number];
            let (function, place) = (pair.function, pair.places[side]);
            let pattern = &function.inversions[side].right.pattern;
            inversions[place] = Some(self.built(pattern, binding)?);
        }
        let mut args = Vec::new();
        for (term, bits) in &self.terms[side] {
            self.now[term.index()] = *term;
            if bits & used == 0 {
                continue;
            }
            let graph = &mut self.script.graph;
            let now = &self.now;
            let constants = &self.constants[side];
            let mut part = |old: Term| match bits & used {
                // Only an occurrence of a constant itself is replaced, or not.
                _ if !matches!(graph.node(old), Node::Constant(_)) => now[old.index()],
                _ => match constants.iter().position(|one| *one == old) {
                    Some(place) if used >> place & 1 == 1 && rng.chance(1, 2) => {
                        inversions[place].unwrap_or(old)
                    }
                    _ => old,
                },
            };
            args.clear();
            let new = match graph.node(*term) {
                Node::Apply { head, args: old } => {
                    let op = head.op();
                    for (place, arg) in old.iter().enumerate() {
                        let kept = self.may.wants_value(op, place);
                        args.push(if kept { *arg } else { part(*arg) });
                    }
                    if args == old { *term } else { graph.apply_alike(*term, &args).ok()? }
                }
                Node::Bind { binder, variables, patterns, bodies } => {
                    let bodies: Vec<Term> = bodies.iter().map(|body| part(*body)).collect();
                    let (variables, patterns) = (variables.to_vec(), patterns.to_vec());
                    graph.bind(binder, &variables, patterns, &bodies).ok()?
                }
                _ => *term,
            };
            self.now[term.index()] = new;
        }
        // A formula that is a constant is an occurrence, too; it stays.
        Some(())
    }

    fn built(&mut self, pattern: &Pattern, binding: &Binding) -> Option<Term> {
        let graph = &mut self.script.graph;
        Builder { graph, may: Some(&self.may), linear: false }.pattern(pattern, binding)
    }

    /// Asserts what became of the formulas, and what they must hold with.
    fn assert(&mut self, fused: &[(usize, Binding)]) -> Option<()> {
        let now: [Vec<Term>; 2] = [0, 1].map(|side: usize| {
            self.formulas[side].iter().map(|formula| self.now[formula.index()]).collect()
        });
        if self.sat {
            self.script.commands.extend(now.into_iter().flatten().map(Command::Assert));
        } else {
            let and = theory::operator("OP_AND")?;
            let mut sides = Vec::new();
            for side in &now {
                sides.push(match side.as_slice() {
                    [only] => *only,
                    more => self.script.graph.apply(and, more).ok()?,
                });
            }
            let either = self.script.graph.apply(theory::operator("OP_OR")?, &sides).ok()?;
            self.script.commands.push(Command::Assert(either));
            for (number, binding) in fused {
                let Pair { function, says_function, .. } = &self.pairs[*number];
                let (function, says_function) = (*function, *says_function);
                let equations = [
                    (binding.terms[2]?, &function.function, says_function),
                    (binding.terms[0]?, &function.inversions[0], true),
                    (binding.terms[1]?, &function.inversions[1], true),
                ];
                for (variable, rule, said) in equations {
                    if !said {
                        continue;
                    }
                    // What solvers do not take is left out of the first, and never in the others.
                    let Some(term) = self.built(&rule.right.pattern, binding) else {
                        if std::ptr::eq(rule, &function.function) {
                            continue;
                        }
                        return None;
                    };
                    let equal = theory::operator("OP_EQUAL")?;
                    let equation = self.script.graph.apply(equal, &[variable, term]).ok()?;
                    self.script.commands.push(Command::Assert(equation));
                }
            }
        }
        self.script.commands.push(Command::CheckSat);
        Some(())
    }
}
