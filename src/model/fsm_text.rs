//! The state machine as text.

use std::io;

use murxla_api::Extension;

use super::fsm::Fsm;

/// Writes the machine, with what a solver adds: a table, or a graph in the language of Graphviz.
pub fn write_fsm(out: &mut dyn io::Write, extension: &Extension, dot: bool) -> io::Result<()> {
    let fsm = Fsm::new(extension);
    if dot {
        writeln!(out, "digraph fsm {{")?;
    }
    for (place, state) in fsm.states().iter().enumerate() {
        let arrows = || fsm.arrows_of(place);
        let total: u64 = arrows().map(|arrow| arrow.weight).sum();
        if !dot {
            writeln!(out, "{} ({:?}, enter: {:?})", state.name, state.kind, state.guard)?;
        }
        for arrow in arrows() {
            let percent = arrow.weight as f64 * 100.0 / total as f64;
            let (step, to) = (arrow.step.name(), fsm.states()[arrow.to].name);
            if dot {
                writeln!(out, "  {} -> {to} [label=\"{step} {percent:.2}%\"];", state.name)?;
            } else {
                let to = if arrow.to == place { "" } else { to };
                writeln!(out, "  {}", format!("{percent:>6.2}%  {step:<28} {to}").trim_end())?;
            }
        }
    }
    if dot {
        writeln!(out, "}}")?;
    }
    Ok(())
}
