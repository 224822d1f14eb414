//! (long) Rules and mutants on the real solvers: no instance of a rule has a counterexample, and what must hold of mutants holds.
//!
//! A library is loaded once, and scripts are played in children, several in one. One thread, the main one: see Cargo.toml.

mod asking;
mod held;
mod ruled;

use libtest_mimic::{Arguments, Trial};
use murxla::mutate::MUTATORS;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    let mut long =
        |name: String, check: fn(&str) -> Result<(), libtest_mimic::Failed>, of: &'static str| {
            let trial = Trial::test(name, move || check(of));
            trials.push(trial.with_kind("long").with_ignored_flag(true));
        };
    for solver in ["z3", "cvc5"] {
        long(format!("rules_{solver}"), ruled::rules, solver);
    }
    for technique in MUTATORS {
        let name = technique.name();
        long(format!("what_must_hold_{name}"), held::what_must_hold, name);
    }
    libtest_mimic::run(&arguments, trials).exit();
}
