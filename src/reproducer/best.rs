//! The tidiest program that shows what a trace shows.

use std::io;
use std::path::Path;

use murxla_native::record::NativeApi;

use super::{About, Detail, Program, Recording, Shows, Tried, try_program};
use crate::findings::Failure;
use crate::oracle::Violation;
use crate::sandbox::Limits;

/// A program, and what became of it.
pub struct Reproducer {
    /// Its text.
    pub text: String,
    /// What became of it; `None` if it was not tried.
    pub tried: Option<Tried>,
}

/// Writes a program for a recording. If there is a library, the program is compiled and run, and where it does something else
/// one that does more of what was recorded is tried.
pub fn reproduce(
    recording: &Recording,
    api: &NativeApi,
    about: &About,
    library: Option<&Path>,
    limits: &Limits,
) -> io::Result<Reproducer> {
    let mut first = None;
    for detail in [Detail::Tidy, Detail::Making, Detail::Everything] {
        let program = Program::of(recording, api, detail, about);
        let Some(library) = library else {
            return Ok(Reproducer { text: program.text, tried: None });
        };
        let tried = try_program(&program, recording, api, library, limits.wall)?;
        let is_it = tried.shows == Shows::Same;
        let reproducer = Reproducer { text: program.text, tried: Some(tried) };
        if is_it {
            return Ok(reproducer);
        }
        first.get_or_insert(reproducer);
    }
    // None shows it: the one that a person reads best is given, with what it does.
    first.ok_or_else(|| io::Error::other("no program was written"))
}

impl About {
    /// What a recording itself tells of its failure. `title` is the name of the solver as its authors write it.
    pub fn of(recording: &Recording, solver: &str, title: &str) -> About {
        let run = &recording.run;
        let version = run.played.header.solver_version.as_deref().unwrap_or("of unknown version");
        let name = format!("{title} {version}");
        let Some(failure) = Failure::of(solver, run) else {
            return About { title: name, ..About::default() };
        };
        let violation =
            failure.call.and_then(|call| Violation::recorded(call, run.played.calls.get(call)?));
        let action = failure.action.as_deref().unwrap_or("no call");
        let (happens, should) = match &violation {
            Some(violation) => (format!("in {action}: {}", violation.what), String::new()),
            None => {
                let how = crate::exec::class_name(run.class());
                let message = if failure.message.is_empty() {
                    String::new()
                } else {
                    format!(": {}", failure.message)
                };
                (format!("{how} in {action}{message}"), format!("{action} returns"))
            }
        };
        let proof = violation.map_or(String::new(), |violation| violation.proof.text().to_owned());
        About { title: format!("{name}: {}", failure.key.detail), happens, should, proof }
    }
}
