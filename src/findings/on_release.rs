//! The result of replaying a finding of a build with assertions on the release.

use serde::{Deserialize, Serialize};

use super::{Ending, Key};

/// What the release did with the trace of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnRelease {
    /// The version, as the library tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// How the trace ended; `None` if it could not be done, and the message says why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Ending>,
    /// What was said.
    pub message: String,
    /// What is wrong, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
}

impl OnRelease {
    /// It could not be done.
    pub fn not_done(why: impl Into<String>) -> OnRelease {
        OnRelease { version: None, class: None, message: why.into(), key: None }
    }

    /// In a few words, for a person who looks at the finding with this key.
    pub fn in_short(&self, found: &Key) -> String {
        let version = self.version.as_deref().unwrap_or("?");
        match (&self.key, &self.class) {
            (Some(key), _) if key == found => format!("{version}: the same"),
            (Some(key), _) => {
                let what = key.oracle.clone().unwrap_or_else(|| key.class.to_string());
                format!("{version}: {what}: {}", key.detail)
            }
            (None, Some(class)) => format!("{version}: {class}"),
            (None, None) => format!("not done: {}", self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_in_short() {
        let found = Key::of_oracle("z3", "cross-check", "sat/unsat");
        let other = Key { class: Ending::Signal(libc::SIGSEGV), oracle: None, ..found.clone() };
        let on = |class, key| {
            let version = Some("1.0".to_owned());
            OnRelease { version, class, message: String::new(), key }.in_short(&found)
        };
        assert_eq!(on(Some(Ending::Completed), None), "1.0: completed");
        assert_eq!(on(Some(Ending::Completed), Some(found.clone())), "1.0: the same");
        assert_eq!(on(Some(Ending::Signal(11)), Some(other)), "1.0: segv: sat/unsat");
        assert_eq!(OnRelease::not_done("no library").in_short(&found), "not done: no library");
    }
}
