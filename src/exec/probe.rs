//! Looking on while calls are executed.

use super::{Played, Player};
use crate::trace::Call;

/// Someone who looks on.
pub trait Probe {
    /// Before the call is executed; it may be the last that is heard of it.
    fn before(&mut self, call: &Call) {
        let _ = call;
    }

    /// After the call; `player` tells what is known now.
    fn after(&mut self, call: &Call, played: &Played, player: &mut Player<'_>) {
        let _ = (call, played, player);
    }
}

/// Executes calls one by one; probes look on in their order.
pub fn play_all(player: &mut Player<'_>, calls: &[Call], probes: &mut [&mut dyn Probe]) {
    for call in calls {
        for probe in probes.iter_mut() {
            probe.before(call);
        }
        let played = player.play(call);
        for probe in probes.iter_mut() {
            probe.after(call, &played, player);
        }
    }
}
