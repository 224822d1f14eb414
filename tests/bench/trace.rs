//! Benchmark of traces: `cargo bench --bench trace`. On one core, writing should reach 100 MB/s and reading 30 MB/s.

use std::hint::black_box;
use std::time::{Duration, Instant};

use murxla::trace::{Line, Trace, read, write_call};

/// Long enough to see past the noise of a busy machine.
const LONG_ENOUGH: Duration = Duration::from_secs(2);

/// A trace like those that a run leaves: constants, values, terms with one to four arguments, checks.
fn text(calls: usize) -> String {
    let mut text =
        String::from("#! format 1\n    1 new\n    2 mk-sort SORT_BV 32\n      return s1\n");
    for number in 1..calls {
        let seed = number * 7919 % 100_000;
        let line = match number % 8 {
            _ if number < 8 => {
                format!("{seed:5} mk-const s1 \"_x{number}\"\n      return t{number}\n")
            }
            0 => format!("{seed:5} mk-value s1 \"{number}\" 10\n      return t{number}\n"),
            1 => format!("{seed:5} check-sat\n      return unsat\n"),
            2 => format!(
                "{seed:5} mk-term OP_BV_EXTRACT SORT_BV 1 t{} 2 31 0\n      return t{number} s1\n",
                number - 7
            ),
            _ => format!(
                "{seed:5} mk-term OP_BV_ADD SORT_BV 3 t{} t{} t{}\n      return t{number} s1\n",
                number - 1,
                number - 2,
                number / 2
            ),
        };
        text.push_str(&line);
    }
    text
}

fn megabytes_per_second(bytes: usize, mut work: impl FnMut()) -> f64 {
    let (started, mut rounds) = (Instant::now(), 0u32);
    while started.elapsed() < LONG_ENOUGH {
        work();
        rounds += 1;
    }
    bytes as f64 * f64::from(rounds) / started.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let text = text(200_000);
    let trace: Trace = match read(text.as_bytes()) {
        Ok((trace, _)) => trace,
        Err(error) => {
            eprintln!("the trace of the benchmark is none: {error}");
            std::process::exit(1);
        }
    };
    println!("{} calls, {:.1} MB", trace.calls.len(), text.len() as f64 / 1e6);
    let mut buffer = Line::default();
    let write = megabytes_per_second(text.len(), || {
        buffer.clear();
        trace.calls.iter().for_each(|call| write_call(&mut buffer, call));
        black_box(&buffer);
    });
    println!("write {write:.0} MB/s");
    let read = megabytes_per_second(text.len(), || {
        black_box(read(black_box(text.as_bytes()))).ok();
    });
    println!("read {read:.0} MB/s");
}
