//! The mock's version, profile and new instances.

use std::sync::{Mutex, OnceLock};

use murxla_api::{
    Assertions, Binder, Demands, Denied, ErrorModel, FileOptions, FunctionCount, Library,
    LibraryInfo, OptionDef, OptionKind, Profile, SelfCheck, Solver, SolverError, SpecialValue,
    Theory, theory,
};

use crate::actions::EXTENSION;
use crate::solver::MockSolver;
use crate::truthful::{CHECK_MODEL, EAGER, LIES, LieDef, MODEL_CHECK_FAILED, TruthfulSolver};

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
    /// Answers are true, but the check of its own models always fails.
    Alarmist,
}

/// The version that tells the truth.
const TRUTHFUL: &str = "truthful";

/// The version that says that its own models are wrong when it checks them.
const ALARMIST: &str = "alarmist";

/// What the version that has a lie begins with.
const WRONG: &str = "wrong-";

/// The version of the mock that its authors mean, if there is one of this name.
fn kind(version: &str) -> Option<Kind> {
    match version {
        "assertions" => Some(Kind::Seeded { checks_itself: true }),
        TRUTHFUL => Some(Kind::Truthful(None)),
        ALARMIST => Some(Kind::Alarmist),
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

/// The mock of this version, if there is one; the plain one, if none is named.
pub(crate) fn version(version: &str) -> Option<&'static dyn Library> {
    static TRUTHFUL_ONES: Mutex<Vec<&'static MockLibrary>> = Mutex::new(Vec::new());
    let kind = match kind(version) {
        Some(Kind::Seeded { checks_itself }) => return Some(library(checks_itself)),
        Some(kind) => kind,
        None => return version.is_empty().then(|| library(false) as &dyn Library),
    };
    let name = match kind {
        Kind::Truthful(Some(lie)) => format!("{WRONG}{}", lie.name),
        Kind::Alarmist => ALARMIST.to_owned(),
        _ => TRUTHFUL.to_owned(),
    };
    // Whoever panicked while it held the list did not change it.
    let mut ones = TRUTHFUL_ONES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(one) = ones.iter().copied().find(|one| one.info.version == name) {
        return Some(one);
    }
    // A library lives as long as the process.
    let one = Box::leak(Box::new(make(name, kind)));
    ones.push(one);
    Some(one)
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
                denied: &[Denied { names: &["=check-model"], reason: "it is a check of itself" }],
                self_checks: match kind {
                    Kind::Seeded { .. } => &[],
                    _ => &[SelfCheck { option: CHECK_MODEL, says: MODEL_CHECK_FAILED }],
                },
                ..Demands::default()
            },
            holes: Vec::new(),
            sort_limits: Vec::new(),
            erasures: Vec::new(),
            errors: ErrorModel::Values,
        },
        options: match kind {
            Kind::Seeded { .. } => seeded_options(),
            _ => [EAGER, CHECK_MODEL]
                .map(|name| OptionDef {
                    name: name.to_owned(),
                    kind: OptionKind::Bool { default: Some(false) },
                })
                .into(),
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
            Kind::Alarmist => Box::new(TruthfulSolver::alarmist()),
        })
    }
}
