//! Options by which a solver reads or writes files: a trace from someone else must not choose them.

/// Names of such options, beyond those that are suspicious in any solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileOptions {
    /// Words of which the name consists, between `.`, `_` and `-`.
    pub words: &'static [&'static str],
    /// Beginnings of the name.
    pub prefixes: &'static [&'static str],
    /// Whole names.
    pub names: &'static [&'static str],
    /// On the other hand: options that take any text of which it is known that the solver never takes it for a file.
    pub harmless_texts: &'static [&'static str],
}

/// Those of every solver.
const COMMON: FileOptions = FileOptions {
    words: &["file", "files", "filename", "filesystem", "dump", "dimacs", "drat", "channel"],
    prefixes: &["write-"],
    names: &[],
    harmless_texts: &[],
};

impl FileOptions {
    /// No others than those of every solver.
    pub const NONE: FileOptions =
        FileOptions { words: &[], prefixes: &[], names: &[], harmless_texts: &[] };

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
            || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
            || name.split(['.', '-']).any(|word| self.words.contains(&word))
    }

    /// Why this setting of an option may write or read a file; `None` if it does not.
    pub fn refusal(&self, name: &str, value: &str) -> Option<String> {
        // As solvers read them: case, a colon in front, and the kind of dash do not matter.
        let name = name.trim_start_matches([':', '-']).to_ascii_lowercase().replace('_', "-");
        if COMMON.has(&name) || self.has(&name) {
            return Some(format!("the option {name} can write or read files"));
        }
        let path = value.starts_with('~')
            || value.contains("..")
            || (value.contains('/') && value.bytes().any(|byte| byte.is_ascii_alphabetic()));
        path.then(|| format!("the value of the option {name} looks like a path"))
    }
}
