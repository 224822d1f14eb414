//! Many runs in one child.

use std::io;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Batch, BatchOutcome, Class, LONGEST_NOTE, Limits, run_batch};

use crate::processes::{Left, left};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("batches::all_notes_in_order", all_notes_in_order),
        Trial::test("batches::huge_notes", huge_notes),
        Trial::test("batches::a_slow_reader", a_slow_reader),
        Trial::test("batches::a_crash", a_crash),
        Trial::test("batches::a_panic", a_panic),
        Trial::test("batches::a_busy_hang", || a_hang(true)),
        Trial::test("batches::an_idle_hang", || a_hang(false)),
        Trial::test("batches::a_memory_hog", a_memory_hog),
        Trial::test("batches::an_exit", an_exit),
        Trial::test("batches::killed_from_outside", killed_from_outside),
        Trial::test("batches::killed_between_runs", killed_between_runs),
        Trial::test("batches::output_of_one_run", output_of_one_run),
        Trial::test("batches::an_error_ends_the_batch", an_error_ends_the_batch),
        Trial::test("batches::a_note_that_is_too_long", a_note_that_is_too_long),
        Trial::test("batches::more_time_than_a_run_has", more_time_than_a_run_has),
    ]
}

/// Runs with their notes, in the order in which they came.
type Noted = Vec<(u64, Vec<u8>)>;

/// A batch, and the notes that came.
fn batch(limits: &Limits, child: impl FnOnce(&Batch<'_>)) -> io::Result<(BatchOutcome, Noted)> {
    let mut notes = Vec::new();
    let mut on_note = |run: u64, note: &[u8]| {
        notes.push((run, note.to_vec()));
        Ok(())
    };
    let outcome = run_batch(limits, child, &mut on_note)?;
    Ok((outcome, notes))
}

/// The class, the run under way, and that the runs `0..finished` are noted, by their number.
fn expect(
    (batch, notes): &(BatchOutcome, Noted),
    class: &Class,
    under_way: Option<u64>,
    finished: u64,
) -> Result<(), Failed> {
    let expected = (0..finished).map(|run| (run, note_of(run)));
    let as_expected = batch.outcome.class == *class
        && batch.under_way == under_way
        && batch.finished == finished
        && notes.iter().cloned().eq(expected);
    match as_expected && left() == Left::default() {
        true => Ok(()),
        false => Err(format!("{batch:?}, {} notes, {:?}", notes.len(), left()).into()),
    }
}

fn note_of(run: u64) -> Vec<u8> {
    format!("note {run} {}", "x".repeat((run % 97) as usize)).into_bytes()
}

/// Runs that each log their number.
fn healthy(batch: &Batch<'_>, runs: std::ops::Range<u64>) {
    for run in runs {
        batch.begin(run);
        batch.log().write(format!("run {run}\n").as_bytes());
        batch.finish(&note_of(run));
    }
}

fn expect_log(batch: &BatchOutcome, log: &str) -> Result<(), Failed> {
    let found = String::from_utf8_lossy(&batch.outcome.log);
    if found == log { Ok(()) } else { Err(format!("the log is {found:?}").into()) }
}

fn all_notes_in_order() -> Result<(), Failed> {
    const RUNS: u64 = 200_000;
    let started = Instant::now();
    let ended = batch(&Limits::default(), |batch| healthy(batch, 0..RUNS))?;
    println!("{RUNS} runs in {:?}", started.elapsed());
    expect(&ended, &Class::Completed, None, RUNS)?;
    expect_log(&ended.0, &format!("run {}\n", RUNS - 1))
}

fn huge_notes() -> Result<(), Failed> {
    const RUNS: u64 = 300;
    let note = |run: u64| vec![run as u8; LONGEST_NOTE - (run as usize % 5)];
    let (ended, notes) = batch(&Limits::default(), |batch| {
        for run in 0..RUNS {
            batch.begin(run);
            batch.finish(&note(run));
        }
    })?;
    let expected = (0..RUNS).map(|run| (run, note(run)));
    if ended.finished != RUNS || !notes.into_iter().eq(expected) {
        return Err(format!("{ended:?}").into());
    }
    Ok(())
}

/// The child waits for the reader, whose time is not that of the run.
fn a_slow_reader() -> Result<(), Failed> {
    let limits = Limits { wall: Duration::from_millis(300), ..Limits::default() };
    let mut count = 0;
    let mut on_note = |_: u64, _: &[u8]| {
        count += 1;
        if count % 10 == 1 {
            std::thread::sleep(Duration::from_millis(500));
        }
        Ok(())
    };
    let child = |batch: &Batch<'_>| {
        for run in 0..40 {
            batch.begin(run);
            batch.finish(&vec![0; LONGEST_NOTE]);
        }
    };
    let ended = run_batch(&limits, child, &mut on_note)?;
    if ended.outcome.class == Class::Completed && ended.finished == 40 && count == 40 {
        Ok(())
    } else {
        Err(format!("{ended:?}, {count} notes").into())
    }
}

