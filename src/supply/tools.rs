//! The programs of the machine that an installation needs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program with arguments that always come first, e.g. `ccache g++`.
#[derive(Debug, Clone)]
pub struct Tool {
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Tool {
    /// The program of this name or path.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new() }
    }

    /// Reads a setting as `make` does, i.e. words separated by blanks; a file may contain blanks.
    fn parse(text: &OsStr) -> Self {
        match text.to_str() {
            Some(line) if !Path::new(line).exists() => {
                let mut words = line.split_whitespace();
                let program = words.next().unwrap_or_default();
                Self { program: program.into(), arguments: words.map(OsString::from).collect() }
            }
            _ => Self::new(text),
        }
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    pub(super) fn name(&self) -> String {
        self.program.display().to_string()
    }
}

/// The programs of the machine that an installation runs.
#[derive(Debug, Clone)]
pub struct Tools {
    /// The Python interpreter whose pip fetches the packages.
    pub python: Tool,
    /// The C++ compiler, which only Bitwuzla needs.
    pub cxx: Tool,
}

impl Tools {
    /// `MURXLA_PYTHON` or `python3`; `MURXLA_CXX` or `CXX` or `c++`.
    #[must_use]
    pub fn from_env() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        Self {
            python: set("MURXLA_PYTHON").map_or_else(|| Tool::new("python3"), Tool::new),
            cxx: set("MURXLA_CXX")
                .or_else(|| set("CXX"))
                .map_or_else(|| Tool::new("c++"), |text| Tool::parse(&text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tool;
    use std::ffi::OsStr;

    #[test]
    fn a_compiler_may_come_with_arguments() {
        let tool = Tool::parse(OsStr::new("ccache g++ -m64"));
        assert_eq!(tool.name(), "ccache");
        assert_eq!(tool.arguments, ["g++", "-m64"]);
    }
}
