//! The solver bugs in traces/found are still there in the pinned versions.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use murxla::supply::{Silent, SolverSpec, StoreDir, Tools, find, install};

#[test]
fn found_bugs_are_as_described() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut programs = 0;
    for entry in std::fs::read_dir(folder).expect("traces/found") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        programs += 1;
        let text = std::fs::read_to_string(&path).expect("a program");
        let heading = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("// {name}: ")));
            line.unwrap_or_else(|| panic!("{} has no line `// {name}: …`", path.display()))
                .to_owned()
        };
        assert!(!heading("shows").is_empty());
        assert_eq!(
            outcome(&path, &heading("solver"), scratch.path()),
            heading("outcome"),
            "{}",
            path.display()
        );
    }
    assert!(programs > 0);
}

/// Compiles the program against the pinned version of the solver, and tells how it ends.
fn outcome(program: &Path, solver: &str, scratch: &Path) -> String {
    let spec = SolverSpec::parse(solver).expect("a solver");
    let store = StoreDir::from_env().expect("a store");
    let installed =
        install(&store, &Tools::from_env(), &spec, &Silent).expect("an installed solver");
    let binary = scratch.join("program");
    let compiled = Command::new("cc")
        .arg(program)
        .arg("-o")
        .arg(&binary)
        .arg("-I")
        .arg(installed.directory.join("include"))
        .arg(&installed.library)
        .args(["-Wl,--allow-shlib-undefined"])
        .output()
        .expect("cc");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{}: {errors}", program.display());
    // The library is asked for by its own name, under which no file lies in the store: so it is given.
    let preload = format!("LD_PRELOAD={}", installed.library.display());
    ended(Command::new("timeout").args(["5", "env"]).arg(preload).arg(&binary))
}

/// How a command ends that is run by `timeout`.
fn ended(command: &mut Command) -> String {
    let ended = command.output().expect("the program");
    // `timeout` dies of the signal of which its command died, or says so by an exit code.
    match (ended.status.signal(), ended.status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(124)) => "hangs".to_owned(),
        (None, Some(code)) if code > 128 => format!("signal {}", code - 128),
        (None, code) => format!("exit {}", code.unwrap_or(-1)),
    }
}

/// A trace of a crash that hangs on damaged memory may end in another way; but it is always read and replayed
/// (exit code 0, 10 or 11), and its end is told. A failed assertion fails again, if there is a build with assertions.
#[test]
fn found_traces_are_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let mut traces = 0;
    for entry in std::fs::read_dir(folder).expect("traces/found") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "trace") {
            continue;
        }
        traces += 1;
        let text = std::fs::read_to_string(&path).expect("a trace");
        assert!(text.contains("\n# shows: "), "{} does not say what it shows", path.display());
        let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
            .arg("replay")
            .arg(&path)
            .output()
            .expect("murxla");
        let code = output.status.code();
        println!("{}: exit code {code:?}", path.display());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(code, Some(0 | 10 | 11)), "{}: {code:?} {errors}", path.display());
        let recorded = text.lines().find_map(|line| line.strip_prefix("#! solver "));
        if let Some((solver, version)) = recorded.and_then(|line| line.split_once(' '))
            && version.ends_with("-assertions")
            && find(&StoreDir::from_env().expect("a store"), solver, Some(version)).is_some()
        {
            assert_eq!(code, Some(10), "{}: {errors}", path.display());
            assert!(errors.contains("Assertion `"), "{}: {errors}", path.display());
        }
    }
    assert!(traces > 0);
}

/// Scripts to which a solver gives a wrong answer: `:status` says the right one.
#[test]
fn found_scripts_are_answered_wrongly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).expect("traces/found") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a script");
        if text.contains("\n; outcome: ") {
            continue;
        }
        scripts += 1;
        let heading = |name: &str| heading_of_script(&path, &text, name);
        assert!(!heading("shows").is_empty());
        let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
            .args(["run", "--solver", &heading("solver")])
            .arg(&path)
            .output()
            .expect("murxla");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(10), "{}: {told}", path.display());
        assert!(told.contains(":status is"), "{}: {told}", path.display());
    }
    assert!(scripts > 0);
}

fn heading_of_script(path: &Path, text: &str, name: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("; {name}: ")));
    line.unwrap_or_else(|| panic!("{} has no line `; {name}: …`", path.display())).to_owned()
}

/// Scripts on which the binary of a solver ends as it should not: `; outcome:` says how.
#[test]
fn found_scripts_end_binaries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).expect("traces/found") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a script");
        if !text.contains("\n; outcome: ") {
            continue;
        }
        scripts += 1;
        let heading = |name: &str| heading_of_script(&path, &text, name);
        assert!(!heading("shows").is_empty());
        let solver = heading("solver");
        let spec = SolverSpec::parse(&solver).expect("a solver");
        let store = StoreDir::from_env().expect("a store");
        let installed =
            install(&store, &Tools::from_env(), &spec, &Silent).expect("an installed solver");
        let mut command = Command::new("timeout");
        let binary = installed.directory.join("bin").join(heading("binary"));
        command.arg("30").arg(binary).arg(&path).current_dir(scratch.path());
        assert_eq!(ended(&mut command), heading("outcome"), "{}", path.display());
    }
    assert!(scripts > 0);
}
