//! The mock's version, profile and new instances.

use std::sync::OnceLock;

use murxla_api::{
    Assertions, Binder, Demands, ErrorModel, FileOptions, FunctionCount, Library, LibraryInfo,
    OptionDef, OptionKind, Profile, Solver, SolverError, SpecialValue, Theory, theory,
};

use crate::actions::EXTENSION;
use crate::solver::MockSolver;

struct MockLibrary {
    info: LibraryInfo,
    profile: Profile,
    options: Vec<OptionDef>,
}

/// The mock, or the one that checks itself.
pub(crate) fn library(assertions: bool) -> &'static dyn Library {
    static LIBRARIES: [OnceLock<MockLibrary>; 2] = [OnceLock::new(), OnceLock::new()];
    LIBRARIES[usize::from(assertions)].get_or_init(|| MockLibrary {
        info: LibraryInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            path: None,
            functions: FunctionCount { exported: 0, declared: 0, missing: Vec::new() },
            assertions: if assertions { Assertions::On } else { Assertions::Off },
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
                makes_answers_up: true,
                file_options: FileOptions { harmless_texts: &["fault"], ..FileOptions::NONE },
                ..Demands::default()
            },
            holes: Vec::new(),
            sort_limits: Vec::new(),
            erasures: Vec::new(),
            errors: ErrorModel::Values,
        },
        options: vec![
            OptionDef {
                name: "seed".to_owned(),
                kind: OptionKind::Integer { min: 0, max: u64::MAX.into(), default: Some(0) },
            },
            OptionDef {
                name: "fault".to_owned(),
                kind: OptionKind::Text { default: Some(String::new()) },
            },
        ],
    })
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
        let checks_itself = self.info.assertions == Assertions::On;
        Ok(Box::new(MockSolver::new(checks_itself)))
    }
}
