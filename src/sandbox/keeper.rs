//! The keeper: a process that outlives this one for a moment, to end what its runs left behind.
//!
//! A process that does runs may be killed. Its child dies with it (`PR_SET_PDEATHSIG`), but not what a solver forked: that
//! goes to another parent. So before its first run each process starts a keeper, which waits until the process is gone, and
//! then kills whatever belongs to its runs. Processes are known by the mapping of the run's [`Mark`](super::mark::Mark), which
//! a fork inherits, or by a variable in their environment, which an exec does. A process that got rid of both is not found.
//!
//! The keeper is in a session of its own and no child of ours, so neither a signal to our group nor one to all our children
//! hits it. It was forked from a process that may have had several threads, so it makes system calls and nothing else.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_int};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable in the environment of a run, and of programs that it starts.
pub(super) const VARIABLE: &str = "MURXLA_RUN_OF";

/// How a keeper is called.
const NAME: &CStr = c"runs-keeper";

/// Sweeps, until one finds nothing.
const MOST_SWEEPS: u32 = 500;

/// The name of this process, which no other has.
pub(super) fn name_of_process() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        format!("{}-{:x}", std::process::id(), now.as_nanos())
    })
}

/// Starts the keeper of this process, if it has none. Without one, everything else works as well.
pub(super) fn start() {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        let mapping = CString::new(format!("/memfd:murxla-run-{}-", name_of_process()));
        let variable = CString::new(format!("{VARIABLE}={}-", name_of_process()));
        let (Ok(mapping), Ok(variable)) = (mapping, variable) else { return };
        // SAFETY: plain system calls on numbers; the descriptor is new. The child makes system calls and does not return; the
        // process between it and us ends at once, so that the keeper is no child of ours.
        unsafe {
            let this = libc::syscall(libc::SYS_pidfd_open, std::process::id(), 0);
            let Ok(this @ 0..) = c_int::try_from(this) else { return };
            match libc::fork() {
                0 => {
                    // Before there is a keeper: who ends strangers knows it by its name.
                    libc::prctl(libc::PR_SET_NAME, NAME.as_ptr());
                    if libc::fork() == 0 {
                        keep(this, mapping.to_bytes(), variable.to_bytes());
                    }
                    libc::_exit(0);
                }
                -1 => {}
                between => {
                    libc::waitpid(between, std::ptr::null_mut(), 0);
                }
            }
            libc::close(this);
        }
    });
}

/// Sets the variable of a run in this process, which has one thread. What it says begins with the name of the process that does
/// the run.
pub(super) fn mark_environment(run: &str) {
    if let (Ok(name), Ok(value)) = (CString::new(VARIABLE), CString::new(run)) {
        // SAFETY: both are C strings; no other thread looks at the environment.
        unsafe { libc::setenv(name.as_ptr(), value.as_ptr(), 1) };
    }
}

/// Whether this is the process of a keeper; of one that is dead nothing is known but its name.
pub(super) fn is_keeper(pid: libc::pid_t) -> bool {
    let name = std::fs::read(format!("/proc/{pid}/comm")).unwrap_or_default();
    name.strip_suffix(b"\n") == Some(NAME.to_bytes())
}

/// The life of the keeper.
///
/// # Safety
///
/// To be called in a new process of its own, since it closes all descriptors.
unsafe fn keep(process: c_int, mapping: &[u8], variable: &[u8]) -> ! {
    // SAFETY: plain system calls on numbers, constants, and places on the stack.
    unsafe {
        libc::setsid();
        libc::chdir(c"/".as_ptr());
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const all, std::ptr::null_mut());
        libc::dup2(process, 0);
        libc::close_range(1, u32::MAX, 0);
        // Not the end of a pipe: that is seen while the process is still dying, and its child is not told yet.
        let mut dead = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
        while libc::poll(&raw mut dead, 1, -1) < 0 && *libc::__errno_location() == libc::EINTR {}
        // A look at all processes may miss one that is made meanwhile: only the second that finds nothing counts.
        let mut empty = 0;
        for _ in 0..MOST_SWEEPS {
            empty = if sweep(mapping, variable) { 0 } else { empty + 1 };
            if empty == 2 {
                break;
            }
            let pause = libc::timespec { tv_sec: 0, tv_nsec: 2_000_000 };
            libc::nanosleep(&raw const pause, std::ptr::null_mut());
        }
        libc::_exit(0)
    }
}

