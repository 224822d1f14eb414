//! Faults that end, or should end, the process: each is the real thing, not a signal sent to ourselves.

use std::ffi::{CString, c_int};
use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use murxla_api::SolverError;

use crate::fault::FaultKind;

/// How often [`FaultKind::Aged`] was due in this process.
static AGE: AtomicU32 = AtomicU32::new(0);

/// Commits a fault; returns if the process is meant to go on.
pub(crate) fn commit(kind: FaultKind) -> Result<(), SolverError> {
    match kind {
        FaultKind::Hang => loop {
            std::thread::park();
        },
        // SAFETY: it is not; nothing is mapped in the first page.
        FaultKind::Segv => unsafe { std::ptr::without_provenance_mut::<u32>(16).write_volatile(1) },
        // SAFETY: the trap is the purpose; the registers are named.
        FaultKind::Fpe => unsafe {
            std::arch::asm!("xor edx, edx", "div {zero:e}", zero = in(reg) 0_u32,
                inout("eax") 1 => _, out("edx") _);
        },
        // SAFETY: the trap is the purpose.
        FaultKind::Ill => unsafe { std::arch::asm!("ud2") },
        FaultKind::Abort => std::process::abort(),
        FaultKind::Assertion => {
            // As the C library says it.
            eprintln!("murxla: src/mock.c:7: enter: Assertion `calls < fault' failed.");
            std::process::abort();
        }
        FaultKind::Exception => return throw(),
        FaultKind::Loop => loop {
            std::hint::spin_loop();
        },
        FaultKind::Memory => loop {
            // Not zero: memory that is only asked for is not taken.
            std::mem::forget(black_box(vec![1_u8; 1 << 20]));
        },
        FaultKind::Stack => {
            black_box(recurse(1));
        }
        FaultKind::Exit => std::process::exit(0),
        // SAFETY: a plain system call.
        FaultKind::Exit3 => unsafe { libc::_exit(3) },
        FaultKind::Fickle => std::process::exit(1 + (std::process::id() % 200) as i32),
        FaultKind::FatalRefusal => {
            eprintln!("mock: error: this is not supported\n  (in this call)");
            std::process::exit(1);
        }
        FaultKind::Flood => flood(),
        // SAFETY: nobody in this process relies on a descriptor: that is what the fault is about.
        FaultKind::CloseFds => unsafe {
            libc::close_range(0, u32::MAX, 0);
        },
        FaultKind::BlockSignals => block_signals(),
        FaultKind::Grandchild => {
            leave_sleeper(false);
            leave_sleeper(true);
        }
        FaultKind::ForkingSegv => {
            leave_sleeper(false);
            leave_sleeper(true);
            return commit(FaultKind::Segv);
        }
        FaultKind::Aged => {
            if AGE.fetch_add(1, Ordering::Relaxed) >= 2 {
                return commit(FaultKind::Segv);
            }
        }
        FaultKind::Reject
        | FaultKind::Broken
        | FaultKind::WrongAnswer
        | FaultKind::ReleaseAnswer
        | FaultKind::Mismatch
        | FaultKind::WrongSort => {}
    }
    Ok(())
}

/// The mock does not link C++, so the exception comes from a library that a test compiles.
fn throw() -> Result<(), SolverError> {
    let missing = |what: &str| SolverError::Broken(format!("no exception to throw: {what}"));
    let path = std::env::var("MURXLA_TEST_THROWER")
        .map_err(|_| missing("MURXLA_TEST_THROWER is not set"))?;
    let path = CString::new(path).map_err(|_| missing("a strange path"))?;
    // SAFETY: both names are C strings; loading a library runs its constructors, of which a test's has none.
    let function = unsafe {
        let library = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        if library.is_null() {
            return Err(missing("the library cannot be loaded"));
        }
        libc::dlsym(library, c"murxla_throw".as_ptr())
    };
    if function.is_null() {
        return Err(missing("the library has no murxla_throw"));
    }
    // SAFETY: the library exports `void murxla_throw(void)`, which may throw.
    unsafe {
        let function: extern "C-unwind" fn() = std::mem::transmute(function);
        function();
    }
    Ok(())
}

#[allow(unconditional_recursion, reason = "that is the fault")]
fn recurse(depth: u64) -> u64 {
    let frame = black_box([depth; 32]);
    recurse(frame[1] + 1) + frame[2]
}

fn flood() {
    let line = [b'x'; 64 << 10];
    for _ in 0..(1 << 30) / line.len() {
        // SAFETY: the bytes are valid for reads. Errors do not matter.
        unsafe { libc::write(1, line.as_ptr().cast(), line.len()) };
    }
}

fn block_signals() {
    // SAFETY: the set is plain data, filled by `sigfillset`.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const all, std::ptr::null_mut());
    }
    loop {
        // SAFETY: a plain system call.
        unsafe { libc::pause() };
    }
}

fn leave_sleeper(own_session: bool) {
    const SECONDS: c_int = 600;
    // SAFETY: plain system calls; the new process makes nothing but these.
    unsafe {
        if libc::fork() == 0 {
            if own_session {
                libc::setsid();
            }
            libc::sleep(SECONDS.unsigned_abs());
            libc::_exit(0);
        }
    }
}
