//! The narrower: makes the trace of a wrong answer small within narrow bounds, so that its key can tell the cause.

use std::rc::Rc;
use std::time::{Duration, Instant};

use murxla_api::theory::{self, Theory};
use murxla_api::{ActionKind, Answer, Library};

use super::edit::{Edit, apply};
use super::engine::{Cache, Ended, Engine, Figures, Keeper, Pass, Progress, Tester};
use super::guarded::Guarded;
use super::passes::leaves::leaf;
use super::tester::{LocalTester, TestError};
use super::truth::Truth;
use super::typed::Typed;
use super::{Criterion, PASSES, TargetSolver, TraceCandidate, Wanted};
use crate::campaign::{Narrow, Narrowed};
use crate::exec::OptionPolicy;
use crate::findings::Key;
use crate::oracle::{CROSS_CHECK, PROMISED, Runner, operators_asked, promised_answer};
use crate::sandbox::Limits;
use crate::trace::{Call, CallArg, Operator, Trace};

/// So many candidates are tested; so that a key does not depend on the speed of a machine, this is the bound that counts.
const MOST_TESTS: u64 = 1_000;
/// In any case it ends after this time.
const MOST_TIME: Duration = Duration::from_secs(12);

/// Makes traces of a loaded solver small.
pub struct Narrower {
    solver: &'static str,
    library: &'static dyn Library,
    limits: Limits,
    /// Those that may contradict it.
    references: Vec<(String, Rc<dyn Runner>)>,
}

impl Narrower {
    /// One for traces on this library, with limits for a run.
    pub fn new(solver: &'static str, library: &'static dyn Library, limits: Limits) -> Narrower {
        Narrower { solver, library, limits, references: Vec::new() }
    }

    /// The same one; these are the solvers that contradict it in a cross-check.
    pub fn against(mut self, references: Vec<(String, Rc<dyn Runner>)>) -> Narrower {
        self.references = references;
        self
    }

    /// Testers that may see this failure: a contradiction is one with any of the references.
    fn testers(&self, key: &Key) -> Result<Vec<LocalTester>, TestError> {
        if key.oracle.as_deref() != Some(CROSS_CHECK) {
            return Ok(vec![self.tester(key)?]);
        }
        let against = |(_, other): &(String, Rc<dyn Runner>)| {
            Ok(self.tester(key)?.against(Some(other.clone())))
        };
        self.references.iter().map(against).collect()
    }

    fn tester(&self, key: &Key) -> Result<LocalTester, TestError> {
        let limits = self.limits.clone();
        let (policy, time) = (OptionPolicy::NoFiles, limits.cpu);
        let mut tester = LocalTester::new(self.solver, self.library, policy, limits);
        let failure = Criterion::Key(key.clone());
        tester.want(&Wanted { failure, err: None, out: None }, time)?;
        Ok(tester)
    }

    fn narrowed(&self, trace: &Trace, key: &Key) -> Result<Option<Narrowed>, TestError> {
        let is_promised = key.oracle.as_deref() == Some(PROMISED);
        let promised = if is_promised { promised_answer(trace) } else { None };
        for tester in self.testers(key)? {
            if let Some(narrowed) = self.narrowed_by(tester, trace, promised)? {
                return Ok(Some(narrowed));
            }
        }
        Ok(None)
    }

