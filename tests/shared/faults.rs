//! Faults at random while several machines work: workers, machines and servers that are killed, a network that is cut, a server
//! that is full, leases that expire while their machine works, a clock that jumps. The findings are those of a campaign in a
//! folder, no run is lost, and none is counted twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::network::Network;
use crate::server::Server;
use crate::support::{Machine, begin, campaign, tables};

const NO_MINIMIZE: &[&str] = &["--no-minimize"];
/// Whoever has no store for so long must have said so.
const TOLD_WITHIN: Duration = Duration::from_secs(10);
/// What a machine says then.
const AWAY: &str = "cannot be used now";
/// It was told.
const TOLD: usize = usize::MAX;
/// How long a network is cut.
const CUT: Duration = Duration::from_secs(30);

/// A few, quickly.
#[test]
fn faults_change_nothing() {
    let mut happened = BTreeMap::new();
    let mut campaigns = 0;
    // How long a campaign takes hangs on the machine.
    while happened.values().sum::<usize>() < 6 {
        campaigns += 1;
        survive(campaigns, 6, 200, Duration::from_secs(4), &mut happened);
    }
}

#[test]
#[ignore = "long: 100 faults in campaigns of several machines"]
fn faults_100() {
    let mut happened = BTreeMap::new();
    let (mut campaigns, mut slowest) = (0, Duration::ZERO);
    while happened.values().sum::<usize>() < 100 {
        campaigns += 1;
        slowest = slowest.max(survive(campaigns, 25, 6_000, CUT, &mut happened));
        println!("after campaign {campaigns}: {happened:?}");
    }
    let faults: usize = happened.values().sum();
    println!(
        "{faults} faults in {campaigns} campaigns ({happened:?}): the same findings, every run done, none counted twice; \
         a store that is away was told within {:.1} s",
        slowest.as_secs_f64()
    );
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    WorkerKilled,
    MachineKilled,
    ServerKilled,
    ServerStopped,
    ServerSilent,
    ConnectionsEnded,
    NetworkCut,
    ServerFull,
    LeasesExpired,
    ClockJumped,
}

const FAULTS: [Fault; 10] = [
    Fault::NetworkCut,
    Fault::MachineKilled,
    Fault::LeasesExpired,
    Fault::ClockJumped,
    Fault::ServerKilled,
    Fault::WorkerKilled,
    Fault::ConnectionsEnded,
    Fault::ServerFull,
    Fault::ServerStopped,
    Fault::ServerSilent,
];

/// A place with a machine, or the next one after that died.
struct Place {
    out: PathBuf,
    network: Network,
    url: String,
    machine: Option<Machine>,
    /// Since when it has no store, how long that lasts, and what it had said before.
    without: Option<(Instant, Duration, usize)>,
}

/// The numbers of a generator by Marsaglia: the faults of a campaign are the same each time, their moments are not.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Does a campaign of three machines with at most so many faults; tells how long it took at most until a machine said that the
/// store is away.
fn survive(
    number: u64,
    most: usize,
    runs: u64,
    cut: Duration,
    happened: &mut BTreeMap<Fault, usize>,
) -> Duration {
    let runs = runs.to_string();
    let mut server = Server::start_small();
    let folder = tempfile::tempdir().expect("a folder");
    let alone = begin(&folder.path().join("alone"), &runs, None).finish();
    let expected = tables(&alone);
    let clock = Clock::new(folder.path());
    // The campaign begins without the network, which is cut later.
    let mut first = begin(&folder.path().join("first/one"), &runs, Some(&server.address("runs")));
    campaign(&server, &mut first);
    drop(first);
    let mut places: Vec<Place> = ["one", "two", "three"]
        .into_iter()
        .map(|name| {
            let network = Network::to(server.port());
            let url = network.url(&server.address("runs"), server.port());
            let out = folder.path().join(name);
            Place { out, network, url, machine: None, without: None }
        })
        .collect();
    let mut random = Random(88_172_645_463_325_252 ^ (number << 32));
    let (mut faults, mut slowest, mut jump) = (0, Duration::ZERO, 0);
    let began = Instant::now();
    let mut next = Instant::now() + Duration::from_secs(2);
    while faults < most && !is_done(&server, &runs) {
        assert!(began.elapsed() < Duration::from_secs(300), "it does not end");
        for (at, place) in places.iter_mut().enumerate() {
            place.go_on(&clock, at == 0, &server, &runs);
            slowest = slowest.max(place.look());
        }
        std::thread::sleep(Duration::from_millis(50));
        if Instant::now() < next {
            continue;
        }
        next = Instant::now() + Duration::from_millis(200 + random.below(1200));
        let fault = FAULTS[(faults + number as usize - 1) % FAULTS.len()];
        faults += 1;
        *happened.entry(fault).or_default() += 1;
        let at = random.below(places.len() as u64) as usize;
        match fault {
            Fault::WorkerKilled => {
                let pid = places[at].machine.as_ref().map(Machine::pid);
                pid.into_iter().for_each(kill_children);
            }
            Fault::MachineKilled => drop(places[at].machine_ended()),
            Fault::ServerKilled | Fault::ServerStopped => {
                server.stop(fault == Fault::ServerKilled);
                let away = Duration::from_millis(random.below(3000));
                std::thread::sleep(away);
                server.go_on();
            }
            Fault::ServerSilent => {
                server.suspend(true);
                let long = cut.min(Duration::from_secs(12));
                places.iter_mut().for_each(|place| place.is_without(long));
                let end = Instant::now() + long;
                while Instant::now() < end {
                    std::thread::sleep(Duration::from_millis(50));
                    for place in &mut places {
                        slowest = slowest.max(place.look());
                    }
                }
                server.suspend(false);
            }
            Fault::ConnectionsEnded => {
                server.sql(
                    "runs",
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'murxla'",
                );
            }
            Fault::NetworkCut => {
                places[at].network.cut(true);
                places[at].is_without(cut);
            }
            Fault::ServerFull => {
                server.fill(true);
                std::thread::sleep(Duration::from_millis(1000 + random.below(2000)));
                server.fill(false);
            }
            Fault::LeasesExpired => {
                // As if the machines had not been heard of: they go on with runs that others get, too.
                server.sql("runs", "UPDATE murxla.lease SET expires = now() - interval '1 hour'");
            }
            Fault::ClockJumped => {
                jump = if jump > 0 { -3600 } else { 3600 };
                clock.jump(jump);
            }
        }
    }
    for place in &mut places {
        place.network.cut(false);
        if let Some(machine) = place.machine.take() {
            machine.finish();
        }
    }
    let (url, out) = (server.address("runs"), folder.path().join("last"));
    let mut last = Machine::to_work(&url, &out, NO_MINIMIZE);
    clock.give_to(&mut last);
    let last = Machine::start(last).finish();
    assert_eq!(tables(&last), expected, "after {faults} faults");
    let query = "SELECT next_run || ' ' || (SELECT sum(runs) FROM murxla.site) || ' ' || \
         (SELECT sum((counts::json ->> 'runs')::bigint) FROM murxla.site) || ' ' || \
         (SELECT count(*) FROM murxla.lease) || ' ' || (SELECT count(*) FROM murxla.returned) FROM murxla.progress";
    assert_eq!(server.sql("runs", query), [format!("{runs} {runs} {runs} 0 0")]);
    if jump != 0 {
        clock.was_seen();
    }
    slowest
}

