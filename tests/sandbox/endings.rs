//! Messages on standard error before the end, and ends that come from elsewhere.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Class, Limits, run};

use crate::processes::{Left, left};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("endings::messages", messages),
        Trial::test("endings::an_exit_before_completion", an_exit_before_completion),
        Trial::test("endings::killed_by_another", killed_by_another),
        Trial::test("endings::much_talk_before_an_abort", much_talk_before_an_abort),
        Trial::test("endings::the_parent_dies", the_parent_dies),
    ]
}

/// What is too much to be kept does not hide how a run died.
fn much_talk_before_an_abort() -> Result<(), Failed> {
    let assertion = "solver: file.cpp:12: int f(): Assertion `x > 0' failed.";
    let outcome = run(&Limits::default(), |_| {
        for _ in 0..30_000 {
            eprintln!("{}", "talk ".repeat(20));
        }
        eprintln!("{assertion}");
        std::process::abort()
    })?;
    match &outcome.class {
        Class::Aborted { message } if message.contains(assertion) => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

/// Whoever kills a run that has memory left is not the kernel for want of it.
fn killed_by_another() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |_| {
        let _ = std::process::Command::new("kill")
            .args(["-KILL", &std::process::id().to_string()])
            .status();
    })?;
    if outcome.class == (Class::Crash { signal: libc::SIGKILL }) {
        return Ok(());
    }
    Err(format!("{:?}", outcome.class).into())
}

/// A text on stderr, and then an abort or an exit with code 1.
fn messages() -> Result<(), Failed> {
    let aborted = |message: &str| Class::Aborted { message: message.to_owned() };
    let assertion = "solver: file.cpp:12: int f(): Assertion `x > 0' failed.";
    let cvc5 = "Fatal failure within void f() at /x/y.cpp:7\nCheck failure\n\n n > 0\n";
    let bad_alloc = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc";
    let sanitizer = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1";
    let table = [
        (assertion, true, aborted(assertion)),
        (cvc5, true, aborted("Fatal failure within void f() at /x/y.cpp:7 Check failure n > 0")),
        ("free(): invalid pointer", true, aborted("free(): invalid pointer")),
        ("", true, Class::Crash { signal: libc::SIGABRT }),
        ("just talk", true, Class::Crash { signal: libc::SIGABRT }),
        (bad_alloc, true, Class::OutOfMemory),
        ("(error \"out of memory\")", false, Class::OutOfMemory),
        (sanitizer, false, aborted(sanitizer)),
        (assertion, false, Class::UnexpectedExit { code: 1 }),
    ];
    for (text, abort, expected) in table {
        let outcome = run(&Limits::default(), |_| {
            eprintln!("{text}");
            if abort { std::process::abort() } else { std::process::exit(1) }
        })?;
        if outcome.class != expected {
            return Err(format!("{text}: {:?}, not {expected:?}", outcome.class).into());
        }
    }
    Ok(())
}

/// The exit code of a program that the child became says nothing.
fn an_exit_before_completion() -> Result<(), Failed> {
    use std::os::unix::process::CommandExt;
    let outcome = run(&Limits::default(), |_| {
        let error = std::process::Command::new("true").exec();
        panic!("{error}");
    })?;
    match outcome.class {
        Class::UnexpectedExit { code: 0 } => Ok(()),
        class => Err(format!("{class:?}").into()),
    }
}

/// The parent of the inner run is killed: of the inner run, which is in another session, nothing is left.
fn the_parent_dies() -> Result<(), Failed> {
    let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
    let outcome = run(&limits, |log| {
        log.write(b"outer");
        let _ = run(&Limits::default(), |_| std::thread::sleep(Duration::from_secs(60)));
    })?;
    let found = left();
    if outcome.class == Class::Timeout && outcome.log == b"outer" && found == Left::default() {
        Ok(())
    } else {
        Err(format!("{outcome:?}, {found:?}").into())
    }
}
