//! The memory that parent and child share.
//!
//! The child may be hit by stray writes of a solver, so the parent trusts no length here.

#![allow(unsafe_code)]

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering};

use super::log::Log;

/// The most frames kept of a crash.
pub(super) const MAX_FRAMES: usize = 64;
const TEXT: usize = 4096;
const MAPS: usize = 256 << 10;

/// Bytes with a length, written once by the child.
#[repr(C)]
pub(super) struct Bytes<const CAPACITY: usize> {
    length: AtomicUsize,
    bytes: [std::cell::UnsafeCell<u8>; CAPACITY],
}

impl<const CAPACITY: usize> Bytes<CAPACITY> {
    /// Has `fill` write into the bytes and tell how many it wrote. Async-signal-safe if `fill` is.
    ///
    /// # Safety
    /// No other thread of this process may use these bytes at the same time.
    pub(super) unsafe fn fill(&self, fill: impl FnOnce(&mut [u8]) -> usize) {
        let start = self.bytes.as_ptr().cast::<u8>().cast_mut();
        // SAFETY: the cells are CAPACITY contiguous bytes; the caller promised that nobody else is here.
        let written = fill(unsafe { std::slice::from_raw_parts_mut(start, CAPACITY) });
        self.length.store(written.min(CAPACITY), Ordering::Release);
    }

    /// What was written. Only for the parent, once the child is dead.
    pub(super) fn to_vec(&self) -> Vec<u8> {
        let length = self.length.load(Ordering::Acquire).min(CAPACITY);
        // SAFETY: each cell is valid to read; the child, the only writer, is dead.
        self.bytes[..length].iter().map(|cell| unsafe { *cell.get() }).collect()
    }
}

/// The fixed part of the shared memory. All zero at first.
#[repr(C)]
pub(super) struct Record {
    /// The token of the run, once the closure returned.
    completed: AtomicU64,
    log_length: AtomicUsize,
    log_overflowed: AtomicUsize,
    /// What a panic said.
    pub(super) panic: Bytes<TEXT>,
    /// The lowest address of the guard below the child's stack, and of that stack.
    pub(super) guard_low: AtomicUsize,
    pub(super) stack_low: AtomicUsize,
    /// The value of `RLIMIT_DATA`.
    pub(super) data_limit: AtomicU64,
    /// The signal that the handler got, the address that was accessed, stack pointer and instruction.
    pub(super) signal: AtomicI32,
    pub(super) address: AtomicUsize,
    pub(super) stack_pointer: AtomicUsize,
    pub(super) instruction: AtomicUsize,
    /// Addresses on the stack, innermost first, starting with those of the handler.
    pub(super) frame_count: AtomicUsize,
    pub(super) frames: [AtomicUsize; MAX_FRAMES],
    /// `/proc/self/statm` and `/proc/self/maps` at the crash.
    pub(super) statm: Bytes<128>,
    pub(super) maps: Bytes<MAPS>,
}

// SAFETY: everything but the `Bytes` is atomic, and these are written by one thread (see `Bytes::fill`).
unsafe impl Sync for Record {}

/// One mapping, made by the parent before the fork.
pub(super) struct Shared {
    start: NonNull<Record>,
    length: usize,
    log_capacity: usize,
    /// Completion is this number and no other, so that a stray write hardly looks like it.
    token: u64,
}

impl Shared {
    pub(super) fn new(log_capacity: usize) -> io::Result<Shared> {
        let length = size_of::<Record>() + log_capacity;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping wherever there is room.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, access, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        // Never zero, which is what the memory holds at first.
        let token = RandomState::new().hash_one(length) | 1;
        Ok(Shared { start, length, log_capacity, token })
    }

    pub(super) fn record(&self) -> &Record {
        // SAFETY: the mapping is aligned to pages, larger than a record, and lives as long as `self`;
        // all zero is a valid record, and so is everything else, since it holds numbers only.
        unsafe { self.start.as_ref() }
    }

    fn log_start(&self) -> *mut u8 {
        // SAFETY: the mapping is larger than a record.
        unsafe { self.start.as_ptr().add(1).cast() }
    }

    /// The log, for the child.
    ///
    /// # Safety
    /// There may be one log at a time, and it must not outlive `self`.
    pub(super) unsafe fn log(&self) -> Log {
        let Record { log_length, log_overflowed, .. } = self.record();
        // SAFETY: the log's bytes follow the record; the caller promised the rest.
        unsafe { Log::new(self.log_start(), self.log_capacity, log_length, log_overflowed) }
    }

    /// What was logged, and whether something did not fit. Only for the parent, once the child is dead.
    pub(super) fn read_log(&self) -> (Vec<u8>, bool) {
        let record = self.record();
        let length = record.log_length.load(Ordering::Acquire).min(self.log_capacity);
        // SAFETY: the bytes are inside the mapping, and the only writer is dead.
        let bytes = unsafe { std::slice::from_raw_parts(self.log_start(), length) };
        (bytes.to_vec(), record.log_overflowed.load(Ordering::Relaxed) != 0)
    }

    /// Appends to `bytes` what was logged from `start` on; also while the child runs.
    pub(super) fn read_log_from(&self, start: usize, bytes: &mut Vec<u8>) {
        let length = self.record().log_length.load(Ordering::Acquire).min(self.log_capacity);
        let count = length.saturating_sub(start);
        bytes.reserve(count);
        let free = bytes.spare_capacity_mut().as_mut_ptr();
        // SAFETY: the bytes are inside the mapping, and there is room for them. The child published their
        // length after it had written them, and it does not write them again; there is no reference to
        // them, so that a stray write of a solver can change what is read, but nothing else.
        unsafe {
            let logged = self.log_start().add(length - count).cast();
            free.copy_from_nonoverlapping(logged, count);
            bytes.set_len(bytes.len() + count);
        }
    }

    pub(super) fn set_completed(&self) {
        self.record().completed.store(self.token, Ordering::Release);
    }

    pub(super) fn is_completed(&self) -> bool {
        self.record().completed.load(Ordering::Acquire) == self.token
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing refers to it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
    }
}
