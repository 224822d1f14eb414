//! Lists of known keys (`--known`): a campaign counts these findings and does not report them again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::DiskError;
use super::output_file::write_output;
use super::{Ending, Key};

/// The version of the file that we write, and the only one that we read.
const VERSION: u32 = 1;

/// A key that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownKey {
    /// Why it is known, for people: the number of an issue, a version that mends it.
    #[serde(default)]
    pub comment: String,
    /// The key.
    pub key: Key,
    /// If it stands for a family: every crash of the solver in this component whose trace has all of the operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
}

/// Crashes that are one bug, whatever functions they end in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// A class or name space of the solver, such as `smt::theory_special_relations`.
    pub component: String,
    /// Operators without which it does not happen.
    #[serde(default)]
    pub operators: Vec<String>,
}

impl Family {
    /// The family of a crash, if functions tell it: the component is the longest class or name space among them.
    pub fn of(key: &Key, operators: Vec<String>) -> Option<Family> {
        let is_crash = matches!(key.class, Ending::Signal(_) | Ending::StackOverflow);
        let components = key.detail.split(FUNCTION_SEPARATOR).filter_map(component_of);
        let mut components: Vec<&str> = components.collect();
        // Of several that are as deep, the first: it is the innermost.
        components.reverse();
        let depth = |component: &&str| component.matches("::").count();
        let component = components.into_iter().max_by_key(depth).filter(|_| is_crash)?;
        Some(Family { component: component.to_owned(), operators })
    }

    fn has(&self, known: &Key, key: &Key, trace: &[u8]) -> bool {
        let same = (&known.solver, known.class, &known.oracle);
        let mut components = key.detail.split(FUNCTION_SEPARATOR).filter_map(component_of);
        let text = String::from_utf8_lossy(trace);
        let words: BTreeSet<&str> = text.split_whitespace().collect();
        same == (&key.solver, key.class, &key.oracle)
            && components.any(|component| component == self.component)
            && self.operators.iter().all(|operator| words.contains(operator.as_str()))
    }
}

/// Between the functions of a key.
const FUNCTION_SEPARATOR: &str = " < ";

/// The class or name space of a function.
fn component_of(function: &str) -> Option<&str> {
    function.rsplit_once("::").map(|(component, _)| component)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    #[serde(default)]
    known: Vec<KnownKey>,
}

/// Why a file of known keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KnownError {
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// It is not such a file.
    #[error("{path} is no file of known findings: {problem}; write one with --export-known")]
    Form {
        /// The file.
        path: String,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// Another version of murxla wrote it.
    #[error("{path} has version {found}, but this murxla reads version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: u32,
    },
}

/// Known keys, and how often each was met.
#[derive(Clone, Debug, Default)]
pub struct Known {
    keys: Vec<KnownKey>,
    fired: Vec<u64>,
}

impl Known {
    /// These keys.
    pub fn new(keys: Vec<KnownKey>) -> Known {
        let fired = vec![0; keys.len()];
        Known { keys, fired }
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Known, KnownError> {
        let text = fs::read_to_string(path).map_err(DiskError::on("read", path))?;
        Known::parse(&path.display().to_string(), &text)
    }

    /// Reads the text of a file with this name.
    pub fn parse(name: &str, text: &str) -> Result<Known, KnownError> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let path = || name.to_owned();
        let form = |error: toml::de::Error| KnownError::Form {
            path: path(),
            problem: error.to_string().trim_end().to_owned(),
        };
        // Another version may have other fields, so it is looked at first.
        let Version { version: found } = toml::from_str(text).map_err(form)?;
        if found != VERSION {
            return Err(KnownError::Version { path: path(), found });
        }
        let file: File = toml::from_str(text).map_err(form)?;
        Ok(Known::new(file.known))
    }

    /// The text of a file with these keys.
    pub fn export(keys: &[KnownKey]) -> String {
        let file = File { version: VERSION, known: keys.to_vec() };
        // Keys and comments are texts and numbers, which TOML can write.
        let text = toml::to_string(&file).unwrap_or_default();
        format!(
            "# Findings that are known: a campaign with --known does not tell of them again.\n{text}"
        )
    }

    /// Writes a file with these keys.
    pub fn write(path: &Path, keys: &[KnownKey]) -> Result<(), KnownError> {
        Ok(write_output(path, Known::export(keys).as_bytes())?)
    }

