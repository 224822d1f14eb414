//! The runs of an enumeration: run N asks what is to be asked of one term.
//!
//! Many of them are sifted in one instance, quickly; a run by itself is a trace that oracles judge.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use murxla_api::{ActionKind, Library, Profile};

use super::narrow::{Narrow, Narrowed};
use super::source::{RunSource, Sieve};
use crate::enumerate::{
    Doubt, Enumeration, EnumerationError, Judge, Note, Numbers, Scripts, Sequences, Sifter, Terms,
    classes_of,
};
use crate::exec::{OptionPolicy, Player};
use crate::findings::Key;
use crate::model::{Fsm, Walk};
use crate::oracle::{OracleSet, operators_asked, play, telling};
use crate::rng::Seed;
use crate::sandbox::{Batch, Log};
use crate::trace::{Call, Header, Trace};

/// The terms, or sequences, of an enumeration on a solver.
pub struct EnumeratedRuns<'a> {
    library: &'a dyn Library,
    terms: RefCell<Terms>,
    sequences: Option<Sequences>,
    scripts: Scripts<'a>,
    beginning: Vec<Call>,
    /// The beginning of instances whose cores are asked.
    beginning_for_cores: Vec<Call>,
    numbers: Numbers,
    header: Header,
    thorough: u64,
    /// Options of which each is set for all numbers; one that says nothing, if there are none.
    flips: Vec<Vec<Call>>,
    /// What looked wrong in which run.
    doubts: RefCell<BTreeMap<u64, Suspicion>>,
    /// A second solver, with the calls with which its instances begin.
    judge: Option<(&'a dyn Library, Vec<Call>)>,
}

/// What looked wrong with a run.
#[derive(Clone, Copy)]
struct Suspicion {
    doubt: Doubt,
    /// The runs that were looked at in one instance until then: the first and the last.
    together: (u64, u64),
}

/// A second solver may take so many times as long for a check as in other cross-checks.
const EFFORT_OF_JUDGE: u64 = 4;

/// An instance is asked about so many terms.
const TERMS_OF_INSTANCE: u64 = 20_000;

