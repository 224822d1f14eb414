//! The log of a run, in memory that survives the child.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

/// An append-only log in memory that the parent shares: what was written is there, however the child ends.
///
/// An entry is written whole or not at all. Once an entry did not fit, nothing more is taken, so that the log
/// is always a beginning of what was written; the parent is told.
pub struct Log {
    bytes: *mut u8,
    capacity: usize,
    length: *const AtomicUsize,
    overflowed: *const AtomicUsize,
}

/// A log that is written to by one thread at a time, whichever.
struct Everywhere(Log);

// SAFETY: the memory is shared between processes; who writes holds a lock or is alone.
unsafe impl Send for Everywhere {}

impl Everywhere {
    fn write(&self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl Log {
    /// A log in the memory from `bytes` on.
    ///
    /// # Safety
    /// `bytes` must be valid for writes of `capacity` bytes, and `length` and `overflowed` for reads, for as
    /// long as the log is used; nobody else may write to these bytes meanwhile.
    pub(super) unsafe fn new(
        bytes: *mut u8,
        capacity: usize,
        length: *const AtomicUsize,
        overflowed: *const AtomicUsize,
    ) -> Log {
        Log { bytes, capacity, length, overflowed }
    }

    /// Writes to the log from wherever a child does something: its memory is mapped as long as the child lives.
    pub(crate) fn writer(&self) -> impl FnMut(&[u8]) + Send + 'static {
        let Log { bytes, capacity, length, overflowed } = *self;
        let log = Everywhere(Log { bytes, capacity, length, overflowed });
        move |bytes| log.write(bytes)
    }

    /// Makes it empty, for the next run; not while someone in the parent looks on.
    pub(super) fn clear(&self) {
        // SAFETY: the caller of `new` promised that both are valid.
        let (length, overflowed) = unsafe { (&*self.length, &*self.overflowed) };
        length.store(0, Ordering::Relaxed);
        overflowed.store(0, Ordering::Relaxed);
    }

    /// Appends `bytes`.
    pub fn write(&self, bytes: &[u8]) {
        // SAFETY: the caller of `new` promised that both are valid.
        let (length, overflowed) = unsafe { (&*self.length, &*self.overflowed) };
        let start = length.load(Ordering::Relaxed);
        let room = self.capacity.saturating_sub(start);
        if bytes.len() > room || overflowed.load(Ordering::Relaxed) != 0 {
            overflowed.store(1, Ordering::Relaxed);
            return;
        }
        // SAFETY: `start + bytes.len()` is at most `capacity`, up to which the caller of `new` promised
        // memory that is ours; it is not visible as a slice anywhere in this process.
        unsafe { self.bytes.add(start).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        // The length last: what the parent counts is there.
        length.store(start + bytes.len(), Ordering::Release);
    }
}
