//! A file mapped into memory: libraries are large, and little of them is looked at.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::NonNull;

/// The bytes of a file. Who shortens the file meanwhile ends the process, as with any library that is loaded.
pub struct Mapped {
    start: NonNull<u8>,
    length: usize,
}

impl Mapped {
    /// Maps a file.
    pub fn open(path: &Path) -> io::Result<Mapped> {
        let file = File::open(path)?;
        let facts = file.metadata()?;
        if facts.is_dir() {
            return Err(io::Error::from_raw_os_error(libc::EISDIR));
        }
        let length = usize::try_from(facts.len()).map_err(io::Error::other)?;
        if length == 0 {
            // There is nothing to map.
            return Ok(Mapped { start: NonNull::dangling(), length });
        }
        let none = std::ptr::null_mut();
        // SAFETY: a new mapping at a place that the kernel chooses touches nothing that is there.
        let start = unsafe {
            libc::mmap(none, length, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd(), 0)
        };
        match NonNull::new(start) {
            Some(start) if start.as_ptr() != libc::MAP_FAILED => {
                Ok(Mapped { start: start.cast(), length })
            }
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the mapping has this length (a slice of nothing may be anywhere), can be read, and lives as long as this.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if self.length > 0 {
            // SAFETY: nobody else has the mapping. Should it fail, the memory stays, which hurts nobody.
            let _ = unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
        }
    }
}
