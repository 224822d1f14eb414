//! Helpers that look at processes from outside.

use std::fs;
use std::time::{Duration, Instant};

/// An environment variable that every process of this test has: the number of the test's process.
pub const MARK: &str = "MURXLA_SANDBOX_TEST";

/// What is left of runs that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Dead children that nobody waited for.
    pub zombies: usize,
    /// Living processes that came from this one, whoever their parent is now.
    pub orphans: usize,
}

/// Looks through all processes. One that has just died may be waited for by another thread a moment later; one that
/// nobody waits for stays.
pub fn left() -> Left {
    const PATIENCE: Duration = Duration::from_secs(1);
    let begin = Instant::now();
    loop {
        let left = left_now();
        if left == Left::default() || begin.elapsed() > PATIENCE {
            return left;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn left_now() -> Left {
    let ours = std::process::id();
    let mark = format!("{MARK}={ours}");
    let mut left = Left::default();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
        let stat = String::from_utf8_lossy(&read("stat")).into_owned();
        let mut fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
        let (state, parent) = (fields.next(), fields.next());
        if read("comm") == b"runs-keeper\n" {
            // It outlives this process, and nobody waits for it.
            continue;
        }
        if state == Some("Z") {
            left.zombies += usize::from(parent == Some(&ours.to_string()));
        } else if pid != ours {
            let marked = read("environ").split(|byte| *byte == 0).any(|v| v == mark.as_bytes());
            left.orphans += usize::from(marked);
        }
    }
    left
}

/// The resident memory of this process, in bytes.
pub fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").expect("statm");
    let pages: u64 = statm.split(' ').nth(1).expect("a field").parse().expect("a number");
    pages * 4096
}

/// The processor time of this process and of its children that have ended.
pub fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("stat");
    let fields = stat.rsplit_once(')').expect("a name").1.split_whitespace();
    // After the name, from the twelfth on: user and system time, ours and of the children, in ticks.
    let ticks = fields.skip(11).take(4).map(|field| field.parse::<f64>().expect("a number"));
    ticks.sum::<f64>() / 100.0
}
