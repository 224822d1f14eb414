//! A fake solver binary: a script that answers, and misbehaves when it is asked for a check.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use tempfile::TempDir;

/// `$1` is what it does at a check, `$2` a number of seconds by which processes that it starts are known.
const SCRIPT: &str = r#"#!/bin/sh
misbehave() {
    case "$1" in
    sat) echo sat;;
    hang) sleep "$2";;
    spin) while :; do :; done;;
    background) sleep "$2" & echo sat;;
    segv) kill -SEGV $$;;
    bus) kill -BUS $$;;
    kill) kill -KILL $$;;
    assertion) echo 'fake: f.c:12: int f(): Assertion `x > 0'"'"' failed.' >&2; kill -ABRT $$;;
    exit) echo "no such id t17" >&2; exit 3;;
    quiet-exit) exit 0;;
    flood) yes '((((((((((((((((((((';;
    flood-stderr) yes 'more and more and more' >&2;;
    garbage) echo 'hello world 42';;
    wrong-word) echo success;;
    partial) printf '(model (define-fun'; exit 0;;
    partial-hang) printf '(model (define-fun'; sleep "$2";;
    error) echo '(error "line 7 column 3: no model for x17")';;
    error-loquacious) echo '(error "no")';;
    two-errors) echo '(error "one")'; echo '(error "two")';;
    error-exit) echo '(error "gone for good")'; exit 1;;
    unsupported) echo unsupported;;
    memory) echo 'fake: out of memory' >&2; exit 1;;
    esac
}
while read -r line; do
    case "$line" in
    '(get-info :version)') echo '(:version "1.0")';;
    '(check-sat)') misbehave "$1" "$2";;
    '(echo '*)
        line=${line#(echo }; echo "${line%)}"
        # Some solvers say this, too.
        [ "$1" != error-loquacious ] || echo success;;
    '(exit)') exit 0;;
    *) echo success;;
    esac
done
"#;

static FAKES: AtomicU32 = AtomicU32::new(1);

/// The script, in a folder that goes when this does.
pub struct Fake {
    folder: TempDir,
    /// The seconds that its processes sleep: no other process has the same.
    mark: String,
}

impl Fake {
    pub fn new() -> Result<Fake, Failed> {
        let folder = tempfile::tempdir()?;
        let script = folder.path().join("fake");
        fs::write(&script, SCRIPT)?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        let number = FAKES.fetch_add(1, Ordering::Relaxed);
        Ok(Fake { folder, mark: format!("9{}.{number:05}", std::process::id()) })
    }

    /// What `--solver` takes for a fake that does this at a check.
    pub fn solver(&self, fault: &str) -> String {
        format!("smtlib:{} {fault} {}", self.folder.path().join("fake").display(), self.mark)
    }

    /// A file in its folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Processes that it is, or that it started.
    pub fn processes(&self) -> Vec<i32> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_ours = |pid: &i32| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            words.split(|byte| *byte == 0).any(|word| word == self.mark.as_bytes())
        };
        pids.filter(is_ours).collect()
    }

    /// An error if something is left of it for longer than killing takes.
    pub fn require_none_left(&self) -> Result<(), Failed> {
        let since = Instant::now();
        loop {
            let left = self.processes();
            if left.is_empty() {
                return Ok(());
            }
            if since.elapsed() > Duration::from_secs(10) {
                return Err(format!("{left:?} are left").into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
