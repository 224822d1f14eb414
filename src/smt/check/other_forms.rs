//! Accepts forms of applications that solvers take although the operator rows do not say so.

use murxla_api::{
    ApplicationSorts, Base, Fold, Literal, Op, Sort, SortKind, SortPattern, SortShape, Theory,
    Typing, higher_order_sort_of,
};

use super::Checker;
use super::apply::{given_sorts, has_arity};
use super::rows::operator;
use crate::smt::sexpr::CellId;
use crate::smt::{Node, Term};

/// Of so many arguments at most it is tried which ones must be converted.
const TRIED: usize = 4;

/// Operators whose arguments files write in another order: the places of the row's arguments in the file.
const ORDERS: &[(&str, &[usize])] = &[("z3-OP_FP_TO_FP_FROM_INT_REAL", &[0, 2, 1])];

/// Operators whose last argument may be left out: it is the integer 0.
const FROM_THE_START: &[&str] = &["OP_STR_INDEXOF", "OP_SEQ_INDEXOF"];

/// Operators whose indices older files write as arguments behind the others.
const LATE_INDICES: &[&str] = &["OP_RE_LOOP", "OP_RE_POW"];

/// Operators that change nothing if their argument has the sort of their result already.
const CONVERSIONS: &[(&str, SortKind)] =
    &[("OP_INT_TO_REAL", SortKind::Real), ("OP_REAL_TO_INT", SortKind::Int)];

/// A conversion that solvers insert.
#[derive(Clone, Copy)]
enum Conversion {
    /// Integers to real numbers; for Z3, functions to arrays.
    Up,
    /// Real numbers to integers, as Z3 does.
    Down,
}

