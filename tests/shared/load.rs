//! What a server bears: simulated machines that lease and deliver without a solver; and what a campaign in a store costs beside
//! one in a folder.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::{PASSWORD, Server};
use crate::support::{Machine, begin, campaign};

/// How many simulated machines, each with a connection.
const MACHINES: usize = 1_000;
const SECONDS: u64 = 60;
/// Runs in a lease, and what a delivery brings: as a real machine does every five seconds.
const RUNS: i64 = 400;
const FIGURES: usize = 12_000;

#[test]
#[ignore = "long: 1,000 simulated machines on one server"]
fn machines_1000() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    begin(&folder.path().join("one"), "1", Some(&server.address("runs"))).finish();
    server.sql("runs", "UPDATE murxla.campaign SET goal = NULL");
    let before = size(&server);
    let end = Instant::now() + Duration::from_secs(SECONDS);
    let threads: Vec<_> = (0..MACHINES)
        .map(|number| {
            let url = server.address("runs");
            let small = std::thread::Builder::new().stack_size(1 << 20);
            small.spawn(move || machine(&url, number, end)).expect("a thread")
        })
        .collect();
    let mut waits: Vec<Duration> = Vec::new();
    for thread in threads {
        waits.extend(thread.join().expect("a machine"));
    }
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let rate = waits.len() as f64 / SECONDS as f64;
    let done: f64 =
        server.sql("runs", "SELECT runs_done FROM murxla.campaign")[0].parse().expect("a number");
    let growth = (size(&server) - before) / done * 1e6 / 1e6;
    println!(
        "{MACHINES} machines, {SECONDS} s: {rate:.0} leases with their deliveries per second, median {:.0} ms, p99 {:.0} ms; \
         {growth:.1} MB per million runs ({:.1} million)",
        at(0.5),
        at(0.99),
        done / 1e6
    );
}

fn size(server: &Server) -> f64 {
    server.sql("runs", "SELECT pg_database_size('runs')")[0].parse().expect("a number")
}

