//! What releases of a solver do with a finding, and where that changes.

use serde::{Deserialize, Serialize};

/// Whether a release has the bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseState {
    /// It fails in this way.
    Bad,
    /// It does not.
    Good,
    /// It fails in another way.
    Other,
    /// It cannot be told.
    Unknown,
}

/// A release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Its version.
    pub version: String,
    /// Whether it has the bug.
    pub state: ReleaseState,
    /// What it did.
    pub seen: String,
}

/// Releases, from old to new.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// The solver.
    pub solver: String,
    /// The releases.
    pub releases: Vec<Release>,
}

impl Matrix {
    /// The releases of which it is known whether they have the bug.
    fn known(&self) -> impl DoubleEndedIterator<Item = &Release> {
        let releases = self.releases.iter();
        releases.filter(|one| matches!(one.state, ReleaseState::Bad | ReleaseState::Good))
    }

    /// The first release of the last ones that have the bug, with the one before that does not.
    pub fn first_bad(&self) -> Option<(&str, Option<&str>)> {
        let mut found: Option<(&str, Option<&str>)> = None;
        let mut before: Option<&Release> = None;
        for release in self.known() {
            let was_bad = before.is_some_and(|one| one.state == ReleaseState::Bad);
            if release.state == ReleaseState::Bad && !was_bad {
                found = Some((&release.version, before.map(|one| one.version.as_str())));
            }
            before = Some(release);
        }
        found
    }

    /// The first release after those that have the bug which does not.
    pub fn first_good(&self) -> Option<&str> {
        let mut found = None;
        let mut was_bad = false;
        for release in self.known() {
            if release.state == ReleaseState::Good && was_bad {
                found = Some(release.version.as_str());
            }
            if release.state == ReleaseState::Bad {
                found = None;
            }
            was_bad = release.state == ReleaseState::Bad;
        }
        found
    }

    /// Since when and until when, in a sentence.
    pub fn in_words(&self) -> String {
        let Some((bad, good)) = self.first_bad() else {
            return "no release that was asked has it".to_owned();
        };
        let since = match good {
            Some(good) => format!("{bad} is the first that has it, {good} does not"),
            None => format!("{bad}, the oldest of which it can be told, has it"),
        };
        match self.first_good() {
            Some(good) => format!("{since}; {good} does not have it any more"),
            None => {
                let newest = self.known().next_back().map_or("?", |one| one.version.as_str());
                format!("{since}; {newest} still has it")
            }
        }
    }
}

/// Versions are compared number by number.
pub fn version_order(version: &str) -> Vec<u64> {
    version.split(|one: char| !one.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(states: &str) -> Matrix {
        let release = |(number, letter): (usize, char)| Release {
            version: format!("1.{number}"),
            state: match letter {
                'b' => ReleaseState::Bad,
                'g' => ReleaseState::Good,
                'o' => ReleaseState::Other,
                _ => ReleaseState::Unknown,
            },
            seen: String::new(),
        };
        let releases = states.chars().enumerate().map(release).collect();
        Matrix { solver: "z3".to_owned(), releases }
    }

    #[test]
    fn the_changes_are_found() {
        let check = |states: &str, expected: &str| {
            assert_eq!(matrix(states).in_words(), expected, "{states}");
        };
        check("gg", "no release that was asked has it");
        check("ggbb", "1.2 is the first that has it, 1.1 does not; 1.3 still has it");
        check("g?b?g", "1.2 is the first that has it, 1.0 does not; 1.4 does not have it any more");
        check("obb", "1.1, the oldest of which it can be told, has it; 1.2 still has it");
        check("bgb", "1.2 is the first that has it, 1.1 does not; 1.2 still has it");
    }

    #[test]
    fn versions_are_in_the_order_of_their_numbers() {
        assert!(version_order("4.8.8") < version_order("4.8.12"));
        assert!(version_order("4.16.0") < version_order("5.0.0"));
    }
}
