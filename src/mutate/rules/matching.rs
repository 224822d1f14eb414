//! Matches a side of a rule with a term.

use murxla_api::meaning::Datum;
use murxla_api::{Base, Literal, Sort, SortKind, SortShape, SpecialValue};

use super::forms::{MOST_SORTS, MOST_VARIABLES, Pattern, Rule, Side, SortForm, Written};
use super::number::{Number, Numbers};
use crate::rng::Rng;
use crate::smt::{Graph, Node, Term, Variable};

/// So many lists of variables has a rule at most.
const MOST_LISTS: usize = 2;

/// What the names of a rule stand for.
#[derive(Clone, Debug, Default)]
pub struct Binding {
    /// The variables.
    pub terms: [Option<Term>; MOST_VARIABLES],
    /// The parameters that are numbers.
    pub numbers: Numbers,
    /// The parameters that are sorts.
    pub sorts: [Option<Sort>; MOST_SORTS],
    /// The lists of variables.
    pub lists: [Vec<Variable>; MOST_LISTS],
}

impl Binding {
    /// A sort, if all parameters in it are known and there is such a sort.
    pub fn sort(&self, form: &SortForm) -> Option<Sort> {
        let at_least = |number: &Number, least| {
            number.index(&self.numbers).filter(|number| (least..=LARGEST_WIDTH).contains(number))
        };
        Some(match form {
            SortForm::Just(sort) => sort.clone(),
            SortForm::Parameter(number) => self.sorts[*number as usize].clone()?,
            SortForm::BitVec(width) => Sort::bit_vec(at_least(width, 1)?),
            SortForm::FloatingPoint(exponent, significand) => {
                Sort::floating_point(at_least(exponent, 2)?, at_least(significand, 2)?)
            }
            SortForm::Array(parts) => Sort::array(self.sort(&parts.0)?, self.sort(&parts.1)?),
            SortForm::Seq(element) => Sort::seq(self.sort(element)?),
            SortForm::Set(element) => Sort::set(self.sort(element)?),
            SortForm::Bag(element) => Sort::bag(self.sort(element)?),
        })
    }
}

/// Wider bit-vectors are not made by rules.
const LARGEST_WIDTH: u32 = 1 << 12;

impl Written {
    /// The value as a literal with its sort.
    pub(super) fn literal(&self, known: &Binding) -> Option<(Literal, Sort)> {
        match self {
            Written::Just(literal, sort, _) => Some((literal.clone(), sort.clone())),
            Written::Named(special, form) => {
                let sort = known.sort(form)?;
                (sort.kind() == special.sort_kind()).then_some((Literal::Special(*special), sort))
            }
            Written::Bits(value, width) => {
                let value = u64::try_from(value.value(&known.numbers)?).ok()?;
                let width = width.index(&known.numbers)?;
                if width == 0 || width > LARGEST_WIDTH || (width < 64 && value >> width != 0) {
                    return None;
                }
                let literal = match value {
                    0 => Literal::Special(SpecialValue::BvZero),
                    1 => Literal::Special(SpecialValue::BvOne),
                    _ => Literal::BitVec { digits: value.to_string(), base: Base::Decimal },
                };
                Some((literal, Sort::bit_vec(width)))
            }
        }
    }
}

/// A number that must be this one, which could not be said before other numbers were known.
type Later<'r> = Vec<(&'r Number, i64)>;

struct Matching<'r, 'g> {
    rule: &'r Rule,
    graph: &'g Graph,
    binding: Binding,
    later: Later<'r>,
    /// Which arguments are exchanged where they may be.
    swaps: u64,
}

/// What the names of a rule stand for if a side of it is this term. Arguments that can be exchanged are looked at in one
/// of both orders, which is drawn.
pub fn matching(
    rule: &Rule,
    side: &Side,
    graph: &Graph,
    term: Term,
    rng: &mut Rng,
) -> Option<Binding> {
    let mut matching = Matching {
        rule,
        graph,
        binding: Binding::default(),
        later: Vec::new(),
        swaps: rng.number(),
    };
    if !matching.matches(&side.pattern, term) {
        return None;
    }
    let Matching { mut binding, later, .. } = matching;
    for (number, value) in later {
        if number.is(value, &mut binding.numbers) != Some(true) {
            return None;
        }
    }
    Some(binding)
}

/// What the names of a rule stand for if these of its variables are these terms.
pub fn binding_of(rule: &Rule, graph: &Graph, given: &[(u8, Term)]) -> Option<Binding> {
    let (binding, later) = (Binding::default(), Vec::new());
    let mut matching = Matching { rule, graph, binding, later, swaps: 0 };
    for (variable, term) in given {
        let place = *variable as usize;
        matching.binding.terms[place] = Some(*term);
        if !matching.sort(&rule.variables[place].sort, graph.sort(*term)) {
            return None;
        }
    }
    let Matching { mut binding, later, .. } = matching;
    let all_agree = later
        .into_iter()
        .all(|(number, value)| number.is(value, &mut binding.numbers) == Some(true));
    all_agree.then_some(binding)
}

