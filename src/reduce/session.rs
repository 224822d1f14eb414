//! From a trace that fails to the smallest one that fails the same way.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use murxla_api::Answer;
use sha2::{Digest, Sha256};

use super::crosscheck::Alone;
use super::engine::{Cache, Ended, Engine, Figures, OnDisk, Pass, Tester};
use super::form::{Form, Writes};
use super::guarded::Guarded;
use super::kept::Kept;
use super::needs::Needs;
use super::pool::{Pool, PoolSetup};
use super::task::{Audience, Input, Minimized, Refusal, Task};
use super::tester::{LocalTester, TestError};
use super::truth::Truth;
use super::{Bench, Criterion, Judged, PASSES, TraceCandidate, Wanted};
use crate::exec::OptionPolicy;
use crate::findings::Key;
use crate::sandbox::Limits;

/// So often the input must fail in the same way.
const REPEATS: usize = 3;
/// A test may take so much longer than the input needs to fail, and in any case so long.
const TIMES: u32 = 2;
const SLACK: Duration = Duration::from_millis(250);

enum AnyTester {
    Local(LocalTester),
    Pool(Pool, LocalTester),
}

impl AnyTester {
    fn local(&mut self) -> &mut LocalTester {
        match self {
            AnyTester::Local(local) | AnyTester::Pool(_, local) => local,
        }
    }

    fn runs(&self) -> u64 {
        match self {
            AnyTester::Local(local) => local.runs(),
            AnyTester::Pool(pool, local) => pool.runs() + local.runs(),
        }
    }
}

impl Tester<TraceCandidate> for AnyTester {
    type Error = TestError;

    fn first_interesting(
        &mut self,
        candidates: &[TraceCandidate],
    ) -> Result<Option<usize>, TestError> {
        match self {
            AnyTester::Local(local) => local.first_interesting(candidates),
            AnyTester::Pool(pool, _) => pool.first_interesting(candidates),
        }
    }

    fn window(&self) -> usize {
        match self {
            AnyTester::Local(local) => local.window(),
            AnyTester::Pool(pool, _) => pool.window(),
        }
    }
}

/// What is wanted of candidates, and how long the input needed to fail.
struct Golden {
    wanted: Wanted,
    key: Option<Key>,
    time: Duration,
}

