//! What is known of a finding beside its input, as `finding.json` holds it; the module of diagnoses finds it out.

use serde::{Deserialize, Serialize};

use super::Matrix;

/// An option that a finding sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionEffect {
    /// Its name.
    pub name: String,
    /// The value that it is set to.
    pub value: String,
    /// Whether the failure is gone without it; `None` if that cannot be told.
    pub matters: Option<bool>,
    /// What happens without it.
    pub without: String,
}

/// What is known of a finding beside its input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Diagnosis {
    /// The finding in a few words, as the title of its issue has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Whether it fails without any option of the solver's own; `None` if that cannot be told.
    pub default_mode: Option<bool>,
    /// The solver's own options that it sets.
    pub options: Vec<OptionEffect>,
    /// The logic, if it sets one, and whether it fails without that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logic: Option<OptionEffect>,
    /// Whether it fails as one question in a new instance, without levels, earlier checks and assumptions.
    pub one_query: Option<bool>,
    /// What of the state it needs, if it does not.
    pub needs_state: Vec<String>,
    /// What the same as a script does by the API, and in the solver's own front end.
    pub as_script: String,
    /// What the front end does, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front_end: Option<String>,
    /// The part of the solver: a source file, a class or a function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// Options that take the failure away, with the answers then.
    pub gone_with: Vec<String>,
    /// How many options were tried for that.
    pub tried_options: usize,
    /// Default, expert, experimental or misuse, by the lists of the maintainers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// What it is likely the same as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// What releases do with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versions: Option<Matrix>,
    /// What other solvers answer.
    pub others: Vec<String>,
    /// How the library was built, as it tells itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub configuration: Vec<String>,
    /// What the C program does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
}

impl Diagnosis {
    /// The lines of it, for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = |name: &str, text: String| {
            if !text.is_empty() {
                lines.push(format!("{name}: {text}"));
            }
        };
        let told = |known: Option<bool>, yes: &str, no: &str| match known {
            Some(true) => yes.to_owned(),
            Some(false) => no.to_owned(),
            None => "cannot be told".to_owned(),
        };
        line(
            "default mode",
            match self.options.is_empty() {
                true => "fails; no option of the solver's own is set".to_owned(),
                false => told(self.default_mode, "fails without any option", "does not fail"),
            },
        );
        for option in self.options.iter().chain(&self.logic) {
            let effect = match option.matters {
                Some(true) => format!("needed; without it {}", option.without),
                Some(false) => "not needed".to_owned(),
                None => format!("cannot be told; without it {}", option.without),
            };
            line(&format!("{}={}", option.name, option.value), effect);
        }
        line("as one query", told(self.one_query, "fails in a new instance", "does not fail"));
        line("needs", self.needs_state.join(", "));
        line("as a script", self.as_script.clone());
        line("front end", self.front_end.clone().unwrap_or_default());
        line("component", self.component.clone().unwrap_or_default());
        line(
            "gone with",
            match (&self.gone_with[..], self.tried_options) {
                ([], 0) => String::new(),
                ([], tried) => format!("none of {tried} options that were tried one by one"),
                (found, _) => found.join("; "),
            },
        );
        line("scope", self.scope.clone().unwrap_or_default());
        line("likely the same as", self.duplicate_of.clone().unwrap_or_default());
        line("versions", self.versions.as_ref().map(Matrix::in_words).unwrap_or_default());
        line("C program", self.native.clone().unwrap_or_default());
        for other in &self.others {
            line("other solver", other.clone());
        }
        lines
    }
}
