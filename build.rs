//! Records where a build comes from, for `murxla --version`.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The commit changes when HEAD moves; the branch's own file is rewritten by a commit.
    // In a linked worktree these files lie elsewhere; a file that is not there would be "changed" for ever.
    for name in ["HEAD", "logs/HEAD"] {
        let path = output("git", &["rev-parse", "--git-path", name]);
        if let Some(path) = path.filter(|path| std::path::Path::new(path).exists()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = output("git", &["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]);
    set("COMMIT", commit.as_deref().unwrap_or("unknown"));
    set("COMPILER", compiler.as_deref().unwrap_or("an unknown compiler"));
    set("PROFILE", &std::env::var("PROFILE").unwrap_or_default());
    set("TARGET", &std::env::var("TARGET").unwrap_or_default());
}

fn set(name: &str, value: &str) {
    println!("cargo:rustc-env=MURXLA_BUILD_{name}={value}");
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
