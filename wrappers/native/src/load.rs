//! Loading a library and filling its slots.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use murxla_api::{ApiFunctions, BoundFunction, FunctionCount, LeftOut, Library, LoadError};

use crate::{ElfFile, Function};

/// What makes a library one of this solver.
pub struct Identity {
    /// The solver's name on the command line.
    pub name: &'static str,
    /// How the names of its API functions begin.
    pub prefix: &'static str,
    /// Functions without which nothing works.
    pub essential: &'static [&'static str],
    /// Functions that its wrapper does not call, with the reasons.
    pub left_out: &'static [LeftOut],
}

/// Prefixes of the APIs that a wrong path is likely to lead to, for the message.
const KNOWN_PREFIXES: &[(&str, &str)] = &[
    ("z3", "Z3_"),
    ("cvc5", "cvc5_"),
    ("bitwuzla", "bitwuzla_"),
    ("yices", "yices_"),
    ("boolector", "boolector_"),
];

/// A library in this process.
pub struct Bound {
    /// The file.
    pub path: PathBuf,
    /// Its functions against the declared ones.
    pub functions: FunctionCount,
    /// Which these are, and which were called.
    pub api: ApiFunctions,
    /// The file as it was read before loading.
    pub elf: ElfFile,
    handle: *mut c_void,
}

impl Bound {
    /// The address of any symbol of the library, also of one that is no part of the API.
    pub fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the handle comes from dlopen and is never closed.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }
}

/// Loads the library at `path` and fills the slots of `functions`.
///
/// The library is opened with RTLD_LOCAL: solvers share symbols of CaDiCaL, GMP and libpoly, and would
/// otherwise silently use each other's.
pub fn bind(
    path: &Path,
    identity: &Identity,
    functions: &'static [Function],
) -> Result<Bound, LoadError> {
    let elf = ElfFile::read(path)?;
    let names = elf.exported(identity.prefix);
    let lacking = identity.essential.iter().find(|name| {
        functions.iter().all(|function| function.name != **name) || !names.contains(**name)
    });
    let exported = names.len();
    if exported == 0 || lacking.is_some() {
        return Err(not_this_solver(path, identity, &elf, exported, lacking.copied()));
    }
    let file = CString::new(path.as_os_str().as_bytes())
        .map_err(|_| LoadError(format!("the path {} contains a NUL byte", path.display())))?;
    // SAFETY: loading runs the library's constructors; that it is a library of this solver was checked.
    let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        return Err(LoadError(format!(
            "the dynamic loader refused {}: {}; its own dependencies must lie beside it or be installed",
            path.display(),
            last_error()
        )));
    }
    let mut missing = Vec::new();
    for function in functions {
        let name = CString::new(function.name).unwrap_or_default();
        // SAFETY: the handle is valid and the name a C string.
        let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
        if address.is_null() {
            missing.push(function.name);
        }
        function.slot.fill(address as usize);
    }
    let bound = functions.iter();
    let bound =
        bound.map(|function| BoundFunction { name: function.name, called: function.slot.called() });
    let api = ApiFunctions {
        exported: names.into_iter().collect(),
        bound: bound.collect(),
        left_out: identity.left_out,
    };
    let functions = FunctionCount { exported, declared: functions.len(), missing };
    Ok(Bound { path: path.to_owned(), functions, api, elf, handle })
}

fn not_this_solver(
    path: &Path,
    identity: &Identity,
    elf: &ElfFile,
    exported: usize,
    lacking: Option<&str>,
) -> LoadError {
    let path = path.display();
    let name = identity.name;
    let other = KNOWN_PREFIXES
        .iter()
        .filter(|(other, _)| *other != name)
        .find(|(_, prefix)| elf.exported(prefix).len() > 10);
    LoadError(match (other, lacking) {
        (Some((other, prefix)), _) => format!(
            "{path} is not a library of {name}: it exports {} functions of {other}; use --lib {other}={path}",
            elf.exported(prefix).len()
        ),
        (None, Some(function)) if exported > 0 => format!(
            "{path} is no usable library of {name}: it lacks the function {function}; its version is too old \
             or too new for this murxla, install the pinned one with `murxla solvers install {name}`"
        ),
        _ => format!(
            "{path} is not a library of {name}: it exports no function that begins with {}; \
             give the shared library that holds the C API",
            identity.prefix
        ),
    })
}

fn last_error() -> String {
    // SAFETY: dlerror returns NULL or a C string that is valid until the next call in this thread.
    unsafe {
        let message = libc::dlerror();
        if message.is_null() {
            return "no reason given".to_owned();
        }
        CStr::from_ptr(message).to_string_lossy().into_owned()
    }
}

/// A solver's one library of this process.
pub struct OnceLibrary<L>(OnceLock<(PathBuf, L)>);

impl<L: Library + Send + Sync> OnceLibrary<L> {
    /// Nothing loaded yet.
    pub const fn new() -> OnceLibrary<L> {
        OnceLibrary(OnceLock::new())
    }

    /// The library at `path`, loaded by `load` unless it is there already. A second version of a solver in
    /// one process is refused: unique symbols of the two would mix.
    pub fn load(
        &'static self,
        path: &Path,
        load: impl FnOnce(&Path) -> Result<L, LoadError>,
    ) -> Result<&'static dyn Library, LoadError> {
        let path = std::path::absolute(path)
            .map_err(|error| LoadError(format!("cannot resolve {}: {error}", path.display())))?;
        let (loaded, library) = match self.0.get() {
            Some(there) => there,
            None => {
                let library = load(&path)?;
                self.0.get_or_init(|| (path.clone(), library))
            }
        };
        if *loaded != path {
            return Err(LoadError(format!(
                "{} is loaded already and a process holds one version of a solver; use {} in another process",
                loaded.display(),
                path.display()
            )));
        }
        Ok(library)
    }
}

impl<L: Library + Send + Sync> Default for OnceLibrary<L> {
    fn default() -> OnceLibrary<L> {
        OnceLibrary::new()
    }
}
