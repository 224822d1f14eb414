//! What fails without us: a C program for the solver's API, or a script that the solver's binary reads.
//!
//! A program is compiled as a shared object and its `main` is called in a child, so that its crash is seen as that of a run: with
//! its stack, under limits. What it returns is its result; 0 means that nothing is wrong.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{FrontEnd, Playable, Seen};
use crate::findings::{Diagnosis, Ending, Evidence, Failure, Key, OptionEffect, message_of};
use crate::sandbox::{self, Class, Limits, ProgramEnd, ProgramLimits, run_main, run_program};
use crate::solvers::{Choice, Location, Locator};

use super::component;
use super::diagnose::fails;

/// A file that fails without us.
#[derive(Clone, Debug)]
pub struct Outside {
    kind: Kind,
    text: String,
    /// Where it is: what it includes may lie beside it.
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A C program.
    Program,
    /// A script for the solver's binary.
    Script,
}

/// Functions that set an option of the solver's, by how their names begin.
const SETTING: &[&str] = &[
    "cvc5_set_option(",
    "bitwuzla_set_option",
    "yices_set_config(",
    "yices_set_param(",
    "yices_context_enable_option(",
    "yices_context_disable_option(",
    "boolector_set_opt(",
    "boolector_set_sat_solver(",
    "Z3_global_param_set(",
    "Z3_set_param_value(",
    "Z3_params_set_",
    "(set-option :",
];

/// Options that a program needs for what it asks, and that are no choice of an algorithm.
const NEEDED: &[&str] = &[
    "produce-models",
    "PRODUCE_MODELS",
    "produce-unsat-cores",
    "PRODUCE_UNSAT_CORES",
    "produce-unsat-assumptions",
    "produce-interpolants",
    "produce-abducts",
    "produce-proofs",
    "PRODUCE_UNSAT_ASSUMPTIONS",
    "BTOR_OPT_MODEL_GEN",
    "BTOR_OPT_INCREMENTAL",
    "\"incremental\"",
    "\"mode\"",
    "(set-option :produce-",
    "(set-option :print-success",
    "(set-option :incremental",
];

/// Functions that ask whether something is satisfiable, by how their names begin.
const CHECKING: &[&str] = &[
    "cvc5_check_sat",
    "bitwuzla_check_sat",
    "yices_check_context",
    "yices_check_formula",
    "boolector_sat(",
    "boolector_limited_sat(",
    "Z3_solver_check",
    "Z3_optimize_check",
    "Z3_fixedpoint_query",
    "(check-sat",
];

impl Outside {
    /// A C program; `folder` is where what it includes may lie.
    pub fn program(text: &str, folder: &Path) -> Outside {
        Outside { kind: Kind::Program, text: text.to_owned(), folder: folder.to_owned() }
    }

    /// A script for the solver's binary.
    pub fn script(text: &str) -> Outside {
        Outside { kind: Kind::Script, text: text.to_owned(), folder: PathBuf::new() }
    }

