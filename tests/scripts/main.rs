//! The reducer of scripts with a command: what is left of scripts on which it fails, and how many tests that takes.
//!
//! One thread, the main one. The long checks, by name: `cargo test --release --test scripts -- --ignored --nocapture
//! beside_ddsmt`, which fetches ddSMT with pip, and `reduced_inputs`: the same inputs without it.

mod ddsmt;
mod fake_solver;
#[path = "../export/front.rs"]
#[expect(dead_code, reason = "the tests of exports use more of it")]
mod front;
mod inputs;
mod quality;
mod reduce;
mod status;

use libtest_mimic::{Arguments, Failed, Trial};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, first, pattern, file] = words.as_slice()
        && first == "fake-solver"
    {
        std::process::exit(fake_solver::run(pattern, file));
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let long = |name: &str, run: fn() -> Result<(), Failed>| {
        Trial::test(name, run).with_kind("long").with_ignored_flag(true)
    };
    let trials = vec![
        Trial::test("reduce_several", reduce::several),
        Trial::test("reduced_with_two_jobs", reduce::two_jobs),
        Trial::test("reduction_goes_on_after_a_kill", reduce::killed),
        Trial::test("a_wrong_answer_stays_wrong", reduce::guarded),
        Trial::test("what_has_no_sorts_is_reduced", reduce::without_sorts),
        Trial::test("status_guards_a_command", status::of_a_command),
        Trial::test("status_guards_a_solver", status::in_process),
        long("beside_ddsmt", ddsmt::beside),
        long("reduced_inputs", ddsmt::ours),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}
