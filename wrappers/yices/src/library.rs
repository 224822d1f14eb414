//! The loaded library: its version, profile and new instances.

use std::ffi::{CStr, c_char};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use murxla_api::{
    ApiFunctions, Assertions, Library, LibraryInfo, LoadError, OptionDef, Profile, Solver,
    SolverError,
};
use murxla_native::{Bound, Identity, bind};

use crate::ffi::{FUNCTIONS, NUMBER_FUNCTIONS, call};
use crate::left_out::LEFT_OUT;
use crate::numbers::{self, Numbers, Survey};
use crate::options;
use crate::profile::profile;
use crate::solver::YicesSolver;

const IDENTITY: Identity = Identity {
    name: "yices",
    prefix: "yices_",
    essential: &[
        "yices_init",
        "yices_exit",
        "yices_reset",
        "yices_new_context",
        "yices_check_context",
    ],
    left_out: LEFT_OUT,
};

/// A library without C assertions has at most a few calls of `__assert_fail`.
const MANY_ASSERTIONS: usize = 100;

/// The loaded library.
pub struct YicesLibrary {
    info: LibraryInfo,
    api: ApiFunctions,
    profile: Profile,
    options: Vec<OptionDef>,
    numbers: Numbers,
    /// How it was built.
    build: Vec<String>,
}

impl YicesLibrary {
    /// Loads the library and makes sure that it numbers its enums consistently.
    pub fn load(path: &Path) -> Result<YicesLibrary, LoadError> {
        let bound = bind(path, &IDENTITY, FUNCTIONS)?;
        let numbers = bind(path, &Identity { essential: &[], ..IDENTITY }, NUMBER_FUNCTIONS)?;
        let survey = start().map_err(|error| {
            LoadError(format!("{} cannot be used as a library of Yices: {error}", path.display()))
        })?;
        let told = [
            ("build mode", c"yices_build_mode"),
            ("architecture", c"yices_build_arch"),
            ("built", c"yices_build_date"),
        ];
        let told = told.iter().filter_map(|(what, symbol)| {
            text_symbol(&bound, symbol).map(|text| format!("{what}: {text}"))
        });
        let build = told.collect();
        let info = LibraryInfo {
            version: text_symbol(&bound, c"yices_version").unwrap_or_else(|| "unknown".to_owned()),
            path: Some(bound.path.clone()),
            assertions: assertions(&bound),
            kinds_checked: survey.readings.len(),
            kinds_renumbered: survey.renumbered(),
            functions: bound.functions,
        };
        Ok(YicesLibrary {
            info,
            api: bound.api.and(numbers.api),
            profile: profile(),
            options: options::list(),
            numbers: survey.numbers,
            build,
        })
    }
}

impl Library for YicesLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn configuration(&self) -> Vec<String> {
        let told = || -> Result<[bool; 2], SolverError> {
            Ok([call!(yices_has_mcsat()) > 0, call!(yices_is_thread_safe()) > 0])
        };
        let parts = told().map_or_else(
            |_| Vec::new(),
            |[mcsat, threads]| vec![format!("mcsat: {mcsat}"), format!("thread-safe: {threads}")],
        );
        self.build.iter().cloned().chain(parts).collect()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.options
    }

    fn functions(&self) -> Option<&ApiFunctions> {
        Some(&self.api)
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(YicesSolver::new(self.numbers)))
    }

    fn forget(&self) -> Result<(), SolverError> {
        if ALIVE.load(Ordering::Relaxed) > 0 {
            return Err(SolverError::Broken("an instance of Yices is still there".to_owned()));
        }
        start_anew()
    }
}

/// Initializes Yices, looks at it, and leaves it as a fresh process has it.
fn start() -> Result<Survey, SolverError> {
    call!(yices_init());
    let survey = numbers::survey()?;
    start_anew()?;
    Ok(survey)
}

/// `yices_reset` would keep the sizes of tables, on which the order of what they hold depends. What the wrapper keeps
/// from load are numbers of enums, which stay valid.
fn start_anew() -> Result<(), SolverError> {
    call!(yices_exit());
    call!(yices_init());
    Ok(())
}

/// A variable of the library that points to a text.
fn text_symbol(bound: &Bound, name: &CStr) -> Option<String> {
    let variable = bound.symbol(name)?.cast::<*const c_char>();
    // SAFETY: the header declares this symbol as a `const char *`, and it is set at load.
    let text = unsafe { *variable };
    if text.is_null() {
        return None;
    }
    // SAFETY: not null, so it is a constant C string of the library.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// The build mode tells, but only if the code agrees with it.
fn assertions(bound: &Bound) -> Assertions {
    let mode = text_symbol(bound, c"yices_build_mode").unwrap_or_default();
    let without = matches!(mode.as_str(), "release" | "static" | "profile");
    let checks = bound.elf.calls_to("__assert_fail") >= MANY_ASSERTIONS;
    match (without, checks) {
        (true, false) => Assertions::Off,
        (false, true) if !mode.is_empty() => Assertions::On,
        _ => Assertions::Unknown,
    }
}

static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// One instance that uses the table of terms. The table is emptied when the last one goes.
pub struct Share(());

impl Share {
    /// One more.
    pub fn new() -> Share {
        ALIVE.fetch_add(1, Ordering::Relaxed);
        Share(())
    }

    /// Whether no other instance uses the table of terms.
    pub fn is_alone(&self) -> bool {
        ALIVE.load(Ordering::Relaxed) == 1
    }

    /// Empties the table of terms if no other instance is there. The instance's own native objects must be
    /// freed before, because this frees them too.
    pub fn clear_if_alone(&self) -> Result<(), SolverError> {
        if self.is_alone() {
            call!(yices_reset());
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // A library without `yices_reset` is not loaded, so this cannot fail.
        let _ = self.clear_if_alone();
        ALIVE.fetch_sub(1, Ordering::Relaxed);
    }
}
