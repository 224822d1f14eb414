//! Watching the log while the child runs.

use std::io;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Class, Limits, Log, Outcome, run_watched};

use crate::processes::{Left, left};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("watching::before_the_end", before_the_end),
        Trial::test("watching::a_killed_child", a_killed_child),
        Trial::test("watching::a_crash", a_crash),
        Trial::test("watching::a_flood", a_flood),
        Trial::test("watching::a_full_log", a_full_log),
        Trial::test("watching::an_error_ends_the_run", an_error_ends_the_run),
        Trial::test("watching::a_slow_onlooker_changes_nothing", a_slow_onlooker),
    ]
}

/// A run, and the pieces of its log that were seen.
fn watched(limits: &Limits, child: impl FnOnce(&Log)) -> io::Result<(Outcome, Vec<Vec<u8>>)> {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut onlook = |bytes: &[u8]| {
        pieces.push(bytes.to_vec());
        Ok(())
    };
    let outcome = run_watched(limits, child, &mut onlook)?;
    Ok((outcome, pieces))
}

/// Each byte once and in order, and only whole lines, since the children here log whole lines.
fn expect_whole(outcome: &Outcome, pieces: &[Vec<u8>]) -> Result<(), Failed> {
    if let Some(torn) = pieces.iter().find(|piece| !piece.ends_with(b"\n")) {
        return Err(format!("torn: {}", String::from_utf8_lossy(torn)).into());
    }
    if pieces.concat() != outcome.log {
        return Err("what was seen is not what was logged".into());
    }
    Ok(())
}

fn expect(class: &Class, expected: &Class) -> Result<(), Failed> {
    if class == expected { Ok(()) } else { Err(format!("{class:?}, not {expected:?}").into()) }
}

/// The child goes on only when its first entry was seen.
fn before_the_end() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let seen = folder.path().join("seen");
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut onlook = |bytes: &[u8]| {
        pieces.push(bytes.to_vec());
        std::fs::write(&seen, "")
    };
    let child = |log: &Log| {
        log.write(b"first\n");
        while !seen.exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        log.write(b"second\n");
    };
    let outcome = run_watched(&Limits::default(), child, &mut onlook)?;
    expect(&outcome.class, &Class::Completed)?;
    expect_whole(&outcome, &pieces)?;
    if pieces == [b"first\n".as_slice(), b"second\n"] {
        Ok(())
    } else {
        Err(format!("{pieces:?}").into())
    }
}

fn a_killed_child() -> Result<(), Failed> {
    let limits = Limits { wall: Duration::from_millis(300), ..Limits::default() };
    let (outcome, pieces) = watched(&limits, |log| {
        for number in 0.. {
            log.write(format!("{number}\n").as_bytes());
            std::thread::sleep(Duration::from_millis(1));
        }
    })?;
    expect(&outcome.class, &Class::Timeout)?;
    expect_whole(&outcome, &pieces)?;
    // At most every 20 ms, and more seldom on a busy machine.
    if (2..=17).contains(&pieces.len()) {
        Ok(())
    } else {
        Err(format!("{} pieces", pieces.len()).into())
    }
}

fn a_crash() -> Result<(), Failed> {
    let (outcome, pieces) = watched(&Limits::default(), |log| crate::faults::solve(log, "segv@5"))?;
    expect(&outcome.class, &Class::Crash { signal: libc::SIGSEGV })?;
    expect_whole(&outcome, &pieces)?;
    if outcome.log.ends_with(b"call 5\n") { Ok(()) } else { Err("the last call is lost".into()) }
}

/// As fast as it can, with entries of many lengths.
fn a_flood() -> Result<(), Failed> {
    let started = Instant::now();
    let (outcome, pieces) = watched(&Limits::default(), |log| {
        for number in 0..100_000_usize {
            log.write(format!("{number} {}\n", "x".repeat(number % 97)).as_bytes());
        }
    })?;
    println!("{} bytes in {} pieces, {:?}", outcome.log.len(), pieces.len(), started.elapsed());
    expect(&outcome.class, &Class::Completed)?;
    expect_whole(&outcome, &pieces)?;
    let lines = outcome.log.split(|byte| *byte == b'\n').count() - 1;
    if lines == 100_000 && !outcome.log_overflowed {
        Ok(())
    } else {
        Err(format!("{lines} lines").into())
    }
}

fn a_full_log() -> Result<(), Failed> {
    let wall = Duration::from_millis(200);
    let limits = Limits { wall, log: 100_000, ..Limits::default() };
    let (outcome, pieces) = watched(&limits, |log| {
        loop {
            log.write(b"seven.\n");
        }
    })?;
    expect(&outcome.class, &Class::Timeout)?;
    expect_whole(&outcome, &pieces)?;
    // Once it is full there is nothing to be seen.
    if outcome.log_overflowed && outcome.log.len() == 99_995 && pieces.len() <= 3 {
        Ok(())
    } else {
        Err(format!("{} bytes in {} pieces", outcome.log.len(), pieces.len()).into())
    }
}

fn an_error_ends_the_run() -> Result<(), Failed> {
    let started = Instant::now();
    let mut onlook = |_: &[u8]| Err(io::ErrorKind::BrokenPipe.into());
    let ended = run_watched(
        &Limits { wall: Duration::from_secs(60), ..Limits::default() },
        |log| {
            log.write(b"one\n");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", "setsid sleep 60 &"]).status().expect("a shell");
            std::thread::sleep(Duration::from_secs(60));
        },
        &mut onlook,
    );
    match ended {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => return Err(format!("{other:?}").into()),
    }
    if started.elapsed() > Duration::from_secs(10) || left() != Left::default() {
        return Err(format!("after {:?}, {:?}", started.elapsed(), left()).into());
    }
    Ok(())
}

/// It looks for longer than the run may take, while the child waits for its output to be read.
fn a_slow_onlooker() -> Result<(), Failed> {
    for (code, expected) in [(None, Class::Completed), (Some(7), Class::UnexpectedExit { code: 7 })]
    {
        let limits = Limits { wall: Duration::from_millis(400), ..Limits::default() };
        let mut onlook = |_: &[u8]| {
            std::thread::sleep(Duration::from_millis(600));
            Ok(())
        };
        let child = |log: &Log| {
            log.write(b"one\n");
            std::thread::sleep(Duration::from_millis(50));
            print!("{}", "x".repeat(500_000));
            if let Some(code) = code {
                std::process::exit(code);
            }
        };
        let outcome = run_watched(&limits, child, &mut onlook)?;
        expect(&outcome.class, &expected)?;
        if outcome.stdout.len() != 500_000 {
            return Err(format!("{} bytes of output", outcome.stdout.len()).into());
        }
    }
    Ok(())
}
