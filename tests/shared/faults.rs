//! Faults at random while several machines work: machines and servers that are killed, connections that are cut, a server that
//! is full, leases that expire. The findings are those of a campaign in a folder, and no run is counted twice.

use std::time::{Duration, Instant};

use crate::server::Server;
use crate::support::{Machine, begin, campaign, tables};

const RUNS: &str = "1500";
const NO_MINIMIZE: &[&str] = &["--no-minimize"];

/// A few of each kind, quickly.
#[test]
fn faults_change_nothing() {
    survive(6, "150");
}

#[test]
#[ignore = "long: 100 faults in campaigns of several machines"]
fn faults_100() {
    let mut faults = 0;
    while faults < 100 {
        faults += survive(25, RUNS);
    }
    println!("{faults} faults: the same findings, every run done, none counted twice");
}

/// What happens.
#[derive(Clone, Copy, Debug)]
enum Fault {
    MachineKilled,
    ServerKilled,
    ServerStopped,
    ConnectionsCut,
    Full,
    Expired,
}

const FAULTS: [Fault; 6] = [
    Fault::MachineKilled,
    Fault::ServerKilled,
    Fault::ConnectionsCut,
    Fault::Expired,
    Fault::ServerStopped,
    Fault::Full,
];

/// Does a campaign with at most so many faults; tells how many there were.
fn survive(most: usize, runs: &str) -> usize {
    let mut server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let expected = tables(&begin(&folder.path().join("alone"), runs, None).finish());
    let url = server.address("runs");
    let mut first = begin(&folder.path().join("one"), runs, Some(&url));
    campaign(&server, &mut first);
    let folders = ["two", "three"].map(|name| folder.path().join(name));
    let mut machines = vec![Some(first)];
    machines.extend(folders.iter().map(|out| Some(Machine::work(&url, out, NO_MINIMIZE))));
    let mut faults = 0;
    let mut number = 88_172_645_463_325_252_u64 ^ most as u64;
    let mut random = |bound: u64| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        number % bound
    };
    let began = Instant::now();
    while faults < most && !is_done(&server, runs) {
        assert!(began.elapsed() < Duration::from_secs(600), "it does not end");
        std::thread::sleep(Duration::from_millis(300 + random(700)));
        let fault = FAULTS[faults % FAULTS.len()];
        faults += 1;
        match fault {
            Fault::MachineKilled => {
                let place = random(machines.len() as u64) as usize;
                if let Some(machine) = machines[place].take() {
                    machine.kill();
                }
                let out = folder.path().join(["one", "two", "three"][place]);
                machines[place] = Some(Machine::work(&url, &out, NO_MINIMIZE));
            }
            Fault::ServerKilled | Fault::ServerStopped => {
                server.stop(matches!(fault, Fault::ServerKilled));
                std::thread::sleep(Duration::from_millis(random(3000)));
                server.go_on();
            }
            Fault::ConnectionsCut => {
                server.sql(
                    "runs",
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                     WHERE application_name = 'murxla'",
                );
            }
            Fault::Full => {
                // As a disk that takes nothing: whatever is written is refused for a while.
                server.sql(
                    "runs",
                    "CREATE OR REPLACE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS \
                    $$ BEGIN RAISE disk_full USING MESSAGE = 'could not extend file'; END $$; \
                    CREATE TRIGGER is_full BEFORE UPDATE ON murxla.site EXECUTE FUNCTION is_full()",
                );
                std::thread::sleep(Duration::from_millis(random(2000)));
                server.sql("runs", "DROP TRIGGER is_full ON murxla.site");
            }
            Fault::Expired => {
                // As if the clock of the server jumped: machines go on with runs that others have, too.
                let past = "UPDATE murxla.lease SET expires = now() - interval '1 hour'";
                server.sql("runs", past);
            }
        }
        // A machine that was joining while the store was away has ended, with a clear line.
        for (place, machine) in machines.iter_mut().enumerate() {
            let ended = machine.as_mut().and_then(Machine::ended);
            if let Some(status) = ended.filter(|_| !is_done(&server, runs)) {
                let output = machine.take().expect("one").finish();
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    status.code() == Some(6) && said.contains("cannot be used now"),
                    "{status}: {said}"
                );
                let out = folder.path().join(["one", "two", "three"][place]);
                *machine = Some(Machine::work(&url, &out, NO_MINIMIZE));
            }
        }
    }
    for machine in machines.into_iter().flatten() {
        machine.finish();
    }
    let last = Machine::work(&url, &folder.path().join("last"), NO_MINIMIZE).finish();
    assert_eq!(tables(&last), expected, "after {faults} faults");
    let query = "SELECT next_run || ' ' || (SELECT sum(runs) FROM murxla.site) || ' ' || \
         (SELECT sum((counts::json ->> 'runs')::bigint) FROM murxla.site) FROM murxla.progress";
    assert_eq!(server.sql("runs", query), [format!("{runs} {runs} {runs}")]);
    faults
}

fn is_done(server: &Server, runs: &str) -> bool {
    server.sql("runs", "SELECT sum(runs) FROM murxla.site") == [runs]
}
