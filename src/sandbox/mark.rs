//! The mark of a run: a mapping with a name of its own, which the child makes after the fork, and which every
//! process that is forked from it inherits. No process of another run has it. A dead process that nobody waited for has no
//! mappings any more, but still its own name, which it inherits, too.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::keeper::{self, name_of_process};
use super::system::{PAGE, checked};

/// The name of one run in this process and all others.
pub(super) struct Mark {
    mapping: String,
    /// What a variable in its environment says, which programs that it starts inherit.
    run: String,
    /// The name of the processes of the run; no longer than the kernel allows.
    process: String,
}

impl Mark {
    pub(super) fn new() -> Mark {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{run}", name_of_process());
        Mark {
            mapping: format!("murxla-run-{name}"),
            run: name,
            process: format!("murxla-{:08x}", run & 0xffff_ffff),
        }
    }

    /// Marks the calling process.
    pub(super) fn set(&self) -> io::Result<()> {
        keeper::mark_environment(&self.run);
        let name = CString::new(self.mapping.as_str())?;
        let process = CString::new(self.process.as_str())?;
        // SAFETY: the names are C strings; the mapping is new and never accessed; the descriptor is ours.
        unsafe {
            checked(libc::prctl(libc::PR_SET_NAME, process.as_ptr()))?;
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

    /// Whether a child of ours has this mark.
    pub(super) fn is_on(&self, pid: libc::pid_t) -> bool {
        let maps = fs::read(format!("/proc/{pid}/maps")).unwrap_or_default();
        String::from_utf8_lossy(&maps).contains(&format!("/memfd:{} ", self.mapping))
            || self.is_in_environment(pid)
            || self.was_on(pid)
    }

    fn is_in_environment(&self, pid: libc::pid_t) -> bool {
        let wanted = format!("{}={}", keeper::VARIABLE, self.run);
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    }

    /// Whether a dead child of ours had it. One that is killed with its group while it leaves that group is such a one.
    fn was_on(&self, pid: libc::pid_t) -> bool {
        let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
        // PID (NAME) STATE …
        String::from_utf8_lossy(&stat).contains(&format!(" ({}) Z ", self.process))
    }
}
