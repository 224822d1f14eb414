//! The mock's version, profile and new instances.

use std::sync::{Mutex, OnceLock};

use murxla_api::{
    Assertions, Binder, Demands, ErrorModel, FileOptions, FunctionCount, Library, LibraryInfo,
    OptionDef, OptionKind, Profile, Solver, SolverError, SpecialValue, Theory, theory,
};

use crate::actions::EXTENSION;
use crate::solver::MockSolver;
use crate::truthful::{EAGER, LIES, LieDef, TruthfulSolver};

struct MockLibrary {
    info: LibraryInfo,
    profile: Profile,
    options: Vec<OptionDef>,
    kind: Kind,
}

/// What instances are like.
#[derive(Clone, Copy)]
enum Kind {
    /// Answers come from a seed; its assertions may be on.
    Seeded { checks_itself: bool },
    /// Answers are true, but for a lie.
    Truthful(Option<&'static LieDef>),
}

/// The version that tells the truth.
const TRUTHFUL: &str = "truthful";

/// What the version that has a lie begins with.
const WRONG: &str = "wrong-";

/// The version of the mock that its authors mean, if there is one of this name.
fn kind(version: &str) -> Option<Kind> {
    match version {
        "assertions" => Some(Kind::Seeded { checks_itself: true }),
        TRUTHFUL => Some(Kind::Truthful(None)),
        _ => {
            let name = version.strip_prefix(WRONG)?;
            let lie = LIES.iter().find(|lie| lie.name == name)?;
            Some(Kind::Truthful(Some(lie)))
        }
    }
}

/// Whether there is such a version.
pub(crate) fn has_version(version: &str) -> bool {
    kind(version).is_some()
}

/// The mock of this version; of one that there is not, the plain one.
pub(crate) fn version(version: &str) -> &'static dyn Library {
    static TRUTHFUL_ONES: Mutex<Vec<&'static MockLibrary>> = Mutex::new(Vec::new());
    let lie = match kind(version) {
        Some(Kind::Truthful(lie)) => lie,
        Some(Kind::Seeded { checks_itself }) => return library(checks_itself),
        None => return library(false),
    };
    let name = lie.map_or_else(|| TRUTHFUL.to_owned(), |lie| format!("{WRONG}{}", lie.name));
    // Whoever panicked while it held the list did not change it.
    let mut ones = TRUTHFUL_ONES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(one) = ones.iter().copied().find(|one| one.info.version == name) {
        return one;
    }
    // A library lives as long as the process.
    let one = Box::leak(Box::new(make(name, Kind::Truthful(lie))));
    ones.push(one);
    one
}

/// The mock, or the one that checks itself.
fn library(checks_itself: bool) -> &'static dyn Library {
    static LIBRARIES: [OnceLock<MockLibrary>; 2] = [OnceLock::new(), OnceLock::new()];
    LIBRARIES[usize::from(checks_itself)]
        .get_or_init(|| make(env!("CARGO_PKG_VERSION").to_owned(), Kind::Seeded { checks_itself }))
}

fn make(version: String, kind: Kind) -> MockLibrary {
    let checks_itself = matches!(kind, Kind::Seeded { checks_itself: true });
    MockLibrary {
        info: LibraryInfo {
            version,
            path: None,
            functions: FunctionCount { exported: 0, declared: 0, missing: Vec::new() },
            assertions: if checks_itself { Assertions::On } else { Assertions::Off },
            kinds_checked: 0,
            kinds_renumbered: 0,
        },
        profile: Profile {
            operators: theory::operators().map(|op| op.key).collect(),
            theories: Theory::ALL.to_vec(),
            binders: Binder::ALL.to_vec(),
            special_values: SpecialValue::ALL.to_vec(),
            own_operators: &[],
            extension: EXTENSION,
            demands: Demands {
                makes_answers_up: matches!(kind, Kind::Seeded { .. }),
                file_options: FileOptions { harmless_texts: &["fault"], ..FileOptions::NONE },
                ..Demands::default()
            },
            holes: Vec::new(),
            sort_limits: Vec::new(),
            erasures: Vec::new(),
            errors: ErrorModel::Values,
        },
        options: match kind {
            Kind::Seeded { .. } => seeded_options(),
            Kind::Truthful(_) => vec![OptionDef {
                name: EAGER.to_owned(),
                kind: OptionKind::Bool { default: Some(false) },
            }],
        },
        kind,
    }
}

fn seeded_options() -> Vec<OptionDef> {
    vec![
        OptionDef {
            name: "seed".to_owned(),
            kind: OptionKind::Integer { min: 0, max: u64::MAX.into(), default: Some(0) },
        },
        OptionDef {
            name: "fault".to_owned(),
            kind: OptionKind::Text { default: Some(String::new()) },
        },
    ]
}

impl Library for MockLibrary {
    fn info(&self) -> &LibraryInfo {
        &self.info
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn options(&self) -> &[OptionDef] {
        &self.options
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(match self.kind {
            Kind::Seeded { checks_itself } => Box::new(MockSolver::new(checks_itself)),
            Kind::Truthful(lie) => Box::new(TruthfulSolver::new(lie.map(|lie| lie.lie))),
        })
    }
}
