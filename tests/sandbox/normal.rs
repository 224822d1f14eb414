//! Runs without a fault, panics of our own, and the environment of a child.

use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{
    Class, Limits, contain, contain_without_landlock, forbid_writing, load_contained, run,
};

use crate::faults;
use crate::processes::{Left, cpu_seconds, left, resident};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("normal::log_and_output", log_and_output),
        Trial::test("normal::a_run_in_a_run", a_run_in_a_run),
        Trial::test("normal::a_panic_is_our_own_error", a_panic),
        Trial::test("normal::a_caught_panic_is_our_own_error", a_caught_panic),
        Trial::test("normal::surroundings", surroundings),
        Trial::test("normal::a_child_that_cannot_write", cannot_write),
        Trial::test("normal::a_child_without_a_place_to_write", no_place_to_write),
        Trial::test("normal::constructors_cannot_write", constructors_cannot_write),
        Trial::test("normal::other_children_live_on", other_children),
        Trial::test("normal::other_threads", other_threads),
        Trial::test("normal::throughput", throughput),
    ]
}

fn cannot_write() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    std::fs::write(&old, "old")?;
    let outcome = run(&Limits::default(), |log| {
        if !matches!(forbid_writing(), Ok(true)) {
            log.write(b"the kernel has no Landlock");
            return;
        }
        let refused = [
            std::fs::write(&old, "x").is_err(),
            std::fs::write(&new, "x").is_err(),
            std::fs::remove_file(&old).is_err(),
            std::fs::rename(&old, &new).is_err(),
            std::fs::create_dir(&new).is_err(),
            !std::process::Command::new("sh")
                .args(["-c", "echo x > \"$0\""])
                .arg(&new)
                .status()
                .is_ok_and(|status| status.success()),
        ];
        let works = std::fs::write("/dev/null", "x").is_ok() && std::fs::read(&old).is_ok();
        log.write(format!("{refused:?} {works}").as_bytes());
    })?;
    let log = String::from_utf8_lossy(&outcome.log).into_owned();
    if log != "the kernel has no Landlock" {
        assert_eq!(log, "[true, true, true, true, true, true] true");
        assert_eq!(std::fs::read_to_string(&old)?, "old");
        assert!(!new.exists());
    }
    Ok(())
}

/// Without Landlock nothing can be made where the child is, and no file gets contents.
fn no_place_to_write() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let new = folder.path().join("new");
    std::env::set_current_dir(folder.path())?;
    let outcome = run(&Limits::default(), |log| {
        contain_without_landlock().expect("it is contained");
        let shell = std::process::Command::new("sh").args(["-c", "echo x > here"]).status();
        let refused = [
            std::fs::write("here", "x").is_err(),
            std::fs::create_dir("here").is_err(),
            std::fs::write(&new, "x").is_err(),
            !shell.is_ok_and(|status| status.success()),
        ];
        log.write(format!("{refused:?}").as_bytes());
    })?;
    std::env::set_current_dir("/")?;
    assert_eq!(outcome.class, Class::Completed);
    assert_eq!(String::from_utf8_lossy(&outcome.log), "[true, true, true, true]");
    assert_eq!(std::fs::read_to_string(&new)?, "");
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 1);
    Ok(())
}

/// What a library does while it is loaded is part of what is contained: in a child, and in a process that goes on to write.
fn constructors_cannot_write() -> Result<(), Failed> {
    let library = std::path::PathBuf::from(std::env::var(crate::WRITER)?);
    for (loads_in_thread, without_landlock) in
        [(false, false), (false, true), (true, false), (true, true)]
    {
        let folder = tempfile::tempdir()?;
        let own = folder.path().join("own");
        let mut program = std::process::Command::new(std::env::current_exe()?);
        program
            .current_dir(folder.path())
            .args([crate::LOAD, if loads_in_thread { "thread" } else { "child" }]);
        program.arg(&library).env("MURXLA_TEST_WRITTEN", folder.path().join("written"));
        if without_landlock {
            program.env("MURXLA_TEST_NO_LANDLOCK", "1");
        }
        let status = program.status()?;
        assert!(status.success(), "{status}");
        // It was loaded, and the process itself can write.
        assert_eq!(std::fs::read_to_string(&own)?, "own");
        let mut names: Vec<_> = std::fs::read_dir(folder.path())?
            .map(|entry| entry.map(|entry| entry.file_name().into_string().unwrap_or_default()))
            .collect::<Result<_, _>>()?;
        names.sort();
        // Without Landlock a file whose path is known can be made, but gets no contents.
        let expected: &[&str] = if without_landlock { &["own", "written"] } else { &["own"] };
        assert_eq!(names, expected, "thread {loads_in_thread}, without {without_landlock}");
        assert_eq!(std::fs::read_to_string(folder.path().join("written")).unwrap_or_default(), "");
    }
    Ok(())
}

/// In a process of its own: loads a library contained, and writes a file itself.
pub fn load_and_write(how: &str, library: &std::path::Path) {
    match how {
        "thread" => load(library),
        _ => {
            let outcome = run(&Limits::default(), |_| {
                contain().expect("it is contained");
                load(library);
            });
            assert_eq!(outcome.expect("a run").class, Class::Completed);
        }
    }
    std::fs::write("own", "own").expect("a place for a file");
}

/// Loads it, and sees that it is there.
fn load(library: &std::path::Path) {
    load_contained(library);
    let maps = std::fs::read_to_string("/proc/self/maps").expect("what is mapped");
    assert!(maps.contains(library.to_str().expect("a name")), "it is loaded");
}

