//! Classifies how a child ended, from its exit status, log and output.

use std::sync::atomic::Ordering;

use super::crash;
use super::messages::{abort_message, tells_of_memory};
use super::outcome::Class;
use super::reap::{End, Status};
use super::shared::{Record, Shared};
use super::supervise::Stop;
use super::system::{PAGE, STATM_DATA, statm_pages};

/// What is known of a run.
pub(super) struct Known<'a> {
    /// Why the parent ended it, if it did.
    pub(super) stop: Option<Stop>,
    /// What the kernel tells.
    pub(super) end: End,
    /// What the child recorded.
    pub(super) shared: &'a Shared,
    /// What it said.
    pub(super) stderr: &'a [u8],
    /// The limit of memory.
    pub(super) memory: u64,
}

/// What the child recorded comes before what we see from outside: a run that completed while its time ran
/// out has completed, and a crash whose handler hung is a crash.
pub(super) fn classify(known: &Known<'_>) -> Class {
    let record = known.shared.record();
    let panic = record.panic.to_vec();
    if !panic.is_empty() {
        return Class::OwnError { message: String::from_utf8_lossy(&panic).into_owned() };
    }
    if known.stop == Some(Stop::DamagedNotes) {
        return Class::OwnError { message: "the notes of the batch were overwritten".to_owned() };
    }
    if known.stop == Some(Stop::Flood) {
        return Class::OutputFlood;
    }
    if known.shared.is_completed() {
        return Class::Completed;
    }
    let recorded = record.signal.load(Ordering::Acquire);
    if crash::SIGNALS.contains(&recorded) {
        return crashed(known, recorded);
    }
    match (known.stop, known.end.status) {
        (Some(Stop::Time), _) => Class::Timeout,
        (Some(Stop::Memory), _) => Class::OutOfMemory,
        (_, Status::Signaled(libc::SIGXCPU)) => Class::Timeout,
        (_, Status::Signaled(libc::SIGXFSZ)) => Class::OutputFlood,
        (_, Status::Signaled(signal)) => crashed(known, signal),
        (_, Status::Exited(code)) => exited(known, code),
    }
}

fn crashed(known: &Known<'_>, signal: i32) -> Class {
    let record = known.shared.record();
    let text = String::from_utf8_lossy(known.stderr);
    if signal == libc::SIGSEGV && is_stack_overflow(record) {
        Class::StackOverflow
    } else if memory_was_short(known) || signal == libc::SIGABRT && tells_of_memory(&text) {
        Class::OutOfMemory
    } else if signal == libc::SIGABRT
        && let Some(message) = abort_message(&text)
    {
        Class::Aborted { message }
    } else {
        Class::Crash { signal }
    }
}

fn exited(known: &Known<'_>, code: i32) -> Class {
    let text = String::from_utf8_lossy(known.stderr);
    if code != 0 && (memory_was_short(known) || tells_of_memory(&text)) {
        return Class::OutOfMemory;
    }
    // Sanitizers tell of an error and exit.
    match abort_message(&text) {
        Some(message) if code != 0 && message.contains("Sanitizer") => Class::Aborted { message },
        _ => Class::UnexpectedExit { code },
    }
}

/// The access, or the stack pointer itself, was in the guard below the stack; or, on the stack of a thread,
/// the access was so near to the stack pointer that it must have been one to the stack.
fn is_stack_overflow(record: &Record) -> bool {
    const NEAR: usize = 64 << 10;
    let (low, high) = (&record.guard_low, &record.stack_low);
    let guard = low.load(Ordering::Relaxed)..high.load(Ordering::Relaxed);
    let address = record.address.load(Ordering::Relaxed);
    let stack_pointer = record.stack_pointer.load(Ordering::Relaxed);
    guard.contains(&address)
        || guard.contains(&stack_pointer)
        || address != 0 && address.abs_diff(stack_pointer) <= NEAR
}

/// Whether an allocation may have failed: few programs check each.
fn memory_was_short(known: &Known<'_>) -> bool {
    let near = |used: u64, limit: u64| limit > 0 && used >= limit - limit / 20;
    let record = known.shared.record();
    let data = statm_pages(&record.statm.to_vec(), STATM_DATA).unwrap_or(0) * PAGE;
    near(known.end.peak, known.memory) || near(data, record.data_limit.load(Ordering::Relaxed))
}
