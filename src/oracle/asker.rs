//! How an oracle asks the solver something: its calls are logged before they run, and are part of the trace.

use crate::exec::{Drawn, Played, Player};
use crate::trace::Call;

/// Has calls executed for an oracle. Each is logged before it runs, with the name of the oracle.
pub struct Asker<'a, 'p> {
    pub(super) player: &'a mut Player<'p>,
    pub(super) record: &'a mut dyn FnMut(Record<'_>),
    pub(super) oracle: &'static str,
    pub(super) calls: usize,
    /// Whether the calls of the run are drawn.
    pub(super) drawn: bool,
}

/// What is written of a call.
pub(super) enum Record<'a> {
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
        // Of terms that were drawn the player knows nothing but their handles.
        let played = match self.drawn {
            true => self.player.play_drawn(call, Drawn::Nothing),
            false => self.player.play(call),
        };
        (self.record)(Record::Ended(call, &played));
        self.calls += 1;
        played
    }

    /// The player, to look at what is known.
    pub fn player(&self) -> &Player<'p> {
        self.player
    }
}
