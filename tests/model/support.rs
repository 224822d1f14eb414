//! Runs on the mock.

use std::path::Path;

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

/// The trace of the run with this seed.
pub fn trace(seed: u64) -> Trace {
    let text = text(seed, &Settings::default());
    match read(text.as_bytes()) {
        Ok((trace, _)) => trace,
        Err(error) => panic!("seed {seed}: {error}\n{text}"),
    }
}
