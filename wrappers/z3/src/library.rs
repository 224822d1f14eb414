//! The loaded library: its version, profile and new instances.

use std::path::Path;
use std::sync::Arc;

use murxla_api::{
    ApiFunctions, Assertions, Library, LibraryInfo, LoadError, OptionDef, Profile, Solver,
    SolverError,
};
use murxla_native::{Bound, Identity, bind};

use crate::context::text;
use crate::ffi::{FUNCTIONS, call};
use crate::kinds::Kinds;
use crate::left_out::LEFT_OUT;
use crate::options;
use crate::profile::profile;
use crate::solver::Z3Solver;

const IDENTITY: Identity = Identity {
    name: "z3",
    prefix: "Z3_",
    essential: &[
        "Z3_mk_config",
        "Z3_mk_context_rc",
        "Z3_del_context",
        "Z3_get_error_code",
        "Z3_get_error_msg",
        "Z3_set_error_handler",
        "Z3_get_full_version",
        "Z3_mk_solver",
    ],
    left_out: LEFT_OUT,
};

/// A condition that Z3 asserts in its vector class; the text is in the library only if assertions are.
const ASSERTED_CONDITION: &str = "idx < size()";

pub(crate) struct Z3Library {
    info: LibraryInfo,
    api: ApiFunctions,
    profile: Profile,
    options: Vec<OptionDef>,
    kinds: Arc<Kinds>,
}

impl Z3Library {
    pub(crate) fn load(path: &Path) -> Result<Z3Library, LoadError> {
        let bound = bind(path, &IDENTITY, FUNCTIONS)?;
        Z3Library::examine(bound).map_err(|error| {
            LoadError(format!(
                "{} was loaded, but does not behave as Z3 does ({error}); \
                 use another version, for example the pinned one: `murxla solvers install z3`",
                path.display()
            ))
        })
    }

    fn examine(bound: Bound) -> Result<Z3Library, SolverError> {
        let version = text(call!(Z3_get_full_version()));
        let version = version.strip_prefix("Z3 ").unwrap_or(&version).to_owned();
        let kinds = Arc::new(Kinds::read()?);
        let solver = Z3Solver::with_kinds(Arc::clone(&kinds))?;
        let options = options::list(&solver.context, solver.raw())?;
        let assertions = if bound.elf.contains_string(ASSERTED_CONDITION) {
            Assertions::On
        } else {
            Assertions::Off
        };
        let info = LibraryInfo {
            version,
            path: Some(bound.path),
            functions: bound.functions,
            assertions,
            kinds_checked: kinds.checked(),
            kinds_renumbered: kinds.renumbered,
        };
        let profile = profile(&kinds);
        Ok(Z3Library { info, api: bound.api, profile, options, kinds })
    }
}

impl Library for Z3Library {
    fn info(&self) -> &LibraryInfo {
        &self.info
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
        Ok(Box::new(Z3Solver::with_kinds(Arc::clone(&self.kinds))?))
    }

    /// Contexts keep everything else. `Z3_reset_memory` would also free what the library made at load.
    fn forget(&self) -> Result<(), SolverError> {
        call!(Z3_global_param_reset_all());
        Ok(())
    }
}