impl<'a> EnumeratedRuns<'a> {
    /// The runs of an enumeration on this library; `solver` is the name of its wrapper.
    pub fn new(
        solver: &str,
        library: &'a dyn Library,
        enumeration: &Enumeration,
    ) -> Result<EnumeratedRuns<'a>, EnumerationError> {
        let (mut terms, sequences) = enumeration.all(library.profile())?;
        let count = sequences.as_ref().map_or(terms.count(), Sequences::count);
        let numbers = enumeration.numbers(count);
        let scripts = Scripts::new(&mut terms, library.profile());
        let flip = |one: &(String, String)| {
            let both = [enumeration.options.as_slice(), std::slice::from_ref(one)].concat();
            Scripts::options(&both)
        };
        let flips = match enumeration.flips.as_slice() {
            [] => vec![Scripts::options(&enumeration.options)],
            flips => flips.iter().map(flip).collect(),
        };
        let beginning = scripts.beginning(&terms, false);
        let beginning_for_cores = scripts.beginning(&terms, true);
        let mut header = Header::current(solver, &library.info().build());
        header.settings = enumeration.settings();
        header.settings.retain(|(name, _)| name != "flip");
        Ok(EnumeratedRuns {
            library,
            terms: RefCell::new(terms),
            sequences,
            scripts,
            beginning,
            beginning_for_cores,
            numbers,
            header,
            thorough: enumeration.thorough,
            flips,
            doubts: RefCell::default(),
            judge: None,
        })
    }

    /// The same runs; a second solver is asked where the values that are tried do not tell the right answer.
    pub fn judged_by(mut self, library: &'a dyn Library) -> EnumeratedRuns<'a> {
        let profile = library.profile();
        let terms = self.terms.get_mut();
        let beginning = Scripts::new(terms, profile).beginning(terms, false);
        // What takes long is left open: it is not this solver that is tested.
        let bound = profile.demands.effort.map(|effort| {
            let units = effort.units * EFFORT_OF_JUDGE;
            Scripts::options(&[(effort.option.to_owned(), units.to_string())])
        });
        self.judge = Some((library, with_options(beginning, &bound.unwrap_or_default())));
        self
    }

    /// The number that a run is about, and the options that are set for it.
    fn number(&self, run: u64) -> (u64, &[Call]) {
        let count = self.numbers.count().max(1);
        let flip = (run / count) as usize % self.flips.len();
        (self.numbers.at(run % count), &self.flips[flip])
    }

    /// The calls that show a doubt.
    fn calls(&self, terms: &mut Terms, run: u64, doubt: Doubt) -> Vec<Call> {
        let (number, options) = self.number(run);
        let calls = match &self.sequences {
            Some(sequences) => {
                let script = sequences.script(terms, sequences.get(number));
                script.map_or_else(Vec::new, |script| self.scripts.calls(script))
            }
            None => match terms.term(number) {
                Some(whole) => self.scripts.of_doubt(terms, &whole, doubt),
                None => Vec::new(),
            },
        };
        with_options(calls, options)
    }

    /// Plays what shows a doubt; tells whether nothing is wrong.
    fn play_doubt(
        &self,
        terms: &mut Terms,
        (run, doubt): (u64, Doubt),
        oracles: &mut OracleSet<'_>,
        sink: impl FnMut(&[u8]),
    ) -> bool {
        let calls = self.calls(terms, run, doubt);
        let mut player = Player::new(self.library, OptionPolicy::NoFiles);
        play(&mut calls.as_slice(), &mut player, oracles, sink)
    }

    /// A new instance, with the options of a run.
    fn sifter(&self, terms: &mut Terms, run: u64) -> Option<Sifter<'_>> {
        let (number, options) = self.number(run);
        let steps = self.sequences.as_ref().map(|sequences| sequences.get(number));
        let beginning = match steps.is_some_and(Sequences::asks_cores) {
            true => &self.beginning_for_cores,
            false => &self.beginning,
        };
        let beginning = with_options(beginning.clone(), options);
        let sifter = Sifter::new(terms, self.library, &self.scripts, &beginning, options).ok()?;
        let judge = self.judge.as_ref();
        let judge = judge.and_then(|(library, calls)| Judge::new(terms, *library, calls).ok());
        Some(sifter.judged_by(judge))
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

/// Those that judge what these find nothing wrong with: what is wrong in several ways has one key, whichever was seen first.
const LAST: [&str; 2] = ["cores", "model"];

impl RunSource for EnumeratedRuns<'_> {
    fn play(&self, run: u64, log: &Log, oracles: &mut OracleSet<'_>) -> (Walk, bool) {
        let (number, _) = self.number(run);
        log.write(Header { seed: Some(number), ..self.header.clone() }.to_line().as_bytes());
        let doubt = self.doubts.borrow().get(&run).map(|one| one.doubt);
        let particular = doubt.filter(|doubt| *doubt != Doubt::Anything);
        let doubts: Vec<Doubt> = particular.into_iter().chain([Doubt::Anything]).collect();
        let terms = &mut *self.terms.borrow_mut();
        let mut holds = |oracles: &mut OracleSet<'_>| {
            let mut sink = |bytes: &[u8]| log.write(bytes);
            doubts.iter().all(|doubt| self.play_doubt(terms, (run, *doubt), oracles, &mut sink))
        };
        let sound = holds(oracles) && holds(&mut OracleSet::with_named(LAST));
        (Walk::default(), sound)
    }

    fn oracles<'o>(&self) -> OracleSet<'o> {
        OracleSet::with_named(MORE)
    }

    fn seed(&self, run: u64) -> Seed {
        Seed(self.number(run).0)
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
        let (mut asked, mut began) = (0, runs.start);
        let first_of_options = |run: u64| run.is_multiple_of(self.numbers.count().max(1));
        for run in runs.clone() {
            batch.begin(run);
            let (number, _) = self.number(run);
            let mut note = Note::default();
            let used_up = sifter.as_ref().is_none_or(Sifter::is_spoiled)
                || asked >= TERMS_OF_INSTANCE
                || self.sequences.is_some()
                || first_of_options(run);
            if used_up {
                if let Some(sifter) = &mut sifter {
                    sifter.end(terms, &mut note);
                }
                drop(sifter.take());
                // What was compared last was looked at in the instance before.
                note.together = (began, run);
                (asked, began) = (0, run);
                sifter = self.sifter(terms, run);
            }
            // The clock is looked at now and then.
            let time_up = run.is_multiple_of(16) && Instant::now() >= end;
            let is_last = run + 1 == runs.end || time_up;
            if let Some(sifter) = &mut sifter {
                match &self.sequences {
                    Some(sequences) => sifter.play_sequence(terms, sequences, number, &mut note),
                    None => sifter.look_at(terms, number, &mut note),
                }
                asked += 1;
                // What is pending is a part of this batch.
                if is_last {
                    sifter.end(terms, &mut note);
                }
            } else {
                // An option that the solver does not take.
                note.refused += 1;
            }
            let refused = sifter.is_none();
            if !refused && number.is_multiple_of(self.thorough) && note.doubts.is_empty() {
                let mut oracles = OracleSet::with_named(LAST);
                if !self.play_doubt(terms, (run, Doubt::Anything), &mut oracles, |_| {}) {
                    note.doubts.push((number, Doubt::Anything));
                }
            }
            if note.together == (0, 0) {
                note.together = (began, run);
            }
            // What is wrong is told by the run, whose options it may need.
            let first = run - run % self.numbers.count().max(1);
            for (number, _) in &mut note.doubts {
                *number = first + self.numbers.place(*number);
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
        for (run, doubt) in &note.doubts {
            let suspicion = Suspicion { doubt: *doubt, together: note.together };
            self.doubts.borrow_mut().insert(*run, suspicion);
            runs.push(*run);
        }
        Some((note, runs))
    }

    fn together(&self, run: u64) -> Vec<u64> {
        let suspicion = self.doubts.borrow().get(&run).copied();
        // What is simplified is compared together, under one assignment after the other: that is not done again.
        let answered = suspicion.filter(|one| matches!(one.doubt, Doubt::Answer(..)));
        match answered.filter(|_| self.sequences.is_none()) {
            Some(Suspicion { together: (first, _), .. }) => (first..=run).collect(),
            None => Vec::new(),
        }
    }

    fn looks_wrong(&self, run: u64, together: &[u64]) -> bool {
        let terms = &mut *self.terms.borrow_mut();
        let Some(sifter) = self.sifter(terms, run) else { return false };
        let mut sifter = sifter.checking_only();
        let wrong = self.number(run).0;
        for one in together {
            let mut note = Note::default();
            sifter.look_at(terms, self.number(*one).0, &mut note);
            if *one == run {
                return note.doubts.iter().any(|(number, _)| *number == wrong);
            }
        }
        false
    }

    fn play_together(
        &self,
        run: u64,
        together: &[u64],
        log: &Log,
        oracles: &mut OracleSet<'_>,
    ) -> bool {
        let (number, options) = self.number(run);
        log.write(Header { seed: Some(number), ..self.header.clone() }.to_line().as_bytes());
        let terms = &mut *self.terms.borrow_mut();
        let numbers: Vec<u64> = together.iter().map(|run| self.number(*run).0).collect();
        let calls = with_options(self.scripts.together(terms, &numbers), options);
        let holds = |oracles: &mut OracleSet<'_>| {
            let mut player = Player::new(self.library, OptionPolicy::NoFiles);
            play(&mut calls.as_slice(), &mut player, oracles, |bytes| log.write(bytes))
        };
        holds(oracles) && holds(&mut OracleSet::with_named(LAST))
    }
}

