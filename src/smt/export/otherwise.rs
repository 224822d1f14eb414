//! Notes where the script says a call in another way, so that the solver may behave differently on it.

use std::sync::Arc;

use murxla_api::Op;

use super::SaidOtherwise;
use super::exporter::Exporter;
use crate::smt::{Command, Node, Term};
use crate::trace::{Call, Name};

impl Exporter<'_> {
    /// The call that is being exported is said otherwise.
    pub(super) fn note_otherwise(&mut self, what: String) {
        let call = Some(self.at);
        self.said_otherwise.push(SaidOtherwise { call, what });
    }

    /// The term that is being lowered has not its own operator.
    pub(super) fn note_other_operators(&mut self, op: &Op) {
        // Of several on the way, the one that the call names is the last.
        self.rewriting = Some(format!("{} is said with other operators", op.key));
    }

    /// Notes how the terms that a command has are said, if that is otherwise; each is noted once.
    pub(super) fn note_used(&mut self, call: &Call) {
        let mut todo: Vec<Term> = Vec::new();
        for name in call.uses() {
            if let Name::Term(name) = name {
                todo.extend(self.questions.term(name));
            }
        }
        let mut found: Vec<String> = Vec::new();
        while let Some(term) = todo.pop() {
            if !self.lowered.used.insert(term) {
                continue;
            }
            found.extend(self.lowered.otherwise.get(&term).cloned());
            if let Node::Constant(symbol) = self.questions.graph().node(term) {
                todo.extend(self.questions.definition(symbol).map(|definition| definition.body));
            }
            self.questions.graph().visit_children(term, |child| todo.push(child));
        }
        found.sort();
        found.dedup();
        found.into_iter().for_each(|what| self.note_otherwise(what));
    }

    /// The logics that the script sets.
    pub(super) fn logics(&self) -> Vec<Arc<str>> {
        let logic = |command: &Command| match command {
            Command::SetLogic(logic) => Some(Arc::clone(logic)),
            _ => None,
        };
        self.script.commands.iter().filter_map(logic).collect()
    }

    /// Notes which logics became others than the calls set.
    pub(super) fn compare_logics(&mut self, old: &[Arc<str>]) {
        let new = self.logics();
        for logic in old.iter().filter(|logic| !new.contains(logic)) {
            let what = format!("the logic is not {logic}, which lacks something");
            self.said_otherwise.push(SaidOtherwise { call: None, what });
        }
    }
}