impl Place {
    /// There is a machine here, unless it cannot be.
    fn go_on(&mut self, clock: &Clock, has_clock: bool, server: &Server, runs: &str) {
        if let Some((since, long, _)) = self.without
            && since.elapsed() > long
        {
            self.network.cut(false);
            self.without = None;
        }
        let ended = self.machine.as_mut().and_then(Machine::ended);
        if let Some(status) = ended
            && !is_done(server, runs)
        {
            // Who joins while the store is away ends with a clear line.
            let said = self.machine_ended().expect("one").said();
            assert!(status.code() == Some(6) && said.contains(AWAY), "{status}: {said}");
        }
        if self.machine.is_none() {
            let mut command = Machine::to_work(&self.url, &self.out, NO_MINIMIZE);
            if has_clock {
                clock.give_to(&mut command);
            }
            self.machine = Some(Machine::start(command));
        }
    }

    /// For so long the store is away for this machine, which should say so.
    fn is_without(&mut self, long: Duration) {
        let said = self.machine.as_ref().map(Machine::said).unwrap_or_default();
        // It need not say it twice.
        let knows = said.rfind(AWAY) > said.rfind("is there again, after");
        let before = if knows || self.machine.is_none() { TOLD } else { said.len() };
        self.without.get_or_insert((Instant::now(), long, before));
    }

    /// The machine here, which ends; the next one ends, too, if it has no store.
    fn machine_ended(&mut self) -> Option<Machine> {
        if let Some((_, _, before)) = &mut self.without {
            *before = TOLD;
        }
        self.machine.take()
    }

    /// Whether the machine here says that it has no store; tells how long that took.
    fn look(&mut self) -> Duration {
        let (Some((since, long, before)), Some(machine)) = (self.without, &self.machine) else {
            return Duration::ZERO;
        };
        if before == TOLD {
            return Duration::ZERO;
        }
        let said = machine.said();
        if said.get(before..).unwrap_or_default().contains(AWAY) {
            self.without = Some((since, long, TOLD));
            return since.elapsed();
        }
        let late = since.elapsed() > TOLD_WITHIN;
        assert!(!late, "nothing is said of a store that is away for {:?}: {said}", since.elapsed());
        Duration::ZERO
    }
}

fn is_done(server: &Server, runs: &str) -> bool {
    server.sql("runs", "SELECT sum(runs) FROM murxla.site") == [runs]
}

/// Kills the workers of a machine.
fn kill_children(pid: u32) {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    let mut kill = Command::new("kill");
    // Those that ended just now need no killing.
    let _ = kill.arg("-KILL").args(children.split_whitespace()).output();
}

/// The time of day of one machine.
struct Clock {
    library: PathBuf,
    file: PathBuf,
}

impl Clock {
    fn new(folder: &Path) -> Clock {
        let (library, file) = (folder.join("clock.so"), folder.join("clock"));
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shared/clock.c"))
            .arg("-ldl")
            .output()
            .expect("cc");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        std::fs::write(&file, "0").expect("a file");
        Clock { library, file }
    }

    fn give_to(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("MURXLA_TEST_CLOCK", &self.file);
    }

    fn jump(&self, seconds: i64) {
        // By another name, so that nobody reads half of it.
        let other = self.file.with_extension("next");
        std::fs::write(&other, seconds.to_string()).expect("a file");
        std::fs::rename(&other, &self.file).expect("a file");
    }

    /// Whether the machine has seen another time than that of the world.
    fn was_seen(&self) {
        assert!(self.file.with_extension("seen").exists(), "the clock did not jump");
    }
}
