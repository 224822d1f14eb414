//! The shared store against a real server.

use std::collections::BTreeMap;
use std::path::Path;

use super::runs::{Block, Done, Leased, Wish};
use super::*;
use crate::campaign::store_suite as suite;
use crate::campaign::store_suite::{counts, key, seen, take};
use crate::campaign::{Plan, SqliteStore, Store, StoreError, TaskKind};

#[path = "../../../tests/shared/server.rs"]
mod server;

use server::{PASSWORD, Server};

type Case = (&'static str, fn(&mut Server, &str));

/// Each has an empty database of its own on one server, which ends with the last of them.
const CASES: &[Case] = &[
    ("machines_share_runs", machines_share_runs),
    ("an_expired_lease_goes_to_others", an_expired_lease_goes_to_others),
    ("results_outlive_a_server_that_is_away", results_outlive_a_server_that_is_away),
    ("a_delivery_whose_answer_was_lost", a_delivery_whose_answer_was_lost),
    ("a_later_process_delivers", a_later_process_delivers),
    ("one_machine_learns", one_machine_learns),
    ("findings_are_worked_on_once", findings_are_worked_on_once),
    ("unstable_runs_are_kept", unstable_runs_are_kept),
    ("other_databases_are_refused", other_databases_are_refused),
    ("who_may_not_is_told", who_may_not_is_told),
    ("a_campaign_is_copied_there_and_back", a_campaign_is_copied_there_and_back),
    ("older_tables_are_brought_up_to_date", older_tables_are_brought_up_to_date),
    ("connections_are_encrypted", connections_are_encrypted),
];

#[test]
fn the_shared_store_does_what_it_should() {
    let mut server = Server::start();
    for (number, (name, case)) in suite::CASES.iter().enumerate() {
        println!("{name}");
        let database = format!("suite_{number}");
        server.make_database(&database);
        let (out, folder) = (tempfile::tempdir().expect("one"), tempfile::tempdir().expect("one"));
        std::fs::write(folder.path().join("original.trace"), "x").expect("a file");
        let address = address(&server, &database);
        let campaign = begun(&address);
        case(&mut joined(&address, campaign, out.path()), folder.path());
    }
    for (number, (name, case)) in CASES.iter().enumerate() {
        println!("{name}");
        let database = format!("case_{number}");
        server.make_database(&database);
        case(&mut server, &database);
    }
}

fn address_with(server: &Server, database: &str, password: &str) -> Address {
    let environment = BTreeMap::from([("PGPASSWORD", password.to_owned())]);
    Address::read(&server.address(database), &environment).expect("an address")
}

fn address(server: &Server, database: &str) -> Address {
    address_with(server, database, PASSWORD)
}

/// A campaign; its number.
fn begun(address: &Address) -> i64 {
    let mut database = Database::open_or_make(address).expect("a store");
    let plan = Plan::new(1, Vec::new(), Vec::new()).text(Path::new("x")).expect("a plan");
    database.begin_campaign("one", &plan, "", None).expect("a campaign")
}

fn joined(address: &Address, campaign: i64, out: &Path) -> SharedStore {
    let database = Database::open(address).expect("a store");
    SharedStore::join(address, database, campaign, out, 1).expect("joined")
}

/// What is in the tables: runs done, runs that machines have, runs that were given back, the next run.
fn figures(server: &Server, database: &str) -> [u64; 4] {
    let number = |query: &str| server.sql(database, query)[0].parse().expect("a number");
    [
        number("SELECT coalesce(sum(runs), 0) FROM murxla.site"),
        number("SELECT coalesce(sum(past - first), 0) FROM murxla.lease"),
        number("SELECT coalesce(sum(past - first), 0) FROM murxla.returned"),
        number("SELECT next_run FROM murxla.progress"),
    ]
}

/// Each run below the next one is done, with a machine, or given back.
fn nothing_is_lost(server: &Server, database: &str) {
    let [done, leased, returned, next] = figures(server, database);
    assert_eq!(done + leased + returned, next);
}

fn machines_share_runs(server: &mut Server, database: &str) {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let address = address(server, database);
    let campaign = begun(&address);
    let mut first = joined(&address, campaign, one.path());
    let mut second = joined(&address, campaign, two.path());
    let error = SqliteStore::open(one.path()).expect_err("another process");
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    let (a, b) = (take(&mut first, 10, Some(20)), take(&mut second, 10, Some(20)));
    assert_eq!((a.runs, b.runs), (0..10, 10..20));
    // The other machine has what is left, and may lose it.
    assert_eq!(first.lease(1, 10, Some(20)).expect("asked"), None);
    assert!(first.may_come());
    let same = key("the same");
    std::fs::write(one.path().join("f"), "first").expect("a file");
    let told = first.finish(a.id, 0..10, &counts(10), &[seen(5, &same, "five", one.path())]);
    assert!(told.expect("finished")[0].is_new);
    let told = second.finish(b.id, 10..20, &counts(10), &[seen(12, &same, "twelve", two.path())]);
    assert_eq!(told.expect("finished")[0], crate::campaign::Bucketed { is_new: false, count: 2 });
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(first.lease(1, 10, Some(20)).expect("asked"), None);
    assert!(!first.may_come(), "all is done");
    assert_eq!(first.counts().expect("figures"), counts(20));
    first.close().expect("closed");
    nothing_is_lost(server, database);
    let states = server.sql(database, "SELECT gone FROM murxla.site ORDER BY id");
    assert_eq!(states, ["t", "f"]);
}

fn an_expired_lease_goes_to_others(server: &mut Server, database: &str) {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let address = address(server, database);
    let campaign = begun(&address);
    let mut slow = joined(&address, campaign, one.path());
    let mut quick = joined(&address, campaign, two.path());
    let lease = take(&mut slow, 10, None);
    slow.finish(lease.id, 0..2, &counts(2), &[]).expect("kept");
    // Of the slow one nothing is heard for long.
    server.sql(database, "UPDATE murxla.lease SET expires = now() - interval '1 second'");
    let again = take(&mut quick, 10, None);
    assert_eq!(again.runs, 0..10);
    let same = key("the same");
    let told = quick.finish(again.id, 0..10, &counts(10), &[seen(1, &same, "one", two.path())]);
    assert!(told.expect("finished")[0].is_new);
    // It comes back, and what it has is not counted again.
    let told = slow.finish(lease.id, 2..10, &counts(8), &[seen(1, &same, "one", one.path())]);
    assert!(!told.expect("delivered")[0].is_new);
    let news = slow.tick().expect("news").join("\n");
    assert!(news.contains("10 runs were done by others meanwhile"), "{news}");
    assert_eq!(slow.counts().expect("figures"), counts(10));
    assert_eq!(figures(server, database), [10, 0, 0, 10]);
    // A part of a lease may be left: what was finished of it counts, the rest goes to others.
    let lease = take(&mut slow, 10, None);
    slow.finish(lease.id, lease.runs.start..lease.runs.start + 4, &counts(4), &[]).expect("kept");
    slow.close().expect("closed");
    let [done, leased, returned, next] = figures(server, database);
    assert_eq!((done, leased, done + returned), (14, 0, next));
}

fn results_outlive_a_server_that_is_away(server: &mut Server, database: &str) {
    let (out, address) = (tempfile::tempdir().expect("a folder"), address(server, database));
    let campaign = begun(&address);
    let mut store = joined(&address, campaign, out.path());
    let lease = take(&mut store, 10, None);
    for hard in [false, true] {
        server.stop(hard);
        let from = if hard { 4 } else { 0 };
        let one = key(if hard { "hard" } else { "soft" });
        let began = std::time::Instant::now();
        let found = [seen(from, &one, "found", out.path())];
        let told = store.finish(lease.id, from..from + 2, &counts(2), &found).expect("kept");
        assert!(told[0].is_new, "on this machine it is");
        store.finish(lease.id, from + 2..from + 4, &counts(2), &[]).expect("kept");
        assert!(began.elapsed().as_secs() < 10);
        let news = store.tick().expect("news").join("\n");
        assert!(
            news.contains("cannot be used now") && news.contains("undelivered.jsonl"),
            "{news}"
        );
        assert!(out.path().join("undelivered.jsonl").exists());
        server.go_on();
        let began = std::time::Instant::now();
        let mut news = String::new();
        while !news.contains("is there again") {
            assert!(began.elapsed().as_secs() < 20, "{news}");
            std::thread::sleep(std::time::Duration::from_millis(100));
            news += &store.tick().expect("news").join("\n");
        }
        assert!(!out.path().join("undelivered.jsonl").exists());
        assert_eq!(store.counts().expect("figures"), counts(from + 4));
    }
    assert_eq!(store.buckets().expect("buckets").len(), 2);
    nothing_is_lost(server, database);
}

fn a_delivery_whose_answer_was_lost(server: &mut Server, database: &str) {
    let address = address(server, database);
    let campaign = begun(&address);
    let mut database_of = Database::open(&address).expect("a store");
    let site = database_of.join(campaign, "x", 1).expect("joined");
    let wish = Wish { most: 10, fewest: 1, machines: 1, limit: None };
    let leased = database_of.lease(campaign, site, &wish, 60.0).expect("leased");
    let Leased::Runs(Block { id, runs }) = leased else { panic!("{leased:?}") };
    assert_eq!(runs, 0..10);
    let done = |runs: std::ops::Range<u64>| Done {
        lease: id,
        counts: counts(runs.end - runs.start),
        runs,
        findings: Vec::new(),
        timed_out: Vec::new(),
        unstable: Vec::new(),
    };
    // Parts leave a lease in any order.
    let told = database_of.deliver(campaign, site, [0, 1], &[done(4..6)], &counts(0), 60.0);
    assert_eq!(told.expect("delivered").lost, 0);
    let told =
        database_of.deliver(campaign, site, [1, 2], &[done(0..4), done(6..10)], &counts(2), 60.0);
    assert_eq!(told.expect("delivered").counts, counts(10));
    assert_eq!(database_of.last_delivery(site).expect("asked"), (2, counts(10)));
    // Asked again, it is not counted again.
    let told = database_of.deliver(campaign, site, [2, 3], &[done(0..4)], &counts(10), 60.0);
    assert_eq!(told.expect("delivered").lost, 4);
    // What builds on one that is not the last is not done: its figures would be those of long ago.
    let told = database_of.deliver(campaign, site, [2, 4], &[], &counts(0), 60.0);
    assert!(told.expect_err("overtaken").may_pass());
    assert_eq!(database_of.last_delivery(site).expect("asked"), (3, counts(10)));
    assert_eq!(figures(server, database), [10, 0, 0, 10]);
}

fn a_later_process_delivers(server: &mut Server, database: &str) {
    let (out, address) = (tempfile::tempdir().expect("a folder"), address(server, database));
    let campaign = begun(&address);
    {
        let mut store = joined(&address, campaign, out.path());
        let lease = take(&mut store, 10, None);
        server.stop(false);
        let one = key("one");
        let found = [seen(1, &one, "found", out.path())];
        store.finish(lease.id, 0..3, &counts(3), &found).expect("kept");
        // Killed.
    }
    server.go_on();
    let mut store = joined(&address, campaign, out.path());
    let news = store.tick().expect("news").join("\n");
    assert!(news.contains("3 runs of an earlier process are delivered; 0 were done"), "{news}");
    assert_eq!(
        (store.counts().expect("figures"), store.buckets().expect("found").len()),
        (counts(3), 1)
    );
    assert_eq!(take(&mut store, 10, None).runs, 3..10);
    nothing_is_lost(server, database);
}

fn one_machine_learns(server: &mut Server, database: &str) {
    use crate::campaign::store::EpochAnswer;
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let address = address(server, database);
    let campaign = begun(&address);
    let mut first = joined(&address, campaign, one.path());
    let mut second = joined(&address, campaign, two.path());
    assert_eq!(first.ask_epoch(128).expect("asked"), EpochAnswer::Yours);
    assert_eq!(second.ask_epoch(128).expect("asked"), EpochAnswer::Later);
    let seldom = [("z3-tactic".to_owned(), 20)].into();
    let learned = crate::campaign::Learned { time: Some(0.25), seldom };
    first.begin_epoch(128, &learned).expect("begun");
    second.begin_epoch(128, &crate::campaign::Learned::default()).expect("too late");
    let begun = second.epochs().expect("asked").expect("kept there");
    assert_eq!(begun, [(128, learned)]);
}

/// What a folder says of its finding.
fn write_facts(folder: &Path, key: &crate::findings::Key) {
    let facts = serde_json::json!({
        "key": key, "run": 0, "seed": "0x1", "settings": [], "class": "completed", "action": null,
        "solver": { "version": null, "library": null, "sha256": null },
        "message": "x", "frames": [], "reproduced": true,
    });
    std::fs::write(folder.join("finding.json"), facts.to_string()).expect("a file");
}

/// What failed in a batch and not alone is delivered with its files, once of each kind.
fn unstable_runs_are_kept(server: &mut Server, database: &str) {
    let (out, folder) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let address = address(server, database);
    let campaign = begun(&address);
    let mut store = joined(&address, campaign, out.path());
    std::fs::write(folder.path().join("original.trace"), "a trace").expect("a file");
    let (key, lease) = (key("alone it holds"), take(&mut store, 10, None));
    for run in [3, 7] {
        store.keep_unstable(&seen(run, &key, "x", folder.path())).expect("kept");
    }
    store.finish(lease.id, 0..10, &counts(10), &[]).expect("finished");
    store.close().expect("delivered");
    let mut opened = Database::open(&address).expect("a store");
    let files = vec![("original.trace".to_owned(), b"a trace".to_vec())];
    assert_eq!(opened.unstable(campaign).expect("read"), [(key.clone(), files)]);
    let to = out.path().join("copy");
    to_folder(&mut opened, None, &to).expect("copied");
    let copied = to.join("unstable").join(key.folder_name()).join("original.trace");
    assert_eq!(std::fs::read(copied).expect("a file"), b"a trace");
}

fn findings_are_worked_on_once(server: &mut Server, database: &str) {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let address = address(server, database);
    let campaign = begun(&address);
    let mut first = joined(&address, campaign, one.path());
    let mut second = joined(&address, campaign, two.path());
    let lease = take(&mut first, 10, None);
    let found = key("found");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("original.trace"), "long").expect("a file");
    write_facts(folder.path(), &found);
    first.finish(lease.id, 0..1, &counts(1), &[seen(0, &found, "x", folder.path())]).expect("kept");
    // The machine that found it is not the one that looks whether others find it, too.
    assert_eq!(first.next_task(TaskKind::Recheck).expect("asked"), None);
    let task = second.next_task(TaskKind::Recheck).expect("asked").expect("a task");
    second.task_done(TaskKind::Recheck, &task, "fails in the same way").expect("told");
    let task = second.next_task(TaskKind::Minimize).expect("asked").expect("a task");
    assert_eq!(std::fs::read_to_string(task.join("original.trace")).expect("text"), "long");
    std::fs::write(task.join("min.trace"), "short").expect("a file");
    second.task_done(TaskKind::Minimize, &task, "minimized").expect("told");
    assert_eq!(first.next_task(TaskKind::Minimize).expect("asked"), None);
    let files = Database::open(&address).expect("a store").files(campaign, &found).expect("files");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["finding.json", "min.trace", "original.trace"]);
}

