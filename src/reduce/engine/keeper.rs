//! The keeper: stores the best candidate so far, and a state from which an interrupted reduction goes on.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::cache::{Cache, Hash};
use super::search::Figures;
use crate::findings::disk::DiskError;
use crate::findings::output_file::{is_stream, write_output};

/// Why it could not be kept.
pub type KeepError = DiskError;

/// All that is needed to go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What is being done: the input and what is asked of it, as a hash. A state of something else is no state.
    pub task: String,
    /// The figures so far.
    pub figures: Figures,
    /// Hashes of what was tested and is not interesting, in hexadecimal digits.
    boring: Vec<String>,
}

/// Two files: the best so far, and the state beside it. Both appear complete or not at all.
#[derive(Clone, Debug)]
pub struct OnDisk {
    best: PathBuf,
    state: PathBuf,
    /// The best goes into a device or a pipe: only the result is written, and nothing is left to go on from.
    is_stream: bool,
    task: String,
}

impl OnDisk {
    /// The best so far goes to this file.
    pub fn new(best: &Path, task: &str) -> OnDisk {
        let mut state = best.as_os_str().to_owned();
        state.push(".state");
        let is_stream = is_stream(best);
        OnDisk { best: best.to_owned(), state: state.into(), is_stream, task: task.to_owned() }
    }

    /// What an earlier reduction of the same task left: the text of its best, its figures and its cache.
    pub fn left(&self) -> Option<(Vec<u8>, Figures, Cache)> {
        if self.is_stream {
            return None;
        }
        let state: State = serde_json::from_slice(&std::fs::read(&self.state).ok()?).ok()?;
        if state.task != self.task {
            return None;
        }
        let mut cache = Cache::default();
        for text in &state.boring {
            cache.add(from_hex(text)?);
        }
        Some((std::fs::read(&self.best).ok()?, state.figures, cache))
    }

    /// Keeps the best so far.
    pub fn keep_best(&self, text: &[u8]) -> Result<(), KeepError> {
        if self.is_stream {
            return Ok(());
        }
        self.keep_result(text)
    }

    /// Keeps the best at the end.
    pub fn keep_result(&self, text: &[u8]) -> Result<(), KeepError> {
        write_output(&self.best, text)
    }

    /// Keeps the state. The best is kept before: a state without its best tells of tests that were done, which is
    /// true of any later best, too.
    pub fn keep_state(&self, figures: &Figures, cache: &Cache) -> Result<(), KeepError> {
        if self.is_stream {
            return Ok(());
        }
        let boring = cache.sorted().iter().map(to_hex).collect();
        let state = State { task: self.task.clone(), figures: figures.clone(), boring };
        // A structure of texts and numbers always has a text.
        let text = serde_json::to_vec(&state).unwrap_or_default();
        write_output(&self.state, &text)
    }

    /// It is done: the state is not needed any more.
    pub fn forget_state(&self) {
        if self.is_stream {
            return;
        }
        // One that is not there is as good as one that was removed.
        let _ = std::fs::remove_file(&self.state);
    }
}

fn to_hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again_by_the_same_task_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.min.trace");
        let disk = OnDisk::new(&path, "one");
        assert!(disk.left().is_none());
        let mut cache = Cache::default();
        cache.add(Cache::hash(b"tested"));
        let figures =
            Figures { tests: 7, runs: 9, seconds: 1.5, helped: vec![("calls".to_owned(), 2)] };
        disk.keep_best(b"best").expect("kept");
        disk.keep_state(&figures, &cache).expect("kept");
        let (best, read, again) = disk.left().expect("a state");
        assert_eq!((best.as_slice(), &read), (b"best".as_slice(), &figures));
        assert_eq!(again.sorted(), cache.sorted());
        assert!(OnDisk::new(&path, "two").left().is_none());
        disk.forget_state();
        assert!(disk.left().is_none() && path.exists());
    }
}
