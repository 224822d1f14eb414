//! Installations that are killed in the middle.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use murxla::supply::{Silent, SolverSpec, StoreDir, Tools, find, install_all};

use crate::fake::entries;

const SOLVERS: [&str; 2] = ["bitwuzla", "yices"];
const KILLS: u32 = 20;

/// Tells the child where to install. Since all its descendants inherit it, they are found by it too.
const STORE_VARIABLE: &str = "MURXLA_TEST_STORE_TO_KILL";

#[test]
#[ignore = "helper: the process that killed_installs kills"]
fn installing_child() {
    let Some(root) = env::var_os(STORE_VARIABLE) else { return };
    let specs = SOLVERS.map(|name| SolverSpec::parse(name).unwrap());
    for result in install_all(&StoreDir::new(root), &Tools::from_env(), &specs, false, &Silent) {
        result.unwrap();
    }
}

#[test]
#[ignore = "long: installs two solvers more than twenty times"]
fn killed_installs() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path());
    let started = Instant::now();
    assert!(child(&store).status().unwrap().success());
    let duration = started.elapsed();
    let complete = SOLVERS.map(|name| contents(&store, name).unwrap());
    println!("an installation that is not killed takes {:.1} s", duration.as_secs_f64());

    let (mut found, mut half_made, mut left_behind) = (0, 0, 0);
    for round in 0..KILLS {
        remove_installed(&store);
        let mut child = child(&store).spawn().unwrap();
        thread::sleep(duration.mul_f64((f64::from(round) + fraction()) / f64::from(KILLS)));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_no_orphans(store.root());
        for (name, complete) in SOLVERS.iter().zip(&complete) {
            match contents(&store, name) {
                Some(contents) if contents == *complete => found += 1,
                Some(_) => half_made += 1,
                None => {}
            }
        }
        left_behind += usize::from(entries(&store).iter().any(|name| name.starts_with(".tmp-")));
    }
    println!("{found} of {} were complete when killed", KILLS * 2);
    println!("{left_behind} kills left a work folder behind for the next run");

    remove_installed(&store);
    assert!(child(&store).status().unwrap().success());
    for (name, complete) in SOLVERS.iter().zip(&complete) {
        assert_eq!(contents(&store, name).as_ref(), Some(complete));
    }
    assert!(entries(&store).iter().all(|name| !name.starts_with('.')), "{:?}", entries(&store));
    assert_eq!(half_made, 0);
    assert!(left_behind > 0, "the kills came too late or too early");
    println!("{KILLS} kills, {half_made} half-made installs");
}

/// This test program as a process that installs.
fn child(store: &StoreDir) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "kills::installing_child", "--ignored"])
        .env(STORE_VARIABLE, store.root())
        .stdout(Stdio::null());
    command
}

/// A random number from 0 to 1.
fn fraction() -> f64 {
    f64::from(RandomState::new().hash_one(()) as u32) / f64::from(u32::MAX)
}

/// The files of an installed solver with their sizes.
fn contents(store: &StoreDir, name: &str) -> Option<BTreeMap<PathBuf, u64>> {
    fn walk(folder: &Path, files: &mut BTreeMap<PathBuf, u64>, root: &Path) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let data = entry.metadata().unwrap();
            if data.is_dir() {
                walk(&entry.path(), files, root);
            } else {
                files.insert(entry.path().strip_prefix(root).unwrap().to_owned(), data.len());
            }
        }
    }
    let installed = find(store, name, None)?;
    let mut files = BTreeMap::new();
    walk(&installed.directory, &mut files, &installed.directory);
    Some(files)
}

/// Removes the solvers but not what killed installations left behind.
fn remove_installed(store: &StoreDir) {
    for name in SOLVERS {
        if let Some(installed) = find(store, name, None) {
            fs::remove_dir_all(installed.directory).unwrap();
        }
    }
}

/// Waits for a second at most until no process of the killed installation runs any more.
fn assert_no_orphans(root: &Path) {
    let started = Instant::now();
    loop {
        let orphans = processes_with(root);
        if orphans.is_empty() {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(1), "still running: {orphans:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The processes that were told to install into this store; a dead one has no environment any more.
fn processes_with(root: &Path) -> Vec<String> {
    let setting = format!("{STORE_VARIABLE}={}", root.display());
    let has =
        |environment: Vec<u8>| environment.split(|b| *b == 0).any(|v| v == setting.as_bytes());
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes
        .filter(|process| fs::read(process.join("environ")).is_ok_and(has))
        .map(|process| fs::read_to_string(process.join("cmdline")).unwrap_or_default())
        .collect()
}