fn other_databases_are_refused(server: &mut Server, database: &str) {
    let address = address(server, database);
    let refused = |told: &str| {
        for opened in [Database::open(&address), Database::open_or_make(&address)] {
            let error = opened.err().expect("refused").to_string();
            assert!(error.contains(told), "{error}");
        }
    };
    let error = Database::open(&address).err().expect("empty").to_string();
    assert!(error.contains("has no campaigns"), "{error}");
    server.sql(database, "CREATE TABLE accounts (x int)");
    refused("holds the table public.accounts");
    server.sql(database, "DROP TABLE accounts; CREATE SCHEMA murxla");
    refused("holds a schema murxla without tables");
    server.sql(database, "DROP SCHEMA murxla");
    begun(&address);
    server.sql(database, "UPDATE murxla.about SET version = 99");
    refused("has version 99, but this murxla knows versions up to");
    // One that is older is brought up to date.
    server.sql(
        database,
        "DROP SCHEMA murxla CASCADE; CREATE SCHEMA murxla; \
         CREATE TABLE murxla.about (version int NOT NULL, murxla text NOT NULL); \
         INSERT INTO murxla.about VALUES (0, 'older')",
    );
    Database::open(&address).map(drop).expect("migrated");
    begun(&address);
}

fn who_may_not_is_told(server: &mut Server, database: &str) {
    let own = address(server, database);
    let campaign = begun(&own);
    let told = |address: &Address, text: &str| {
        let error = Database::open(address).err().expect("refused").to_string();
        assert!(error.contains(text) && !error.contains(PASSWORD), "{error}");
    };
    told(&address_with(server, database, "wrong"), "check user and password");
    told(&address(server, "no_such_database"), "make the database");
    server.sql(
        database,
        &format!(
            "CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'; GRANT USAGE ON SCHEMA murxla TO reader; \
             GRANT SELECT ON ALL TABLES IN SCHEMA murxla TO reader"
        ),
    );
    let text = server.address(database).replace("murxla@", "reader@");
    let environment = BTreeMap::from([("PGPASSWORD", PASSWORD.to_owned())]);
    let reader = Address::read(&text, &environment).expect("an address");
    let mut database_of = Database::open(&reader).expect("it may read");
    assert_eq!(database_of.campaigns().expect("read").len(), 1);
    let before = figures(server, database);
    let error = database_of.join(campaign, "x", 1).expect_err("it may not write").to_string();
    assert!(error.contains("use a role that may write"), "{error}");
    assert_eq!(figures(server, database), before);
    let taken = Database::open(&own).expect("a store").begin_campaign("one", "", "", None);
    assert!(taken.expect_err("taken").to_string().contains("there is a campaign one"));
}

