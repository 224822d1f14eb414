//! Runs a command of the user's within limits, and captures its exit code and output.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::exec::{leash, watch_group};
use super::system::checked;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ProgramEnd {
    /// It exited with this code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was ended because its time was over.
    Timeout,
}

impl std::fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProgramEnd::Code(code) => write!(f, "exit code {code}"),
            ProgramEnd::Signal(signal) => write!(f, "signal {signal}"),
            ProgramEnd::Timeout => f.write_str("timeout"),
        }
    }
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRun {
    /// How it ended.
    pub end: ProgramEnd,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it complained about.
    pub stderr: Vec<u8>,
    /// How long it took.
    pub took: Duration,
}

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct ProgramLimits {
    /// Time on the wall.
    pub time: Duration,
    /// Bytes of address space; `None`: no limit.
    pub memory: Option<u64>,
    /// Bytes that it may print, to each of its outputs. One that prints more is ended by a signal.
    pub output: u64,
}

/// Runs a program to its end, within limits. Its standard input is empty. Neither it nor what it starts outlives
/// this call or this process.
pub fn run_program(command: &mut Command, limits: &ProgramLimits) -> io::Result<ProgramRun> {
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(err.try_clone()?);
    leash(command);
    restrict(command, limits);
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let watcher = watch_group(child.id());
    let in_time = wait(child.id(), limits.time);
    // It is not collected yet, so its group is still its own.
    // SAFETY: a plain system call.
    unsafe { libc::kill(-child.id().cast_signed(), libc::SIGKILL) };
    let status = child.wait()?;
    if let Ok(mut watcher) = watcher {
        watcher.wait()?;
    }
    let end = match (in_time?, status.code(), status.signal()) {
        (false, ..) => ProgramEnd::Timeout,
        (true, Some(code), _) => ProgramEnd::Code(code),
        (true, None, signal) => ProgramEnd::Signal(signal.unwrap_or(0)),
    };
    let took = begin.elapsed();
    Ok(ProgramRun { end, stdout: contents(&mut out)?, stderr: contents(&mut err)?, took })
}

fn contents(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn restrict(command: &mut Command, limits: &ProgramLimits) {
    let ProgramLimits { memory, output, .. } = *limits;
    let set = |what, bytes: u64| {
        let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
        // SAFETY: the structure is initialized and outlives the call.
        checked(unsafe { libc::setrlimit(what, &limit) })
    };
    // SAFETY: the closure only calls setrlimit, which is async-signal-safe, and does not allocate.
    unsafe {
        command.pre_exec(move || {
            set(libc::RLIMIT_FSIZE, output)?;
            set(libc::RLIMIT_CORE, 0)?;
            if let Some(memory) = memory {
                set(libc::RLIMIT_AS, memory)?;
            }
            Ok(())
        });
    }
}

/// Waits until the process has ended, without collecting it; tells whether it did so in time.
fn wait(pid: u32, time: Duration) -> io::Result<bool> {
    // SAFETY: a plain system call; the number that it returns is a new descriptor, which nobody else owns.
    let descriptor = unsafe {
        let number = checked(libc::syscall(libc::SYS_pidfd_open, pid, 0))?;
        OwnedFd::from_raw_fd(i32::try_from(number).map_err(io::Error::other)?)
    };
    let deadline = Instant::now() + time;
    loop {
        let left = deadline.saturating_duration_since(Instant::now()).as_millis();
        let left = i32::try_from(left.saturating_add(1)).unwrap_or(i32::MAX);
        let mut poll =
            libc::pollfd { fd: descriptor.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one initialized structure, which outlives the call.
        match checked(unsafe { libc::poll(&mut poll, 1, left) }) {
            Ok(0) if Instant::now() >= deadline => return Ok(false),
            Ok(0) => {}
            Ok(_) => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, time: u64) -> ProgramRun {
        let limits =
            ProgramLimits { time: Duration::from_millis(time), memory: None, output: 1 << 16 };
        run_program(Command::new("sh").args(["-c", script]), &limits).expect("a run")
    }

    #[test]
    fn ends_are_told_apart() {
        let run_of = run("echo out; echo err >&2; exit 7", 10_000);
        assert_eq!((run_of.end, run_of.stdout.as_slice()), (ProgramEnd::Code(7), &b"out\n"[..]));
        assert_eq!(run_of.stderr, b"err\n");
        assert_eq!(run("kill -SEGV $$", 10_000).end, ProgramEnd::Signal(libc::SIGSEGV));
        assert_eq!(run("exec yes", 10_000).end, ProgramEnd::Signal(libc::SIGXFSZ));
    }

    #[test]
    fn time_is_limited_for_all_that_it_starts() {
        let begin = Instant::now();
        let run = run("sleep 60 & sleep 60", 100);
        assert_eq!(run.end, ProgramEnd::Timeout);
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_missing_program_is_not_found() {
        let limits = ProgramLimits { time: Duration::from_secs(1), memory: None, output: 1 << 16 };
        let error = run_program(&mut Command::new("/nonexistent/program"), &limits).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
