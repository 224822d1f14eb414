//! What is true of every file.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files under version control, or all of the usual folders where there is no git.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let listed = output.expect("git").stdout;
    let names = String::from_utf8_lossy(&listed).into_owned();
    names
        .split('\0')
        .filter(|name| !name.is_empty())
        .map(|name| root().join(name))
        .filter(|path| path.exists())
        .collect()
}

#[test]
fn code_is_formatted() {
    let output = Command::new("cargo")
        .args(["fmt", "--all", "--check"])
        .current_dir(root())
        .output()
        .expect("cargo fmt");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Packages are fetched by name; which registry serves them is the user's business.
#[test]
fn no_registry_is_named() {
    let hosts =
        [["pypi", ".org"], ["python", "hosted.org"], ["crates", ".io"], ["github", "usercontent"]];
    for path in files() {
        // Cargo itself writes the index into the lock file.
        if path.ends_with("Cargo.lock") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for host in &hosts {
            assert!(!text.contains(&host.concat()), "{} names {}", path.display(), host.concat());
        }
    }
}

#[test]
fn long_tests_say_why_they_are_ignored() {
    for path in files().iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(path).expect("a source file");
        let bare = ["#[ignore", "]"].concat();
        assert!(!text.contains(&bare), "{} ignores a test without a reason", path.display());
    }
}

/// The map of the code names every module and crate.
#[test]
fn the_architecture_names_every_module() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for (folder, prefix) in [("wrappers", ""), ("src", "src/")] {
        for entry in std::fs::read_dir(root().join(folder)).expect(folder) {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if ["main.rs", "lib.rs"].contains(&name.as_str()) {
                continue;
            }
            assert!(
                map.contains(&format!("{prefix}{name}")),
                "ARCHITECTURE.md lacks {prefix}{name}"
            );
        }
    }
}

/// The layers of ARCHITECTURE.md: what each module of `src` may use of the others.
#[test]
fn modules_use_only_lower_layers() {
    let layers: &[(&str, &[&str])] = &[
        ("sandbox", &[]),
        ("rng.rs", &[]),
        ("trace", &[]),
        ("smt", &["trace"]),
        ("exec", &["trace", "sandbox"]),
        ("model", &["rng", "trace", "exec"]),
        ("findings", &["trace", "sandbox"]),
        ("selfcheck.rs", &[]),
        ("supply", &["sandbox"]),
        ("solvers.rs", &["supply"]),
        ("campaign", &["rng", "sandbox", "trace", "exec", "model", "findings", "solvers"]),
        ("reduce/engine", &["findings"]),
        ("reduce", &["sandbox", "trace", "smt", "exec", "findings", "campaign"]),
    ];
    let modules = [
        "sandbox",
        "rng",
        "trace",
        "smt",
        "exec",
        "model",
        "findings",
        "selfcheck",
        "supply",
        "solvers",
        "campaign",
        "reduce",
        "cli",
    ];
    for (module, allowed) in layers {
        let folder = root().join("src").join(module);
        let own = module.trim_end_matches(".rs");
        for path in files().iter().filter(|path| path.starts_with(&folder) || **path == folder) {
            // Tests may use whatever they compare with.
            if path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("a source file");
            for other in modules.iter().filter(|other| **other != own && !allowed.contains(other)) {
                let used = text.contains(&format!("crate::{other}::"));
                assert!(!used, "{} uses {other}, which is not below it", path.display());
            }
        }
    }
}
