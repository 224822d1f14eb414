//! murxla: a model-based API fuzzer for SMT solvers.
//!
//! ARCHITECTURE.md says what each module owns and what it may use.

pub mod allocator;
pub(crate) mod campaign;
pub mod cli;
pub mod diagnosis;
pub mod enumerate;
pub mod eval;
pub mod exec;
pub mod findings;
pub mod model;
pub mod mutate;
pub mod oracle;
pub mod reduce;
pub mod reproducer;
pub mod rng;
pub mod sandbox;
pub mod seeds;
pub mod selfcheck;
pub mod smt;
pub mod solvers;
pub mod supply;
pub mod trace;
