//! Finds out which operators the symbols of a rule mean: by typing its sides once, with small numbers for its parameters.

use murxla_api::meaning::Datum;
use murxla_api::{Base, Binder, Literal, Op, Sort, SpecialValue, theory};

use super::forms::{Pattern, SortForm, Written};
use super::matching::Binding;
use super::number::{Condition, Number, Numbers};
use super::reading::{Read, Scope, Tree};
use super::samples::{SMALL, some_numbers, some_sorts};
use crate::smt::{Graph, Head, Kind, OpRow, Term};

/// Types the sides of one rule.
pub(super) struct Typist<'s> {
    scope: &'s mut Scope,
    graph: Graph,
    /// What the parameters and variables are in this attempt.
    sample: Option<Binding>,
}

/// A value by its name, of a sort that follows the name.
const NAMED: &[(&str, SpecialValue)] = &[
    ("ones", SpecialValue::BvOnes),
    ("smin", SpecialValue::BvMinSigned),
    ("smax", SpecialValue::BvMaxSigned),
    ("NaN", SpecialValue::FpNan),
    ("+oo", SpecialValue::FpPosInf),
    ("-oo", SpecialValue::FpNegInf),
    ("+zero", SpecialValue::FpPosZero),
    ("-zero", SpecialValue::FpNegZero),
    ("seq.empty", SpecialValue::SeqEmpty),
    ("set.empty", SpecialValue::SetEmpty),
    ("RNE", SpecialValue::RmRne),
    ("RNA", SpecialValue::RmRna),
    ("RTP", SpecialValue::RmRtp),
    ("RTN", SpecialValue::RmRtn),
    ("RTZ", SpecialValue::RmRtz),
];

