//! Adds the options and logics that a solver needs for a theory: runs of that solver set them, runs of others do not.

use murxla_api::{Binder, SortKind};

use super::exporter::Exporter;
use crate::smt::{Command, Node};

impl Exporter<'_> {
    pub(super) fn is_of_another_solver(&self) -> bool {
        let recorded = self.trace.header.solver.as_deref();
        recorded.is_some_and(|solver| solver != self.target.solver)
    }

    /// The logics of a run of another solver say that there are functions as terms, if there are.
    pub(super) fn set_higher_order_logics(&mut self) {
        let (prefix, graph) = (self.dialect().logic.higher_order_prefix, &self.script.graph);
        let is_function = |term| match graph.node(term) {
            Node::Bind { binder, .. } => binder == Binder::Lambda,
            Node::Apply { head, .. } => head.op().key == "OP_HO_APPLY",
            _ => false,
        };
        if prefix.is_empty() || !self.is_of_another_solver() || !graph.terms().any(is_function) {
            return;
        }
        for command in &mut self.script.commands {
            if let Command::SetLogic(logic) = command
                && !logic.starts_with(prefix)
            {
                *logic = format!("{prefix}{logic}").into();
            }
        }
    }

    /// Sets what the sorts of a run of another solver demand, in front of each part of the script.
    pub(super) fn set_demanded_options(&mut self) {
        if !self.is_of_another_solver() {
            return;
        }
        let graph = &self.script.graph;
        let has =
            |kind: SortKind| graph.terms().any(|term| graph.sort(term).kinds().contains(kind));
        let demanded = self.dialect().options.demanded.iter().filter(|(kind, _)| has(*kind));
        let mut names: Vec<&str> = demanded.map(|(_, name)| *name).collect();
        names.dedup();
        if names.is_empty() {
            return;
        }
        let mut commands = Vec::new();
        let mut at_beginning = true;
        for command in std::mem::take(&mut self.script.commands) {
            if at_beginning && !matches!(command, Command::SetInfo { .. }) {
                at_beginning = false;
                commands.extend(names.iter().map(|name| Command::SetOption {
                    keyword: (*name).into(),
                    value: "true".into(),
                }));
            }
            at_beginning |= matches!(command, Command::Reset);
            commands.push(command);
        }
        self.script.commands = commands;
    }
}
