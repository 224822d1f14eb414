//! Whoever is killed, no process of a solver that forks is left, and store, folders and events tell the same findings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{ended, family, half_written, kill, murxla, resume, table, wait_for_end};

/// A variable that every process of one test has in its environment.
const MARK: &str = "MURXLA_TEST_CAMPAIGN";

/// The processes with this mark that live.
fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
        // A dead one has no environment any more.
        if read("environ").split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()) {
            let name = String::from_utf8_lossy(&read("comm")).trim().to_owned();
            found.push(format!("{} {name}", entry.file_name().to_string_lossy()));
        }
    }
    found
}

/// What is left after a moment.
fn left(mark: &str) -> Vec<String> {
    let since = Instant::now();
    loop {
        let left = marked(mark);
        if left.is_empty() || since.elapsed() > Duration::from_secs(5) {
            return left;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until the solver has forked: sleepers have the names of their runs.
fn wait_for_forks(mark: &str) {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(30) {
        let runs = marked(mark).iter().filter(|name| name.contains(" murxla-")).count();
        if runs > 8 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nothing forks: {:?}", marked(mark));
}

/// Who is killed: by the place in the family, the coordinator first, or all that are no forks of the solver.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Coordinator,
    Worker,
    Child,
    AllAtOnce,
}

const VICTIMS: [Victim; 4] =
    [Victim::Coordinator, Victim::Worker, Victim::Child, Victim::AllAtOnce];

fn children(pid: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

fn is_keeper(pid: u32) -> bool {
    fs::read(format!("/proc/{pid}/comm")).is_ok_and(|name| name == b"runs-keeper\n")
}

/// The processes to be killed; none if there is none at this moment.
fn victims(victim: Victim, root: u32, any: u64) -> Vec<u32> {
    let workers: Vec<u32> = children(root).into_iter().filter(|pid| !is_keeper(*pid)).collect();
    let pick = |list: &[u32]| -> Vec<u32> {
        let count = list.len().max(1) as u64;
        list.get((any % count) as usize).copied().into_iter().collect()
    };
    let runners: Vec<u32> = workers.iter().flat_map(|worker| children(*worker)).collect();
    match victim {
        Victim::Coordinator => vec![root],
        Victim::Worker => pick(&workers),
        Victim::Child => pick(&runners),
        Victim::AllAtOnce => [root].into_iter().chain(workers).chain(runners).collect(),
    }
}

fn kill_all(pids: &[u32]) {
    let pids: Vec<String> = pids.iter().map(u32::to_string).collect();
    if !pids.is_empty() {
        // One that is gone already is no matter.
        let _ = Command::new("kill").arg("-KILL").args(pids).stderr(Stdio::null()).status();
    }
}

#[test]
fn nothing_is_left_of_a_solver_that_forks() {
    for victim in VICTIMS {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out").to_string_lossy().into_owned();
        let mark = format!("{}-{victim:?}", std::process::id());
        let mut args = vec!["--solver", "mock", "--campaign-seed", "77", "-j", "2", "-q"];
        args.extend(["--max-runs", "400", "-o", "fault=grandchild@20", "-O", &out]);
        let mut command = murxla(&args);
        let mut session = command.env(MARK, &mark).stdout(Stdio::null()).spawn().expect("murxla");
        wait_for_forks(&mark);
        let goes_on = matches!(victim, Victim::Worker | Victim::Child);
        let since = Instant::now();
        let mut hit = Vec::new();
        while hit.is_empty() && since.elapsed() < Duration::from_secs(10) {
            hit = victims(victim, session.id(), 0);
        }
        assert!(!hit.is_empty(), "{victim:?}: nobody is there");
        kill_all(&hit);
        let ended = session.wait().expect("an end");
        // A run whose child was killed is a finding.
        assert!(!goes_on || matches!(ended.code(), Some(0 | 10)), "{victim:?}: {ended:?}");
        assert_eq!(left(&mark), Vec::<String>::new(), "{victim:?}");
    }
}

/// The same for a command that does one run.
#[test]
fn nothing_is_left_of_a_replay_that_forks() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("forks.trace");
    let calls = "1 new\n2 set-option fault grandchild@1\n3 mk-sort SORT_BOOL\n return s1\n\
                 4 set-option fault hang@1\n5 check-sat\n";
    fs::write(&trace, calls).expect("a trace");
    let mark = format!("{}-replay", std::process::id());
    let trace = trace.to_string_lossy().into_owned();
    let mut command = murxla(&["replay", &trace, "--solver", "mock", "--time", "60"]);
    let mut session = command.env(MARK, &mark).stdout(Stdio::null()).spawn().expect("murxla");
    let since = Instant::now();
    // The run and its two sleepers.
    let runs = || marked(&mark).iter().filter(|name| name.contains(" murxla-")).count();
    while runs() < 3 && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(runs(), 3);
    kill(session.id());
    let _ = session.wait();
    assert_eq!(left(&mark), Vec::<String>::new());
}

/// The keys of findings, as folders and events tell them; the store tells its own in the table.
fn told(out: &Path) -> [BTreeSet<String>; 2] {
    let folders = fs::read_dir(out.join("findings")).into_iter().flatten().flatten();
    let of_folder = |folder: fs::DirEntry| {
        let facts = fs::read(folder.path().join("finding.json")).expect("facts");
        let facts: serde_json::Value = serde_json::from_slice(&facts).expect("JSON");
        facts["key"].to_string()
    };
    let events = fs::read_to_string(out.join("events.jsonl")).expect("events");
    let lines = events.lines().filter(|line| !line.is_empty());
    let events = lines.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let found = events.filter(|event| event["event"] == "finding");
    [folders.map(of_folder).collect(), found.map(|event| event["key"].to_string()).collect()]
}

/// What is in the store and not in the events is told when the campaign goes on, and half a line is no harm.
#[test]
fn events_tell_every_finding_of_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let mut args = vec!["--solver", "mock", "--campaign-seed", "77", "-j", "1", "-q"];
    args.extend(["--max-runs", "30", "-o", "fault=segv@150", "-O", &out]);
    ended(&murxla(&args).output().expect("murxla"));
    let [folders, events] = told(Path::new(&out));
    assert_eq!(folders, events);
    assert!(events.len() > 1, "{events:?}");
    let file = Path::new(&out).join("events.jsonl");
    let text = fs::read_to_string(&file).expect("events");
    let mut lines = text.lines().filter(|line| !line.contains("\"event\":\"finding\""));
    let first = lines.next().expect("a line");
    // As after a kill: the findings are lost, and the last line is cut.
    fs::write(&file, format!("{first}\n{{\"event\":\"find")).expect("a place");
    let session = murxla(&["fuzz", "--resume", &out, "--max-runs", "30", "-j", "1", "-q"]).output();
    ended(&session.expect("murxla"));
    assert_eq!(told(Path::new(&out)), [folders, events]);
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

fn begin<'a>(out: &'a str, fault: &'a str, runs: &'a str) -> Vec<&'a str> {
    let mut args = vec!["--solver", "mock", "--campaign-seed", "77", "-j", "2", "-q"];
    args.extend(["--max-runs", runs, "-o", fault, "-O", out]);
    args
}

/// One campaign with kills at random moments; tells how many.
fn disturbed(out: &str, fault: &str, runs: &str, mark: &str, random: &mut Random) -> [u32; 4] {
    let mut kills = [0; 4];
    let mut sessions = 0;
    while kills.iter().sum::<u32>() < 4 && sessions < 40 {
        sessions += 1;
        let begun = Path::new(out).join("campaign.toml").exists();
        let args = if begun { resume(out, runs) } else { begin(out, fault, runs) };
        let mut session: Child =
            murxla(&args).env(MARK, mark).stdout(Stdio::null()).spawn().expect("murxla");
        loop {
            let root = session.id();
            match wait_for_end(session, Duration::from_millis(30 + random.below(300))) {
                Some(child) => session = child,
                None => break,
            }
            let place = random.below(4) as usize;
            let victim = VICTIMS[place];
            let hit = victims(victim, root, random.below(97));
            kill_all(&hit);
            kills[place] += u32::from(!hit.is_empty());
            if hit.contains(&root) {
                let _ = session.wait();
                break;
            }
        }
        assert_eq!(left(mark), Vec::<String>::new(), "{fault} {kills:?}");
    }
    kills
}

#[test]
#[ignore = "long: 30 campaigns with kills at random moments"]
fn campaigns_30_with_kills() {
    const RUNS: &str = "300";
    let mut random = Random(88_172_645_463_325_252);
    let mut kills = [0_u32; 4];
    let mut findings = 0;
    for campaign in 0..30 {
        let fault = if campaign % 2 == 0 { "fault=segv@150" } else { "fault=forking-segv@150" };
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let (calm, wild) = (path("calm"), path("wild"));
        let undisturbed = ended(&murxla(&begin(&calm, fault, RUNS)).output().expect("murxla"));
        let mark = format!("{}-{campaign}", std::process::id());
        let hit = disturbed(&wild, fault, RUNS, &mark, &mut random);
        let last = murxla(&resume(&wild, RUNS)).env(MARK, &mark).output().expect("murxla");
        assert_eq!(table(&ended(&last)), table(&undisturbed), "campaign {campaign}");
        assert_eq!(half_written(Path::new(&wild)), Vec::<String>::new());
        let [folders, events] = told(Path::new(&wild));
        assert_eq!(folders, events, "campaign {campaign}");
        assert_eq!(folders, told(Path::new(&calm))[0], "campaign {campaign}");
        assert_eq!(left(&mark), Vec::<String>::new(), "campaign {campaign}");
        assert_eq!(family(std::process::id()).len(), 1);
        kills.iter_mut().zip(hit).for_each(|(all, one)| *all += one);
        findings += folders.len();
    }
    let [coordinator, worker, child, all] = kills;
    println!(
        "30 campaigns, {} kills (coordinator {coordinator}, worker {worker}, child {child}, all at once {all}): the same \
         {findings} findings in store, folders and events as undisturbed; 0 processes left",
        kills.iter().sum::<u32>()
    );
}