/// What is found in an enumeration is small as it stands: nothing is made smaller, and its operators are those of what was
/// asked, by their classes.
pub struct AsItStands<'a>(pub &'a Profile);

/// What a question adds to a term.
const OF_QUESTIONS: [&str; 1] = ["OP_DISTINCT"];

impl Narrow for AsItStands<'_> {
    fn narrow(&self, trace: &Trace, key: &Key) -> Option<Narrowed> {
        let wrong = trace.calls.iter().position(|call| call.violated.is_some())?;
        // What was asked in instances before shows nothing.
        let is_new = |call: &Call| call.action.kind() == ActionKind::New;
        let first = trace.calls[..wrong].iter().rposition(is_new).unwrap_or(0);
        let calls = trace.calls[first..=wrong].to_vec();
        let all = operators_asked(&calls, self.0);
        let own: Vec<&'static str> =
            all.iter().copied().filter(|key| !OF_QUESTIONS.contains(key)).collect();
        let operators = telling(if own.is_empty() { all } else { own });
        // An oracle that names operators knows better.
        let named = if key.has_operators() { key.operators() } else { operators.clone() };
        let named = Some(classes_of(&named).join(" ")).filter(|named| !named.is_empty());
        let trace = Trace { header: trace.header.clone(), calls }.to_text().into_bytes();
        Some(Narrowed { operators, named, trace, complete: true })
    }

    fn fails_without(&self, _: &Trace, _: &Key, _: &[&'static str]) -> bool {
        true
    }
}
