//! The cost of a test on a real solver, against a run in a batch.

use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla::exec::OptionPolicy;
use murxla::reduce::engine::{Cache, Engine, Figures, Keeper, Pass, Progress, Tester};
use murxla::reduce::{
    Criterion, Judged, LocalTester, PASSES, TargetSolver, TestError, TraceCandidate, Wanted,
};
use murxla::sandbox::Limits;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::read;

/// Writes down what it is asked.
struct Noting {
    inner: LocalTester,
    boring: Vec<TraceCandidate>,
    tests: usize,
    time: Duration,
}

impl Tester<TraceCandidate> for Noting {
    type Error = TestError;

    fn first_interesting(&mut self, all: &[TraceCandidate]) -> Result<Option<usize>, TestError> {
        let since = Instant::now();
        let found = self.inner.first_interesting(all)?;
        self.time += since.elapsed();
        let boring = found.unwrap_or(all.len());
        self.boring.extend_from_slice(&all[..boring]);
        self.tests += boring + usize::from(found.is_some());
        Ok(found)
    }

    fn window(&self) -> usize {
        self.inner.window()
    }
}

struct Nowhere;

impl Keeper<TraceCandidate> for Nowhere {
    type Error = TestError;

    fn better(&mut self, _: &TraceCandidate, _: &Figures, _: &Cache) -> Result<(), TestError> {
        Ok(())
    }

    fn tested(&mut self, _: &Progress<'_, TraceCandidate>) -> Result<(), TestError> {
        Ok(())
    }

    fn is_to_stop(&mut self) -> bool {
        false
    }
}

/// A test may cost so much more than a run of the same candidates in batches: a success ends its batch.
const MOST: f64 = 3.0;

pub fn check() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reduce/long");
    let locator = Locator::new(&[])?;
    let mut slow = Vec::new();
    println!(
        "{:40} {:>6} {:>9} {:>13} {:>13}",
        "", "tests", "ms/test", "ms/run batch", "ms/run alone"
    );
    for name in [
        "bitwuzla-bad-variant-access-b1003",
        "cvc5-segv-sort-substitute-seed1150",
        "z3-segv-special-relations-seed128",
    ] {
        let (trace, _) = read(&std::fs::read(folder.join(format!("{name}.trace")))?)?;
        let choice = Choice::parse(trace.header.solver.as_deref().ok_or("no solver")?)?;
        let library = locator.load(&choice, &Silent)?;
        let tester =
            || LocalTester::new(choice.name, library, OptionPolicy::NoFiles, Limits::default());
        let mut inner = tester();
        let golden = inner.alone(&trace.header, &trace.calls)?;
        let Judged::Failure(key) = Judged::of(choice.name, &golden) else {
            return Err(format!("{name} does not fail").into());
        };
        let wanted = Wanted { failure: Criterion::Key(key), err: None, out: None };
        let time = golden.outcome.wall * 2 + Duration::from_millis(250);
        inner.want(&wanted, time)?;
        let start = TraceCandidate::new(&trace, TargetSolver::new(library));
        let mut noting = Noting { inner, boring: Vec::new(), tests: 0, time: Duration::ZERO };
        let mut nowhere = Nowhere;
        let (cache, figures) = (Cache::default(), Figures::default());
        let mut engine = Engine::new(start, cache, figures, &mut noting, &mut nowhere);
        let passes: Vec<&dyn Pass<TraceCandidate>> =
            PASSES.iter().map(|pass| pass as &dyn Pass<TraceCandidate>).collect();
        engine.run(&passes)?;
        let per_test = noting.time.as_secs_f64() * 1000.0 / noting.tests as f64;
        // The same candidates in batches as large as they can be, and each in a child of its own.
        let mut other = tester();
        other.want(&wanted, time)?;
        let since = Instant::now();
        other.first_interesting(&noting.boring)?;
        let batch = since.elapsed().as_secs_f64() * 1000.0 / noting.boring.len() as f64;
        let since = Instant::now();
        for candidate in &noting.boring {
            other.alone(&candidate.header, &candidate.calls)?;
        }
        let alone = since.elapsed().as_secs_f64() * 1000.0 / noting.boring.len() as f64;
        println!("{name:40} {:6} {per_test:9.2} {batch:13.2} {alone:13.2}", noting.tests);
        if per_test > MOST * batch {
            slow.push(format!("{name}: {per_test:.2} ms a test, {batch:.2} ms a run"));
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(slow.join("\n").into()) }
}