/// Leases and delivers as fast as the server lets it, in the statements of a machine.
fn machine(url: &str, number: usize, end: Instant) -> Vec<Duration> {
    let mut config: postgres::Config = url.parse().expect("an address");
    config.password(PASSWORD).application_name("simulated");
    let mut client = loop {
        match config.connect(postgres::NoTls) {
            Ok(client) => break client,
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    let name = format!("simulated:{number}");
    let site: i64 = client
        .query_one(
            "INSERT INTO murxla.site (campaign, name, jobs) VALUES (1, $1, 1) RETURNING id",
            &[&name],
        )
        .expect("joined")
        .get(0);
    let figures = "x".repeat(FIGURES);
    let figures = format!("{{\"x\":\"{figures}\"}}");
    let mut waits = Vec::new();
    while Instant::now() < end {
        let began = Instant::now();
        let mut it = client.transaction().expect("a transaction");
        let query = "SELECT next_run FROM murxla.campaign WHERE id = 1 FOR UPDATE";
        let first: i64 = it.query_one(query, &[]).expect("leased").get(0);
        it.query(
            "DELETE FROM murxla.lease WHERE campaign = 1 AND expires < now() RETURNING first, past",
            &[],
        )
        .expect("expired");
        it.query_opt(
            "DELETE FROM murxla.returned WHERE campaign = 1 AND first = \
             (SELECT min(first) FROM murxla.returned WHERE campaign = 1) RETURNING first, past",
            &[],
        )
        .expect("returned");
        let past = first + RUNS;
        it.execute("UPDATE murxla.campaign SET next_run = $1 WHERE id = 1", &[&past])
            .expect("leased");
        let id: i64 =
            it.query_one("SELECT nextval('murxla.lease_number')", &[]).expect("a number").get(0);
        it.execute(
            "INSERT INTO murxla.lease (id, first, past, campaign, site, expires) \
             VALUES ($1, $2, $3, 1, $4, now() + interval '2 minutes')",
            &[&id, &first, &past, &site],
        )
        .expect("leased");
        it.commit().expect("leased");
        let mut it = client.transaction().expect("a transaction");
        it.execute("DELETE FROM murxla.lease WHERE id = $1 AND first = $2", &[&id, &first])
            .expect("done");
        it.execute(
            "UPDATE murxla.site SET runs = runs + $2, delivery = delivery + 1, counts = $3, seen = now() WHERE id = $1",
            &[&site, &RUNS, &figures],
        )
        .expect("delivered");
        let query = "UPDATE murxla.campaign SET runs_done = runs_done + $1 WHERE id = 1";
        it.execute(query, &[&RUNS]).expect("delivered");
        it.commit().expect("delivered");
        waits.push(began.elapsed());
    }
    waits
}

/// Processor time of a campaign with two workers, in a folder and in a store, in turns.
#[test]
#[ignore = "long: what a campaign in a store costs"]
fn cost_beside_a_folder() {
    const RUNS: &str = "3000";
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let mut least = [f64::MAX; 2];
    for round in 0..3 {
        for (kind, store) in
            [None, Some(server.address(&format!("round_{round}")))].into_iter().enumerate()
        {
            if store.is_some() {
                server.make_database(&format!("round_{round}"));
            }
            let out = folder.path().join(format!("{round}-{kind}")).display().to_string();
            let mut args = vec![
                "--solver",
                "bitwuzla",
                "--campaign-seed",
                "1",
                "--max-runs",
                RUNS,
                "-j",
                "2",
                "-q",
            ];
            args.extend(["--set", "learn=0", "-O", &out]);
            args.extend(store.iter().flat_map(|url| ["--store", url]));
            let mut timed = Command::new("bash");
            timed.args([
                "-c",
                "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>&1",
                "-",
                env!("CARGO_BIN_EXE_murxla"),
            ]);
            let output = timed.args(&args).env("PGPASSWORD", PASSWORD).output().expect("bash");
            let text = String::from_utf8_lossy(&output.stderr);
            let seconds: f64 =
                text.split_whitespace().filter_map(|word| word.parse::<f64>().ok()).sum();
            least[kind] = least[kind].min(seconds);
        }
    }
    let [folder, store] = least;
    let runs: f64 = RUNS.parse().expect("a number");
    println!(
        "runs per CPU-second: {:.1} in a folder, {:.1} in a store: {:.3}",
        runs / folder,
        runs / store,
        folder / store
    );
}

/// Two and eight machines: the findings of one process.
#[test]
#[ignore = "long: two and eight machines, 2,000 runs each"]
fn eight_machines() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.address("runs");
    for (campaigns, machines) in [2usize, 8].into_iter().enumerate() {
        let alone = begin(&folder.path().join(format!("alone-{campaigns}")), "2000", None).finish();
        let expected = crate::support::tables(&alone);
        if campaigns > 0 {
            server.sql("runs", "DROP SCHEMA murxla CASCADE");
            std::fs::remove_dir_all(folder.path().join("one")).expect("removed");
        }
        let mut first = begin(&folder.path().join("one"), "2000", Some(&url));
        campaign(&server, &mut first);
        let others: Vec<Machine> = (1..machines)
            .map(|number| {
                Machine::work(
                    &url,
                    &folder.path().join(format!("{campaigns}-{number}")),
                    &["--no-minimize"],
                )
            })
            .collect();
        let mut seen = vec![first.finish()];
        seen.extend(others.into_iter().map(Machine::finish));
        let last = Machine::work(
            &url,
            &folder.path().join(format!("last-{campaigns}")),
            &["--no-minimize"],
        )
        .finish();
        assert_eq!(crate::support::tables(&last), expected);
        let query =
            "SELECT runs_done || ' ' || (SELECT sum(runs) FROM murxla.site) FROM murxla.campaign";
        assert_eq!(server.sql("runs", query), ["2000 2000"]);
        println!("{machines} machines: the same findings as one process, 2,000 of 2,000 runs");
    }
}
