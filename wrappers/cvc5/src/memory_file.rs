//! A file that is nowhere but in memory, for functions that write to a file descriptor.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::fd::{AsRawFd, FromRawFd};

/// Such a file.
pub(crate) struct MemoryFile(File);

impl MemoryFile {
    /// An empty one, if the system has such.
    pub(crate) fn new() -> Option<MemoryFile> {
        // SAFETY: the name is a C string, and the descriptor is nobody else's.
        unsafe {
            let descriptor = libc::memfd_create(c"murxla".as_ptr(), libc::MFD_CLOEXEC);
            (descriptor >= 0).then(|| MemoryFile(File::from_raw_fd(descriptor)))
        }
    }

    /// What can be written to.
    pub(crate) fn descriptor(&self) -> i32 {
        self.0.as_raw_fd()
    }

    /// What was written.
    pub(crate) fn text(mut self) -> String {
        let mut text = Vec::new();
        let read = self.0.seek(SeekFrom::Start(0)).and_then(|_| self.0.read_to_end(&mut text));
        match read {
            Ok(_) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => String::new(),
        }
    }
}
