//! `play`: executes the calls of a source (a trace, or the generator) on a player while oracles look on.

use super::{ORACLES, Proof, Verdict, Violation, oracle};
use crate::exec::{Drawn, Played, Player, Recorder, Skip};
use crate::smt::FromCalls;
use crate::trace::{Call, Trace};

/// A call that was executed.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Its number in the trace.
    pub number: usize,
    /// The call.
    pub call: &'a Call,
    /// What it is known to make.
    pub drawn: Drawn<'a>,
    /// What became of it.
    pub played: &'a Played,
    /// What was made, asserted and asked up to this call, if an oracle of the run [asked](Interest::QUESTIONS) for that.
    pub questions: Option<&'a FromCalls>,
}

impl Step<'_> {
    /// The verdict that this reply shows by itself that something is wrong.
    pub(super) fn violates(&self, oracle: &str, what: String) -> Verdict {
        let (oracle, call) = (oracle.into(), self.number);
        Verdict::Violated(Violation { oracle, call, what, proof: Proof::Reply })
    }
}

/// Which calls an oracle looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest(u8);

impl Interest {
    /// No call.
    pub const NONE: Interest = Interest(0);
    /// Calls that the solver refused, and those whose reply makes no sense.
    pub const FAILURES: Interest = Interest(1);
    /// Some of the calls that make a term, by their seed.
    pub const SOME_TERMS: Interest = Interest(1 << 1);
    /// Answers of checks.
    pub const ANSWERS: Interest = Interest(1 << 2);
    /// Calls that change the solver's state or ask something: all that do not only make sorts and terms.
    pub const COMMANDS: Interest = Interest(1 << 3);
    /// It asks the solver something itself after such calls.
    pub const ASKS: Interest = Interest(1 << 4);
    /// It wants to see what is asserted and asked, as a graph: that costs something for every call of the run.
    pub const QUESTIONS: Interest = Interest(1 << 5);
    /// Every call.
    pub const ALL: Interest = Interest(1 << 7);

    /// Both.
    pub const fn and(self, other: Interest) -> Interest {
        Interest(self.0 | other.0)
    }

    const fn meets(self, other: Interest) -> bool {
        self.0 & other.0 != 0
    }

    /// One new term in so many is one of [`SOME_TERMS`](Interest::SOME_TERMS).
    const TERMS_APART: u64 = 16;

    /// What kind of call this was.
    #[inline]
    fn in_step(call: &Call, played: &Played) -> Interest {
        const EVERY: Interest = Interest::ALL;
        match played {
            Played::Done(1) if call.seed.is_multiple_of(Interest::TERMS_APART) => {
                EVERY.and(Interest::SOME_TERMS)
            }
            Played::Done(made) if *made > 0 => EVERY,
            Played::Rejected(_) | Played::Broken(_) => EVERY.and(Interest::FAILURES),
            Played::Answer(_) => EVERY.and(Interest::ANSWERS).and(Interest::COMMANDS),
            _ => EVERY.and(Interest::COMMANDS),
        }
    }
}

/// Looks at calls and what became of them, and says whether the solver is wrong.
pub trait Oracle {
    /// Its name, as in its row.
    fn name(&self) -> &'static str;

    /// Which calls it looks at.
    fn interest(&self) -> Interest;

    /// What it says of a call that was executed, before its reply is recorded.
    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Verdict;

    /// What it says after it asked the solver something; the calls that it makes are part of the trace.
    fn ask(&mut self, step: &Step<'_>, asker: &mut Asker<'_, '_>) -> Verdict {
        let _ = (step, asker);
        Verdict::Holds
    }
}

/// Has calls executed for an oracle. Each is logged before it runs, with the name of the oracle.
pub struct Asker<'a, 'p> {
    player: &'a mut Player<'p>,
    record: &'a mut dyn FnMut(Record<'_>),
    oracle: &'static str,
    calls: usize,
}

