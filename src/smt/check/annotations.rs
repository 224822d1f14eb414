//! Checks annotated terms, `(! term attributes…)`.

use std::sync::Arc;

use super::Checker;
use super::error::Checked;
use super::scope::Meaning;
use super::terms::{Frame, FrameKind};
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::word;
use crate::smt::{Attribute, Term};

/// The quantifier of a pattern is at most so many lists away. Otherwise a script could make the search for it slow.
const NEAR: usize = 100;

impl Checker<'_> {
    /// The term, or the next attribute: only patterns hold terms.
    pub(super) fn visit_annotated(&mut self, cell: CellId) -> Checked<()> {
        let Some(frame) = self.frames.last().copied() else { return Ok(()) };
        if cell == frame.list + 2 {
            return self.visit(cell);
        }
        let value = self.attribute_value(cell, frame.end);
        if let (Some(value), Some(top)) = (value, self.frames.last_mut()) {
            top.next = self.source.after(value);
            if self.source.text_id(cell) == word::PATTERN && self.source.kind(value) == Kind::List {
                self.open(FrameKind::Pattern, value, value + 1, self.source.after(value));
            }
        }
        Ok(())
    }

    /// What follows a keyword, if it is no other keyword.
    pub(super) fn attribute_value(&self, keyword: CellId, end: CellId) -> Option<CellId> {
        let value = self.source.after(keyword);
        let is_attribute = self.source.kind(keyword) == Kind::Keyword;
        (is_attribute && value < end && self.source.kind(value) != Kind::Keyword).then_some(value)
    }

    /// A pattern belongs to the quantifier whose body it annotates; elsewhere it says nothing.
    pub(super) fn finish_pattern(&mut self, frame: Frame) {
        let terms = self.values.split_off(frame.base);
        let transparent = |kind| matches!(kind, FrameKind::Annotated | FrameKind::LetBody);
        let is_owner = |number: &usize| !transparent(self.frames[*number].kind);
        let owner = (0..self.frames.len()).rev().take(NEAR).find(is_owner);
        if let Some(owner) = owner
            && matches!(self.frames[owner].kind, FrameKind::Bind(_))
        {
            self.patterns.push((owner, terms));
        }
    }

    pub(super) fn finish_annotated(&mut self, frame: Frame) -> Checked<Term> {
        let term = self.last_value(frame)?;
        let (mut attributes, mut names) = (Vec::new(), Vec::new());
        let mut next = self.source.after(frame.list + 2);
        while next < frame.end {
            let keyword = next;
            let value = self.attribute_value(keyword, frame.end);
            next = self.source.after(value.unwrap_or(keyword));
            if self.source.kind(keyword) != Kind::Keyword {
                return super::error::expected(keyword, "a keyword");
            }
            let text: Arc<str> = match (self.source.text_id(keyword), value) {
                (word::PATTERN, _) => continue,
                (word::NAMED, Some(value)) => {
                    names.push(self.new_name_of_term(value, term)?);
                    self.source.text(value).into()
                }
                (_, Some(value)) => self.source.written(value).into(),
                (_, None) => "".into(),
            };
            let keyword = self.source.text(keyword).trim_start_matches(':').into();
            attributes.push(Attribute { keyword, value: text });
        }
        let term = self.graph.annotate(term, attributes);
        // What is named so is this very term: the printer writes its name.
        for name in names {
            self.scope.bind(name, Meaning::Term(term));
        }
        Ok(term)
    }
}
