//! The solver's process: two pipes, and nothing of it is left when we are gone.
//!
//! Its standard error is ours, so that whoever captures ours has it. The kernel kills it when the thread that started it
//! ends; processes that it starts itself are ended by a watcher, see [`watch_session`].

#![allow(unsafe_code)]

use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::sexpr::Scanner;

/// No reply is longer than this, in bytes.
const LONGEST_REPLY: usize = 4 << 20;

/// What the solver may take to end when it is told to.
const GRACE: Duration = Duration::from_secs(2);

/// A solver that runs.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Readable when the process is dead: others may hold its output open.
    pidfd: OwnedFd,
    /// What was read, and not taken yet.
    buffer: Vec<u8>,
    ended: bool,
}

/// What came instead of a reply.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The process is gone; what it had said of its reply.
    Gone(ExitStatus, String),
    /// It says more than any reply is long.
    Flood,
    /// It says nothing for too long.
    Late,
    /// It cannot be read from.
    Io(io::Error),
}

/// What was waited for.
enum Ready {
    Said,
    Dead,
    Nothing,
}

fn pidfd(child: &Child) -> io::Result<OwnedFd> {
    // SAFETY: a plain system call; the process was not waited for, so its number is not reused.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, child.id(), 0) };
    match RawFd::try_from(fd) {
        // SAFETY: the descriptor is new, so nobody else owns it.
        Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}

impl Process {
    /// Starts the program.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program is named"));
        };
        watch_session();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let parent = std::process::id();
        // SAFETY: the closure only makes the system calls prctl and getppid, which are async-signal-safe, and does
        // not allocate: the errors hold a plain number.
        unsafe {
            command.pre_exec(move || {
                if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
                    return Err(io::Error::last_os_error());
                }
                // The parent may have died before the call above: then no signal will ever come.
                if libc::getppid().cast_unsigned() != parent {
                    return Err(io::Error::from_raw_os_error(libc::ESRCH));
                }
                Ok(())
            });
        }
        let mut child = command.spawn()?;
        let pidfd = pidfd(&child);
        match (child.stdin.take(), child.stdout.take(), pidfd) {
            (stdin @ Some(_), Some(stdout), Ok(pidfd)) => {
                Ok(Process { child, stdin, stdout, pidfd, buffer: Vec::new(), ended: false })
            }
            (_, _, pidfd) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(pidfd.err().unwrap_or_else(|| io::Error::other("it has no pipes")))
            }
        }
    }

    /// Sends a line. A process that does not listen any more is not seen here: it will not answer either.
    pub(crate) fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
        }
    }

    /// The next s-expression that it says; it may take until the deadline, if there is one.
    pub(crate) fn receive(&mut self, deadline: Option<Instant>) -> Result<String, Silence> {
        let mut scanner = Scanner::default();
        loop {
            if let Some(end) = scanner.end(&self.buffer) {
                let rest = self.buffer.split_off(end);
                let reply = std::mem::replace(&mut self.buffer, rest);
                return Ok(String::from_utf8_lossy(&reply).trim().to_owned());
            }
            if self.buffer.len() > LONGEST_REPLY {
                return Err(Silence::Flood);
            }
            if !self.read_more(deadline)? {
                let status = self.child.wait().map_err(Silence::Io)?;
                self.ended = true;
                let partial = String::from_utf8_lossy(&self.buffer).trim().to_owned();
                return Err(Silence::Gone(status, partial));
            }
        }
    }

    /// Reads what is there; whether there was anything before the end.
    fn read_more(&mut self, deadline: Option<Instant>) -> Result<bool, Silence> {
        let left = deadline.map(|time| time.saturating_duration_since(Instant::now()));
        match self.wait_for(left).map_err(Silence::Io)? {
            Ready::Said => {}
            Ready::Dead => return Ok(false),
            Ready::Nothing => return Err(Silence::Late),
        }
        let mut bytes = [0; 16 << 10];
        loop {
            match self.stdout.read(&mut bytes) {
                Ok(count) => {
                    self.buffer.extend_from_slice(&bytes[..count]);
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Silence::Io(error)),
            }
        }
    }

    /// Waits until there is something to read, or the process is dead and has said all.
    fn wait_for(&self, wait: Option<Duration>) -> io::Result<Ready> {
        let wait = wait.map_or(-1, |wait| i32::try_from(wait.as_millis()).unwrap_or(i32::MAX));
        let poll = |fd: RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut polled = [poll(self.stdout.as_raw_fd()), poll(self.pidfd.as_raw_fd())];
        loop {
            // SAFETY: two valid entries, for reading and writing.
            let ready = unsafe { libc::poll(polled.as_mut_ptr(), 2, wait) };
            if ready < 0 {
                match io::Error::last_os_error() {
                    error if error.kind() == io::ErrorKind::Interrupted => continue,
                    error => return Err(error),
                }
            }
            return Ok(match polled {
                [output, _] if output.revents != 0 => Ready::Said,
                [_, process] if process.revents != 0 => Ready::Dead,
                _ => Ready::Nothing,
            });
        }
    }

    /// Tells it to end, waits a while, and tells how it ended; `None` if it had to be killed.
    pub(crate) fn end(mut self) -> Option<ExitStatus> {
        self.send("(exit)");
        self.stdin = None;
        let deadline = Instant::now() + GRACE;
        loop {
            self.buffer.clear();
            match self.read_more(Some(deadline)) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => return None,
            }
        }
        // It has closed its output; that it goes on without is not likely, and not for long.
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.ended = true;
                    return Some(status);
                }
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
                Err(_) => return None,
            }
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            // One that is gone already needs no killing.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends this process as the solver's process ended, so that whoever watches this one sees what became of the solver:
/// a signal is raised here, too; an exit code is passed on. Nothing of ours runs any more.
pub(crate) fn end_like(status: ExitStatus, said: &str) -> ! {
    if !said.is_empty() {
        let _ = writeln!(io::stderr(), "{said}");
    }
    match status.signal() {
        Some(signal) => end_by(signal),
        // SAFETY: a plain system call.
        None => unsafe { libc::_exit(status.code().unwrap_or(1)) },
    }
}

