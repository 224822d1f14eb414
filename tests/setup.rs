//! The README's promise: two commands do all the set-up on a fresh machine.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The commands of the README that begin with this.
fn readme_command(start: &str) -> String {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))
        .expect("the README");
    let line = readme.lines().find(|line| line.trim_start().starts_with(start));
    line.unwrap_or_else(|| panic!("the README has no command {start}")).trim().to_owned()
}

#[test]
fn ci_runs_the_readme_test_command() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run");
    let script = std::fs::read_to_string(script).expect(".ci/run");
    assert_eq!(script.lines().last(), Some(readme_command("cargo test").as_str()));
}

/// Clones the repository, with an empty cargo home, target folder and store of solvers, and runs the
/// README's first command there.
#[test]
#[ignore = "long: a clean clone, built and run from nothing"]
fn a_clean_clone_is_set_up_by_one_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let clone = folder.path().join("murxla");
    let cloned = Command::new("git")
        .args(["clone", "--quiet", env!("CARGO_MANIFEST_DIR")])
        .arg(&clone)
        .status()
        .expect("git");
    assert!(cloned.success());
    let started = Instant::now();
    let command = readme_command("cargo run");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(&clone)
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env("CARGO_HOME", folder.path().join("cargo"))
        .env("MURXLA_HOME", folder.path().join("home"))
        .env("PIP_NO_CACHE_DIR", "1")
        .output()
        .expect("the command");
    let seconds = started.elapsed().as_secs_f64();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("#! seed 7") && printed.contains(" check-sat"), "{printed}");
    assert!(seconds < 360.0, "{seconds:.0} s");
    println!("{printed}");
    println!("`{command}` in a clean clone: {seconds:.0} s (limit 360 s)");
}

/// Cargo finds the workspace's settings by working directory; a build that misses them says so.
#[test]
#[ignore = "long: a build from another folder"]
fn a_build_without_the_cargo_configuration_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new("cargo")
        .args(["build", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .current_dir("/")
        .env("CARGO_TARGET_DIR", folder.path())
        .env_remove("MURXLA_CARGO_CONFIG")
        .output()
        .expect("cargo");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("murxla's .cargo/config.toml was not seen"), "{error}");
    println!("a build from another folder: refused with a sentence");
}