impl Checker<'_> {
    /// An operator that takes any number of arguments, on one alone: it is taken for that argument. So is a
    /// conversion that has nothing to do.
    pub(super) fn alone(&self, rows: &[&'static Op], arg: Term) -> Option<Term> {
        let kind = self.graph.sort(arg).kind();
        let is_nothing = rows.iter().any(|op| {
            let Typing::Pattern(signature) = &op.typing else { return false };
            let folds = matches!(op.fold, Fold::LeftAssoc | Fold::RightAssoc | Fold::Variadic);
            let takes = signature.args.first().and_then(SortPattern::kind) == Some(kind);
            (folds && takes && signature.args.len() == 2) || CONVERSIONS.contains(&(op.key, kind))
        });
        is_nothing.then_some(arg)
    }

    /// An operator of two arguments of the result's sort, on more of them: from left to right.
    pub(super) fn folded(&mut self, rows: &[&'static Op], args: &[Term]) -> Option<Term> {
        let is_closed = |op: &&&'static Op| match &op.typing {
            Typing::Pattern(signature) => {
                op.fold == Fold::None && *signature.args == [signature.result, signature.result]
            }
            Typing::Rule { .. } => false,
        };
        let op = rows.iter().find(is_closed)?;
        let (first, rest) = args.split_first()?;
        rest.iter().try_fold(*first, |left, right| self.graph.apply(op, &[left, *right]).ok())
    }

    /// An operator whose arguments are written in another order.
    pub(super) fn reordered(
        &mut self,
        rows: &[&'static Op],
        indices: &[u32],
        args: &[Term],
    ) -> Option<Term> {
        for (key, order) in ORDERS {
            let Some(op) = rows.iter().find(|op| op.key == *key) else { continue };
            let ordered: Option<Vec<Term>> =
                order.iter().map(|place| args.get(*place).copied()).collect();
            let ordered = ordered.filter(|ordered| ordered.len() == args.len())?;
            if let Some(term) = self.lifted_or_not(op, indices, &ordered) {
                return Some(term);
            }
        }
        None
    }

    /// An operator whose last argument was left out.
    pub(super) fn without_start(&mut self, rows: &[&'static Op], args: &[Term]) -> Option<Term> {
        let mut all = args.to_vec();
        for op in rows.iter().filter(|op| FROM_THE_START.contains(&op.key)) {
            if has_arity(op, args.len() + 1) {
                let zero = Literal::Integer("0".to_owned());
                all.push(self.graph.value(Sort::int(), zero));
                if let Ok(term) = self.graph.apply(op, &all) {
                    return Some(term);
                }
                all.pop();
            }
        }
        None
    }

    /// An operator whose indices are written as arguments.
    pub(super) fn late_indices(&mut self, rows: &[&'static Op], args: &[Term]) -> Option<Term> {
        let op = rows.iter().find(|op| LATE_INDICES.contains(&op.key))?;
        let (args, indices) = args.split_at_checked(args.len().checked_sub(op.index_count())?)?;
        let index = |term: &Term| match self.graph.node(*term) {
            Node::Value(Literal::Integer(digits)) => digits.parse().ok(),
            _ => None,
        };
        let indices: Option<Vec<u32>> = indices.iter().map(index).collect();
        self.try_row(op, None, &indices?, args).ok()
    }

    fn lifted_or_not(&mut self, op: &'static Op, indices: &[u32], args: &[Term]) -> Option<Term> {
        let plain = self.try_row(op, None, indices, args).ok();
        plain.or_else(|| self.lifted(&[op], None, indices, args))
    }

    /// Whether functions are compared or chosen among by a solver for which they are arrays then.
    pub(super) fn has_function_as_array(&self, rows: &[&'static Op], args: &[Term]) -> bool {
        let is_function = |arg: &Term| self.graph.sort(*arg).kind() == SortKind::Fun;
        self.rows.as_array.is_some()
            && rows.iter().all(|op| op.theory == Theory::Core)
            && args.iter().any(is_function)
    }

    /// The same with some arguments converted: all that can be, or some.
    pub(super) fn lifted(
        &mut self,
        rows: &[&'static Op],
        sort: Option<&Sort>,
        indices: &[u32],
        args: &[Term],
    ) -> Option<Term> {
        [Conversion::Up, Conversion::Down]
            .into_iter()
            .find_map(|conversion| self.converted(conversion, rows, sort, indices, args))
    }

    fn converted(
        &mut self,
        conversion: Conversion,
        rows: &[&'static Op],
        sort: Option<&Sort>,
        indices: &[u32],
        args: &[Term],
    ) -> Option<Term> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.graph.sort(*arg).clone()).collect();
        let target = |place: &usize| {
            let target = self.converted_sort(conversion, &sorts[*place])?;
            Some((*place, target))
        };
        let targets: Vec<(usize, Sort)> =
            (0..args.len()).filter_map(|place| target(&place)).collect();
        if targets.is_empty() {
            return None;
        }
        let all = (1u32 << targets.len().min(TRIED)) - 1;
        let some = if targets.len() <= TRIED { 1..all } else { 0..0 };
        for chosen in std::iter::once(u32::MAX).chain(some) {
            let is_chosen = |number: usize| chosen == u32::MAX || chosen & (1 << number) != 0;
            let chosen = targets.iter().enumerate().filter(|(number, _)| is_chosen(*number));
            let chosen: Vec<&(usize, Sort)> = chosen.map(|(_, target)| target).collect();
            let mut converted = sorts.clone();
            chosen.iter().for_each(|(place, sort)| converted[*place] = sort.clone());
            for op in rows.iter().filter(|op| has_arity(op, args.len())) {
                let given = given_sorts(op, sort);
                let application =
                    ApplicationSorts { sorts: &given, names: &[], indices, args: &converted };
                if higher_order_sort_of(op, &application).is_ok() {
                    let mut args = args.to_vec();
                    for (place, _) in &chosen {
                        args[*place] = self.convert(conversion, args[*place])?;
                    }
                    return self.try_row(op, sort, indices, &args).ok();
                }
            }
        }
        None
    }

    fn converted_sort(&self, conversion: Conversion, sort: &Sort) -> Option<Sort> {
        match (conversion, sort.shape()) {
            (Conversion::Up, SortShape::Int) => Some(Sort::real()),
            (Conversion::Up, SortShape::Fun(domain, codomain)) => {
                self.rows.as_array.map(|_| self.array_of_indices(domain, codomain))
            }
            (Conversion::Down, SortShape::Real) => Some(Sort::int()),
            _ => None,
        }
    }

    fn convert(&mut self, conversion: Conversion, term: Term) -> Option<Term> {
        match (conversion, self.graph.sort(term).kind()) {
            (Conversion::Up, SortKind::Int) => Some(self.lift(term)),
            (Conversion::Up, _) => self.as_array(term).or_else(|| self.array_of_lambda(term)),
            (Conversion::Down, _) => {
                let row = super::rows::operator("OP_REAL_TO_INT");
                self.graph.apply(row, &[term]).ok()
            }
        }
    }

    /// Z3's `mkbv`: a bit-vector of truth values, the least significant bit first.
    pub(super) fn bits(&mut self, bits: &[Term]) -> Option<Term> {
        let bit = |digit: &str| Literal::BitVec { digits: digit.to_owned(), base: Base::Binary };
        let mut made = None;
        for truth in bits.iter().rev() {
            let [one, zero] =
                ["1", "0"].map(|digit| self.graph.value(Sort::bit_vec(1), bit(digit)));
            let ite = operator("OP_ITE");
            let bit = self.graph.apply(ite, &[*truth, one, zero]).ok()?;
            made = Some(match made {
                None => bit,
                Some(higher) => self.graph.apply(operator("OP_BV_CONCAT"), &[higher, bit]).ok()?,
            });
        }
        made
    }

    /// What is selected from a function of several arguments, for Z3 an array of several indices: what the function gives.
    pub(super) fn selected(
        &mut self,
        at: CellId,
        rows: &[&'static Op],
        args: &[Term],
    ) -> Option<Term> {
        self.rows.as_array?;
        rows.iter().find(|op| op.key == "OP_ARRAY_SELECT")?;
        let (function, values) = args.split_first()?;
        match self.graph.sort(*function).shape() {
            SortShape::Fun(domain, _) if domain.len() > 1 && domain.len() == values.len() => {
                self.apply_function(at, *function, values).ok()
            }
            _ => None,
        }
    }

    /// A function as an array, if there is an operator for that.
    pub(super) fn as_array(&mut self, function: Term) -> Option<Term> {
        self.graph.apply(self.rows.as_array?, &[function]).ok()
    }
}
