//! The outcome of a run: its class, log, output and crash frames.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The closure returned. This is known from a record that the child wrote, not from its exit code.
    Completed,
    /// A signal ended the run, without a message that tells why.
    Crash {
        /// The signal.
        signal: i32,
    },
    /// The run ended itself: an assertion failed, an exception was not caught, the C library found the heap
    /// corrupt.
    Aborted {
        /// What it said, on one line.
        message: String,
    },
    /// The stack was used up.
    StackOverflow,
    /// Time was used up, on the wall or on processors.
    Timeout,
    /// Memory was used up: a limit was met. A run that was killed otherwise is a crash by the signal that says so.
    OutOfMemory,
    /// The process exited, but the closure had not returned.
    UnexpectedExit {
        /// The exit code; 0 is no better than any other.
        code: i32,
    },
    /// More was printed, or written to a file, than is allowed.
    OutputFlood,
    /// Our own code panicked, or the sandbox could not be set up. Never a finding.
    OwnError {
        /// What it said.
        message: String,
    },
}

/// One call on the stack of a run that crashed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The file that holds the code, or `?` for code in no file.
    pub library: String,
    /// Where in the file, as an address that `addr2line` takes; an absolute address for code in no file.
    pub offset: u64,
    /// The function, as the symbol table names it (not demangled).
    pub symbol: Option<String>,
}

/// All that is known of a run. Written for another process, what is no text in it is replaced.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub class: Class,
    /// What was logged, up to and including the call that did not return.
    #[serde(with = "as_text")]
    pub log: Vec<u8>,
    /// Whether something did not fit into the log; then it ends with the last entry that did.
    pub log_overflowed: bool,
    /// What was printed on stdout.
    #[serde(with = "as_text")]
    pub stdout: Vec<u8>,
    /// What was printed on stderr.
    #[serde(with = "as_text")]
    pub stderr: Vec<u8>,
    /// The calls on the stack at a crash, innermost first; empty if there was none or it could not be walked.
    pub frames: Vec<Frame>,
    /// How long it took, from the fork until nothing was left of it.
    pub wall: Duration,
}

/// Bytes that are text but for what went wrong.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}