/// What is written of a call.
enum Record<'a> {
    /// An oracle asks for the call that comes next.
    AskedBy(&'static str),
    /// It is about to be executed.
    Begun(&'a Call),
    /// This became of it.
    Ended(&'a Call, &'a Played),
}

impl<'p> Asker<'_, 'p> {
    /// Executes a call. Its names must be those of earlier calls: what an oracle asks makes nothing.
    pub fn play(&mut self, call: &Call) -> Played {
        (self.record)(Record::AskedBy(self.oracle));
        (self.record)(Record::Begun(call));
        let played = self.player.play(call);
        (self.record)(Record::Ended(call, &played));
        self.calls += 1;
        played
    }

    /// The player, to look at what is known.
    pub fn player(&self) -> &Player<'p> {
        self.player
    }
}

/// The oracles that look on in a run.
#[derive(Default)]
pub struct OracleSet<'a>(Vec<Looking<'a>>);

/// An oracle with what is asked of it for every call.
struct Looking<'a> {
    interest: Interest,
    oracle: Box<dyn Oracle + 'a>,
}

impl<'a> OracleSet<'a> {
    /// Those that look on unless they are switched off.
    pub fn standard() -> OracleSet<'a> {
        let rows = ORACLES.iter().filter(|row| row.by_default);
        // One more is often added: who counts calls.
        let empty = OracleSet(Vec::with_capacity(ORACLES.len() + 1));
        rows.fold(empty, |set, row| set.with((row.make)()))
    }

    /// The standard ones, and those with these names.
    pub fn with_named<'n>(names: impl IntoIterator<Item = &'n str>) -> OracleSet<'a> {
        let mut set = OracleSet::standard();
        for name in names {
            if !set.has(name)
                && let Some(row) = oracle(name)
            {
                set = set.with((row.make)());
            }
        }
        set
    }

    /// The same and one more, which may be none of the rows.
    pub fn with(mut self, oracle: Box<dyn Oracle + 'a>) -> OracleSet<'a> {
        self.0.push(Looking { interest: oracle.interest(), oracle });
        self
    }

    /// Whether this oracle looks on, and is one that asks the solver itself.
    fn asks(&self, name: &str) -> bool {
        let asking = |looking: &Looking<'_>| looking.interest.meets(Interest::ASKS);
        self.0.iter().any(|looking| asking(looking) && looking.oracle.name() == name)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|looking| looking.oracle.name() == name)
    }

    fn interest(&self) -> Interest {
        self.0.iter().fold(Interest::NONE, |sum, looking| sum.and(looking.interest))
    }
}

/// The oracles that found or asked something when a trace was recorded.
pub fn oracles_of(trace: &Trace) -> Vec<Box<str>> {
    let mut names: Vec<Box<str>> = Vec::new();
    for call in &trace.calls {
        let found = call.violated.as_ref().map(|violated| &violated.oracle);
        for name in [found, call.asked_by.as_ref()].into_iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names
}

/// What a reply tells whoever made the call: nothing else may steer a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// It was done.
    Done,
    /// The answer of a check.
    Answer(murxla_api::Answer),
    /// The solver said no, or its reply makes no sense.
    Rejected,
    /// The solver does not have that.
    Unsupported,
}

impl Feedback {
    /// What became of a call, as far as it may be told.
    #[inline]
    pub fn of(played: &Played) -> Feedback {
        match played {
            Played::Done(_) | Played::Terms(_) | Played::Values(_) => Feedback::Done,
            Played::Answer(answer) => Feedback::Answer(*answer),
            Played::Skipped(Skip::Unsupported(_)) => Feedback::Unsupported,
            Played::Skipped(_) | Played::Rejected(_) | Played::Broken(_) => Feedback::Rejected,
        }
    }

    /// Whether the call was executed and the solver accepted it.
    pub fn accepted(self) -> bool {
        matches!(self, Feedback::Done | Feedback::Answer(_))
    }
}

