//! The registry of wrappers, and how the library of a solver is found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::{ActionDef, Assertions, Library, LoadError, Op, Wrapper, theory};
use murxla_native::record::NativeApi;
use murxla_smtlib::{ProfileError, Program, ProgramError};
use thiserror::Error;

use crate::sandbox::{self, Class, Limits};
use crate::supply::{self, Progress, SolverSpec, StoreDir, SupplyError, Tools};
use crate::trace::check::OwnRows;

/// All wrappers of this build.
pub static WRAPPERS: &[&dyn Wrapper] = &[
    #[cfg(feature = "z3")]
    &murxla_z3::WRAPPER,
    #[cfg(feature = "cvc5")]
    &murxla_cvc5::WRAPPER,
    #[cfg(feature = "bitwuzla")]
    &murxla_bitwuzla::WRAPPER,
    #[cfg(feature = "yices")]
    &murxla_yices::WRAPPER,
    #[cfg(feature = "boolector")]
    &murxla_boolector::WRAPPER,
    &murxla_mock::WRAPPER,
    &murxla_smtlib::WRAPPER,
];

/// The wrappers of real solvers.
pub fn real() -> impl Iterator<Item = &'static dyn Wrapper> {
    WRAPPERS.iter().copied().filter(|wrapper| wrapper.needs_library())
}

/// The C APIs of the solvers that are loaded, by the names of their wrappers.
static NATIVE_APIS: &[(&str, &NativeApi)] = &[
    #[cfg(feature = "z3")]
    ("z3", &murxla_z3::NATIVE),
    #[cfg(feature = "cvc5")]
    ("cvc5", &murxla_cvc5::NATIVE),
    #[cfg(feature = "bitwuzla")]
    ("bitwuzla", &murxla_bitwuzla::NATIVE),
    #[cfg(feature = "yices")]
    ("yices", &murxla_yices::NATIVE),
    #[cfg(feature = "boolector")]
    ("boolector", &murxla_boolector::NATIVE),
];

/// The C API of a solver, if its calls can be recorded.
pub fn native_api(name: &str) -> Option<&'static NativeApi> {
    NATIVE_APIS.iter().find(|(known, _)| *known == name).map(|(_, api)| *api)
}

/// The wrapper with this name.
pub fn wrapper(name: &str) -> Result<&'static dyn Wrapper, SolverProblem> {
    WRAPPERS
        .iter()
        .copied()
        .find(|wrapper| wrapper.name() == name)
        .ok_or_else(|| SolverProblem::Unknown { name: name.to_owned(), known: names() })
}

/// The own operators and actions of all solvers.
pub struct AllRows;

impl OwnRows for AllRows {
    fn operator(&self, key: &str) -> Option<&'static Op> {
        let own = || WRAPPERS.iter().flat_map(|wrapper| wrapper.own_operators());
        theory::operator(key).or_else(|| own().find(|op| op.key == key))
    }

    fn action(&self, name: &str) -> Option<&'static ActionDef> {
        let own = WRAPPERS.iter().flat_map(|wrapper| wrapper.own_actions());
        own.into_iter().find(|action| action.name == name)
    }
}

fn names() -> String {
    let names: Vec<&str> = WRAPPERS.iter().map(|wrapper| wrapper.name()).collect();
    names.join(", ")
}

