//! Solvers with assertions, built for real. Needs the network and some minutes, so it runs only on request.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use murxla::supply::{Silent, SolverSpec, StoreDir, Tools, install};

/// Runs of each solver.
const RUNS: &str = "300";

fn murxla(store: &StoreDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_murxla"))
        .args(args)
        .env("MURXLA_HOME", store.root())
        .output()
        .unwrap()
}

#[test]
#[ignore = "long: builds Bitwuzla and Yices from source"]
fn assertion_builds_300() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path().join("store"));
    let tools = Tools::from_env();
    let mut figures = Vec::new();
    for spec in SolverSpec::all_with_assertions() {
        let started = Instant::now();
        let installed = install(&store, &tools, &spec, &Silent).unwrap();
        let seconds = started.elapsed().as_secs_f64();
        assert!(installed.fresh && !installed.differs.is_empty());
        assert!(installed.packages.iter().all(|package| package.pinned));
        let (exported, leaks) = look_into(&installed.library, spec.name(), folder.path());
        assert_eq!(leaks, 0, "the library names the folder in which it was built");
        let megabytes = std::fs::metadata(&installed.library).unwrap().len() as f64 / 1e6;
        install(&store, &tools, &SolverSpec::parse(spec.name()).unwrap(), &Silent).unwrap();

        let solver = spec.to_string();
        let checked = murxla(&store, &["solvers", "--check", "--solver", &solver]);
        let text = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert_eq!(checked.status.code(), Some(0), "{text}");
        let row = text.lines().find(|line| line.starts_with(spec.name())).unwrap();
        assert!(row.split_whitespace().any(|cell| cell == "on"), "assertions are off: {row}");

        let shown = replay_found(&store, spec.name());
        let out = folder.path().join(spec.name()).to_string_lossy().into_owned();
        let fuzz = ["--solver", &solver, "--campaign-seed", "1", "-m", RUNS, "-q", "-O", &out];
        let fuzzed = murxla(&store, &fuzz);
        let table = String::from_utf8_lossy(&fuzzed.stdout).into_owned();
        assert!(matches!(fuzzed.status.code(), Some(0 | 10)), "{fuzzed:?}");
        println!("{table}");
        figures.push(format!(
            "{spec}: built in {seconds:.0} s, {megabytes:.1} MB, {exported} functions exported; \
             {shown} found assertions fail again; {}",
            table.lines().next().unwrap_or_default()
        ));
    }
    println!("{}", figures.join("\n"));
}

/// Replays the failed assertions of `traces/found`, which must fail again; tells how many there are.
fn replay_found(store: &StoreDir, solver: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let prefix = format!("{solver}-assertion-");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_one = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
    };
    let mut count = 0;
    for path in entries.filter(is_one) {
        let replayed = murxla(store, &["replay", &path.to_string_lossy()]);
        let said = String::from_utf8_lossy(&replayed.stderr);
        assert_eq!(replayed.status.code(), Some(10), "{}: {said}", path.display());
        assert!(said.contains("Assertion `"), "{}: {said}", path.display());
        count += 1;
    }
    assert!(count > 0);
    count
}

/// How many names the library exports, which must be those of the API, and how often it names a folder.
fn look_into(library: &Path, solver: &str, folder: &Path) -> (usize, usize) {
    use object::{Object, ObjectSymbol};
    let bytes = std::fs::read(library).unwrap();
    let elf = object::File::parse(&*bytes).unwrap();
    let names: Vec<&str> = elf
        .dynamic_symbols()
        .filter(ObjectSymbol::is_definition)
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    let prefix = format!("{solver}_");
    let foreign: Vec<_> = names.iter().filter(|name| !name.starts_with(&prefix)).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    let folder = folder.to_string_lossy().into_owned().into_bytes();
    let leaks = bytes.windows(folder.len()).filter(|window| *window == folder).count();
    (names.len(), leaks)
}
