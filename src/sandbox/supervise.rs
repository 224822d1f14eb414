//! Supervises a child from the parent: waits, captures the output, enforces the limits.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::processor::{processor_time, time_of_others};
use super::reap::Running;
use super::shared::Shared;
use super::system::{PAGE, STATM_RESIDENT, checked, statm_pages};

/// Why the parent ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Flood,
    Time,
    Memory,
    /// The handler of a crash did not end.
    Crash,
    /// The notes of a batch make no sense any more.
    DamagedNotes,
}

/// No process fills memory faster than this, in bytes per millisecond (10 GB/s).
const FASTEST_GROWTH: u64 = 10 << 20;
/// Between two looks at time and memory.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);
const LONGEST_LOOK: Duration = Duration::from_millis(50);
/// Between two looks of a follower.
const FOLLOW: Duration = Duration::from_millis(20);
/// What a crash may take to be recorded.
const CRASH_GRACE: Duration = Duration::from_secs(1);

/// A run that prints more than is kept may be about to die: it is stopped when so many times as much has come.
const PATIENCE: u64 = 8;
/// So much of the end is kept then.
const TAIL: usize = 16 << 10;

/// The output of the child.
pub(super) struct Capture {
    streams: [Option<PipeReader>; 2],
    /// What was read and is kept, of stdout and stderr.
    bytes: [Vec<u8>; 2],
    limit: u64,
    /// How much more is kept.
    room: u64,
    /// How much more may come after that.
    patience: u64,
    /// The end of what was not kept: there it is told why a run died.
    tails: [Vec<u8>; 2],
    buffer: Vec<u8>,
}

impl Capture {
    pub(super) fn new(stdout: PipeReader, stderr: PipeReader, limit: u64) -> io::Result<Capture> {
        for stream in [&stdout, &stderr] {
            // SAFETY: a plain system call on a descriptor that is ours.
            checked(unsafe { libc::fcntl(stream.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) })?;
        }
        let (streams, bytes) = ([Some(stdout), Some(stderr)], [Vec::new(), Vec::new()]);
        let (patience, tails) = (limit.saturating_mul(PATIENCE), [Vec::new(), Vec::new()]);
        Ok(Capture {
            streams,
            bytes,
            limit,
            room: limit,
            patience,
            tails,
            buffer: vec![0; 64 << 10],
        })
    }

    /// Forgets what was read.
    fn clear(&mut self) {
        self.bytes.iter_mut().chain(&mut self.tails).for_each(Vec::clear);
        self.room = self.limit;
        self.patience = self.limit.saturating_mul(PATIENCE);
    }

    /// What was read, of stdout and stderr; with the end of what was too much, if the run was not stopped for that.
    pub(super) fn into_bytes(self, stop: Option<Stop>) -> [Vec<u8>; 2] {
        let [mut stdout, mut stderr] = self.bytes;
        if stop != Some(Stop::Flood) {
            let [out_tail, err_tail] = self.tails;
            stdout.extend(out_tail);
            stderr.extend(err_tail);
        }
        [stdout, stderr]
    }

