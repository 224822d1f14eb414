//! The contents of the store after an installation.

use std::fs;
use std::thread;

use murxla::supply::{SolverSpec, StoreDir, Tool, find, install, install_all, list};

use crate::fake::{Machine, Recorder, WHEEL};

const FILES: [(&str, &str); 4] = [
    ("z3/lib/libz3.so", "library"),
    ("z3/include/z3.h", "header"),
    ("z3_solver-0.0.1.0.data/data/bin/z3", "#!/bin/sh\necho solver\n"),
    ("z3/z3.py", "not needed"),
];

#[test]
fn an_unpinned_version_is_installed_and_its_checksum_recorded() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let installed = machine.install("z3@0.0.1").unwrap();
    assert!(installed.fresh);
    assert_eq!((installed.name.as_str(), installed.version.as_str()), ("z3", "0.0.1"));
    assert_eq!(fs::read_to_string(&installed.library).unwrap(), "library");
    assert!(installed.directory.join("include/z3.h").is_file());
    assert!(!installed.directory.join("z3.py").exists());
    let binary = std::process::Command::new(installed.directory.join("bin/z3")).output().unwrap();
    assert_eq!(binary.stdout, b"solver\n");
    let [package] = &installed.packages[..] else { panic!("one package") };
    assert_eq!((package.file.as_str(), package.sha256.len(), package.pinned), (WHEEL, 64, false));
    assert_eq!(machine.store_entries(), ["z3-0.0.1"]);

    let receipt = fs::read_to_string(installed.directory.join("receipt.toml")).unwrap();
    for part in
        ["solver = \"z3\"", "version = \"0.0.1\"", "library = \"lib/libz3.so\"", &package.sha256]
    {
        assert!(receipt.contains(part), "{part} is missing in {receipt}");
    }
}

/// A build with assertions is used only where it is asked for.
#[test]
fn a_build_with_assertions_is_no_default() {
    let machine = Machine::with_python("");
    let folder = machine.store.root().join("solvers/yices-2.6.4-assertions");
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(folder.join("lib/libyices.so"), "library").unwrap();
    let receipt = "solver = \"yices\"\nversion = \"2.6.4-assertions\"\nlibrary = \"lib/libyices.so\"\n\
                   installed = \"\"\nmurxla = \"\"\ndiffers = [\"it is older\"]\npackage = []\n";
    fs::write(folder.join("receipt.toml"), receipt).unwrap();
    assert_eq!(find(&machine.store, "yices", None), None);
    let found = machine.install("yices@assertions").unwrap();
    assert!(!found.fresh);
    assert_eq!(
        (found.version.as_str(), found.differs),
        ("2.6.4-assertions", vec!["it is older".to_owned()])
    );
}

#[test]
fn the_second_time_nothing_is_run() {
    let mut machine = Machine::delivering(WHEEL, &FILES);
    let first = machine.install("z3@0.0.1").unwrap();
    machine.tools.python = Tool::new("/nonexistent/python3");
    let second = machine.install("z3@0.0.1").unwrap();
    assert!(!second.fresh);
    assert_eq!((second.library, second.packages), (first.library, first.packages));
    assert_eq!(machine.fetches(), 1);
}

#[test]
fn installed_solvers_are_found_and_listed() {
    let machine = Machine::delivering(WHEEL, &FILES);
    assert!(list(&machine.store).is_empty());
    assert_eq!(find(&machine.store, "z3", None), None);
    machine.install("z3@0.0.1").unwrap();
    assert_eq!(find(&machine.store, "z3", Some("0.0.2")), None);
    assert_eq!(find(&machine.store, "cvc5", None), None);
    // The default is not installed, so what is there is taken.
    assert_eq!(find(&machine.store, "z3", None).unwrap().version, "0.0.1");
    assert_eq!(list(&machine.store).len(), 1);
}

#[test]
fn damaged_folders_are_no_installed_solvers_and_are_replaced() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let installed = machine.install("z3@0.0.1").unwrap();
    let receipt = installed.directory.join("receipt.toml");
    let damages: [&dyn Fn(); 4] = [
        &|| fs::remove_file(&installed.library).unwrap(),
        &|| fs::write(&installed.library, "").unwrap(),
        &|| fs::remove_file(&receipt).unwrap(),
        &|| fs::write(&receipt, "solver = ").unwrap(),
    ];
    for damage in damages {
        damage();
        assert_eq!(find(&machine.store, "z3", Some("0.0.1")), None);
        assert!(machine.install("z3@0.0.1").unwrap().fresh);
        assert_eq!(machine.store_entries(), ["z3-0.0.1"]);
    }
}

