//! The way back from a refusal. Boolector calls a callback with a message and goes on with what it found to be wrong if that
//! returns, so the callback leaves the call: it goes to where the call was made, with the registers of then. What lies between is
//! Boolector's own code in C, and a function of ours that owns nothing.

use std::arch::global_asm;
use std::cell::Cell;
use std::ffi::c_void;

thread_local! {
    /// The stack of the innermost call that can be left; 0: no call is made.
    static WAY_BACK: Cell<usize> = const { Cell::new(0) };
}

/// A call was left by [`leave`].
pub(crate) struct Left;

unsafe extern "C" {
    /// Calls `run` with `data`, with its own stack in `place` meanwhile; whether it was left by `murxla_boolector_leave`.
    fn murxla_boolector_fence(
        run: extern "C" fn(*mut c_void),
        data: *mut c_void,
        place: *mut usize,
    ) -> i32;

    /// Goes back to the fence with this stack.
    fn murxla_boolector_leave(stack: usize) -> !;
}

// All registers that a callee must keep are on the stack of the fence, from where both ways out take them.
global_asm!(
    ".pushsection .text.murxla_boolector_fence,\"ax\",@progbits",
    ".globl murxla_boolector_fence",
    ".type murxla_boolector_fence,@function",
    "murxla_boolector_fence:",
    ".cfi_startproc",
    "pushq %rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset %rbp, -16",
    "movq %rsp, %rbp",
    ".cfi_def_cfa_register %rbp",
    "pushq %rbx",
    "pushq %r12",
    "pushq %r13",
    "pushq %r14",
    "pushq %r15",
    // The stack of the fence around this one, and where it is kept.
    "pushq (%rdx)",
    "pushq %rdx",
    "subq $8, %rsp",
    "movq %rsp, (%rdx)",
    "movq %rdi, %rax",
    "movq %rsi, %rdi",
    "callq *%rax",
    "xorl %eax, %eax",
    "1:",
    "addq $8, %rsp",
    "popq %rdx",
    "popq (%rdx)",
    "popq %r15",
    "popq %r14",
    "popq %r13",
    "popq %r12",
    "popq %rbx",
    "popq %rbp",
    ".cfi_def_cfa %rsp, 8",
    "retq",
    ".cfi_endproc",
    ".size murxla_boolector_fence, .-murxla_boolector_fence",
    ".globl murxla_boolector_leave",
    ".type murxla_boolector_leave,@function",
    "murxla_boolector_leave:",
    "movq %rdi, %rsp",
    "movl $1, %eax",
    "cld",
    "jmp 1b",
    ".size murxla_boolector_leave, .-murxla_boolector_leave",
    ".popsection",
    options(att_syntax),
);

struct Job<F, T> {
    work: Option<F>,
    result: Option<T>,
}

extern "C" fn run<F: FnOnce() -> T, T>(data: *mut c_void) {
    // SAFETY: `fenced` gives a job of just this type, which outlives the call.
    let job = unsafe { &mut *data.cast::<Job<F, T>>() };
    if let Some(work) = job.work.take() {
        job.result = Some(work());
    }
}

/// What `work`, which owns nothing, gives, unless it is left.
pub(crate) fn fenced<F: FnOnce() -> T, T: Copy>(work: F) -> Result<T, Left> {
    let mut job = Job { work: Some(work), result: None };
    let data = (&raw mut job).cast::<c_void>();
    let place = WAY_BACK.with(Cell::as_ptr);
    // SAFETY: `run` is made for this job. If it is left, nothing is lost: there is nothing to be dropped in `run`, in what it
    // calls, and in Boolector, which is written in C.
    let left = unsafe { murxla_boolector_fence(run::<F, T>, data, place) };
    match job.result {
        Some(result) if left == 0 => Ok(result),
        _ => Err(Left),
    }
}

/// Leaves the innermost call, if one is made.
pub(crate) fn leave() {
    let stack = WAY_BACK.with(Cell::get);
    if stack != 0 {
        murxla_native::record::left();
        // SAFETY: the fence that left its stack there has not returned, since it would have taken it away.
        unsafe { murxla_boolector_leave(stack) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_left_from_any_depth() {
        fn deep(depth: u32) -> u32 {
            if depth == 0 {
                leave();
                return 0;
            }
            1 + deep(depth - 1)
        }
        assert!(fenced(|| deep(20)).is_err());
        assert!(matches!(fenced(|| 7), Ok(7)));
        let nested = fenced(|| {
            let inner = fenced(|| deep(3)).is_err();
            (inner, fenced(|| 5).is_ok())
        });
        assert!(matches!(nested, Ok((true, true))));
        assert_eq!(WAY_BACK.with(Cell::get), 0);
    }

    #[test]
    fn where_no_call_is_made_there_is_nothing_to_leave() {
        leave();
    }
}