fn a_campaign_is_copied_there_and_back(server: &mut Server, database: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let plan = Plan::new(7, vec![("linear".to_owned(), "1".to_owned())], Vec::new());
    plan.write(&from).expect("a plan");
    {
        let mut store = SqliteStore::open(&from).expect("a store");
        suite::findings_are_counted_once(&mut store, Path::new(""));
    }
    let one = crate::findings::finding_folder(&from, &key("sat/unsat")).expect("a folder");
    std::fs::create_dir_all(&one).expect("a folder");
    std::fs::write(one.join("original.trace"), b"a trace").expect("a file");
    write_facts(&one, &key("sat/unsat"));
    crate::findings::write_timeout_trace(&from, 4, 9, b"long").expect("a trace");
    let address = address(server, database);
    assert_eq!(to_store(&from, &address, "copied").expect("copied"), [2, 2]);
    let taken = to_store(&from, &address, "copied").expect_err("taken").to_string();
    assert!(taken.contains("there is a campaign copied"), "{taken}");
    nothing_is_lost(server, database);
    let mut opened = Database::open(&address).expect("a store");
    assert_eq!(to_folder(&mut opened, None, &to).expect("copied"), [2, 2]);
    assert!(to_folder(&mut opened, None, &to).is_err(), "it is there");
    let dump = |out: &Path| SqliteStore::open(out).expect("a store").dump().expect("a dump");
    assert_eq!(dump(&from), dump(&to));
    assert_eq!(Plan::read(&to).expect("a plan"), plan);
    let two = crate::findings::finding_folder(&to, &key("sat/unsat")).expect("a folder");
    assert_eq!(std::fs::read(two.join("original.trace")).expect("a trace"), b"a trace");
    assert!(to.join("timeouts/4-0x9.trace").exists());
}

