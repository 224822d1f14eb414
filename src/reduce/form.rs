//! The form in which results are kept: a trace, or a script.

use murxla_api::{ActionKind, Wrapper};

use super::TraceCandidate;
use super::engine::Candidate;
use crate::smt::export::{Target, WrapperRows, export};
use crate::smt::{Command, script_text, script_trace};
use crate::trace::{Header, Trace, read};

/// How a candidate becomes what commands read and what is kept.
pub(super) trait Writes<C> {
    /// The text of a candidate.
    fn write(&self, candidate: &C) -> Vec<u8>;
    /// The candidate that has this text.
    fn read_back(&self, text: &[u8], start: &C) -> Option<C>;
    /// Of how many parts it consists, for people.
    fn parts(&self, candidate: &C) -> usize;
    /// What people call these parts.
    fn part_name(&self) -> &'static str;
}

/// In which form results are kept.
#[derive(Clone, Copy)]
pub enum Form {
    /// As traces.
    Trace,
    /// As SMT-LIB scripts, which may use the operators of a solver beside the common ones, and are written in its way.
    Script(Option<&'static dyn Wrapper>),
    /// As such scripts, in which no logic is set unless the calls do so: whoever reads them decides whether it is needed.
    BareScript(Option<&'static dyn Wrapper>),
}

impl Form {
    /// The text of a candidate.
    pub fn text(&self, candidate: &TraceCandidate) -> Vec<u8> {
        match self {
            Form::Trace => candidate.text(),
            Form::Script(wrapper) => script_text(&without_origin(candidate), *wrapper),
            Form::BareScript(wrapper) => bare_text(&without_origin(candidate), *wrapper),
        }
    }

    /// The trace that has this text.
    pub fn read(&self, text: &[u8]) -> Option<Trace> {
        match self {
            Form::Trace => read(text).ok().map(|(trace, _)| trace),
            Form::Script(wrapper) | Form::BareScript(wrapper) => {
                Some(script_trace(text, *wrapper).ok()?.trace)
            }
        }
    }
}

impl Writes<TraceCandidate> for Form {
    fn write(&self, candidate: &TraceCandidate) -> Vec<u8> {
        self.text(candidate)
    }

    fn read_back(&self, text: &[u8], start: &TraceCandidate) -> Option<TraceCandidate> {
        let trace = self.read(text)?;
        let candidate = TraceCandidate::new(&trace, start.target);
        Some(candidate.enforcing_needs(start.enforces_needs()))
    }

    fn parts(&self, candidate: &TraceCandidate) -> usize {
        candidate.calls.len()
    }

    fn part_name(&self) -> &'static str {
        "calls"
    }
}

/// Where it comes from is of no use in what is to be small.
fn without_origin(candidate: &TraceCandidate) -> Trace {
    Trace { header: Header::default(), ..candidate.trace() }
}

fn bare_text(trace: &Trace, wrapper: Option<&'static dyn Wrapper>) -> Vec<u8> {
    let rows = WrapperRows(wrapper);
    let dialect = rows.dialect();
    let solver = wrapper.map_or("", Wrapper::name);
    let target = Target { solver, dialect, own: &rows };
    let mut export = export(trace, &target);
    if !trace.calls.iter().any(|call| call.action.kind() == ActionKind::SetLogic) {
        export.script.commands.retain(|command| !matches!(command, Command::SetLogic(_)));
    }
    if !loses_declarations(&export.script.commands) {
        export.script.commands.retain(|command| {
            !matches!(command, Command::SetOption { keyword, .. } if &**keyword == "global-declarations")
        });
    }
    export.text(dialect).0.into_bytes()
}

/// Whether something is declared that a later command takes away, unless declarations are global.
fn loses_declarations(commands: &[Command]) -> bool {
    let (mut level, mut outside, mut inside) = (0, false, false);
    for command in commands {
        match command {
            Command::Push(levels) => level += levels,
            Command::Pop(_) if inside => return true,
            Command::Pop(levels) => level = level.saturating_sub(*levels),
            other if other.forgets_assertions() && (inside || outside) => return true,
            Command::Reset => (level, outside, inside) = (0, false, false),
            Command::DeclareSort { .. }
            | Command::DefineSort { .. }
            | Command::DeclareDatatypes(_)
            | Command::Declare(_)
            | Command::Define(_)
            | Command::DefineRec(_) => {
                outside |= level == 0;
                inside |= level > 0;
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::TargetSolver;

    fn bare(script: &str) -> String {
        let trace = script_trace(script.as_bytes(), None).expect("a script").trace;
        let candidate = TraceCandidate::new(&trace, TargetSolver::of_wrapper(None));
        String::from_utf8(Form::BareScript(None).text(&candidate)).expect("text")
    }

    #[test]
    fn a_bare_script_says_no_more_than_it_must() {
        let plain = "(declare-const a Bool)\n(push 1)\n(assert a)\n(pop 1)\n(check-sat)\n";
        assert_eq!(bare(plain), plain);
        let logic = "(set-logic QF_UF)\n(check-sat)\n";
        assert_eq!(bare(logic), logic);
        let inside = "(push 1)\n(declare-const a Bool)\n(assert a)\n(pop 1)\n(check-sat)\n";
        assert_eq!(bare(inside), format!("(set-option :global-declarations true)\n{inside}"));
    }
}
