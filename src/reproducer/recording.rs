//! Playing a trace while the calls of the C API are written down.

use std::io;

use murxla_api::Library;
use murxla_native::record::{NativeApi, Written};

use crate::exec::{OptionPolicy, Run};
use crate::oracle::LocalRunner;
use crate::sandbox::{self, Limits, contain};
use crate::trace::Trace;

/// A run with the calls of the C API that it made.
pub struct Recording {
    /// The run.
    pub run: Run,
    /// The calls, and between them what the run wrote to its trace.
    pub written: Vec<Written>,
}

/// Room for the calls.
const LOG: usize = 128 << 20;

/// Plays a trace in a child under limits, and writes down its calls of the C API. The child loads the library.
pub fn record(
    solver: &'static str,
    api: &'static NativeApi,
    policy: OptionPolicy,
    trace: &Trace,
    limits: &Limits,
    load: &dyn Fn() -> Result<&'static dyn Library, String>,
) -> io::Result<Recording> {
    let limits = Limits { log: LOG, ..limits.clone() };
    let mut outcome = sandbox::run(&limits, |log| {
        if policy.contains_runs() {
            contain().expect("a child that cannot write files");
        }
        let recording_load = || {
            let library = load()?;
            // What the wrapper finds out about a library when it loads it is no part of the program.
            api.record(Box::new(log.writer()));
            Ok(library)
        };
        let runner = LocalRunner::loading(solver, policy, recording_load);
        runner.play_here(trace, |bytes| {
            let mark = Written::Mark(String::from_utf8_lossy(bytes).into_owned());
            let mut line = serde_json::to_vec(&mark).expect("text");
            line.push(b'\n');
            log.write(&line);
        });
    })?;
    let lines = outcome.log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let written: Vec<Written> =
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let marks = written.iter().filter_map(|line| match line {
        Written::Mark(text) => Some(text.as_str()),
        _ => None,
    });
    outcome.log = marks.collect::<String>().into_bytes();
    Ok(Recording { run: Run::from(outcome).that_loads(), written })
}
