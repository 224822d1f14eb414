//! Checks `(match term ((pattern body)…))`.

use std::sync::Arc;

use murxla_api::{Datatype, Sort, SortShape};

use super::Checker;
use super::error::{Checked, expected};
use super::rows::operator;
use super::terms::{Frame, FrameKind};
use crate::smt::node::OpRow;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::{Head, Term};

impl Checker<'_> {
    pub(super) fn open_match(&mut self, list: CellId) -> Checked<()> {
        let [_, matched, cases] = self.exactly(list, "a term and its cases")?;
        if self.source.kind(cases) != Kind::List {
            return expected(cases, "a list of cases");
        }
        self.open(FrameKind::Match, list, cases + 1, self.source.after(cases));
        // Its sort tells what the patterns bind, so it comes first.
        self.visit(matched)
    }

    /// The datatype that is matched by the innermost `match`.
    fn matched(&self, at: CellId) -> Checked<(Sort, Datatype, Vec<Sort>)> {
        let innermost = self.frames.iter().rev().find(|frame| frame.kind == FrameKind::Match);
        let matched = innermost.and_then(|frame| self.values.get(frame.base));
        let Some(matched) = matched else { return expected(at, "a matched term") };
        let sort = self.graph.sort(*matched).clone();
        match sort.shape() {
            SortShape::Datatype(datatype, args) => {
                let (datatype, args) = (datatype.clone(), args.clone());
                Ok((sort, datatype, args))
            }
            _ => expected(at, "a case of a term that is no datatype"),
        }
    }

    /// The name of the constructor that a pattern names, if it is one of this datatype.
    fn pattern_constructor(&self, pattern: CellId, datatype: &Datatype) -> Option<Arc<str>> {
        let cell = match self.source.kind(pattern) {
            Kind::List => pattern + 1,
            _ => pattern,
        };
        datatype.constructor(self.source.text(cell)).map(|constructor| constructor.name.clone())
    }

    /// `(pattern body)`: binds what the pattern binds, and begins to read the body.
    pub(super) fn visit_case(&mut self, case: CellId) -> Checked<()> {
        let [pattern, body] = self.exactly(case, "a pattern and a body")?;
        let (sort, datatype, args) = self.matched(case)?;
        self.open(FrameKind::Case, case, body, self.source.after(case));
        let is_list = self.source.kind(pattern) == Kind::List;
        if is_list && self.source.after(pattern) == pattern + 1 {
            return expected(pattern, "a constructor");
        }
        match self.pattern_constructor(pattern, &datatype) {
            Some(name) => {
                let fields = datatype
                    .constructor(&name)
                    .and_then(|constructor| datatype.field_sorts(constructor, &args))
                    .unwrap_or_default();
                let variables = if is_list { self.items(pattern).split_off(1) } else { Vec::new() };
                if fields.len() != variables.len() {
                    return expected(pattern, "a variable for each field");
                }
                self.distinct("variable", &variables)?;
                for (variable, field) in variables.into_iter().zip(&fields) {
                    let name = self.name(variable)?;
                    self.bind_variable(name, field);
                }
            }
            None if is_list => return expected(pattern, "a constructor of the matched term"),
            None => {
                let name = self.name(pattern)?;
                self.bind_variable(name, &sort);
            }
        }
        Ok(())
    }

    pub(super) fn finish_case(&mut self, frame: Frame) -> Checked<Term> {
        let body = self.last_value(frame)?;
        let bound: Vec<_> = self.bound[frame.bound as usize..].to_vec();
        self.leave(frame);
        let (sort, datatype, _) = self.matched(frame.list)?;
        let constructor = self.pattern_constructor(frame.list + 1, &datatype);
        let key = match (&constructor, bound.as_slice()) {
            (Some(_), []) => "OP_DT_MATCH_CASE",
            _ => "OP_DT_MATCH_BIND_CASE",
        };
        let mut args: Vec<Term> =
            bound.iter().map(|(variable, _)| self.graph.variable_term(*variable)).collect();
        args.push(body);
        let head = Head {
            op: OpRow(operator(key)),
            sorts: Box::new([sort]),
            names: constructor.into_iter().collect(),
            indices: Box::default(),
        };
        self.make(frame.list, head, &args)
    }

    pub(super) fn finish_match(&mut self, frame: Frame) -> Checked<Term> {
        let args = self.values[frame.base..].to_vec();
        self.make(frame.list, Head::plain(operator("OP_DT_MATCH")), &args)
    }
}
