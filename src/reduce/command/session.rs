//! The reduction of a script by a command, from the first run to the result.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use murxla_api::{Answer, Wrapper};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::criterion::{Criterion, Rules};
use super::tester::{Check, CommandTester, UserCommand};
use super::untyped::{self, AsWritten, NoGuard, Untyped};
use crate::reduce::engine::{Candidate, OnDisk, Pass, Tester};
use crate::reduce::form::{Form, Writes};
use crate::reduce::guarded::Guard;
use crate::reduce::session::{self, Reduction, Session};
use crate::reduce::truth::Truth;
use crate::reduce::{Audience, PASSES, TargetSolver, TestError, TraceCandidate};
use crate::sandbox::{ProgramEnd, ProgramLimits, ProgramRun};
use crate::smt::{Commands, Imported};
use crate::trace::Recorded;

/// What is to be done.
pub struct CommandTask {
    /// The script, as a file.
    pub file: PathBuf,
    /// The command with what is to stay of it; further ones must stay as they are, too: they guard the truth.
    pub commands: Vec<(UserCommand, Rules)>,
    /// Whether the script's `:status` guards the truth, where the first command contradicts it and nothing else does.
    pub trusts_status: bool,
    /// Time for a command; `None`: in proportion to what the input takes.
    pub time: Option<Duration>,
    /// Whether it is to stay that the first command exceeds its time.
    pub wants_timeout: bool,
    /// Bytes of memory for a command.
    pub memory: Option<u64>,
    /// The solver whose own operators the script may use, if any.
    pub wrapper: Option<&'static dyn Wrapper>,
    /// Where the best goes.
    pub output: PathBuf,
    /// Whether what an earlier reduction left is not looked at.
    pub restarts: bool,
    /// When to end at the latest.
    pub budget: Option<Duration>,
    /// How many candidates are tested at once; the result does not depend on it.
    pub jobs: usize,
}

/// Why there is nothing to reduce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandRefusal {
    /// The program is not there, or cannot be run.
    NoProgram(String, String),
    /// It does another thing each time.
    Unstable(String),
    /// It does not end in time.
    TimesOut(String, Duration),
    /// It was to exceed its time, and does not.
    InTime(String, Duration),
    /// What is asked for does not hold of the input.
    NoMatch(String),
    /// The script as we write it does not do what the input does.
    WrittenDiffers,
    /// An empty script does it, too.
    EmptyFails,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reduced {
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// Candidates that were tested.
    pub tests: u64,
    /// Runs of commands.
    pub runs: u64,
    /// Seconds.
    pub seconds: f64,
    /// Passes that helped, and how often.
    pub helped: Vec<(String, u64)>,
    /// Whether no pass knows how to go on.
    pub minimal: bool,
    /// What the script's `:status` says, if it guarded the truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The result.
    pub file: PathBuf,
}

/// Without another limit, a command may take so long on the input.
const LONGEST: Duration = Duration::from_secs(600);
/// What a command may print.
const OUTPUT: u64 = 64 << 20;

