//! The solver's own front end: whether it takes a script, and whether it shows a failure, too.
//!
//! Z3 and Yices have a binary beside their library. cvc5, Bitwuzla and Boolector have a parser in it, around which a small program is
//! compiled.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::told_values::{Told, told_values};
use crate::findings::{Ending, Failure};
use crate::oracle::SELF_CHECK;
use crate::sandbox::{ProgramEnd, ProgramLimits, run_program};
use crate::solvers::{Choice, Location, Locator};

/// Programs around parsers: the solver, and the text.
const PROGRAMS: &[(&str, &str)] = &[
    ("cvc5", include_str!("front_ends/cvc5.c")),
    ("bitwuzla", include_str!("front_ends/bitwuzla.c")),
    ("boolector", include_str!("front_ends/boolector.c")),
];

/// Binaries: the solver, and the name.
const BINARIES: &[(&str, &str)] = &[("z3", "z3"), ("yices", "yices-smt2")];

/// The compiler, unless `MURXLA_CC` names another.
const COMPILER: &str = "cc";

/// A front end.
pub struct FrontEnd {
    program: PathBuf,
    /// Where its libraries are.
    libraries: OsString,
    /// How a person calls it.
    name: &'static str,
    /// Where it was compiled.
    _folder: Option<tempfile::TempDir>,
}

/// What a front end did with a script.
#[derive(Clone, Debug)]
pub struct FrontRun {
    /// How it ended.
    pub end: ProgramEnd,
    /// What it printed.
    pub stdout: String,
    /// The errors that it told.
    pub errors: Vec<String>,
}

impl FrontEnd {
    /// The front end of a solver that is installed; `None` if it has none, or none can be compiled.
    pub fn of(locator: &Locator, choice: &Choice) -> Option<FrontEnd> {
        let Ok(Location::File(library)) = locator.locate(choice) else { return None };
        let libraries = library.parent()?;
        let root = libraries.parent()?;
        if let Some((_, name)) = BINARIES.iter().find(|(solver, _)| *solver == choice.name) {
            let program = root.join("bin").join(name);
            let libraries = libraries.as_os_str().to_owned();
            let found = FrontEnd { program, libraries, name, _folder: None };
            return found.program.is_file().then_some(found);
        }
        let (name, text) = PROGRAMS.iter().find(|(solver, _)| *solver == choice.name)?;
        let folder = tempfile::tempdir().ok()?;
        let program = folder.path().join(name);
        let source = folder.path().join("front-end.c");
        std::fs::write(&source, text).ok()?;
        let compiler = std::env::var_os("MURXLA_CC").unwrap_or_else(|| COMPILER.into());
        let mut command = Command::new(compiler);
        command.arg(source).arg("-o").arg(&program).arg("-I").arg(root.join("include"));
        command.args(parser_beside(libraries)).arg(&library);
        command.arg(format!("-Wl,-rpath,{}", libraries.display()));
        command.arg("-Wl,--allow-shlib-undefined");
        let limits = ProgramLimits { time: Duration::from_secs(60), memory: None, output: 1 << 20 };
        let compiled = run_program(&mut command, &limits).ok()?;
        let libraries = libraries.as_os_str().to_owned();
        let found = FrontEnd { program, libraries, name, _folder: Some(folder) };
        (compiled.end == ProgramEnd::Code(0)).then_some(found)
    }

    /// How a person calls it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What is said on its command line for a script beside its name.
    fn arguments(&self, script: &str) -> Vec<&'static str> {
        if self.name != "yices-smt2" {
            return Vec::new();
        }
        let has = |word: &str| script.contains(word);
        // A context of the API is for several questions, if nothing else is said.
        ["--incremental"].into_iter().chain(has("mcsat").then_some("--mcsat")).collect()
    }

    /// How a person has it read a script with this text from a file.
    pub fn command_line(&self, script: &str, file: &str) -> String {
        let arguments: String =
            self.arguments(script).iter().map(|argument| format!("{argument} ")).collect();
        format!("{} {arguments}{file}", self.name)
    }

    /// Has it read a script.
    pub fn read(&self, script: &str, time: Duration) -> io::Result<FrontRun> {
        let mut file = tempfile::Builder::new().suffix(".smt2").tempfile()?;
        file.write_all(script.as_bytes())?;
        self.read_file(script, file.path(), time)
    }

    fn read_file(&self, script: &str, file: &Path, time: Duration) -> io::Result<FrontRun> {
        let limits = ProgramLimits { time, memory: None, output: 16 << 20 };
        let mut command = Command::new(&self.program);
        command.args(self.arguments(script)).arg(file).env("LD_LIBRARY_PATH", &self.libraries);
        let run = run_program(&mut command, &limits)?;
        let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
        let errors = stdout.lines().filter(|line| line.starts_with("(error"));
        let errors = errors.map(str::to_owned).collect();
        Ok(FrontRun { end: run.end, stdout, errors })
    }
}