impl<'r> Matching<'r, '_> {
    fn number(&mut self, number: &'r Number, value: u32) -> bool {
        let value = i64::from(value);
        match number.is(value, &mut self.binding.numbers) {
            Some(same) => same,
            None => {
                self.later.push((number, value));
                true
            }
        }
    }

    fn sort(&mut self, form: &'r SortForm, sort: &Sort) -> bool {
        match (form, sort.shape()) {
            (SortForm::Just(expected), _) => expected == sort,
            (SortForm::Parameter(number), _) => match &self.binding.sorts[*number as usize] {
                Some(known) => known == sort,
                None if sort.is_first_class() && sort.kind() != SortKind::RegLan => {
                    self.binding.sorts[*number as usize] = Some(sort.clone());
                    true
                }
                None => false,
            },
            (SortForm::BitVec(number), SortShape::BitVec(width)) => self.number(number, *width),
            (SortForm::FloatingPoint(e, s), SortShape::FloatingPoint(exponent, significand)) => {
                self.number(e, *exponent) && self.number(s, *significand)
            }
            (SortForm::Array(parts), SortShape::Array(index, element)) => {
                self.sort(&parts.0, index) && self.sort(&parts.1, element)
            }
            (SortForm::Seq(form), SortShape::Seq(element))
            | (SortForm::Set(form), SortShape::Set(element))
            | (SortForm::Bag(form), SortShape::Bag(element)) => self.sort(form, element),
            _ => false,
        }
    }

    fn matches(&mut self, pattern: &'r Pattern, term: Term) -> bool {
        let graph = self.graph;
        match pattern {
            Pattern::Variable(number) => {
                let place = *number as usize;
                if let Some(known) = self.binding.terms[place] {
                    return known == term;
                }
                let form = &self.rule.variables[place];
                if let Some(kept) = form.value {
                    let Node::Value(literal) = graph.node(term) else { return false };
                    if !kept.keeps(literal, graph.sort(term)) {
                        return false;
                    }
                }
                self.binding.terms[place] = Some(term);
                self.sort(&form.sort, graph.sort(term))
            }
            Pattern::Value(written) => match graph.node(term) {
                Node::Value(literal) => self.is_value(written, literal, graph.sort(term)),
                _ => false,
            },
            Pattern::Apply { op, sorts, names, indices, args } => {
                let Node::Apply { head, args: given } = graph.node(term) else { return false };
                if !std::ptr::eq(head.op(), *op)
                    || given.len() != args.len()
                    || head.indices.len() != indices.len()
                    || head.sorts.len() != sorts.len()
                    || head.names != *names
                {
                    return false;
                }
                let sorts_fit =
                    sorts.iter().zip(&head.sorts).all(|(form, sort)| self.sort(form, sort));
                let indices = indices.iter().zip(&head.indices);
                if !sorts_fit || !indices.into_iter().all(|(form, index)| self.number(form, *index))
                {
                    return false;
                }
                if let ([a, b], [c, d], true) = (&**args, given, op.commutative) {
                    self.swaps = self.swaps.rotate_right(1);
                    let (c, d) = if self.swaps & 1 == 1 { (d, c) } else { (c, d) };
                    return self.matches(a, *c) && self.matches(b, *d);
                }
                args.iter().zip(given).all(|(arg, given)| self.matches(arg, *given))
            }
            Pattern::Bind(binder, list, body) => {
                let Node::Bind { binder: other, variables, patterns, bodies } = graph.node(term)
                else {
                    return false;
                };
                let [given] = bodies else { return false };
                // Hints for instantiation need what they name.
                if *binder != other || !patterns.is_empty() {
                    return false;
                }
                let place = &mut self.binding.lists[*list as usize];
                if place.is_empty() {
                    *place = variables.to_vec();
                } else if *place != variables {
                    return false;
                }
                self.matches(body, *given)
            }
        }
    }

    fn is_value(&mut self, written: &'r Written, literal: &Literal, sort: &Sort) -> bool {
        let value = || Datum::of_literal(literal, sort).ok();
        match written {
            Written::Just(same, expected, datum) => {
                expected == sort && (same == literal || value().as_ref() == Some(datum))
            }
            Written::Named(special, form) => {
                if sort.kind() != special.sort_kind() || !self.sort(form, sort) {
                    return false;
                }
                *literal == Literal::Special(*special)
                    || Datum::of_literal(&Literal::Special(*special), sort).ok() == value()
            }
            Written::Bits(number, width) => {
                let SortShape::BitVec(of_width) = sort.shape() else { return false };
                if !self.number(width, *of_width) {
                    return false;
                }
                match value() {
                    Some(Datum::BitVec(_, bits)) => match u32::try_from(bits) {
                        Ok(bits) => self.number(number, bits),
                        Err(_) => false,
                    },
                    _ => false,
                }
            }
        }
    }
}
