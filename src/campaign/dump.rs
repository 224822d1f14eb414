//! All that a store knows of a campaign, to be put into another store.

use std::ops::Range;

use super::{Bucket, Counts};

/// The contents of a store.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dump {
    /// The first run that no one had.
    pub next_run: u64,
    /// How many runs are done.
    pub runs_done: u64,
    /// Runs before it that are not done.
    pub returned: Vec<Range<u64>>,
    /// The buckets, each with its runs and their seeds.
    pub buckets: Vec<(Bucket, Vec<(u64, u64)>)>,
    /// The figures.
    pub counts: Counts,
}
