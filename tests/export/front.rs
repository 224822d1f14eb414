//! The front ends of the solvers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::supply::{Installed, Silent, SolverSpec, StoreDir, Tools, install};

/// Seconds of processor time, and kilobytes of memory.
const SECONDS: u64 = 5;
const MEMORY: &str = "4000000";

pub struct FrontEnd {
    program: PathBuf,
    solver: &'static str,
    libraries: OsString,
    /// Seconds of processor time.
    seconds: u64,
}

/// What a front end said.
pub struct Output {
    /// What it printed, on both streams.
    pub text: String,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Normal,
    /// A limit ended it.
    Limit,
    /// The signal that ended it.
    Signal(i32),
    /// It could not be started, or gave up without a word of its own.
    Failed(i32),
}

impl FrontEnd {
    /// The front end of the pinned version of this solver.
    pub fn of(solver: &'static str) -> Result<FrontEnd, Failed> {
        let spec = SolverSpec::parse(solver)?;
        let installed = install(&StoreDir::from_env()?, &Tools::from_env(), &spec, &Silent)?;
        let program = match solver {
            "z3" => installed.directory.join("bin/z3"),
            "yices" => installed.directory.join("bin/yices-smt2"),
            _ => compile(solver, &installed)?,
        };
        let mut libraries = installed.directory.join("lib").into_os_string();
        if let Some(parser) = std::env::var_os("MURXLA_CVC5_PARSER")
            && let Some(folder) = Path::new(&parser).parent()
        {
            libraries.push(":");
            libraries.push(folder);
        }
        Ok(FrontEnd { program, solver, libraries, seconds: SECONDS })
    }

    /// With this processor time for a script.
    pub fn within(self, time: Duration) -> FrontEnd {
        FrontEnd { seconds: time.as_secs().max(1), ..self }
    }

    pub fn read(&self, script: &Path, incremental: bool, mcsat: bool) -> Result<Output, Failed> {
        use std::os::unix::process::ExitStatusExt;
        let mut command = Command::new("sh");
        let seconds = self.seconds;
        let limits = format!("ulimit -v {MEMORY}; ulimit -t {seconds}; exec \"$@\"");
        command.args(["-c", &limits, "sh"]).args(["timeout", "-s", "KILL", "60"]);
        command.arg(&self.program);
        if self.solver == "yices" {
            command.args(incremental.then_some("--incremental"));
            command.args(mcsat.then_some("--mcsat"));
        }
        if self.solver == "z3" {
            command.arg("-smt2");
        }
        command.arg(script).env("LD_LIBRARY_PATH", &self.libraries);
        let output = command.output()?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        // `timeout` tells the signal that ended its command by its exit code.
        let signal = output.status.signal().or(output.status.code().map(|code| code - 128));
        let end = match signal {
            Some(libc_signal::XCPU | libc_signal::KILL | libc_signal::ALRM) => End::Limit,
            _ if out_of_memory(&text) => End::Limit,
            Some(signal) if (1..65).contains(&signal) => End::Signal(signal),
            _ if !output.status.success() => End::Failed(output.status.code().unwrap_or(-1)),
            _ => End::Normal,
        };
        Ok(Output { text, end })
    }
}

mod libc_signal {
    pub const KILL: i32 = 9;
    pub const ALRM: i32 = 14;
    pub const XCPU: i32 = 24;
}

fn out_of_memory(text: &str) -> bool {
    ["bad_alloc", "out of memory", "Out of memory"].iter().any(|words| text.contains(words))
}

/// Compiles the program around a parser.
fn compile(solver: &str, installed: &Installed) -> Result<PathBuf, Failed> {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/diagnosis/front_ends/{solver}.c"));
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{solver}-front-end"));
    let libraries = installed.directory.join("lib");
    let mut command = Command::new("cc");
    command.arg(source).arg("-o").arg(&program).arg("-I").arg(installed.directory.join("include"));
    if solver == "cvc5" {
        command.arg(cvc5_parser(&libraries)?);
    }
    command.arg(&installed.library);
    command.arg(format!("-Wl,-rpath,{}", libraries.display())).arg("-Wl,--allow-shlib-undefined");
    let output = command.output()?;
    match output.status.success() {
        true => Ok(program),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

/// The parser beside the library. A folder that an older murxla installed has none; the environment can name another.
fn cvc5_parser(libraries: &Path) -> Result<PathBuf, Failed> {
    if let Some(path) = std::env::var_os("MURXLA_CVC5_PARSER") {
        return Ok(path.into());
    }
    for entry in std::fs::read_dir(libraries)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libcvc5parser"))
        {
            return Ok(path);
        }
    }
    Err("cvc5 was installed without its parser: remove its folder and install it again".into())
}
