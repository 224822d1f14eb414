//! Whether a trace may set options by which a solver reads or writes files.

/// Whether options that name or write files are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionPolicy {
    /// They are refused.
    NoFiles,
    /// They are executed: the user trusts the trace.
    All,
}