fn a_crash() -> Result<(), Failed> {
    for run in [0, 1, 500] {
        let ended = batch(&Limits::default(), |batch| {
            healthy(batch, 0..run);
            batch.begin(run);
            crate::faults::solve(batch.log(), "segv@2");
        })?;
        expect(&ended, &Class::Crash { signal: libc::SIGSEGV }, Some(run), run)?;
        expect_log(&ended.0, "call 1\ncall 2\n")?;
        if ended.0.outcome.frames.is_empty() {
            return Err("no frames".into());
        }
    }
    Ok(())
}

fn a_panic() -> Result<(), Failed> {
    let (ended, notes) = batch(&Limits::default(), |batch| {
        healthy(batch, 0..3);
        batch.begin(3);
        panic!("on purpose");
    })?;
    let own = matches!(&ended.outcome.class, Class::OwnError { message } if message.contains("on purpose"));
    if own && ended.under_way == Some(3) && notes.len() == 3 {
        Ok(())
    } else {
        Err(format!("{ended:?}").into())
    }
}

/// The runs before took longer than the limit, in sum.
fn a_hang(busy: bool) -> Result<(), Failed> {
    let limit = Duration::from_millis(400);
    let limits = match busy {
        true => Limits { cpu: limit, ..Limits::default() },
        false => Limits { wall: limit, ..Limits::default() },
    };
    let work = move |time: Duration| {
        let started = Instant::now();
        while started.elapsed() < time {
            if !busy {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    };
    let ended = batch(&limits, |batch| {
        for run in 0..8 {
            batch.begin(run);
            work(Duration::from_millis(120));
            batch.finish(&note_of(run));
        }
        batch.begin(8);
        let started = Instant::now();
        loop {
            work(Duration::from_millis(1));
            let stat = std::fs::read_to_string("/proc/self/schedstat").expect("schedstat");
            let cpu = stat.split(' ').next().expect("a field");
            batch.log().write(format!("{} {cpu}\n", started.elapsed().as_nanos()).as_bytes());
        }
    })?;
    expect(&ended, &Class::Timeout, Some(8), 8)?;
    let log = String::from_utf8(ended.0.outcome.log)?;
    let figures = |line: &str| -> Result<[u64; 2], Failed> {
        let (wall, cpu) = line.split_once(' ').ok_or("half a line")?;
        Ok([wall.parse()?, cpu.parse()?])
    };
    let first = figures(log.lines().next().ok_or("no log")?)?;
    let last = figures(log.lines().last().ok_or("no log")?)?;
    let used = Duration::from_nanos(if busy { last[1] - first[1] } else { last[0] });
    println!("limit of {limit:?}: killed after {used:?}");
    // The last entry may be older than the end, and the first one younger than the begin, by the time between
    // entries and more.
    let time = used + Duration::from_millis(15);
    match time >= limit && time <= limit + Duration::from_millis(115) {
        true => Ok(()),
        false => Err(format!("killed after {used:?}").into()),
    }
}

fn a_memory_hog() -> Result<(), Failed> {
    let limits = Limits { memory: 300 << 20, ..Limits::default() };
    let ended = batch(&limits, |batch| {
        healthy(batch, 0..10);
        batch.begin(10);
        loop {
            std::mem::forget(std::hint::black_box(vec![1_u8; 1 << 20]));
        }
    })?;
    expect(&ended, &Class::OutOfMemory, Some(10), 10)
}

fn an_exit() -> Result<(), Failed> {
    for code in [0, 3] {
        let ended = batch(&Limits::default(), |batch| {
            healthy(batch, 0..20);
            batch.begin(20);
            batch.log().write(b"exit\n");
            std::process::exit(code);
        })?;
        expect(&ended, &Class::UnexpectedExit { code }, Some(20), 20)?;
        expect_log(&ended.0, "exit\n")?;
    }
    Ok(())
}

fn kill_this_process() {
    let pid = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-KILL", &pid]).status();
    std::thread::sleep(Duration::from_secs(60));
}

fn killed_from_outside() -> Result<(), Failed> {
    let ended = batch(&Limits::default(), |batch| {
        healthy(batch, 0..20);
        batch.begin(20);
        kill_this_process();
    })?;
    expect(&ended, &Class::Crash { signal: libc::SIGKILL }, Some(20), 20)
}

fn killed_between_runs() -> Result<(), Failed> {
    let ended = batch(&Limits::default(), |batch| {
        healthy(batch, 0..20);
        kill_this_process();
    })?;
    expect(&ended, &Class::Crash { signal: libc::SIGKILL }, None, 20)
}

/// Each run prints less than the limit, all together more; of a run that fails, what it printed is there, and not
/// what was printed long before.
fn output_of_one_run() -> Result<(), Failed> {
    let limits = Limits { output: 100_000, ..Limits::default() };
    let ended = batch(&limits, |batch| {
        for run in 0..50 {
            batch.begin(run);
            print!("{}", "x".repeat(20_000));
            batch.finish(&note_of(run));
        }
        batch.begin(50);
        std::thread::sleep(Duration::from_millis(100));
        print!("the last");
        batch.finish(&note_of(50));
    })?;
    expect(&ended, &Class::Completed, None, 51)?;
    let stdout = String::from_utf8_lossy(&ended.0.outcome.stdout).into_owned();
    if !stdout.ends_with("the last") || stdout.len() > 200_000 {
        return Err(format!("{} bytes of output", stdout.len()).into());
    }
    let ended = batch(&limits, |batch| {
        healthy(batch, 0..5);
        batch.begin(5);
        loop {
            print!("{}", "x".repeat(20_000));
        }
    })?;
    expect(&ended, &Class::OutputFlood, Some(5), 5)
}

fn an_error_ends_the_batch() -> Result<(), Failed> {
    let started = Instant::now();
    let mut on_note = |_: u64, _: &[u8]| Err(io::ErrorKind::BrokenPipe.into());
    let child = |batch: &Batch<'_>| {
        healthy(batch, 0..1);
        std::thread::sleep(Duration::from_secs(60));
    };
    match run_batch(&Limits::default(), child, &mut on_note) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => return Err(format!("{other:?}").into()),
    }
    if started.elapsed() > Duration::from_secs(5) || left() != Left::default() {
        return Err(format!("after {:?}, {:?}", started.elapsed(), left()).into());
    }
    Ok(())
}

fn a_note_that_is_too_long() -> Result<(), Failed> {
    let (ended, _) = batch(&Limits::default(), |batch| {
        healthy(batch, 0..1);
        batch.begin(1);
        batch.finish(&vec![0; LONGEST_NOTE + 1]);
    })?;
    let own = matches!(ended.outcome.class, Class::OwnError { .. });
    if own && ended.under_way == Some(1) { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// `RLIMIT_CPU` would kill after the limit and two seconds.
fn more_time_than_a_run_has() -> Result<(), Failed> {
    let limits = Limits { cpu: Duration::from_millis(900), ..Limits::default() };
    let ended = batch(&limits, |batch| {
        for run in 0..45 {
            batch.begin(run);
            let started = Instant::now();
            while started.elapsed() < Duration::from_millis(100) {}
            batch.finish(&note_of(run));
        }
    })?;
    expect(&ended, &Class::Completed, None, 45)
}
