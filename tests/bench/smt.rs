//! Benchmark of reading SMT-LIB: `cargo bench --bench smt`. On one core, parsing should reach 25 MB/s, parsing and type
//! checking together 10 MB/s, and the memory that both take should be at most 20 times the size of the file.
//!
//! The files are those of the folder that `MURXLA_CORPUS` names, or our own small ones; those that cannot be read are left
//! out. They are read one by one, and as one large file.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use murxla::smt::{check, parse};
use murxla::solvers;
use murxla_api::Op;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

/// Long enough to see past the noise of a busy machine.
const LONG_ENOUGH: Duration = Duration::from_secs(2);
/// The size of the large file.
const LARGE: usize = 20_000_000;
/// With this argument the benchmark only measures the memory that reading the file takes that follows.
const INNER: &str = "--memory-of";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|one| one == "smt2") => found.push(path),
            false => {}
        }
    }
}

/// The time that this thread had a core for itself, so that other work on the machine counts little.
fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn megabytes_per_second(bytes: usize, mut work: impl FnMut()) -> f64 {
    let (started, began, mut rounds) = (Instant::now(), busy(), 0u32);
    while started.elapsed() < LONG_ENOUGH {
        work();
        rounds += 1;
    }
    let elapsed = match (began, busy()) {
        (Some(began), Some(ended)) => ended.saturating_sub(began),
        _ => started.elapsed(),
    };
    bytes as f64 * f64::from(rounds) / elapsed.as_secs_f64() / 1e6
}

fn measure(what: &str, inputs: &[Vec<u8>], own: &[&'static Op]) {
    let bytes: usize = inputs.iter().map(Vec::len).sum();
    println!("{what}: {} files, {:.2} MB", inputs.len(), bytes as f64 / 1e6);
    let parsing = megabytes_per_second(bytes, || {
        inputs.iter().for_each(|input| drop(black_box(parse(black_box(input)))));
    });
    println!("  parse {parsing:.1} MB/s");
    let reading = megabytes_per_second(bytes, || {
        inputs.iter().for_each(|input| drop(black_box(murxla::smt::read(black_box(input), own))));
    });
    println!("  parse and type-check {reading:.1} MB/s");
    let parsed: Vec<_> = inputs.iter().flat_map(|input| parse(input)).collect();
    let printing = megabytes_per_second(bytes, || {
        parsed.iter().for_each(|commands| drop(black_box(commands.to_string())));
    });
    println!("  print s-expressions {printing:.1} MB/s");
}

/// The most memory that this process ever had, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<usize>().ok()? * 1024)
}

/// Prints how much memory it takes to read a file. The process did nothing before, so its allocator has nothing in reserve.
fn measure_memory(path: &Path, own: &[&'static Op]) {
    let Ok(input) = std::fs::read(path) else { return };
    let before = peak();
    let read = black_box(parse(&input).map(|commands| {
        let script = check(&commands, own);
        (commands, script)
    }));
    if let (Some(before), Some(after)) = (before, peak()) {
        let factor = after.saturating_sub(before) as f64 / input.len() as f64;
        println!("memory of the large file: {factor:.1} times its size");
    }
    drop(read);
}

/// Has a new process measure the memory.
fn measure_memory_of(input: &[u8]) -> std::io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), input)?;
    let program = std::env::current_exe()?;
    std::process::Command::new(program).arg(INNER).arg(file.path()).status()?;
    Ok(())
}

fn main() {
    let folder = std::env::var_os("MURXLA_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smt/files"),
        PathBuf::from,
    );
    let own: Vec<&'static Op> =
        solvers::WRAPPERS.iter().flat_map(|wrapper| wrapper.own_operators()).collect();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [INNER, path] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        measure_memory(Path::new(path), &own);
        return;
    }
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let inputs: Vec<Vec<u8>> = paths.iter().flat_map(std::fs::read).collect();
    let inputs: Vec<Vec<u8>> =
        inputs.into_iter().filter(|input| murxla::smt::read(input, &own).is_ok()).collect();
    if inputs.is_empty() {
        println!("{} holds no file that can be read", folder.display());
        return;
    }
    let mut large = Vec::new();
    for input in inputs.iter().cycle() {
        large.extend_from_slice(input);
        large.extend_from_slice(b"\n(reset)\n");
        if large.len() >= LARGE {
            break;
        }
    }
    if let Err(error) = measure_memory_of(&large) {
        println!("the memory of the large file cannot be measured: {error}");
    }
    measure("one by one", &inputs, &own);
    measure("as one file", &[large], &own);
}
