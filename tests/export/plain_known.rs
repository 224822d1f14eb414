//! Differences between the API and the front end of a solver that are explained.

/// A difference that is explained.
pub struct Known {
    pub solver: &'static str,
    /// What the check that meets it ends with: its scripts.
    pub of: &'static str,
    /// How the script is called: a file of the corpus, or a seed; both as they are and with clashing names.
    pub label: &'static str,
    /// A part of what differs.
    pub words: &'static str,
    pub why: &'static str,
}

impl Known {
    pub fn explains(&self, label: &str, what: &str) -> bool {
        let script = label.strip_suffix(", clashing").unwrap_or(label);
        script.ends_with(self.label) && what.contains(self.words)
    }
}

pub const KNOWN: &[Known] = &[];
