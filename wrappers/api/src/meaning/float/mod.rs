//! Exact floating-point arithmetic of any format, as IEEE 754 and the theory FloatingPoint of SMT-LIB define it.
//!
//! An operation computes the exact result (or as much of it as decides every rounding) and rounds once. Numbers
//! of formats up to 64 bits are computed in machine words, others in numbers of any length. Exponents are never
//! turned into shifts by their whole difference, so that no format takes more memory than its significand asks
//! for.

mod arithmetic;
mod comparison;
mod conversion;
mod exact;
mod integral;
mod remainder;
mod representation;
mod rounding;
#[cfg(test)]
mod tests;

pub use conversion::NoReal;
pub use representation::{Float, Format};
