//! The loaded library: its version, profile and new instances.

use std::path::Path;
use std::sync::Arc;

use murxla_api::{
    ApiFunctions, Assertions, Library, LibraryInfo, LoadError, OptionDef, Profile, Solver,
    SolverError,
};
use murxla_native::{Bound, ElfFile, Identity, bind};

use crate::errors::catch_in_this_thread;
use crate::ffi::functions::FUNCTIONS;
use crate::ffi::{call, text};
use crate::handles::Native;
use crate::kinds::Kinds;
use crate::left_out::LEFT_OUT;
use crate::options::OptionTable;
use crate::profile::profile;
use crate::rounding::RoundingModes;
use crate::solver::BitwuzlaSolver;
use crate::sorts::Formats;
use crate::terminator;

const IDENTITY: Identity = Identity {
    name: "bitwuzla",
    prefix: "bitwuzla_",
    // Versions without a term manager have another API.
    essential: &[
        "bitwuzla_term_manager_new",
        "bitwuzla_options_new",
        "bitwuzla_new",
        "bitwuzla_set_abort_callback",
        "bitwuzla_kind_to_string",
        "bitwuzla_mk_term",
        "bitwuzla_check_sat",
    ],
    left_out: LEFT_OUT,
};

/// A library with C assertions has thousands of calls to `__assert_fail`.
const MANY_ASSERTIONS: usize = 1000;

/// What instances need to know of the library.
pub(crate) struct Knowledge {
    pub(crate) kinds: Kinds,
    pub(crate) rounding: RoundingModes,
    pub(crate) formats: Formats,
    pub(crate) options: OptionTable,
}

/// The loaded library.
pub struct BitwuzlaLibrary {
    info: LibraryInfo,
    api: ApiFunctions,
    profile: Profile,
    knowledge: Arc<Knowledge>,
}

impl BitwuzlaLibrary {
    /// Loads the library and reads kinds and options from it.
    pub(crate) fn load(path: &Path) -> Result<BitwuzlaLibrary, LoadError> {
        let bound = bind(path, &IDENTITY, FUNCTIONS)?;
        let (version, knowledge) = read().map_err(|error| {
            LoadError(format!("{} is no usable library of bitwuzla: {error}", path.display()))
        })?;
        let info = LibraryInfo {
            version,
            path: Some(bound.path.clone()),
            functions: bound.functions.clone(),
            assertions: assertions(&bound),
            kinds_checked: knowledge.kinds.count(),
            kinds_renumbered: knowledge.kinds.renumbered(),
        };
        let profile = profile(&knowledge);
        Ok(BitwuzlaLibrary { info, api: bound.api, profile, knowledge: Arc::new(knowledge) })
    }
}

impl Library for BitwuzlaLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn configuration(&self) -> Vec<String> {
        let told = || -> Result<Option<String>, SolverError> { Ok(text(call!(bitwuzla_git_id()))) };
        told().ok().flatten().map(|id| format!("commit {id}")).into_iter().collect()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.knowledge.options.list
    }

    fn functions(&self) -> Option<&ApiFunctions> {
        Some(&self.api)
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(BitwuzlaSolver::new(Arc::clone(&self.knowledge))?))
    }
}

fn read() -> Result<(String, Knowledge), SolverError> {
    catch_in_this_thread()?;
    let version = text(call!(bitwuzla_version())).unwrap_or_else(|| "unknown".to_owned());
    let kinds = Kinds::read()?;
    let native = Native::new()?;
    let mut options = OptionTable::read(native.options)?;
    options.list.push(terminator::option());
    let formats = Formats::read(native.manager)?;
    let rounding = RoundingModes::read()?;
    Ok((version, Knowledge { kinds, rounding, formats, options }))
}

fn assertions(bound: &Bound) -> Assertions {
    let calls = bound.elf.calls_to("__assert_fail")
        + helpers(bound).iter().map(|helper| helper.calls_to("__assert_fail")).sum::<usize>();
    if calls > MANY_ASSERTIONS { Assertions::On } else { Assertions::Off }
}

/// The library that holds the solver when this one is only the C API over the Python package's: it lies
/// beside this one, which names it as a dependency.
fn helpers(bound: &Bound) -> Vec<ElfFile> {
    let Some(folder) = bound.path.parent() else { return Vec::new() };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("libbitwuzla-py") && bound.elf.names_library(name))
        .filter_map(|name| ElfFile::read(&folder.join(name)).ok())
        .collect()
}
