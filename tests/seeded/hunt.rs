//! Looks for one wrong behaviour in generated runs on the mock that has it, and minimizes what it finds.

use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla::exec::OptionPolicy;
use murxla::model::{Model, Settings};
use murxla::oracle::{Checks, LoadedSolver, OracleSet, Runner};
use murxla::reduce::{Audience, Form, Input, Task, minimize};
use murxla::rng::Seed;
use murxla::sandbox::{self, Limits};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::{Trace, read};
use murxla_api::Library;
use murxla_mock::{LieClass, LieDef};

/// What was found.
pub struct Found {
    pub oracle: String,
    /// Calls of the trace, and of the minimized one.
    pub calls: usize,
    pub minimized: usize,
    /// Whether the minimized trace is judged in the same way.
    pub kept: bool,
}

/// How a wrong behaviour was looked for.
pub struct Hunt {
    pub runs: u64,
    pub seconds: f64,
    pub found: Option<Found>,
    /// Oracles of other classes that found something before.
    pub others: Vec<String>,
}

/// The oracles that prove a wrong behaviour of a class.
fn expected(class: LieClass) -> &'static [&'static str] {
    match class {
        LieClass::Answer => &["planted", "exhausted", "same-question", "model", "asserted-values"],
        LieClass::Model => &["model", "asserted-values"],
        LieClass::Core => &["cores", "contract"],
        LieClass::Simplify => &["same-question", "sorts"],
    }
}

fn mock(version: &str) -> Result<&'static dyn Library, Failed> {
    Ok(Locator::new(&[])?.load(&Choice::parse(&format!("mock@{version}"))?, &Silent)?)
}

/// What runs are like, in turns: the mock knows much where sorts are small, and of other theories more if there are few at once.
const SETTINGS: [&str; 2] = ["small-sorts=100", "small-sorts=0,focus=50"];

fn models(library: &'static dyn Library) -> Result<Vec<Model<'static>>, Failed> {
    let model = |text: &&str| {
        let mut settings = Settings::default();
        settings.set(text)?;
        Ok(Model::new("mock", library, &settings))
    };
    SETTINGS.iter().map(model).collect()
}

fn limits() -> Limits {
    Limits { cpu: Duration::from_secs(3), ..Limits::default() }
}

/// The trace of a run, with what all oracles said.
fn run(models: &[Model<'_>], seed: u64, checks: &Checks) -> Result<(Trace, Vec<u8>), Failed> {
    let model = &models[seed as usize % models.len()];
    let outcome = sandbox::run(&limits(), |log| {
        model.run(Seed(seed), |bytes| log.write(bytes), &mut OracleSet::of(checks));
    })?;
    let (trace, _) = read(&outcome.log).unwrap_or_default();
    Ok((trace, outcome.log))
}

fn violations(trace: &Trace) -> impl Iterator<Item = &str> {
    trace.calls.iter().filter_map(|call| Some(&*call.violated.as_ref()?.oracle))
}

/// Generates runs until an oracle of its class finds a wrong behaviour.
pub fn hunt(lie: &LieDef, most_runs: u64) -> Result<Hunt, Failed> {
    let library = mock(&format!("wrong-{}", lie.name))?;
    let models = models(library)?;
    let checks = Checks::parse("all")?;
    let begin = Instant::now();
    let mut hunt = Hunt { runs: 0, seconds: 0.0, found: None, others: Vec::new() };
    while hunt.runs < most_runs && hunt.found.is_none() {
        hunt.runs += 1;
        let (trace, text) = run(&models, hunt.runs, &checks)?;
        // The minimizer keeps the first.
        let Some(oracle) = violations(&trace).next() else { continue };
        if !expected(lie.class).contains(&oracle) {
            if !hunt.others.iter().any(|other| other == oracle) {
                hunt.others.push(oracle.to_owned());
            }
            continue;
        }
        let minimized = reduce(library, &text)?;
        let kept = play(library, &minimized)?;
        let kept = violations(&kept).next() == Some(oracle);
        let (calls, minimized) = (trace.calls.len(), minimized.calls.len());
        hunt.found = Some(Found { oracle: oracle.to_owned(), calls, minimized, kept });
    }
    hunt.seconds = begin.elapsed().as_secs_f64();
    Ok(hunt)
}

struct Nobody;

impl Audience for Nobody {
    fn begins(&mut self, _: &str, _: usize) {}
    fn progress(&mut self, _: usize, _: usize, _: u64, _: &str) {}
    fn note(&mut self, _: &str) {}
}

fn reduce(library: &'static dyn Library, text: &[u8]) -> Result<Trace, Failed> {
    let folder = tempfile::tempdir()?;
    let task = Task {
        solver: "mock",
        library,
        other: None::<Rc<dyn Runner>>,
        status: None,
        policy: OptionPolicy::NoFiles,
        time: Duration::from_secs(3),
        memory: 2 << 30,
        wants_timeout: false,
        ignores_err: false,
        match_err: None,
        match_out: None,
        output: folder.path().join("min.trace"),
        form: Form::Trace,
        restarts: true,
        budget: Some(Duration::from_secs(30)),
        jobs: 1,
        program: env!("CARGO_BIN_EXE_murxla").into(),
        solver_texts: vec![format!("mock@{}", library.info().version)],
        libraries: Vec::new(),
    };
    let (trace, _) = read(text)?;
    let input = Input { trace: &trace, text };
    match minimize(&input, &task, &AtomicBool::new(false), &mut Nobody)? {
        Ok(_) => Ok(read(&std::fs::read(&task.output)?)?.0),
        Err(refusal) => Err(format!("not minimized: {refusal:?}").into()),
    }
}

/// The trace as it is replayed, by the oracles that it names and the standard ones.
fn play(library: &'static dyn Library, trace: &Trace) -> Result<Trace, Failed> {
    let runner = LoadedSolver { solver: "mock", library }.runner(OptionPolicy::NoFiles);
    Ok(runner.play(trace, &limits())?.played)
}

/// Nothing is found on the mock that tells the truth.
pub fn no_false_alarm(runs: u64) -> Result<(), Failed> {
    let models = models(mock("truthful")?)?;
    let checks = Checks::parse("all")?;
    let mut wrong = Vec::new();
    for seed in 1..=runs {
        let (trace, _) = run(&models, seed, &checks)?;
        wrong.extend(violations(&trace).map(|oracle| format!("seed {seed}: {oracle}")));
    }
    println!("{} alarms in {runs} runs that tell the truth", wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
