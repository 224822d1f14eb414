//! Processes: everything that forks or execs goes through here.

mod exec;

pub use exec::run_leashed;