/// Why a solver cannot be used.
#[derive(Debug, Error)]
pub enum SolverProblem {
    /// No wrapper has this name.
    #[error("no solver is named '{name}'; this build has {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Names that would do.
        known: String,
    },
    /// A version of something that has none.
    #[error("{0} is part of murxla and has no other versions; write '{0}' alone")]
    NoVersions(&'static str),
    /// A trace names a version that is not built in.
    #[error("{name} has no version '{version}'; name what is to be run with --solver")]
    NoSuchVersion {
        /// The solver.
        name: &'static str,
        /// The version.
        version: String,
    },
    /// No command.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// What is said of a binary is wrong.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// Its library cannot be installed.
    #[error(transparent)]
    Supply(#[from] SupplyError),
    /// Its library cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The version that stands for a build with assertions.
const ASSERTIONS: &str = "assertions";

/// A solver by name and, if it matters, version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The wrapper's name.
    pub name: &'static str,
    /// The version; `None` is the pinned default, or the developer's own build. Of a binary: what stands behind
    /// `smtlib`, see [`Program`].
    pub version: Option<String>,
}

impl Choice {
    /// Reads `NAME` or `NAME@VERSION`, where `assertions` stands for the version that is built with assertions.
    /// For binaries it is `smtlib`, `smtlib:COMMAND` or `smtlib@PROFILE:COMMAND`.
    pub fn parse(text: &str) -> Result<Choice, SolverProblem> {
        if let Some(program) = text.strip_prefix(murxla_smtlib::NAME) {
            let program = Program::parse(program)?;
            return Ok(Choice::binary(&program));
        }
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let wrapper = wrapper(name)?;
        let version = match version {
            None => None,
            // Such as the mock that checks itself.
            Some(version) if wrapper.has_version(version) => Some(version.to_owned()),
            Some(_) if !wrapper.needs_library() => {
                return Err(SolverProblem::NoVersions(wrapper.name()));
            }
            Some(_) => Some(SolverSpec::parse(text)?.version().to_owned()),
        };
        Ok(Choice { name: wrapper.name(), version })
    }

    /// Reads several of them, with commas in between. A command may hold commas, too: there only one that comes before
    /// the name of a solver ends it.
    pub fn parse_list(text: &str) -> Result<Vec<Choice>, SolverProblem> {
        let mut texts: Vec<String> = Vec::new();
        for part in text.split(',') {
            let name = part.split(['@', ':']).next().unwrap_or_default();
            match texts.last_mut() {
                Some(last) if is_binary(last) && wrapper(name).is_err() => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => texts.push(part.to_owned()),
            }
        }
        texts.iter().map(|text| Choice::parse(text)).collect()
    }

    fn binary(program: &Program) -> Choice {
        let version = Some(program.to_string()).filter(|text| !text.is_empty());
        Choice { name: murxla_smtlib::NAME, version }
    }

    /// The binary, if the solver is one.
    pub fn program(&self) -> Option<Program> {
        let text = self.version.as_deref().unwrap_or_default();
        Some(text)
            .filter(|_| self.name == murxla_smtlib::NAME)
            .and_then(|text| Program::parse(text).ok())
    }

    /// Whether it only prints SMT-LIB.
    pub fn only_prints(&self) -> bool {
        self.program().is_some_and(|program| program.command.is_none())
    }

    /// The same with this profile, unless it names one or is no binary; its profile must be one.
    pub fn with_profile(self, profile: Option<&str>) -> Result<Choice, SolverProblem> {
        let Some(mut program) = self.program() else { return Ok(self) };
        if program.profile.is_none() {
            program.profile = profile.map(str::to_owned);
        }
        murxla_smtlib::check_profile(&program)?;
        Ok(Choice::binary(&program))
    }
}

fn is_binary(text: &str) -> bool {
    text.strip_prefix(murxla_smtlib::NAME).is_some_and(|rest| rest.starts_with([':', '@']))
}

/// Finds libraries: a developer's own build first, then what is installed, then what can be installed.
pub struct Locator {
    own: BTreeMap<&'static str, PathBuf>,
    store: StoreDir,
    tools: Tools,
    /// Where the user is.
    folder: Option<PathBuf>,
}

/// Where a library is.
#[derive(Debug, PartialEq, Eq)]
pub enum Location {
    /// A file.
    File(PathBuf),
    /// No file is needed.
    BuiltIn,
    /// It can be installed.
    NotInstalled,
}

impl Locator {
    /// Own builds as given on the command line, with those named by `MURXLA_LIB_<NAME>` behind them.
    pub fn new(given: &[(&'static str, PathBuf)]) -> Result<Locator, SolverProblem> {
        let mut own = BTreeMap::new();
        for wrapper in real() {
            let variable = format!("MURXLA_LIB_{}", wrapper.name().to_uppercase());
            if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
                own.insert(wrapper.name(), PathBuf::from(path));
            }
        }
        own.extend(given.iter().cloned());
        let folder = std::env::current_dir().ok();
        Ok(Locator { own, store: StoreDir::from_env()?, tools: Tools::from_env(), folder })
    }

    /// The store of installed solvers.
    pub fn store(&self) -> &StoreDir {
        &self.store
    }

    /// The tools that installing needs.
    pub fn tools(&self) -> &Tools {
        &self.tools
    }

    /// Whether the user named a build of this solver.
    pub fn has_own(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    /// The builds that the user named, by the names of their solvers.
    pub fn own_builds(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        self.own.iter().map(|(name, path)| (*name, path.as_path()))
    }

    /// The solver with assertions that a trace names as its own, if it is there.
    pub fn with_assertions(&self, name: &'static str) -> Option<Choice> {
        let choice = Choice::parse(&format!("{name}@{ASSERTIONS}")).ok()?;
        match self.locate(&choice) {
            Ok(Location::File(_) | Location::BuiltIn) => Some(choice),
            _ => None,
        }
    }

    /// The release that a build with assertions is compared with: that of the same version, or else the default one,
    /// whichever is installed. `None` if the library has no assertions.
    pub fn release_of(&self, choice: &Choice, library: &dyn Library) -> Option<Choice> {
        if library.info().assertions != Assertions::On {
            return None;
        }
        let spec = choice.version.as_ref().map(|_| SolverSpec::parse(&choice.to_string()));
        let same = spec.and_then(Result::ok).map(|spec| spec.release().version().to_owned());
        let default = supply::default_version(choice.name).map(str::to_owned);
        // What is built in has no versions but this.
        let built_in = same.is_none() && default.is_none();
        let versions = [same, default].into_iter().flatten().map(Some);
        let mut choices = versions
            .chain(built_in.then_some(None))
            .map(|version| Choice { name: choice.name, version })
            .filter(|release| release != choice);
        choices.find(|release| {
            matches!(self.locate(release), Ok(Location::File(_) | Location::BuiltIn))
        })
    }

    /// Where the library is now.
    pub fn locate(&self, choice: &Choice) -> Result<Location, SolverProblem> {
        if !wrapper(choice.name)?.needs_library() {
            return Ok(Location::BuiltIn);
        }
        // A version asked for by name is one from the store, whatever build is the developer's own.
        if choice.version.is_none()
            && let Some(path) = self.own.get(choice.name)
        {
            return Ok(Location::File(path.clone()));
        }
        let version = choice.version.as_deref();
        let version = version.or_else(|| supply::default_version(choice.name));
        Ok(match supply::find(&self.store, choice.name, version) {
            Some(installed) => Location::File(installed.library),
            None => Location::NotInstalled,
        })
    }

    /// Loads the library, after installing it if that is needed: in a process that may die of it. One that was installed
    /// must be what it was then.
    pub fn load(
        &self,
        choice: &Choice,
        progress: &dyn Progress,
    ) -> Result<&'static dyn Library, SolverProblem> {
        let path = self.file(choice, progress)?;
        Ok(wrapper(choice.name)?.load(&path)?)
    }

    /// Loads the library in a child first, and then here: what is damaged ends the child and not this process. With
    /// `contained`, its constructors write no files.
    pub fn load_tried(
        &self,
        choice: &Choice,
        contained: bool,
        progress: &dyn Progress,
    ) -> Result<&'static dyn Library, SolverProblem> {
        let path = self.file(choice, progress)?;
        let wrapper = wrapper(choice.name)?;
        if wrapper.needs_library() {
            try_to_load(wrapper, &path)?;
            if contained {
                sandbox::load_contained(&path);
            }
        }
        Ok(wrapper.load(&path)?)
    }

    /// What [`Wrapper::load`] takes.
    fn file(&self, choice: &Choice, progress: &dyn Progress) -> Result<PathBuf, SolverProblem> {
        Ok(match self.locate(choice)? {
            Location::BuiltIn => self.program_from_here(choice).into(),
            Location::File(path) if choice.version.is_none() && self.has_own(choice.name) => path,
            // What is there already is looked at, too.
            Location::File(_) | Location::NotInstalled => {
                let spec = SolverSpec::parse(&choice.to_string())?;
                supply::install(&self.store, &self.tools, &spec, progress)?.library
            }
        })
    }

    /// What stands behind the name of a solver that is built in. A run that is kept from writing may have left the folder in
    /// which the user named a program.
    fn program_from_here(&self, choice: &Choice) -> String {
        let text = choice.version.clone().unwrap_or_default();
        match choice.program() {
            Some(program) if std::env::current_dir().ok() != self.folder => {
                let folder = self.folder.as_deref().unwrap_or(Path::new("/"));
                program.seen_from(folder).to_string()
            }
            _ => text,
        }
    }
}

/// Loads a library in a child, and tells why it cannot be used, if so.
fn try_to_load(wrapper: &dyn Wrapper, path: &Path) -> Result<(), SolverProblem> {
    const LOADED: &[u8] = b"loaded";
    let limits = Limits { wall: LONGEST_LOADING, cpu: LONGEST_LOADING, ..Limits::default() };
    let tried = sandbox::run(&limits, |log| match sandbox::contain() {
        Ok(()) => match wrapper.load(path) {
            Ok(_) => log.write(LOADED),
            Err(error) => log.write(error.to_string().as_bytes()),
        },
        Err(error) => log.write(error.to_string().as_bytes()),
    });
    let problem = match tried {
        Ok(outcome) if outcome.log == LOADED => return Ok(()),
        Ok(outcome) if outcome.log.is_empty() => {
            let how = match &outcome.class {
                Class::Crash { signal } => format!("signal {signal}"),
                other => format!("{other:?}"),
            };
            format!(
                "{} cannot be loaded: a process that tries it dies ({how}); the file is damaged, or not made for this \
                 machine",
                path.display()
            )
        }
        Ok(outcome) => String::from_utf8_lossy(&outcome.log).into_owned(),
        Err(error) => format!("no process can be started to load {}: {error}", path.display()),
    };
    Err(LoadError(problem).into())
}

/// Loading takes some 30 ms.
const LONGEST_LOADING: Duration = Duration::from_secs(20);

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)?;
        match &self.version {
            Some(program) if self.name == murxla_smtlib::NAME => f.write_str(program),
            Some(version) => write!(f, "@{version}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read() {
        let check = |text: &str, expected: &str| {
            let read = match Choice::parse(text) {
                Ok(choice) => format!("{choice:?}"),
                Err(problem) => problem.to_string(),
            };
            assert_eq!(read, expected);
        };
        check("mock", "Choice { name: \"mock\", version: None }");
        check("mock@1", "mock is part of murxla and has no other versions; write 'mock' alone");
        check("mock@assertions", "Choice { name: \"mock\", version: Some(\"assertions\") }");
        #[cfg(feature = "bitwuzla")]
        check(
            "bitwuzla@assertions",
            "Choice { name: \"bitwuzla\", version: Some(\"0.9.1-assertions\") }",
        );
        #[cfg(feature = "z3")]
        check("z3@assertions", "z3 cannot be built with assertions; only bitwuzla, yices can");
        #[cfg(feature = "z3")]
        check("z3@4.8.12", "Choice { name: \"z3\", version: Some(\"4.8.12\") }");
        #[cfg(all(
            feature = "z3",
            feature = "cvc5",
            feature = "bitwuzla",
            feature = "yices",
            feature = "boolector"
        ))]
        check(
            "zz",
            "no solver is named 'zz'; this build has z3, cvc5, bitwuzla, yices, boolector, mock, smtlib",
        );
        check("smtlib", "Choice { name: \"smtlib\", version: None }");
        check("smtlib:a -b", "Choice { name: \"smtlib\", version: Some(\":a -b\") }");
        check("smtlib2", "write smtlib, smtlib:COMMAND or smtlib@PROFILE:COMMAND, not 'smtlib2'");
    }

    #[test]
    fn lists_are_split_before_names() {
        let check = |text: &str, expected: &[&str]| {
            let choices = Choice::parse_list(text).expect("choices");
            let texts: Vec<String> = choices.iter().map(ToString::to_string).collect();
            assert_eq!(texts, expected, "{text}");
        };
        check("mock", &["mock"]);
        check("mock,mock@assertions", &["mock", "mock@assertions"]);
        check("mock,smtlib:a -x=1,2,mock", &["mock", "smtlib:a -x=1,2", "mock"]);
        check("smtlib:a -x, y,smtlib@z3:b", &["smtlib:a -x, y", "smtlib@z3:b"]);
        check("smtlib,mock", &["smtlib", "mock"]);
        assert!(Choice::parse_list("mock,1").is_err());
    }
}