#[test]
fn leftovers_of_killed_installations_are_removed() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let leftover = machine.store.root().join("solvers/.tmp-killed/tree");
    fs::create_dir_all(&leftover).unwrap();
    fs::write(leftover.join("receipt.toml"), "").unwrap();
    machine.install("z3@0.0.1").unwrap();
    assert_eq!(machine.store_entries(), ["z3-0.0.1"]);
}

#[test]
fn of_two_that_install_at_once_one_waits_and_finds_it_done() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let spec = SolverSpec::parse("z3@0.0.1").unwrap();
    let progress = Recorder::default();
    let run = || install(&machine.store, &machine.tools, &spec, &progress).unwrap();
    let fresh = thread::scope(|scope| {
        let threads = [scope.spawn(run), scope.spawn(run), scope.spawn(run)];
        threads.map(|thread| usize::from(thread.join().unwrap().fresh))
    });
    assert_eq!(fresh.iter().sum::<usize>(), 1);
    assert_eq!(machine.fetches(), 1);
    assert_eq!(machine.store_entries(), ["z3-0.0.1"]);
    let waiting = "waiting for another murxla that is installing solvers";
    assert!(progress.lines().iter().any(|line| line == waiting), "{:?}", progress.lines());
}

#[test]
fn several_solvers_are_installed_and_one_failure_stays_alone() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let specs = ["z3@0.0.1", "bitwuzla", "z3@0.0.1"].map(|spec| SolverSpec::parse(spec).unwrap());
    let results = install_all(&machine.store, &machine.tools, &specs, false, &Recorder::default());
    let fresh: Vec<_> =
        results.iter().map(|result| result.as_ref().ok().map(|i| i.fresh)).collect();
    assert_eq!(fresh, [Some(true), None, Some(false)]);
    assert_eq!(machine.store_entries(), ["z3-0.0.1"]);
}

#[test]
fn progress_has_as_many_steps_as_announced() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let spec = SolverSpec::parse("z3@0.0.1").unwrap();
    let progress = Recorder::default();
    install(&machine.store, &machine.tools, &spec, &progress).unwrap();
    let lines = progress.lines();
    assert_eq!(
        lines[..5],
        [
            "z3@0.0.1: begin 4".to_owned(),
            "z3@0.0.1: fetching z3-solver 0.0.1.* (wheel)".to_owned(),
            format!("z3@0.0.1: checking {WHEEL}"),
            format!("z3@0.0.1: unpacking {WHEEL}"),
            "z3@0.0.1: publishing".to_owned(),
        ]
    );
    assert!(lines[5].starts_with("z3@0.0.1: done installed in "), "{lines:?}");
}

#[test]
fn relative_stores_become_absolute() {
    assert!(StoreDir::new("somewhere").root().is_absolute());
}

#[test]
fn a_file_that_is_not_what_was_installed_is_told_and_replaced_on_demand() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let installed = machine.install("z3@0.0.1").unwrap();
    let specs = [SolverSpec::parse("z3@0.0.1").unwrap()];
    // Written again with the same contents it is intact: only then are they read.
    fs::write(&installed.library, "library").unwrap();
    assert!(!machine.install("z3@0.0.1").unwrap().fresh);
    // Of the same length.
    fs::write(&installed.library, "l1brary").unwrap();
    let told = machine.install("z3@0.0.1").unwrap_err().to_string();
    let advice = "install it again with `murxla solvers install z3@0.0.1 --force`";
    assert!(
        told.contains("lib/libz3.so is not what was installed") && told.contains(advice),
        "{told}"
    );
    let install = |anew| {
        let results =
            install_all(&machine.store, &machine.tools, &specs, anew, &Recorder::default());
        results.into_iter().next().unwrap()
    };
    assert!(install(false).is_err());
    assert!(install(true).unwrap().fresh);
    assert_eq!(fs::read_to_string(&installed.library).unwrap(), "library");
    assert_eq!((machine.fetches(), machine.store_entries()), (2, vec!["z3-0.0.1".to_owned()]));
    assert!(!install(false).unwrap().fresh);
}

#[test]
fn receipts_that_tell_no_files_are_believed() {
    let machine = Machine::delivering(WHEEL, &FILES);
    let installed = machine.install("z3@0.0.1").unwrap();
    let receipt = installed.directory.join("receipt.toml");
    let text = fs::read_to_string(&receipt).unwrap();
    let before = text.split("[[file]]").next().unwrap();
    assert_ne!(text, before);
    fs::write(&receipt, before).unwrap();
    fs::write(&installed.library, "another").unwrap();
    assert!(!machine.install("z3@0.0.1").unwrap().fresh);
}
