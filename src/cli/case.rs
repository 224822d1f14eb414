//! What `murxla diagnose` and `murxla bisect` are given: a finding, a trace, a script, or a C program.

use std::path::Path;

use super::replay::{Input, read_input};
use super::script_input::hint;
use crate::diagnosis::{Outside, Playable, Scripted, Subject};
use crate::solvers::Choice;

/// What fails.
pub(super) enum Case {
    /// A trace, alone or in the folder of a finding.
    Trace(Box<Input>),
    /// A script, by the API.
    Script {
        /// The solver that its text or the user names.
        solver: Choice,
        /// As a trace that promises the answers of its `:status`.
        subject: Subject,
        /// Its text.
        text: String,
    },
    /// A C program, or a script for the solver's binary alone.
    Outside {
        /// The solver that its text or the user names.
        solver: Choice,
        /// What fails.
        outside: Outside,
    },
}

impl Case {
    /// Reads it. `solver` is what the user says.
    pub(super) fn read(file: &Path, solver: Option<&str>) -> Result<Case, String> {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let comment = match extension {
            Some("smt2") => ";",
            Some("c") => "//",
            _ => return read_input(file).map(|input| Case::Trace(Box::new(input))),
        };
        let shown = file.display();
        let bytes = std::fs::read(file).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let told = |name: &str| {
            let start = format!("{comment} {name}: ");
            let line = text.lines().find_map(|line| line.strip_prefix(&start))?;
            Some(line.trim().to_owned())
        };
        let Some(name) = solver.map(str::to_owned).or_else(|| told("solver")) else {
            return Err(format!(
                "{shown} does not say for which solver it is; name one with --solver"
            ));
        };
        let solver = Choice::parse(&name).map_err(|error| error.to_string())?;
        if comment == "//" {
            let folder = file.parent().unwrap_or(Path::new("."));
            let outside = Outside::program(&text, folder);
            return Ok(Case::Outside { solver, outside });
        }
        if told("binary").is_some() {
            return Ok(Case::Outside { solver, outside: Outside::script(&text) });
        }
        let subject = Subject::of_script(&bytes, solver.name)
            .map_err(|error| format!("{shown}:{error}{}", hint(&bytes, Some(solver.name))))?;
        Ok(Case::Script { subject: subject.with_promises(), solver, text })
    }

    /// What is played.
    pub(super) fn playable(&self) -> Box<dyn Playable + '_> {
        match self {
            Case::Trace(input) => Box::new(Subject::of_trace(input.trace.clone())),
            Case::Script { subject, text, .. } => {
                Box::new(Scripted { subject: subject.clone(), text: text.clone() })
            }
            Case::Outside { outside, .. } => Box::new(outside.clone()),
        }
    }
}
