//! Progress of installations on standard error.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::print::say;
use crate::supply::Progress;

/// Draws one bar per task on standard error if that is a terminal; otherwise writes a line per step.
#[derive(Debug)]
pub struct StderrProgress {
    /// The bars and the tasks they belong to; none if standard error is no terminal.
    bars: Option<(MultiProgress, Mutex<HashMap<String, ProgressBar>>)>,
}

impl StderrProgress {
    /// Decides by what standard error is now.
    #[must_use]
    pub fn new() -> Self {
        // The bars of indicatif draw on standard error unless told otherwise.
        let bars = || (MultiProgress::new(), Mutex::new(HashMap::new()));
        Self { bars: std::io::stderr().is_terminal().then(bars) }
    }

    fn line(task: &str, text: &str) {
        // A closed standard error is no reason to stop an installation.
        say!("{task}: {text}");
    }
}

impl Default for StderrProgress {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress for StderrProgress {
    fn begin(&self, task: &str, steps: u64) {
        let Some((all, bars)) = &self.bars else { return };
        let style = ProgressStyle::with_template("{prefix:16} {bar:24} {pos}/{len} {wide_msg}");
        let bar = all.add(ProgressBar::new(steps));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(task.to_owned());
        // Redraws by itself, so that a resized terminal is not left stale during long steps.
        bar.enable_steady_tick(Duration::from_millis(200));
        locked(bars).insert(task.to_owned(), bar);
    }

    fn step(&self, task: &str, text: &str) {
        let Some((_, bars)) = &self.bars else { return Self::line(task, text) };
        if let Some(bar) = locked(bars).get(task) {
            // The message names the step that begins, the position counts those that are through.
            if !bar.message().is_empty() {
                bar.inc(1);
            }
            bar.set_message(text.to_owned());
        }
    }

    fn done(&self, task: &str, text: &str) {
        let Some((_, bars)) = &self.bars else { return Self::line(task, text) };
        if let Some(bar) = locked(bars).remove(task) {
            bar.finish_with_message(text.to_owned());
        }
    }

    fn failed(&self, task: &str) {
        let Some((_, bars)) = &self.bars else { return Self::line(task, "failed") };
        if let Some(bar) = locked(bars).remove(task) {
            bar.abandon_with_message("failed");
        }
    }

    fn note(&self, text: &str) {
        match &self.bars {
            // Nothing can be done about a terminal that does not take the line.
            Some((all, _)) => all.println(text).unwrap_or_default(),
            None => {
                say!("{text}");
            }
        }
    }
}

/// The bars, also after another thread panicked: they are only a display.
fn locked(
    bars: &Mutex<HashMap<String, ProgressBar>>,
) -> MutexGuard<'_, HashMap<String, ProgressBar>> {
    bars.lock().unwrap_or_else(PoisonError::into_inner)
}
