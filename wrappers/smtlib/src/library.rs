//! The binary in the role of a library: its version, profile and new instances.

use std::path::Path;
use std::time::{Duration, Instant};

use murxla_api::{
    Assertions, FunctionCount, Library, LibraryInfo, LoadError, OptionDef, Profile, Solver,
    SolverError,
};

use crate::process::{Process, Silence};
use crate::profile::{self, Known, ProfileError};
use crate::program::Program;
use crate::sexpr::Sexpr;
use crate::solver::SmtlibSolver;

/// What a solver may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(20);

/// A solver's binary, or none.
pub(crate) struct SmtlibLibrary {
    info: LibraryInfo,
    known: &'static Known,
    /// What is executed; nothing, if SMT-LIB is only printed.
    words: Option<Vec<String>>,
}

impl SmtlibLibrary {
    /// Finds the profile, starts the binary once, and asks for its version.
    pub(crate) fn load(program: &Program) -> Result<SmtlibLibrary, LoadError> {
        let known = known(program).map_err(|error| LoadError(error.to_string()))?;
        let mut words = program.words();
        if let Some(words) = &mut words
            && words.len() == 1
        {
            // Whoever gives arguments gives all of them.
            words.extend(known.file.arguments.iter().cloned());
        }
        let version = match &words {
            Some(words) => {
                let version = version(words).map_err(|why| {
                    let command = shlex::try_join(words.iter().map(String::as_str));
                    let command = command.unwrap_or_else(|_| words.join(" "));
                    LoadError(format!("{command} cannot be used as a solver: {why}"))
                })?;
                format!("{}-{version}", binary_name(words))
            }
            None => known.file.name.clone(),
        };
        let info = LibraryInfo {
            version,
            path: program.file(),
            functions: FunctionCount { exported: 0, declared: 0, missing: Vec::new() },
            assertions: Assertions::Unknown,
            kinds_checked: 0,
            kinds_renumbered: 0,
        };
        Ok(SmtlibLibrary { info, known: Box::leak(Box::new(known)), words })
    }
}

/// The profile of a program.
pub(crate) fn known(program: &Program) -> Result<Known, ProfileError> {
    match (&program.profile, program.words()) {
        (Some(name), _) => profile::named(name),
        (None, Some(words)) => {
            let binary = words.first().map(String::as_str).unwrap_or_default();
            profile::for_program(Path::new(binary))
        }
        (None, None) => profile::named("standard"),
    }
}

/// The name of the binary: no folder of this machine gets into traces.
fn binary_name(words: &[String]) -> String {
    let binary = words.first().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    binary.to_string_lossy().replace(|c: char| c.is_whitespace() || c == '"', "_")
}

/// What the binary tells as its version, in one word.
fn version(words: &[String]) -> Result<String, String> {
    let deadline = Some(Instant::now() + PATIENCE);
    let mut process = Process::start(words).map_err(|error| error.to_string())?;
    process.send("(set-option :print-success true)");
    process.send("(get-info :version)");
    let mut answered = false;
    loop {
        let reply = match process.receive(deadline) {
            Ok(reply) => reply,
            Err(Silence::Gone(..)) if answered => return Ok("unknown".to_owned()),
            Err(Silence::Gone(status, said)) => {
                return Err(match said.is_empty() {
                    true => format!("it ends at once ({status})"),
                    false => format!("it ends at once ({status}) after: {}", first_line(&said)),
                });
            }
            Err(Silence::Late) => {
                return Err(format!(
                    "it does not answer (get-info :version) within {} s; is it waiting for a file?",
                    PATIENCE.as_secs()
                ));
            }
            Err(Silence::Flood) => return Err("it prints without end".to_owned()),
            Err(Silence::Io(error)) => return Err(error.to_string()),
        };
        let sexpr = Sexpr::parse(&reply);
        let list = sexpr.as_ref().and_then(Sexpr::list);
        match (reply.as_str(), list) {
            ("success", _) if !answered => answered = true,
            ("unsupported" | "success", _) => return Ok("unknown".to_owned()),
            (_, Some([Sexpr::Atom(key), Sexpr::Text(version)])) if key == ":version" => {
                let word = |c: char| c.is_alphanumeric() || "._-+".contains(c);
                let first = version.split(|c| !word(c)).find(|part| !part.is_empty());
                return Ok(first.unwrap_or("unknown").to_owned());
            }
            (_, Some([Sexpr::Atom(key), ..])) if key == "error" && answered => {
                return Ok("unknown".to_owned());
            }
            _ => {
                return Err(format!(
                    "it does not speak SMT-LIB: to (set-option :print-success true) and (get-info :version) it \
                     said {}",
                    first_line(&reply)
                ));
            }
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}

impl Library for SmtlibLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn profile(&self) -> &Profile {
        &self.known.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.known.options
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(SmtlibSolver::new(self.known, self.words.clone())?))
    }
}