fn named(name: &str) -> Option<SpecialValue> {
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

impl Typist<'_> {
    /// The sides of a rule. The scope gets the parameters that occur only in them.
    pub(super) fn sides(
        scope: &mut Scope,
        conditions: &[Condition],
        left: &Tree,
        right: &Tree,
    ) -> Read<(Pattern, Pattern)> {
        // Once without terms, so that all parameters are known.
        let mut typist = Typist { scope, graph: Graph::new(), sample: None };
        typist.names(left)?;
        typist.names(right)?;
        let mut fault = None;
        let (count, sorts) = (typist.scope.numbers.len(), typist.scope.sorts.len());
        for numbers in some_numbers(count, conditions, SMALL) {
            for sorts in some_sorts(sorts) {
                match typist.attempt(numbers, sorts, left, right) {
                    Ok(sides) => return Ok(sides),
                    Err(first) => fault.get_or_insert(first),
                };
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => left.fault("no small numbers fulfil the conditions"),
        }
    }

    /// Finds the parameters that are numbers.
    fn names(&mut self, tree: &Tree) -> Read<()> {
        match tree.items.first().and_then(Tree::symbol) {
            Some("_") => self.index_names(tree)?,
            Some("bv" | "ones" | "smin" | "smax") => {
                for number in &tree.items[1..] {
                    self.scope.number(number)?;
                }
            }
            Some("as") => {
                if let [_, _, sort] = tree.items.as_slice() {
                    self.scope.sort(sort)?;
                }
            }
            _ => tree.items.iter().try_for_each(|item| self.names(item))?,
        }
        Ok(())
    }

    fn index_names(&mut self, tree: &Tree) -> Read<()> {
        tree.items.iter().skip(2).try_for_each(|index| self.scope.number(index).map(drop))
    }

    fn attempt(
        &mut self,
        numbers: Numbers,
        sorts: Vec<Sort>,
        left: &Tree,
        right: &Tree,
    ) -> Read<(Pattern, Pattern)> {
        self.graph = Graph::new();
        let mut sample = Binding { numbers, ..Binding::default() };
        for (place, sort) in sample.sorts.iter_mut().zip(sorts) {
            *place = Some(sort);
        }
        for list in sample.lists.iter_mut().take(self.scope.lists.len()) {
            *list = vec![self.graph.add_variable("v", Sort::bool())];
        }
        for (place, variable) in self.scope.variables.iter().enumerate() {
            let Some(sort) = sample.sort(&variable.sort) else {
                return left.fault(format!("the sort of {} has no such sorts", variable.name));
            };
            let symbol = self.graph.add_symbol(&variable.name, sort);
            sample.terms[place] = Some(self.graph.constant(symbol));
        }
        self.sample = Some(sample);
        let (left_side, left_term) = self.pattern(left)?;
        let (right_side, right_term) = self.pattern(right)?;
        let (a, b) = (self.graph.sort(left_term), self.graph.sort(right_term));
        if a != b {
            return right.fault(format!("the sides have the sorts {a} and {b}"));
        }
        Ok((left_side, right_side))
    }

    fn sample(&self) -> &Binding {
        static NONE: std::sync::LazyLock<Binding> = std::sync::LazyLock::new(Binding::default);
        self.sample.as_ref().unwrap_or(&NONE)
    }

    fn pattern(&mut self, tree: &Tree) -> Read<(Pattern, Term)> {
        if !tree.is_list() {
            return self.atom(tree);
        }
        let [head, args @ ..] = tree.items.as_slice() else {
            return tree.fault("a term is expected");
        };
        if head.is_list() {
            return self.qualified(tree, head, args);
        }
        match (head.name()?, args) {
            ("bv", [value, width]) => {
                let (value, width) = (self.scope.number(value)?, self.scope.number(width)?);
                self.written(tree, Written::Bits(value, width))
            }
            (name @ ("ones" | "smin" | "smax"), [width]) => {
                let width = self.scope.number(width)?;
                self.special(tree, name, SortForm::BitVec(width))
            }
            ("as", [name, sort]) => {
                let sort = self.scope.sort(sort)?;
                match named(name.name()?) {
                    Some(special) => self.written(tree, Written::Named(special, sort)),
                    None => self.application(tree, name.name()?, Vec::new(), vec![sort], &[]),
                }
            }
            ("_", [name, exponent, significand]) if named(name.name()?).is_some() => {
                let (e, s) = (self.scope.number(exponent)?, self.scope.number(significand)?);
                self.special(tree, name.name()?, SortForm::FloatingPoint(e, s))
            }
            (name @ ("forall" | "exists"), [list, body]) => {
                let binder = if name == "forall" { Binder::Forall } else { Binder::Exists };
                let list = self.scope.list(list)?;
                let (body, term) = self.pattern(body)?;
                let variables = self.sample().lists[list as usize].clone();
                let Ok(term) = self.graph.bind(binder, &variables, Vec::new(), &[term]) else {
                    return tree.fault("a formula is expected behind the variables");
                };
                Ok((Pattern::Bind(binder, list, Box::new(body)), term))
            }
            (name, _) => self.application(tree, name, Vec::new(), Vec::new(), args),
        }
    }

    /// `((_ f 1) x)` or `((as f Sort) x)`.
    fn qualified(&mut self, tree: &Tree, head: &Tree, args: &[Tree]) -> Read<(Pattern, Term)> {
        match head.items.as_slice() {
            [how, name, indices @ ..] if how.symbol() == Some("_") => {
                let indices =
                    indices.iter().map(|one| self.scope.number(one)).collect::<Read<_>>()?;
                self.application(tree, name.name()?, indices, Vec::new(), args)
            }
            [how, name, sort] if how.symbol() == Some("as") => {
                let sort = self.scope.sort(sort)?;
                self.application(tree, name.name()?, Vec::new(), vec![sort], args)
            }
            _ => head.fault("an operator is expected"),
        }
    }

    fn atom(&mut self, tree: &Tree) -> Read<(Pattern, Term)> {
        let bits = |base, digits: &str, width: usize| {
            (Literal::BitVec { digits: digits.to_owned(), base }, Sort::bit_vec(width as u32))
        };
        let (literal, sort) = match tree.kind {
            Kind::Numeral => (Literal::Integer(tree.text.clone()), Sort::int()),
            Kind::Decimal => (Literal::Real(tree.text.clone()), Sort::real()),
            Kind::String => (Literal::String(tree.text.clone()), Sort::string()),
            Kind::Binary => bits(Base::Binary, &tree.text[2..], tree.text.len() - 2),
            Kind::Hexadecimal => {
                bits(Base::Hexadecimal, &tree.text[2..], 4 * (tree.text.len() - 2))
            }
            _ => {
                let name = tree.name()?;
                if let Some(number) = self.scope.variable_names.get(name) {
                    return match self.sample().terms[*number as usize] {
                        Some(term) => Ok((Pattern::Variable(*number), term)),
                        None => tree.fault("this variable has no sort"),
                    };
                }
                match (name, named(name)) {
                    ("true" | "false", _) => (Literal::Bool(name == "true"), Sort::bool()),
                    (_, Some(special)) => (Literal::Special(special), Sort::rounding_mode()),
                    _ => return self.application(tree, name, Vec::new(), Vec::new(), &[]),
                }
            }
        };
        match Datum::of_literal(&literal, &sort) {
            Ok(datum) => self.written(tree, Written::Just(literal, sort, datum)),
            Err(_) => tree.fault("there is no such value"),
        }
    }

    fn special(&mut self, tree: &Tree, name: &str, sort: SortForm) -> Read<(Pattern, Term)> {
        match named(name) {
            Some(special) => self.written(tree, Written::Named(special, sort)),
            None => tree.fault("there is no such value"),
        }
    }

    fn written(&mut self, tree: &Tree, written: Written) -> Read<(Pattern, Term)> {
        match written.literal(self.sample()) {
            Some((literal, sort)) => {
                let term = self.graph.value(sort, literal);
                Ok((Pattern::Value(written), term))
            }
            None => tree.fault("there is no such value, or its sort is not known"),
        }
    }

    fn application(
        &mut self,
        tree: &Tree,
        name: &str,
        indices: Vec<Number>,
        sorts: Vec<SortForm>,
        args: &[Tree],
    ) -> Read<(Pattern, Term)> {
        let mut patterns = Vec::new();
        let mut terms = Vec::new();
        for arg in args {
            let (pattern, term) = self.pattern(arg)?;
            patterns.push(pattern);
            terms.push(term);
        }
        let known = self.sample();
        let index_values: Option<Box<[u32]>> =
            indices.iter().map(|index| index.index(&known.numbers)).collect();
        let sort_values: Option<Box<[Sort]>> = sorts.iter().map(|sort| known.sort(sort)).collect();
        let (Some(index_values), Some(sort_values)) = (index_values, sort_values) else {
            return tree.fault("an index is not known, or below 0");
        };
        let mut found = None;
        // Equality of truth values is read as equality.
        let rows = theory::with_symbol(name).iter().filter(|op| op.key != "OP_IFF");
        for op in rows {
            let head = Head {
                op: OpRow(op),
                sorts: sort_values.clone(),
                names: Box::default(),
                indices: index_values.clone(),
            };
            if let Ok(term) = self.graph.apply_head(head, &terms) {
                found = Some((*op, term));
                break;
            }
        }
        let Some((op, term)): Option<(&'static Op, Term)> = found else {
            let sorts: Vec<String> =
                terms.iter().map(|term| self.graph.sort(*term).to_string()).collect();
            return tree.fault(format!("no operator {name} takes ({})", sorts.join(" ")));
        };
        let (sorts, indices, args) = (sorts.into(), indices.into(), patterns.into());
        Ok((Pattern::Apply { op, sorts, names: Box::default(), indices, args }, term))
    }
}
