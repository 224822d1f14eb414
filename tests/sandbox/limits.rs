//! Limits hold, with little overrun.

use std::io::Write;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Class, Limits, run};

const MIB: u64 = 1 << 20;

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("limits::wall", wall),
        Trial::test("limits::cpu", cpu),
        Trial::test("limits::memory", memory),
        Trial::test("limits::huge_allocation", huge_allocation),
        Trial::test("limits::unchecked_allocation", unchecked_allocation),
        Trial::test("limits::output", output),
        Trial::test("limits::files", files),
        Trial::test("limits::log", log),
    ]
}

fn expect(class: &Class, expected: &Class) -> Result<(), Failed> {
    if class == expected { Ok(()) } else { Err(format!("{class:?}, not {expected:?}").into()) }
}

fn overrun(what: &str, time: Duration, limit: Duration) -> Result<(), Failed> {
    let overrun = time.saturating_sub(limit);
    println!("{what} limit of {limit:?}: overrun by {overrun:?}");
    if time >= limit && overrun <= Duration::from_millis(100) {
        Ok(())
    } else {
        Err(format!("{time:?} of {limit:?}").into())
    }
}

fn wall() -> Result<(), Failed> {
    let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
    let outcome = run(&limits, |_| std::thread::sleep(Duration::from_secs(60)))?;
    expect(&outcome.class, &Class::Timeout)?;
    overrun("wall time", outcome.wall, limits.wall)
}

/// The child tells how much time it has used, as often as it can.
fn cpu() -> Result<(), Failed> {
    let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
    let outcome = run(&limits, |log| {
        loop {
            let busy = Instant::now();
            while busy.elapsed() < Duration::from_millis(1) {}
            let stat = std::fs::read_to_string("/proc/self/schedstat").expect("schedstat");
            let nanoseconds = stat.split(' ').next().expect("a field");
            log.write(format!("{nanoseconds}\n").as_bytes());
        }
    })?;
    expect(&outcome.class, &Class::Timeout)?;
    let used = String::from_utf8(outcome.log)?.lines().last().ok_or("no log")?.parse()?;
    // The last entry may be older than the end by the millisecond between entries and more.
    overrun("CPU time", Duration::from_nanos(used) + Duration::from_millis(10), limits.cpu)
}

/// The child logs what it has before it takes more; the kernel's own figure would include what is shared.
fn memory() -> Result<(), Failed> {
    let limits = Limits { memory: 512 * MIB, ..Limits::default() };
    let outcome = run(&limits, |log| {
        loop {
            std::mem::forget(std::hint::black_box(vec![1_u8; 1 << 20]));
            let statm = std::fs::read_to_string("/proc/self/statm").expect("statm");
            log.write(format!("{}\n", statm.split(' ').nth(1).expect("a field")).as_bytes());
        }
    })?;
    expect(&outcome.class, &Class::OutOfMemory)?;
    let pages: u64 = String::from_utf8(outcome.log)?.lines().last().ok_or("no log")?.parse()?;
    let used = pages * 4096 + MIB;
    let percent = (used as f64 / limits.memory as f64 - 1.0) * 100.0;
    println!("memory limit of 512 MiB: {} MiB used, overrun by {percent:.1} %", used / MIB);
    if (-5.0..=5.0).contains(&percent) { Ok(()) } else { Err(format!("{used} bytes").into()) }
}

/// Refused at once, and told as want of memory.
fn huge_allocation() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |_| {
        std::hint::black_box(vec![1_u8; 1 << 40]);
    })?;
    expect(&outcome.class, &Class::OutOfMemory)
}

/// A program that does not look at what `malloc` returns crashes; that is want of memory, too. The memory is
/// asked for but not touched, so that it is the kernel's limit that is met, not the parent's look.
fn unchecked_allocation() -> Result<(), Failed> {
    let outcome = run(&Limits { memory: 512 * MIB, ..Limits::default() }, |log| {
        let mut taken = Vec::with_capacity(1000);
        loop {
            let mut more = Vec::<u8>::new();
            if more.try_reserve_exact(1 << 20).is_err() {
                crate::faults::solve(log, "segv@1");
            }
            taken.push(more);
        }
    })?;
    expect(&outcome.class, &Class::OutOfMemory)
}

fn output() -> Result<(), Failed> {
    let limits = Limits { output: MIB, ..Limits::default() };
    let flood = |to_stderr: bool| {
        run(&limits, |_| {
            let block = [b'x'; 4096];
            loop {
                let _ = std::io::stdout().write_all(&block);
                if to_stderr {
                    let _ = std::io::stderr().write_all(&block);
                }
            }
        })
    };
    for to_stderr in [false, true] {
        let outcome = flood(to_stderr)?;
        expect(&outcome.class, &Class::OutputFlood)?;
        let kept = outcome.stdout.len() + outcome.stderr.len();
        println!("output limit of 1 MiB: {kept} bytes kept after {:?}", outcome.wall);
        if kept as u64 != limits.output {
            return Err(format!("{kept} bytes").into());
        }
    }
    Ok(())
}

/// A file cannot be filled either.
fn files() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("flood");
    let outcome = run(&Limits::default(), |_| {
        let mut file = std::fs::File::create(&path).expect("a file");
        while file.write_all(&[b'x'; 4096]).is_ok() {}
    })?;
    expect(&outcome.class, &Class::OutputFlood)?;
    let size = std::fs::metadata(&path)?.len();
    if size == MIB { Ok(()) } else { Err(format!("{size} bytes").into()) }
}

fn log() -> Result<(), Failed> {
    let limits = Limits { log: 10, ..Limits::default() };
    let outcome = run(&limits, |log| {
        for entry in ["1234", "5678", "too long", "x"] {
            log.write(entry.as_bytes());
        }
    })?;
    expect(&outcome.class, &Class::Completed)?;
    if outcome.log == b"12345678" && outcome.log_overflowed {
        Ok(())
    } else {
        Err(format!("{outcome:?}").into())
    }
}
