//! Wrong behaviours that are seeded into the mock: oracles find each of them, in its class, and the minimizer keeps the proof.
//!
//! One thread, the main one: see Cargo.toml. The long checks, by name: `cargo test --release --test seeded -- --ignored
//! --nocapture seeded_faults`; `MURXLA_SEEDED` chooses faults by parts of their names. `lies_of_z3` and
//! `lies_of_cvc5` look for the faults of libraries that tell lies.

mod cvc5_lies;
mod hunt;
mod lies;
mod new_instances;
mod table;
mod z3_lies;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla_mock::{LIES, LieDef};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// Those of the quick check: some of each class that are found soon.
const FEW: &[&str] = &[
    "unsat-for-sat",
    "unsat-after-pop",
    "unsat-with-option",
    "ignores-assumptions",
    "model-one-off",
    "failed-foreign",
];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = vec![
        Trial::test("the_truth_is_no_finding", || hunt::no_false_alarm(40)),
        Trial::test("lies_of_z3", || z3_lies::LIES.check()),
        Trial::test("lies_of_cvc5", || cvc5_lies::LIES.check()),
        Trial::test("seeded_faults_few", || hunt_all(|lie| FEW.contains(&lie.name), 200)),
        long("the_truth_is_no_finding_5000", || hunt::no_false_alarm(5_000)),
        long("seeded_faults", || hunt_all(is_chosen, 20_000)),
    ];
    for solver in ["z3", "cvc5", "bitwuzla", "yices"] {
        trials.push(long(&format!("new_instances_2000_{solver}"), move || {
            new_instances::check(solver, 2_000)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn long(name: &str, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(name, run).with_kind("long").with_ignored_flag(true)
}

fn is_chosen(lie: &LieDef) -> bool {
    match std::env::var("MURXLA_SEEDED") {
        Ok(parts) => parts.split(',').any(|part| lie.name.contains(part)),
        Err(_) => true,
    }
}

/// Looks for each of these wrong behaviours in at most so many runs.
fn hunt_all(chosen: impl Fn(&LieDef) -> bool, most_runs: u64) -> Result<(), Failed> {
    let mut table = table::Table::default();
    for lie in LIES.iter().filter(|lie| chosen(lie)) {
        table.add(lie, hunt::hunt(lie, most_runs)?);
    }
    table.end()
}
