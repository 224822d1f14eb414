//! Runners: play whole traces in this process, or in a child under limits.

use std::io;

use murxla_api::Library;

use super::{Checks, OracleSet, oracles_of, play};
use crate::exec::{LOAD_ERROR, OptionPolicy, Player, Run};
use crate::sandbox::{Limits, contain};
use crate::smt::Prepared;
use crate::trace::{Header, Trace};

/// Plays traces under limits, each in a process of its own.
pub trait Runner {
    /// What became of the trace; an error says that there was no run.
    fn play(&self, trace: &Trace, limits: &Limits) -> io::Result<Run>;
}

/// A solver that is loaded in this process.
#[derive(Clone, Copy)]
pub struct LoadedSolver {
    /// The name of its wrapper.
    pub solver: &'static str,
    /// Its library.
    pub library: &'static dyn Library,
}

impl LoadedSolver {
    /// Plays traces on it, in children of this process.
    pub fn runner(self, policy: OptionPolicy) -> LocalRunner<'static> {
        LocalRunner::new(self.solver, self.library, policy)
    }
}

type Load<'a> = Box<dyn Fn() -> Result<&'static dyn Library, String> + 'a>;

/// A [`Runner`] whose runs are children of this process.
pub struct LocalRunner<'a> {
    solver: &'a str,
    policy: OptionPolicy,
    load: Load<'a>,
    /// Oracles that look on beside the standard ones and those of the trace.
    oracles: Vec<Box<str>>,
    /// If there are any, only these look on.
    checks: Option<Checks>,
}

impl<'a> LocalRunner<'a> {
    /// A runner for a library that is loaded already.
    pub fn new(
        solver: &'a str,
        library: &'static dyn Library,
        policy: OptionPolicy,
    ) -> LocalRunner<'a> {
        LocalRunner::loading(solver, policy, move || Ok(library))
    }

    /// A runner whose runs load the library themselves: this process stays free of it, and outlives it.
    pub fn loading(
        solver: &'a str,
        policy: OptionPolicy,
        load: impl Fn() -> Result<&'static dyn Library, String> + 'a,
    ) -> LocalRunner<'a> {
        LocalRunner { solver, policy, load: Box::new(load), oracles: Vec::new(), checks: None }
    }

    /// From now on these oracles look on, too.
    pub fn watch(&mut self, oracles: Vec<Box<str>>) {
        self.oracles = oracles;
    }

    /// From now on these oracles look on, and no others.
    pub fn check(&mut self, checks: Option<Checks>) {
        self.checks = checks;
    }

    /// Plays a trace, prepared for the solver, in this process, giving the text of what happens to `sink` line by line: what is
    /// written before a call outlives a crash in it.
    pub fn play_here(&self, trace: &Trace, mut sink: impl FnMut(&[u8])) {
        let library = match (self.load)() {
            Ok(library) => library,
            Err(error) => {
                sink(format!("{LOAD_ERROR}{}\n", error.replace('\n', " ")).as_bytes());
                return;
            }
        };
        let mut header = Header::current(self.solver, &library.info().build());
        header.seed = trace.header.seed;
        header.settings.clone_from(&trace.header.settings);
        sink(Trace { header, calls: Vec::new() }.to_text().as_bytes());
        let mut player = Player::new(library, self.policy);
        let recorded = oracles_of(trace);
        let names = self.oracles.iter().chain(&recorded).map(|name| &**name);
        let mut oracles = match &self.checks {
            Some(checks) => OracleSet::of(checks),
            None => OracleSet::with_named(names),
        };
        let prepared = Prepared::new(&trace.header, &trace.calls, self.solver, library.profile());
        play(&mut prepared.calls(), &mut player, &mut oracles, &mut sink);
        if self.checks.is_some() {
            for given in oracles.verdicts() {
                sink(given.line().as_bytes());
            }
        }
    }
}

impl Runner for LocalRunner<'_> {
    fn play(&self, trace: &Trace, limits: &Limits) -> io::Result<Run> {
        let run = Run::in_child(limits, |log| {
            if self.policy.contains_runs() {
                // Before the library is loaded, if it is loaded here: its constructors are part of the run.
                contain().expect("a child that cannot write files");
            }
            self.play_here(trace, |bytes| log.write(bytes));
        })?;
        Ok(run.that_loads())
    }
}
