//! Campaigns on a system that refuses them things: a clear message, a documented exit code, and what was stored stays
//! whole.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const MURXLA: &str = env!("CARGO_BIN_EXE_murxla");
/// Wrong on the command line.
const USAGE: i32 = 2;
/// The system refused.
const SYSTEM: i32 = 5;

/// Runs a line of the shell in which `$MURXLA` is the program and `$OUT` the folder.
fn shell(script: &str, out: &Path) -> Output {
    Command::new("sh")
        .args(["-c", script])
        .env("MURXLA", MURXLA)
        .env("OUT", out)
        .stdin(Stdio::null())
        .output()
        .expect("the shell")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// One line that says what is wrong, and nothing of a panic.
fn require(output: &Output, code: i32, words: &[&str]) {
    let text = said(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    let errors = text.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 1, "{text}");
    for word in words {
        assert!(text.contains(word), "'{word}' is not in: {text}");
    }
}

/// The campaign in the folder goes on and comes to its end.
fn require_intact(out: &Path, runs: u32) {
    let output = shell(&format!("\"$MURXLA\" fuzz --resume \"$OUT\" -m {runs} -q"), out);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}", said(&output));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.starts_with(&format!("{runs} runs, ")), "{told}");
}

#[test]
fn a_folder_that_cannot_be_written() {
    // Nobody can make a folder there, not even the superuser.
    let output = shell("\"$MURXLA\" --solver mock -m 5 -q -O \"$OUT\"", Path::new("/proc/murxla"));
    require(&output, SYSTEM, &["/proc/murxla"]);
}

#[test]
fn few_open_files_are_enough_or_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let script =
        "ulimit -n 64; \"$MURXLA\" --solver mock -m 200 -j 2 -q -O \"$OUT\" -o fault=segv@60";
    let output = shell(script, &out);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}", said(&output));
    require_intact(&out, 220);
    let script = "ulimit -n 8; \"$MURXLA\" fuzz --resume \"$OUT\" -m 240 -q";
    require(&shell(script, &out), SYSTEM, &["files"]);
    require_intact(&out, 240);
}

#[test]
fn two_campaigns_in_one_folder_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let mut first = Command::new(MURXLA)
        .args(["--solver", "mock", "-q", "--time-budget", "600", "-O"])
        .arg(&out)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("murxla");
    let started = Instant::now();
    while !out.join("campaign.toml").exists() {
        assert!(started.elapsed() < Duration::from_secs(30), "the first campaign does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let begun = shell("\"$MURXLA\" --solver mock -m 5 -q -O \"$OUT\"", &out);
    let resumed = shell("\"$MURXLA\" fuzz --resume \"$OUT\" -m 5 -q", &out);
    let alive = matches!(first.try_wait(), Ok(None));
    let interrupt = Command::new("kill").args(["-INT", &first.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let ended = first.wait().expect("the first campaign");
    assert!(alive && matches!(ended.code(), Some(0 | 10)), "{ended}");
    require(&begun, USAGE, &["there is a campaign in"]);
    require(&resumed, SYSTEM, &["another murxla is running the campaign"]);
    // More than it has done so far.
    let output = shell("\"$MURXLA\" fuzz --resume \"$OUT\" --time-budget 1 -q", &out);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}", said(&output));
}

/// A file system of its own needs rights that not every machine gives.
#[test]
#[ignore = "long: mounts a small file system; needs user namespaces or the superuser"]
fn a_full_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    let kept = folder.path().join("kept");
    std::fs::create_dir(&disk).expect("a folder");
    let script = format!(
        "mount -t tmpfs -o size=700k none '{disk}' || exit 77
         \"$MURXLA\" --solver mock -m 100000 -q -O '{disk}/out' -o fault=segv@30 -j 2
         code=$?
         cp -r '{disk}/out' \"$OUT\"
         exit $code",
        disk = disk.display()
    );
    let quoted = script.replace('\'', "'\\''");
    let output = shell(&format!("unshare -rm sh -c '{quoted}'"), &kept);
    assert_ne!(output.status.code(), Some(77), "no file system can be mounted: {}", said(&output));
    require(&output, SYSTEM, &["No space left"]);
    // Where there is room again, it goes on.
    let output = shell("\"$MURXLA\" fuzz --resume \"$OUT\" --time-budget 2 -q", &kept);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}", said(&output));
    println!("a full disk: told, exit {SYSTEM}, and gone on with elsewhere");
}
