//! Solver binaries over pipes. One thread, the main one: the tests fork.

mod fake;
mod faults;
mod leftovers;
mod real;

use libtest_mimic::Arguments;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = faults::trials();
    trials.extend(leftovers::trials());
    trials.extend(real::trials());
    libtest_mimic::run(&arguments, trials).exit();
}
