//! Compiles and links in the work folder of an installation.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{SolverSpec, SupplyError, Tool, Tools};
use crate::sandbox::run_leashed;

/// How many steps [`Workshop::compile`] reports, whatever the number of files.
pub(super) const COMPILE_STEPS: usize = 10;

/// So much of what a failing program said is told.
const TOLD_LINES: usize = 8;

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    C,
    Cxx,
}

/// Files that are compiled in the same way.
pub(super) struct Group<'a> {
    pub language: Language,
    /// The names of object files begin with it, so that groups do not clash.
    pub name: &'a str,
    /// The folder in which the compiler is run: what the library tells of its sources, e.g. in a failed assertion, is
    /// relative to it and names no folder of this machine.
    pub folder: &'a Path,
    /// Relative to the folder.
    pub sources: Vec<String>,
    pub flags: Vec<OsString>,
}

/// Where a solver is built, and with what.
pub(super) struct Workshop<'a> {
    pub tools: &'a Tools,
    pub spec: &'a SolverSpec,
    /// For what compilers leave.
    pub build: &'a Path,
    pub step: &'a (dyn Fn(&str) + Sync),
}

impl Workshop<'_> {
    /// Compiles all files, as many at a time as there are processors; tells the object files.
    pub fn compile(&self, groups: &[Group<'_>]) -> Result<Vec<PathBuf>, SupplyError> {
        let objects = self.build.join("objects");
        fs::create_dir_all(&objects).map_err(SupplyError::disk("create", &objects))?;
        let files: Vec<(&Group<'_>, &String, PathBuf)> = groups
            .iter()
            .flat_map(|group| group.sources.iter().map(move |source| (group, source)))
            .map(|(group, source)| {
                let object = format!("{}-{}.o", group.name, source.replace('/', "-"));
                (group, source, objects.join(object))
            })
            .collect();
        let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let failure = Mutex::new(None);
        let failed = || failure.lock().is_ok_and(|failure| failure.is_some());
        let work = || {
            while !failed()
                && let Some((group, source, object)) =
                    files.get(next.fetch_add(1, Ordering::Relaxed))
            {
                if let Err(error) = self.compile_one(group, source, object)
                    && let Ok(mut failure) = failure.lock()
                {
                    failure.get_or_insert(error);
                }
                let count = finished.fetch_add(1, Ordering::Relaxed) + 1;
                let tenth = |count: usize| count * COMPILE_STEPS / files.len();
                if tenth(count) > tenth(count - 1) {
                    (self.step)(&format!("compiled {count} of {} files", files.len()));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..jobs() {
                scope.spawn(work);
            }
        });
        match failure.into_inner().unwrap_or_default() {
            Some(error) => Err(error),
            None => Ok(files.into_iter().map(|(_, _, object)| object).collect()),
        }
    }

    fn compile_one(
        &self,
        group: &Group<'_>,
        source: &str,
        object: &Path,
    ) -> Result<(), SupplyError> {
        let mut command = compiler(self.tools, group.language).command();
        command.current_dir(group.folder).args(&group.flags).arg(self.nowhere());
        command.arg("-c").arg(source).arg("-o").arg(object);
        self.run(group.language, &mut command, source)
    }

    /// Keeps the work folder, which will be gone, out of what the library tells of its sources.
    pub fn nowhere(&self) -> String {
        let folder = self.build.parent().unwrap_or(self.build);
        format!("-ffile-prefix-map={}=.", folder.display())
    }

    /// Runs a compiler, which also links.
    pub fn run(
        &self,
        language: Language,
        command: &mut Command,
        file: &str,
    ) -> Result<(), SupplyError> {
        let output = self
            .output(command)
            .map_err(|source| compiler_missing(self.tools, self.spec, language, source))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        Err(SupplyError::disk_in_output(&text, self.build).unwrap_or_else(|| {
            SupplyError::CompilerFailed {
                solver: self.spec.to_string(),
                compiler: compiler(self.tools, language).name(),
                file: file.to_owned(),
                detail: last_lines(&text),
            }
        }))
    }

    /// Runs another program of a build, e.g. `make`; `what` says what it makes.
    pub fn run_tool(&self, command: &mut Command, what: &str) -> Result<(), SupplyError> {
        let program = command.get_program().to_string_lossy().into_owned();
        let output = self.output(command).map_err(|source| SupplyError::ToolMissing {
            tool: program.clone(),
            purpose: format!("builds {what} for {}", self.spec.name()),
            source,
        })?;
        if output.status.success() {
            return Ok(());
        }
        // The compiler's complaint is on the one, make's on the other.
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        Err(SupplyError::disk_in_output(&text, self.build).unwrap_or_else(|| {
            SupplyError::BuildFailed {
                solver: self.spec.to_string(),
                what: what.to_owned(),
                detail: last_lines(&text),
            }
        }))
    }

    fn output(&self, command: &mut Command) -> io::Result<Output> {
        // A killed compiler must not leave anything outside of the work folder.
        run_leashed(command.env("TMPDIR", self.build).env("LC_ALL", "C.UTF-8"))
    }

    /// Writes a file for the compiler.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, SupplyError> {
        let path = self.build.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(SupplyError::disk("create", folder))?;
        }
        fs::write(&path, text).map_err(SupplyError::disk("write", &path))?;
        Ok(path)
    }

    /// The text of a source file.
    pub fn read(&self, path: &Path) -> Result<String, SupplyError> {
        fs::read_to_string(path).map_err(|_| self.incomplete(&path.display().to_string()))
    }

    /// The files in a folder with such a name, sorted; that there are none means that the package is another one than
    /// we know.
    pub fn files(&self, folder: &Path, extension: &str) -> Result<Vec<String>, SupplyError> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| Path::new(name).extension().is_some_and(|found| found == extension))
            .collect();
        names.sort();
        if names.is_empty() {
            return Err(self.incomplete(&format!("{}/*.{extension}", folder.display())));
        }
        Ok(names)
    }

    /// The packages lack something.
    pub fn incomplete(&self, missing: &str) -> SupplyError {
        SupplyError::Incomplete {
            solver: self.spec.name().to_owned(),
            version: self.spec.version().to_owned(),
            missing: missing.to_owned(),
        }
    }
}

