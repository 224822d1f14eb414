//! Benchmark of the generator on the mock: `cargo bench --bench generator`.
//!
//! It prints calls per second, and the instructions per call that are spent outside the solver: drawing, checking,
//! playing and writing. The first depends on the machine and its load, the second nearly not at all; so only the
//! second is a limit, beyond which the benchmark fails.

use std::ops::Range;
use std::process::{Command as Process, ExitCode};
use std::time::Instant;

use murxla::model::{Model, Settings};
use murxla::oracle::Checks;
use murxla::rng::Seed;
use murxla_api::{
    Application, Binder, Command, DatatypeDef, Library, LibraryInfo, Literal, OptionDef, Profile,
    Reply, Solver, SolverError, Sort, SortId, SortShape, TermId, Wrapper,
};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// The instructions that a call may cost outside the solver, without and with what the generator knows of its terms.
const LIMIT: u64 = 3_000;
const LIMIT_WITH_COLUMNS: u64 = 6_000;
/// Settings of the runs, as `--set` takes them: `columns=0` measures without, and without oracles.
const SETTINGS: &str = "MURXLA_BENCH_SETTINGS";
/// The seeds on which the time is taken, and how often: the best round is the one that was disturbed least.
const TIMED: Range<u64> = 0..2_000;
const ROUNDS: u32 = 5;
/// Instructions are counted on both and subtracted, so that start-up does not count.
const FEW: Range<u64> = 0..100;
const MANY: Range<u64> = 0..300;
/// With this argument the benchmark only runs the seeds below the number that follows.
const INNER: &str = "--run-seeds-below";

fn mock() -> &'static dyn Library {
    murxla_mock::WRAPPER.load(std::path::Path::new("")).expect("the mock needs no file")
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.set(&std::env::var(SETTINGS).unwrap_or_default()).expect("settings");
    if settings.numbers.columns == 0 {
        settings.checks = Checks::parse("none").expect("it is known");
    }
    settings
}

/// Runs the seeds.
fn run(seeds: Range<u64>, library: &dyn Library, mut sink: impl FnMut(&[u8])) {
    let model = Model::new("mock", library, &settings());
    for seed in seeds {
        model.run(Seed(seed), &mut sink, &mut model.oracles());
    }
}

/// Runs the seeds and counts the calls in their traces.
fn count(seeds: Range<u64>) -> u64 {
    let mut calls = 0;
    run(seeds, mock(), |line| {
        // A call begins with its seed, of which the last digit is the fifth character. There is none in the
        // header, nor below the call, where six blanks come first. What is known of it stands above, after #.
        let lines = line.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#"));
        calls += lines.filter(|line| line.get(4).is_some_and(u8::is_ascii_digit)).count() as u64;
    });
    calls
}

/// Everything that happens in the solver happens in this function, whose name the profiler looks for. Nothing in
/// the solver comes back to it.
#[inline(never)]
fn inside_the_solver<T>(work: impl FnOnce() -> T) -> T {
    std::hint::black_box(work())
}

/// The mock, entered through [`inside_the_solver`] only.
struct Marked(Option<Box<dyn Solver>>);

impl Marked {
    fn enter<T>(&mut self, work: impl FnOnce(&mut dyn Solver) -> T) -> T {
        let solver = self.0.as_deref_mut().expect("it is taken away at the end only");
        inside_the_solver(|| work(solver))
    }
}

impl Drop for Marked {
    fn drop(&mut self) {
        let solver = self.0.take();
        inside_the_solver(|| drop(solver));
    }
}

impl Solver for Marked {
    fn seed_call(&mut self, seed: u64) {
        self.enter(|solver| solver.seed_call(seed));
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.enter(|solver| solver.mk_sort(shape))
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        self.enter(|solver| solver.mk_datatypes(definitions))
    }

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.enter(|solver| solver.mk_instance(sort, args))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_value(sort, literal))
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_const(sort, name))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_var(sort, name))
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_term(application))
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_binder(binder, vars, patterns, bodies))
    }

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_fun(name, vars, body))
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_let(vars, values, body))
    }

    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.enter(|solver| solver.mk_rec_fun(sort, name))
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        self.enter(|solver| solver.execute(command))
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.enter(|solver| solver.sort_of(term))
    }
}

struct MarkedLibrary(&'static dyn Library);

impl Library for MarkedLibrary {
    fn info(&self) -> &LibraryInfo {
        self.0.info()
    }

    fn profile(&self) -> &Profile {
        self.0.profile()
    }

    fn options(&self) -> &[OptionDef] {
        self.0.options()
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        let solver = inside_the_solver(|| self.0.new_solver())?;
        Ok(Box::new(Marked(Some(solver))))
    }
}

/// The instructions of a process that runs these seeds: all, or those in the solver alone.
fn instructions(seeds: &Range<u64>, in_solver: bool) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = Process::new("valgrind");
    command.arg("--tool=callgrind");
    command.arg(format!("--callgrind-out-file={}", folder.path().join("profile").display()));
    if in_solver {
        // Counting is off at first, and turned round where the function is entered and left.
        command.arg("--toggle-collect=*inside_the_solver*");
    }
    let output = command.arg(this).args([INNER, &seeds.end.to_string()]).output();
    let output = output.map_err(|error| format!("valgrind: {error}"))?;
    let talk = String::from_utf8_lossy(&output.stderr);
    let collected = talk.lines().find_map(|line| line.split_once("Collected :"));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok());
    match count {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("valgrind gave no count: {}", talk.trim())),
    }
}

/// Instructions per call with the solver, and in the solver alone.
fn instructions_per_call() -> Result<(u64, u64), String> {
    let calls = count(FEW.end..MANY.end);
    let between = |in_solver| -> Result<u64, String> {
        let (few, many) = (instructions(&FEW, in_solver)?, instructions(&MANY, in_solver)?);
        many.checked_sub(few).ok_or_else(|| "more seeds took fewer instructions".to_owned())
    };
    Ok((between(false)? / calls, between(true)? / calls))
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip_while(|arg| arg != INNER).skip(1);
    if let Some(below) = args.next().and_then(|below| below.parse().ok()) {
        run(0..below, &MarkedLibrary(mock()), |_| {});
        return ExitCode::SUCCESS;
    }
    let mut best = f64::INFINITY;
    let mut calls = 0;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        calls = count(TIMED);
        best = best.min(started.elapsed().as_secs_f64());
    }
    println!("generator: {calls} calls, {:.0} calls per second", calls as f64 / best);
    if Process::new("valgrind").arg("--version").output().is_err() {
        println!("instructions are not counted: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    match instructions_per_call() {
        Ok((all, solver)) => {
            let outside = all.saturating_sub(solver);
            if solver == 0 {
                eprintln!("no instruction was counted in the solver: its functions have no names");
                return ExitCode::FAILURE;
            }
            println!(
                "instructions per API call outside the solver: {outside} (with the mock: {all})"
            );
            let knows = settings().numbers.columns > 0;
            let limit = if knows { LIMIT_WITH_COLUMNS } else { LIMIT };
            if outside > limit { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
