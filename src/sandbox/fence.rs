//! The child's own stack with a guard below it, and the jump onto it.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::io;

#[cfg(not(target_arch = "x86_64"))]
compile_error!("the sandbox enters its child through code for x86_64");

// Calls `rsi` with `rdi` on the stack whose top is `rdx`. It has no unwind information on purpose: the
// search for a handler of a C++ exception ends here, so `std::terminate` is called at the throw, with the
// message and the whole stack still there. Rust's frames further out would swallow both.
std::arch::global_asm!(
    ".pushsection .text.murxla_sandbox_fence,\"ax\",@progbits",
    ".globl murxla_sandbox_fence",
    ".hidden murxla_sandbox_fence",
    ".type murxla_sandbox_fence,@function",
    "murxla_sandbox_fence:",
    "push rbp",
    "mov rbp, rsp",
    "mov rsp, rdx",
    "call rsi",
    "mov rsp, rbp",
    "pop rbp",
    "ret",
    ".size murxla_sandbox_fence, . - murxla_sandbox_fence",
    ".popsection",
);

unsafe extern "C-unwind" {
    fn murxla_sandbox_fence(
        data: *mut c_void,
        enter: unsafe extern "C-unwind" fn(*mut c_void),
        stack_top: *mut c_void,
    );
}

/// Wider than any frame that a compiler lays out without touching each page of it.
const GUARD: usize = 1 << 20;
const PAGE: usize = super::system::PAGE as usize;

/// A stack with a guard below. It is never given back: the process ends first.
pub(super) struct Stack {
    /// The lowest address of the guard.
    pub(super) guard_low: usize,
    /// The lowest address of the stack.
    pub(super) low: usize,
    top: *mut c_void,
}

impl Stack {
    pub(super) fn new(size: u64) -> io::Result<Stack> {
        let size = usize::try_from(size).map_err(io::Error::other)?;
        let size = size.max(16 * PAGE).next_multiple_of(PAGE);
        let length = size.checked_add(GUARD).ok_or(io::ErrorKind::OutOfMemory)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: a new mapping wherever there is room.
        let guard =
            unsafe { libc::mmap(std::ptr::null_mut(), length, libc::PROT_NONE, flags, -1, 0) };
        if guard == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: both offsets are inside the mapping or at its end.
        let (low, top) = unsafe { (guard.byte_add(GUARD), guard.byte_add(length)) };
        // SAFETY: the range is ours, and nothing is in it yet.
        unsafe {
            super::system::checked(libc::mprotect(low, size, libc::PROT_READ | libc::PROT_WRITE))?;
            // A huge page would be cleared at the first touch, and the limit would be coarse.
            libc::madvise(low, size, libc::MADV_NOHUGEPAGE);
        }
        Ok(Stack { guard_low: guard.addr(), low: low.addr(), top })
    }

    /// Runs `closure` on this stack, behind the fence. No panic may leave it.
    pub(super) fn enter<F: FnOnce()>(&self, closure: F) {
        let mut closure = Some(closure);
        let data = (&raw mut closure).cast();
        // SAFETY: `call` gets the pointer to an `Option<F>` that it expects and that outlives the call; the
        // top is aligned to a page, and the stack is unused, since the process enters once.
        unsafe { murxla_sandbox_fence(data, call::<F>, self.top) }
    }
}

/// Not `extern "C"`: that would hold a handler for everything, in front of the fence.
///
/// # Safety
/// `data` must point to an `Option<F>`.
unsafe extern "C-unwind" fn call<F: FnOnce()>(data: *mut c_void) {
    // SAFETY: the caller promised it.
    let closure = unsafe { &mut *data.cast::<Option<F>>() };
    if let Some(closure) = closure.take() {
        closure();
    }
}