/// A store of the first version, with a campaign under way.
fn older_tables_are_brought_up_to_date(server: &mut Server, database: &str) {
    server.sql(
        database,
        &format!(
            "CREATE SCHEMA murxla; \
             CREATE TABLE murxla.about (version int NOT NULL, murxla text NOT NULL); \
             INSERT INTO murxla.about VALUES (1, '0.1.0'); {} \
             INSERT INTO murxla.campaign (name, plan, next_run, runs_done) VALUES ('old', '', 30, 10); \
             INSERT INTO murxla.site (campaign, name, jobs, runs) VALUES (1, 'x', 1, 10); \
             INSERT INTO murxla.lease VALUES (1, 10, 25, 1, 1, now()); \
             INSERT INTO murxla.returned VALUES (1, 25, 30)",
            include_str!("schema/1.sql")
        ),
    );
    let mut opened = Database::open(&address(server, database)).expect("a store");
    let row = opened.campaign(None).expect("a campaign");
    assert_eq!((row.name.as_str(), row.runs_done), ("old", 10));
    assert_eq!(server.sql(database, "SELECT version FROM murxla.about"), ["2"]);
    assert_eq!(server.sql(database, "SELECT next_run FROM murxla.progress"), ["30"]);
    let mut lease = |most| {
        let wish = Wish { most, fewest: 1, machines: 1, limit: None };
        opened.lease(1, 1, &wish, 60.0).expect("asked")
    };
    for expected in [10..20, 20..25, 25..30, 30..40] {
        let leased = lease(10);
        assert!(matches!(&leased, Leased::Runs(block) if block.runs == expected), "{leased:?}");
    }
}

