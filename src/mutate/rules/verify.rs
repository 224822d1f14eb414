//! Whether a rule holds: under all assignments if there are few, or else under many, by our own evaluator.
//!
//! What the standard leaves open, such as a quotient by zero, is a function that may give anything: a rule must hold for
//! every one, so each such call is tried with several values, and equal calls have equal values.

use std::sync::Arc;

use murxla_api::meaning::{Datum, OpenCall, Unknown};
use murxla_api::{Datatype, Sort, SortKind, SortShape, theory};

use super::building::Builder;
use super::forms::{Pattern, Relation, Rule};
use super::matching::Binding;
use super::samples::{SMALL, open_values, some_numbers, some_sorts, some_values};
use crate::eval::{Assignment, Evaluator};
use crate::rng::Rng;
use crate::smt::{Command, Graph, Script, Symbol, Term, Variable};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// So many instances: numbers and sorts for the parameters.
    pub instances: usize,
    /// So many assignments of each.
    pub assignments: u64,
}

/// A rule with numbers and sorts for its parameters, and constants for its variables.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The terms.
    pub graph: Graph,
    /// What its variables are.
    pub symbols: Vec<Symbol>,
    /// The formula that must hold whatever they stand for.
    pub claim: Term,
    /// The numbers of the parameters, for messages.
    pub about: String,
    /// Which values the symbols have that are not all of their sort.
    kept: Vec<(Symbol, super::Kept)>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Assignments under which it held.
    pub held: u64,
    /// Assignments under which nobody can tell.
    pub unclear: u64,
    /// Whether all assignments of all instances were tried, none of which was unclear.
    pub exhausted: bool,
    /// An assignment under which it does not hold.
    pub counterexample: Option<String>,
}

/// The instances of a rule with these numbers.
pub fn instances<'r>(rule: &'r Rule, choices: &'r [i64]) -> impl Iterator<Item = Instance> + 'r {
    let sorts = some_sorts(rule.sorts.len());
    some_numbers(rule.numbers.len(), &rule.conditions, choices).flat_map(move |numbers| {
        let made: Vec<Instance> = sorts
            .iter()
            .filter_map(|sorts| {
                let mut binding = Binding { numbers, ..Binding::default() };
                for (place, sort) in binding.sorts.iter_mut().zip(sorts) {
                    *place = Some(sort.clone());
                }
                Instance::new(rule, binding)
            })
            .collect();
        made
    })
}

impl Instance {
    fn new(rule: &Rule, mut binding: Binding) -> Option<Instance> {
        let mut graph = Graph::new();
        let mut symbols = Vec::new();
        let mut kept = Vec::new();
        for list in binding.lists.iter_mut().take(rule.lists.len()) {
            *list = vec![graph.add_variable("v", Sort::bool())];
        }
        for (place, variable) in rule.variables.iter().enumerate() {
            let sort = binding.sort(&variable.sort)?;
            let around = lists_around(rule, place as u8);
            let args: Vec<Variable> =
                around.iter().flat_map(|list| binding.lists[*list as usize].clone()).collect();
            let term = if args.is_empty() {
                let symbol = graph.add_symbol(&variable.name, sort);
                symbols.push(symbol);
                kept.extend(variable.value.map(|kept| (symbol, kept)));
                graph.constant(symbol)
            } else {
                // What stands below a quantifier may depend on its variables.
                let sorts: Vec<Sort> = args.iter().map(|_| Sort::bool()).collect();
                let symbol = graph.add_symbol(&variable.name, Sort::fun(sorts, sort));
                symbols.push(symbol);
                let mut terms = vec![graph.constant(symbol)];
                terms.extend(args.iter().map(|one| graph.variable_term(*one)));
                graph.apply(theory::operator("OP_UF_APPLY")?, &terms).ok()?
            };
            binding.terms[place] = Some(term);
        }
        let mut builder = Builder { graph: &mut graph, may: None, linear: false };
        let left = builder.pattern(&rule.left.pattern, &binding)?;
        let right = builder.pattern(&rule.right.pattern, &binding)?;
        let claim = match rule.relation {
            Relation::Equal => equation(&mut graph, left, right, &mut symbols)?,
            Relation::Implies | Relation::Over => implication(&mut graph, left, right)?,
            Relation::Under => implication(&mut graph, right, left)?,
        };
        let numbers = rule.numbers.iter().zip(binding.numbers.0);
        let numbers = numbers.filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        let sorts = rule.sorts.iter().zip(&binding.sorts);
        let sorts = sorts.filter_map(|(name, sort)| Some(format!("{name}={}", sort.as_ref()?)));
        let about = numbers.chain(sorts).collect::<Vec<_>>().join(" ");
        Some(Instance { graph, symbols, claim, about, kept })
    }

