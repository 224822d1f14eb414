//! Campaigns in a shared store: several processes of murxla as machines, a real server, and faults of every kind.
//!
//! All in one thread of one server; the long ones are run by name.

mod faults;
mod load;
mod machines;
mod namespaces;
mod network;
mod server;
#[path = "../../src/campaign/postgres/statements.rs"]
mod statements;
mod support;

use support::{Machine, begin, campaign, murxla, tables};

use server::{PASSWORD, Server};

/// The same campaign in a folder, and by two machines in a store: the same findings.
#[test]
fn machines_find_what_one_process_finds() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let alone = begin(&folder.path().join("alone"), "60", None);
    let expected = tables(&alone.finish());
    assert!(expected.lines().count() > 2, "{expected}");

    let url = server.address("runs");
    let mut first = begin(&folder.path().join("one"), "60", Some(&url));
    campaign(&server, &mut first);
    let second = Machine::work(&url, &folder.path().join("two"), &["--minimize-budget", "4s"]);
    let (first, second) = (first.finish(), second.finish());
    // Whoever ends last has seen all.
    assert!(
        [&first, &second].iter().any(|output| tables(output) == expected),
        "{first:?} {second:?}"
    );
    let query =
        "SELECT next_run || ' ' || (SELECT sum(runs) FROM murxla.site) FROM murxla.progress";
    assert_eq!(server.sql("runs", query), ["60 60"]);
    let query = "SELECT count(*) FROM murxla.task WHERE NOT done";
    assert_eq!(server.sql("runs", query), ["0"], "all is minimized, and replayed by another");

    // What people see.
    let status = murxla(&["status", "--store", &url], PASSWORD);
    let text = String::from_utf8_lossy(&status.stdout).into_owned();
    for expected in
        ["campaign one: mock", "runs: 60 of 60 done, 0 with machines", "left", "last events:"]
    {
        assert!(text.contains(expected), "{text}");
    }
    let copy = folder.path().join("copy");
    let copied = murxla(&["store", "copy", &url, &copy.display().to_string()], PASSWORD);
    assert_eq!(copied.status.code(), Some(0), "{copied:?}");
    let resumed =
        murxla(&["fuzz", "--resume", &copy.display().to_string(), "--max-runs", "60", "-q"], "");
    assert_eq!(tables(&resumed), expected);
    assert!(copy.join("findings").read_dir().expect("findings").count() > 0);

    no_password_anywhere(folder.path());
}

/// In no file, and in none of the tables.
fn no_password_anywhere(folder: &std::path::Path) {
    for entry in folder.read_dir().expect("a folder").flatten() {
        if entry.path().is_dir() {
            no_password_anywhere(&entry.path());
        } else {
            let content = std::fs::read(entry.path()).expect("a file");
            let secret = PASSWORD.as_bytes();
            let found = content.windows(secret.len()).any(|part| part == secret);
            assert!(!found, "{}", entry.path().display());
        }
    }
}

/// One clear line, a documented exit code, and nothing is changed.
#[test]
fn what_is_wrong_is_told() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").display().to_string();
    let url = server.address("runs");
    let table: &[(&[&str], &str, i32, &str)] = &[
        (&["work", "--store", "out"], PASSWORD, 2, "'out' is no address of a store"),
        (&["work", "--store", "postgres://a:pw@localhost/x"], "", 2, "the list of processes"),
        (&["work", "--store", "postgres://murxla@127.0.0.1:1/x"], "", 6, "cannot be used now"),
        (&["work", "--store", &url], "wrong", 6, "check user and password"),
        (&["work", "--store", &url], PASSWORD, 2, "has no campaigns; begin one"),
        (&["status", "--store", &url], PASSWORD, 2, "has no campaigns; begin one"),
        (&["work", "--store", &server.address("none")], PASSWORD, 6, "make the database"),
        (&["store", "copy", &out, &out], "", 2, "one of both is a folder"),
        (&["store", "copy", &out, &url], PASSWORD, 2, "there is no campaign in"),
    ];
    for (args, password, code, told) in table {
        let output = murxla(args, password);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(*code), "{args:?}: {said}");
        assert!(said.contains(told) && said.lines().count() <= 2, "{args:?}: {said}");
    }
    assert!(!folder.path().join("out").exists());
    let query = "SELECT count(*) FROM pg_namespace WHERE nspname = 'murxla'";
    assert_eq!(server.sql("runs", query), ["0"]);

    // Another library, another campaign, another folder.
    begin(&folder.path().join("one"), "5", Some(&url)).finish();
    let taken = begin(&folder.path().join("one"), "5", Some(&url)).finish();
    assert_eq!(taken.status.code(), Some(2), "{taken:?}");
    begin(&folder.path().join("two"), "5", Some(&url)).finish();
    let several = murxla(&["work", "--store", &url], PASSWORD);
    let said = String::from_utf8_lossy(&several.stderr).into_owned();
    assert!(said.contains("several campaigns") && said.contains("one, two"), "{said}");
    let two = folder.path().join("two").display().to_string();
    let other = murxla(&["work", "--store", &url, "--campaign", "one", "-O", &two], PASSWORD);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.contains("belongs to the campaign two"), "{said}");
    server.sql(
        "runs",
        "UPDATE murxla.campaign SET plan = replace(plan, 'version = \"', 'version = \"9.')",
    );
    let other = murxla(&["work", "--store", &url, "--campaign", "one", "-O", &out], PASSWORD);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(4), "{said}");
    assert!(said.contains("the campaign one tests mock 9."), "{said}");
}
