//! Loading the library and what it tells of itself.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use murxla_api::{
    Assertions, Erasure, ErrorModel, Hole, Library, LibraryInfo, LoadError, OptionDef, Profile,
    Solver, SolverError, SortKind, SortLimit, SortLimitRule, SortPosition, Theory, theory,
};
use murxla_native::{Bound, ElfFile, Identity, bind};

use crate::errors::catch_in_this_thread;
use crate::ffi::functions::{FUNCTIONS, slot};
use crate::ffi::{call, text};
use crate::handles::Native;
use crate::kinds::Kinds;
use crate::options::OptionTable;
use crate::solver::BitwuzlaSolver;
use crate::table::{self, Way};

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
};

/// A library with C assertions has thousands of calls to `__assert_fail`.
const MANY_ASSERTIONS: usize = 1000;

/// What instances need to know of the library.
pub(crate) struct Knowledge {
    pub(crate) kinds: Kinds,
    pub(crate) options: OptionTable,
}

/// The loaded library.
pub struct BitwuzlaLibrary {
    info: LibraryInfo,
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
        let profile = profile(&knowledge.kinds);
        Ok(BitwuzlaLibrary { info, profile, knowledge: Arc::new(knowledge) })
    }
}

impl Library for BitwuzlaLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.knowledge.options.list
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
    let options = OptionTable::read(native.options)?;
    Ok((version, Knowledge { kinds, options }))
}

fn assertions(bound: &Bound) -> Assertions {
    let calls = bound.elf.calls_to("__assert_fail")
        + helpers(&bound.path).iter().map(|helper| helper.calls_to("__assert_fail")).sum::<usize>();
    if calls > MANY_ASSERTIONS { Assertions::On } else { Assertions::Off }
}

/// The library that holds the solver when this one is only the C API over the Python package's: it lies
/// beside this one, which names it as a dependency.
fn helpers(path: &Path) -> Vec<ElfFile> {
    let Some(folder) = path.parent() else { return Vec::new() };
    let (Ok(bytes), Ok(entries)) = (std::fs::read(path), std::fs::read_dir(folder)) else {
        return Vec::new();
    };
    let is_needed = |name: &str| {
        let needle = [b"\0", name.as_bytes(), b"\0"].concat();
        bytes.windows(needle.len()).any(|window| window == needle)
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("libbitwuzla-py") && is_needed(name))
        .filter_map(|name| ElfFile::read(&folder.join(name)).ok())
        .collect()
}

fn profile(kinds: &Kinds) -> Profile {
    let mut operators = BTreeSet::new();
    let mut holes = Vec::new();
    for op in theory::operators() {
        let lacking = match table::row_of(op.key).map(|row| row.way) {
            None => Some("Bitwuzla's API has no such operator".to_owned()),
            Some(Way::Kind(kind)) => kinds.require(&kind).err().map(|error| error.to_string()),
            Some(Way::ConstArray) => slot::bitwuzla_mk_const_array
                .require("bitwuzla_mk_const_array")
                .err()
                .map(|missing| missing.to_string()),
        };
        match lacking {
            None => _ = operators.insert(op.key),
            Some(reason) => holes.push(Hole { what: op.key.to_owned(), reason }),
        }
    }
    let mut theories = Theory::ALL.to_vec();
    if let Err(error) = kinds.require(&table::FORALL).and(kinds.require(&table::EXISTS)) {
        theories.retain(|theory| *theory != Theory::Quantifiers);
        holes.push(Hole { what: "OP_FORALL, OP_EXISTS".to_owned(), reason: error.to_string() });
    }
    holes.push(Hole {
        what: "equality of terms of an uninterpreted sort".to_owned(),
        reason: "the term can be made, but where the solver needs it, check-sat answers unknown \
                 (\"Equalities over uninterpreted sorts not yet supported\")"
            .to_owned(),
    });
    Profile {
        operators,
        theories,
        holes,
        sort_limits: sort_limits(),
        erasures: Vec::<Erasure>::new(),
        errors: ErrorModel::Values,
    }
}

fn sort_limits() -> Vec<SortLimit> {
    const HIGHER_ORDER: &str =
        "Bitwuzla makes such a sort, but has no equality of functions and answers wrongly";
    let not =
        |position, kind, reason| SortLimit { rule: SortLimitRule::Not(position, kind), reason };
    vec![
        not(
            SortPosition::ArrayIndex,
            SortKind::Array,
            "array sorts not supported as index sort of array",
        ),
        not(SortPosition::ArrayIndex, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::ArrayElement, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::Domain, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::Codomain, SortKind::Fun, HIGHER_ORDER),
    ]
}
