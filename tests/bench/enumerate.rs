//! How many terms of an enumeration are looked at in a second of processor time, beside a bare loop that makes the same terms
//! and asks the same through the wrapper, and looks at nothing.
//!
//! `cargo bench --bench enumerate -- [SOLVER…]`; each solver in a process of its own.

use std::process::Command as Process;

use murxla::enumerate::{
    Limits, Note, Question, Scripts, Sifter, Space, Terms, Tree, Whole, formula,
};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla_api::{
    Application, Binder, Command, Library, Literal, Op, QuickMap, Solver, SolverError, Sort,
    SortId, TermId,
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
    let scripts = Scripts::new(&mut terms, library.profile());
    let beginning = scripts.beginning(&terms, false);
    for checks in [false, true] {
        let (asked, answers, alone) =
            bare(&mut terms, &scripts, library, &beginning, &numbers, checks);
        let begun = processor_time();
        let sifter =
            Sifter::new(&mut terms, library, &scripts, &beginning, &[]).expect("an instance");
        let mut sifter = if checks { sifter.checking_only() } else { sifter.simplifying_only() };
        let mut note = Note::default();
        let mut all = 0u64;
        for number in &numbers {
            note = Note::default();
            sifter.look_at(&mut terms, *number, &mut note);
            assert!(note.doubts.is_empty(), "{number}");
            all += note.answers.iter().map(|count| u64::from(*count)).sum::<u64>();
        }
        sifter.end(&mut terms, &mut note);
        let judged = processor_time() - begun;
        assert!(note.doubts.is_empty(), "{:?}", note.doubts);
        let what = if checks { "check-sat" } else { "simplify and compare" };
        let count = if checks { all } else { TERMS };
        let bare_count = if checks { answers } else { asked };
        println!(
            "{solver:9} {what:20} {:8.0}/s, bare loop {:8.0}/s: {:.0} %",
            count as f64 / judged,
            bare_count as f64 / alone,
            100.0 * (count as f64 / judged) / (bare_count as f64 / alone),
        );
    }
}

/// Makes terms and simplifies them, or asks whether they can be true; gives how many there were, how many answers, and
/// the time that it took.
fn bare(
    terms: &mut Terms,
    scripts: &Scripts<'_>,
    library: &'static dyn Library,
    beginning: &[murxla::trace::Call],
    numbers: &[u64],
    checks: bool,
) -> (u64, u64, f64) {
    // What is to be asked is known before.
    let mut asked: Vec<(Whole, Vec<Question>)> = Vec::new();
    for number in numbers {
        let whole = terms.term(*number).expect("a term");
        let row = terms.row(&whole);
        let questions = scripts.questions(terms, &whole, &row);
        asked.push((whole, questions));
    }
    let begun = processor_time();
    let mut player = murxla::exec::Player::new(library, murxla::exec::OptionPolicy::NoFiles);
    beginning.iter().for_each(|call| _ = player.play(call));
    let solver = player.solver().expect("an instance");
    // As the sifter does: without an instance of its own Bitwuzla makes one for each term that it simplifies.
    let _ = solver.execute(Command::Push(1));
    let _ = solver.execute(Command::Pop(1));
    let mut loops = Loop::new(terms.space(), solver);
    let mut answers = 0;
    for (place, (whole, questions)) in asked.iter().enumerate() {
        let term = terms.build(&mut loops, whole).expect("a term");
        if !checks {
            // A solver that has no such command simplifies what it makes.
            let _ = loops.solver.execute(Command::Simplify(term));
            continue;
        }
        for (more, question) in questions.iter().enumerate() {
            let Ok(Some(one)) = formula(&mut loops, whole, term, question.form) else { continue };
            let number = numbers[place];
            let way = ((number >> 2) + number + more as u64) % 4;
            let solver = &mut *loops.solver;
            let _ = match way {
                1 => solver.execute(Command::CheckSatAssuming(&[one])),
                _ => {
                    let levels = if way == 2 { 2 } else { 1 };
                    let _ = solver.execute(Command::Push(levels));
                    if way == 3 {
                        let _ = solver.execute(Command::CheckSat);
                    }
                    let _ = solver.execute(Command::Assert(one));
                    let _ = solver.execute(Command::CheckSat);
                    solver.execute(Command::Pop(levels))
                }
            };
            answers += 1;
        }
    }
    (numbers.len() as u64, answers, processor_time() - begun)
}

/// Makes terms, each part once.
struct Loop<'s> {
    solver: &'s mut (dyn Solver + 'static),
    sorts: Vec<SortId>,
    constants: Vec<Vec<TermId>>,
    literals: QuickMap<(usize, usize), TermId>,
    parts: QuickMap<(u32, Vec<u8>), TermId>,
    space: Space,
}

impl<'s> Loop<'s> {
    fn new(space: &Space, solver: &'s mut (dyn Solver + 'static)) -> Loop<'s> {
        let mut sorts = Vec::new();
        let mut constants = Vec::new();
        for (number, (sort, count)) in space.sorts_and_constants().enumerate() {
            let shape = Sort::shape(sort).try_map(|_: &Sort| Err::<SortId, ()>(())).expect("plain");
            let id = solver.mk_sort(&shape).expect("a sort");
            sorts.push(id);
            let name = |one: usize| format!("c{number}.{one}");
            constants.push(
                (0..count).map(|one| solver.mk_const(id, &name(one)).expect("one")).collect(),
            );
        }
        let (literals, parts) = (QuickMap::default(), QuickMap::default());
        Loop { solver, sorts, constants, literals, parts, space: space.clone() }
    }
}

impl Tree for Loop<'_> {
    type Term = TermId;
    type Error = SolverError;

    fn known(&self, part: u32, names: &[u8]) -> Option<TermId> {
        self.parts.get(&(part, names.to_vec())).copied()
    }

    fn keep(&mut self, part: u32, names: &[u8], term: TermId) {
        self.parts.insert((part, names.to_vec()), term);
    }

    fn constant(&mut self, sort: usize, number: usize) -> Result<TermId, SolverError> {
        Ok(self.constants[sort][number])
    }

    fn variable(&mut self, _: usize, _: usize) -> Result<TermId, SolverError> {
        Err(SolverError::Unsupported("variables".to_owned()))
    }

    fn literal(&mut self, sort: usize, number: usize) -> Result<TermId, SolverError> {
        if let Some(known) = self.literals.get(&(sort, number)) {
            return Ok(*known);
        }
        let literal = self.space.literal(sort, number).clone();
        let made = self.solver.mk_value(self.sorts[sort], &literal)?;
        self.literals.insert((sort, number), made);
        Ok(made)
    }

    fn value(&mut self, sort: usize, literal: &Literal) -> Result<TermId, SolverError> {
        self.solver.mk_value(self.sorts[sort], literal)
    }

    fn operator(&mut self, op: &'static Op, args: &[TermId]) -> Result<TermId, SolverError> {
        self.solver.mk_term(&Application { op, sorts: &[], names: &[], indices: &[], args })
    }

    fn apply(&mut self, head: usize, args: &[TermId]) -> Result<TermId, SolverError> {
        let head = self.space.head(head);
        let indices = &*head.indices;
        self.solver.mk_term(&Application { op: head.op(), sorts: &[], names: &[], indices, args })
    }

    fn bind(&mut self, _: Binder, _: usize, _: usize, _: TermId) -> Result<TermId, SolverError> {
        Err(SolverError::Unsupported("quantifiers".to_owned()))
    }
}