    fn play_program(
        &self,
        choice: &Choice,
        locator: &Locator,
        limits: &Limits,
    ) -> io::Result<Seen> {
        let Location::File(library) = locator.locate(choice).map_err(io::Error::other)? else {
            return Ok(Seen::NotUsable(format!("{choice} is not installed")));
        };
        let folder = tempfile::tempdir()?;
        let (source, object) = (folder.path().join("program.c"), folder.path().join("program.so"));
        std::fs::write(&source, &self.text)?;
        let compiler = std::env::var_os("MURXLA_CC").unwrap_or_else(|| "cc".into());
        let mut compile = Command::new(compiler);
        compile.args(["-shared", "-fPIC", "-Wl,--allow-shlib-undefined", "-I"]).arg(&self.folder);
        if let Some(root) = library.parent().and_then(Path::parent) {
            compile.arg("-I").arg(root.join("include"));
        }
        compile.arg(&source).arg("-o").arg(&object);
        let patience =
            ProgramLimits { time: Duration::from_secs(60), memory: None, output: 1 << 20 };
        let compiled = run_program(&mut compile, &patience)?;
        if compiled.end != ProgramEnd::Code(0) {
            let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
            let first =
                errors.lines().find_map(|line| line.split_once("error: ")).map(|(_, why)| why);
            let why = first.unwrap_or("the compiler fails");
            return Ok(Seen::CannotTell(format!("it cannot be compiled: {why}")));
        }
        let outcome = sandbox::run(limits, |log| {
            let told = match run_main(&library, &object) {
                Ok(code) => format!("returned {code}"),
                Err(why) => format!("not run: {why}"),
            };
            log.write(told.as_bytes());
        })?;
        let said = String::from_utf8_lossy(&outcome.log).into_owned();
        if let Some(why) = said.strip_prefix("not run: ") {
            let why = why.split_once(": undefined symbol: ").map_or(why.to_owned(), |(_, name)| {
                format!("this version of the library has no function {name}")
            });
            return Ok(Seen::CannotTell(why));
        }
        let returned = said.strip_prefix("returned ").and_then(|code| code.parse::<i32>().ok());
        // A library that refuses something may end the process: that is no result of the program's.
        let ended = match (&outcome.class, returned) {
            (Class::Completed, Some(code)) => Some((code, "the program returns")),
            (Class::UnexpectedExit { code }, _) => {
                Some((*code, "the process is ended with exit code"))
            }
            _ => None,
        };
        if let Some((code, who)) = ended {
            return Ok(result(choice.name, code, who, String::new()));
        }
        let message = message_of(&outcome.class, &outcome.stderr);
        let evidence = Evidence {
            solver: choice.name,
            class: &outcome.class,
            frames: &outcome.frames,
            message: &message,
            action: None,
        };
        let key = Key::of(&evidence);
        let failure = Failure { key, call: None, action: None, message };
        Ok(Seen::Failure {
            failure: Box::new(failure),
            frames: outcome.frames,
            proof: String::new(),
        })
    }

    fn play_script(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen> {
        let Some(front) = FrontEnd::of(locator, choice) else {
            return Ok(Seen::NotUsable(format!("{choice} has no front end here")));
        };
        let run = front.read(&self.text, limits.wall)?;
        let error = run.errors.first().cloned();
        let name = front.name();
        let how = format!("{name} ends with exit code");
        let key = |class: Ending| Key {
            solver: choice.name.to_owned(),
            class,
            oracle: None,
            detail: format!("in {name}"),
        };
        let failure = match (run.end, error) {
            (ProgramEnd::Code(0 | 1), Some(error)) => return Ok(Seen::CannotTell(error)),
            (ProgramEnd::Code(code), error) => {
                return Ok(result(choice.name, code, &how, error.unwrap_or_default()));
            }
            (ProgramEnd::Signal(libc::SIGABRT), _) => key(Ending::Abort),
            (ProgramEnd::Signal(signal), _) => key(Ending::Signal(signal)),
            (ProgramEnd::Timeout, _) => key(Ending::Timeout),
        };
        let failure = Failure { key: failure, call: None, action: None, message: String::new() };
        Ok(Seen::Failure { failure: Box::new(failure), frames: Vec::new(), proof: String::new() })
    }

    /// Finds out what the failure of a program depends on, as far as its text tells: options by leaving out the lines that set
    /// them. It must be what [`Playable::play`] shows.
    pub fn diagnose(
        &self,
        seen: &Seen,
        choice: &Choice,
        locator: &Locator,
        limits: &Limits,
    ) -> io::Result<Diagnosis> {
        let Seen::Failure { failure, frames, .. } = seen else { return Ok(Diagnosis::default()) };
        let mut diagnosis = Diagnosis::default();
        match self.kind {
            Kind::Script => {
                diagnosis.as_script = "is one for the front end, not tried by the API".to_owned();
                diagnosis.front_end = Some(format!("shows it: {}", seen.in_short()));
            }
            Kind::Program => {
                diagnosis.as_script = "not tried: it is a C program".to_owned();
            }
        }
        let is_death = !matches!(failure.key.class, Ending::Exit(_) | Ending::Timeout);
        diagnosis.component = component(&failure.message, frames)
            .or_else(|| component(&failure.key.detail, frames))
            .filter(|_| is_death);
        let settings = self.settings();
        for (line, name, value) in &settings {
            let plain = self.without(&[*line]).play(choice, locator, limits)?;
            diagnosis.options.push(OptionEffect {
                name: name.clone(),
                value: value.clone(),
                matters: fails(&plain, failure).map(|fails| !fails),
                without: plain.in_short(),
            });
        }
        diagnosis.default_mode = match settings.is_empty() {
            true => Some(true),
            false => {
                let lines: Vec<usize> = settings.iter().map(|(line, ..)| *line).collect();
                fails(&self.without(&lines).play(choice, locator, limits)?, failure)
            }
        };
        let checks = self
            .code()
            .map(|(_, line)| CHECKING.iter().map(|name| line.matches(name).count()).sum::<usize>());
        diagnosis.one_query = (checks.sum::<usize>() <= 1).then_some(true);
        Ok(diagnosis)
    }

    /// The lines of the program that are no comments and declare nothing.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines.filter(|(_, line)| {
            let line = line.trim_start();
            !line.starts_with("//")
                && !line.starts_with(';')
                && !line.starts_with("extern ")
                && !line.starts_with('*')
        })
    }

    /// The lines that set an option of the solver's own, each with its name and value.
    fn settings(&self) -> Vec<(usize, String, String)> {
        let mut found = Vec::new();
        for (number, line) in self.code() {
            let statement = line.trim();
            let sets = SETTING.iter().any(|name| statement.starts_with(name));
            if !sets || NEEDED.iter().any(|name| statement.contains(name)) {
                continue;
            }
            if let Some(setting) = statement.strip_prefix("(set-option :") {
                let (name, value) =
                    setting.trim_end_matches(')').split_once(' ').unwrap_or((setting, ""));
                found.push((number, name.to_owned(), value.to_owned()));
                continue;
            }
            let Some((_, arguments)) = statement.split_once('(') else { continue };
            let arguments = arguments.trim_end_matches([';', ')', ' ']);
            let mut words = arguments.split(',').map(|word| word.trim().trim_matches('"'));
            // What the option is set of comes first, but for Z3's global parameters.
            let skipped = match () {
                () if statement.starts_with("Z3_global_param_set(") => 0,
                () if statement.starts_with("Z3_params_set_") => 2,
                () => 1,
            };
            let name = words.nth(skipped).unwrap_or_default().to_owned();
            found.push((number, name, words.next().unwrap_or("on").to_owned()));
        }
        found
    }

    fn without(&self, lines: &[usize]) -> Outside {
        let kept = self.text.lines().enumerate();
        let kept = kept.map(|(number, line)| if lines.contains(&number) { "" } else { line });
        Outside { text: kept.map(|line| format!("{line}\n")).collect(), ..self.clone() }
    }
}