    /// A script that is unsatisfiable if the rule holds.
    pub fn script(&self) -> Option<Script> {
        let mut graph = self.graph.clone();
        let mut asserted = vec![graph.apply(theory::operator("OP_NOT")?, &[self.claim]).ok()?];
        for (symbol, kept) in &self.kept {
            let constant = graph.constant(*symbol);
            asserted.extend(kept.formula(&mut graph, constant));
        }
        let declared = self.symbols.iter().map(|symbol| Command::Declare(*symbol));
        let mut commands = vec![Command::SetLogic(Arc::from("ALL"))];
        commands.extend(datatypes(&graph).into_iter().map(Command::DeclareDatatypes));
        commands.extend(declared);
        commands.extend(asserted.into_iter().map(Command::Assert));
        commands.push(Command::CheckSat);
        Some(Script { graph, commands })
    }

    /// Tries assignments; all, if these are so few.
    pub fn check(&self, assignments: u64, rng: &mut Rng) -> Checked {
        let mut all = true;
        let mut ranges = Vec::new();
        for symbol in &self.symbols {
            let (mut values, complete) = some_values(&self.graph.symbol(*symbol).sort);
            if let Some((_, kept)) = self.kept.iter().find(|(one, _)| one == symbol) {
                values.retain(|value| kept.keeps_datum(value));
            }
            all &= complete;
            ranges.push(values);
        }
        let total =
            ranges.iter().try_fold(1u64, |total, range| total.checked_mul(range.len() as u64));
        let every = total.is_some_and(|total| total <= assignments);
        let count = if every { total.unwrap_or(0) } else { assignments };
        let mut checked =
            Checked { held: 0, unclear: 0, exhausted: all && every, counterexample: None };
        for number in 0..count {
            let mut left = number;
            let mut assignment = Assignment::new();
            for (symbol, range) in self.symbols.iter().zip(&ranges) {
                let size = range.len() as u64;
                let place = if every { left % size } else { rng.below(size) };
                left /= size.max(1);
                if let Some(value) = range.get(place as usize) {
                    assignment.set(*symbol, value.clone());
                }
            }
            match self.holds(&assignment, &mut Vec::new()) {
                Ok(None) => checked.held += 1,
                Ok(Some(open)) => {
                    checked.counterexample = Some(self.told(&assignment, &open));
                    checked.exhausted = false;
                    return checked;
                }
                Err(_) => {
                    checked.unclear += 1;
                    checked.exhausted = false;
                }
            }
        }
        checked
    }

    /// Whether the claim holds for all values that what is open may have; `Some`: values with which it does not.
    fn holds(
        &self,
        assignment: &Assignment,
        open: &mut Vec<(OpenCall, Datum)>,
    ) -> Result<Option<Vec<(OpenCall, Datum)>>, Unknown> {
        match Evaluator::new(&self.graph, assignment).evaluate(self.claim) {
            Ok(value) => Ok((value.as_bool() != Some(true)).then(|| open.clone())),
            // Nested ones are as many cases as there are values to the power of their number.
            Err(Unknown::Open(call)) if open.len() < 3 => {
                for value in open_values(&call)? {
                    let mut assignment = assignment.clone();
                    assignment.set_open((*call).clone(), value.clone());
                    open.push(((*call).clone(), value));
                    let holds = self.holds(&assignment, open)?;
                    open.pop();
                    if holds.is_some() {
                        return Ok(holds);
                    }
                }
                Ok(None)
            }
            Err(unknown) => Err(unknown),
        }
    }

