//! A whole run, as the text of its trace.

use std::cell::Cell;

use murxla_api::{ActionDef, Demand, Extension, Library};

use super::fsm::Fsm;
use super::generator::{Heard, Room, Target, generate};
use super::machine::Walk;
use super::repertoire::Repertoire;
use super::settings::Settings;
use super::smt_lib;
use crate::exec::{Drawn, OptionPolicy, Played, Player, Recorder};
use crate::rng::Seed;
use crate::trace::{Call, Header};

/// What the runs on one library have in common.
pub struct Model<'a> {
    target: Target<'a>,
    library: &'a dyn Library,
    settings: Settings,
    fsm: Fsm,
    repertoire: Repertoire<'a>,
    /// The header of all traces, but for the seed.
    header: Header,
    /// Taken while a run is under way.
    room: Cell<Option<Room>>,
}

impl<'a> Model<'a> {
    /// The model for runs on this library; `solver` is the name of its wrapper.
    pub fn new(solver: &'a str, library: &'a dyn Library, settings: &Settings) -> Model<'a> {
        let none = Extension::default();
        let extension = &library.profile().extension;
        let mut fsm = Fsm::new(if settings.smt_lib { &none } else { extension });
        let target = Target { solver, profile: library.profile(), options: library.options() };
        let lacks = |action: &ActionDef| {
            target.profile.demands().any(|demand| demand == Demand::Lacks(action.name))
        };
        let foreign = |action: &ActionDef| settings.smt_lib && !smt_lib::has_action(action.kind);
        fsm.leave_out(|action| lacks(action) || foreign(action));
        let repertoire = Repertoire::new(settings, target);
        let mut header = Header::current(solver, &library.info().build());
        header.settings = settings.changed();
        let (settings, room) = (settings.clone(), Cell::default());
        Model { target, library, settings, fsm, repertoire, header, room }
    }

    /// The state machine.
    pub fn fsm(&self) -> &Fsm {
        &self.fsm
    }

    /// Generates and executes the run with this seed, giving the text of its trace to `sink` line by line: what is
    /// written before a call outlives a crash in it.
    pub fn run(&self, seed: Seed, sink: impl FnMut(&[u8])) -> Walk {
        self.run_watched(seed, sink, |_, _| {})
    }

    /// Like [`run`](Model::run), with someone who looks at each call and what became of it.
    pub fn run_watched(
        &self,
        seed: Seed,
        mut sink: impl FnMut(&[u8]),
        mut watch: impl FnMut(&Call, &Played),
    ) -> Walk {
        let (target, library, settings) = (self.target, self.library, &self.settings);
        sink(Header { seed: Some(seed.0), ..self.header.clone() }.to_line().as_bytes());
        // What writes files is not drawn; should one slip through, it is not executed.
        let mut player = Player::new(library, target.solver, OptionPolicy::NoFiles);
        let mut recorder = Recorder::new(sink);
        let room = self.room.take().unwrap_or_default();
        let mut play = |call: &Call, drawn: Drawn<'_>| {
            recorder.before(call);
            let played = player.play_drawn(call, drawn);
            recorder.after(call, &played, &mut player);
            watch(call, &played);
            match played {
                Played::Done(_) => {
                    // That is what becomes of most calls, and there is nothing in it to be freed.
                    std::mem::forget(played);
                    Heard::Done
                }
                _ => Heard::of(&played),
            }
        };
        let (repertoire, fsm) = (&self.repertoire, &self.fsm);
        let (walk, room) = generate(seed, settings, target, repertoire, fsm, room, &mut play);
        self.room.set(Some(room));
        walk
    }
}

/// One run of a model that is used once.
pub fn generate_here(
    seed: Seed,
    settings: &Settings,
    solver: &str,
    library: &dyn Library,
    sink: impl FnMut(&[u8]),
) -> Walk {
    Model::new(solver, library, settings).run(seed, sink)
}