fn log_and_output() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |log| {
        log.write(b"one ");
        log.write(b"two");
        print!("no newline");
        eprintln!("talk");
    })?;
    let found = (&outcome.class, outcome.log.as_slice());
    if found != (&Class::Completed, b"one two")
        || outcome.stdout != b"no newline"
        || outcome.stderr != b"talk\n"
        || outcome.log_overflowed
        || !outcome.frames.is_empty()
    {
        return Err(format!("{outcome:?}").into());
    }
    Ok(())
}

fn a_run_in_a_run() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |log| {
        let inner = run(&Limits::default(), |log| {
            log.write(b"inner");
            std::process::exit(7);
        });
        let inner = inner.expect("an inner run");
        assert_eq!(inner.class, Class::UnexpectedExit { code: 7 });
        log.write(&inner.log);
    })?;
    if outcome.class == Class::Completed && outcome.log == b"inner" {
        Ok(())
    } else {
        Err(format!("{outcome:?}").into())
    }
}

fn a_panic() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |log| {
        log.write(b"before");
        panic!("a mistake of {}", "ours");
    })?;
    match &outcome.class {
        Class::OwnError { message }
            if message.contains("a mistake of ours") && message.contains("normal.rs") => {}
        _ => return Err(format!("{outcome:?}").into()),
    }
    if outcome.log == b"before" { Ok(()) } else { Err(format!("{outcome:?}").into()) }
}

fn a_caught_panic() -> Result<(), Failed> {
    let outcome = run(&Limits::default(), |_| {
        let _ = std::panic::catch_unwind(|| panic!("caught"));
    })?;
    match outcome.class {
        Class::OwnError { message } if message.contains("caught") => Ok(()),
        class => Err(format!("{class:?}").into()),
    }
}

/// The child is alone in its session, has no descriptor of ours, and reads nothing.
fn surroundings() -> Result<(), Failed> {
    let open = std::fs::File::open("/proc/self/status")?;
    let outcome = run(&Limits::default(), |_| {
        let mut line = String::new();
        assert_eq!(std::io::stdin().read_line(&mut line).expect("stdin"), 0);
        let mut descriptors: Vec<String> = std::fs::read_dir("/proc/self/fd")
            .expect("a list")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a number"))
            .collect();
        descriptors.sort();
        // The fourth is that of the list.
        assert_eq!(descriptors, ["0", "1", "2", "3"]);
        let stat = std::fs::read_to_string("/proc/self/stat").expect("stat");
        let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split(' ').collect();
        let pid = std::process::id().to_string();
        // After the name: state, parent, group, session.
        assert_eq!((fields[3], fields[4]), (pid.as_str(), pid.as_str()));
        let status = std::fs::read_to_string("/proc/self/status").expect("status");
        assert!(status.contains("NoNewPrivs:\t1"), "{status}");
        assert!(status.contains("SigBlk:\t0000000000000000"), "{status}");
        std::process::Command::new("true").status().expect("a command");
    })?;
    drop(open);
    if outcome.class == Class::Completed { Ok(()) } else { Err(format!("{outcome:?}").into()) }
}

/// A process that was started by us is not taken for one that a run left behind; one that was is.
fn other_children() -> Result<(), Failed> {
    let mut other = std::process::Command::new("sleep").arg("60").spawn()?;
    let outcome = run(&Limits::default(), |_| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "setsid sleep 60 &"]).status().expect("a shell");
        // Until it has left the group.
        std::thread::sleep(Duration::from_millis(50));
    })?;
    let lives = other.try_wait()?.is_none();
    let found = left();
    other.kill()?;
    other.wait()?;
    if outcome.class != Class::Completed || !lives || found != (Left { zombies: 0, orphans: 1 }) {
        return Err(format!("{outcome:?}, lives: {lives}, {found:?}").into());
    }
    Ok(())
}

/// Runs in several threads at once, each leaving processes behind, next to processes that are none of theirs.
fn other_threads() -> Result<(), Failed> {
    std::thread::scope(|scope| {
        for number in 0..4_u8 {
            scope.spawn(move || {
                for _ in 0..10 {
                    let outcome = run(&Limits::default(), |log| {
                        log.write(&[number]);
                        faults::solve(log, "grandchild@5");
                    });
                    let outcome = outcome.expect("a run");
                    assert_eq!((outcome.class, outcome.log[0]), (Class::Completed, number));
                    let status = std::process::Command::new("true").status();
                    assert!(status.expect("a command").success());
                }
            });
        }
    });
    let found = left();
    if found == Left::default() { Ok(()) } else { Err(format!("{found:?}").into()) }
}

/// Empty runs per second, on the clock and on processors: a busy machine shows in the first only.
pub fn empty_runs_per_second() -> (f64, f64) {
    const RUNS: u32 = 1000;
    let (started, used) = (Instant::now(), cpu_seconds());
    for _ in 0..RUNS {
        let outcome = run(&Limits::default(), |_| ()).expect("a run");
        assert_eq!(outcome.class, Class::Completed);
    }
    let runs = f64::from(RUNS);
    (runs / started.elapsed().as_secs_f64(), runs / (cpu_seconds() - used))
}

fn throughput() -> Result<(), Failed> {
    let _ = run(&Limits::default(), |_| ())?;
    let before = resident();
    let (wall, cpu) = empty_runs_per_second();
    println!("{wall:.0} empty runs per second, {cpu:.0} per second of processor time");
    let grown = resident().saturating_sub(before);
    if grown > 1 << 20 { Err(format!("the parent grew by {grown} bytes").into()) } else { Ok(()) }
}
