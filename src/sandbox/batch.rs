//! Batches: many runs in one child, one after the other, because a fork costs more than most runs.

use std::io;
use std::time::Duration;

use super::heap::keep_freed_memory;
use super::limits::Limits;
use super::log::Log;
use super::notes::{Notes, Reader};
use super::outcome::{Class, Outcome};
use super::run::run_with;
use super::shared::Shared;
use super::supervise::{Follower, Stop};

/// A batch, as the child sees it.
pub struct Batch<'a> {
    log: &'a Log,
    notes: &'a Notes,
}

impl Batch<'_> {
    /// A run begins: the log is empty, and the limits of time and output start anew. A run before it that did
    /// not [`finish`](Batch::finish) leaves nothing.
    pub fn begin(&self, run: u64) {
        self.log.clear();
        self.notes.begin(run);
    }

    /// The log of the run that began last.
    pub fn log(&self) -> &Log {
        self.log
    }

    /// The run that began last has ended by itself; `note` is what the parent is told of it, however the child
    /// ends later. To be called once for a run.
    ///
    /// # Panics
    /// If the note is longer than [`LONGEST_NOTE`](super::LONGEST_NOTE), or the parent has read none for minutes.
    pub fn finish(&self, note: &[u8]) {
        // What this run printed shall not be taken for what the next one printed.
        super::child::flush_output();
        self.notes.send(note);
    }
}

/// How a batch ended.
#[derive(Clone, Debug)]
pub struct BatchOutcome {
    /// How many runs finished: so many notes were given.
    pub finished: u64,
    /// The run that had begun and not finished when the batch ended. There is none if the closure came to its end,
    /// and if the child ended between two runs. There is none either if time was up for a run that finished
    /// before it could be killed, and the next one had just begun: that one is not to blame, and was not done.
    pub under_way: Option<u64>,
    /// How the child ended; the log is that of the run that began last. What was printed is that of this run, but
    /// may begin with what runs just before it printed. The time is that of the whole batch.
    pub outcome: Outcome,
}

/// Runs `child` in a forked child process, as [`run`](super::run()) does, but the child does many runs: it tells
/// their begin and end by [`Batch`]. `on_note` gets each run that finished, with its note, each once and in
/// order, while the child goes on and after its end; an error that it returns ends the batch, and is returned.
///
/// Limits of time and output count for each run, from when the parent sees its begin, which is at most some 20 ms
/// later than it is (so a run gets that much more, never less); also for what the child does before the first
/// run, and between two. `RLIMIT_CPU` is not set, since it cannot start anew. Memory counts for the whole child.
/// The time that `on_note` takes is not counted, but no limit is held meanwhile.
pub fn run_batch(
    limits: &Limits,
    child: impl FnOnce(&Batch<'_>),
    on_note: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<BatchOutcome> {
    let notes = Notes::new()?;
    let mut follower = NoteFollower {
        notes: &notes,
        reader: Reader::new(&notes),
        on_note,
        seen: 0,
        finished: 0,
        last_finished: 0,
    };
    let in_child = |log: &Log| {
        keep_freed_memory();
        child(&Batch { log, notes: &notes });
    };
    let outcome = run_with(limits, Duration::MAX, in_child, Some(&mut follower))?;
    let NoteFollower { seen, finished, last_finished, .. } = follower;
    let begun = notes.begun();
    let is_cut_unfairly = outcome.class == Class::Timeout && seen != begun;
    let is_under_way = begun != last_finished && !is_cut_unfairly;
    Ok(BatchOutcome { finished, under_way: is_under_way.then(|| notes.run()), outcome })
}

/// Follows the notes of a batch.
struct NoteFollower<'a> {
    notes: &'a Notes,
    reader: Reader<'a>,
    on_note: &'a mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
    /// How many runs had begun when the parent looked last.
    seen: u64,
    finished: u64,
    /// Which begin the last note belongs to.
    last_finished: u64,
}

impl Follower for NoteFollower<'_> {
    fn runs_begun(&mut self) -> u64 {
        self.seen = self.notes.begun();
        self.seen
    }

    fn follow(&mut self, _: &Shared) -> io::Result<Option<Stop>> {
        loop {
            match self.reader.next() {
                Ok(Some(note)) => {
                    self.finished += 1;
                    self.last_finished = note.begun;
                    (self.on_note)(note.run, &note.bytes)?;
                }
                Ok(None) => return Ok(None),
                Err(_) => return Ok(Some(Stop::DamagedNotes)),
            }
        }
    }
}
