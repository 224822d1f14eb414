//! Benchmark of the evaluator: `cargo bench --bench eval`. It prints how many operator applications a core evaluates in a
//! second, in columns of 16, for one theory after the other, and fails below the limits: 20 million for bit-vectors of at
//! most 64 bits and Booleans, 2 million for integers, reals, Float64 and short strings.
//!
//! With `-- --beside SOLVER [RUNS]` it makes generated runs on a solver, builds the graph of each anew and evaluates it, and tells
//! what share of the runs' time that takes; on Bitwuzla it fails beyond 15 %.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use murxla::eval::{Assignment, Columns};
use murxla::exec;
use murxla::model::{Model, Settings};
use murxla::oracle::OracleSet;
use murxla::rng::Seed;
use murxla::sandbox::{self, Class, Limits};
use murxla::smt::{FromCalls, Graph, Head, Symbol, Term};
use murxla::solvers::{Choice, Locator, WRAPPERS};
use murxla::supply::Silent;
use murxla::trace::Call;
use murxla_api::meaning::{Datum, finite};
use murxla_api::{Effects, Op, Profile, RoundingMode, Sort, theory};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// The columns.
const WIDTH: usize = 16;
/// The applications of a graph.
const TERMS: usize = 5_000;
/// How long a theory is measured.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// Numbers that are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 11
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 20) as usize % bound
    }
}

/// What is measured.
struct Theory {
    name: &'static str,
    sorts: Vec<Sort>,
    operators: &'static [&'static str],
    /// Millions of applications in a second.
    limit: f64,
}

fn theories() -> Vec<Theory> {
    let bits = [1, 8, 32, 64].map(Sort::bit_vec);
    vec![
        Theory {
            name: "Booleans",
            sorts: vec![Sort::bool()],
            operators: &["OP_NOT", "OP_AND", "OP_OR", "OP_XOR", "OP_IMPLIES", "OP_EQUAL", "OP_ITE"],
            limit: 20.0,
        },
        Theory {
            name: "bit-vectors",
            sorts: bits.into_iter().chain([Sort::bool()]).collect(),
            operators: &[
                "OP_BV_ADD",
                "OP_BV_MULT",
                "OP_BV_SUB",
                "OP_BV_AND",
                "OP_BV_OR",
                "OP_BV_XOR",
                "OP_BV_NOT",
                "OP_BV_NEG",
                "OP_BV_UDIV",
                "OP_BV_UREM",
                "OP_BV_SDIV",
                "OP_BV_SREM",
                "OP_BV_SMOD",
                "OP_BV_SHL",
                "OP_BV_LSHR",
                "OP_BV_ASHR",
                "OP_BV_ULT",
                "OP_BV_SLE",
                "OP_BV_COMP",
                "OP_BV_SMULO",
                "OP_EQUAL",
                "OP_DISTINCT",
                "OP_ITE",
                "OP_AND",
                "OP_NOT",
            ],
            limit: 20.0,
        },
        Theory {
            name: "integers",
            sorts: vec![Sort::int(), Sort::bool()],
            operators: &[
                "OP_INT_ADD",
                "OP_INT_SUB",
                "OP_INT_MUL",
                "OP_INT_DIV",
                "OP_INT_MOD",
                "OP_INT_ABS",
                "OP_INT_NEG",
                "OP_INT_LT",
                "OP_INT_GTE",
                "OP_EQUAL",
                "OP_ITE",
            ],
            limit: 2.0,
        },
        Theory {
            name: "reals",
            sorts: vec![Sort::real(), Sort::bool()],
            operators: &[
                "OP_REAL_ADD",
                "OP_REAL_SUB",
                "OP_REAL_MUL",
                "OP_REAL_DIV",
                "OP_REAL_NEG",
                "OP_REAL_LT",
                "OP_REAL_GTE",
                "OP_EQUAL",
                "OP_ITE",
            ],
            limit: 2.0,
        },
        Theory {
            name: "Float64",
            sorts: vec![Sort::floating_point(11, 53), Sort::rounding_mode(), Sort::bool()],
            operators: &[
                "OP_FP_ADD",
                "OP_FP_SUB",
                "OP_FP_MUL",
                "OP_FP_DIV",
                "OP_FP_FMA",
                "OP_FP_SQRT",
                "OP_FP_REM",
                "OP_FP_RTI",
                "OP_FP_MIN",
                "OP_FP_NEG",
                "OP_FP_LT",
                "OP_FP_EQ",
                "OP_FP_IS_NORMAL",
                "OP_EQUAL",
                "OP_ITE",
            ],
            limit: 2.0,
        },
        Theory {
            name: "short strings",
            sorts: vec![Sort::string(), Sort::int(), Sort::bool()],
            operators: &[
                "OP_STR_CONCAT",
                "OP_STR_LEN",
                "OP_STR_AT",
                "OP_STR_SUBSTR",
                "OP_STR_PREFIXOF",
                "OP_STR_CONTAINS",
                "OP_STR_INDEXOF",
                "OP_STR_REPLACE",
                "OP_STR_LT",
                "OP_EQUAL",
                "OP_ITE",
                "OP_INT_ADD",
            ],
            limit: 2.0,
        },
    ]
}

