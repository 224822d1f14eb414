//! Compiling a program and comparing how it ends with how the trace ended.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use murxla_api::Answer;
use murxla_native::record::NativeApi;

use super::header::header;
use super::{Program, Recording};
use crate::exec::class_name;
use crate::sandbox::{Class, ProgramEnd, ProgramLimits, ProgramRun, run_program};
use crate::trace::{Action, Recorded};

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Whether it shows what its trace shows.
    pub shows: Shows,
    /// How it ended and what it said, in a few words.
    pub what: String,
    /// Whether the solver's own header was there; otherwise declarations of ours stood for it.
    pub own_header: bool,
}

/// Whether a program shows what its trace shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// It ends the same way, with the same answers.
    Same,
    /// It does something else.
    Other,
    /// It could not be compiled or run.
    NotTried,
}

/// The compiler, unless `MURXLA_CC` names another.
const COMPILER: &str = "cc";

/// Compiles a program against a library, runs it, and compares. `time` is what it may take.
pub fn try_program(
    program: &Program,
    recording: &Recording,
    api: &NativeApi,
    library: &Path,
    time: Duration,
) -> io::Result<Tried> {
    let folder = tempfile::tempdir()?;
    let compiled = compile(&program.text, api, library, &["-Wall", "-Werror"], folder.path())?;
    let own_header = compiled.own_header;
    if let Err(what) = compiled.program {
        return Ok(Tried { shows: Shows::NotTried, what, own_header });
    }
    // The library is asked for by a name of its own, under which no file need be there.
    let mut run = Command::new(folder.path().join(PROGRAM));
    run.env("LD_PRELOAD", library).current_dir(folder.path());
    let limits = ProgramLimits { time, memory: None, output: 16 << 20 };
    let ran = run_program(&mut run, &limits)?;
    let (is_same, what) = compare(recording, &program.values, &ran);
    let shows = if is_same { Shows::Same } else { Shows::Other };
    Ok(Tried { shows, what, own_header })
}

/// What became of compiling.
pub(super) struct Compiled {
    /// Nothing if there is a program now; otherwise why there is none.
    pub(super) program: Result<(), String>,
    /// Whether the solver's own header was there; otherwise declarations of ours stood for it.
    pub(super) own_header: bool,
}

/// The name of a compiled program.
pub(super) const PROGRAM: &str = "repro";

/// Compiles a program against a library, in this folder.
pub(super) fn compile(
    text: &str,
    api: &NativeApi,
    library: &Path,
    flags: &[&str],
    folder: &Path,
) -> io::Result<Compiled> {
    let source = folder.join(PROGRAM).with_extension("c");
    std::fs::write(&source, text)?;
    let installed = library.parent().and_then(Path::parent).map(|root| root.join("include"));
    let has_all = |include: &Path| api.headers.iter().all(|one| include.join(one).is_file());
    let own_header = installed.as_deref().is_some_and(has_all);
    let include = match installed.filter(|_| own_header) {
        Some(include) => include,
        None => {
            let include = folder.join("include");
            for name in api.headers {
                let path = include.join(name);
                std::fs::create_dir_all(path.parent().unwrap_or(&include))?;
                std::fs::write(&path, header(api, text))?;
            }
            include
        }
    };
    let limits = ProgramLimits { time: Duration::from_secs(120), memory: None, output: 64 << 20 };
    let compiler = std::env::var_os("MURXLA_CC").unwrap_or_else(|| COMPILER.into());
    let mut compile = Command::new(&compiler);
    compile.args(flags).arg("-I").arg(&include).arg(&source).arg(library);
    compile.args(["-Wl,--allow-shlib-undefined", "-o"]).arg(folder.join(PROGRAM));
    let program = match run_program(&mut compile, &limits) {
        Ok(compiled) if compiled.end == ProgramEnd::Code(0) => Ok(()),
        Ok(compiled) => {
            let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
            Err(format!("it cannot be compiled:\n{}", errors.trim_end()))
        }
        Err(error) => Err(format!("{} cannot be run: {error}", compiler.to_string_lossy())),
    };
    Ok(Compiled { program, own_header })
}

