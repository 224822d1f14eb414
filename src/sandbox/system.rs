//! Small helpers around system calls.

use std::io;

/// The error of a system call that returned -1, or what it returned.
pub(super) fn checked<T: PartialEq + From<i8>>(returned: T) -> io::Result<T> {
    if returned == T::from(-1) { Err(io::Error::last_os_error()) } else { Ok(returned) }
}

/// The numbers in the text of `/proc/PID/statm`, in pages: size, resident, shared, text, 0, data, 0.
pub(super) fn statm_pages(text: &[u8], field: usize) -> Option<u64> {
    std::str::from_utf8(text).ok()?.split_whitespace().nth(field)?.parse().ok()
}

/// The field of `statm` that holds resident memory.
pub(super) const STATM_RESIDENT: usize = 1;
/// The field of `statm` that holds what `RLIMIT_DATA` limits (and the main stack).
pub(super) const STATM_DATA: usize = 5;
/// The size of a page on x86_64.
pub(super) const PAGE: u64 = 4096;
