//! What a campaign costs beside the solver, by samples of where the processor is.

use std::process::{Command, Stdio};

/// Each solver, with as many runs as take some ten seconds.
const CAMPAIGNS: [(&str, &str); 4] =
    [("z3", "500"), ("cvc5", "600"), ("bitwuzla", "2000"), ("yices", "6000")];
/// The part of all samples, in percent, that may be outside the solver and its allocator.
const MOST: f64 = 10.0;

/// Functions of the C library by which its allocator gets and gives back memory; ours does so seldom.
const ALLOCATOR_CALLS: [&str; 4] = ["munmap", "mmap", "brk", "madvise"];

/// Who is at work in a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// The solver, or the C library, whose heap is the solver's alone.
    Solver,
    Murxla,
    /// The kernel, asked by a system call. Memory that it finds for the solver is the solver's.
    Kernel,
}

/// A sample is a stack, innermost frame first: `ADDRESS SYMBOL (FILE)`.
fn who(frames: &[&str]) -> Who {
    let file =
        |frame: &str| frame.rsplit_once('(').map(|(_, file)| file.trim_end_matches(')').to_owned());
    let in_kernel = |frame: &&&str| file(frame).is_some_and(|file| file.contains("kernel"));
    let is_ours = |frame: &str| file(frame).is_some_and(|file| file.ends_with("/murxla"));
    let kernel = frames.iter().take_while(in_kernel).count();
    let faulted = frames.iter().take(kernel).any(|frame| frame.contains("page_fault"));
    match frames.get(kernel) {
        Some(frame) if is_ours(frame) && (kernel == 0 || faulted) => Who::Murxla,
        Some(frame) if kernel > 0 && ALLOCATOR_CALLS.iter().any(|name| frame.contains(name)) => {
            Who::Solver
        }
        _ if kernel > 0 && !faulted => Who::Kernel,
        _ => Who::Solver,
    }
}

#[test]
fn samples_are_told_apart() {
    let page = ["1 clear_page ([kernel.kallsyms])", "2 asm_exc_page_fault ([kernel.kallsyms])"];
    let (ours, theirs) = ("3 draw (/bin/murxla)", "4 memset (/lib/libc.so.6)");
    assert_eq!(who(&[ours, theirs]), Who::Murxla);
    assert_eq!(who(&[theirs, ours]), Who::Solver);
    assert_eq!(who(&[page[0], page[1], ours]), Who::Murxla);
    assert_eq!(who(&[page[0], page[1], theirs]), Who::Solver);
    assert_eq!(who(&[page[0], theirs, ours]), Who::Kernel);
    assert_eq!(who(&[page[0]]), Who::Kernel);
    assert_eq!(who(&[page[0], "5 __munmap (/lib/libc.so.6)", ours]), Who::Solver);
}

fn command_output(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("perf is installed");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "long: samples a campaign on each solver with perf; for the release build"]
fn overhead() {
    if cfg!(debug_assertions) {
        panic!("run it with cargo test --release");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut worst = 0.0_f64;
    for (solver, runs) in CAMPAIGNS {
        let samples = folder.path().join(format!("{solver}.samples"));
        command_output(
            Command::new("perf")
                .args(["record", "-q", "-e", "cpu-clock", "-F", "499", "-g", "-o"])
                .arg(&samples)
                .args(["--", env!("CARGO_BIN_EXE_murxla"), "--solver", solver])
                .args(["--campaign-seed", "3", "-m", runs, "-j", "1", "-q", "-O"])
                .arg(folder.path().join(solver)),
        );
        let text = command_output(
            Command::new("perf").args(["script", "-F", "ip,sym,dso", "-i"]).arg(&samples),
        );
        let mut counts = [0_u64; 3];
        for sample in text.split("\n\n") {
            let frames: Vec<&str> = sample.lines().filter(|line| line.contains('(')).collect();
            if !frames.is_empty() {
                counts[who(&frames) as usize] += 1;
            }
        }
        let all: u64 = counts.iter().sum();
        assert!(all > 500, "{solver}: {all} samples only");
        let percent = |who: Who| 100.0 * counts[who as usize] as f64 / all as f64;
        let outside = percent(Who::Murxla) + percent(Who::Kernel);
        println!(
            "{solver}: {runs} runs, {all} samples: solver and its allocator {:.1} %, murxla {:.1} %, system calls {:.1} %",
            percent(Who::Solver),
            percent(Who::Murxla),
            percent(Who::Kernel)
        );
        worst = worst.max(outside);
    }
    println!("overhead: at most {worst:.1} % outside a solver and its allocator");
    assert!(worst <= MOST, "more than {MOST} %");
}
