//! Rules for every file of the repository: formatting, layers, clippy, the map of the code.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files under version control.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let listed = output.expect("git").stdout;
    let names = String::from_utf8_lossy(&listed).into_owned();
    assert!(!names.is_empty(), "git lists no files, so nothing can be looked at");
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

/// The layers of ARCHITECTURE.md: what each module of `src` may use of the others. `cli` may use everything.
const LAYERS: &[(&str, &[&str])] = &[
    ("sandbox", &[]),
    ("allocator", &[]),
    ("rng", &[]),
    ("trace", &[]),
    ("smt", &["trace"]),
    ("eval", &["smt"]),
    ("exec", &["trace", "sandbox"]),
    ("oracle", &["trace", "smt", "eval", "exec", "sandbox"]),
    ("model", &["rng", "trace", "smt", "eval", "exec", "oracle"]),
    ("enumerate", &["trace", "smt", "eval", "exec"]),
    ("mutate", &["rng", "smt", "eval"]),
    ("findings", &["trace", "sandbox", "exec", "oracle"]),
    (
        "seeds",
        &[
            "rng", "sandbox", "trace", "smt", "eval", "exec", "oracle", "model", "mutate",
            "findings",
        ],
    ),
    ("selfcheck", &[]),
    ("supply", &["sandbox"]),
    ("solvers", &["sandbox", "supply", "trace"]),
    ("reproducer", &["sandbox", "trace", "exec", "oracle", "findings"]),
    (
        "diagnosis",
        &["sandbox", "trace", "smt", "eval", "exec", "oracle", "findings", "supply", "solvers"],
    ),
    (
        "campaign",
        &[
            "rng",
            "sandbox",
            "trace",
            "smt",
            "eval",
            "exec",
            "oracle",
            "model",
            "enumerate",
            "mutate",
            "findings",
            "seeds",
            "solvers",
        ],
    ),
    ("reduce/engine", &["findings"]),
    (
        "reduce",
        &["sandbox", "trace", "exec", "smt", "eval", "oracle", "findings", "solvers", "campaign"],
    ),
];

/// What is no layer.
const BESIDE_LAYERS: &[&str] = &["cli", "lib", "main"];

#[test]
fn modules_use_only_lower_layers() {
    let modules = modules();
    for (layer, allowed) in LAYERS {
        let inside = root().join("src").join(layer);
        let alone = inside.with_extension("rs");
        let own = layer.split('/').next().unwrap_or_default();
        let mut seen = 0;
        for path in files().iter().filter(|path| path.starts_with(&inside) || **path == alone) {
            seen += 1;
            let text = std::fs::read_to_string(path).expect("a source file");
            for other in used(without_tests(path, &text), &modules) {
                assert!(
                    other == own || allowed.contains(&other.as_str()),
                    "{} uses {other}, which is not below it",
                    path.display()
                );
            }
        }
        assert!(seen > 0, "there is no module {layer}");
    }
}

/// The modules of `src`, each of which is a layer.
fn modules() -> Vec<String> {
    let mut modules = Vec::new();
    for entry in std::fs::read_dir(root().join("src")).expect("src") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !["lib", "main"].contains(&name.as_str()) {
            modules.push(name);
        }
    }
    modules
}

#[test]
fn every_module_is_a_layer() {
    for name in modules() {
        let has_layer = LAYERS.iter().any(|(layer, _)| *layer == name);
        assert!(has_layer || BESIDE_LAYERS.contains(&name.as_str()), "{name} has no layer");
    }
}

/// The text without unit tests, which may use whatever helps.
fn without_tests<'a>(path: &Path, text: &'a str) -> &'a str {
    match path.to_string_lossy().ends_with("tests.rs") {
        true => "",
        false => text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code),
    }
}

/// The modules that a text names after `crate::`, alone or in a list.
fn used(text: &str, modules: &[String]) -> Vec<String> {
    let mut used = Vec::new();
    for (_, after) in text.match_indices("crate::").map(|(at, word)| (at, &text[at + word.len()..]))
    {
        let names = match after.strip_prefix('{') {
            Some(list) => list.split_once("};").map_or(list, |(list, _)| list),
            None => after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""),
        };
        let words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        used.extend(words.filter(|word| modules.iter().any(|m| m == word)).map(str::to_owned));
    }
    used
}

#[test]
fn uses_are_seen() {
    let modules = ["trace", "smt"].map(str::to_owned);
    let used = |text: &str| used(text, &modules);
    assert_eq!(used("use crate::trace::Call;"), ["trace"]);
    assert_eq!(used("use crate::smt;"), ["smt"]);
    assert_eq!(used("use crate::{smt::read, trace};"), ["smt", "trace"]);
    assert!(used("use crate::traces::Call; use super::trace;").is_empty());
}

/// What clippy says of these packages and features. It has a folder of its own: this one is locked while the tests are
/// built, and what clippy makes is not what the compiler makes.
fn clippy(arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("clippy");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["clippy", "--quiet", "--locked", "--target-dir"])
        .arg(folder)
        .args(arguments)
        .args(["--", "-D", "warnings"])
        .current_dir(root())
        .output()
        .expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "cargo clippy {} (`rustup component add clippy` installs it):\n{said}",
        arguments.join(" ")
    );
}

#[test]
fn clippy_finds_nothing() {
    clippy(&["--all-targets"]);
}

/// Without any solver; the mock and binaries are left.
#[test]
fn it_builds_without_default_features() {
    clippy(&["--package", "murxla", "--no-default-features"]);
}
