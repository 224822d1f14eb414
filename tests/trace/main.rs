//! Traces: reading, writing, checking, executing on the mock. No solver is loaded here.

mod check;
mod hostile;
mod malformed;
mod oracles;
mod originals;
mod play;
mod random;
mod random_steps;
mod round_trip;
mod tally;
