//! The lists by which the output of a solver's binary is judged: what is a crash, what is known, what is ignored.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Parts of texts that solvers print, and solvers that are always asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Lists {
    /// Commands that are asked beside those of the command line.
    pub(super) solvers: Vec<String>,
    /// What has one of these in its output has crashed.
    pub(super) crash: Vec<String>,
    /// A crash with one of these is known.
    pub(super) duplicate: Vec<String>,
    /// Output with one of these is no finding, however the solver ended.
    pub(super) ignore: Vec<String>,
}

const CRASH: [&str; 19] = [
    "Exception",
    "lang.AssertionError",
    "lang.Error",
    "runtime error",
    "LEAKED",
    "Leaked",
    "Segmentation fault",
    "segmentation fault",
    "segfault",
    "ASSERTION",
    "Assertion",
    "Fatal failure",
    "Internal error detected",
    "an invalid model was generated",
    "Failed to verify",
    "failed to verify",
    "ERROR: AddressSanitizer:",
    "invalid expression",
    "Aborted",
];

const IGNORE: [&str; 11] = [
    "(error ",
    "unexpected char",
    "failed to open file",
    "Expected result sat but got unsat",
    "Expected result unsat but got sat",
    "Parse Error",
    "Cannot get model",
    "Symbol 'str.to-re' not declared as a variable",
    "Symbol 'str.to.re' not declared as a variable",
    "Unimplemented code encountered",
    "unsupported",
];

impl Default for Lists {
    /// Those of yinyang.
    fn default() -> Lists {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        Lists {
            solvers: Vec::new(),
            crash: texts(&CRASH),
            duplicate: Vec::new(),
            ignore: texts(&IGNORE),
        }
    }
}

impl Lists {
    /// Reads a file; a list that it lacks is the default one.
    pub(super) fn load(path: &Path) -> Result<Lists, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {shown}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{shown}: {}", error.to_string().trim_end()))
    }
}

/// Whether a text has one of these in it.
pub(super) fn has_one(text: &str, list: &[String]) -> bool {
    list.iter().any(|part| text.contains(part.as_str()))
}