/// Ends this process by a signal.
pub(crate) fn end_by(signal: i32) -> ! {
    // SAFETY: plain system calls; `sigset_t` is plain data, filled by `sigemptyset`.
    unsafe {
        // Not a crash of ours: no handler shall look where we are.
        libc::signal(signal, libc::SIG_DFL);
        let mut only: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut only);
        libc::sigaddset(&raw mut only, signal);
        libc::sigprocmask(libc::SIG_UNBLOCK, &raw const only, std::ptr::null_mut());
        libc::kill(libc::getpid(), signal);
        // A signal whose action is not to end.
        libc::_exit(128 + signal)
    }
}

/// Starts a watcher that kills all of this process's group when this process is gone, however that came: solvers may be
/// scripts, and the kernel tells only the script that we died. Done once, and only in a process that leads its session:
/// there the group is ours.
fn watch_session() {
    static WATCHED: AtomicI32 = AtomicI32::new(0);
    // SAFETY: plain system calls.
    let (this, session) = unsafe { (libc::getpid(), libc::getsid(0)) };
    if session != this || WATCHED.swap(this, Ordering::Relaxed) == this {
        return;
    }
    let mut ends = [-1; 2];
    // SAFETY: there is room for two descriptors. The child only makes system calls, on its own stack, and never
    // returns. The end for writing is never closed in this process: that it closes is what the watcher waits for.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return;
        }
        if libc::fork() == 0 {
            libc::close(ends[1]);
            let mut byte = 0_u8;
            while libc::read(ends[0], (&raw mut byte).cast(), 1) < 0 {
                if *libc::__errno_location() != libc::EINTR {
                    break;
                }
            }
            libc::kill(0, libc::SIGKILL);
            libc::_exit(0);
        }
        libc::close(ends[0]);
    }
}
