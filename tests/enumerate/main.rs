//! `murxla enumerate`, through the binary: seeded faults are found at their smallest size, kills lose nothing, shards are all
//! of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use murxla_mock::LIES;

fn murxla(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// What an enumeration on the mock prints, and how many violations and buckets it tells.
fn enumerate(version: &str, args: &[&str]) -> (String, u64, u64) {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("out");
    let solver = format!("mock@{version}");
    let folder = folder.to_str().expect("a name");
    let common = ["--solver", &solver, "-q", "-j", "1", "--stop-after", "1", "-O", folder];
    let all = [&["enumerate"], args, &common].concat();
    let output = murxla(&all).output().expect("murxla");
    assert!(matches!(output.status.code(), Some(0 | 10)), "{version} {args:?}: {output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (violations, buckets) = figures(&text);
    (text, violations, buckets)
}

/// The figures of the last line.
fn figures(text: &str) -> (u64, u64) {
    let last = text.lines().last().unwrap_or_default();
    let (_, told) = last.rsplit_once(": ").expect(last);
    let numbers: Vec<u64> = told.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), 2, "{last}");
    (numbers[0], numbers[1])
}

#[test]
fn the_truth_is_no_finding() {
    for args in [
        &["bv2", "--size", "1", "--thorough", "8"][..],
        &["arrays", "--size", "1", "--thorough", "1"],
        &["core", "--size", "2"],
        &["bv1", "--size", "1", "--quantifiers", "--thorough", "4"],
        &["ints", "--size", "1", "--thorough", "16"],
        &["dt", "--size", "1", "--constants", "1", "--thorough", "8"],
        &["core", "--sequences", "3"],
        &["bv1", "--size", "1", "--options-one-by-one"],
    ] {
        let (text, violations, _) = enumerate("truthful", args);
        assert_eq!(violations, 0, "{args:?}: {text}");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("all ")), "{text}");
    }
}

/// Wrong behaviours with the space in which they are found, and the smallest size.
const FAULTS: &[(&str, &[&str], usize)] = &[
    ("bvadd-at-width-3", &["bv3", "--constants", "1", "--only", "bvadd,bvnot"], 1),
    ("bvudiv-by-zero", &["bv1", "--only", "bvudiv,bvnot"], 1),
    ("bvurem-by-one", &["bv2", "--only", "bvurem"], 1),
    ("bvsrem-sign", &["bv2", "--only", "bvsrem,bvneg"], 1),
    ("bvshl-by-width", &["bv2", "--only", "bvshl"], 1),
    ("bvslt-at-sign", &["bv1", "--only", "bvslt"], 1),
    ("bvneg-of-least", &["bv2", "--only", "bvneg"], 1),
    ("sign-extend-by-zeros", &["bv2", "--only", "sign_extend"], 1),
    ("concat-swapped", &["bv2", "--only", "concat"], 1),
    ("extract-of-bit-0", &["bv2", "--only", "extract"], 1),
    ("xor-is-or", &["core", "--only", "xor,and"], 1),
    ("store-forgets", &["arrays", "--only", "store,select"], 1),
    ("div-truncates", &["ints", "--only", "div"], 1),
    ("simplify-not", &["core", "--only", "not,and"], 1),
    ("simplify-bvsub", &["bv1", "--only", "bvsub"], 1),
    ("simplify-or", &["core", "--only", "or"], 1),
    ("simplify-ite", &["bv1", "--only", "ite"], 1),
    ("exists-is-forall", &["bv1", "--only", "OP_EQUAL", "--quantifiers"], 1),
    ("unsat-after-pop", &["bv1"], 0),
    ("simplify-with-option", &["bv1", "--only", "bvsub", "--options-one-by-one"], 1),
    ("unsat-with-option", &["core", "--options-one-by-one"], 0),
];

/// Wrong behaviours of the state, with the least number of commands that show them.
const STATE_FAULTS: &[(&str, usize)] = &[
    ("ignores-assumptions", 2),
    ("assumptions-stay", 2),
    ("push-loses-assertion", 3),
    ("pop-keeps-assertion", 4),
    ("reset-assertions-keeps-first", 3),
    ("stale-after-assertion", 4),
    ("unsat-after-pop", 3),
];

