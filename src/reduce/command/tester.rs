//! The tester that runs the user's command on each candidate.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;
use thiserror::Error;

use super::criterion::Criterion;
use crate::reduce::TestError;
use crate::reduce::engine::{Cache, Hash, Tester};
use crate::reduce::form::Writes;
use crate::sandbox::{ProgramLimits, ProgramRun, run_program};

/// A command that takes the name of a script: in place of `{}`, or behind all else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserCommand {
    words: Vec<String>,
}

/// Why a command cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nothing is there.
    #[error("the command is empty")]
    Empty,
    /// It cannot be split into words.
    #[error("the command has a quote that does not end")]
    Quotes,
}

impl UserCommand {
    /// Reads a command as a shell splits it into words; it is not run by a shell.
    pub fn parse(text: &str) -> Result<UserCommand, CommandError> {
        let words = shlex::split(text).ok_or(CommandError::Quotes)?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        Ok(UserCommand { words })
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// Runs it on a file.
    pub fn run(&self, file: &Path, limits: &ProgramLimits) -> io::Result<ProgramRun> {
        let shown = file.to_string_lossy();
        let mut words: Vec<String> =
            self.words.iter().map(|word| word.replace("{}", &shown)).collect();
        if words == self.words {
            words.push(shown.into_owned());
        }
        let mut words = words.iter();
        let mut command = Command::new(words.next().map_or("", String::as_str));
        run_program(command.args(words), limits)
    }
}

/// A command with what is to stay of what it does.
pub(super) struct Check {
    pub(super) command: UserCommand,
    pub(super) criterion: Criterion,
    pub(super) limits: ProgramLimits,
}

/// Tests candidates by commands, each on a file of its own.
pub(super) struct CommandTester<W> {
    checks: Vec<Check>,
    form: W,
    jobs: usize,
    folder: TempDir,
    runs: AtomicUsize,
    /// What is known of scripts: candidates that differ may be written in the same way.
    verdicts: Mutex<HashMap<Hash, bool>>,
}

impl<W> CommandTester<W> {
    pub(super) fn new(checks: Vec<Check>, form: W, jobs: usize) -> io::Result<CommandTester<W>> {
        let folder = tempfile::Builder::new().prefix("murxla-reduce-").tempdir()?;
        let (runs, verdicts) = (AtomicUsize::new(0), Mutex::default());
        Ok(CommandTester { checks, form, jobs, folder, runs, verdicts })
    }

    /// The file of a worker: always the same, since solvers name it in what they print.
    fn file(&self, worker: usize) -> PathBuf {
        self.folder.path().join(format!("{worker}")).join("candidate.smt2")
    }

    fn is_interesting(&self, script: &[u8], worker: usize) -> io::Result<bool> {
        let verdicts = || self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = Cache::hash(script);
        if let Some(known) = verdicts().get(&hash) {
            return Ok(*known);
        }
        let verdict = self.run_on(script, worker)?;
        verdicts().insert(hash, verdict);
        Ok(verdict)
    }

    /// Whether commands do with the script what they are to do.
    fn run_on(&self, script: &[u8], worker: usize) -> io::Result<bool> {
        let file = self.file(worker);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, script)?;
        for check in &self.checks {
            self.runs.fetch_add(1, Ordering::Relaxed);
            if !check.criterion.holds(&check.command.run(&file, &check.limits)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<C, W: Writes<C> + Sync> Tester<C> for CommandTester<W> {
    type Error = TestError;

    /// As many at once as there are jobs; the first one counts.
    fn first_interesting(&mut self, candidates: &[C]) -> Result<Option<usize>, TestError> {
        for (round, together) in candidates.chunks(self.jobs).enumerate() {
            let this = &*self;
            let scripts: Vec<Vec<u8>> = together.iter().map(|one| this.form.write(one)).collect();
            let verdicts: Vec<io::Result<bool>> = match scripts.as_slice() {
                [only] => vec![this.is_interesting(only, 0)],
                _ => std::thread::scope(|scope| {
                    let threads: Vec<_> = scripts
                        .iter()
                        .enumerate()
                        .map(|(worker, one)| scope.spawn(move || this.is_interesting(one, worker)))
                        .collect();
                    threads.into_iter().map(joined).collect()
                }),
            };
            for (place, verdict) in verdicts.into_iter().enumerate() {
                if verdict? {
                    return Ok(Some(round * self.jobs + place));
                }
            }
        }
        Ok(None)
    }

    fn window(&self) -> usize {
        self.jobs
    }

    fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed) as u64
    }
}

fn joined(thread: std::thread::ScopedJoinHandle<'_, io::Result<bool>>) -> io::Result<bool> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread of murxla failed")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        let words = |text: &str| UserCommand::parse(text).map(|command| command.words);
        assert_eq!(words("z3 -T:5"), Ok(vec!["z3".to_owned(), "-T:5".to_owned()]));
        assert_eq!(words("'a b' \"{}\" c"), Ok(vec!["a b".into(), "{}".into(), "c".into()]));
        assert_eq!(words("  "), Err(CommandError::Empty));
        assert_eq!(words("a 'b"), Err(CommandError::Quotes));
    }
}
