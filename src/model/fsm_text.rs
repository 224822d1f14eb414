//! The state machine as text.

use std::io;

use murxla_api::{Extension, Guard, StateKind};

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
            let words = [kind_text(state.kind), guard_text(state.guard)];
            let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
            match words.is_empty() {
                true => writeln!(out, "{}", state.name)?,
                false => writeln!(out, "{} ({})", state.name, words.join("; "))?,
            }
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

/// What is particular about a state, in words.
fn kind_text(kind: StateKind) -> String {
    match kind {
        StateKind::Regular => "",
        StateKind::Decision => "only chooses among states",
        StateKind::Choice => "reached from a decision only",
        StateKind::Final => "the run is over",
    }
    .to_owned()
}

/// When a state is entered, in words.
fn guard_text(guard: Guard) -> String {
    match guard {
        Guard::Always => "",
        Guard::HasSort => "if there is a sort",
        Guard::HasTerm => "if there is a term",
        Guard::HasFormula => "if there is a formula",
        Guard::HasAnswer => "if the last answer still holds",
        Guard::NotUnsat => "if that is not unsat",
        Guard::IsUnsat => "if that is unsat",
        Guard::IsUnknown => "if that is unknown",
        Guard::MayCheck => "if a check is allowed",
        Guard::Option(option) => return format!("if {} is on", option.key()),
        Guard::MayEnd => "if the run is long enough",
    }
    .to_owned()
}
