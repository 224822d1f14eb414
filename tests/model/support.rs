//! Runs on the mock.

use std::path::Path;
use std::sync::OnceLock;

use murxla::model::{Settings, generate_here};
use murxla::rng::Seed;
use murxla::trace::{Trace, read};
use murxla_api::{Library, Wrapper};

pub fn mock() -> &'static dyn Library {
    murxla_mock::WRAPPER.load(Path::new("")).expect("the mock loads")
}

/// The text of the run with this seed.
pub fn text(seed: u64, settings: &Settings) -> String {
    let mut text = Vec::new();
    generate_here(Seed(seed), settings, "mock", mock(), |bytes| text.extend_from_slice(bytes));
    String::from_utf8(text).expect("a trace is text")
}

/// The text of the run with this seed and the default settings; the first ones are kept for all tests.
pub fn default_text(seed: u64) -> String {
    static FIRST: OnceLock<Vec<String>> = OnceLock::new();
    let make = |seed| text(seed, &Settings::default());
    let first = FIRST.get_or_init(|| (0..KEPT).map(make).collect());
    first.get(seed as usize).cloned().unwrap_or_else(|| make(seed))
}

const KEPT: u64 = 300;

/// The trace of the run with this seed.
pub fn trace(seed: u64) -> Trace {
    let text = default_text(seed);
    match read(text.as_bytes()) {
        Ok((trace, _)) => trace,
        Err(error) => panic!("seed {seed}: {error}\n{text}"),
    }
}
