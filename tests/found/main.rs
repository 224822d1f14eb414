//! The solver bugs in traces/found are still there in the pinned versions, each with the outcome that its file tells, and
//! the index has them all.

mod diagnoses;
mod index;
mod outcome;

use std::path::{Path, PathBuf};
use std::process::Command;

use murxla::supply::{Silent, SolverSpec, StoreDir, Tools, find, install};

use outcome::{ended, fits};

/// The folder of what was found.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found")
}

/// A file of the folder.
struct Found {
    name: String,
    path: PathBuf,
    text: String,
}

impl Found {
    /// The files with this extension, by name.
    fn all(extension: &str) -> Vec<Found> {
        let entries = std::fs::read_dir(folder()).expect("traces/found");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|found| found == extension));
        paths.sort();
        assert!(!paths.is_empty(), "traces/found has no .{extension}");
        paths.into_iter().map(Found::read).collect()
    }

    fn read(path: PathBuf) -> Found {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        Found { name, path, text }
    }

    /// What comes before the name of a heading.
    fn comment(&self) -> &'static str {
        match self.path.extension().and_then(|extension| extension.to_str()) {
            Some("c") => "//",
            Some("smt2") => ";",
            _ => "#",
        }
    }

    /// What a line such as `// shows: …` says.
    fn told(&self, heading: &str) -> Option<&str> {
        let start = format!("{} {heading}: ", self.comment());
        self.text.lines().find_map(|line| line.strip_prefix(&start))
    }

    fn heading(&self, heading: &str) -> &str {
        let told = self.told(heading).filter(|told| !told.is_empty());
        told.unwrap_or_else(|| panic!("{} has no line `{heading}: …`", self.name))
    }

    /// The solver, and the version with which a trace was recorded.
    fn solver(&self) -> (&str, Option<&str>) {
        let recorded = self.text.lines().find_map(|line| line.strip_prefix("#! solver "));
        match recorded.and_then(|line| line.split_once(' ')) {
            Some((solver, version)) => (solver, Some(version)),
            None => (self.heading("solver"), None),
        }
    }
}

fn installed(solver: &str) -> murxla::supply::Installed {
    let spec = SolverSpec::parse(solver).expect("a solver");
    let store = StoreDir::from_env().expect("a store");
    install(&store, &Tools::from_env(), &spec, &Silent).expect("an installed solver")
}

fn murxla(arguments: &[&str], path: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
        .args(arguments)
        .arg(path)
        .output()
        .expect("murxla");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn found_programs_end_as_they_tell() {
    let scratch = tempfile::tempdir().expect("a folder");
    for found in Found::all("c") {
        let outcome = program_outcome(&found, scratch.path());
        assert_eq!(outcome, found.heading("outcome"), "{}", found.name);
    }
}

/// Compiles the program against the pinned version of the solver, and tells how it ends.
fn program_outcome(found: &Found, scratch: &Path) -> String {
    let installed = installed(found.heading("solver"));
    let binary = scratch.join("program");
    let compiled = Command::new("cc")
        .arg(&found.path)
        .arg("-o")
        .arg(&binary)
        .arg("-I")
        .arg(installed.directory.join("include"))
        .arg(&installed.library)
        .args(["-Wl,--allow-shlib-undefined"])
        .output()
        .expect("cc");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{}: {errors}", found.name);
    // The library is asked for by its own name, under which no file lies in the store: so it is given.
    let preload = format!("LD_PRELOAD={}", installed.library.display());
    ended(Command::new("timeout").args(["5", "env"]).arg(preload).arg(&binary))
}

/// A trace of a build with assertions is replayed on the release where there is no such build, and tells the outcome there, too.
#[test]
fn found_traces_end_as_they_tell() {
    let store = StoreDir::from_env().expect("a store");
    for found in Found::all("trace") {
        let (solver, version) = found.solver();
        let asserts = version.filter(|version| version.ends_with("-assertions"));
        let on_release = asserts.is_some_and(|build| find(&store, solver, Some(build)).is_none());
        let heading = if on_release { "outcome on the release" } else { "outcome" };
        let (code, errors) = murxla(&["replay"], &found.path);
        // `FILE:LINE: SOLVER: how it failed`
        let place = format!("{}:", found.path.display());
        let failures: Vec<&str> = errors
            .lines()
            .filter_map(|line| {
                let told = line.strip_prefix(&place)?.split_once(&format!(" {solver}"))?.1;
                // A build that is installed is named with its version.
                let told = told
                    .strip_prefix('@')
                    .map_or(Some(told), |told| told.find(':').map(|at| &told[at..]));
                told?.strip_prefix(": ")
            })
            .collect();
        let outcome = match code {
            Some(0) => "as recorded",
            Some(10) => failures.first().copied().unwrap_or("told nothing"),
            _ => "replayed otherwise than recorded",
        };
        let expected = found.heading(heading);
        assert!(
            fits(expected, outcome),
            "{}: {outcome} ({code:?}) instead of {expected}\n{errors}",
            found.name
        );
    }
}

/// Scripts that a solver answers wrongly, by its API: `:status` is the right answer, and `outcome` is what it says.
#[test]
fn found_scripts_are_answered_wrongly() {
    let mut scripts = 0;
    for found in Found::all("smt2").iter().filter(|found| found.told("binary").is_none()) {
        scripts += 1;
        let solver = found.heading("solver");
        let (code, told) = murxla(&["run", "--solver", solver], &found.path);
        let wrong = format!("{solver} {}, :status is ", found.heading("outcome"));
        assert_eq!(code, Some(10), "{}: {told}", found.name);
        assert!(told.contains(&wrong), "{}: {told}", found.name);
    }
    assert!(scripts > 0);
}

/// Scripts on which the binary of a solver ends as it should not.
#[test]
fn found_scripts_end_binaries() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut scripts = 0;
    for found in Found::all("smt2").iter().filter(|found| found.told("binary").is_some()) {
        scripts += 1;
        let installed = installed(found.heading("solver"));
        let binary = installed.directory.join("bin").join(found.heading("binary"));
        let mut command = Command::new("timeout");
        command.arg("30").arg(binary).arg(&found.path).current_dir(scratch.path());
        assert_eq!(ended(&mut command), found.heading("outcome"), "{}", found.name);
    }
    assert!(scripts > 0);
}
