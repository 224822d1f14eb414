//! Overhead of campaigns and replays beside the solver, from samples of where the processor is.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Each solver, with as many runs as take some ten seconds.
const CAMPAIGNS: [(&str, &str); 4] =
    [("z3", "500"), ("cvc5", "600"), ("bitwuzla", "2000"), ("yices", "6000")];
/// The part of all samples, in percent, that may be outside the solver and its allocator.
const MOST: f64 = 10.0;

/// Functions of the C library by which its allocator gets and gives back memory; ours does so seldom.
const ALLOCATOR_CALLS: [&str; 4] = ["munmap", "mmap", "brk", "madvise"];

/// Entries of the kernel by a page fault or an interrupt.
const NOT_ASKED_FOR: [&str; 3] = ["page_fault", "asm_sysvec_", "asm_common_interrupt"];

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
    // Work of the kernel that nobody asked for: it stands for the one who was at work.
    let interrupted =
        kernel > 0 && NOT_ASKED_FOR.iter().any(|name| frames[kernel - 1].contains(name));
    match frames.get(kernel) {
        Some(frame) if is_ours(frame) && (kernel == 0 || interrupted) => Who::Murxla,
        Some(frame) if kernel > 0 && ALLOCATOR_CALLS.iter().any(|name| frame.contains(name)) => {
            Who::Solver
        }
        _ if kernel > 0 && !interrupted => Who::Kernel,
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
    let interrupt = "6 asm_sysvec_apic_timer_interrupt ([kernel.kallsyms])";
    assert_eq!(who(&[interrupt, theirs]), Who::Solver);
    assert_eq!(who(&[page[0], interrupt, ours]), Who::Murxla);
    assert_eq!(who(&[interrupt, "7 do_syscall_64 ([kernel.kallsyms])", theirs]), Who::Kernel);
    assert_eq!(who(&[page[0]]), Who::Kernel);
    assert_eq!(who(&[page[0], "5 __munmap (/lib/libc.so.6)", ours]), Who::Solver);
}

fn command_output(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("perf is installed");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// How many samples of our program, started with these arguments, belong to whom.
struct Sampled([u64; 3]);

impl Sampled {
    fn of(samples: &Path, rate: &str, arguments: impl FnOnce(&mut Command)) -> Sampled {
        if cfg!(debug_assertions) {
            panic!("run it with cargo test --release");
        }
        let mut perf = Command::new("perf");
        perf.args(["record", "-q", "-e", "cpu-clock", "-F", rate, "-g", "-o"]).arg(samples);
        perf.args(["--", env!("CARGO_BIN_EXE_murxla")]);
        arguments(&mut perf);
        command_output(&mut perf);
        let text = command_output(
            Command::new("perf").args(["script", "-F", "ip,sym,dso", "-i"]).arg(samples),
        );
        let mut counts = [0_u64; 3];
        for sample in text.split("\n\n") {
            let frames: Vec<&str> = sample.lines().filter(|line| line.contains('(')).collect();
            if !frames.is_empty() {
                counts[who(&frames) as usize] += 1;
            }
        }
        Sampled(counts)
    }

    fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    fn percent(&self, who: Who) -> f64 {
        100.0 * self.0[who as usize] as f64 / self.all().max(1) as f64
    }

    /// What all costs, compared with the solver.
    fn times_the_solver(&self) -> f64 {
        self.all() as f64 / self.0[Who::Solver as usize].max(1) as f64
    }
}

#[test]
#[ignore = "long: samples a campaign on each solver with perf; for the release build"]
fn overhead() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut worst = 0.0_f64;
    for (solver, runs) in CAMPAIGNS {
        let samples = folder.path().join(format!("{solver}.samples"));
        let sampled = Sampled::of(&samples, "499", |command| {
            command.args(["--solver", solver, "--campaign-seed", "3", "-m", runs]);
            command.args(["-j", "1", "-q", "-O"]).arg(folder.path().join(solver));
        });
        let all = sampled.all();
        assert!(all > 500, "{solver}: {all} samples only");
        println!(
            "{solver}: {runs} runs, {all} samples: solver and its allocator {:.1} %, murxla {:.1} %, system calls {:.1} %",
            sampled.percent(Who::Solver),
            sampled.percent(Who::Murxla),
            sampled.percent(Who::Kernel)
        );
        worst = worst.max(100.0 - sampled.percent(Who::Solver));
    }
    println!("overhead: at most {worst:.1} % outside a solver and its allocator");
    assert!(worst <= MOST, "more than {MOST} %");
}

/// What a replay may cost, compared with the solver's part of it.
const MOST_FOR_REPLAYS: f64 = 1.2;

/// `MURXLA_TRACES` names a folder with traces of the original, whose names begin with those of their solvers.
#[test]
#[ignore = "long: samples replays of the original's traces, in the folder MURXLA_TRACES, with perf; for the release build"]
fn overhead_of_replays() {
    let traces = std::env::var_os("MURXLA_TRACES").expect("MURXLA_TRACES names a folder of traces");
    let entries = std::fs::read_dir(traces).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let folder = tempfile::tempdir().expect("a folder");
    let mut total = Sampled([0; 3]);
    for (solver, _) in CAMPAIGNS {
        let is_for_it = |file: &&PathBuf| {
            file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(solver))
        };
        let of_solver: Vec<&PathBuf> = files.iter().filter(is_for_it).collect();
        if of_solver.is_empty() {
            continue;
        }
        let sampled = Sampled::of(&folder.path().join(solver), "999", |command| {
            command.args(["replay", "--solver", solver]);
            // Three times, so that there is something to sample.
            (0..3).for_each(|_| _ = command.args(&of_solver));
        });
        println!(
            "{solver}: {} traces, {} samples: {:.2} times the solver",
            of_solver.len(),
            sampled.all(),
            sampled.times_the_solver()
        );
        total.0.iter_mut().zip(sampled.0).for_each(|(sum, count)| *sum += count);
    }
    assert!(total.all() > 0, "the folder has no trace of a solver");
    println!("replays: {:.2} times the processor time of the solvers", total.times_the_solver());
    assert!(total.times_the_solver() <= MOST_FOR_REPLAYS, "more than {MOST_FOR_REPLAYS}");
}