#[test]
fn seeded_faults_are_found_at_their_smallest_size() {
    for (name, args, size) in FAULTS {
        assert!(LIES.iter().any(|lie| lie.name == *name), "{name}");
        let version = format!("wrong-{name}");
        let at = |size: usize| {
            let size = size.to_string();
            enumerate(&version, &[args, &["--size", size.as_str()][..]].concat())
        };
        let (text, violations, _) = at(*size);
        assert!(violations > 0, "{name} is not found at size {size}: {text}");
        if let Some(smaller) = size.checked_sub(1) {
            let (text, violations, _) = at(smaller);
            assert_eq!(violations, 0, "{name} is found at size {smaller}: {text}");
        }
        if args.contains(&"--options-one-by-one") {
            assert!(text.contains("with eager=true: "), "{name}: {text}");
        }
    }
}

#[test]
fn state_faults_are_found_by_the_shortest_sequences() {
    for (name, length) in STATE_FAULTS {
        let version = format!("wrong-{name}");
        let at = |length: usize| {
            let length = length.to_string();
            // Nothing is asked in other ways, so that it is this sequence that shows it.
            enumerate(
                &version,
                &["core", "--sequences", &length, "--formulas", "2", "--thorough", "100000"],
            )
        };
        let (text, violations, _) = at(*length);
        assert!(violations > 0, "{name} is not found by {length} commands: {text}");
        let (text, violations, _) = at(length - 1);
        assert_eq!(violations, 0, "{name} is found by {} commands: {text}", length - 1);
    }
}

/// What is wrong only after other terms is found with as few of these as it needs.
#[test]
fn what_needs_other_terms_before_it_is_a_finding() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("out");
    let name = folder.to_str().expect("a name");
    let args = ["enumerate", "core", "--size", "2", "--only", "xor,=>", "--constants", "2", "-q"];
    let more = ["-j", "1", "--thorough", "100000", "--solver", "mock@wrong-unsat-after-xor", "-O"];
    let text = run(&[&args[..], &more, &[name]].concat());
    assert!(figures(&text).0 > 0, "{text}");
    for one in found(&folder) {
        let trace = folder.join("findings").join(one).join("original.trace");
        let text = std::fs::read_to_string(&trace).expect("a trace");
        let made = |key: &str| text.matches(&format!("OP_{key}")).count();
        assert!((1..=4).contains(&made("XOR")) && made("IMPLIES") <= 4, "{text}");
        let trace = trace.to_str().expect("a name");
        let output = murxla(&["replay", trace, "--solver", "mock@wrong-unsat-after-xor"]).output();
        assert_eq!(output.expect("murxla").status.code(), Some(10), "{trace}");
    }
}

/// Wrong behaviours that a core, or an option that is set between commands, shows.
const OTHER_STATE_FAULTS: &[(&str, &[&str], usize)] = &[
    ("core-empty", &[], 3),
    ("core-misses-one", &[], 3),
    ("unsat-with-cores", &[], 4),
    ("unsat-with-option", &["--option-inside", "eager=true"], 2),
];

#[test]
fn faults_of_cores_and_options_are_found_by_the_shortest_sequences() {
    for (name, args, length) in OTHER_STATE_FAULTS {
        let version = format!("wrong-{name}");
        let at = |length: usize| {
            let length = length.to_string();
            let sequences =
                ["core", "--sequences", &length, "--formulas", "2", "--thorough", "100000"];
            enumerate(&version, &[&sequences, *args].concat())
        };
        let (text, violations, _) = at(*length);
        assert!(violations > 0, "{name} is not found by {length} commands: {text}");
        let (text, violations, _) = at(length - 1);
        assert_eq!(violations, 0, "{name} is found by {} commands: {text}", length - 1);
    }
}

/// What the values that are tried do not tell, a second solver does: of `(= (div c 2) 2)` no value from -2 to 3 shows that it can
/// be true.
#[test]
fn a_second_solver_judges_where_values_do_not_tell() {
    let args = ["ints", "--only", "div", "--constants", "1"];
    let (text, violations, _) = enumerate("wrong-unsat-for-unknown", &args);
    assert_eq!(violations, 0, "nobody knows: {text}");
    let asked = [&args[..], &["--cross-check", "z3"]].concat();
    let (text, violations, _) = enumerate("wrong-unsat-for-unknown", &asked);
    assert!(violations > 0, "{text}");
    let (text, violations, _) = enumerate("truthful", &asked);
    assert_eq!(violations, 0, "{text}");
}