    fn told(&self, assignment: &Assignment, open: &[(OpenCall, Datum)]) -> String {
        let values = self.symbols.iter().filter_map(|symbol| {
            let value = assignment.value(*symbol)?;
            Some(format!("{}={value}", self.graph.symbol(*symbol).name))
        });
        let open = open.iter().map(|(call, value)| format!("{call}={value}"));
        format!("{} {}", self.about, values.chain(open).collect::<Vec<_>>().join(" "))
    }
}

/// The groups of datatypes that terms have.
fn datatypes(graph: &Graph) -> Vec<Vec<Datatype>> {
    let mut groups: Vec<Vec<Datatype>> = Vec::new();
    for term in graph.terms() {
        let SortShape::Datatype(datatype, _) = graph.sort(term).shape() else { continue };
        if !groups.iter().flatten().any(|known| known == datatype) {
            groups.push(Datatype::declare(datatype.group().to_vec()));
        }
    }
    groups
}

/// Tries instances of a rule with small numbers.
pub fn verify(rule: &Rule, effort: Effort, rng: &mut Rng) -> Checked {
    let mut all = Checked { held: 0, unclear: 0, exhausted: true, counterexample: None };
    let mut more = instances(rule, SMALL);
    for instance in more.by_ref().take(effort.instances) {
        let one = instance.check(effort.assignments, rng);
        all.held += one.held;
        all.unclear += one.unclear;
        all.exhausted &= one.exhausted;
        if one.counterexample.is_some() {
            all.counterexample = one.counterexample;
            return all;
        }
    }
    all
}

/// The lists of variables below whose quantifiers a variable of a rule stands, unless it is apart from them.
fn lists_around(rule: &Rule, variable: u8) -> Vec<u8> {
    fn look(pattern: &Pattern, variable: u8, around: &mut Vec<u8>, found: &mut Vec<u8>) {
        match pattern {
            Pattern::Variable(number) if *number == variable => {
                found.extend(around.iter());
            }
            Pattern::Apply { args, .. } => {
                args.iter().for_each(|arg| look(arg, variable, around, found));
            }
            Pattern::Bind(_, list, body) => {
                around.push(*list);
                look(body, variable, around, found);
                around.pop();
            }
            Pattern::Variable(_) | Pattern::Value(_) => {}
        }
    }
    let mut found = Vec::new();
    for side in [&rule.left, &rule.right] {
        look(&side.pattern, variable, &mut Vec::new(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|list| !rule.apart.contains(&(variable, *list)));
    found
}

/// Languages are equal if they have the same words.
fn equation(graph: &mut Graph, left: Term, right: Term, symbols: &mut Vec<Symbol>) -> Option<Term> {
    let (mut left, mut right) = (left, right);
    if graph.sort(left).kind() == SortKind::RegLan {
        let word = graph.add_symbol("word", Sort::string());
        symbols.push(word);
        let word = graph.constant(word);
        let is_in = theory::operator("OP_STR_IN_RE")?;
        left = graph.apply(is_in, &[word, left]).ok()?;
        right = graph.apply(is_in, &[word, right]).ok()?;
    }
    graph.apply(theory::operator("OP_EQUAL")?, &[left, right]).ok()
}

fn implication(graph: &mut Graph, from: Term, to: Term) -> Option<Term> {
    graph.apply(theory::operator("OP_IMPLIES")?, &[from, to]).ok()
}