/// The certificate of the server is asked for where the address says so, and only then.
fn connections_are_encrypted(server: &mut Server, database: &str) {
    begun(&address(server, database));
    server.sql(database, &format!("CREATE ROLE sealed SUPERUSER LOGIN PASSWORD '{PASSWORD}'"));
    let environment = BTreeMap::from([("PGPASSWORD", PASSWORD.to_owned())]);
    let open = |server: &Server, host: &str, parameters: &str| {
        let text = server.address(database).replace("murxla@127.0.0.1", &format!("sealed@{host}"));
        let address = Address::read(&format!("{text}?{parameters}"), &environment);
        Database::open(&address.expect("an address"))
    };
    let refused = |server: &Server, host: &str, parameters: &str, told: &str| {
        let error = open(server, host, parameters).err().expect(parameters);
        let text = error.to_string();
        assert!(matches!(error, SharedError::Refused { .. }), "{parameters}: {text}");
        assert!(text.contains(told) && !text.contains(PASSWORD), "{parameters}: {text}");
    };
    refused(server, "localhost", "sslmode=require", "TLS");
    server.encrypt();
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shared/tls");
    let root = format!("sslrootcert={}", tls.join("root.crt").display());
    let other = format!("sslrootcert={}", tls.join("other.crt").display());
    for (host, parameters) in [
        ("localhost", "sslmode=verify-full&".to_owned() + &root),
        ("localhost", "sslmode=require&".to_owned() + &root),
        ("127.0.0.1", "sslmode=require".to_owned()),
        ("127.0.0.1", "sslmode=prefer".to_owned()),
    ] {
        let mut opened = open(server, host, &parameters).expect(&parameters);
        let query = "SELECT version FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()";
        let version: String =
            opened.change(|it| Ok(it.query_one(query, &[])?.get(0))).expect("encrypted");
        assert_eq!(version, "TLSv1.3");
    }
    // Another name, another authority, one that nobody knows, none.
    refused(server, "127.0.0.1", &format!("sslmode=verify-full&{root}"), "certificate");
    refused(server, "localhost", &format!("sslmode=verify-full&{other}"), "certificate");
    refused(server, "localhost", "sslmode=verify-full", "certificate");
    refused(server, "localhost", "sslmode=verify-full&sslrootcert=/none", "cannot use /none");
    refused(server, "localhost", "sslmode=disable", "pg_hba.conf");
}
