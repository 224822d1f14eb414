//! Runs an external program that does not outlive us.

#![allow(unsafe_code)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};

/// Runs `command` to its end and captures what it prints; its standard input is empty.
///
/// If this process dies meanwhile, by whatever signal, the command dies too, in two ways that complete
/// each other. The kernel kills the command itself (`PR_SET_PDEATHSIG`); that cannot be missed, but it
/// does not reach the command's own children, e.g. the `cc1plus` of a compiler driver. So the command
/// also gets a process group of its own and a watcher in it, which kills the group as soon as the pipe
/// from us closes. Processes that the command left running are killed when it ends, too.
///
/// `PR_SET_PDEATHSIG` is bound to the calling *thread*; since that thread waits here, it lives long enough.
pub fn run_leashed(command: &mut Command) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    leash(command);
    let child = command.spawn()?;
    let watcher = watch_group(child.id());
    let output = child.wait_with_output();
    if let Ok(mut watcher) = watcher {
        drop(watcher.stdin.take());
        watcher.wait()?;
    }
    output
}

/// Starts `command` with pipes for its input and output, in a process group of its own. It is killed when the
/// calling thread ends, so that should be one that waits for it; what the command starts must see to itself.
pub fn spawn_leashed(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    leash(command);
    command.spawn()
}

pub(super) fn leash(command: &mut Command) {
    let parent = std::process::id();
    command.process_group(0);
    // SAFETY: the closure only makes the system calls prctl and getppid, which are async-signal-safe,
    // and does not allocate: `from_raw_os_error` and `last_os_error` hold a plain number.
    unsafe {
        command.pre_exec(move || {
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
                return Err(io::Error::last_os_error());
            }
            // The parent may have died before the call above: then no signal will ever come.
            if libc::getppid().cast_unsigned() != parent {
                return Err(io::Error::from_raw_os_error(libc::ESRCH));
            }
            Ok(())
        });
    }
}

/// Starts the watcher of a process group: a shell in that group that kills it when its input ends. As a
/// member it keeps the group's number from being reused. Without a shell, `PR_SET_PDEATHSIG` must do.
pub(super) fn watch_group(group: u32) -> io::Result<Child> {
    Command::new("/bin/sh")
        .args(["-c", "read -r _; kill -KILL 0"])
        .process_group(i32::try_from(group).map_err(io::Error::other)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

#[cfg(test)]
mod tests {
    use super::run_leashed;
    use std::process::Command;
    use std::time::{Duration, Instant};

    #[test]
    fn output_and_status_are_captured() {
        let output =
            run_leashed(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"])).unwrap();
        assert_eq!(output.stdout, b"out\n");
        assert_eq!(output.stderr, b"err\n");
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn a_missing_program_is_not_found() {
        let error = run_leashed(&mut Command::new("/nonexistent/program")).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }

    #[test]
    fn what_the_command_leaves_behind_is_killed() {
        let started = Instant::now();
        let script = "sleep 60 >/dev/null 2>&1 & echo $!";
        let output = run_leashed(Command::new("sh").args(["-c", script])).unwrap();
        let pid = String::from_utf8(output.stdout).unwrap();
        let status = format!("/proc/{}/stat", pid.trim());
        // The killed process may linger as a zombie until init collects it.
        let runs = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
        while runs() {
            assert!(started.elapsed() < Duration::from_secs(10), "still running: {pid}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
