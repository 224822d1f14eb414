//! Checks applications: finds what a name means, and which of several operators.

use murxla_api::{ApplicationSorts, Op, Sort, SortShape, TypeError, Typing, sort_of};

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::rows::operator;
use super::scope::Meaning;
use super::sorts::limited;
use crate::smt::node::OpRow;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::TextId;
use crate::smt::{Head, Term};

impl Checker<'_> {
    /// The term, unless its sort is too large.
    pub(super) fn limited(&self, at: CellId, term: Term) -> Checked<Term> {
        limited(at, self.graph.sort(term)).map(|()| term)
    }

    /// An application of this very head.
    pub(super) fn make(&mut self, at: CellId, head: Head, args: &[Term]) -> Checked<Term> {
        let term = self.graph.apply_head(head, args).map_err(|error| fault(at, error))?;
        self.limited(at, term)
    }

    /// What is in the head's cell, applied to arguments; without arguments it is a term itself.
    pub(super) fn apply_head(&mut self, head: CellId, args: &[Term]) -> Checked<Term> {
        if self.source.kind(head) == Kind::List {
            return self.apply_qualified(head, args);
        }
        let name = self.source.text_id(head);
        if let Some(term) = self.scope.local(name)
            && (args.is_empty() || self.can_be_applied(term))
        {
            return self.apply_function(head, term, args);
        }
        let Some(meaning) = self.scope.global(name) else {
            return self.apply_theory(head, name, args);
        };
        let made = self.apply_meaning(head, meaning, None, args);
        // A user's function may have the name of an operator that takes other arguments.
        match made {
            Err(error) => self.apply_theory(head, name, args).map_err(|_| error),
            made => made,
        }
    }

    /// Solvers look further for what is applied if a variable has its name.
    fn can_be_applied(&self, term: Term) -> bool {
        matches!(self.graph.sort(term).shape(), SortShape::Fun(..) | SortShape::Array(..))
    }

    /// What a command gave a name to, applied; its sort may be known.
    pub(super) fn apply_meaning(
        &mut self,
        at: CellId,
        meaning: Meaning,
        sort: Option<&Sort>,
        args: &[Term],
    ) -> Checked<Term> {
        match meaning {
            Meaning::Term(function) => self.apply_function(at, function, args),
            Meaning::Overloaded(number) => self.apply_overloaded(at, number, sort, args),
            Meaning::Constructor(member) => self.apply_constructor(at, member, sort, args),
            Meaning::Selector(member) => self.apply_selector(at, member, args),
        }
    }

    /// One of several functions of a name: the one that takes just these arguments, or else the first that takes them
    /// converted.
    fn apply_overloaded(
        &mut self,
        at: CellId,
        number: u32,
        sort: Option<&Sort>,
        args: &[Term],
    ) -> Checked<Term> {
        let functions = self.scope.overloads[number as usize].clone();
        let exact = functions.iter().filter(|function| self.takes_exactly(**function, args));
        // Without its sort, a name alone could be any of them.
        let is_ambiguous =
            if args.is_empty() { functions.len() } else { exact.clone().count() } > 1;
        if sort.is_none() && is_ambiguous {
            let name = self.source.texts.get(self.name(at)?).to_owned();
            return Err(fault(at, CheckProblem::Overloaded(name)));
        }
        let mut first = None;
        let candidates: Vec<Term> = exact.chain(&functions).copied().collect();
        for function in candidates {
            match self.apply_function(at, function, args) {
                Ok(term) if sort.is_none_or(|sort| self.graph.sort(term) == sort) => {
                    return Ok(term);
                }
                Ok(_) => {}
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or_else(|| fault(at, CheckProblem::Expected("other arguments"))))
    }

    /// Whether the sorts of the arguments are those that the function has.
    fn takes_exactly(&self, function: Term, args: &[Term]) -> bool {
        let sorts = args.iter().map(|arg| self.graph.sort(*arg));
        match self.graph.sort(function).shape() {
            SortShape::Fun(domain, _) => sorts.eq(domain),
            _ => args.is_empty(),
        }
    }

    /// A function applied to its arguments: to all at once, if they are there.
    pub(super) fn apply_function(
        &mut self,
        at: CellId,
        function: Term,
        args: &[Term],
    ) -> Checked<Term> {
        let (mut function, mut args) = (function, args);
        while !args.is_empty() {
            let sort = self.graph.sort(function).clone();
            let domain = match sort.shape() {
                SortShape::Fun(domain, _) => domain,
                // Z3 takes arrays for functions.
                SortShape::Array(index, _) => {
                    let index = self.of_sort(at, args[0], index)?;
                    let row = operator("OP_ARRAY_SELECT");
                    let selected = self.graph.apply(row, &[function, index]);
                    function = selected.map_err(|error| fault(at, error))?;
                    args = &args[1..];
                    continue;
                }
                _ => return expected(at, "a function"),
            };
            let is_complete = domain.len() <= args.len();
            let count = if is_complete { domain.len() } else { 1 };
            let mut all = vec![function];
            for (arg, sort) in args.iter().zip(domain).take(count) {
                all.push(self.of_sort(at, *arg, sort)?);
            }
            let row = if is_complete { self.rows.apply } else { operator("OP_HO_APPLY") };
            function = self.graph.apply(row, &all).map_err(|error| fault(at, error))?;
            args = &args[count..];
        }
        Ok(function)
    }

    /// A symbol of a theory, applied.
    fn apply_theory(&mut self, at: CellId, name: TextId, args: &[Term]) -> Checked<Term> {
        if args.is_empty()
            && let Some(term) = self.named_literal(name)
        {
            return Ok(term);
        }
        let symbol = self.source.texts.get(name);
        // To one argument it is an operator of its own.
        if let ("@", [function, args @ ..]) = (symbol, args)
            && args.len() > 1
        {
            return self.apply_function(at, *function, args);
        }
        let rows = self.rows.with_symbol(name, symbol);
        if rows.is_empty() {
            if let (Some(constructor), [arg]) = (symbol.strip_prefix("is-"), args) {
                if let Some(constructor) = self.constructor(constructor) {
                    return self.apply_tester(at, constructor, *arg);
                }
                // A script need not name the constructors of what it does not declare.
                if self.is_of_datatype(*arg, constructor) {
                    return self.has_constructor(at, *arg, constructor);
                }
            }
            self.no_zero_below(at)?;
            if args.is_empty()
                && let Some(term) = self.negative(symbol)
            {
                return Ok(term);
            }
            if let Some(applied) = self.apply_nullable(at, symbol, args) {
                return applied;
            }
            if let ("mkbv", Some(term)) = (symbol, self.bits(args)) {
                return self.limited(at, term);
            }
            return Err(fault(at, CheckProblem::UnknownSymbol(symbol.to_owned())));
        }
        self.apply_rows(at, &rows, None, &[], args)
    }

    /// The first operator that takes these arguments.
    pub(super) fn apply_rows(
        &mut self,
        at: CellId,
        rows: &[&'static Op],
        sort: Option<&Sort>,
        indices: &[u32],
        args: &[Term],
    ) -> Checked<Term> {
        if self.has_function_as_array(rows, args)
            && let Some(term) = self.lifted(rows, sort, indices, args)
        {
            return self.limited(at, term);
        }
        for op in rows {
            if self.may_take(op, args)
                && let Ok(term) = self.try_row(op, sort, indices, args)
            {
                return self.limited(at, term);
            }
        }
        let other = match args {
            _ if !indices.is_empty() => None,
            [arg] => self.alone(rows, *arg),
            [_, _, _, ..] => self.folded(rows, args).or_else(|| self.late_indices(rows, args)),
            _ => self.without_start(rows, args).or_else(|| self.late_indices(rows, args)),
        };
        let other = other.or_else(|| self.reordered(rows, indices, args));
        let other = other.or_else(|| self.selected(at, rows, args));
        let other = other.or_else(|| self.several_indices(rows, sort, args));
        if let Some(term) = other.or_else(|| self.lifted(rows, sort, indices, args)) {
            return self.limited(at, term);
        }
        Err(self.why_not(at, rows, sort, indices, args))
    }

    pub(super) fn try_row(
        &mut self,
        op: &'static Op,
        sort: Option<&Sort>,
        indices: &[u32],
        args: &[Term],
    ) -> Result<Term, TypeError> {
        if sort.is_none() && indices.is_empty() {
            return self.graph.apply(op, args);
        }
        let head = Head {
            op: OpRow(op),
            sorts: given_sorts(op, sort).into(),
            names: Box::default(),
            indices: indices.into(),
        };
        self.graph.apply_head(head, args)
    }

    /// Whether the kinds of the arguments fit; what does not fit costs little so.
    fn may_take(&self, op: &Op, args: &[Term]) -> bool {
        let Typing::Pattern(signature) = &op.typing else { return true };
        has_arity(op, args.len())
            && signature.args.iter().zip(args).all(|(pattern, arg)| {
                pattern.kind().is_none_or(|kind| kind == self.graph.sort(*arg).kind())
            })
    }

    /// Why no operator takes these arguments: what the one says that is nearest.
    fn why_not(
        &self,
        at: CellId,
        rows: &[&'static Op],
        sort: Option<&Sort>,
        indices: &[u32],
        args: &[Term],
    ) -> Box<super::error::Fault> {
        let nearness = |op: &&Op| {
            let first = args.split_first().map_or(args, |(first, _)| std::slice::from_ref(first));
            let Typing::Pattern(signature) = &op.typing else { return 0 };
            let fits = signature.args.first().zip(first.first()).is_some_and(|(pattern, arg)| {
                pattern.kind().is_none_or(|kind| kind == self.graph.sort(*arg).kind())
            });
            2 * usize::from(has_arity(op, args.len())) + usize::from(fits)
        };
        // The first of the best.
        let Some(op) = rows.iter().rev().copied().max_by_key(nearness) else {
            return fault(at, CheckProblem::Expected("an operator"));
        };
        let sorts: Vec<Sort> = args.iter().map(|arg| self.graph.sort(*arg).clone()).collect();
        let given = given_sorts(op, sort);
        let application = ApplicationSorts { sorts: &given, names: &[], indices, args: &sorts };
        match sort_of(op, &application) {
            Err(error) => fault(at, error),
            Ok(_) => fault(at, CheckProblem::Expected("other arguments")),
        }
    }
}

pub(super) fn has_arity(op: &Op, count: usize) -> bool {
    let (least, most) = op.arity();
    least <= count && most.is_none_or(|most| count <= most)
}

/// The sort, if the operator takes one beside its arguments.
pub(super) fn given_sorts(op: &Op, sort: Option<&Sort>) -> Vec<Sort> {
    match (&op.typing, sort) {
        (Typing::Pattern(signature), Some(sort)) if !signature.sorts.is_empty() => {
            vec![sort.clone()]
        }
        _ => Vec::new(),
    }
}
