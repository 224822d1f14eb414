//! The mark of a run: a mapping with a name of its own, which the child makes after the fork, and which every
//! process that is forked from it inherits. No process of another run has it.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::system::{PAGE, checked};

/// The name of one run in this process and all others.
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Mark {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        Mark(format!("murxla-run-{}-{run}", std::process::id()))
    }

    /// Marks the calling process.
    pub(super) fn set(&self) -> io::Result<()> {
        let name = CString::new(self.0.as_str())?;
        // SAFETY: the name is a C string; the mapping is new and never accessed; the descriptor is ours.
        unsafe {
            let file = checked(libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC))?;
            let (null, flags) = (std::ptr::null_mut(), libc::MAP_SHARED);
            let mapping = libc::mmap(null, PAGE as usize, libc::PROT_NONE, flags, file, 0);
            libc::close(file);
            if mapping == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }

    /// Whether a process has this mark.
    pub(super) fn is_on(&self, pid: libc::pid_t) -> bool {
        let maps = fs::read(format!("/proc/{pid}/maps")).unwrap_or_default();
        String::from_utf8_lossy(&maps).contains(&format!("/memfd:{} ", self.0))
    }
}
