//! The same seed gives the same trace.

use std::fmt::Write;
use std::process::Command;

use murxla::model::Settings;
use murxla::trace::read;
use sha2::{Digest, Sha256};

use crate::support::{default_text, text, trace};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/model/golden.txt");

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn two_runs_in_one_process_are_the_same() {
    for seed in 0..300 {
        assert_eq!(text(seed, &Settings::default()), default_text(seed), "seed {seed}");
    }
}

#[test]
fn a_run_in_another_process_is_the_same() {
    for seed in 0..30 {
        let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
            .args(["--solver", "mock", "--seed", &seed.to_string()])
            .output()
            .expect("murxla runs");
        assert!(output.status.success(), "seed {seed}: {output:?}");
        let other = String::from_utf8(output.stdout).expect("a trace is text");
        assert_eq!(other, default_text(seed), "seed {seed}");
    }
}

/// The traces of the first seeds, as one number for each hundred; `BLESS=1` rewrites the file.
#[test]
fn the_first_seeds_give_the_traces_they_always_gave() {
    let mut found = String::new();
    for hundred in 0..3 {
        let mut all = String::new();
        for seed in hundred * 100..(hundred + 1) * 100 {
            all.push_str(&default_text(seed));
        }
        let _ = writeln!(found, "seeds {}00..{}99 {}", hundred, hundred, digest(all.as_bytes()));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &found).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap_or_default();
    assert_eq!(found, golden, "the generator changed: if that is meant, run with BLESS=1");
}

/// The run ends with the action in which the limit is reached, which may be several calls, and `delete`.
#[test]
fn one_limit_changes_what_it_limits() {
    const LIMIT: usize = 20;
    const MOST_OF_ONE_ACTION: usize = 9;
    let mut settings = Settings::default();
    settings.set(&format!("calls-max={LIMIT},calls-min=0")).expect("settings");
    for seed in 0..50 {
        let text = text(seed, &settings);
        assert!(text.contains("#! setting calls-max 20"), "{text}");
        let (limited, _) = read(text.as_bytes()).expect("a trace");
        let calls = limited.calls.len();
        assert!(calls <= LIMIT + MOST_OF_ONE_ACTION + 1, "seed {seed}: {calls} calls");
        assert!(trace(seed).calls.len() > calls, "seed {seed} is as short without the limit");
    }
}
