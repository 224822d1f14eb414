//! The solver supply: installing with a made-up pip, and (on request) for real.

mod assertions;
mod errors;
mod fake;
mod kills;
mod real;
mod specs;
mod stores;