/// A short value.
fn any(sort: &Sort, numbers: &mut Numbers) -> Datum {
    let word = numbers.next();
    let small = (word % 2001) as i64 - 1000;
    if let Some(width) = sort.width() {
        return Datum::bits(width, word);
    }
    match sort.kind() {
        murxla_api::SortKind::Bool => Datum::Bool(word & 1 == 0),
        murxla_api::SortKind::Int => Datum::Int(small),
        murxla_api::SortKind::Real => Datum::real(num_bigint::BigInt::from(small).into()),
        murxla_api::SortKind::FloatingPoint => {
            let exponent = 1000 + word % 50;
            Datum::Float(11, 53, (word & 1) << 63 | exponent << 52 | (word & 0xf_ffff_ffff) << 10)
        }
        murxla_api::SortKind::RoundingMode => {
            use RoundingMode::{NearestAway, NearestEven, Negative, Positive, Zero};
            Datum::RoundingMode(
                [NearestAway, NearestEven, Negative, Positive, Zero][word as usize % 5],
            )
        }
        _ => {
            let codes = (0..word % 9).map(|place| 97 + ((word >> (place + 8)) % 3) as u32);
            Datum::String(codes.collect())
        }
    }
}

/// Applications on constants and on each other; of a chain of sums, reals and strings would not stay short.
fn graph_of(theory: &Theory, numbers: &mut Numbers) -> (Graph, Vec<Symbol>) {
    let mut graph = Graph::new();
    let mut symbols = Vec::new();
    let mut terms: Vec<Vec<Term>> = Vec::new();
    for sort in &theory.sorts {
        let mut of_sort = Vec::new();
        for number in 0..8 {
            let symbol = graph.add_symbol(&format!("c{number}"), sort.clone());
            symbols.push(symbol);
            of_sort.push(graph.constant(symbol));
        }
        terms.push(of_sort);
    }
    let operators: Vec<&'static Op> = theory
        .operators
        .iter()
        .map(|key| theory::operator(key).unwrap_or_else(|| panic!("no operator {key}")))
        .collect();
    let constants = graph.len();
    let bounded = matches!(theory.name, "Booleans" | "bit-vectors");
    while graph.len() < constants + TERMS {
        let op = operators[numbers.below(operators.len())];
        let first = numbers.below(terms.len());
        let args: Vec<Term> = (0..op.arity().0)
            .map(|place| {
                let sort = if place == 0 || numbers.below(2) == 0 {
                    first
                } else {
                    numbers.below(terms.len())
                };
                let of_sort = &terms[sort];
                // Mostly constants, and terms that have a few levels.
                let range = if bounded { of_sort.len() } else { of_sort.len().min(40) };
                of_sort[numbers.below(range)]
            })
            .collect();
        if let Ok(term) = graph.apply_head(Head::plain(op), &args) {
            let sort = graph.sort(term);
            if let Some(place) = theory.sorts.iter().position(|one| one == sort) {
                terms[place].push(term);
            }
        }
    }
    (graph, symbols)
}

/// The time that this thread had a core for itself, so that other work on the machine counts little.
fn busy() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the kernel tells the time of a thread"))
}

/// Millions of applications in a second of a core.
fn measure(theory: &Theory) -> f64 {
    let mut numbers = Numbers(1);
    let (graph, symbols) = graph_of(theory, &mut numbers);
    let values: Vec<Vec<Datum>> = symbols
        .iter()
        .map(|symbol| (0..WIDTH).map(|_| any(&graph.symbol(*symbol).sort, &mut numbers)).collect())
        .collect();
    let mut columns = Columns::new(vec![Assignment::new(); WIDTH]);
    let mut applied = 0;
    let (started, began) = (Instant::now(), busy());
    while started.elapsed() < LONG_ENOUGH {
        columns.reset();
        for (symbol, values) in symbols.iter().zip(&values) {
            for (column, value) in values.iter().enumerate() {
                columns.set(*symbol, column, value.clone());
            }
        }
        columns.extend(&graph);
        applied += TERMS * WIDTH;
    }
    let elapsed = busy() - began;
    applied as f64 / elapsed.as_secs_f64() / 1e6
}

/// What a graph may cost beside a run on Bitwuzla, in percent of the run's time.
const SHARE: f64 = 15.0;
/// As in the generator (src/model/knowledge.rs): columns, steps for one term, columns for values that are no machine words.
const RUN_WIDTH: usize = 8;
const RUN_STEPS: u64 = 200;
const RUN_DATA_COLUMNS: usize = 3;
/// The clock of a thread may be as coarse as some milliseconds, which is more than a graph takes.
const ROUNDS: u32 = 20;
/// Lines of the log that begin so tell the time of the run in nanoseconds.
const TIME: &str = "#time ";

/// What runs and their graphs cost.
#[derive(Default)]
struct Costs {
    runs: usize,
    terms: usize,
    run: Duration,
    building: Duration,
    evaluating: Duration,
}

