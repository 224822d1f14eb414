//! How many terms of an enumeration are looked at in a second of processor time, beside a bare loop: the same calls, recorded and
//! made once more in a new instance, with nothing between them.
//!
//! `cargo bench --bench enumerate -- [SOLVER…]`; each solver in a process of its own.

use std::cell::RefCell;
use std::process::Command as Process;
use std::rc::Rc;

use murxla::enumerate::{Limits, Note, Scripts, Sifter, Space, Terms};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla_api::{
    Application, Binder, Command, DatatypeDef, Library, LibraryInfo, Literal, Op, OptionDef,
    Profile, Reply, Solver, SolverError, Sort, SortId, SortShape, TermId,
};

#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

const SOLVERS: [&str; 4] = ["bitwuzla", "yices", "z3", "cvc5"];
const TERMS: u64 = 12_000;

/// Seconds of processor time of this thread.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    first.unwrap_or_default() / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if let [child, solver] = args.as_slice()
        && child == "child"
    {
        return measure(solver);
    }
    let chosen: Vec<&str> = match args.is_empty() {
        true => SOLVERS.to_vec(),
        false => args.iter().map(String::as_str).collect(),
    };
    println!("bv2, {TERMS} terms of up to two operators; per second of processor time");
    for solver in chosen {
        let program = std::env::current_exe().expect("this program");
        let status = Process::new(program).args(["child", solver]).status();
        assert!(status.is_ok_and(|status| status.success()), "{solver}");
    }
}

fn measure(solver: &str) {
    let locator = Locator::new(&[]).expect("a locator");
    let choice = Choice::parse(solver).expect("a solver");
    let library = locator.load(&choice, &Silent).expect("a library");
    let space = Space::new("bv2", &Limits::default(), library.profile()).expect("a space");
    let mut terms = Terms::new(space, 2, false).expect("terms");
    let step = terms.count() / TERMS;
    let numbers: Vec<u64> = (0..TERMS).map(|number| number * step.max(1)).collect();
    for checks in [false, true] {
        // Once to record the calls, and once for the time.
        let recording = Recording { library, calls: Rc::default() };
        let (answers, _) = judged(&mut terms, &recording, &numbers, checks);
        let mut judged_time = f64::MAX;
        let mut bare = f64::MAX;
        for _ in 0..ROUNDS {
            judged_time = judged_time.min(judged(&mut terms, library, &numbers, checks).1);
            bare = bare.min(again(library, &recording.calls.borrow()));
        }
        let what = if checks { "check-sat" } else { "simplify and compare" };
        let count = if checks { answers } else { TERMS } as f64;
        println!(
            "{solver:9} {what:20} {:8.0}/s, bare loop {:8.0}/s: {:.0} %",
            count / judged_time,
            count / bare,
            100.0 * bare / judged_time,
        );
    }
}

/// So often is each measured, and the least time counts.
const ROUNDS: usize = 3;

/// Looks at terms, as the command does; gives how many answers there were, and the time that it took.
fn judged(terms: &mut Terms, library: &dyn Library, numbers: &[u64], checks: bool) -> (u64, f64) {
    let begun = processor_time();
    let scripts = Scripts::new(terms, library.profile());
    let beginning = scripts.beginning(terms, false);
    let sifter = Sifter::new(terms, library, &scripts, &beginning, &[]).expect("an instance");
    let mut sifter = if checks { sifter.checking_only() } else { sifter.simplifying_only() };
    let mut note = Note::default();
    let mut answers = 0u64;
    for number in numbers {
        note = Note::default();
        sifter.look_at(terms, *number, &mut note);
        assert!(note.doubts.is_empty(), "{number}");
        answers += note.answers.iter().map(|count| u64::from(*count)).sum::<u64>();
    }
    sifter.end(terms, &mut note);
    assert!(note.doubts.is_empty(), "{:?}", note.doubts);
    (answers, processor_time() - begun)
}

/// Makes recorded calls in a new instance; gives the time that it took.
fn again(library: &dyn Library, calls: &[Recorded]) -> f64 {
    let begun = processor_time();
    let mut solver = library.new_solver().expect("an instance");
    for call in calls {
        call.make(&mut *solver);
    }
    processor_time() - begun
}

