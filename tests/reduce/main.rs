//! The minimizer on traces that fail: results fail in the same way, are minimal, and cost few tests.
//!
//! One thread, the main one: see Cargo.toml. The long check, by name: `cargo test --release --test reduce -- --ignored
//! minimize_300`; `MURXLA_REDUCE_TRACES` chooses another number of traces.

mod checks;
mod cost;
mod faults;
mod interrupts;
mod real;
mod table;

use libtest_mimic::{Arguments, Failed, Trial};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

const QUICK_TRACES: usize = 20;
const LONG_TRACES: usize = 320;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let long = |name: &str, run: fn() -> Result<(), Failed>| {
        Trial::test(name, run).with_kind("long").with_ignored_flag(true)
    };
    let trials = vec![
        Trial::test("minimize_20", || minimize(QUICK_TRACES)),
        Trial::test("interrupted_by_ctrl_c", interrupts::by_ctrl_c),
        Trial::test("interrupted_by_kill", interrupts::by_kill),
        Trial::test("interrupted_in_a_long_test", interrupts::by_signals_in_a_long_test),
        Trial::test("too_long_is_told_at_once", interrupts::too_long_is_told_at_once),
        Trial::test("slow_traces", interrupts::slow),
        Trial::test("slow_traces_within_a_budget", interrupts::bounded),
        long("minimize_300", long_minimize),
        long("minimize_real", real::check_all),
        long("cost_of_a_test", cost::check),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

fn long_minimize() -> Result<(), Failed> {
    let traces = match std::env::var("MURXLA_REDUCE_TRACES") {
        Ok(text) => {
            text.parse().map_err(|_| format!("MURXLA_REDUCE_TRACES is no number: {text}"))?
        }
        Err(_) => LONG_TRACES,
    };
    minimize(traces)
}

/// Makes so many traces fail, and checks what is left of each.
fn minimize(traces: usize) -> Result<(), Failed> {
    let subject = faults::Subject::new()?;
    let mock = checks::Subject { solver: "mock", library: subject.library, other: None };
    let mut table = table::Table::default();
    let mut wrong = Vec::new();
    let mut seed = 0;
    while table.len() < traces {
        seed += 1;
        let Some(failing) = subject.failing(seed)? else { continue };
        let checked = checks::check(&mock, &failing.text)?;
        wrong.extend(
            checked.wrong.iter().map(|why| format!("seed {seed}, {}: {why}", failing.fault)),
        );
        wrong.extend(
            failing
                .leftovers(&checked.result)
                .into_iter()
                .map(|why| format!("seed {seed}, {}: {why}", failing.fault)),
        );
        table.add(failing.family, &checked);
    }
    print!("{table}");
    wrong.extend(table.wrong());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
