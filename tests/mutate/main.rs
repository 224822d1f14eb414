//! The techniques that mutate scripts: their rules hold, their mutants have sorts, and what must hold of mutants holds.

mod rules;
mod validity;
