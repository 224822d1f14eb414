//! The limits of a run: time, processor time, memory, stack, output.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a run may use; going beyond ends it. All are always on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time on the clock on the wall. The parent kills at the deadline.
    pub wall: Duration,
    /// Time on processors, of all threads of the child and of processes that it starts together; the parent reads
    /// their clocks. `RLIMIT_CPU`, which counts whole seconds for each process, stands behind it.
    pub cpu: Duration,
    /// Memory in bytes, held in two ways that complete each other. The parent looks at the resident memory
    /// (what is inherited by fork included), the more often the nearer it is to the limit; that sees every
    /// kind of memory, but late. `RLIMIT_DATA` refuses what a child maps privately and writably beyond this
    /// size; that is exact, but an allocation that fails may surface as a message, an exit or a crash (all
    /// of them are told as [`OutOfMemory`](super::Class::OutOfMemory) when the limit was near).
    /// `RLIMIT_AS` would count address space that allocators and solvers only reserve.
    pub memory: u64,
    /// The stack in bytes. The child runs on a stack of its own of this size, below which is a wide guard;
    /// so the size does not depend on the calling thread, and an overflow is known by its address.
    pub stack: u64,
    /// Output in bytes that is kept, stdout and stderr together; also the size of any file that the child writes. Of what
    /// comes after that only the end is kept, and a run that prints many times as much is stopped: one that prints much and
    /// dies is told by how it died.
    pub output: u64,
    /// Room for the log, in bytes.
    pub log: usize,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 2048 * MIB,
            stack: 64 * MIB,
            output: MIB,
            log: 16 << 20,
        }
    }
}
