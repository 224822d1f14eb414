//! The background minimizer of a campaign: a process of our own program that minimizes new findings one after the
//! other.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::coordinator::{Signal, without_secrets};
use super::messages::{MinimizeOrder, Setup};
use crate::findings::{FolderError, MIN_TRACE, Minimization, read_findings, record_minimized};
use crate::oracle::CROSS_CHECK;
use crate::sandbox::{self, write_message};

/// Minimizes findings. What it has to do is seen in their folders: a finding that was not minimized does not say so. So
/// a campaign that was killed goes on with it, too.
pub(super) struct Reducer {
    /// For each finding.
    budget: Option<Duration>,
    waiting: VecDeque<PathBuf>,
    at_work: Option<(PathBuf, Child)>,
    /// How often it was killed since it last came to an end.
    deaths: u32,
}

/// What is killed so often will be killed again.
const MOST_DEATHS: u32 = 5;

impl Reducer {
    /// Without a budget nothing is minimized. What is unfinished in a campaign's folder is done first.
    pub(super) fn new(
        out: Option<&Path>,
        budget: Option<Duration>,
    ) -> Result<Reducer, FolderError> {
        let mut waiting = VecDeque::new();
        if let (Some(out), Some(_)) = (out, budget) {
            let left = read_findings(out)?.into_iter();
            waiting.extend(left.filter(|(_, one)| one.minimized.is_none()).map(|(path, _)| path));
        }
        Ok(Reducer { budget, waiting, at_work: None, deaths: 0 })
    }

    /// A finding that was not there before.
    pub(super) fn add(&mut self, folder: &Path) {
        if self.budget.is_some() && !self.waiting.iter().any(|one| one == folder) {
            self.waiting.push_back(folder.to_owned());
        }
    }

    /// Whether there is something to do or under way.
    pub(super) fn is_busy(&self) -> bool {
        self.at_work.is_some() || !self.waiting.is_empty()
    }

    /// Whether it minimizes, and has nothing to do.
    pub(super) fn is_free(&self) -> bool {
        self.budget.is_some() && !self.is_busy()
    }

    /// Whether a finding is still to be minimized.
    pub(super) fn has(&self, folder: &Path) -> bool {
        let at_work = self.at_work.as_ref().is_some_and(|(path, _)| path == folder);
        at_work || self.waiting.iter().any(|path| path == folder)
    }

    /// The process that is under way.
    pub(super) fn process(&self) -> Option<u32> {
        self.at_work.as_ref().map(|(_, process)| process.id())
    }

    /// Begins with the next finding, if nothing is under way.
    pub(super) fn go_on(
        &mut self,
        program: &Path,
        setup: &Setup,
        signals: &Sender<Signal>,
    ) -> io::Result<()> {
        let (None, Some(budget)) = (&self.at_work, self.budget) else { return Ok(()) };
        let Some(folder) = self.waiting.pop_front() else { return Ok(()) };
        let order = MinimizeOrder {
            folder: folder.clone(),
            solver: setup.solver.clone(),
            libraries: setup.libraries.clone(),
            time: setup.time,
            memory: setup.memory,
            budget: budget.as_secs_f64(),
            cross_check: setup.setting(CROSS_CHECK).map(str::to_owned),
        };
        let mut command = Command::new(program);
        command.arg(MinimizeOrder::COMMAND).stderr(Stdio::piped());
        without_secrets(&mut command);
        let mut process = sandbox::spawn_leashed(&mut command)?;
        if let Some(mut orders) = process.stdin.take() {
            // One that is dead already is heard of by its end.
            let _ = write_message(&mut orders, &order);
        }
        let (told, said) = (process.stdout.take(), process.stderr.take());
        let (signals, of) = (signals.clone(), folder.clone());
        let listen = move || {
            let (mut told_text, mut said_text) = (String::new(), String::new());
            // Both are short, and whoever is killed says nothing more.
            let _ = told.map(|mut told| told.read_to_string(&mut told_text));
            let _ = said.map(|mut said| said.read_to_string(&mut said_text));
            // Without a coordinator nobody needs to know.
            let _ = signals.send(Signal::Reduced(of, told_text, said_text));
        };
        self.at_work = Some((folder, process));
        std::thread::Builder::new().spawn(listen).map(drop)
    }

    /// The process has ended: what it said tells what became of the finding, and is written down. Gives a line for people.
    pub(super) fn ended(
        &mut self,
        folder: &Path,
        told: &str,
        said: &str,
    ) -> Result<String, FolderError> {
        if let Some((_, mut process)) = self.at_work.take() {
            // It has closed its output, and does nothing more.
            let killed = process.wait().is_ok_and(|status| status.code().is_none());
            if killed && self.deaths < MOST_DEATHS {
                self.deaths += 1;
                self.waiting.push_front(folder.to_owned());
                return Ok("the process that minimizes was killed; it goes on".to_owned());
            }
        }
        self.deaths = 0;
        let minimized: Minimization = serde_json::from_str(told).unwrap_or_else(|_| {
            let said = said.lines().last().unwrap_or("it ended without a word").to_owned();
            Minimization { refused: Some(said), ..Minimization::default() }
        });
        record_minimized(folder, &minimized)?;
        let [before, after] = minimized.calls;
        let file = folder.join(MIN_TRACE);
        Ok(match &minimized.refused {
            Some(why) => format!("not minimized: {why}"),
            None => format!("minimized: {before} -> {after} calls in {}", file.display()),
        })
    }

    /// The findings that are not minimized yet.
    fn left(&self) -> Vec<String> {
        let at_work = self.at_work.iter().map(|(folder, _)| folder);
        let folders = at_work.chain(&self.waiting);
        folders.map(|folder| folder.display().to_string()).collect()
    }

    /// What is under way is given up; it goes on when the campaign does. Tells what is left.
    pub(super) fn stop(&mut self) -> Option<String> {
        const SHOWN: usize = 3;
        let left = self.left();
        let more = if left.len() > SHOWN { ", …" } else { "" };
        let shown = left.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        let note = (!left.is_empty()).then(|| {
            format!(
                "not minimized yet: {} of the findings ({shown}{more}); resume the campaign with --minimize, or use \
                 `murxla minimize FOLDER`",
                left.len()
            )
        });
        if let Some((_, mut process)) = self.at_work.take() {
            // One that is gone already needs no killing.
            let _ = process.kill();
            let _ = process.wait();
        }
        note
    }
}
