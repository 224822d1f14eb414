//! The programs of the machine that an installation needs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::SupplyError;
use crate::sandbox::run_leashed;

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

    /// As other programs take it, e.g. in `CC`.
    pub(super) fn line(&self) -> OsString {
        let mut line = self.program.clone().into_os_string();
        for argument in &self.arguments {
            line.push(" ");
            line.push(argument);
        }
        line
    }
}

/// The programs of the machine that an installation runs.
#[derive(Debug, Clone)]
pub struct Tools {
    /// The Python interpreter whose pip fetches the packages.
    pub python: Tool,
    /// The C++ compiler, which only Bitwuzla and builds with assertions need.
    pub cxx: Tool,
    /// The C compiler. This and what follows is for builds with assertions.
    pub cc: Tool,
    /// `make`.
    pub make: Tool,
    /// `cargo`, which fetches sources.
    pub cargo: Tool,
    /// Cargo's own folder, in whose cache they lie then.
    pub cargo_home: Option<PathBuf>,
    /// `apt-get`, which fetches sources.
    pub apt_get: Tool,
    /// `dpkg-deb`, which unpacks them.
    pub dpkg_deb: Tool,
}

impl Tools {
    /// `MURXLA_PYTHON` or `python3`; `MURXLA_CXX` or `CXX` or `c++`; `MURXLA_CC` or `CC` or `cc`; `MAKE`, `CARGO`;
    /// `apt-get` and `dpkg-deb`.
    #[must_use]
    pub fn from_env() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let named = |names: &[&str], usual: &str| {
            let text = names.iter().find_map(|name| set(name));
            text.map_or_else(|| Tool::new(usual), |text| Tool::parse(&text))
        };
        Self {
            python: set("MURXLA_PYTHON").map_or_else(|| Tool::new("python3"), Tool::new),
            cxx: named(&["MURXLA_CXX", "CXX"], "c++"),
            cc: named(&["MURXLA_CC", "CC"], "cc"),
            make: named(&["MAKE"], "make"),
            cargo: named(&["CARGO"], "cargo"),
            cargo_home: set("CARGO_HOME")
                .map(PathBuf::from)
                .or_else(|| Some(PathBuf::from(set("HOME")?).join(".cargo"))),
            apt_get: Tool::new("apt-get"),
            dpkg_deb: Tool::new("dpkg-deb"),
        }
    }

    /// Says early that a program is missing; `purpose` says what it would do.
    pub(super) fn require(&self, tool: &Tool, purpose: &str) -> Result<(), SupplyError> {
        let started = run_leashed(tool.command().arg("--version"));
        started.map(drop).map_err(|source| SupplyError::ToolMissing {
            tool: tool.name(),
            purpose: purpose.to_owned(),
            source,
        })
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
        assert_eq!(tool.line(), "ccache g++ -m64");
    }
}
