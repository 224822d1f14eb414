//! The generator on the mock: determinism, validity, and what it reaches.

mod coverage;
mod determinism;
mod settings;
mod support;
mod validity;
