//! The loaded library: its version, profile and new instances.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use std::path::Path;
use std::sync::Arc;

use murxla_api::{
    ApiFunctions, Assertions, Binder, ErrorModel, Hole, Library, LibraryInfo, LoadError, OptionDef,
    Profile, Solver, SolverError, SortKind, SpecialValue, Theory, theory,
};
use murxla_native::{Bound, Identity, bind};

use crate::actions;
use crate::binders;
use crate::demands::DEMANDS;
use crate::ffi::{self, call};
use crate::kinds::Kinds;
use crate::left_out::LEFT_OUT;
use crate::limits;
use crate::options;
use crate::own::OWN;
use crate::parser_ffi;
use crate::solver::Instance;
use crate::table::{self, Native};

const IDENTITY: Identity = Identity {
    name: "cvc5",
    prefix: "cvc5_",
    essential: &[
        "cvc5_term_manager_new",
        "cvc5_new",
        "cvc5_kind_to_string",
        "cvc5_mk_term",
        "cvc5_set_option",
        "cvc5_assert_formula",
        "cvc5_check_sat",
        "cvc5_get_version",
    ],
    left_out: LEFT_OUT,
};

/// A loaded library.
pub(crate) struct Cvc5Library {
    info: LibraryInfo,
    api: ApiFunctions,
    shared: Arc<Shared>,
}

/// What the instances need to know of the library.
pub(crate) struct Shared {
    pub(crate) kinds: Kinds,
    pub(crate) sort_kinds: Kinds,
    pub(crate) operators: BTreeMap<&'static str, Native>,
    pub(crate) options: Vec<OptionDef>,
    pub(crate) profile: Profile,
}

impl Shared {
    /// Whether a refused call ends the process, so that the wrapper must refuse first.
    pub(crate) fn ends_process(&self) -> bool {
        self.profile.errors == ErrorModel::EndsProcess
    }
}

impl Cvc5Library {
    /// Loads the library and asks it what it is.
    pub(crate) fn load(path: &Path) -> Result<Cvc5Library, LoadError> {
        let bound = bind(path, &IDENTITY, ffi::functions::FUNCTIONS)?;
        Cvc5Library::describe(bound).map_err(|error| {
            LoadError(format!("{} cannot be used as a library of cvc5: {error}", path.display()))
        })
    }

    fn describe(bound: Bound) -> Result<Cvc5Library, SolverError> {
        let kinds = Kinds::of_terms()?;
        let sort_kinds = Kinds::of_sorts()?;
        let (operators, mut holes) = table::resolve(&kinds, ffi::reports_errors());

        let tm = ffi::live(call!(cvc5_term_manager_new()), "term manager")?;
        let solver = ffi::live(call!(cvc5_new(tm)), "solver")?;
        let version = call!(cvc5_get_version(solver));
        // SAFETY: the library gave a C string.
        let version = unsafe { ffi::text(version) };
        let options = options::list(solver).unwrap_or_else(|error| {
            holes.push(Hole { what: "list of options".to_owned(), reason: error.to_string() });
            Vec::new()
        });
        call!(cvc5_delete(solver));
        call!(cvc5_term_manager_delete(tm));

        let info = LibraryInfo {
            version,
            path: Some(bound.path.clone()),
            functions: bound.functions.clone(),
            assertions: assertions(&bound),
            kinds_checked: kinds.count() + sort_kinds.count(),
            kinds_renumbered: table::renumbered(&kinds),
        };
        let has_fields =
            configured(&bound, c"_ZN4cvc58internal13Configuration16isBuiltWithCoCoAEv");
        let has_fields = has_fields.unwrap_or(false);
        if !has_fields {
            holes.extend(Theory::FiniteFields.operators().iter().map(|op| Hole {
                what: op.key.to_owned(),
                reason: limits::WITHOUT_FIELDS.to_owned(),
            }));
        }
        let witness = Binder::Witness.key().to_owned();
        holes.push(Hole { what: witness, reason: binders::NO_WITNESS.to_owned() });
        let has_values =
            |special: &SpecialValue| special.sort_kind() != SortKind::FiniteField || has_fields;
        let special_values = SpecialValue::ALL.iter().copied().filter(has_values).collect();
        let decided = |theory: &Theory| *theory != Theory::FiniteFields || has_fields;
        let claimed = |key: &&str| theory::operator(key).is_none_or(|op| decided(&op.theory));
        let profile = Profile {
            operators: operators.keys().copied().filter(claimed).collect(),
            theories: Theory::ALL.iter().copied().filter(decided).collect(),
            binders: known_binders(&kinds),
            special_values,
            own_operators: OWN,
            extension: actions::extension(),
            demands: DEMANDS,
            holes,
            sort_limits: limits::sort_limits(has_fields),
            erasures: Vec::new(),
            errors: if ffi::reports_errors() {
                ErrorModel::Values
            } else {
                ErrorModel::EndsProcess
            },
        };
        let shared = Arc::new(Shared { kinds, sort_kinds, operators, options, profile });
        let api = match parser_ffi::bind_beside(&bound) {
            Some(parser) => bound.api.and(parser.api),
            None => bound.api,
        };
        Ok(Cvc5Library { info, api, shared })
    }
}

/// The binders whose kinds the library has.
fn known_binders(kinds: &Kinds) -> Vec<Binder> {
    let known =
        |binder: &Binder| binders::kind(*binder).and_then(|kind| kinds.number(kind)).is_some();
    Binder::ALL.iter().copied().filter(known).collect()
}

/// Asks the C++ function that tells whether the library was built with assertions; the C API has none.
fn assertions(bound: &Bound) -> Assertions {
    match configured(bound, c"_ZN4cvc58internal13Configuration16isAssertionBuildEv") {
        None => Assertions::Unknown,
        Some(false) => Assertions::Off,
        Some(true) => Assertions::On,
    }
}

/// What a function of `cvc5::internal::Configuration` tells, if the library exports it.
fn configured(bound: &Bound, function: &CStr) -> Option<bool> {
    let address = bound.symbol(function)?;
    // SAFETY: a `static bool Configuration::…()` takes nothing and gives a truth value in the lowest byte of
    // the result.
    let is_on =
        unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> u8>(address)() };
    Some(is_on != 0)
}

impl Library for Cvc5Library {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn configuration(&self) -> Vec<String> {
        let print = || -> Result<(), SolverError> {
            let tm = call!(cvc5_term_manager_new());
            let solver = call!(cvc5_new(tm));
            call!(cvc5_set_option(solver, c"show-config".as_ptr(), c"true".as_ptr()));
            Ok(())
        };
        // An older one does not know the option, and says so.
        let _ = print();
        Vec::new()
    }

    fn profile(&self) -> &Profile {
        &self.shared.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.shared.options
    }

    fn functions(&self) -> Option<&ApiFunctions> {
        Some(&self.api)
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Instance::new(Arc::clone(&self.shared))?))
    }
}