    /// What is said of this key, or of its family if it is known.
    pub fn comment_of(&self, key: &Key, trace: &[u8]) -> Option<String> {
        // Where operators tell the cause, other operators are another one.
        let same = || {
            let is_same =
                |known: &KnownKey| known.key.same_failure(key) && !known.key.has_operators();
            self.keys.iter().position(is_same)
        };
        let known = self.keys.get(self.matches(key, trace).or_else(same)?)?;
        Some(match known.comment.is_empty() {
            true => known.key.to_string(),
            false => known.comment.clone(),
        })
    }

    /// The place of the key, or of its family, if it is known.
    pub fn matches(&self, key: &Key, trace: &[u8]) -> Option<usize> {
        let exact = self.keys.iter().position(|known| known.key == *key);
        let of_family = |known: &KnownKey| {
            known.family.as_ref().is_some_and(|family| family.has(&known.key, key, trace))
        };
        exact.or_else(|| self.keys.iter().position(of_family))
    }

    /// The place of the key of this trace, or of its family, if it is known; it is counted.
    pub fn fire(&mut self, key: &Key, trace: &[u8]) -> Option<usize> {
        let place = self.matches(key, trace)?;
        if let Some(count) = self.fired.get_mut(place) {
            *count += 1;
        }
        Some(place)
    }

    /// The known keys with how often each was met.
    pub fn fired(&self) -> impl Iterator<Item = (&KnownKey, u64)> {
        self.keys.iter().zip(self.fired.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Vec<KnownKey> {
        let key = |detail: &str| Key::of_oracle("z3", "cross-check", detail);
        let crash = Key { oracle: None, ..key("f < \"g\" 'h' \\ ä") };
        vec![
            KnownKey { comment: "issue 12".to_owned(), key: key("sat/unsat"), family: None },
            KnownKey { comment: String::new(), key: crash, family: None },
        ]
    }

    #[test]
    fn known_keys_are_read_back_and_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("known.toml");
        Known::write(&path, &keys()).expect("written");
        let mut known = Known::load(&path).expect("read");
        assert_eq!(known.keys, keys());
        assert_eq!(known.fire(&keys()[1].key, b""), Some(1));
        assert_eq!(known.fire(&keys()[1].key, b""), Some(1));
        assert_eq!(known.fire(&Key::of_oracle("z3", "cross-check", "unsat/sat"), b""), None);
        assert_eq!(known.fired().map(|(_, count)| count).collect::<Vec<_>>(), [0, 2]);
        Known::write(&path, &[]).expect("written");
        assert_eq!(Known::load(&path).expect("read").keys, []);
    }

    #[test]
    fn a_family_is_known_by_component_and_operators() {
        let segv = |detail: &str| Key {
            class: Ending::Signal(11),
            oracle: None,
            ..Key::of_oracle("z3", "", detail)
        };
        let first = segv("ast_manager::is_value < smt::theory_special_relations::init_model");
        let family = Family::of(&first, vec!["z3-OP_TREE_ORDER".to_owned()]);
        let component = family.as_ref().map(|family| family.component.as_str());
        assert_eq!(component, Some("smt::theory_special_relations"));
        let known = Known::new(vec![KnownKey { comment: String::new(), key: first, family }]);
        let trace = b"1 mk-term z3-OP_TREE_ORDER SORT_BOOL 2 t1 t2";
        let other = segv("func_interp::insert < smt::theory_special_relations::mk_inj < f");
        assert_eq!(known.matches(&other, trace), Some(0));
        assert_eq!(known.matches(&other, b"1 mk-term z3-OP_LINEAR_ORDER SORT_BOOL"), None);
        assert_eq!(known.matches(&segv("smt::theory_bv::f"), trace), None);
        let aborted = Key { class: Ending::Signal(6), ..other };
        assert_eq!(known.matches(&aborted, trace), None);
        assert_eq!(Family::of(&segv("in check-sat"), Vec::new()), None);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("known.toml");
        let check = |text: &str, expected: &str| {
            fs::write(&path, text).expect("a file");
            let error = Known::load(&path).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("version = 2\nkeys = []", "has version 2, but this murxla reads version 1");
        check("known = []", "is no file of known findings");
        check("version = 1\n[[known]]\nkey = 3", "line 3");
        let missing = Known::load(&folder.path().join("none")).expect_err("no file");
        assert!(missing.to_string().starts_with("cannot read "), "{missing}");
    }
}
