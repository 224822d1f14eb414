//! Bitwuzla's C API, compiled on top of its Python package.
//!
//! The wheel's library is a Python extension that contains the whole solver and exports its C++ API. The
//! C API is a thin layer over that; its source files are in the source package. They are compiled here and
//! linked against the extension. The extension also wants functions and objects of a Python interpreter,
//! which only its Python part uses: they are given addresses but no life, so a call of one would crash.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use object::{Object, ObjectSymbol};

use super::SupplyError;
use super::unpack::name_of;
use super::workshop::{Group, Language, Workshop};

/// How many steps [`CApi::build`] reports: each of the four files, linking.
pub(super) const STEPS: u64 = 5;

/// The file that gives the extension what it wants of Python.
const STUBS: &str = "python_stubs.cpp";

/// `-O1` because this layer only passes calls on. Without `BZLA_IS_SAT_SOLVER_CONFIGURED`, which the
/// package's own build derives from the SAT solvers it finds, `bitwuzla_new` throws.
const COMPILE_FLAGS: [&str; 6] =
    ["-std=c++17", "-O1", "-fPIC", "-w", "-DNDEBUG", "-DBZLA_IS_SAT_SOLVER_CONFIGURED"];

/// What is exported: the C API, and the Python symbols for the extension to find. All C++ stays inside,
/// so that it cannot clash with that of another solver in the same process.
const EXPORTS: &str = "{ global: bitwuzla_*; Py*; _Py*; local: *; };\n";

/// The folders of one build.
pub(super) struct CApi<'a> {
    pub workshop: Workshop<'a>,
    /// The unpacked source package.
    pub source: &'a Path,
    /// The future installed folder, with the extension in `lib/`.
    pub tree: &'a Path,
}

impl CApi<'_> {
    /// Adds `lib/libbitwuzla.so` and the headers to the tree.
    pub fn build(&self) -> Result<(), SupplyError> {
        let extension = format!("libbitwuzla-py-{}.so", self.workshop.spec.version());
        self.write_python_stubs(&self.tree.join("lib").join(&extension))?;
        let mut flags: Vec<OsString> = COMPILE_FLAGS.map(OsString::from).to_vec();
        for folder in ["include", "src", "."] {
            flags.extend(["-I".into(), self.source.join(folder).into()]);
        }
        let files = self.workshop.files(&self.source.join("src/api/c"), "cpp")?;
        let objects = self.workshop.compile(&[
            Group {
                language: Language::Cxx,
                name: "api",
                folder: self.source,
                sources: files.iter().map(|name| format!("src/api/c/{name}")).collect(),
                flags,
            },
            Group {
                language: Language::Cxx,
                name: "stubs",
                folder: self.workshop.build,
                sources: vec![STUBS.to_owned()],
                flags: COMPILE_FLAGS.map(OsString::from).to_vec(),
            },
        ])?;
        (self.workshop.step)("linking libbitwuzla.so");
        self.link(&objects, &extension)?;
        let headers = self.tree.join("include");
        fs::rename(self.source.join("include"), &headers)
            .map_err(SupplyError::disk("create", &headers))
    }

    /// Writes a source file that defines every Python symbol that the extension wants.
    fn write_python_stubs(&self, extension: &Path) -> Result<PathBuf, SupplyError> {
        let library = fs::read(extension)
            .map_err(|_| self.workshop.incomplete("the library bitwuzla.cpython-*.so"))?;
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
        self.workshop.write(STUBS, &text)
    }

    fn link(&self, objects: &[PathBuf], extension: &str) -> Result<(), SupplyError> {
        let exports = self.workshop.write("exports.map", EXPORTS)?;
        let library_folder = self.tree.join("lib");
        let mut command = self.workshop.tools.cxx.command();
        command.arg("-shared").args(objects);
        // Given by name, not by path, since that is how the library will look for it.
        command.arg("-L").arg(&library_folder).arg(format!("-l:{extension}"));
        command.args(["-Wl,-rpath,$ORIGIN", "-Wl,--no-undefined", "-Wl,--version-script"]);
        command.arg("-Xlinker").arg(exports);
        command.arg("-o").arg(library_folder.join("libbitwuzla.so"));
        self.workshop.run(Language::Cxx, &mut command, "libbitwuzla.so")
    }
}
