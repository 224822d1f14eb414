//! Checks names with indices, `(_ name …)`, or with a sort, `(as name sort)`.

use murxla_api::{Op, Sort, SortShape, Typing};

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::scope::Meaning;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::word;
use crate::smt::{Node, Term};

impl Checker<'_> {
    /// Whether `(_ …)` is a name with indices; if not, it is an application as SMT-LIB 2.7 writes it.
    pub(super) fn is_indexed(&mut self, list: CellId) -> bool {
        let (name, end) = (list + 2, self.source.after(list));
        if name >= end || !self.is_symbol(name) {
            return false;
        }
        let id = self.source.text_id(name);
        if self.scope.local(id).is_none() && self.scope.global(id).is_none() {
            return true;
        }
        // Testers and updaters keep their names whatever the user calls his functions.
        let index = name + 1;
        if index < end && self.source.after(index) == end && self.is_symbol(index) {
            let member = self.scope.global(self.source.text_id(index));
            match (id, member) {
                (word::IS, Some(Meaning::Constructor(_)))
                | (word::UPDATE | word::UPDATE_FIELD, Some(Meaning::Selector(_))) => return true,
                _ => {}
            }
        }
        !self.rows.with_symbol(id, self.source.texts.get(id)).is_empty()
            && (name + 1..end).all(|cell| self.source.kind(cell) == Kind::Numeral)
    }

    /// A name with indices or a sort, applied to arguments; without arguments it is a term itself.
    pub(super) fn apply_qualified(&mut self, list: CellId, args: &[Term]) -> Checked<Term> {
        if self.is_word(list + 1, word::AS, list) {
            let [_, name, sort] = self.exactly(list, "a name and a sort")?;
            let sort = self.sort(sort)?;
            return self.apply_of_sort(list, name, &sort, args);
        }
        self.apply_indexed(list, None, args)
    }

    fn apply_indexed(&mut self, list: CellId, sort: Option<&Sort>, args: &[Term]) -> Checked<Term> {
        let items = self.items(list);
        let [_, name, indices @ ..] = items.as_slice() else {
            return expected(list, "a name and its indices");
        };
        let id = self.name(*name)?;
        match (id, indices) {
            (word::IS, [constructor]) => return self.apply_named_tester(list, *constructor, args),
            (word::UPDATE | word::UPDATE_FIELD, [selector]) => {
                return self.apply_updater(list, *selector, args);
            }
            (_, [function])
                if self.source.texts.get(id) == "nullable.lift" && self.are_nullable(args) =>
            {
                let function = *function;
                return self.lift_nullable(list, args, |checker, values| {
                    checker.apply_head(function, values)
                });
            }
            (word::CHAR, [code]) if args.is_empty() => return self.character(list, *code),
            _ => {}
        }
        let symbol = self.source.texts.get(id);
        let rows = self.rows.with_symbol(id, symbol);
        // Some operators of Z3 take a function as if it were an index.
        if let [function] = indices
            && self.is_symbol(*function)
            && !rows.is_empty()
        {
            let function = self.apply_head(*function, &[])?;
            let args: Vec<Term> = std::iter::once(function).chain(args.iter().copied()).collect();
            return self.apply_rows(list, &rows, sort, &[], &args);
        }
        // Some operators of cvc5 take a sort as their first index.
        if let [of, count] = indices
            && let Some(op) = rows.iter().find(|op| op.index_count() == 1 && takes_sort(op))
        {
            let (of, count) = (self.sort(*of)?, self.index(*count)?);
            return self.apply_rows(list, &[*op], Some(&of), &[count], args);
        }
        let numbers: Checked<Vec<u32>> = indices.iter().map(|index| self.index(*index)).collect();
        let numbers = match numbers {
            Err(_) if rows.is_empty() && !self.is_value_name(symbol) => {
                return Err(fault(list, CheckProblem::UnknownSymbol(symbol.to_owned())));
            }
            numbers => numbers?,
        };
        if args.is_empty()
            && let Some(term) = self.indexed_literal(list, symbol, &numbers)?
        {
            return Ok(term);
        }
        if rows.is_empty() {
            return Err(fault(list, CheckProblem::UnknownSymbol(symbol.to_owned())));
        }
        self.apply_rows(list, &rows, sort, &numbers, args)
    }

    fn is_value_name(&self, symbol: &str) -> bool {
        symbol.starts_with("bv")
    }

    fn index(&self, cell: CellId) -> Checked<u32> {
        match (self.source.kind(cell), self.source.text(cell).parse()) {
            (Kind::Numeral, Ok(index)) => Ok(index),
            _ => expected(cell, "an index that is a number"),
        }
    }

    /// `((_ is constructor) term)`; Z3 may write the constructor with its sorts.
    fn apply_named_tester(
        &mut self,
        at: CellId,
        constructor: CellId,
        args: &[Term],
    ) -> Checked<Term> {
        let name = match self.source.kind(constructor) {
            Kind::List if self.source.after(constructor) > constructor + 1 => constructor + 1,
            _ => constructor,
        };
        // `(as constructor sort)`
        let name = if self.is_word(name, word::AS, constructor) { name + 1 } else { name };
        let name = self.name(name)?;
        let &[arg] = args else { return expected(at, "one argument of a tester") };
        match self.scope.global(name) {
            Some(Meaning::Constructor(member)) => self.apply_tester(at, member, arg),
            _ => {
                let name = self.source.texts.get(name).to_owned();
                Err(fault(constructor, CheckProblem::UnknownSymbol(name)))
            }
        }
    }

    fn apply_of_sort(
        &mut self,
        list: CellId,
        name: CellId,
        sort: &Sort,
        args: &[Term],
    ) -> Checked<Term> {
        if self.source.kind(name) == Kind::List {
            let term = self.apply_indexed(name, Some(sort), args)?;
            return self.of_sort(list, term, sort);
        }
        let id = self.name(name)?;
        let symbol = self.source.texts.get(id);
        if let Some(function) = self.scope.local(id) {
            let term = self.apply_function(list, function, args)?;
            return self.of_sort(list, term, sort);
        }
        if let Some(meaning) = self.scope.global(id) {
            // Some write the sort of the function instead of that of its result.
            let result = match (sort.shape(), args.is_empty()) {
                (SortShape::Fun(_, result), false) => result,
                _ => sort,
            };
            let term = self.apply_meaning(list, meaning, Some(result), args)?;
            return self.of_sort(list, term, result);
        }
        if args.is_empty()
            && let Some(term) = self.literal_of_sort(symbol, sort)
        {
            return Ok(term);
        }
        let rows = self.rows.with_symbol(id, symbol);
        if rows.is_empty() {
            return Err(fault(name, CheckProblem::UnknownSymbol(symbol.to_owned())));
        }
        let term = self.apply_rows(list, &rows, Some(sort), &[], args)?;
        let term = self.with_value(list, term)?;
        self.of_sort(list, term, sort)
    }

    /// A constant array whose element is a number has it as one value, however it is written.
    fn with_value(&mut self, at: CellId, term: Term) -> Checked<Term> {
        let Node::Apply { head, args: &[element] } = self.graph.node(term) else {
            return Ok(term);
        };
        if head.op().key != "OP_CONST_ARRAY" {
            return Ok(term);
        }
        let head = head.clone();
        match self.graph.number(element) {
            None => Ok(term),
            Some(value) => self.graph.apply_head(head, &[value]).map_err(|error| fault(at, error)),
        }
    }
}

/// Whether the operator takes a sort beside its arguments.
fn takes_sort(op: &Op) -> bool {
    matches!(&op.typing, Typing::Pattern(signature) if !signature.sorts.is_empty())
}