/// A call that was made.
enum Recorded {
    Seed(u64),
    Sort(SortShape<SortId>),
    Value(SortId, Literal),
    Const(SortId, String),
    Term { op: &'static Op, indices: Vec<u32>, args: Vec<TermId> },
    SetLogic(String),
    SetOption(String, String),
    Simplify(TermId),
    Assert(TermId),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    Push(u32),
    Pop(u32),
    GetValue(Vec<TermId>),
    GetUnsatAssumptions,
}

impl Recorded {
    fn of(command: &Command<'_>) -> Recorded {
        match command {
            Command::SetLogic(logic) => Recorded::SetLogic((*logic).to_owned()),
            Command::SetOption { name, value } => {
                Recorded::SetOption((*name).to_owned(), (*value).to_owned())
            }
            Command::Simplify(term) => Recorded::Simplify(*term),
            Command::Assert(term) => Recorded::Assert(*term),
            Command::CheckSat => Recorded::CheckSat,
            Command::CheckSatAssuming(terms) => Recorded::CheckSatAssuming(terms.to_vec()),
            Command::Push(levels) => Recorded::Push(*levels),
            Command::Pop(levels) => Recorded::Pop(*levels),
            Command::GetValue(terms) => Recorded::GetValue(terms.to_vec()),
            Command::GetUnsatAssumptions => Recorded::GetUnsatAssumptions,
            _ => panic!("no such command is made"),
        }
    }

    /// What it replies is what it replied before.
    fn make(&self, solver: &mut dyn Solver) {
        let command = match self {
            Recorded::Seed(seed) => return solver.seed_call(*seed),
            Recorded::Sort(shape) => return drop(solver.mk_sort(shape)),
            Recorded::Value(sort, literal) => return drop(solver.mk_value(*sort, literal)),
            Recorded::Const(sort, name) => return drop(solver.mk_const(*sort, name)),
            Recorded::Term { op, indices, args } => {
                let application = Application { op, sorts: &[], names: &[], indices, args };
                return drop(solver.mk_term(&application));
            }
            Recorded::SetLogic(logic) => Command::SetLogic(logic),
            Recorded::SetOption(name, value) => Command::SetOption { name, value },
            Recorded::Simplify(term) => Command::Simplify(*term),
            Recorded::Assert(term) => Command::Assert(*term),
            Recorded::CheckSat => Command::CheckSat,
            Recorded::CheckSatAssuming(terms) => Command::CheckSatAssuming(terms),
            Recorded::Push(levels) => Command::Push(*levels),
            Recorded::Pop(levels) => Command::Pop(*levels),
            Recorded::GetValue(terms) => Command::GetValue(terms),
            Recorded::GetUnsatAssumptions => Command::GetUnsatAssumptions,
        };
        drop(solver.execute(command));
    }
}

/// A library whose instances record their calls.
struct Recording {
    library: &'static dyn Library,
    calls: Rc<RefCell<Vec<Recorded>>>,
}

impl Library for Recording {
    fn info(&self) -> &LibraryInfo {
        self.library.info()
    }

    fn profile(&self) -> &Profile {
        self.library.profile()
    }

    fn options(&self) -> &[OptionDef] {
        self.library.options()
    }

    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError> {
        let calls = Rc::clone(&self.calls);
        Ok(Box::new(RecordingSolver { solver: self.library.new_solver()?, calls }))
    }
}

struct RecordingSolver {
    solver: Box<dyn Solver>,
    calls: Rc<RefCell<Vec<Recorded>>>,
}

impl RecordingSolver {
    fn record(&self, call: Recorded) {
        self.calls.borrow_mut().push(call);
    }
}

impl Solver for RecordingSolver {
    fn seed_call(&mut self, seed: u64) {
        self.record(Recorded::Seed(seed));
        self.solver.seed_call(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.record(Recorded::Sort(shape.clone()));
        self.solver.mk_sort(shape)
    }

    fn mk_datatypes(&mut self, _: &[DatatypeDef<SortId>]) -> Result<Vec<SortId>, SolverError> {
        panic!("the space has none")
    }

    fn mk_instance(&mut self, _: SortId, _: &[SortId]) -> Result<SortId, SolverError> {
        panic!("the space has none")
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.record(Recorded::Value(sort, literal.clone()));
        self.solver.mk_value(sort, literal)
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.record(Recorded::Const(sort, name.to_owned()));
        self.solver.mk_const(sort, name)
    }

    fn mk_var(&mut self, _: SortId, _: &str) -> Result<TermId, SolverError> {
        panic!("nothing is bound")
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let Application { op, indices, args, .. } = application;
        self.record(Recorded::Term { op, indices: indices.to_vec(), args: args.to_vec() });
        self.solver.mk_term(application)
    }

    fn mk_binder(
        &mut self,
        _: Binder,
        _: &[TermId],
        _: &[Vec<TermId>],
        _: &[TermId],
    ) -> Result<TermId, SolverError> {
        panic!("nothing is bound")
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        self.record(Recorded::of(&command));
        self.solver.execute(command)
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.solver.sort_of(term)
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        self.solver.identity(term)
    }
}
