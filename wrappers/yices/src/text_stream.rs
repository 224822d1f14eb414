//! C streams and files into which Yices prints: what goes into memory is read, the rest goes nowhere.

use std::ffi::c_char;
use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;

use murxla_api::SolverError;

use crate::ffi::FILE;

/// What is printed by `print` into a stream in memory.
pub fn printed_by(
    print: impl FnOnce(*mut FILE) -> Result<(), SolverError>,
) -> Result<String, SolverError> {
    let (mut buffer, mut size): (*mut c_char, usize) = (std::ptr::null_mut(), 0);
    // SAFETY: the two outlive the stream, which is closed below.
    let stream = unsafe { libc::open_memstream(&raw mut buffer, &raw mut size) };
    if stream.is_null() {
        return Err(SolverError::Unsupported("a stream in memory".to_owned()));
    }
    let printed = print(stream.cast());
    // SAFETY: the stream is open, and nobody keeps it: it is closed once.
    unsafe { libc::fclose(stream) };
    let text = if buffer.is_null() {
        String::new()
    } else {
        // SAFETY: closing the stream left `size` bytes in a buffer that is ours now.
        let bytes = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), size) };
        let text = String::from_utf8_lossy(bytes).into_owned();
        // SAFETY: allocated by the C library, and not used any more.
        unsafe { libc::free(buffer.cast()) };
        text
    };
    printed.map(|()| text)
}

/// A file to nowhere.
pub struct Nowhere(File);

impl Nowhere {
    /// Opens it.
    pub fn open() -> Result<Nowhere, SolverError> {
        let opened = OpenOptions::new().write(true).open("/dev/null");
        opened.map(Nowhere).map_err(|error| SolverError::Unsupported(error.to_string()))
    }

    /// Its number.
    pub fn number(&self) -> i32 {
        self.0.as_raw_fd()
    }
}
