//! The state machine as text.

use std::io;

use super::fsm::{State, base};

/// Writes the machine: a table, or a graph in the language of Graphviz.
pub fn write_fsm(out: &mut dyn io::Write, dot: bool) -> io::Result<()> {
    let transitions = base();
    if dot {
        writeln!(out, "digraph fsm {{")?;
    }
    for state in State::ALL {
        let of_state = || transitions.iter().filter(|transition| transition.from == *state);
        let total: u64 = of_state().map(|transition| transition.weight).sum();
        if !dot {
            writeln!(out, "{} ({:?}, enter: {:?})", state.name(), state.kind(), state.guard())?;
        }
        for transition in of_state() {
            let percent = transition.weight as f64 * 100.0 / total as f64;
            let (step, to) = (transition.step.name(), transition.to.name());
            if dot {
                let from = state.name();
                writeln!(out, "  {from} -> {to} [label=\"{step} {percent:.2}%\"];")?;
            } else {
                let to = if transition.to == *state { "" } else { to };
                writeln!(out, "  {percent:>6.2}%  {step:<24} {to}")?;
            }
        }
    }
    if dot {
        writeln!(out, "}}")?;
    }
    Ok(())
}
