//! `minimize`: from a trace that fails to the smallest one that fails the same way.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use murxla_api::Answer;
use sha2::{Digest, Sha256};

use super::crosscheck::IsolatedRun;
use super::engine::{OnDisk, Pass, Tester};
use super::form::Form;
use super::needs::Needs;
use super::pool::{Pool, PoolSetup};
use super::session::{Reduction, Session, Subject};
use super::task::{Audience, Input, Minimized, Refusal, Task};
use super::tester::{LocalTester, TestError};
use super::truth::Truth;
use super::{Criterion, Judged, PASSES, TargetSolver, TraceCandidate, Wanted};
use crate::findings::Key;
use crate::oracle::{PROMISED, oracles_of, promised_answer};
use crate::sandbox::Limits;
use crate::trace::Call;

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
    // If the answer is not the promised one, the promise must stay true of what is left.
    let breaks_promise = oracles_of(input.trace).iter().any(|name| &**name == PROMISED);
    let promised = if breaks_promise { promised_answer(input.trace) } else { None };
    let status = task.status.or(promised);
    let deadline = task.budget.map(|budget| Instant::now() + budget);
    let limits = Limits { memory: task.memory, ..Limits::default() };
    let limits = super::tester::limits(&limits, task.time);
    let local = LocalTester::new(task.solver, task.library, task.policy, limits);
    let mut local = local.against(task.other.clone()).against_status(status);
    let golden = match golden(input, task, deadline, &mut local)? {
        Ok(golden) => golden,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let Golden { wanted, key, time } = golden;
    local.want(&wanted, time)?;
    // What the oracle asks that is to find something wrong, it asks anew in each candidate.
    let oracle = key.as_ref().and_then(|key| key.oracle.as_deref());
    let is_own = |call: &Call| call.asked_by.is_none() || call.asked_by.as_deref() != oracle;
    let mut trace = input.trace.clone();
    trace.calls.retain(is_own);
    let start = TraceCandidate::new(&trace, TargetSolver::new(task.library));
    // What the input does is allowed to candidates, too.
    let alone = local.judge_isolated(&start.header, &start.calls)?;
    let meets = Needs::are_met_in(alone.calls(), task.library.profile());
    let failing = alone.calls().iter().filter(|call| is_own(call)).count();
    let enforces = start.enforces_needs() && meets;
    let mut start = start.enforcing_needs(enforces);
    // It may have been recorded with another one: then it stays a trace that is prepared for the solver.
    start.header.for_any_solver = !start.header.is_for(task.solver);
    start.header.solver = Some(task.solver.to_owned());
    start.header.solver_version = Some(task.library.info().version.clone());
    if local.first_interesting(&[start.empty()])?.is_some() {
        return Ok(Err(Refusal::EmptyFails));
    }
    if !is_over(deadline) && local.first_interesting(std::slice::from_ref(&start))?.is_none() {
        let pattern = wanted.err.is_some() || wanted.out.is_some();
        let unstable = Refusal::Unstable(vec![key, None]);
        return Ok(Err(if pattern { Refusal::NoMatch } else { unstable }));
    }
    if status.is_some_and(|status| Truth::new(&start, status).is_none()) {
        return Ok(Err(Refusal::NoGuard));
    }
    let failure = key.as_ref().map_or_else(|| "timeout".to_owned(), Key::to_string);
    audience.begins(&failure, input.trace.calls.len());
    let disk = OnDisk::new(&task.output, &task_hash(input, task, &wanted));
    let mut tester = match task.jobs {
        0 | 1 => AnyTester::Local(local),
        jobs => {
            let setup = PoolSetup {
                solvers: task.solver_texts.clone(),
                satisfiable: status.map(|status| status == Answer::Sat),
                libraries: task.libraries.clone(),
                policy: task.policy,
                enforces_needs: start.enforces_needs(),
                wanted,
                time: time.as_secs_f64(),
                memory: task.memory,
            };
            AnyTester::Pool(Pool::start(&task.program, jobs, &setup)?, local)
        }
    };
    let passes: Vec<&dyn Pass<TraceCandidate>> =
        PASSES.iter().map(|pass| pass as &dyn Pass<TraceCandidate>).collect();
    let shorter = (failing < start.calls.len()).then(|| ("tail", start.cut(failing)));
    let (form, restarts) = (task.form, task.restarts);
    let mut session = Session { disk, form, restarts, interrupted, deadline, audience };
    let subject = Subject { start, first: shorter, passes };
    let guard = |start: &TraceCandidate| Truth::new(start, status?);
    let reduction = session.search(subject, &mut tester, guard)?;
    let text = match form {
        Form::Trace => tester.local().recorded(&reduction.best)?,
        Form::Script(_) | Form::BareScript(_) => form.text(&reduction.best),
    };
    session.keep(&reduction, &text)?;
    let Reduction { best, figures, minimal, .. } = reduction;
    Ok(Ok(Minimized {
        key,
        calls: [input.trace.calls.len() as u64, best.calls.len() as u64],
        bytes: [input.text.len() as u64, text.len() as u64],
        tests: figures.tests,
        runs: tester.runs(),
        seconds: figures.seconds,
        helped: figures.helped,
        minimal,
        file: task.output.clone(),
    }))
}

fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Runs the input a few times, as long as there is time: what fails, and how long that takes.
fn golden(
    input: &Input<'_>,
    task: &Task,
    deadline: Option<Instant>,
    local: &mut LocalTester,
) -> Result<Result<Golden, Refusal>, TestError> {
    let repeats = if task.wants_timeout { 1 } else { REPEATS };
    let mut runs: Vec<IsolatedRun> = Vec::new();
    for _ in 0..repeats {
        let run = local.judge_isolated(&input.trace.header, &input.trace.calls)?;
        // It takes as long the next time, and what it does then is no help.
        if runs.is_empty() && run.judged == Judged::Timeout && !task.wants_timeout {
            return Ok(Err(Refusal::TimesOut));
        }
        runs.push(run);
        if is_over(deadline) {
            break;
        }
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
