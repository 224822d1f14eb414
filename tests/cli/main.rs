//! Commands with their expected output: each `*.test` file in this folder is one test.
//!
//! A file holds lines `# comment`, `env NAME=VALUE`, `file NAME SHELL-COMMAND` (prepares a file in the scratch folder),
//! `filter SED-SCRIPT` (applied to what later commands print) and `$ murxla …`, then what the command prints: standard
//! output, a line `--- stderr` with standard error, and a line `--- exit N`. `BLESS=1 cargo test --test cli` rewrites
//! what the commands print. `[TMP]` stands for the scratch folder, an empty one for each test; `[STORE]` for the store
//! of solvers.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::solvers::{Choice, Locator, real};
use murxla::supply::{Silent, StoreDir};

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the tests")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no test in {}", folder.display());
    let trials = files.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let scratch = tempfile::tempdir()?;
    let store = StoreDir::from_env()?.root().display().to_string();
    let tmp = scratch.path().display().to_string();
    if text.contains("[STORE]") {
        // Libraries that a test names are there before it runs.
        let locator = Locator::new(&[])?;
        for wrapper in real() {
            locator.load(&Choice { name: wrapper.name(), version: None }, &Silent)?;
        }
    }
    let real_paths = |text: &str| text.replace("[TMP]", &tmp).replace("[STORE]", &store);
    let mut result = String::new();
    let mut environment: Vec<(String, String)> = Vec::new();
    let mut filters: Vec<String> = Vec::new();
    for line in inputs(&text) {
        writeln!(result, "{line}")?;
        if let Some(setting) = line.strip_prefix("env ") {
            let (name, value) = setting.split_once('=').ok_or("env NAME=VALUE")?;
            environment.push((name.to_owned(), real_paths(value)));
        } else if let Some(recipe) = line.strip_prefix("file ") {
            let (name, script) = recipe.split_once(' ').ok_or("file NAME COMMAND")?;
            let output = Command::new("sh").args(["-c", &real_paths(script)]).output()?;
            let path = scratch.path().join(name);
            std::fs::write(&path, output.stdout)?;
            make_executable(&path)?;
        } else if let Some(script) = line.strip_prefix("filter ") {
            filters.push(script.to_owned());
        } else if let Some(command) = line.strip_prefix("$ ") {
            let command = real_paths(command).replacen("murxla", env!("CARGO_BIN_EXE_murxla"), 1);
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(scratch.path())
                .env_remove("RUST_BACKTRACE")
                .envs(environment.iter().map(|(name, value)| (name, value)))
                .output()?;
            let shown = |bytes: &[u8]| -> Result<String, Failed> {
                let text = filtered(bytes, &filters)?.replace(&tmp, "[TMP]");
                Ok(text.replace(&store, "[STORE]"))
            };
            result.push_str(&shown(&output.stdout)?);
            if !output.stderr.is_empty() {
                write!(result, "--- stderr\n{}", shown(&output.stderr)?)?;
            }
            writeln!(result, "--- exit {}", output.status.code().unwrap_or(-1))?;
        }
    }
    if result == text {
        return Ok(());
    }
    // A panic is never what is expected.
    if std::env::var_os("BLESS").is_some() && !result.contains("--- exit 101") {
        std::fs::write(path, result)?;
        return Ok(());
    }
    Err(format!("{} expects\n{text}\nbut the result is\n{result}", path.display()).into())
}

/// The lines that are not output. Output begins after a command and ends with its exit code; a command that
/// was never run has none.
fn inputs(text: &str) -> Vec<&str> {
    let mut in_output = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let is_command = line.starts_with("$ ");
        if !in_output || is_command {
            lines.push(line);
            in_output = is_command;
        } else if line.starts_with("--- exit ") {
            in_output = false;
        }
    }
    lines
}

fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

fn filtered(bytes: &[u8], scripts: &[String]) -> Result<String, Failed> {
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bytes)?;
    let mut sed = Command::new("sed");
    // An empty script, so that there is one.
    sed.args(["-e", ""]);
    for script in scripts {
        sed.args(["-e", script]);
    }
    let output = sed.arg(file.path()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
