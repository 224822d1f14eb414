//! The progress bar of a reduction, and Ctrl-C.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use murxla_api::visible;

use super::exit::Outcome;
use super::print::say;
use crate::reduce::Audience;

/// A test that is under way when someone wants an end may take so long.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Set by the first signal to end; the second one ends the process, and so does a test that does not end in time. What was
/// reached is in the file.
pub(super) fn interruption(output: &Path) -> std::io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupted))?;
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let output = output.to_owned();
    std::thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            std::thread::sleep(PATIENCE);
            let kept = if output.is_file() { "what was reached is in" } else { "nothing is in" };
            say!("interrupted, and the test under way does not end: {kept} {}", output.display());
            std::process::exit(u8::from(Outcome::Interrupted).into());
        }
    })?;
    Ok(interrupted)
}

/// A line on a terminal, which shows the current size.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl Bar {
    pub(super) fn new(quiet: bool) -> Bar {
        let on_terminal = std::io::stderr().is_terminal() && !quiet;
        let bar = on_terminal.then(|| {
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        Bar { bar, quiet }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Audience for Bar {
    fn begins(&mut self, failure: &str, calls: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(calls as u64);
        }
        self.note(&format!("minimizing: {failure}"));
    }

    fn progress(&mut self, calls: usize, bytes: usize, tests: u64, pass: &str) {
        if let Some(bar) = &self.bar {
            // The bar grows as the trace shrinks.
            bar.set_position(bar.length().unwrap_or(0).saturating_sub(calls as u64));
            bar.set_message(format!("{calls} calls, {bytes} bytes; {tests} tests; {pass}"));
        }
    }

    fn note(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(visible(text)),
            None if self.quiet => {}
            None => say!("{text}"),
        }
    }
}