/// Whether a program did what its trace did.
fn compare(recording: &Recording, values: &[String], ran: &ProgramRun) -> (bool, String) {
    let run = &recording.run;
    let ends_alike = match (run.class(), ran.end) {
        (Class::Completed, ProgramEnd::Code(0)) | (Class::Timeout, ProgramEnd::Timeout) => true,
        (Class::Crash { signal }, ProgramEnd::Signal(other)) => *signal == other,
        (Class::Aborted { .. }, ProgramEnd::Signal(libc::SIGABRT)) => true,
        (Class::StackOverflow, ProgramEnd::Signal(libc::SIGSEGV)) => true,
        // Some end the process by an exit code after their message.
        (Class::Aborted { .. }, ProgramEnd::Code(code)) => code != 0 && code != 3,
        (Class::UnexpectedExit { code }, ProgramEnd::Code(other)) => *code == other,
        _ => false,
    };
    let stdout = String::from_utf8_lossy(&ran.stdout);
    let said: Vec<&str> =
        stdout.lines().filter(|line| matches!(*line, "sat" | "unsat" | "unknown")).collect();
    let mut wanted: Vec<String> = Vec::new();
    for call in &run.whole().calls {
        if let Some(Recorded::Answer(answer)) = &call.reply {
            wanted.push(answer_text(*answer).to_owned());
        }
        if call.violated.is_some() {
            break;
        }
    }
    let has_own = run.whole().calls.iter().any(|call| matches!(call.action, Action::Own(_)));
    // What is printed last before a crash may be lost.
    let same_answers = match run.class() {
        // Actions of the solver's own may answer without the trace saying what.
        Class::Completed if has_own => is_within(&wanted, &said),
        Class::Completed => said == wanted,
        _ => {
            said.len() <= wanted.len() && said.iter().zip(&wanted).all(|(one, other)| one == other)
        }
    };
    let printed = printed_values(&stdout);
    let values: Vec<String> = values.iter().map(|value| one_line(value)).collect();
    let same_values = match run.class() {
        Class::Completed => printed == values,
        _ => values.starts_with(&printed),
    };
    let mut what = match ran.end {
        ProgramEnd::Code(0) => "ends".to_owned(),
        end => format!("ends with {end}"),
    };
    if !said.is_empty() {
        what.push_str(&format!(" after {}", said.join(" ")));
    }
    if !same_values {
        let at = (0..).find(|at| printed.get(*at) != values.get(*at)).unwrap_or(0);
        let value = |list: &[String]| list.get(at).cloned().unwrap_or_else(|| "none".to_owned());
        what.push_str(&format!(
            ", with the value {} where the trace has {}",
            value(&printed),
            value(&values)
        ));
    } else if !printed.is_empty() {
        what.push_str(" with the same values");
    }
    if !(ends_alike && same_answers) {
        let class = class_name(run.class());
        what.push_str(&format!(", the trace with {class}, after {}", wanted.join(" ")));
        let stderr = String::from_utf8_lossy(&ran.stderr);
        if let Some(line) = stderr.lines().next() {
            what.push_str(&format!("; it says: {line}"));
        }
    }
    (ends_alike && same_answers && same_values, what)
}

/// Whether all of these are said, in their order.
fn is_within(wanted: &[String], said: &[&str]) -> bool {
    let mut said = said.iter();
    wanted.iter().all(|one| said.any(|other| other == one))
}

/// Before each value that a program prints.
const VALUE: &str = "value: ";

/// The values that a program printed; one may have several lines.
fn printed_values(stdout: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let mut is_value = false;
    for line in stdout.lines() {
        if let Some(value) = line.strip_prefix(VALUE) {
            values.push(value.to_owned());
            is_value = true;
        } else if matches!(line, "sat" | "unsat" | "unknown")
            || line.starts_with("true in the model: ")
        {
            is_value = false;
        } else if let Some(last) = values.last_mut().filter(|_| is_value) {
            last.push(' ');
            last.push_str(line);
        }
    }
    values.iter().map(|value| one_line(value)).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn answer_text(answer: Answer) -> &'static str {
    match answer {
        Answer::Sat => "sat",
        Answer::Unsat => "unsat",
        Answer::Unknown => "unknown",
    }
}
