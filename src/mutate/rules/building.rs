//! Builds a side of a rule.

use murxla_api::{Linearity, Sort};

use super::forms::{Pattern, Rule, Side, VariableForm};
use super::matching::Binding;
use super::number::MOST_NUMBERS;
use super::values::Values;
use crate::mutate::Repertoire;
use crate::rng::Rng;
use crate::smt::{Graph, Head, Node, OpRow, Term};

/// Where what a rule leaves open is taken from.
pub trait Filling {
    /// A term of a sort that may stand at the place where the rule is applied.
    fn term(&mut self, graph: &mut Graph, sort: &Sort, rng: &mut Rng) -> Option<Term>;

    /// A sort that occurs.
    fn sort(&mut self, graph: &Graph, rng: &mut Rng) -> Option<Sort>;
}

/// Builds terms of rules.
pub struct Builder<'g, 'm> {
    /// The graph.
    pub graph: &'g mut Graph,
    /// Where only values may stand, if solvers are to take the terms.
    pub may: Option<&'m Repertoire>,
    /// Whether products and quotients must be those of linear arithmetic.
    pub linear: bool,
}

/// Numbers that a rule leaves open are drawn so often.
const ATTEMPTS: u32 = 4;

impl Builder<'_, '_> {
    /// The side of a rule as a term. What the binding leaves open is drawn; what cannot be built so is `None`.
    pub fn build(
        &mut self,
        rule: &Rule,
        side: &Side,
        binding: &mut Binding,
        filling: &mut impl Filling,
        rng: &mut Rng,
    ) -> Option<Term> {
        self.draw_numbers(rule, binding, rng)?;
        for sort in binding.sorts.iter_mut().take(rule.sorts.len()) {
            if sort.is_none() {
                *sort = Some(filling.sort(self.graph, rng)?);
            }
        }
        for (place, variable) in rule.variables.iter().enumerate() {
            if side.uses[place] > 0 && binding.terms[place].is_none() {
                binding.terms[place] = Some(self.fill(variable, binding, filling, rng)?);
            }
        }
        self.pattern(&side.pattern, binding)
    }

    /// Draws the numbers that are not known, so that all conditions hold.
    fn draw_numbers(&mut self, rule: &Rule, binding: &mut Binding, rng: &mut Rng) -> Option<()> {
        let known = binding.numbers;
        let count = rule.numbers.len();
        if known.0[..count].iter().all(Option::is_some) {
            return rule.permits(&known).then_some(());
        }
        let largest = known.0.iter().flatten().copied().max().unwrap_or(0).clamp(4, 32);
        for _ in 0..ATTEMPTS {
            let mut numbers = known;
            for place in numbers.0[..count.min(MOST_NUMBERS)].iter_mut() {
                place.get_or_insert_with(|| rng.below(largest as u64 + 1) as i64);
            }
            if rule.permits(&numbers) {
                binding.numbers = numbers;
                return Some(());
            }
        }
        None
    }

    fn fill(
        &mut self,
        variable: &VariableForm,
        binding: &Binding,
        filling: &mut impl Filling,
        rng: &mut Rng,
    ) -> Option<Term> {
        let sort = binding.sort(&variable.sort)?;
        match variable.value {
            Some(kept) => {
                let literal = Values::draw_kept(kept, &sort, rng)?;
                Some(self.graph.value(sort, literal))
            }
            None => filling.term(self.graph, &sort, rng),
        }
    }

    /// A pattern whose names are all known.
    pub fn pattern(&mut self, pattern: &Pattern, known: &Binding) -> Option<Term> {
        match pattern {
            Pattern::Variable(number) => known.terms[*number as usize],
            Pattern::Value(written) => {
                let (literal, sort) = written.literal(known)?;
                Some(self.graph.value(sort, literal))
            }
            Pattern::Apply { op, sorts, names, indices, args } => {
                let mut terms = [None; 8];
                for (place, arg) in terms.iter_mut().zip(&**args) {
                    *place = Some(self.pattern(arg, known)?);
                }
                let first = terms[0];
                let terms = terms.map(|term| term.or(first));
                let built: Option<[Term; 8]> = match terms {
                    [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h)] => {
                        Some([a, b, c, d, e, f, g, h])
                    }
                    _ => None,
                };
                let list = built.as_ref().map_or(&[] as &[Term], |all| &all[..args.len().min(8)]);
                if args.len() > 8 || (self.linear && !is_linear(self.graph, op.linearity, list)) {
                    return None;
                }
                if let Some(may) = self.may
                    && list.iter().enumerate().any(|(place, arg)| {
                        may.wants_value(op, place)
                            && !matches!(self.graph.node(*arg), Node::Value(_))
                    })
                {
                    return None;
                }
                if sorts.is_empty() && indices.is_empty() && names.is_empty() {
                    return self.graph.apply(op, list).ok();
                }
                let sorts: Option<Box<[Sort]>> =
                    sorts.iter().map(|sort| known.sort(sort)).collect();
                let indices: Option<Box<[u32]>> =
                    indices.iter().map(|index| index.index(&known.numbers)).collect();
                let names = names.clone();
                let head = Head { op: OpRow(op), sorts: sorts?, names, indices: indices? };
                self.graph.apply_head(head, list).ok()
            }
            Pattern::Bind(binder, list, body) => {
                let body = self.pattern(body, known)?;
                let variables = &known.lists[*list as usize];
                self.graph.bind(*binder, variables, Vec::new(), &[body]).ok()
            }
        }
    }
}

/// Whether an application is linear arithmetic, if its arguments are.
pub fn is_linear(graph: &Graph, linearity: Linearity, args: &[Term]) -> bool {
    let value = |term: &&Term| matches!(graph.node(**term), Node::Value(_));
    match linearity {
        Linearity::Always => true,
        Linearity::OneFactor => args.iter().filter(|arg| !value(arg)).count() <= 1,
        Linearity::ValueDivisors => args.iter().skip(1).all(|arg| match graph.node(*arg) {
            Node::Value(literal) => !super::values::is_zero(literal, graph.sort(*arg)),
            _ => false,
        }),
        Linearity::Never => false,
    }
}
