//! The signal handler of the child: it records where a crash happened, and lets it happen.
//!
//! It must not make things worse. Every signal has its default action again before anything is tried, so a
//! second fault ends the process at once; the signal is recorded first, so the first fault is the one told;
//! and the parent does not wait long for a handler that hangs.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::io;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::shared::{MAX_FRAMES, Record};
use super::system::checked;

/// The signals that are recorded.
pub(super) const SIGNALS: [c_int; 5] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT];

/// Enough for the walk over the stack, which reads unwind tables.
const ALTERNATE_STACK: usize = 128 << 10;

/// Where the handler writes; set before it is installed.
static RECORD: AtomicPtr<Record> = AtomicPtr::new(std::ptr::null_mut());

/// Makes glibc load what `backtrace` needs. To be called before the fork: the handler must not load a library.
pub(super) fn load_unwinder() {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        let mut address = std::ptr::null_mut();
        // SAFETY: there is room for the one address asked for.
        unsafe { libc::backtrace(&raw mut address, 1) };
    });
}

/// Installs the handler, on a stack of its own, so that it can run when the stack is used up.
///
/// # Safety
/// `record` must live until the process ends.
pub(super) unsafe fn install(record: &Record) -> io::Result<()> {
    RECORD.store(std::ptr::from_ref(record).cast_mut(), Ordering::Release);
    let alternate = libc::stack_t {
        ss_sp: Box::leak(vec![0_u8; ALTERNATE_STACK].into_boxed_slice()).as_mut_ptr().cast(),
        ss_flags: 0,
        ss_size: ALTERNATE_STACK,
    };
    // SAFETY: the memory was leaked, so it lives on. `sigaction` is plain data for which zero is valid.
    unsafe {
        checked(libc::sigaltstack(&raw const alternate, std::ptr::null_mut()))?;
        let mut action: libc::sigaction = std::mem::zeroed();
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_crash;
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        for signal in SIGNALS {
            checked(libc::sigaction(signal, &raw const action, std::ptr::null_mut()))?;
        }
    }
    Ok(())
}

extern "C" fn on_crash(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    for signal in SIGNALS {
        // SAFETY: a plain system call.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: set by `install`, whose caller promised that it lives.
    if let Some(record) = unsafe { RECORD.load(Ordering::Acquire).as_ref() } {
        // Of several threads that crash the first is told.
        let first = record.signal.compare_exchange(0, signal, Ordering::AcqRel, Ordering::Acquire);
        if first.is_ok() {
            // SAFETY: the kernel gave both pointers, for SA_SIGINFO.
            unsafe { fill(record, &*info, &*context.cast::<libc::ucontext_t>()) };
        }
    }
    // Returning would repeat a fault, but not a signal that somebody sent.
    // SAFETY: plain system calls.
    unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), libc::gettid(), signal) };
}

/// # Safety
/// To be called once.
unsafe fn fill(record: &Record, info: &libc::siginfo_t, context: &libc::ucontext_t) {
    let registers = &context.uc_mcontext.gregs;
    let register =
        |number: c_int| registers[number.unsigned_abs() as usize].cast_unsigned() as usize;
    let instruction = register(libc::REG_RIP);
    record.instruction.store(instruction, Ordering::Relaxed);
    record.stack_pointer.store(register(libc::REG_RSP), Ordering::Relaxed);
    // What was sent by a process has no address: the field holds the sender.
    if info.si_code > 0 {
        // SAFETY: the kernel sets the address for the faults that we handle.
        record.address.store(unsafe { info.si_addr() }.addr(), Ordering::Relaxed);
    }
    // SAFETY: this function runs once, so nobody else writes; the paths are C strings.
    unsafe {
        record.statm.fill(|buffer| read_file(c"/proc/self/statm", buffer));
        record.maps.fill(|buffer| read_file(c"/proc/self/maps", buffer));
    }
    let mut addresses = [std::ptr::null_mut(); MAX_FRAMES];
    // SAFETY: there is room for as many addresses as asked for.
    let found = unsafe { libc::backtrace(addresses.as_mut_ptr(), MAX_FRAMES as c_int) };
    for (slot, address) in record.frames.iter().zip(addresses) {
        slot.store(address.addr(), Ordering::Relaxed);
    }
    record.frame_count.store(usize::try_from(found).unwrap_or(0), Ordering::Release);
}

/// Reads as much of a file as fits. Async-signal-safe.
fn read_file(path: &std::ffi::CStr, buffer: &mut [u8]) -> usize {
    // SAFETY: the path is a C string.
    let file = unsafe { libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
    if file < 0 {
        return 0;
    }
    let mut filled = 0;
    while filled < buffer.len() {
        let rest = &mut buffer[filled..];
        // SAFETY: the rest of the buffer is valid for writes of its length.
        let read = unsafe { libc::read(file, rest.as_mut_ptr().cast(), rest.len()) };
        match usize::try_from(read) {
            Ok(read) if read > 0 => filled += read,
            _ => break,
        }
    }
    // SAFETY: the descriptor is ours.
    unsafe { libc::close(file) };
    filled
}