    fn narrowed_by(
        &self,
        mut tester: LocalTester,
        trace: &Trace,
        promised: Option<Answer>,
    ) -> Result<Option<Narrowed>, TestError> {
        let start = TraceCandidate::new(trace, TargetSolver::new(self.library));
        let enforces = start.enforces_needs();
        let failing = tester.failing_calls(&start.header, &start.calls)?;
        let start = start.cut(failing).enforcing_needs(enforces);
        if tester.first_interesting(std::slice::from_ref(&start))?.is_none() {
            return Ok(None);
        }
        let passes: Vec<&dyn Pass<TraceCandidate>> = PASSES
            .iter()
            .filter(|pass| pass.changes_operators())
            .map(|pass| pass as &dyn Pass<TraceCandidate>)
            .collect();
        let mut bounds = Bounds { tests: 0, end: Instant::now() + MOST_TIME };
        // A promise is one about the whole: only what is seen to keep it is tried.
        let truth = match promised {
            Some(answer) => match Truth::new(&start, answer) {
                Some(truth) => Some(truth),
                None => return Ok(None),
            },
            None => None,
        };
        let mut tester = Guarded { inner: &mut tester, truth };
        let (cache, figures) = (Cache::default(), Figures::default());
        let mut engine = Engine::new(start, cache, figures, &mut tester, &mut bounds);
        let complete = engine.run(&passes)? == Ended::Minimal;
        let (best, ..) = engine.into_parts();
        let tester = tester.inner;
        let operators = operators_asked(&best.calls, self.library.profile());
        let trace = tester.recorded(&best)?;
        let named = named_cause(&trace);
        Ok(Some(Narrowed { operators, named, trace, complete }))
    }
}

impl Narrow for Narrower {
    fn narrow(&self, trace: &Trace, key: &Key) -> Option<Narrowed> {
        // What cannot be made small stays as it is: the finding is kept all the same.
        self.narrowed(trace, key).ok().flatten()
    }

    fn fails_without(&self, trace: &Trace, key: &Key, operators: &[&'static str]) -> bool {
        let particular: Vec<&str> = operators.iter().copied().filter(|key| !is_core(key)).collect();
        let without = if particular.is_empty() { operators } else { particular.as_slice() };
        // What a promise says of the whole it does not say of another trace.
        if key.oracle.as_deref() == Some(PROMISED) {
            return true;
        }
        let start = TraceCandidate::new(trace, TargetSolver::new(self.library));
        let Some(candidate) = without_operators(&start, without) else { return true };
        let fails = |mut tester: LocalTester| {
            tester
                .first_interesting(std::slice::from_ref(&candidate))
                .is_ok_and(|one| one.is_some())
        };
        // If it cannot be told, it is taken for another cause.
        self.testers(key).map_or(true, |testers| testers.into_iter().any(fails))
    }
}

/// What the line of the violation has in brackets at its end.
fn named_cause(trace: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(trace);
    let line = text.lines().rev().find(|line| line.trim_start().starts_with("violated "))?;
    let (_, named) = line.strip_suffix("]\"")?.rsplit_once(" [")?;
    Some(named.to_owned())
}

fn is_core(key: &str) -> bool {
    theory::operator(key).is_some_and(|op| op.theory == Theory::Core)
}

/// The candidate with constants, which have their planted values, in place of the terms that these operators make.
fn without_operators(candidate: &TraceCandidate, operators: &[&str]) -> Option<TraceCandidate> {
    let typed = Typed::new(candidate);
    let applies = |call: &Call| match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
            matches!(applied.operator, Operator::Base(op) if operators.contains(&op.key))
        }
        _ => false,
    };
    let chosen = typed.calls().rev().filter(|(_, call)| applies(call));
    let edits: Vec<Edit> = chosen.filter_map(|(at, call)| leaf(&typed, at, call, 0)).collect();
    apply(&typed, &edits.iter().collect::<Vec<_>>())
}

/// Ends a reduction, and keeps nothing on disk.
struct Bounds {
    tests: u64,
    end: Instant,
}

impl<C> Keeper<C> for Bounds {
    type Error = TestError;

    fn better(&mut self, _: &C, figures: &Figures, _: &Cache) -> Result<(), TestError> {
        self.tests = figures.tests;
        Ok(())
    }

    fn tested(&mut self, progress: &Progress<'_, C>) -> Result<(), TestError> {
        self.tests = progress.figures.tests;
        Ok(())
    }

    fn is_to_stop(&mut self) -> bool {
        self.tests >= MOST_TESTS || Instant::now() >= self.end
    }
}
