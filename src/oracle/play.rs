//! `play`: executes the calls of a source (a trace, or the generator) on a player while oracles look on.

use super::asker::Record;
use super::oracle_set::Looking;
use super::{Asker, Feedback, Interest, OracleSet, Source, Stage, Step, Verdict, Violation};
use crate::exec::{Drawn, Played, Player, Recorder};
use crate::smt::FromCalls;
use crate::trace::Call;

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
    let questions = interest.meets(Interest::QUESTIONS) || source.needs_questions();
    let score = Score {
        recorder: Recorder::new(sink),
        interest,
        number: 0,
        sound: true,
        questions: questions.then(FromCalls::new),
    };
    let mut performance = Performance { score, player, oracles };
    source.feed(&mut performance);
    performance.score.sound
}

/// A run that is under way.
struct Performance<'a, 'p, 'o, F: FnMut(&[u8])> {
    score: Score<F>,
    player: &'a mut Player<'p>,
    oracles: &'a mut OracleSet<'o>,
}

impl<F: FnMut(&[u8])> Stage for Performance<'_, '_, '_, F> {
    fn step(&mut self, call: &Call, drawn: Drawn<'_>) -> Feedback {
        if call.asked_by.as_deref().is_some_and(|name| self.oracles.asks(name)) {
            return Feedback::Rejected;
        }
        self.score.step(call, drawn, self.player, self.oracles)
    }

    fn questions(&self) -> Option<&FromCalls> {
        self.score.questions.as_ref()
    }
}

/// What is written and known of a run so far.
struct Score<F: FnMut(&[u8])> {
    recorder: Recorder<F>,
    interest: Interest,
    number: usize,
    sound: bool,
    questions: Option<FromCalls>,
}

impl<F: FnMut(&[u8])> Score<F> {
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
            match &played {
                Played::Rejected(_) | Played::Skipped(_) => questions.skip(),
                Played::Broken(_) | Played::Mismatch(_) => {
                    questions.add(&played.record(call), player.profile())
                }
                Played::Answer(answer) => {
                    questions.add_answered(call, Some(*answer), player.profile());
                }
                _ => questions.add_answered(call, None, player.profile()),
            }
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
        for place in 0..oracles.looking.len() {
            let Looking { interest, oracle } = &mut oracles.looking[place];
            if !interest.meets(happened) {
                continue;
            }
            let (name, verdict) = (oracle.name(), oracle.judge(&step, player));
            if verdict == Verdict::Holds {
                continue;
            }
            oracles.note(name, self.number, verdict.clone());
            if let Verdict::Violated(found) = verdict {
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
        for place in 0..oracles.looking.len() {
            let Looking { interest, oracle } = &mut oracles.looking[place];
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
            let mut asker = Asker {
                player,
                record: &mut record,
                oracle: oracle_name,
                calls: 0,
                drawn: !matches!(drawn, Drawn::Unexamined),
                judged: false,
            };
            let verdict = oracle.ask(&step, &mut asker);
            self.number += asker.calls;
            if asker.judged || verdict != Verdict::Holds {
                oracles.note(oracle_name, step.number, verdict.clone());
            }
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
        self.recorder.violated(&violation.oracle, &violation.what, violation.proof.text());
    }
}
