//! All checks of one minimized trace: it fails the same way, is minimal, small and cheap.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::exec::OptionPolicy;
use murxla::findings::Key;
use murxla::oracle::{LoadedSolver, Runner};
use murxla::reduce::{
    Audience, Form, Input, Judged, LocalTester, Minimized, Refusal, Task, minimize,
};
use murxla::sandbox::Limits;
use murxla::trace::read;
use murxla_api::Library;

/// On what a trace fails.
#[derive(Clone, Copy)]
pub struct Subject {
    pub solver: &'static str,
    pub library: &'static dyn Library,
    /// With whose answers those of the solver are compared.
    pub other: Option<LoadedSolver>,
}

/// What is left of a trace, and what is wrong with it.
pub struct Checked {
    pub minimized: Minimized,
    /// Lines of the trace before, as the original counts them.
    pub lines: u64,
    pub result: Vec<u8>,
    pub wrong: Vec<String>,
}

/// So often the result must fail in the same way.
const REPLAYS: usize = 20;

pub struct Silent;

impl Audience for Silent {
    fn begins(&mut self, _: &str, _: usize) {}
    fn progress(&mut self, _: usize, _: usize, _: u64, _: &str) {}
    fn note(&mut self, _: &str) {}
}

fn second(other: Option<LoadedSolver>) -> Option<Rc<dyn Runner>> {
    Some(Rc::new(other?.runner(OptionPolicy::NoFiles)))
}

pub fn task(subject: &Subject, output: PathBuf) -> Task {
    let Subject { solver, library, other } = *subject;
    Task {
        solver,
        library,
        other: second(other),
        status: None,
        policy: OptionPolicy::NoFiles,
        time: Duration::from_secs(10),
        memory: 2 << 30,
        wants_timeout: false,
        ignores_err: false,
        match_err: None,
        match_out: None,
        output,
        form: Form::Trace,
        restarts: true,
        budget: None,
        jobs: 1,
        program: env!("CARGO_BIN_EXE_murxla").into(),
        solver_texts: [Some(solver), other.map(|other| other.solver)]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect(),
        libraries: Vec::new(),
    }
}

/// Minimizes; the result is in the file.
pub fn reduce(text: &[u8], task: &Task) -> Result<Result<(Minimized, Vec<u8>), Refusal>, Failed> {
    let (trace, _) = read(text)?;
    let input = Input { trace: &trace, text };
    match minimize(&input, task, &AtomicBool::new(false), &mut Silent)? {
        Ok(minimized) => Ok(Ok((minimized, std::fs::read(&task.output)?))),
        Err(refusal) => Ok(Err(refusal)),
    }
}

pub fn check(subject: &Subject, text: &[u8]) -> Result<Checked, Failed> {
    let folder = tempfile::tempdir()?;
    let one = task(subject, folder.path().join("one.min.trace"));
    let (minimized, result) =
        reduce(text, &one)?.map_err(|refusal| format!("refused: {refusal:?}"))?;
    let mut wrong = Vec::new();
    // The same with two processes.
    let two = Task { jobs: 2, ..task(subject, folder.path().join("two.min.trace")) };
    match reduce(text, &two)? {
        Ok((_, other)) if other == result => {}
        Ok(_) => wrong.push("another result with -j 2".to_owned()),
        Err(refusal) => wrong.push(format!("refused with -j 2: {refusal:?}")),
    }
    // Nothing is left to do.
    let again = task(subject, folder.path().join("again.min.trace"));
    match reduce(&result, &again)? {
        Ok((second, other)) if other == result && second.helped.is_empty() => {}
        Ok((second, _)) => wrong.push(format!("not minimal: {:?}", second.helped)),
        Err(refusal) => wrong.push(format!("the result is refused: {refusal:?}")),
    }
    let failures = replays(subject, &result)?;
    let same = failures.iter().filter(|key| **key == minimized.key).count();
    if same < REPLAYS {
        wrong.push(format!("fails in the same way {same} of {REPLAYS} times"));
    }
    let [[calls, left], [bytes, bytes_left]] = [minimized.calls, minimized.bytes];
    if left > calls || bytes_left > bytes {
        wrong.push(format!("larger: {calls} -> {left} calls, {bytes} -> {bytes_left} bytes"));
    }
    if one.output.with_extension("trace.state").exists() {
        wrong.push("the state is still there".to_owned());
    }
    let is_line = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"#");
    let lines = text.split(|byte| *byte == b'\n').filter(is_line).count() as u64;
    Ok(Checked { minimized, lines, result, wrong })
}

/// How a trace fails, each time in a process of its own.
fn replays(subject: &Subject, text: &[u8]) -> Result<Vec<Option<Key>>, Failed> {
    let (trace, _) = read(text)?;
    let Subject { solver, library, other } = *subject;
    let tester = LocalTester::new(solver, library, OptionPolicy::NoFiles, Limits::default());
    let mut tester = tester.against(second(other));
    let mut keys = Vec::new();
    for _ in 0..REPLAYS {
        keys.push(match tester.judge(&trace.header, &trace.calls)? {
            Judged::Failure(key) => Some(key),
            _ => None,
        });
    }
    Ok(keys)
}
