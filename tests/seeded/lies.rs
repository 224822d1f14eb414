//! Checks of a wrapper against a library that tells lies: it stands before the real one. Each row of a file is found with its lie,
//! and nothing without it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;

/// The calls are made with these seeds, one after the other.
const SEEDS: std::ops::RangeInclusive<u32> = 1..=12;

/// The lies about a solver.
pub struct Lies {
    pub solver: &'static str,
    /// The variable that says which function lies.
    pub variable: &'static str,
    /// What is there before the calls of a row, and how many sorts that makes.
    pub before: &'static str,
    pub sorts: usize,
    /// Lines of a lie and the calls that find it.
    pub rows: &'static str,
    /// Sources of libraries in `tests/seeded`, each with how the name of the file begins before which it stands.
    pub sources: &'static [(&'static str, &'static str)],
}

impl Lies {
    /// All rows: with the lie a verdict, without it none.
    pub fn check(&self) -> Result<(), Failed> {
        let real = Locator::new(&[])?.load(&Choice::parse(self.solver)?, &Silent)?;
        let real = real.info().path.clone().ok_or("the library has no file")?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-lies", self.solver));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        let mut libraries = Vec::new();
        for (source, begins) in self.sources {
            libraries.push(compile(&beside(&real, begins)?, source, &folder)?);
        }
        let library = libraries.first().ok_or("no library")?;
        let mut wrong = Vec::new();
        for row in self.rows.lines().filter(|line| !line.starts_with('#')) {
            let (lie, calls) = row.split_once(' ').ok_or("a row without calls")?;
            let file = folder.join("lie.trace");
            std::fs::write(&file, self.trace(calls))?;
            let honest = self.replay(library, &file, None)?;
            let lying = self.replay(library, &file, Some(lie))?;
            if honest.contains("violated") || honest.contains("rejected") {
                wrong.push(format!("{lie}: found where there is none\n{honest}"));
            }
            // Some functions are used when the library is loaded.
            let at_load = lying.contains("does not behave as Z3 does") && lying.contains(lie);
            if !lying.contains("violated \"inspection\"") && !at_load {
                wrong.push(format!("{lie}: not found by {calls}\n{lying}"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    }

    fn trace(&self, calls: &str) -> String {
        let mut text = self.before.to_owned();
        let mut sorts = self.sorts;
        for seed in SEEDS {
            for call in calls.split(';').map(str::trim) {
                // A datatype is declared once.
                let call = call.replace("\"Du\"", &format!("\"Du{seed}\""));
                let _ = writeln!(text, "{seed} {call}");
                if call.starts_with("mk-sort") {
                    sorts += 1;
                    let _ = writeln!(text, "  return s{sorts}");
                }
            }
        }
        text
    }

    fn replay(&self, library: &Path, file: &Path, lie: Option<&str>) -> Result<String, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
        command.arg("replay").arg("--lib").arg(format!("{}={}", self.solver, library.display()));
        command.args(["--solver", self.solver]).arg(file).env_remove(self.variable);
        command.envs(lie.map(|lie| (self.variable, lie)));
        let output = command.output()?;
        let (said, told) = (output.stdout, output.stderr);
        Ok([String::from_utf8_lossy(&said), String::from_utf8_lossy(&told)].join("\n"))
    }
}

/// The file beside a library whose name begins so; the library itself if its name does.
fn beside(real: &Path, begins: &str) -> Result<PathBuf, Failed> {
    let has = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begins))
    };
    if has(real) {
        return Ok(real.to_owned());
    }
    let folder = real.parent().ok_or("a library without a folder")?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if has(&path) {
            return Ok(path);
        }
    }
    Err(format!("no {begins} beside {}", real.display()).into())
}

/// The library that stands before the real one, which it names by its own name.
fn compile(real: &Path, source: &str, folder: &Path) -> Result<PathBuf, Failed> {
    let told = Command::new("objdump").arg("-p").arg(real).output()?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let name = told.lines().find_map(|line| line.trim().strip_prefix("SONAME"));
    let name = name.ok_or("the library has no name of its own")?.trim();
    // Under its own name it is found with what lies beside it.
    let (linked, place) = match real.with_file_name(name) {
        named if named.exists() => (named.clone(), named.parent().unwrap_or(folder).to_owned()),
        _ => {
            let link = folder.join(name);
            std::os::unix::fs::symlink(real, &link)?;
            (link, folder.to_owned())
        }
    };
    let stem = source.trim_end_matches("_lies.c");
    let library = folder.join(format!("lib{}-lies.so", stem.replace('_', "")));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seeded").join(source);
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    // What else the library needs lies beside it and is found when it is loaded.
    compiler.arg(&library).arg(source).arg("-Wl,--no-as-needed").arg(&linked);
    compiler.arg("-Wl,--allow-shlib-undefined").arg(format!("-Wl,-rpath,{}", place.display()));
    if !compiler.arg("-ldl").status()?.success() {
        return Err("the library that tells lies does not compile".into());
    }
    Ok(library)
}
