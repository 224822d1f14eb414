//! Measures processor time: of a process, and of those that it started.

#![allow(unsafe_code)]

use std::fs;
use std::time::Duration;

use libc::pid_t;

use super::system::checked;

/// The time of this process and of all that it started and waited for.
pub fn processor_time_of_all() -> Duration {
    let pid = std::process::id() as pid_t;
    processor_time(pid).unwrap_or_default() + waited_for(pid).unwrap_or_default()
}

/// The time of all threads of a process.
pub(super) fn processor_time(pid: pid_t) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both calls write to valid places.
    unsafe {
        if libc::clock_getcpuclockid(pid, &raw mut clock) != 0 {
            return None;
        }
        checked(libc::clock_gettime(clock, &raw mut time)).ok()?;
    }
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// The time of the processes that a process started from its first thread, and those in turn: of those that run, and of
/// those that it has waited for. A kernel that does not tell the children of a process tells only the latter.
pub(super) fn time_of_others(pid: pid_t) -> Duration {
    let mut time = Duration::ZERO;
    let mut open = vec![pid];
    while let Some(one) = open.pop() {
        time += waited_for(one).unwrap_or_default();
        let children = fs::read_to_string(format!("/proc/{one}/task/{one}/children"));
        for child in children.unwrap_or_default().split_whitespace() {
            if let Ok(child) = child.parse() {
                time += processor_time(child).unwrap_or_default();
                open.push(child);
            }
        }
    }
    time
}

/// The time of the processes that a process has waited for.
fn waited_for(pid: pid_t) -> Option<Duration> {
    const USER: usize = 13;
    // SAFETY: a plain question.
    let per_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok()?;
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // PID (NAME) STATE …, where the name may hold anything.
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(USER).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 1000 / per_second.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_count_while_they_run_and_afterwards() {
        let this = pid_t::try_from(std::process::id()).expect("a number");
        let busy = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let before = time_of_others(this);
        let mut shell = Command::new("sh").args(["-c", busy]).spawn().expect("a shell");
        shell.wait().expect("its end");
        assert!(time_of_others(this) > before);
    }
}
