//! The way of a call that is recorded: through here, with the registers in memory before and after.

use std::arch::global_asm;

/// The registers of a call, as the code below lays them out.
#[repr(C)]
pub(super) struct Registers {
    /// The address of the slot through which the call goes.
    pub(super) slot: usize,
    /// Those that carry integers and pointers, in the order of arguments.
    pub(super) integers: [u64; 6],
    /// How many vector registers carry arguments, for functions with variable arguments.
    vectors: u64,
    /// Those that carry floating-point numbers.
    pub(super) floats: [u64; 8],
    /// Further arguments.
    pub(super) stack: *const u64,
    /// What the call gave.
    pub(super) result: u64,
    second_result: u64,
    pub(super) float_result: u64,
}

// The stub of a function (see `functions!`) puts the address of its slot into r11 and jumps here; the second word of a slot
// is the address of the library's function. Arguments on the stack are copied: no function has more than 24.
global_asm!(
    ".pushsection .text.murxla_recorded_call,\"ax\",@progbits",
    ".globl murxla_recorded_call",
    ".type murxla_recorded_call,@function",
    "murxla_recorded_call:",
    ".cfi_startproc",
    "pushq %rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset %rbp, -16",
    "movq %rsp, %rbp",
    ".cfi_def_cfa_register %rbp",
    "subq $160, %rsp",
    "movq %r11, -160(%rbp)",
    "movq %rdi, -152(%rbp)",
    "movq %rsi, -144(%rbp)",
    "movq %rdx, -136(%rbp)",
    "movq %rcx, -128(%rbp)",
    "movq %r8, -120(%rbp)",
    "movq %r9, -112(%rbp)",
    "movq %rax, -104(%rbp)",
    "movsd %xmm0, -96(%rbp)",
    "movsd %xmm1, -88(%rbp)",
    "movsd %xmm2, -80(%rbp)",
    "movsd %xmm3, -72(%rbp)",
    "movsd %xmm4, -64(%rbp)",
    "movsd %xmm5, -56(%rbp)",
    "movsd %xmm6, -48(%rbp)",
    "movsd %xmm7, -40(%rbp)",
    "leaq 16(%rbp), %rax",
    "movq %rax, -32(%rbp)",
    "leaq -160(%rbp), %rdi",
    "callq {before}",
    "subq $192, %rsp",
    "leaq 16(%rbp), %rsi",
    "movq %rsp, %rdi",
    "movl $24, %ecx",
    "cld",
    "rep movsq",
    "movq -152(%rbp), %rdi",
    "movq -144(%rbp), %rsi",
    "movq -136(%rbp), %rdx",
    "movq -128(%rbp), %rcx",
    "movq -120(%rbp), %r8",
    "movq -112(%rbp), %r9",
    "movq -104(%rbp), %rax",
    "movsd -96(%rbp), %xmm0",
    "movsd -88(%rbp), %xmm1",
    "movsd -80(%rbp), %xmm2",
    "movsd -72(%rbp), %xmm3",
    "movsd -64(%rbp), %xmm4",
    "movsd -56(%rbp), %xmm5",
    "movsd -48(%rbp), %xmm6",
    "movsd -40(%rbp), %xmm7",
    "movq -160(%rbp), %r11",
    "callq *8(%r11)",
    "movq %rax, -24(%rbp)",
    "movq %rdx, -16(%rbp)",
    "movsd %xmm0, -8(%rbp)",
    "leaq -160(%rbp), %rdi",
    "callq {after}",
    "movq -24(%rbp), %rax",
    "movq -16(%rbp), %rdx",
    "movsd -8(%rbp), %xmm0",
    "leave",
    ".cfi_def_cfa %rsp, 8",
    "retq",
    ".cfi_endproc",
    ".size murxla_recorded_call, .-murxla_recorded_call",
    ".popsection",
    before = sym super::recorder::before,
    after = sym super::recorder::after,
    options(att_syntax),
);

const _: () = assert!(size_of::<Registers>() == 160);
