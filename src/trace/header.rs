//! The header of a trace: where it comes from.

use super::Line;
use super::lex::{Cursor, LineError};
use super::quote::{is_plain_word, write_quoted};

/// The version of the format that this murxla writes, and the newest that it reads.
pub const FORMAT: u32 = 1;

/// Where a trace comes from. Nothing here decides more than which solver is taken by default, and whether what a solver
/// demands is added when the trace is played on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The version of the format; `None` if the trace does not say it, as the original's do not.
    pub format: Option<u32>,
    /// The version of the murxla that wrote it.
    pub murxla: Option<String>,
    /// The solver's name.
    pub solver: Option<String>,
    /// The solver's version, as its library tells it.
    pub solver_version: Option<String>,
    /// Whether its calls are made for no solver in particular, as those of a script are.
    pub for_any_solver: bool,
    /// The seed of the run.
    pub seed: Option<u64>,
    /// Settings of the run.
    pub settings: Vec<(String, String)>,
    /// Words of the original's line of options that nobody heeds.
    pub ignored: Vec<String>,
}

impl Header {
    /// The header of a trace that this murxla writes.
    pub fn current(solver: &str, solver_version: &str) -> Header {
        Header {
            format: Some(FORMAT),
            murxla: Some(env!("CARGO_PKG_VERSION").to_owned()),
            solver: Some(solver.to_owned()),
            solver_version: Some(solver_version.to_owned()),
            ..Header::default()
        }
    }

    /// Whether the calls are made for this solver, so that they are played on it as they stand.
    pub fn is_for(&self, solver: &str) -> bool {
        !self.for_any_solver && self.solver.as_deref() == Some(solver)
    }

    /// Its text.
    pub fn to_line(&self) -> Line {
        let mut line = Line::default();
        self.write(&mut line);
        line
    }

    pub(super) fn write(&self, out: &mut Line) {
        let mut line = |key: &str, words: &[&str]| {
            out.push_str("#! ");
            out.push_str(key);
            for word in words {
                out.push_ascii(b' ');
                if is_plain_word(word) {
                    out.push_str(word);
                } else {
                    write_quoted(out, word);
                }
            }
            out.push_ascii(b'\n');
        };
        if let Some(format) = self.format {
            line("format", &[&format.to_string()]);
        }
        if let Some(version) = &self.murxla {
            line("murxla", &[version]);
        }
        match (&self.solver, &self.solver_version) {
            (Some(name), Some(version)) => line("solver", &[name, version]),
            (Some(name), None) => line("solver", &[name]),
            _ => {}
        }
        if self.for_any_solver {
            line("any-solver", &[]);
        }
        if let Some(seed) = self.seed {
            line("seed", &[&format!("{seed:x}")]);
        }
        for (name, value) in &self.settings {
            line("setting", &[name, value]);
        }
    }

    /// Reads what follows `#!`.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<(), LineError> {
        let at = cursor.mark();
        let key = cursor.word("the key of a header")?;
        match key {
            "format" => {
                let at = cursor.mark();
                let text = cursor.text("the version of the format")?;
                let format: u32 =
                    text.parse().map_err(|_| cursor.error_at(at, "expected a number"))?;
                if format == 0 || format > FORMAT {
                    let problem = format!("this murxla reads the formats up to {FORMAT}");
                    return Err(cursor.error_at(at, &problem));
                }
                self.format = Some(format);
            }
            "murxla" => self.murxla = Some(cursor.text("a version")?.into_owned()),
            "solver" => {
                self.solver = Some(cursor.text("the name of a solver")?.into_owned());
                self.solver_version = None;
                if !cursor.at_end() {
                    self.solver_version = Some(cursor.text("a version")?.into_owned());
                }
            }
            "any-solver" => self.for_any_solver = true,
            "seed" => {
                let at = cursor.mark();
                let text = cursor.text("a seed")?;
                let seed = u64::from_str_radix(&text, 16);
                let well_formed = text.bytes().all(|byte| byte.is_ascii_hexdigit());
                let error = cursor.error_at(at, "expected a hexadecimal number");
                self.seed = Some(seed.ok().filter(|_| well_formed).ok_or(error)?);
            }
            "setting" => {
                let name = cursor.text("the name of a setting")?.into_owned();
                let value = cursor.text("the value of a setting")?.into_owned();
                self.settings.push((name, value));
            }
            _ => {
                let keys = "expected one of format, murxla, solver, any-solver, seed, setting";
                return Err(cursor.error_at(at, keys));
            }
        }
        cursor.end()
    }

    /// Reads the original's line of options. The solver's name is all that is taken from it: a trace does not
    /// choose files, binaries or checks.
    pub(super) fn read_original(&mut self, cursor: &mut Cursor<'_>) -> Result<(), LineError> {
        const SOLVERS: &[&str] = &["btor", "bitwuzla", "cvc5", "yices"];
        while !cursor.at_end() {
            let word = cursor.word("an option")?;
            match word.strip_prefix("--").filter(|name| SOLVERS.contains(name)) {
                Some(name) if self.solver.is_none() => self.solver = Some(name.to_owned()),
                _ => self.ignored.push(word.to_owned()),
            }
        }
        Ok(())
    }
}
