//! What a server bears: simulated machines that lease and deliver without a solver; and what a campaign in a store costs beside
//! one in a folder.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::{PASSWORD, Server};
use crate::statements;
use crate::support::begin;

/// How many simulated machines, each with a connection.
const MACHINES: usize = 1_000;
/// Runs in a lease: a few seconds of a machine.
const RUNS: i64 = 400;
/// How often a machine leases and delivers when it has a solver, too.
const LEASES: Duration = Duration::from_secs(8);
const DELIVERIES: Duration = Duration::from_secs(5);
const LEASE_SECONDS: f64 = 120.0;

/// What a machine does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pace {
    /// As a machine whose runs take their time.
    Usual,
    /// As fast as the server lets it.
    Greedy,
}

/// How long questions took.
#[derive(Default)]
struct Waits {
    leases: Vec<Duration>,
    deliveries: Vec<Duration>,
}

#[test]
#[ignore = "long: 1,000 simulated machines on one server"]
fn machines_1000() {
    let server = Server::start_durable();
    let folder = tempfile::tempdir().expect("a folder");
    // The figures of a real machine, so that they are as long.
    begin(&folder.path().join("one"), "300", Some(&server.address("runs"))).finish();
    let figures = server.sql("runs", "SELECT counts FROM murxla.site").remove(0);
    server.sql("runs", "UPDATE murxla.campaign SET goal = NULL");
    println!("figures of a machine: {} bytes", figures.len());
    // After the first part each machine has its rows, and what grows then grows with the runs.
    for (pace, long) in [(Pace::Usual, 15), (Pace::Usual, 40), (Pace::Greedy, 40)] {
        let (before, had, spent) = (size(&server), runs_done(&server), server.processor_seconds());
        let began = Instant::now();
        let waits = all_machines(&server, pace, Duration::from_secs(long), &figures);
        let seconds = began.elapsed().as_secs_f64();
        let done = runs_done(&server) - had;
        let spent = server.processor_seconds() - spent;
        let leases = waits.leases.len() as f64;
        println!("{pace:?}, {MACHINES} machines, {seconds:.0} s, {:.1} million runs:", done / 1e6);
        for (what, mut all) in [("leases", waits.leases), ("deliveries", waits.deliveries)] {
            all.sort();
            let at =
                |share: f64| all[((all.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
            println!(
                "  {what}: {:.0} per second; median {:.1} ms, p99 {:.0} ms, longest {:.0} ms",
                all.len() as f64 / seconds,
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
        println!(
            "  the server: {:.2} ms of a processor for a lease with its deliveries; grew by {:.1} MB, {:.1} MB per million runs",
            spent * 1e3 / leases,
            (size(&server) - before) / 1e6,
            (size(&server) - before) / done
        );
        for line in tables(&server) {
            println!("    {line}");
        }
        server.sql("runs", "VACUUM");
        let more = (size(&server) - before) / 1e6;
        println!("  after VACUUM, which the server does by itself: {more:.1} MB more than before");
    }
    // Each run below the next one is done, or with a machine that is gone.
    let query = "SELECT (SELECT sum(runs) FROM murxla.site) + (SELECT sum(past - first) FROM murxla.lease) + \
         (SELECT coalesce(sum(past - first), 0) FROM murxla.returned) - next_run FROM murxla.progress";
    assert_eq!(server.sql("runs", query), ["0"]);
}

fn all_machines(server: &Server, pace: Pace, long: Duration, figures: &str) -> Waits {
    let (begin, end) = (Instant::now(), Instant::now() + long);
    let threads: Vec<_> = (0..MACHINES)
        .map(|number| {
            let (url, figures) = (server.address("runs"), figures.to_owned());
            let small = std::thread::Builder::new().stack_size(1 << 20);
            small
                .spawn(move || machine(&url, number, pace, [begin, end], &figures))
                .expect("a thread")
        })
        .collect();
    let mut waits = Waits::default();
    for thread in threads {
        let own = thread.join().expect("a machine");
        waits.leases.extend(own.leases);
        waits.deliveries.extend(own.deliveries);
    }
    waits
}

fn size(server: &Server) -> f64 {
    server.sql("runs", "SELECT pg_database_size('runs')")[0].parse().expect("a number")
}

fn runs_done(server: &Server) -> f64 {
    server.sql("runs", "SELECT sum(runs) FROM murxla.site")[0].parse().expect("a number")
}

/// How large the largest tables are, with their indexes, and how often each index was used.
fn tables(server: &Server) -> Vec<String> {
    let mut lines = server.sql(
        "runs",
        "SELECT relname || ': ' || pg_table_size(relid) / 1000 || ' kB, indexes ' || pg_indexes_size(relid) / 1000 || \
         ' kB; ' || n_live_tup || ' rows, ' || n_dead_tup || ' dead; ' || n_tup_upd || ' updates, ' || \
         n_tup_hot_upd || ' of them without indexes; ' || seq_scan || ' scans' \
         FROM pg_stat_user_tables WHERE n_tup_ins > 0 ORDER BY pg_total_relation_size(relid) DESC LIMIT 5",
    );
    lines.extend(server.sql(
        "runs",
        "SELECT 'index ' || indexrelname || ' used ' || idx_scan || ' times' FROM pg_stat_user_indexes \
         WHERE idx_scan > 100 ORDER BY idx_scan DESC",
    ));
    lines
}

/// Leases and delivers in the statements of a machine. Each joins at another moment.
fn machine(
    url: &str,
    number: usize,
    pace: Pace,
    [begin, end]: [Instant; 2],
    figures: &str,
) -> Waits {
    let mut config: postgres::Config = url.parse().expect("an address");
    config.password(PASSWORD).application_name("simulated");
    let mut client = loop {
        match config.connect(postgres::NoTls) {
            Ok(client) => break client,
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    let name = format!("simulated:{number}");
    let there = client
        .query_opt("SELECT id, delivery FROM murxla.site WHERE name = $1", &[&name])
        .expect("asked");
    let (site, mut delivery): (i64, i64) = match there {
        Some(row) => (row.get(0), row.get(1)),
        None => {
            let query =
                "INSERT INTO murxla.site (campaign, name, jobs) VALUES (1, $1, 1) RETURNING id";
            (client.query_one(query, &[&name]).expect("joined").get(0), 0)
        }
    };
    let [lease, take, deliver] = [statements::LEASE, statements::TAKE, statements::DELIVER]
        .map(|it| client.prepare(it).expect("a statement"));
    let mut waits = Waits::default();
    let mut next_lease = begin + LEASES.mul_f64(number as f64 / MACHINES as f64);
    let mut next_delivery = next_lease + DELIVERIES;
    // What it has: the lease, its runs that are left, and those that are not delivered.
    let mut has: Option<(i64, i64, i64)> = None;
    loop {
        let now = Instant::now();
        if now >= end {
            return waits;
        }
        let due = match pace {
            Pace::Greedy => now,
            Pace::Usual => next_lease.min(next_delivery),
        };
        std::thread::sleep(due.saturating_duration_since(now));
        let leases = pace == Pace::Greedy || next_lease <= next_delivery;
        // Before it leases, it delivers all that it has; between that, some.
        if let Some((id, first, past)) = has {
            let done = if leases { past } else { first + (past - first) / 2 };
            delivery += 1;
            let began = Instant::now();
            let mut it = client.transaction().expect("a transaction");
            let taken: Vec<bool> = it
                .query_one(&take, &[&site, &vec![id], &vec![first], &vec![done]])
                .expect("taken")
                .get(0);
            assert_eq!(taken, [true]);
            let figures = figures.replacen(':', &format!(":{delivery}"), 40);
            let (runs, before) = (done - first, delivery - 1);
            let values: [&(dyn postgres::types::ToSql + Sync); 6] =
                [&site, &runs, &delivery, &figures, &LEASE_SECONDS, &before];
            assert_eq!(it.execute(&deliver, &values).expect("delivered"), 1);
            it.commit().expect("delivered");
            waits.deliveries.push(began.elapsed());
            has = (done < past).then_some((id, done, past));
        }
        next_delivery += if leases { Duration::ZERO } else { DELIVERIES };
        if leases {
            let began = Instant::now();
            let row = client
                .query_one(
                    &lease,
                    &[&1_i64, &site, &RUNS, &50_i64, &(MACHINES as i64), &i64::MAX, &LEASE_SECONDS],
                )
                .expect("leased");
            waits.leases.push(began.elapsed());
            has = Some((row.get(0), row.get(1), row.get(2)));
            next_lease += LEASES;
        }
    }
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
