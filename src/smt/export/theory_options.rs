//! Options without which a solver does not take all of a theory: runs of that solver set them, runs of others do not.

use murxla_api::SortKind;

use super::exporter::Exporter;
use crate::smt::Command;

impl Exporter<'_> {
    /// Sets what the sorts of a run of another solver demand, in front of each part of the script.
    pub(super) fn set_demanded_options(&mut self) {
        let recorded = self.trace.header.solver.as_deref();
        if recorded.is_none_or(|solver| solver == self.target.solver) {
            return;
        }
        let graph = &self.script.graph;
        let has =
            |kind: SortKind| graph.terms().any(|term| graph.sort(term).kinds().contains(kind));
        let demanded = self.dialect().demanded_options.iter().filter(|(kind, _)| has(*kind));
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