/// Reduces a trace. `interrupted` ends it before it is done; the best so far is kept.
pub fn minimize(
    input: &Input<'_>,
    task: &Task,
    interrupted: &AtomicBool,
    audience: &mut dyn Audience,
) -> Result<Result<Minimized, Refusal>, TestError> {
    let deadline = task.budget.map(|budget| Instant::now() + budget);
    let limits = Limits { memory: task.memory, ..Limits::default() };
    let limits = super::tester::limits(&limits, task.time);
    let local = LocalTester::new(task.solver, task.library, task.policy, limits);
    let mut local = local.against(task.other.clone()).against_status(task.status);
    let golden = match golden(input, task, &mut local)? {
        Ok(golden) => golden,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let Golden { wanted, key, time } = golden;
    local.want(&wanted, time)?;
    let start = TraceCandidate::new(input.trace, Bench::new(task.library));
    // What the input does is allowed to candidates, too.
    let alone = local.judge_alone(&start.calls)?;
    let failing = alone.calls();
    let meets = Needs::are_met_in(failing, task.library.profile());
    let enforces = start.enforces_needs() && meets;
    let mut start = start.enforcing_needs(enforces);
    // It may have been recorded with another one.
    start.header.solver = Some(task.solver.to_owned());
    start.header.solver_version = Some(task.library.info().version.clone());
    if local.first_interesting(&[start.empty()])?.is_some() {
        return Ok(Err(Refusal::EmptyFails));
    }
    if local.first_interesting(std::slice::from_ref(&start))?.is_none() {
        let pattern = wanted.err.is_some() || wanted.out.is_some();
        let unstable = Refusal::Unstable(vec![key, None]);
        return Ok(Err(if pattern { Refusal::NoMatch } else { unstable }));
    }
    let failure = key.as_ref().map_or_else(|| "timeout".to_owned(), Key::to_string);
    audience.begins(&failure, input.trace.calls.len());
    let disk = OnDisk::new(&task.output, &task_hash(input, task, &wanted));
    let mut tester = match task.jobs {
        0 | 1 => AnyTester::Local(local),
        jobs => {
            let setup = PoolSetup {
                solvers: task.solver_texts.clone(),
                satisfiable: task.status.map(|status| status == Answer::Sat),
                libraries: task.libraries.clone(),
                allows_file_options: task.policy == OptionPolicy::All,
                enforces_needs: start.enforces_needs(),
                wanted,
                time: time.as_secs_f64(),
                memory: task.memory,
            };
            AnyTester::Pool(Pool::start(&task.program, jobs, &setup)?, local)
        }
    };
    let left = if task.restarts { None } else { left(&disk, task.form, &start, &mut tester)? };
    let goes_on = left.is_some();
    let (start, figures, cache) =
        left.unwrap_or_else(|| (start, Figures::default(), Cache::default()));
    if goes_on {
        audience.note(&format!("going on with {} calls", start.calls.len()));
    } else {
        disk.keep_best(&task.form.text(&start))?;
    }
    let truth = task.status.map(|status| Truth::new(&start, status));
    let truth = match truth {
        Some(None) => return Ok(Err(Refusal::NoGuard)),
        Some(truth) => truth,
        None => None,
    };
    let mut kept = Kept::new(&disk, task.form, audience, interrupted, deadline);
    let shorter = (!goes_on && failing.len() < start.calls.len()).then(|| start.cut(failing.len()));
    let mut guarded = Guarded { inner: &mut tester, truth };
    let mut engine = Engine::new(start, cache, figures, &mut guarded, &mut kept);
    if let Some(shorter) = shorter {
        engine.try_one("tail", shorter)?;
    }
    let passes: Vec<&dyn Pass<TraceCandidate>> =
        PASSES.iter().map(|pass| pass as &dyn Pass<TraceCandidate>).collect();
    let ended = engine.run(&passes)?;
    let (best, mut figures, cache) = engine.into_parts();
    let text = match task.form {
        Form::Trace => recorded(&best, &mut tester)?,
        Form::Script(_) | Form::BareScript(_) => task.form.text(&best),
    };
    disk.keep_best(&text)?;
    match ended {
        Ended::Minimal => disk.forget_state(),
        Ended::Stopped => disk.keep_state(&figures, &cache)?,
    }
    figures.seconds = (figures.seconds * 1000.0).round() / 1000.0;
    Ok(Ok(Minimized {
        key,
        calls: [input.trace.calls.len() as u64, best.calls.len() as u64],
        bytes: [input.text.len() as u64, text.len() as u64],
        tests: figures.tests,
        runs: tester.runs(),
        seconds: figures.seconds,
        helped: figures.helped,
        minimal: ended == Ended::Minimal,
        file: task.output.clone(),
    }))
}

/// Runs the input a few times: what fails, and how long that takes.
fn golden(
    input: &Input<'_>,
    task: &Task,
    local: &mut LocalTester,
) -> Result<Result<Golden, Refusal>, TestError> {
    let repeats = if task.wants_timeout { 1 } else { REPEATS };
    let mut runs: Vec<Alone> = Vec::new();
    for _ in 0..repeats {
        runs.push(local.judge_alone(&input.trace.calls)?);
    }
    let judged: Vec<&Judged> = runs.iter().map(|run| &run.judged).collect();
    let key = |judged: &Judged| match judged {
        Judged::Failure(key) => Some(key.clone()),
        _ => None,
    };
    let Some(first) = judged.first().copied() else { return Ok(Err(Refusal::DoesNotFail)) };
    let refusal = match first {
        Judged::OwnError(message) => Some(Refusal::OwnError(message.clone())),
        Judged::Timeout if task.wants_timeout => None,
        other if task.wants_timeout => Some(Refusal::InTime(key(other))),
        _ if judged.iter().any(|other| *other != first)
            && !task.ignores_err
            && task.match_err.is_none() =>
        {
            Some(Refusal::Unstable(judged.iter().map(|other| key(other)).collect()))
        }
        Judged::Fine => Some(Refusal::DoesNotFail),
        Judged::Timeout => Some(Refusal::TimesOut),
        Judged::Failure(_) => None,
    };
    if let Some(refusal) = refusal {
        return Ok(Err(refusal));
    }
    let key = key(first);
    let failure = match &key {
        None => Criterion::Timeout,
        Some(key) if task.ignores_err || task.match_err.is_some() => Criterion::Ending(key.class),
        Some(key) => Criterion::Key(key.clone()),
    };
    let longest = runs.iter().map(|run| run.wall).max().unwrap_or(task.time);
    let time = match failure {
        Criterion::Timeout => task.time,
        _ => (longest * TIMES + SLACK).min(task.time),
    };
    let wanted = Wanted { failure, err: task.match_err.clone(), out: task.match_out.clone() };
    Ok(Ok(Golden { wanted, key, time }))
}

/// What is being done, as a hash: the input, what is wanted, and for which library.
fn task_hash(input: &Input<'_>, task: &Task, wanted: &Wanted) -> String {
    let info = task.library.info();
    let (solvers, status) = (&task.solver_texts, task.status);
    let what = format!("{wanted:?} {solvers:?} {} {:?} {status:?}", info.version, info.path);
    let mut hash = Sha256::new();
    hash.update(input.text);
    hash.update(what.as_bytes());
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What an earlier reduction left, if it still fails.
#[allow(clippy::type_complexity)]
fn left(
    disk: &OnDisk,
    form: Form,
    start: &TraceCandidate,
    tester: &mut AnyTester,
) -> Result<Option<(TraceCandidate, Figures, Cache)>, TestError> {
    let Some((text, figures, cache)) = disk.left() else { return Ok(None) };
    let Some(candidate) = form.read_back(&text, start) else { return Ok(None) };
    let still = tester.local().first_interesting(std::slice::from_ref(&candidate))?.is_some();
    Ok(still.then_some((candidate, figures, cache)))
}

/// The text of a candidate with what its run records.
fn recorded(best: &TraceCandidate, tester: &mut AnyTester) -> Result<Vec<u8>, TestError> {
    let played = tester.local().judge_alone(&best.calls)?.run.played;
    let mut trace = best.trace();
    for (call, played) in trace.calls.iter_mut().zip(&played.calls) {
        // What makes names has nothing else to tell.
        if call.rets.is_empty() {
            call.reply.clone_from(&played.reply);
        }
    }
    Ok(trace.to_text().into_bytes())
}