/// cvc5 has its parser in a library of its own.
fn parser_beside(libraries: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(libraries).ok()?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.find(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libcvc5parser"))
    })
}

/// Whether a front end shows a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It does.
    Yes,
    /// It takes the script, and nothing is wrong.
    No,
    /// It does not take the script.
    Refused,
    /// It cannot be told.
    CannotTell,
}

impl FrontRun {
    /// The answers that it gave.
    pub fn answers(&self) -> Vec<&str> {
        let is_answer = |line: &&str| matches!(*line, "sat" | "unsat" | "unknown");
        self.stdout.lines().map(str::trim).filter(is_answer).collect()
    }

    /// Whether it shows this failure of the script; `right` are the right answers to its checks, as far as they are known.
    pub fn shows(
        &self,
        script: &str,
        wanted: &Failure,
        right: &[Option<murxla_api::Answer>],
    ) -> Shown {
        let dies = match (wanted.key.class, self.end) {
            (Ending::Timeout, ProgramEnd::Timeout) => true,
            (Ending::Signal(one), ProgramEnd::Signal(other)) => one == other,
            (Ending::StackOverflow, ProgramEnd::Signal(libc::SIGSEGV)) => true,
            (Ending::Abort | Ending::Assertion, ProgramEnd::Signal(libc::SIGABRT)) => true,
            (Ending::Exit(one), ProgramEnd::Code(other)) => one == other,
            _ => false,
        };
        if dies {
            return Shown::Yes;
        }
        let answers = self.answers();
        // cvc5 compares with :status itself.
        let is_other = self.errors.iter().any(|error| error.contains("Expected result"));
        let is_wrong = is_other
            || answers.iter().zip(right).any(|(said, right)| {
                right.is_some_and(|right| *said != "unknown" && right.to_string() != **said)
            });
        // A check of its own fails in the solver's own words.
        let is_told = wanted.key.oracle.as_deref() == Some(SELF_CHECK)
            && self.errors.iter().any(|error| error.contains(&wanted.key.detail));
        match (&wanted.key.oracle, &self.errors[..]) {
            _ if is_told => Shown::Yes,
            (Some(_), _) if is_wrong => Shown::Yes,
            (_, [_, ..]) => Shown::Refused,
            (Some(_), []) => match told_values(script, &self.stdout) {
                Told::Wrong => Shown::Yes,
                Told::Right => Shown::No,
                // The answers are all that was wrong.
                Told::Nothing if right.iter().any(Option::is_some) => Shown::No,
                Told::Nothing | Told::Unclear => Shown::CannotTell,
            },
            (None, []) => Shown::No,
        }
    }

    /// In a few words.
    pub fn in_short(&self, shown: Shown) -> String {
        let mut told = match shown {
            Shown::Yes => "shows it",
            Shown::No => "does not show it",
            Shown::Refused => "refuses the script",
            Shown::CannotTell => "whether it shows it cannot be told",
        }
        .to_owned();
        if let Some(error) = self.errors.first() {
            told.push_str(&format!(": {error}"));
        }
        match self.end {
            ProgramEnd::Code(0) => {}
            ProgramEnd::Code(1) if !self.errors.is_empty() => {}
            end => told.push_str(&format!(", ends with {end}")),
        }
        let answers = self.answers();
        if !answers.is_empty() {
            told.push_str(&format!(", answers {}", answers.join(" ")));
        }
        told
    }
}