    /// Takes what is there from one stream; says whether it was too much.
    fn read(&mut self, index: usize) -> io::Result<bool> {
        loop {
            let Some(stream) = &mut self.streams[index] else { return Ok(false) };
            match stream.read(&mut self.buffer) {
                Ok(0) => self.streams[index] = None,
                Ok(count) => {
                    let kept = count.min(usize::try_from(self.room).unwrap_or(usize::MAX));
                    self.bytes[index].extend_from_slice(&self.buffer[..kept]);
                    self.room -= kept as u64;
                    let beyond = &self.buffer[kept..count];
                    if beyond.len() as u64 > self.patience {
                        return Ok(true);
                    }
                    self.patience -= beyond.len() as u64;
                    let tail = &mut self.tails[index];
                    tail.extend_from_slice(beyond);
                    tail.drain(..tail.len().saturating_sub(TAIL));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn descriptor(&self, index: usize) -> RawFd {
        // `poll` passes over negative descriptors.
        self.streams[index].as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

/// Someone in the parent who follows what the child writes to shared memory.
pub(super) trait Follower {
    /// How many runs have begun in the child, if it does many.
    fn runs_begun(&mut self) -> u64 {
        0
    }

    /// Takes what is new; called now and then while the child runs, and after its end.
    fn follow(&mut self, shared: &Shared) -> io::Result<Option<Stop>>;
}

/// Watches `child` until it is dead (`None`) or must be killed. The limits of time and output count from the begin of
/// each run; the time that the follower takes is not the child's.
pub(super) fn watch(
    limits: &Limits,
    child: &Running,
    started: Instant,
    shared: &Shared,
    capture: &mut Capture,
    follower: &mut Option<&mut dyn Follower>,
) -> io::Result<Option<Stop>> {
    let mut crashing_since: Option<Instant> = None;
    let mut meter = Meter::new(child.pid);
    let mut next_look = started + meter.until_next_look(limits);
    let mut deadline = started + limits.wall;
    let mut next_follow = follower.as_ref().map(|_| started + FOLLOW);
    // The run to which the clocks belong, and one that had not ended when all of `capture` was read.
    let (mut timed, mut printing) = (0, 0);
    loop {
        let next = next_follow.unwrap_or(deadline).min(deadline).min(next_look);
        let wait = next.saturating_duration_since(Instant::now());
        let descriptors = [child.pidfd().as_raw_fd(), capture.descriptor(0), capture.descriptor(1)];
        let [dead, printed @ ..] = wait_for(descriptors, wait)?;
        let mut begun = follower.as_mut().map_or(0, |follower| follower.runs_begun());
        if begun != printing {
            capture.clear();
        }
        // The end of the child may be told before the last of what it printed.
        for index in (0..2).filter(|index| dead || printed[*index]) {
            while capture.read(index)? {
                // Several runs may have printed since we looked: a flood is what one run prints.
                let now_begun = follower.as_mut().map_or(0, |follower| follower.runs_begun());
                if now_begun == begun {
                    return Ok(Some(Stop::Flood));
                }
                begun = now_begun;
                capture.clear();
            }
        }
        // Only now: what was printed before the end has been read.
        if dead {
            return Ok(None);
        }
        let now = Instant::now();
        if let Some(follower) = follower {
            printing = follower.runs_begun();
            if printing != timed {
                timed = printing;
                deadline = now + limits.wall;
                meter.begin_run();
            }
        }
        if now >= deadline {
            return Ok(Some(Stop::Time));
        }
        if now >= next_look {
            if let Some(stop) = meter.look(limits) {
                return Ok(Some(stop));
            }
            if shared.record().signal.load(Ordering::Relaxed) != 0
                && now - *crashing_since.get_or_insert(now) > CRASH_GRACE
            {
                return Ok(Some(Stop::Crash));
            }
            next_look = now + meter.until_next_look(limits);
        }
        if let Some(follower) = follower
            && next_follow.is_some_and(|time| now >= time)
        {
            if let Some(stop) = follower.follow(shared)? {
                return Ok(Some(stop));
            }
            // While it looked, nobody read what the child printed, so the child may have waited for us.
            deadline += now.elapsed();
            next_follow = Some(Instant::now() + FOLLOW);
        }
    }
}

/// Shows the log of a run to someone while it grows: each byte once, in order, entries never in parts.
pub(super) struct Onlooker<'a> {
    show: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    shown: usize,
    new: Vec<u8>,
}

impl<'a> Onlooker<'a> {
    pub(super) fn new(show: &'a mut dyn FnMut(&[u8]) -> io::Result<()>) -> Onlooker<'a> {
        Onlooker { show, shown: 0, new: Vec::new() }
    }
}

impl Follower for Onlooker<'_> {
    fn follow(&mut self, shared: &Shared) -> io::Result<Option<Stop>> {
        self.new.clear();
        shared.read_log_from(self.shown, &mut self.new);
        if !self.new.is_empty() {
            self.shown += self.new.len();
            (self.show)(&self.new)?;
        }
        Ok(None)
    }
}

/// Waits until one of the descriptors is ready or time is up; tells which are.
fn wait_for(descriptors: [RawFd; 3], time: Duration) -> io::Result<[bool; 3]> {
    let mut polled = descriptors.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
    let time = libc::timespec {
        tv_sec: time.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: time.subsec_nanos().into(),
    };
    let none = std::ptr::null();
    // SAFETY: the array and the time are valid for the call; no mask is given.
    match checked(unsafe { libc::ppoll(polled.as_mut_ptr(), 3, &raw const time, none) }) {
        Ok(_) => Ok(polled.map(|poll| poll.revents != 0)),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok([false; 3]),
        Err(error) => Err(error),
    }
}

/// Reads what the child has used so far.
struct Meter {
    pid: libc::pid_t,
    /// Opened when first asked for: most runs end before.
    statm: Option<File>,
    resident: u64,
    /// All time on processors, and how much of it was before the run began.
    cpu: Duration,
    cpu_before: Duration,
}

impl Meter {
    fn new(pid: libc::pid_t) -> Meter {
        Meter { pid, statm: None, resident: 0, cpu: Duration::ZERO, cpu_before: Duration::ZERO }
    }

    /// Another run begins.
    fn begin_run(&mut self) {
        self.cpu = self.cpu_time().unwrap_or(self.cpu);
        self.cpu_before = self.cpu;
    }

    fn cpu_of_run(&self) -> Duration {
        self.cpu.saturating_sub(self.cpu_before)
    }

    fn look(&mut self, limits: &Limits) -> Option<Stop> {
        // A process that is just ending may not tell any more: then the last figures stay.
        self.cpu = self.cpu_time().unwrap_or(self.cpu);
        self.resident = self.resident_memory().unwrap_or(self.resident);
        if self.resident > limits.memory {
            Some(Stop::Memory)
        } else if self.cpu_of_run() >= limits.cpu {
            Some(Stop::Time)
        } else {
            None
        }
    }

    /// So long that no limit can be overrun by much; often, near a limit.
    fn until_next_look(&self, limits: &Limits) -> Duration {
        let room = limits.memory.saturating_sub(self.resident);
        let memory = Duration::from_millis(room / FASTEST_GROWTH);
        let time = limits.cpu.saturating_sub(self.cpu_of_run());
        memory.min(time).clamp(SHORTEST_LOOK, LONGEST_LOOK)
    }

    fn resident_memory(&mut self) -> Option<u64> {
        if self.statm.is_none() {
            self.statm = File::open(format!("/proc/{}/statm", self.pid)).ok();
        }
        let mut text = [0; 128];
        let length = self.statm.as_ref()?.read_at(&mut text, 0).ok()?;
        Some(statm_pages(&text[..length], STATM_RESIDENT)? * PAGE)
    }

    /// The time of the child and of all processes that it started.
    fn cpu_time(&self) -> Option<Duration> {
        Some(processor_time(self.pid)? + time_of_others(self.pid))
    }
}