/// What is reduced.
pub enum Subject<'a> {
    /// A script in which all has a sort.
    Typed(&'a Imported),
    /// One that has no sorts, or says what calls cannot say: only its parentheses are known.
    Untyped(&'a Commands),
}

/// Reduces a script. `interrupted` ends it before it is done; the best so far is kept.
pub fn reduce_script(
    subject: &Subject<'_>,
    task: &CommandTask,
    interrupted: &AtomicBool,
    audience: &mut dyn Audience,
) -> Result<Result<Reduced, CommandRefusal>, TestError> {
    let deadline = task.budget.map(|budget| Instant::now() + budget);
    let mut checks = Vec::new();
    for (number, (command, rules)) in task.commands.iter().enumerate() {
        match golden(task, command, rules, number == 0)? {
            Ok(check) => checks.push(check),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
    let mut run = Run { task, checks, interrupted, deadline, audience };
    match subject {
        Subject::Typed(imported) => {
            // Scripts may ask what has no answer, as the input may have done.
            let start =
                TraceCandidate::new(&imported.trace, TargetSolver::of_wrapper(task.wrapper));
            let empty = start.empty();
            let passes = PASSES.iter().filter(|pass| pass.shows_in_scripts());
            let passes: Vec<&dyn Pass<TraceCandidate>> =
                passes.map(|pass| pass as &dyn Pass<TraceCandidate>).collect();
            let status = run.contradicted_status(imported);
            let status = status.filter(|status| Truth::new(&start, *status).is_some());
            if let Some(status) = status {
                run.audience.note(&format!(
                    "the script says {status}, the command does not: only steps that keep that true are made"
                ));
            }
            let truth = |start: &TraceCandidate| Truth::new(start, status?);
            let form = Form::BareScript(task.wrapper);
            let reduced = run.reduce(start, &empty, form, &passes, truth);
            reduced.map(|reduced| {
                reduced.map(|one| Reduced { status: status.map(|one| one.to_string()), ..one })
            })
        }
        Subject::Untyped(commands) => {
            let start = Untyped::new(commands);
            let unguarded = |_: &Untyped| None::<NoGuard>;
            run.reduce(start, &Untyped::default(), AsWritten, untyped::PASSES, unguarded)
        }
    }
}

/// A reduction for which all is known but what a candidate is.
struct Run<'a> {
    task: &'a CommandTask,
    checks: Vec<Check>,
    interrupted: &'a AtomicBool,
    deadline: Option<Instant>,
    audience: &'a mut dyn Audience,
}

impl Run<'_> {
    /// What the script says of its one check, if the command says otherwise and is to go on doing so.
    fn contradicted_status(&mut self, imported: &Imported) -> Option<Answer> {
        let [check] = self.checks.as_slice() else { return None };
        if !self.task.trusts_status || !check.criterion.keeps_output() {
            return None;
        }
        let printed = String::from_utf8_lossy(&check.criterion.golden().stdout);
        let said = printed.lines().find_map(|line| match line.trim() {
            "sat" => Some(Answer::Sat),
            "unsat" => Some(Answer::Unsat),
            _ => None,
        })?;
        let status = imported.trace.calls.iter().find_map(|call| match call.reply {
            Some(Recorded::Answer(answer)) => Some(answer),
            _ => None,
        })?;
        let whole = imported.omitted.iter().all(|omitted| !omitted.matters);
        (whole && said.contradicts(status)).then_some(status)
    }

    fn reduce<C: Candidate, W: Writes<C> + Copy + Sync, G: Guard<C>>(
        &mut self,
        start: C,
        empty: &C,
        form: W,
        passes: &[&dyn Pass<C>],
        truth: impl Fn(&C) -> Option<G>,
    ) -> Result<Result<Reduced, CommandRefusal>, TestError> {
        let task = self.task;
        let what: Vec<String> =
            self.checks.iter().map(|check| described(check.criterion.golden())).collect();
        let disk = OnDisk::new(&task.output, &task_hash(task)?);
        let checks = std::mem::take(&mut self.checks);
        let mut tester = CommandTester::new(checks, form, task.jobs.max(1))?;
        if tester.first_interesting(std::slice::from_ref(&start))?.is_none() {
            return Ok(Err(CommandRefusal::WrittenDiffers));
        }
        if tester.first_interesting(std::slice::from_ref(empty))?.is_some() {
            return Ok(Err(CommandRefusal::EmptyFails));
        }
        self.audience.begins(&what.join("; "), form.parts(&start));
        let (interrupted, deadline) = (self.interrupted, self.deadline);
        let audience = &mut *self.audience;
        let restarts = task.restarts;
        let mut session = Session { disk, form, restarts, interrupted, deadline, audience };
        let subject = session::Subject { start, first: None, passes: passes.to_vec() };
        let reduction = session.search(subject, &mut tester, truth)?;
        let text = form.write(&reduction.best);
        session.keep(&reduction, &text)?;
        let Reduction { figures, minimal, .. } = reduction;
        let before = std::fs::metadata(&task.file).map_or(0, |file| file.len());
        Ok(Ok(Reduced {
            bytes: [before, text.len() as u64],
            tests: figures.tests,
            runs: figures.runs + 2 * task.commands.len() as u64,
            seconds: figures.seconds,
            helped: figures.helped,
            minimal,
            status: None,
            file: task.output.clone(),
        }))
    }
}

/// Runs a command on the input twice: what it does, and how long it may take on candidates.
fn golden(
    task: &CommandTask,
    command: &UserCommand,
    rules: &Rules,
    first: bool,
) -> Result<Result<Check, CommandRefusal>, TestError> {
    let name = command.program().to_owned();
    let time = task.time.unwrap_or(LONGEST);
    let limits = ProgramLimits { time, memory: task.memory, output: OUTPUT };
    let wants_timeout = task.wants_timeout && first;
    let run = match command.run(&task.file, &limits) {
        Ok(run) => run,
        Err(error) if is_about_the_program(&error) => {
            return Ok(Err(CommandRefusal::NoProgram(name, error.to_string())));
        }
        Err(error) => return Err(error.into()),
    };
    match (run.end, wants_timeout) {
        (ProgramEnd::Timeout, false) => return Ok(Err(CommandRefusal::TimesOut(name, time))),
        (ProgramEnd::Timeout, true) | (_, false) => {}
        (_, true) => return Ok(Err(CommandRefusal::InTime(name, run.took))),
    }
    let took = run.took;
    let criterion = Criterion::new(rules.clone(), run);
    if !criterion.holds(criterion.golden()) {
        return Ok(Err(CommandRefusal::NoMatch(name)));
    }
    if !wants_timeout && !criterion.holds(&command.run(&task.file, &limits)?) {
        return Ok(Err(CommandRefusal::Unstable(name)));
    }
    // As ddSMT does: half as long again, and a second.
    let time = match (criterion.end(), task.time) {
        (ProgramEnd::Timeout, _) => time,
        (_, Some(time)) => time,
        (_, None) => (took + Duration::from_secs(1)) * 3 / 2,
    };
    let limits = ProgramLimits { time, ..limits };
    Ok(Ok(Check { command: command.clone(), criterion, limits }))
}

fn is_about_the_program(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, NotADirectory, NotFound, PermissionDenied};
    let noexec = error.raw_os_error() == Some(libc::ENOEXEC);
    noexec || matches!(error.kind(), NotFound | PermissionDenied | NotADirectory | InvalidInput)
}

/// What a command did, in one line.
fn described(run: &ProgramRun) -> String {
    let printed = if run.stderr.is_empty() { &run.stdout } else { &run.stderr };
    let text = String::from_utf8_lossy(printed);
    match text.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!("{}, {:.100}", run.end, line.trim()),
        None => run.end.to_string(),
    }
}

/// What is being done, as a hash.
fn task_hash(task: &CommandTask) -> io::Result<String> {
    let mut hash = Sha256::new();
    hash.update(std::fs::read(&task.file)?);
    let rules = (&task.commands, task.time, task.wants_timeout, task.memory, task.trusts_status);
    hash.update(format!("{rules:?}").as_bytes());
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The default name of a result: `a.smt2` becomes `a.min.smt2`.
pub fn result_of(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) if extension == "smt2" => file.with_extension("min.smt2"),
        _ => {
            let mut name = file.as_os_str().to_owned();
            name.push(".min.smt2");
            name.into()
        }
    }
}