/// Values for the constants of a run: those that were planted, and others.
fn values_for(questions: &FromCalls, numbers: &mut Numbers) -> Vec<Assignment> {
    let mut assignments = vec![Assignment::new(); RUN_WIDTH];
    for assignment in &mut assignments {
        questions.definitions().for_each(|one| assignment.define(one.clone()));
    }
    for (symbol, text) in questions.planted() {
        let sort = &questions.graph().symbol(*symbol).sort;
        let Some(planted) = Datum::of_notation(text, sort) else { continue };
        for (column, assignment) in assignments.iter_mut().enumerate() {
            let other = finite::nth(sort, numbers.next() % 251).filter(|_| column > 0);
            assignment.set(*symbol, other.unwrap_or_else(|| planted.clone()));
        }
    }
    assignments
}

/// Builds and evaluates the graphs of a run; there are several if all is forgotten in between.
fn build_and_evaluate(calls: &[Call], profile: &Profile, costs: &mut Costs) {
    let mut numbers = Numbers(7);
    for calls in
        calls.split(|call| call.took_effect() && call.effects(profile).any(Effects::FORGETS_ALL))
    {
        let graph_of = || {
            let mut questions = FromCalls::new();
            calls.iter().for_each(|call| questions.add(call, profile));
            questions
        };
        let began = busy();
        for _ in 0..ROUNDS {
            std::hint::black_box(graph_of());
        }
        let built = busy();
        let questions = graph_of();
        let assignments = values_for(&questions, &mut numbers);
        let mut all: Vec<Columns> = (0..ROUNDS)
            .map(|_| Columns::new(assignments.clone()).with_limits(RUN_STEPS, RUN_DATA_COLUMNS))
            .collect();
        let ready = busy();
        all.iter_mut().for_each(|columns| columns.extend(questions.graph()));
        let ended = busy();
        costs.terms += questions.graph().len();
        costs.building += built.saturating_sub(began) / ROUNDS;
        costs.evaluating += ended.saturating_sub(ready) / ROUNDS;
    }
}

/// Makes runs, and tells what they and their graphs cost.
fn beside(solver: &str, runs: u64) -> Result<ExitCode, String> {
    let wrapper = WRAPPERS.iter().find(|wrapper| wrapper.name() == solver);
    let name = wrapper.ok_or_else(|| format!("no solver {solver}"))?.name();
    let locator = Locator::new(&[]).map_err(|error| error.to_string())?;
    let choice = Choice { name, version: None };
    let library = locator.load(&choice, &Silent).map_err(|error| error.to_string())?;
    let model = Model::new(name, library, &Settings::default());
    let limits =
        Limits { cpu: Duration::from_secs(1), wall: Duration::from_secs(20), ..Limits::default() };
    let mut costs = Costs::default();
    for seed in 0..runs {
        let outcome = sandbox::run(&limits, |log| {
            let began = busy();
            // Without oracles a run is cheapest.
            let mut oracles = OracleSet::with_named([]);
            model.run(Seed(seed), |bytes| log.write(bytes), &mut oracles);
            let time = busy().saturating_sub(began);
            log.write(format!("{TIME}{}\n", time.as_nanos()).as_bytes());
        });
        let outcome = outcome.map_err(|error| error.to_string())?;
        // How long one would have gone on that came to its limit is not known.
        if outcome.class != Class::Completed {
            continue;
        }
        let log = String::from_utf8_lossy(&outcome.log);
        let time = log.lines().rev().find_map(|line| line.strip_prefix(TIME)?.parse().ok());
        let Some(time) = time.map(Duration::from_nanos) else { continue };
        let run = exec::Run::from(outcome);
        build_and_evaluate(&run.played.calls, library.profile(), &mut costs);
        costs.runs += 1;
        costs.run += time;
    }
    let of_run = |part: Duration| 100.0 * part.as_secs_f64() / costs.run.as_secs_f64();
    let share = of_run(costs.building + costs.evaluating);
    println!(
        "{solver}: {} runs in {:.1?}, {} terms; their graphs: building {:.1?} ({:.1} %), evaluating all terms in {RUN_WIDTH} \
         columns {:.1?} ({:.1} %), together {share:.1} % (limit {SHARE} on Bitwuzla)",
        costs.runs,
        costs.run,
        costs.terms,
        costs.building,
        of_run(costs.building),
        costs.evaluating,
        of_run(costs.evaluating),
    );
    Ok(match costs.runs > 0 && (share <= SHARE || solver != "bitwuzla") {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip_while(|word| word != "--beside").collect();
    if let [_, solver, more @ ..] = words.as_slice() {
        let runs = more.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000);
        return beside(solver, runs).unwrap_or_else(|error| {
            eprintln!("{error}");
            ExitCode::FAILURE
        });
    }
    let mut exit = ExitCode::SUCCESS;
    for theory in theories() {
        let speed = measure(&theory);
        println!(
            "{}: {speed:.1} million applications per core-second in columns of {WIDTH} (limit {})",
            theory.name, theory.limit
        );
        if speed < theory.limit {
            exit = ExitCode::FAILURE;
        }
    }
    exit
}
