//! Bitwuzla's C API, compiled on top of its Python package.
//!
//! The wheel's library is a Python extension that contains the whole solver and exports its C++ API. The
//! C API is a thin layer over that; its source files are in the source package. They are compiled here and
//! linked against the extension. The extension also wants functions and objects of a Python interpreter,
//! which only its Python part uses: they are given addresses but no life, so a call of one would crash.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use object::{Object, ObjectSymbol};

use super::unpack::name_of;
use super::{SolverSpec, SupplyError, Tools};
use crate::sandbox::run_leashed;

/// How many steps [`CApi::build`] reports: the start, each of the three files, linking.
pub(super) const STEPS: u64 = 5;

/// `-O1` because this layer only passes calls on. Without `BZLA_IS_SAT_SOLVER_CONFIGURED`, which the
/// package's own build derives from the SAT solvers it finds, `bitwuzla_new` throws.
const COMPILE_FLAGS: [&str; 6] =
    ["-std=c++17", "-O1", "-fPIC", "-w", "-DNDEBUG", "-DBZLA_IS_SAT_SOLVER_CONFIGURED"];

/// What is exported: the C API, and the Python symbols for the extension to find. All C++ stays inside,
/// so that it cannot clash with that of another solver in the same process.
const EXPORTS: &str = "{ global: bitwuzla_*; Py*; _Py*; local: *; };\n";

/// Says early, before anything is fetched, that there is no compiler.
pub(super) fn require_compiler(tools: &Tools, spec: &SolverSpec) -> Result<(), SupplyError> {
    run_leashed(tools.cxx.command().arg("--version"))
        .map(drop)
        .map_err(|source| compiler_missing(tools, spec, source))
}

/// The folders of one build.
pub(super) struct CApi<'a> {
    pub tools: &'a Tools,
    pub spec: &'a SolverSpec,
    /// The unpacked source package.
    pub source: &'a Path,
    /// For what the compiler leaves.
    pub build: &'a Path,
    /// The future installed folder, with the extension in `lib/`.
    pub tree: &'a Path,
}

impl CApi<'_> {
    /// Adds `lib/libbitwuzla.so` and the headers to the tree.
    pub fn build(&self, step: &(dyn Fn(&str) + Sync)) -> Result<(), SupplyError> {
        let extension = format!("libbitwuzla-py-{}.so", self.spec.version());
        let stubs = self.write_python_stubs(&self.tree.join("lib").join(&extension))?;
        let sources = self.api_sources()?;
        step(&format!("compiling {} files", sources.len()));
        let compiled = AtomicUsize::new(0);
        let compile = |source: &Path| {
            let object = self.compile(source)?;
            let count = compiled.fetch_add(1, Ordering::Relaxed) + 1;
            // The stubs are one file more, but no work worth counting.
            if count <= sources.len() {
                step(&format!("compiling {count}/{}", sources.len()));
            }
            Ok(object)
        };
        let objects = thread::scope(|scope| {
            let files = sources.iter().chain([&stubs]);
            let jobs: Vec<_> = files.map(|file| scope.spawn(|| compile(file))).collect();
            let join = |job: thread::ScopedJoinHandle<'_, _>| {
                job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            jobs.into_iter().map(join).collect::<Result<Vec<_>, _>>()
        })?;
        step("linking libbitwuzla.so");
        self.link(&objects, &extension)?;
        let headers = self.tree.join("include");
        fs::rename(self.source.join("include"), &headers)
            .map_err(SupplyError::disk("create", &headers))
    }

    /// The files of the C API.
    fn api_sources(&self) -> Result<Vec<PathBuf>, SupplyError> {
        let folder = self.source.join("src/api/c");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut sources: Vec<_> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
            .collect();
        sources.sort();
        if sources.is_empty() {
            return Err(self.incomplete("src/api/c/*.cpp"));
        }
        Ok(sources)
    }

    /// Writes a source file that defines every Python symbol that the extension wants.
    fn write_python_stubs(&self, extension: &Path) -> Result<PathBuf, SupplyError> {
        let library = fs::read(extension)
            .map_err(|_| self.incomplete("the library bitwuzla.cpython-*.so"))?;
        let elf = object::File::parse(&*library).map_err(|error| SupplyError::BrokenPackage {
            file: name_of(extension),
            detail: error.to_string(),
        })?;
        let mut text = "extern \"C\" {\n".to_owned();
        for symbol in elf.dynamic_symbols().filter(ObjectSymbol::is_undefined) {
            if let Ok(name) = symbol.name()
                && (name.starts_with("Py") || name.starts_with("_Py"))
            {
                // Large enough for any object of the interpreter that the extension may look into.
                let _ = writeln!(text, "char {name}[4096];");
            }
        }
        text.push_str("}\n");
        self.write("python_stubs.cpp", &text)
    }

    fn compile(&self, source: &Path) -> Result<PathBuf, SupplyError> {
        let object = self.build.join(name_of(source)).with_extension("o");
        let mut command = self.tools.cxx.command();
        command.args(COMPILE_FLAGS);
        for folder in ["include", "src", "."] {
            command.arg("-I").arg(self.source.join(folder));
        }
        command.arg("-c").arg(source).arg("-o").arg(&object);
        self.run(&mut command, &name_of(source))?;
        Ok(object)
    }

    fn link(&self, objects: &[PathBuf], extension: &str) -> Result<(), SupplyError> {
        let exports = self.write("exports.map", EXPORTS)?;
        let library_folder = self.tree.join("lib");
        let mut command = self.tools.cxx.command();
        command.arg("-shared").args(objects);
        // Given by name, not by path, since that is how the library will look for it.
        command.arg("-L").arg(&library_folder).arg(format!("-l:{extension}"));
        command.args(["-Wl,-rpath,$ORIGIN", "-Wl,--no-undefined", "-Wl,--version-script"]);
        command.arg("-Xlinker").arg(exports);
        command.arg("-o").arg(library_folder.join("libbitwuzla.so"));
        self.run(&mut command, "libbitwuzla.so")
    }

    fn run(&self, command: &mut Command, file: &str) -> Result<(), SupplyError> {
        // A killed compiler must not leave anything outside of the work folder.
        command.env("TMPDIR", self.build).env("LC_ALL", "C.UTF-8");
        let output = run_leashed(command)
            .map_err(|source| compiler_missing(self.tools, self.spec, source))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        Err(SupplyError::disk_in_output(&text, self.build).unwrap_or_else(|| {
            SupplyError::CompilerFailed {
                solver: self.spec.to_string(),
                compiler: self.tools.cxx.name(),
                file: file.to_owned(),
                detail: last_lines(&text, 5),
            }
        }))
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, SupplyError> {
        let path = self.build.join(name);
        fs::write(&path, text).map_err(SupplyError::disk("write", &path))?;
        Ok(path)
    }

    fn incomplete(&self, missing: &str) -> SupplyError {
        SupplyError::Incomplete {
            solver: self.spec.name().to_owned(),
            version: self.spec.version().to_owned(),
            missing: missing.to_owned(),
        }
    }
}

fn compiler_missing(tools: &Tools, spec: &SolverSpec, source: std::io::Error) -> SupplyError {
    SupplyError::CompilerMissing {
        solver: spec.name().to_owned(),
        compiler: tools.cxx.name(),
        source,
    }
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.trim_end().lines().collect();
    if lines.is_empty() {
        return "nothing".to_owned();
    }
    lines[lines.len().saturating_sub(count)..].join("\n")
}
