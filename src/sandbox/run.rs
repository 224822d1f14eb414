//! `run`: forks a child and runs a closure in it.

#![allow(unsafe_code)]

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::child::{self, Around};
use super::classify::{Known, classify};
use super::limits::Limits;
use super::log::Log;
use super::mark::Mark;
use super::outcome::Outcome;
use super::reap::{Others, Running};
use super::shared::Shared;
use super::supervise::{Capture, Follower, Onlooker, watch};
use super::{crash, symbols};

/// Runs `child` in a forked child process under `limits`, and tells how that ended. Returning from `child`
/// is [`Completed`](super::Class::Completed); an error is returned only if there was no run.
///
/// In the child: the log can be written; stdin is empty, stdout and stderr are captured, every other
/// descriptor is closed (so nothing that `child` brings along may need one); the process is in a session of
/// its own, has no core dumps, gains no privileges by `exec`, and dies with the thread that called `run`. A
/// panic ends the child where it begins, past `catch_unwind`; a C++ exception that leaves the solver calls
/// `std::terminate` where it was thrown.
///
/// When this function returns, nothing is left of the run, also of processes that it started (the module `reap`
/// tells how). If the calling process is killed meanwhile, the child dies, too; but processes that the child
/// started go to the next subreaper, so whoever kills a caller should be one.
///
/// The calling process becomes a child subreaper, must not ignore SIGCHLD, and should be small: fork takes
/// time for each page.
pub fn run(limits: &Limits, child: impl FnOnce(&Log)) -> io::Result<Outcome> {
    run_with(limits, limits.cpu, child, None)
}

/// Like [`run`], with someone who looks on: `onlook` gets what is new in the log while the child runs, at most
/// every 20 ms, and the rest after its end; each byte once, in order, and no entry in parts. An error that it
/// returns ends the run, and is returned.
///
/// Limits are not held while it looks, but for those that the kernel holds; the time that it takes is not
/// counted. So it should be quick, but how the run ends does not depend on it.
pub fn run_watched(
    limits: &Limits,
    child: impl FnOnce(&Log),
    onlook: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<Outcome> {
    run_with(limits, limits.cpu, child, Some(&mut Onlooker::new(onlook)))
}

/// Runs `child`, to which the kernel allows the time `kernel_cpu`, with someone who follows it.
pub(super) fn run_with(
    limits: &Limits,
    kernel_cpu: Duration,
    child: impl FnOnce(&Log),
    mut follower: Option<&mut dyn Follower>,
) -> io::Result<Outcome> {
    crash::load_unwinder();
    let shared = Shared::new(limits.log)?;
    let (stdout, child_stdout) = io::pipe()?;
    let (stderr, child_stderr) = io::pipe()?;
    let mut capture = Capture::new(stdout, stderr, limits.output)?;
    let (others, mark) = (Others::before()?, Mark::new());
    let parent = std::process::id();
    let started = Instant::now();
    let pid = match fork()? {
        0 => {
            let around = Around { parent, mark, stdout: child_stdout, stderr: child_stderr };
            child::live(limits, kernel_cpu, shared, &around, child)
        }
        pid => pid,
    };
    let running = Running::new(pid)?;
    // Otherwise the pipes would never end.
    drop((child_stdout, child_stderr));
    let stop = watch(limits, &running, started, &shared, &mut capture, &mut follower);
    let end = running.end();
    others.end_escaped(&mark);
    // Whatever went wrong, nothing is left of the run.
    let (mut stop, end) = (stop?, end?);
    let wall = started.elapsed();
    if let Some(follower) = &mut follower {
        stop = follower.follow(&shared)?.or(stop);
    }
    let [stdout, stderr] = capture.into_bytes(stop);
    let known = Known { stop, end, shared: &shared, stderr: &stderr, memory: limits.memory };
    let class = classify(&known);
    let frames = symbols::frames(shared.record());
    let (log, log_overflowed) = shared.read_log();
    Ok(Outcome { class, log, log_overflowed, stdout, stderr, frames, wall })
}

/// Forks, so that the child has empty buffers, and no lock of stdout or stderr is held by a thread that does
/// not exist in it. The child starts with all signals blocked: the parent's handlers must not run in it.
fn fork() -> io::Result<libc::pid_t> {
    // The child inherits the locks as held by its only thread, which may take them again.
    let (mut stdout, mut stderr) = (io::stdout().lock(), io::stderr().lock());
    // If that fails, the caller will hear of it at the next write.
    let _ = (stdout.flush(), stderr.flush());
    // SAFETY: `sigset_t` is plain data, filled by the calls. The child runs arbitrary code after the fork of
    // a process that may have threads: glibc makes its own locks (malloc, stdio) usable in the child, and
    // ours are those above.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let pid = libc::fork();
        let error = io::Error::last_os_error();
        if pid != 0 {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        }
        if pid < 0 { Err(error) } else { Ok(pid) }
    }
}