/// Where calls come from.
pub trait Source {
    /// Gives one call after the other to `step`, which executes it and tells what became of it.
    fn feed(&mut self, step: &mut dyn FnMut(&Call, Drawn<'_>) -> Feedback);
}

/// The calls of a trace.
impl Source for &[Call] {
    fn feed(&mut self, step: &mut dyn FnMut(&Call, Drawn<'_>) -> Feedback) {
        for call in *self {
            step(call, Drawn::Unexamined);
        }
    }
}

/// Executes all calls of a source, writes them and their replies to `sink` as they come, and has the oracles look on. Tells
/// whether no oracle found anything wrong.
///
/// A call that an oracle asked for when the trace was recorded is left to that oracle, if it looks on now, too.
pub fn play(
    source: &mut dyn Source,
    player: &mut Player<'_>,
    oracles: &mut OracleSet<'_>,
    sink: impl FnMut(&[u8]),
) -> bool {
    let interest = oracles.interest();
    let mut stage = Stage {
        recorder: Recorder::new(sink),
        interest,
        number: 0,
        sound: true,
        questions: interest.meets(Interest::QUESTIONS).then(FromCalls::new),
    };
    source.feed(&mut |call, drawn| {
        if call.asked_by.as_deref().is_some_and(|name| oracles.asks(name)) {
            return Feedback::Rejected;
        }
        stage.step(call, drawn, player, oracles)
    });
    stage.sound
}

struct Stage<F: FnMut(&[u8])> {
    recorder: Recorder<F>,
    interest: Interest,
    number: usize,
    sound: bool,
    questions: Option<FromCalls>,
}

impl<F: FnMut(&[u8])> Stage<F> {
    #[inline(always)]
    fn step(
        &mut self,
        call: &Call,
        drawn: Drawn<'_>,
        player: &mut Player<'_>,
        oracles: &mut OracleSet<'_>,
    ) -> Feedback {
        self.recorder.before(call);
        let played = player.play_drawn(call, drawn);
        if let Some(questions) = &mut self.questions {
            questions.add(&played.record(call), player.profile());
        }
        let happened = Interest::in_step(call, &played);
        if self.interest.meets(happened) {
            self.judged(call, drawn, &played, happened, player, oracles);
        } else {
            self.recorder.after(call, &played);
        }
        self.number += 1;
        match played {
            Played::Done(_) => {
                // That is what becomes of most calls, and there is nothing in it to be freed.
                std::mem::forget(played);
                Feedback::Done
            }
            _ => Feedback::of(&played),
        }
    }

    /// Has the oracles that look at such calls judge one, and ask.
    #[inline(never)]
    fn judged(
        &mut self,
        call: &Call,
        drawn: Drawn<'_>,
        played: &Played,
        happened: Interest,
        player: &mut Player<'_>,
        oracles: &mut OracleSet<'_>,
    ) {
        let questions = self.questions.as_ref();
        let step = Step { number: self.number, call, drawn, played, questions };
        let mut violation = None;
        for Looking { interest, oracle } in &mut oracles.0 {
            if interest.meets(happened)
                && let Verdict::Violated(found) = oracle.judge(&step, player)
            {
                violation.get_or_insert(found);
            }
        }
        self.recorder.after(call, played);
        if let Some(violation) = violation {
            self.record_violation(&violation);
            return;
        }
        if !self.interest.meets(Interest::ASKS) {
            return;
        }
        let first = self.number;
        let mut found = None;
        for Looking { interest, oracle } in &mut oracles.0 {
            if !interest.meets(Interest::ASKS) || !interest.meets(happened) {
                continue;
            }
            let recorder = &mut self.recorder;
            let mut record = |what: Record<'_>| match what {
                Record::AskedBy(oracle) => recorder.asked_by(oracle),
                Record::Begun(call) => recorder.before(call),
                Record::Ended(call, played) => recorder.after(call, played),
            };
            let oracle_name = oracle.name();
            let mut asker = Asker { player, record: &mut record, oracle: oracle_name, calls: 0 };
            let verdict = oracle.ask(&step, &mut asker);
            self.number += asker.calls;
            found = verdict.violation();
            if found.is_some() {
                break;
            }
        }
        // What was asked is a part of the trace, so the graph counts it.
        if let Some(questions) = &mut self.questions {
            (first..self.number).for_each(|_| questions.skip());
        }
        if let Some(violation) = found {
            self.record_violation(&violation);
        }
    }

    fn record_violation(&mut self, violation: &Violation) {
        self.sound = false;
        self.recorder.violated(&violation.oracle, &violation.what);
    }
}
