//! The loaded library: its version, profile and new instances.

use std::path::Path;
use std::sync::Arc;

use murxla_api::{
    ApiFunctions, Assertions, Library, LibraryInfo, LoadError, OptionDef, Profile, Solver,
    SolverError,
};
use murxla_native::{Identity, bind};

use crate::errors::catch;
use crate::ffi::functions::FUNCTIONS;
use crate::ffi::{call, text};
use crate::handles::Instance;
use crate::left_out::LEFT_OUT;
use crate::options::OptionTable;
use crate::profile::profile;
use crate::solver::BoolectorSolver;
use crate::terminator;

const IDENTITY: Identity = Identity {
    name: "boolector",
    prefix: "boolector_",
    essential: &[
        "boolector_new",
        "boolector_delete",
        "boolector_set_abort",
        "boolector_first_opt",
        "boolector_set_opt",
        "boolector_bitvec_sort",
        "boolector_sat",
    ],
    left_out: LEFT_OUT,
};

/// A library with C assertions has thousands of calls to `__assert_fail`.
const MANY_ASSERTIONS: usize = 1000;

/// What instances need to know of the library.
pub(crate) struct Knowledge {
    pub(crate) options: OptionTable,
}

/// The loaded library.
pub struct BoolectorLibrary {
    info: LibraryInfo,
    commit: String,
    api: ApiFunctions,
    profile: Profile,
    knowledge: Arc<Knowledge>,
}

impl BoolectorLibrary {
    /// Loads the library and reads options from it.
    pub(crate) fn load(path: &Path) -> Result<BoolectorLibrary, LoadError> {
        let bound = bind(path, &IDENTITY, FUNCTIONS)?;
        let (version, commit, knowledge) = read().map_err(|error| {
            LoadError(format!("{} is no usable library of boolector: {error}", path.display()))
        })?;
        let assertions = match bound.elf.calls_to("__assert_fail") > MANY_ASSERTIONS {
            true => Assertions::On,
            false => Assertions::Off,
        };
        let info = LibraryInfo {
            version,
            path: Some(bound.path.clone()),
            functions: bound.functions.clone(),
            assertions,
            // Options are known by their names; there are no other numbers.
            kinds_checked: 0,
            kinds_renumbered: 0,
        };
        let knowledge = Arc::new(knowledge);
        Ok(BoolectorLibrary { info, commit, api: bound.api, profile: profile(), knowledge })
    }
}

impl Library for BoolectorLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn configuration(&self) -> Vec<String> {
        vec![format!("commit {}", self.commit)]
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
        Ok(Box::new(BoolectorSolver::new(Arc::clone(&self.knowledge))?))
    }
}

fn read() -> Result<(String, String, Knowledge), SolverError> {
    catch()?;
    let instance = Instance::new()?;
    let btor = instance.0;
    let version = text(call!(boolector_version(btor))).unwrap_or_else(|| "unknown".to_owned());
    let commit = text(call!(boolector_git_id(btor))).unwrap_or_default();
    let mut options = OptionTable::read(btor)?;
    options.list.push(terminator::option());
    Ok((version, commit, Knowledge { options }))
}
