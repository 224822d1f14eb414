//! The child process, from the fork to its end.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::fs;
use std::io::{self, PipeWriter, Write};
use std::os::fd::AsRawFd;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::crash;
use super::fence::Stack;
use super::limits::Limits;
use super::log::Log;
use super::mark::Mark;
use super::shared::{Record, Shared};
use super::system::{PAGE, STATM_DATA, checked, statm_pages};

/// The exit code after an error of our own; the record tells what it was.
const OWN_ERROR: c_int = 101;

/// Ends as a process ends, without destructors and without what was registered with `atexit`: these belong
/// to the parent, and those of a solver could undo a completed run.
fn exit(code: c_int) -> ! {
    // SAFETY: a plain system call.
    unsafe { libc::_exit(code) }
}

/// What a solver printed may still be in a buffer. Errors do not matter: it may have closed everything.
pub(super) fn flush_output() {
    let _ = io::stdout().flush();
    // SAFETY: null means all streams.
    unsafe { libc::fflush(std::ptr::null_mut()) };
}

fn record_own_error(record: &Record, message: &str) {
    let copy = |buffer: &mut [u8]| {
        let length = message.len().min(buffer.len());
        buffer[..length].copy_from_slice(&message.as_bytes()[..length]);
        length
    };
    // SAFETY: at worst, two threads panic at once, and the message is a mixture of both.
    unsafe { record.panic.fill(copy) };
}

/// What the parent gives the child, besides the closure.
pub(super) struct Around {
    pub(super) parent: u32,
    pub(super) mark: Mark,
    pub(super) stdout: PipeWriter,
    pub(super) stderr: PipeWriter,
}

/// Is the child: never returns. `kernel_cpu` is the time that the kernel allows it, see [`set_limits`]. `shared` lives on in it, since it was moved here and nothing is dropped.
pub(super) fn live(
    limits: &Limits,
    kernel_cpu: Duration,
    shared: Shared,
    around: &Around,
    closure: impl FnOnce(&Log),
) -> ! {
    let shared: &'static Shared = Box::leak(Box::new(shared));
    let record = shared.record();
    // A panic cannot be caught outside of the fence; and inside of it, a handler would also catch what a
    // solver throws. So it ends where it begins.
    std::panic::set_hook(Box::new(move |panic| {
        record_own_error(record, &panic.to_string());
        exit(OWN_ERROR);
    }));
    let stack = prepare(limits, kernel_cpu, record, around).unwrap_or_else(|error| {
        record_own_error(record, &format!("the sandbox could not be set up: {error}"));
        exit(OWN_ERROR)
    });
    // SAFETY: this is the only log of this memory, which lives until the process ends.
    let log = unsafe { shared.log() };
    stack.enter(|| closure(&log));
    flush_output();
    shared.set_completed();
    exit(0)
}

fn prepare(
    limits: &Limits,
    kernel_cpu: Duration,
    record: &'static Record,
    around: &Around,
) -> io::Result<Stack> {
    // SAFETY: plain system calls, on numbers.
    unsafe {
        checked(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        // The parent may have died before the call above: then no signal will ever come.
        if libc::getppid().cast_unsigned() != around.parent {
            exit(OWN_ERROR);
        }
        checked(libc::setsid())?;
        checked(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
    }
    around.mark.set()?;
    redirect(&around.stdout, &around.stderr)?;
    // If memory runs out on the whole machine, this process is the one to go, not the parent.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    reset_signals()?;
    let stack = Stack::new(limits.stack)?;
    record.guard_low.store(stack.guard_low, Ordering::Relaxed);
    record.stack_low.store(stack.low, Ordering::Relaxed);
    // SAFETY: the shared memory was leaked.
    unsafe { crash::install(record)? };
    let data_limit = set_limits(limits, kernel_cpu)?;
    record.data_limit.store(data_limit, Ordering::Relaxed);
    Ok(stack)
}

/// Input from nowhere, output to the parent, and no other descriptor.
fn redirect(stdout: &PipeWriter, stderr: &PipeWriter) -> io::Result<()> {
    // SAFETY: plain system calls; whoever owns a descriptor that is closed here is never dropped, or is part
    // of the closure, whose author was told.
    unsafe {
        let null = checked(libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC))?;
        checked(libc::dup2(null, 0))?;
        checked(libc::dup2(stdout.as_raw_fd(), 1))?;
        checked(libc::dup2(stderr.as_raw_fd(), 2))?;
        checked(libc::close_range(3, u32::MAX, 0))?;
    }
    Ok(())
}

/// Default actions and an empty mask, whatever the parent has; but writing to a closed pipe stays an error.
fn reset_signals() -> io::Result<()> {
    for signal in (1..32).filter(|signal| *signal != libc::SIGPIPE) {
        // SAFETY: a plain system call; it fails for SIGKILL and SIGSTOP, which have no other action.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: `sigset_t` is plain data, filled by `sigemptyset`.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        checked(libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut()))?;
    }
    Ok(())
}

/// Sets what the kernel limits; gives the value of `RLIMIT_DATA`. The time that the kernel allows is that of the
/// whole child, so for a child that does many runs it is without end.
fn set_limits(limits: &Limits, kernel_cpu: Duration) -> io::Result<u64> {
    // Never above what is there: in a run inside of a run that is not allowed.
    let set = |resource, soft: u64, hard: u64| -> io::Result<u64> {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the limit is a valid structure, for reading and writing.
        unsafe {
            checked(libc::getrlimit(resource, &raw mut limit))?;
            let most = limit.rlim_max;
            limit = libc::rlimit { rlim_cur: soft.min(most), rlim_max: hard.min(most) };
            checked(libc::setrlimit(resource, &raw const limit))?;
        }
        Ok(limit.rlim_cur)
    };
    // Not 0: a core that is piped to a program is not limited, except that 1 means none.
    set(libc::RLIMIT_CORE, 1, 1)?;
    set(libc::RLIMIT_FSIZE, limits.output, limits.output)?;
    // Later than the parent looks, so that the parent decides; see `Limits::cpu`.
    let seconds = kernel_cpu.saturating_add(Duration::from_secs(2)).as_secs();
    set(libc::RLIMIT_CPU, seconds, seconds.saturating_add(1))?;
    // What is there already (inherited, and the stack) does not count.
    let statm = fs::read("/proc/self/statm")?;
    let inherited = statm_pages(&statm, STATM_DATA).unwrap_or(0) * PAGE;
    let data = inherited.saturating_add(limits.memory);
    set(libc::RLIMIT_DATA, data, data)
}