/// Kills every process of the runs that a look at all processes finds; tells whether there was one.
fn sweep(mapping: &[u8], variable: &[u8]) -> bool {
    #[repr(align(8))]
    struct Entries([u8; 8192]);
    let mut entries = Entries([0; 8192]);
    let mut found = false;
    // SAFETY: system calls on a constant name, a new descriptor and a buffer of the size that is told; the kernel fills it with
    // entries, of which each begins with two numbers of eight bytes and its length, and ends with a C string.
    unsafe {
        let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
        let folder = libc::open(c"/proc".as_ptr(), flags);
        if folder < 0 {
            return false;
        }
        loop {
            let buffer = entries.0.as_mut_ptr();
            let filled = libc::syscall(libc::SYS_getdents64, folder, buffer, entries.0.len());
            let Ok(filled @ 1..) = usize::try_from(filled) else { break };
            let mut at = 0;
            while at + 19 < filled.min(entries.0.len()) {
                let length =
                    usize::from(u16::from_ne_bytes([entries.0[at + 16], entries.0[at + 17]]));
                let name = &entries.0[at + 19..filled];
                if let Some(pid) = number(name)
                    && (contains(pid, b"/maps", mapping) || contains(pid, b"/environ", variable))
                {
                    found = true;
                    libc::kill(pid, libc::SIGKILL);
                }
                if length == 0 {
                    break;
                }
                at += length;
            }
        }
        libc::close(folder);
    }
    found
}

/// The number of a process that a name is, up to its end.
fn number(name: &[u8]) -> Option<libc::pid_t> {
    let end = name.iter().position(|byte| *byte == 0)?;
    let digits = name.get(..end).filter(|digits| !digits.is_empty())?;
    digits.iter().try_fold(0_i32, |number, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(digit.into())
    })
}

/// Whether a file of the process, such as `/maps`, has these bytes in it.
fn contains(pid: libc::pid_t, file: &[u8], bytes: &[u8]) -> bool {
    const PIECE: usize = 4096;
    const LONGEST: usize = 256;
    let mut path = [0_u8; 64];
    write_path(&mut path, pid, file);
    let mut piece = [0_u8; LONGEST + PIECE];
    if bytes.is_empty() || bytes.len() > LONGEST {
        return false;
    }
    // SAFETY: the path ends with a zero; the buffer has room for what is read into it.
    unsafe {
        let opened = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        if opened < 0 {
            return false;
        }
        // What the piece before ended with stands in front of the next one.
        let (mut kept, mut found) = (0, false);
        while !found {
            let read = libc::read(opened, piece.as_mut_ptr().add(kept).cast(), PIECE);
            let Ok(read @ 1..) = usize::try_from(read) else { break };
            let there = kept + read;
            found = piece[..there].windows(bytes.len()).any(|part| part == bytes);
            kept = there.min(bytes.len() - 1);
            piece.copy_within(there - kept..there, 0);
        }
        libc::close(opened);
        found
    }
}

/// Writes `/proc/PID` and the name of a file in it.
fn write_path(path: &mut [u8; 64], pid: libc::pid_t, file: &[u8]) {
    let mut digits = [0_u8; 12];
    let (mut rest, mut count) = (pid.unsigned_abs(), 0);
    while count == 0 || rest > 0 {
        digits[count] = b'0' + (rest % 10) as u8;
        rest /= 10;
        count += 1;
    }
    let digits = digits[..count].iter().rev();
    let all = b"/proc/".iter().chain(digits).chain(file).take(63);
    path.iter_mut().zip(all).for_each(|(place, byte)| *place = *byte);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_processes_are_searched_without_memory() {
        let pid = std::process::id().cast_signed();
        let mut path = [0; 64];
        write_path(&mut path, pid, b"/maps");
        assert!(path.starts_with(format!("/proc/{pid}/maps\0").as_bytes()));
        assert!(contains(pid, b"/maps", b"[stack]"));
        assert!(!contains(pid, b"/maps", b"no such mapping"));
        // Wherever the pieces are cut.
        let cmdline = std::fs::read("/proc/self/maps").unwrap();
        for at in (0..cmdline.len().saturating_sub(20).min(9000)).step_by(301) {
            assert!(contains(pid, b"/maps", &cmdline[at..at + 7]), "at {at}");
        }
        assert_eq!((number(b"123\0x"), number(b"12a\0"), number(b"\0")), (Some(123), None, None));
    }
}
