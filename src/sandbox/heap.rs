//! Tunes the system's heap, which is the solver's (ours is another): memory that one run frees is kept for the next.

#![allow(unsafe_code)]

/// Blocks up to this size come from the heap, not from a mapping of their own: the most that the C library takes.
const LARGEST: libc::c_int = 32 << 20;
/// So much free memory at the end of the heap is kept.
const KEPT: libc::c_int = 1 << 30;
/// The heap grows by at least so much.
const STEP: libc::c_int = 4 << 20;

/// Memory that one run frees is kept for the next. Else the large tables that a solver makes for each instance are
/// given back and asked for again with each run, and the kernel clears them page by page: of a campaign with Yices,
/// that took more time than Yices.
pub(super) fn keep_freed_memory() {
    // SAFETY: these change how the C library's allocator gets its memory, and nothing else.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        libc::mallopt(libc::M_TOP_PAD, STEP);
    }
}