impl Playable for Outside {
    fn play(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen> {
        match self.kind {
            Kind::Program => self.play_program(choice, locator, limits),
            Kind::Script => self.play_script(choice, locator, limits),
        }
    }
}

/// What a program that ended by itself shows; `how` goes before the code.
fn result(solver: &str, code: i32, how: &str, message: String) -> Seen {
    if code == 0 {
        return Seen::Fine(Vec::new());
    }
    let key = Key {
        solver: solver.to_owned(),
        class: Ending::Exit(code),
        oracle: None,
        detail: format!("{how} {code}"),
    };
    // Who ends with a result is no one who dies.
    let action = Some(how.to_owned());
    Seen::Failure {
        failure: Box::new(Failure { key, call: None, action, message }),
        frames: Vec::new(),
        proof: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_set_options_are_found() {
        let text = "// cvc5_set_option(s, \"no\", \"1\");\nextern int yices_set_config(void *a, const char *b);\n\
            int main(void) {\n  cvc5_set_option(solver, \"produce-models\", \"true\");\n  \
            cvc5_set_option(solver, \"nl-cov\", \"true\");\n  Z3_global_param_set(\"a.b\", \"1\");\n  \
            bitwuzla_set_option(options, BITWUZLA_OPT_X, 2);\n}\n";
        let program = Outside::program(text, Path::new("."));
        let told: Vec<String> = program
            .settings()
            .into_iter()
            .map(|(line, name, value)| format!("{line} {name}={value}"))
            .collect();
        assert_eq!(told, ["4 nl-cov=true", "5 a.b=1", "6 BITWUZLA_OPT_X=2"]);
        let without = program.without(&[4]).text;
        assert!(!without.contains("nl-cov") && without.lines().count() == text.lines().count());
    }
}
