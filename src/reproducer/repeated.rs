//! A recording as a program that makes the same calls of the C API and tells how long that took: what a solver needs without us.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use murxla_native::record::{NativeApi, Written};

use super::program::{Detail, Writer, has_word, places_used};
use super::steps::Steps;
use super::tried::{PROGRAM, compile};
use crate::sandbox::{ProgramEnd, ProgramLimits, run_program};

/// What is declared outside of functions: an array for each type of objects.
#[derive(Default)]
pub(super) struct Globals {
    /// How many objects there are of each type.
    arrays: BTreeMap<String, usize>,
    /// The types of which there are buffers.
    buffers: Vec<String>,
}

/// The name of the array for a type.
fn array_of(kind: &str) -> String {
    let plain = |one: char| if one.is_ascii_alphanumeric() { one } else { '_' };
    format!("all_{}", kind.chars().map(plain).collect::<String>())
}

impl Globals {
    /// A new place for an object of a type.
    pub(super) fn place(&mut self, kind: &str) -> String {
        let count = self.arrays.entry(kind.to_owned()).or_default();
        *count += 1;
        format!("{}[{}]", array_of(kind), *count - 1)
    }

    /// The buffer for elements of a type, into which the library writes.
    pub(super) fn buffer(&mut self, kind: &str) -> String {
        if !self.buffers.iter().any(|known| known == kind) {
            self.buffers.push(kind.to_owned());
        }
        format!("buffer_{kind}")
    }

    fn text(&self) -> String {
        let arrays = self.arrays.iter();
        let mut text: String = arrays
            .map(|(kind, count)| format!("static {kind} {}[{count}];\n", array_of(kind)))
            .collect();
        for kind in &self.buffers {
            text.push_str(&format!("static {kind} buffer_{kind}[65536];\n"));
        }
        text
    }
}

/// A program that makes recorded calls again.
pub struct Repeated {
    /// Its text.
    pub text: String,
    /// How many calls it makes.
    pub calls: usize,
    /// How many were recorded.
    pub recorded: usize,
    /// Objects that came from nowhere: the program is not whole.
    pub unknown: usize,
}

/// So many statements are in a function: compilers take long for long ones.
const TOGETHER: usize = 500;

impl Repeated {
    /// The program for recorded calls. It makes those that a program makes which wants to know the same from the solver, and
    /// not those by which a wrapper keeps its tables or looks for errors.
    pub fn of(written: &[Written], api: &NativeApi) -> Repeated {
        let declared = api.declarations();
        let mut steps = Steps::of(written, &declared);
        steps.resolve(&declared, api.counting);
        steps.find_refusals(api.error_codes);
        let kept = steps.kept(api, Detail::Loop, steps.last_call, None, &|_| false);
        let mut writer = Writer {
            api,
            declared: &declared,
            detail: Detail::Loop,
            used: places_used(&steps, &kept),
            lines: Vec::new(),
            variables: HashMap::new(),
            types: HashMap::new(),
            structures: HashMap::new(),
            counters: BTreeMap::new(),
            values: Vec::new(),
            globals: Some(Globals::default()),
            unknown: 0,
            told: None,
            until: steps.last_call,
        };
        // The lines of one call stay together: some have variables of their own.
        let mut parts: Vec<String> = vec![String::new()];
        let (mut calls, mut here) = (0, 0);
        for (number, step) in steps.all.iter().enumerate().filter(|(number, _)| kept[*number]) {
            if here == TOGETHER {
                parts.push(String::new());
                here = 0;
            }
            writer.step(number, step, false);
            for line in writer.lines.drain(..) {
                if let Some(part) = parts.last_mut() {
                    part.push_str(&format!("  {line}\n"));
                }
            }
            (calls, here) = (calls + 1, here + 1);
        }
        let globals = writer.globals.take().unwrap_or_default();
        let text = text(api, &globals, &parts);
        Repeated { text, calls, recorded: steps.all.len(), unknown: writer.unknown }
    }

    /// Compiles it and runs it so often; gives the least time of the processor that it took, in seconds.
    pub fn seconds(&self, api: &NativeApi, library: &Path, rounds: usize) -> io::Result<f64> {
        let folder = tempfile::tempdir()?;
        let compiled = compile(&self.text, api, library, &["-w"], folder.path())?;
        compiled.program.map_err(io::Error::other)?;
        let limits =
            ProgramLimits { time: Duration::from_secs(300), memory: None, output: 16 << 20 };
        let mut least = f64::MAX;
        for _ in 0..rounds {
            let mut run = Command::new(folder.path().join(PROGRAM));
            run.env("LD_PRELOAD", library).current_dir(folder.path());
            let ran = run_program(&mut run, &limits)?;
            let said = String::from_utf8_lossy(&ran.stdout);
            let seconds = said.lines().last().and_then(|line| line.parse::<f64>().ok());
            match seconds.filter(|_| ran.end == ProgramEnd::Code(0)) {
                Some(seconds) => least = least.min(seconds),
                None => {
                    let errors = String::from_utf8_lossy(&ran.stderr);
                    let what = format!("the program ends with {}: {errors}", ran.end);
                    return Err(io::Error::other(what));
                }
            }
        }
        Ok(least)
    }
}

fn text(api: &NativeApi, globals: &Globals, parts: &[String]) -> String {
    let mut text: String =
        api.headers.iter().map(|header| format!("#include <{header}>\n")).collect();
    text.push_str(
        "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n\
         #include <stdlib.h>\n#include <time.h>\n\n",
    );
    for helper in api.helpers {
        if parts.iter().any(|part| has_word(part, helper.name)) {
            let patience = u64::MAX.to_string();
            let helper = helper.text.replace("{on_refusal}", "");
            text.push_str(&helper.replace("{patience}", &patience));
            text.push('\n');
        }
    }
    text.push_str(&globals.text());
    for (number, part) in parts.iter().enumerate() {
        text.push_str(&format!("\nstatic void part{number}(void)\n{{\n{part}}}\n"));
    }
    text.push_str(
        "\nstatic double seconds(void)\n{\n  struct timespec now;\n  \
         clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);\n  \
         return now.tv_sec + now.tv_nsec / 1e9;\n}\n\nint main(void)\n{\n",
    );
    text.extend(api.start.iter().map(|statement| format!("  {statement}\n")));
    text.push_str("  double begun = seconds();\n");
    text.extend((0..parts.len()).map(|number| format!("  part{number}();\n")));
    text.push_str("  printf(\"%f\\n\", seconds() - begun);\n  return 0;\n}\n");
    text
}
