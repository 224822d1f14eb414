//! Every fault of the mock that concerns the process, at the first, a middle and the last call.

use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Class, Limits, Log, Outcome, run};
use murxla_api::{Application, Command, Solver, SortShape, Wrapper, theory};

use crate::processes::{Left, left, resident};

const CALLS: usize = 9;
const POSITIONS: [usize; 3] = [1, 5, CALLS];
const THROWN: &str = "terminate called after throwing an instance of 'std::runtime_error' what():  \
                      thrown on purpose";

fn table() -> [(&'static str, Class); 14] {
    let crash = |signal| Class::Crash { signal };
    [
        ("segv", crash(libc::SIGSEGV)),
        ("fpe", crash(libc::SIGFPE)),
        ("ill", crash(libc::SIGILL)),
        ("abort", crash(libc::SIGABRT)),
        ("exception", Class::Aborted { message: THROWN.to_owned() }),
        ("loop", Class::Timeout),
        ("memory", Class::OutOfMemory),
        ("stack", Class::StackOverflow),
        ("exit", Class::UnexpectedExit { code: 0 }),
        ("exit3", Class::UnexpectedExit { code: 3 }),
        ("flood", Class::OutputFlood),
        ("closefds", Class::Completed),
        ("blocksignals", Class::Timeout),
        ("grandchild", Class::Completed),
    ]
}

pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = table()
        .into_iter()
        .map(|(fault, class)| {
            Trial::test(format!("faults::{fault}"), move || check(fault, &class, 2).into_result())
        })
        .collect();
    trials.push(Trial::test("faults::in_a_thread", in_a_thread));
    let long = Trial::test("faults_x50", all_fifty_times);
    trials.push(long.with_kind("long").with_ignored_flag(true));
    trials
}

#[derive(Default)]
struct Figures {
    runs: usize,
    right: usize,
    /// Runs whose log does not hold exactly the calls up to the fatal one.
    lost: usize,
    left: Left,
    first_wrong: Option<String>,
}

impl Figures {
    fn into_result(self) -> Result<(), Failed> {
        match self.first_wrong {
            Some(wrong) => Err(wrong.into()),
            None if self.left != Left::default() => Err(format!("{:?}", self.left).into()),
            None => Ok(()),
        }
    }
}

fn limits() -> Limits {
    // A busy machine may stretch a run that completes; a run that loops always takes this long.
    let wall = Duration::from_millis(300);
    Limits { wall, memory: 128 << 20, stack: 8 << 20, ..Limits::default() }
}

fn check(fault: &str, expected: &Class, times: usize) -> Figures {
    let mut figures = Figures::default();
    for position in POSITIONS {
        for _ in 0..times {
            let mut limits = limits();
            if !matches!(expected, Class::Timeout) {
                limits.wall = Duration::from_secs(10);
            }
            let outcome = run(&limits, |log| solve(log, &format!("{fault}@{position}")));
            let outcome = outcome.expect("a run");
            figures.runs += 1;
            let fatal = if *expected == Class::Completed { CALLS } else { position };
            let wrong = (outcome.class != *expected) || !frames_are_right(&outcome);
            let lost = outcome.log != logged(fatal);
            figures.right += usize::from(!wrong);
            figures.lost += usize::from(lost);
            if wrong || lost {
                let text = format!("{fault}@{position}: {outcome:#?}");
                figures.first_wrong.get_or_insert(text);
            }
        }
    }
    figures.left = left();
    figures
}

/// A crash in the mock has frames, and the mock is among them.
fn frames_are_right(outcome: &Outcome) -> bool {
    let named = |name: &str| {
        outcome.frames.iter().any(|frame| frame.symbol.as_ref().is_some_and(|s| s.contains(name)))
    };
    match &outcome.class {
        Class::Crash { .. } => named("murxla_mock"),
        Class::StackOverflow => named("recurse"),
        Class::Aborted { .. } => named("murxla_throw") && named("murxla_mock"),
        Class::OutOfMemory => true,
        _ => outcome.frames.is_empty(),
    }
}

fn logged(calls: usize) -> Vec<u8> {
    (1..=calls).map(|call| format!("call {call}\n")).collect::<String>().into_bytes()
}

/// Nine calls on the mock, each logged before it is made.
pub fn solve(log: &Log, fault: &str) {
    let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
    let mut solver: Box<dyn Solver> = library.new_solver().expect("a solver");
    solver.execute(Command::SetOption { name: "fault", value: fault }).expect("a fault");
    let mut calls = 0;
    let mut call = || {
        calls += 1;
        log.write(format!("call {calls}\n").as_bytes());
    };
    call();
    let bool = solver.mk_sort(&SortShape::Bool).expect("a sort");
    call();
    let x = solver.mk_const(bool, "x").expect("a constant");
    call();
    let y = solver.mk_const(bool, "y").expect("a constant");
    call();
    let op = theory::operators().find(|op| op.key == "OP_AND").expect("an operator");
    let application = Application { op, sorts: &[], names: &[], indices: &[], args: &[x, y] };
    let both = solver.mk_term(&application).expect("a term");
    call();
    solver.execute(Command::Assert(both)).expect("an assertion");
    call();
    solver.sort_of(both).expect("a sort");
    call();
    solver.execute(Command::Assert(x)).expect("an assertion");
    call();
    solver.execute(Command::CheckSat).expect("an answer");
    call();
    solver.execute(Command::ResetAssertions).expect("a reset");
    assert_eq!(calls, CALLS);
}

/// A thread has another stack, and its own place for the handler.
fn in_a_thread() -> Result<(), Failed> {
    let segv = Class::Crash { signal: libc::SIGSEGV };
    for (fault, expected) in [("segv@1", segv), ("stack@1", Class::StackOverflow)] {
        let outcome = run(&limits(), |_| {
            let thread = std::thread::spawn(move || {
                let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
                let mut solver = library.new_solver().expect("a solver");
                let fault = Command::SetOption { name: "fault", value: fault };
                solver.execute(fault).expect("a fault");
                let _ = solver.mk_sort(&SortShape::Bool);
            });
            let _ = thread.join();
        })?;
        if outcome.class != expected || !frames_are_right(&outcome) {
            return Err(format!("{fault}: {outcome:#?}").into());
        }
    }
    Ok(())
}

fn all_fifty_times() -> Result<(), Failed> {
    // The first run of each kind may load and allocate what stays.
    for (fault, class) in table() {
        check(fault, &class, 1).into_result()?;
    }
    let before = resident();
    let started = Instant::now();
    let mut total = Figures::default();
    for (fault, class) in table() {
        let figures = check(fault, &class, 50);
        println!("{fault}: {} of {} right", figures.right, figures.runs);
        total.runs += figures.runs;
        total.right += figures.right;
        total.lost += figures.lost;
        total.left.zombies += figures.left.zombies;
        total.left.orphans += figures.left.orphans;
        total.first_wrong = total.first_wrong.or(figures.first_wrong);
    }
    let seconds = started.elapsed().as_secs_f64();
    let grown = resident().saturating_sub(before) >> 10;
    let (wall, cpu) = crate::normal::empty_runs_per_second();
    println!(
        "{} runs in {seconds:.0} s, {} classified right, {} lost, {} zombies, {} orphans, parent grew \
         by {grown} KiB; empty runs: {wall:.0} forks per second, {cpu:.0} per second of processor time",
        total.runs, total.right, total.lost, total.left.zombies, total.left.orphans,
    );
    if grown > 1024 {
        return Err(format!("the parent grew by {grown} KiB").into());
    }
    total.into_result()
}
