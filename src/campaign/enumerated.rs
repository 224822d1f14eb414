//! The runs of an enumeration: run N asks what is to be asked of one term.
//!
//! Many of them are sifted in one instance, quickly; a run by itself is a trace that oracles judge.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use murxla_api::Library;

use super::source::{RunSource, Sieve};
use crate::enumerate::{
    Doubt, Enumeration, EnumerationError, Note, Numbers, Scripts, Sifter, Terms,
};
use crate::exec::{OptionPolicy, Player};
use crate::model::{Fsm, Walk};
use crate::oracle::{OracleSet, play};
use crate::rng::Seed;
use crate::sandbox::{Batch, Log};
use crate::trace::{Call, Header};

/// The terms of an enumeration on a solver.
pub struct EnumeratedRuns<'a> {
    library: &'a dyn Library,
    terms: RefCell<Terms>,
    scripts: Scripts<'a>,
    beginning: Vec<Call>,
    numbers: Numbers,
    header: Header,
    thorough: u64,
    options: Vec<Call>,
    /// What looked wrong in which run.
    doubts: RefCell<BTreeMap<u64, Doubt>>,
}

/// An instance is asked about so many terms.
const TERMS_OF_INSTANCE: u64 = 20_000;

impl<'a> EnumeratedRuns<'a> {
    /// The runs of an enumeration on this library; `solver` is the name of its wrapper.
    pub fn new(
        solver: &str,
        library: &'a dyn Library,
        enumeration: &Enumeration,
    ) -> Result<EnumeratedRuns<'a>, EnumerationError> {
        let mut terms = enumeration.terms(library.profile())?;
        let numbers = enumeration.numbers(terms.count());
        let scripts = Scripts::new(&mut terms, library.profile());
        let options = Scripts::options(&enumeration.options);
        let beginning = with_options(scripts.beginning(&terms), &options);
        let mut header = Header::current(solver, &library.info().build());
        header.settings = enumeration.settings();
        Ok(EnumeratedRuns {
            library,
            terms: RefCell::new(terms),
            scripts,
            beginning,
            numbers,
            header,
            thorough: enumeration.thorough,
            options,
            doubts: RefCell::default(),
        })
    }

    /// Plays what shows a doubt; tells whether nothing is wrong.
    fn play_doubt(
        &self,
        number: u64,
        doubt: Doubt,
        oracles: &mut OracleSet<'_>,
        sink: impl FnMut(&[u8]),
    ) -> bool {
        let mut terms = self.terms.borrow_mut();
        let Some(whole) = terms.term(number) else { return true };
        let calls = self.scripts.of_doubt(&mut terms, &whole, doubt);
        let calls = with_options(calls, &self.options);
        let mut player = Player::new(self.library, OptionPolicy::NoFiles);
        play(&mut calls.as_slice(), &mut player, oracles, sink)
    }
}

/// Calls with options that are set after the instance was made.
fn with_options(mut calls: Vec<Call>, options: &[Call]) -> Vec<Call> {
    let place = calls.len().min(1);
    calls.splice(place..place, options.iter().cloned());
    calls
}

/// The oracles that judge what an enumeration asks: the usual ones, and that of cores.
const MORE: [&str; 1] = ["cores"];

impl RunSource for EnumeratedRuns<'_> {
    fn play(&self, run: u64, log: &Log, oracles: &mut OracleSet<'_>) -> (Walk, bool) {
        let number = self.numbers.at(run);
        log.write(Header { seed: Some(number), ..self.header.clone() }.to_line().as_bytes());
        let doubt = self.doubts.borrow().get(&run).copied();
        let doubts = doubt.into_iter().chain([Doubt::Anything]);
        let sound = doubts
            .into_iter()
            .all(|doubt| self.play_doubt(number, doubt, oracles, |bytes| log.write(bytes)));
        (Walk::default(), sound)
    }

    fn oracles<'o>(&self) -> OracleSet<'o> {
        OracleSet::with_named(MORE)
    }

    fn seed(&self, run: u64) -> Seed {
        Seed(self.numbers.at(run))
    }

    fn fsm(&self) -> Option<&Fsm> {
        None
    }

    fn sieve(&self) -> Option<&dyn Sieve> {
        Some(self)
    }
}

impl Sieve for EnumeratedRuns<'_> {
    fn sift(&self, runs: Range<u64>, end: Instant, batch: &Batch<'_>) {
        let terms = &mut *self.terms.borrow_mut();
        let mut sifter: Option<Sifter<'_>> = None;
        let mut asked = 0;
        for run in runs.clone() {
            batch.begin(run);
            let number = self.numbers.at(run);
            let mut note = Note::default();
            if sifter.as_ref().is_none_or(Sifter::is_spoiled) || asked >= TERMS_OF_INSTANCE {
                if let Some(sifter) = &mut sifter {
                    sifter.end(terms, &mut note);
                }
                drop(sifter.take());
                asked = 0;
                sifter = Sifter::new(terms, self.library, &self.scripts, &self.beginning).ok();
            }
            // The clock is looked at now and then.
            let time_up = run.is_multiple_of(16) && Instant::now() >= end;
            let is_last = run + 1 == runs.end || time_up;
            if let Some(sifter) = &mut sifter {
                sifter.look_at(terms, number, &mut note);
                asked += 1;
                // What is pending is a part of this batch.
                if is_last {
                    sifter.end(terms, &mut note);
                }
            }
            if number.is_multiple_of(self.thorough) && note.doubts.is_empty() {
                let mut oracles = self.oracles();
                if let Some(whole) = terms.term(number) {
                    let calls = self.scripts.of_doubt(terms, &whole, Doubt::Anything);
                    let calls = with_options(calls, &self.options);
                    let mut player = Player::new(self.library, OptionPolicy::NoFiles);
                    if !play(&mut calls.as_slice(), &mut player, &mut oracles, |_| {}) {
                        note.doubts.push((number, Doubt::Anything));
                    }
                }
            }
            batch.finish(&note.to_bytes());
            if is_last {
                break;
            }
        }
    }

    fn take_note(&self, bytes: &[u8]) -> Option<(Note, Vec<u64>)> {
        let note = Note::of_bytes(bytes)?;
        let mut runs = Vec::new();
        for (number, doubt) in &note.doubts {
            let run = self.numbers.place(*number);
            self.doubts.borrow_mut().insert(run, *doubt);
            runs.push(run);
        }
        Some((note, runs))
    }
}
