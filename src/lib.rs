//! murxla: a model-based API fuzzer for SMT solvers.

pub mod sandbox;
pub mod supply;
