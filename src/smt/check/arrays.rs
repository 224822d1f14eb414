//! Arrays of several indices, as Z3 has them: an array of arrays holds as much, and every solver has those.

use murxla_api::{Binder, Op, Sort, SortShape};

use super::Checker;
use super::rows::operator;
use crate::smt::{Head, Node, Term};

impl Checker<'_> {
    /// `(Array index… element)` of more than one index: an array of arrays.
    pub(super) fn array_of_indices(&self, indices: &[Sort], element: &Sort) -> Sort {
        let of = |element: Sort, index: &Sort| Sort::array(index.clone(), element);
        indices.iter().rev().fold(element.clone(), of)
    }

    /// `select`, `store`, `const` or `map` on an array of arrays that is meant as one of several indices.
    pub(super) fn several_indices(
        &mut self,
        rows: &[&'static Op],
        sort: Option<&Sort>,
        args: &[Term],
    ) -> Option<Term> {
        let has = |key: &str| rows.iter().any(|op| op.key == key);
        match (args, sort) {
            ([array, indices @ ..], _) if has("OP_ARRAY_SELECT") && indices.len() > 1 => {
                self.select_at(*array, indices)
            }
            ([array, indices @ .., value], _) if has("OP_ARRAY_STORE") && indices.len() > 1 => {
                self.store_at(*array, indices, *value)
            }
            ([element], Some(sort)) if has("OP_CONST_ARRAY") => self.constant(sort, *element),
            ([function, arrays @ ..], None) if rows.iter().all(|op| op.symbol == "map") => {
                self.mapped(rows, *function, arrays)
            }
            _ => None,
        }
    }

    fn select_at(&mut self, array: Term, indices: &[Term]) -> Option<Term> {
        let select = operator("OP_ARRAY_SELECT");
        indices
            .iter()
            .try_fold(array, |array, index| self.graph.apply(select, &[array, *index]).ok())
    }

    fn store_at(&mut self, array: Term, indices: &[Term], value: Term) -> Option<Term> {
        let mut value = value;
        for (depth, index) in indices.iter().enumerate().rev() {
            let row = self.select_at(array, &indices[..depth])?;
            value = self.graph.apply(operator("OP_ARRAY_STORE"), &[row, *index, value]).ok()?;
        }
        Some(value)
    }

    fn constant(&mut self, sort: &Sort, element: Term) -> Option<Term> {
        let mut levels = Vec::new();
        let mut inner = sort;
        while let SortShape::Array(_, element) = inner.shape() {
            levels.push(inner);
            inner = element;
        }
        let mut element = self.graph.number(element).unwrap_or(element);
        for sort in levels.into_iter().rev() {
            let head =
                Head { sorts: [sort.clone()].into(), ..Head::plain(operator("OP_CONST_ARRAY")) };
            element = self.graph.apply_head(head, &[element]).ok()?;
        }
        Some(element)
    }

    /// A function on the elements of arrays of arrays: at each index, on those of the arrays there.
    fn mapped(&mut self, rows: &[&'static Op], function: Term, arrays: &[Term]) -> Option<Term> {
        let first = self.graph.sort(*arrays.first()?).clone();
        let SortShape::Array(index, _) = first.shape() else { return None };
        let variable = self.graph.add_variable("index", index.clone());
        let at = self.graph.variable_term(variable);
        let mut args = vec![function];
        for array in arrays {
            args.push(self.select_at(*array, &[at])?);
        }
        let body = rows.iter().find_map(|op| self.graph.apply(op, &args).ok());
        // As deep as the sort of the arrays.
        let body = match body {
            Some(body) => body,
            None => self.mapped(rows, function, &args[1..])?,
        };
        let lambda = self.graph.bind(Binder::Lambda, &[variable], Vec::new(), &[body]).ok()?;
        self.as_array(lambda)
    }

    /// The array of arrays that a function of several arguments is for Z3; `None` if it is not written with `lambda`.
    pub(super) fn array_of_lambda(&mut self, function: Term) -> Option<Term> {
        let Node::Bind { binder: Binder::Lambda, variables, bodies: &[body], .. } =
            self.graph.node(function)
        else {
            return None;
        };
        let variables = variables.to_vec();
        let is_function = matches!(self.graph.sort(body).shape(), SortShape::Fun(..));
        // As deep as the sort of the function.
        let mut body = if is_function { self.array_of_lambda(body)? } else { body };
        for variable in variables.iter().rev() {
            let lambda = self.graph.bind(Binder::Lambda, &[*variable], Vec::new(), &[body]).ok()?;
            body = self.as_array(lambda)?;
        }
        Some(body)
    }
}
