//! Two and eight machines in two networks: the findings of one process.

use std::time::Duration;

use crate::namespaces::Namespaces;
use crate::server::Server;
use crate::support::{Machine, begin_on, campaign, tables};

/// Minimizing has a limit of time, and says how far it came.
const NO_MINIMIZE: &[&str] = &["--no-minimize"];

#[test]
#[ignore = "long: two and eight machines on the mock"]
fn eight_machines() {
    machines("mock", &["-o", "fault=segv@400"], 4_000);
}

#[test]
#[ignore = "long: two and eight machines on Bitwuzla"]
fn eight_machines_bitwuzla() {
    machines("bitwuzla", &[], 2_000);
}

fn machines(solver: &str, options: &[&str], runs: u64) {
    let server = Server::start_open();
    let runs = runs.to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.address("runs");
    let alone = begin_on(solver, options, &folder.path().join("alone"), &runs, None);
    let expected = tables(&alone.finish());
    let found = expected.lines().count().saturating_sub(1);
    let namespaces = Namespaces::make();
    for machines in [2, 8] {
        let place = |number: usize| folder.path().join(format!("{machines}-{number}"));
        server.sql("runs", "DROP SCHEMA IF EXISTS murxla CASCADE");
        let out = folder.path().join(machines.to_string()).join("one");
        std::fs::create_dir_all(&out).expect("a folder");
        let mut first = begin_on(solver, options, &out, &runs, Some(&url));
        campaign(&server, &mut first);
        drop(first);
        let all: Vec<Machine> = (0..machines)
            .map(|number| {
                let command = Machine::to_work(&url, &place(number), NO_MINIMIZE);
                Machine::start(match &namespaces {
                    Some(namespaces) => namespaces.enter(number % 2, &command),
                    None => command,
                })
            })
            .collect();
        if let Some(namespaces) = namespaces.as_ref().filter(|_| machines == 8) {
            std::thread::sleep(Duration::from_secs(3));
            namespaces.cut(1, true);
            std::thread::sleep(Duration::from_secs(30));
            namespaces.cut(1, false);
        }
        for machine in all {
            let output = machine.finish();
            assert!(matches!(output.status.code(), Some(0 | 10)), "{output:?}");
        }
        let last =
            Machine::work(&url, &folder.path().join(format!("last-{machines}")), NO_MINIMIZE);
        assert_eq!(tables(&last.finish()), expected);
        let query = "SELECT next_run || ' ' || (SELECT sum(runs) FROM murxla.site) || ' ' || \
             (SELECT count(*) FROM murxla.site WHERE runs > 0) || ' ' || (SELECT sum(count) FROM murxla.bucket) FROM murxla.progress";
        let told = server.sql("runs", query).remove(0);
        let [handed_out, done, at_work, findings] =
            told.split(' ').collect::<Vec<_>>().try_into().expect("four numbers");
        assert_eq!((handed_out, done), (runs.as_str(), runs.as_str()));
        println!(
            "{solver}, {machines} machines in {}: {done} of {runs} runs, none twice, {at_work} took part; {findings} findings, \
             {found} lines of different ones, the same as one process",
            if namespaces.is_some() {
                "two network namespaces"
            } else {
                "processes with folders of their own"
            },
        );
    }
}
