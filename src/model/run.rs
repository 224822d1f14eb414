//! Generates and executes a whole run, and writes its trace.

use std::cell::Cell;

use murxla_api::{ActionDef, Demand, Extension, Library, Profile};

use super::fsm::Fsm;
use super::generator::{Room, Target, generate};
use super::machine::Walk;
use super::repertoire::Repertoire;
use super::settings::Settings;
use super::smt_lib;
use crate::exec::{OptionPolicy, Player};
use crate::oracle::{Checks, EXHAUSTED, MODEL, OracleSet, PLANTED, Source, Stage, play};
use crate::rng::Seed;
use crate::trace::Header;

/// What the runs on one library have in common.
pub struct Model<'a> {
    target: Target<'a>,
    library: &'a dyn Library,
    settings: Settings,
    fsm: Fsm,
    repertoire: Repertoire<'a>,
    /// The oracles that look on in its runs.
    checks: Checks,
    /// The header of all traces: what stands before the seed, and what after it.
    header: [String; 2],
    /// Taken while a run is under way.
    room: Cell<Option<Room>>,
}

impl<'a> Model<'a> {
    /// The model for runs on this library; `solver` is the name of its wrapper.
    pub fn new(solver: &'a str, library: &'a dyn Library, settings: &Settings) -> Model<'a> {
        Model::within(solver, library, library.profile(), settings)
    }

    /// The model for runs on this library that use no more than this profile has.
    pub fn within(
        solver: &'a str,
        library: &'a dyn Library,
        profile: &'a Profile,
        given: &Settings,
    ) -> Model<'a> {
        let settings = &given.within_scope(profile);
        let none = Extension::default();
        let extension = &profile.extension;
        let extension = if settings.smt_lib { &none } else { extension };
        let mut fsm = match settings.numbers.info {
            0 => Fsm::new(extension),
            _ => Fsm::with_info(extension),
        };
        let target = Target { solver, profile, options: library.options() };
        let lacks = |action: &ActionDef| {
            target.profile.demands().any(|demand| demand == Demand::Lacks(action.name))
        };
        let foreign = |action: &ActionDef| settings.smt_lib && !smt_lib::has_action(action.kind);
        fsm.leave_out(|action| lacks(action) || foreign(action));
        let repertoire = Repertoire::new(settings, target);
        let mut header = Header::current(solver, &library.info().build());
        header.settings = given.changed();
        let header = around_seed(header);
        let checks = checks_of(settings, profile);
        let (settings, room) = (settings.clone(), Cell::default());
        Model { target, library, settings, fsm, repertoire, checks, header, room }
    }

    /// The state machine.
    pub fn fsm(&self) -> &Fsm {
        &self.fsm
    }

    /// Generates and executes the run with this seed, giving the text of its trace to `sink` line by line: what is
    /// written before a call outlives a crash in it. Tells which way the run took, and whether no oracle found anything wrong.
    pub fn run(
        &self,
        seed: Seed,
        mut sink: impl FnMut(&[u8]),
        oracles: &mut OracleSet<'_>,
    ) -> (Walk, bool) {
        let [before, after] = &self.header;
        sink(format!("{before}#! seed {:x}\n{after}", seed.0).as_bytes());
        // What writes files is not drawn; should one slip through, it is not executed.
        let mut player = Player::new(self.library, OptionPolicy::NoFiles);
        let mut drawn = DrawnRun { model: self, seed, walk: Walk::default() };
        let sound = play(&mut drawn, &mut player, oracles, sink);
        (drawn.walk, sound)
    }

    /// The oracles that look on in runs of this model.
    pub fn oracles<'o>(&self) -> OracleSet<'o> {
        OracleSet::of(&self.checks)
    }
}

/// The text of a header, in two parts between which the seed stands.
fn around_seed(header: Header) -> [String; 2] {
    let whole = header.to_line().text().into_owned();
    let before = Header { settings: Vec::new(), ..header }.to_line().text().into_owned();
    let after = whole.get(before.len()..).unwrap_or_default().to_owned();
    [before, after]
}

/// The oracles that look on in runs with these settings.
fn checks_of(settings: &Settings, profile: &Profile) -> Checks {
    let checks = settings.checks.clone();
    // Where a solver makes its answers up, there is nothing to judge in them, unless someone wants to see that.
    match profile.demands.makes_answers_up && checks == Checks::default() {
        true => {
            [MODEL, PLANTED, EXHAUSTED].iter().fold(checks, |checks, name| checks.without(name))
        }
        false => checks,
    }
}

/// A run that is drawn while it is played.
struct DrawnRun<'m, 'a> {
    model: &'m Model<'a>,
    seed: Seed,
    walk: Walk,
}

impl Source for DrawnRun<'_, '_> {
    fn feed(&mut self, stage: &mut dyn Stage) {
        let Model { target, settings, fsm, repertoire, room, .. } = self.model;
        let taken = room.take().unwrap_or_default();
        let (walk, left) = generate(self.seed, settings, *target, repertoire, fsm, taken, stage);
        room.set(Some(left));
        self.walk = walk;
    }

    fn needs_questions(&self) -> bool {
        self.model.settings.numbers.columns > 0
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
    let model = Model::new(solver, library, settings);
    model.run(seed, sink, &mut model.oracles()).0
}
