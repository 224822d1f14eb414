//! Which options a trace may set: one from a stranger only what the library declares to be harmless in kind.

use murxla_api::{Library, OptionDef, OptionKind, StandardOption};
use serde::{Deserialize, Serialize};

use super::{Played, Skip};

/// Which options are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionPolicy {
    /// Those that the library declares as Booleans, numbers or enumerations, with such values: for traces and scripts of
    /// strangers. Free text may be the name of a file, whatever the option is called.
    Declared,
    /// All but those whose names or values speak of files: for what the user drew or set on the command line.
    NoFiles,
    /// All: the user trusts the trace.
    All,
}

impl OptionPolicy {
    /// Whether runs are kept from writing files.
    pub fn contains_runs(self) -> bool {
        self != OptionPolicy::All
    }

    /// What becomes of a setting that is not executed; `None` if it is.
    pub(super) fn refusal(self, library: &dyn Library, name: &str, value: &str) -> Option<Played> {
        let forbidden = |why| Some(Played::Skipped(Skip::Forbidden(why)));
        if self == OptionPolicy::All {
            return None;
        }
        let files = &library.profile().demands.file_options;
        if let Some(why) = files.refusal(name, value) {
            return forbidden(why);
        }
        if self == OptionPolicy::NoFiles {
            return None;
        }
        let kind = match StandardOption::from_key(name) {
            Some(_) => &OptionKind::Bool { default: None },
            None => match library.options().iter().find(|option| option.name == name) {
                Some(OptionDef { kind, .. }) => kind,
                // Libraries read names generously, so it must not be asked: the name may be another spelling.
                None => {
                    return Some(Played::Rejected(format!("no option is declared as {name}")));
                }
            },
        };
        match not_of_kind(kind, value) {
            None => None,
            Some(Wrong::FreeText) if files.harmless_texts.contains(&name) => None,
            Some(Wrong::FreeText) => {
                forbidden(format!("the option {name} takes any text, which may name a file"))
            }
            Some(Wrong::Value(takes)) => {
                Some(Played::Rejected(format!("the option {name} takes {takes}, not {value}")))
            }
        }
    }
}

/// Why a value is not executed.
enum Wrong {
    FreeText,
    /// What the option takes.
    Value(&'static str),
}

fn not_of_kind(kind: &OptionKind, value: &str) -> Option<Wrong> {
    let (fits, takes) = match kind {
        OptionKind::Bool { .. } => (matches!(value, "true" | "false"), "true or false"),
        OptionKind::Integer { .. } => (value.parse::<i128>().is_ok(), "a whole number"),
        OptionKind::Double { .. } => {
            let digits = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
            (value.bytes().all(digits) && value.parse::<f64>().is_ok(), "a number")
        }
        OptionKind::Modes { modes, .. } => {
            (modes.iter().any(|mode| mode == value), "one of the words that the library lists")
        }
        OptionKind::Text { .. } | OptionKind::Void => return Some(Wrong::FreeText),
    };
    (!fits).then_some(Wrong::Value(takes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_of_their_kind_or_refused() {
        let integer = OptionKind::Integer { min: 0, max: 9, default: None };
        let double = OptionKind::Double { min: 0.0, max: 1.0, default: None };
        let modes = OptionKind::Modes { modes: vec!["on".to_owned()], default: None };
        let truth = OptionKind::Bool { default: None };
        for (kind, value, fits) in [
            (&truth, "true", true),
            (&truth, "NAME", false),
            (&truth, "1", false),
            (&integer, "-3", true),
            (&integer, "3x", false),
            (&integer, "", false),
            (&double, "1e-3", true),
            (&double, "inf", false),
            (&double, "nan", false),
            (&modes, "on", true),
            (&modes, "off", false),
            (&OptionKind::Text { default: None }, "on", false),
            (&OptionKind::Void, "", false),
        ] {
            assert_eq!(not_of_kind(kind, value).is_none(), fits, "{kind:?} {value}");
        }
    }
}
