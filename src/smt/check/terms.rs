//! Checks terms without recursion: a frame for each list that is open.

use murxla_api::{Binder, Literal, Sort};

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use crate::smt::Term;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::word;

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// The arguments of an application whose head is a name, indexed or qualified or not.
    Apply,
    /// A function and its arguments.
    ApplyValue,
    /// The terms of the bindings of a `let`.
    Let,
    /// The body of a `let`.
    LetBody,
    /// The bodies of a binder.
    Bind(Binder),
    /// A term and its annotations.
    Annotated,
    /// The terms of a pattern.
    Pattern,
    /// A matched term and the cases.
    Match,
    /// The body of a case.
    Case,
}

/// A list that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) list: CellId,
    /// What comes next, and where it ends.
    pub(super) next: CellId,
    pub(super) end: CellId,
    /// How many values there were before.
    pub(super) base: usize,
    /// What was bound before.
    pub(super) locals: u32,
    pub(super) bound: u32,
}

impl Checker<'_> {
    /// The term that is written here.
    pub(super) fn term(&mut self, cell: CellId) -> Checked<Term> {
        self.visit(cell)?;
        while let Some(top) = self.frames.last_mut() {
            if top.next < top.end {
                let next = top.next;
                top.next = self.source.after(next);
                match top.kind {
                    FrameKind::Apply
                    | FrameKind::ApplyValue
                    | FrameKind::LetBody
                    | FrameKind::Bind(_)
                    | FrameKind::Pattern
                    | FrameKind::Case => self.visit(next)?,
                    FrameKind::Let => self.visit_binding(next)?,
                    FrameKind::Annotated => self.visit_annotated(next)?,
                    FrameKind::Match => self.visit_case(next)?,
                }
                continue;
            }
            let frame = *top;
            match frame.kind {
                FrameKind::Let => {
                    self.bind_let(frame)?;
                    continue;
                }
                FrameKind::Pattern => {
                    self.frames.pop();
                    self.finish_pattern(frame);
                    continue;
                }
                _ => {}
            }
            let term = match frame.kind {
                FrameKind::Apply if self.values.len() == frame.base => self.without_args(frame)?,
                FrameKind::Apply => self.with_args(frame.base, |checker, args| {
                    checker.apply_head(frame.list + 1, args)
                })?,
                FrameKind::ApplyValue => self.with_args(frame.base, |checker, args| {
                    checker.apply_function(frame.list, args[0], &args[1..])
                })?,
                FrameKind::LetBody => {
                    self.leave(frame);
                    self.last_value(frame)?
                }
                FrameKind::Bind(binder) => self.finish_binder(frame, binder)?,
                FrameKind::Annotated => self.finish_annotated(frame)?,
                FrameKind::Match => self.finish_match(frame)?,
                FrameKind::Case => self.finish_case(frame)?,
                FrameKind::Let | FrameKind::Pattern => continue,
            };
            self.frames.pop();
            self.values.truncate(frame.base);
            self.values.push(term);
        }
        self.values.pop().ok_or_else(|| fault(cell, CheckProblem::Expected("a term")))
    }

    /// The one value that a frame made.
    pub(super) fn last_value(&self, frame: Frame) -> Checked<Term> {
        match self.values.get(frame.base..) {
            Some([term]) => Ok(*term),
            _ => expected(frame.list, "one term"),
        }
    }

    /// `(and)` and `(or)`, which Z3 takes; nothing else is applied to nothing.
    fn without_args(&mut self, frame: Frame) -> Checked<Term> {
        let head = frame.list + 1;
        let value = match self.source.text(head) {
            "and" => true,
            "or" => false,
            _ => return expected(head, "arguments"),
        };
        Ok(self.graph.value(Sort::bool(), Literal::Bool(value)))
    }

    fn with_args(
        &mut self,
        base: usize,
        make: impl FnOnce(&mut Self, &[Term]) -> Checked<Term>,
    ) -> Checked<Term> {
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        args.extend_from_slice(&self.values[base..]);
        let made = make(self, &args);
        self.args = args;
        made
    }

    /// Makes a term, or begins to read one.
    pub(super) fn visit(&mut self, cell: CellId) -> Checked<()> {
        match self.source.kind(cell) {
            Kind::List => self.visit_list(cell),
            Kind::Symbol | Kind::Quoted => {
                let name = self.source.text_id(cell);
                let term = match self.scope.local(name) {
                    Some(term) => term,
                    None => self.apply_head(cell, &[])?,
                };
                self.values.push(term);
                Ok(())
            }
            _ => {
                let term = self.literal(cell)?;
                self.values.push(term);
                Ok(())
            }
        }
    }

    fn visit_list(&mut self, list: CellId) -> Checked<()> {
        let end = self.source.after(list);
        let head = list + 1;
        if head == end {
            return expected(list, "a term");
        }
        match self.source.kind(head) {
            Kind::List => {
                if self.is_word(head + 1, word::UNDERSCORE, head) && self.is_indexed(head)
                    || self.is_word(head + 1, word::AS, head)
                {
                    self.open(FrameKind::Apply, list, self.source.after(head), end);
                } else {
                    self.open(FrameKind::ApplyValue, list, head, end);
                }
                Ok(())
            }
            Kind::Symbol => {
                let name = self.source.text_id(head);
                // What the user binds is what is meant, except by reserved words.
                let binder = match name {
                    word::FORALL => Some(Binder::Forall),
                    word::EXISTS => Some(Binder::Exists),
                    word::LAMBDA => Some(Binder::Lambda),
                    word::WITNESS => Some(Binder::Witness),
                    word::COMPREHENSION => Some(Binder::Comprehension),
                    _ => None,
                };
                if let Some(binder) = binder
                    && self.scope.global(name).is_none()
                {
                    return self.open_binder(list, binder);
                }
                match name {
                    word::LET => self.open_let(list),
                    word::BANG => {
                        self.open(FrameKind::Annotated, list, head + 1, end);
                        Ok(())
                    }
                    word::MATCH => self.open_match(list),
                    word::UNDERSCORE if !self.is_indexed(list) => {
                        self.open(FrameKind::ApplyValue, list, head + 1, end);
                        if head + 1 == end { expected(list, "a function") } else { Ok(()) }
                    }
                    word::UNDERSCORE | word::AS => {
                        let term = self.apply_head(list, &[])?;
                        self.values.push(term);
                        Ok(())
                    }
                    _ => {
                        self.open(FrameKind::Apply, list, head + 1, end);
                        Ok(())
                    }
                }
            }
            Kind::Quoted => {
                self.open(FrameKind::Apply, list, head + 1, end);
                Ok(())
            }
            _ => expected(head, "a function"),
        }
    }

    /// Begins to read a list, from `next` on.
    pub(super) fn open(&mut self, kind: FrameKind, list: CellId, next: CellId, end: CellId) {
        self.frames.push(Frame {
            kind,
            list,
            next,
            end,
            base: self.values.len(),
            locals: self.scope.mark(),
            bound: self.bound.len() as u32,
        });
    }
}
