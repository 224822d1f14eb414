//! Ending a run whole: the child, its process group, and whoever left the group.
//!
//! The kernel gives orphans to the nearest "child subreaper" among their ancestors. The parent is one (for
//! good, from its first run on), so everything that a run leaves behind becomes its child. Members of the
//! group are killed at once and waited for as a group. Afterwards, one system call tells whether the parent
//! has any other child; mostly it has none. If it has, those that belong to the run are found and killed:
//! in a process with one thread all that were not there before the run, since that thread is here; in one
//! with several threads, which may have started other processes, those with the mark of the run. If the parent itself is killed,
//! its `keeper` ends what is left.

#![allow(unsafe_code)]

use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use libc::pid_t;

use super::keeper;
use super::mark::Mark;
use super::system::checked;

/// The children that the parent has besides the run.
pub(super) struct Others(Vec<pid_t>);

impl Others {
    /// To be called before the fork.
    pub(super) fn before() -> io::Result<Others> {
        // Before this process takes in orphans, of which the keeper is one.
        keeper::start();
        // SAFETY: a plain system call.
        checked(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })?;
        Ok(Others(if has_children() { children() } else { Vec::new() }))
    }

    /// Ends what left the group of the run with this mark.
    pub(super) fn end_escaped(&self, mark: &Mark) {
        while has_children() {
            let threads = fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
            let mut escaped = children();
            escaped.retain(|pid| !self.0.contains(pid) && (threads == 1 || mark.is_on(*pid)));
            if escaped.is_empty() {
                return;
            }
            // Again, until a look finds none: a process may fork before it is killed.
            for pid in escaped {
                // SAFETY: plain system calls; the process is our child and was not waited for, so its
                // number is not reused.
                unsafe {
                    libc::kill(pid, libc::SIGKILL);
                    libc::waitpid(pid, std::ptr::null_mut(), libc::__WALL);
                }
            }
        }
    }
}

/// From now on, what processes of ours leave behind comes to this process.
pub fn take_in_orphans() -> io::Result<()> {
    Others::before().map(drop)
}

/// Ends all children of this process but those with these numbers: what processes left that were killed while they did runs.
/// To be called where nobody else starts processes meanwhile.
pub fn end_strangers(ours: &[u32]) {
    loop {
        let is_ours = |pid: &pid_t| ours.contains(&pid.cast_unsigned());
        let strangers = children().into_iter().filter(|pid| !is_ours(pid));
        let mut found = false;
        for pid in strangers {
            // The keeper of a process that lives on is waited for only if it is dead.
            let keeper = keeper::is_keeper(pid);
            let flags = if keeper { libc::WNOHANG } else { 0 };
            found |= !keeper;
            // SAFETY: plain system calls; the process is our child and was not waited for, so its number is not reused.
            unsafe {
                if !keeper {
                    libc::kill(pid, libc::SIGKILL);
                }
                libc::waitpid(pid, std::ptr::null_mut(), libc::__WALL | flags);
            }
        }
        if !found {
            return;
        }
    }
}

/// How the child ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Status {
    Exited(i32),
    Signaled(i32),
}

/// What the kernel tells of the child.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) status: Status,
    /// The most memory that was resident, in bytes.
    pub(super) peak: u64,
}

/// The child, until it is ended; dropping it ends it.
pub(super) struct Running {
    pub(super) pid: pid_t,
    pidfd: OwnedFd,
    ended: bool,
}

impl Running {
    /// Takes charge of a new child.
    pub(super) fn new(pid: pid_t) -> io::Result<Running> {
        // SAFETY: a plain system call.
        let opened = checked(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) });
        let opened = opened.and_then(|fd| RawFd::try_from(fd).map_err(io::Error::other));
        let fd = opened.inspect_err(|_| drop(end(pid)))?;
        // SAFETY: the descriptor is new, so nobody else owns it.
        Ok(Running { pid, pidfd: unsafe { OwnedFd::from_raw_fd(fd) }, ended: false })
    }

    /// Readable when the child is dead.
    pub(super) fn pidfd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }

    /// Kills the group, if it is not dead yet, and waits for all of it.
    pub(super) fn end(mut self) -> io::Result<End> {
        self.ended = true;
        end(self.pid)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            let _ = end(self.pid);
        }
    }
}

fn end(pid: pid_t) -> io::Result<End> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: plain system calls; the child was not waited for, so the numbers of process and group are not
    // reused. The kernel fills status and usage, for which zero is valid, too.
    let usage = unsafe {
        // The group does not exist before the child made it. A process that is being killed cannot fork, so
        // one signal reaches all members.
        libc::kill(-pid, libc::SIGKILL);
        libc::kill(pid, libc::SIGKILL);
        while let Err(error) = checked(libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr())) {
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        // Members whose parent is dead are our children now. The last answer is ECHILD: no more.
        while checked(libc::waitpid(-pid, std::ptr::null_mut(), libc::__WALL))
            .map_or_else(|error| error.kind() == io::ErrorKind::Interrupted, |_| true)
        {}
        usage.assume_init()
    };
    let status = if libc::WIFSIGNALED(status) {
        Status::Signaled(libc::WTERMSIG(status))
    } else {
        Status::Exited(libc::WEXITSTATUS(status))
    };
    Ok(End { status, peak: usage.ru_maxrss.unsigned_abs() * 1024 })
}

fn has_children() -> bool {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    let look = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT | libc::__WALL;
    // SAFETY: the kernel fills `info`; with WNOWAIT nothing is reaped.
    unsafe { libc::waitid(libc::P_ALL, 0, info.as_mut_ptr(), look) == 0 }
}

/// All children of this process.
fn children() -> Vec<pid_t> {
    let ours = std::process::id().to_string();
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |pid: &pid_t| {
        let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
        let stat = String::from_utf8_lossy(&stat);
        // PID (NAME) STATE PARENT …, where the name may hold anything.
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1));
        parent == Some(ours.as_str())
    };
    pids.filter(is_child).collect()
}