/// A solver's own operators are judged like others.
#[test]
fn own_operators_are_asked_about() {
    let out = tempfile::tempdir().expect("a folder");
    let count = |own: &[&str], folder: &str| {
        let folder = out.path().join(folder);
        let args = ["enumerate", "bv1", "--solver", "bitwuzla", "-q", "-j", "1", "-O"];
        let text = run(&[&args[..], &[folder.to_str().expect("a name")], own].concat());
        assert_eq!(figures(&text), (0, 0), "{text}");
        let first = text.split(' ').next().and_then(|word| word.parse::<u64>().ok());
        first.expect("how many runs there were")
    };
    assert!(count(&["--own-operators"], "own") > count(&[], "usual"));
}

/// The numbers of the terms of all findings, as the folders list them.
fn found(out: &Path) -> BTreeSet<String> {
    let findings = std::fs::read_dir(out.join("findings"));
    let folders = findings.map_or_else(|_| Vec::new(), |all| all.flatten().collect());
    folders.iter().map(|one| one.file_name().to_string_lossy().into_owned()).collect()
}

const WRONG: [&str; 7] =
    ["enumerate", "bv1", "--size", "1", "--solver", "mock@wrong-bvudiv-by-zero", "-q"];

fn run(args: &[&str]) -> String {
    let output = murxla(args).output().expect("murxla");
    assert!(matches!(output.status.code(), Some(0 | 10)), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whoever is killed goes on where it was: the same findings, all terms asked, each once.
#[test]
fn a_kill_loses_nothing() {
    let out = tempfile::tempdir().expect("a folder");
    let whole = out.path().join("whole");
    let expected = run(&[&WRONG[..], &["-O", whole.to_str().expect("a name")]].concat());
    let folder = out.path().join("killed");
    let name = folder.to_str().expect("a name");
    let mut child = murxla(&[&WRONG[..], &["-j", "1", "-O", name]].concat())
        .stdout(Stdio::null())
        .spawn()
        .expect("murxla");
    std::thread::sleep(Duration::from_millis(700));
    // It may have ended already: then there is nothing left to do.
    let _ = child.kill();
    let _ = child.wait();
    let mut last = String::new();
    for _ in 0..20 {
        if !folder.join("campaign.toml").exists() {
            last = run(&[&WRONG[..], &["-O", name]].concat());
        } else {
            last = run(&["enumerate", "--resume", name, "-q"]);
        }
        if last.lines().last().is_some_and(|line| line.starts_with("all ")) {
            break;
        }
    }
    assert_eq!(figures(&last), figures(&expected), "{last}\n{expected}");
    assert_eq!(found(&folder), found(&whole));
    let done =
        |text: &str| text.lines().next().and_then(|line| line.split(' ').next()).map(str::to_owned);
    assert_eq!(done(&last), done(&expected), "runs");
}

#[test]
fn shards_together_are_all() {
    let out = tempfile::tempdir().expect("a folder");
    let (whole, mut sum, mut runs) = (out.path().join("whole"), 0, 0);
    let all = run(&[&WRONG[..], &["-O", whole.to_str().expect("a name")]].concat());
    let mut keys = BTreeSet::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let folder = out.path().join(shard.replace('/', "-"));
        let name = folder.to_str().expect("a name");
        let text = run(&[&WRONG[..], &["--shard", shard, "-O", name]].concat());
        sum += figures(&text).0;
        let first = text.lines().next().and_then(|line| line.split(' ').next());
        runs += first.and_then(|word| word.parse::<u64>().ok()).expect("runs");
        keys.extend(found(&folder));
    }
    assert_eq!(sum, figures(&all).0);
    assert_eq!(keys, found(&whole));
    assert!(all.starts_with(&format!("{runs} runs")), "{runs}: {all}");
}

/// A finding is a trace that `replay` shows to be one.
#[test]
fn findings_are_replayed() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("out");
    run(&[&WRONG[..], &["-O", folder.to_str().expect("a name")]].concat());
    let names = found(&folder);
    assert!(!names.is_empty());
    for name in names {
        let trace = folder.join("findings").join(name).join("original.trace");
        let trace = trace.to_str().expect("a name");
        let output = murxla(&["replay", trace, "--solver", "mock@wrong-bvudiv-by-zero"]).output();
        assert_eq!(output.expect("murxla").status.code(), Some(10), "{trace}");
    }
}