/// The compiler of a language.
pub(super) fn compiler(tools: &Tools, language: Language) -> &Tool {
    match language {
        Language::C => &tools.cc,
        Language::Cxx => &tools.cxx,
    }
}

/// How many programs are run at a time.
pub(super) fn jobs() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Says early, before anything is fetched, that there is no compiler.
pub(super) fn require_compiler(
    tools: &Tools,
    spec: &SolverSpec,
    language: Language,
) -> Result<(), SupplyError> {
    run_leashed(compiler(tools, language).command().arg("--version"))
        .map(drop)
        .map_err(|source| compiler_missing(tools, spec, language, source))
}

fn compiler_missing(
    tools: &Tools,
    spec: &SolverSpec,
    language: Language,
    source: io::Error,
) -> SupplyError {
    let solver = spec.name().to_owned();
    match language {
        Language::C => SupplyError::ToolMissing {
            tool: tools.cc.name(),
            purpose: format!("compiles {solver} unless MURXLA_CC or CC names another C compiler"),
            source,
        },
        Language::Cxx => {
            SupplyError::CompilerMissing { solver, compiler: tools.cxx.name(), source }
        }
    }
}

/// The end of what a program said.
pub(super) fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().collect();
    if lines.is_empty() {
        return "nothing".to_owned();
    }
    lines[lines.len().saturating_sub(TOLD_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_told_with_the_end_of_what_it_said() {
        let build = tempfile::tempdir().expect("a folder");
        let tools = Tools { cc: Tool::new("false"), ..Tools::from_env() };
        let spec = SolverSpec::parse("yices@assertions").expect("a solver");
        let steps = Mutex::new(Vec::new());
        let step = |text: &str| steps.lock().expect("steps").push(text.to_owned());
        let workshop = Workshop { tools: &tools, spec: &spec, build: build.path(), step: &step };
        let said = |result: Result<(), SupplyError>| result.expect_err("a failure").to_string();

        let group = |language| Group {
            language,
            name: "part",
            folder: build.path(),
            sources: vec!["a.c".to_owned(), "b.c".to_owned()],
            flags: Vec::new(),
        };
        // Whichever file was first.
        let failed = said(workshop.compile(&[group(Language::C)]).map(drop));
        assert!(failed.starts_with("'false' failed on ") && failed.ends_with("it said: nothing"));
        let mut shell = Command::new("sh");
        assert_eq!(
            said(workshop.run_tool(shell.args(["-c", "seq 20; echo end >&2; exit 2"]), "GMP")),
            "GMP could not be built for yices@2.6.4-assertions; the build said: \
             14\n15\n16\n17\n18\n19\n20\nend"
        );
        assert!(
            said(workshop.run_tool(&mut Command::new("/nonexistent/make"), "GMP"))
                .starts_with("cannot run '/nonexistent/make', which builds GMP for yices (")
        );
        let works = Tools { cc: Tool::new("true"), ..tools.clone() };
        let workshop = Workshop { tools: &works, ..workshop };
        let objects = workshop.compile(&[group(Language::C)]).expect("two objects");
        assert_eq!(objects[1], build.path().join("objects/part-b.c.o"));
        assert!(steps.lock().expect("steps").contains(&"compiled 2 of 2 files".to_owned()));
    }
}
