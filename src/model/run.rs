//! A whole run, as the text of its trace.

use murxla_api::Library;

use super::generator::{Target, generate};
use super::settings::Settings;
use crate::exec::{OptionPolicy, Player, Probe, Recorder};
use crate::rng::Seed;
use crate::trace::{Header, Trace};

/// Generates and executes the run with this seed, giving the text of its trace to `sink` line by line: what is
/// written before a call outlives a crash in it.
pub fn generate_here(
    seed: Seed,
    settings: &Settings,
    solver: &str,
    library: &dyn Library,
    mut sink: impl FnMut(&[u8]),
) {
    let mut header = Header::current(solver, &library.info().version);
    header.seed = Some(seed.0);
    header.settings = settings.changed();
    sink(Trace { header, calls: Vec::new() }.to_text().as_bytes());
    let target = Target { solver, profile: library.profile(), options: library.options() };
    // What writes files is not drawn; should one slip through, it is not executed.
    let mut player = Player::new(library, solver, OptionPolicy::NoFiles);
    let mut recorder = Recorder::new(sink);
    generate(seed, settings, target, &mut |call| {
        recorder.before(call);
        let played = player.play(call);
        recorder.after(call, &played, &mut player);
        played
    });
}
