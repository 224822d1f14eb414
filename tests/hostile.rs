//! Traces and scripts that mean harm: nothing is written but where the user says, nothing panics, nothing hangs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// Names that options of solvers have which write or read files, or might: as solvers and their front ends spell them.
const OPTIONS: &[&str] = &[
    "inprocess.out",
    "INPROCESS-OUT",
    "sat.inprocess.out",
    "smtlib2_log",
    "solver.smtlib2_log",
    "trace_file_name",
    "dot_proof_file",
    "proof.log",
    "solver.proof.log",
    "sat.drat.file",
    "dimacs.out",
    "regular-output-channel",
    ":diagnostic-output-channel",
    "out",
    "err",
    "in",
    "plugin",
    "dump-models-file",
    "write-aiger",
    "write-cnf",
    "sat-solver",
    "trace",
    "log",
    "model.user_functions",
];

/// Logics in which Z3 has solvers of their own, with options of their own.
const LOGICS: &[&str] = &["QF_FD", "QF_LIA", "QF_NIA", "QF_IDL", "ALL"];

/// The place of a check: files that must stay as they are, around an empty folder.
struct Place {
    folder: tempfile::TempDir,
}

type Snapshot = BTreeMap<PathBuf, (Vec<u8>, Option<SystemTime>)>;

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["around/empty", "around/home", "around/tmp", "inputs", "results"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        for name in ["around/victim", "around/home/victim", "around/tmp/victim"] {
            fs::write(folder.path().join(name), "as it was").expect("a file");
        }
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All that is around and inside of the empty folder.
    fn snapshot(&self) -> Snapshot {
        let mut found = Snapshot::new();
        let mut open = vec![self.path("around")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder").flatten() {
                let path = entry.path();
                let data = entry.metadata().expect("what it is");
                let contents = match data.is_dir() {
                    true => Vec::new(),
                    false => fs::read(&path).expect("contents"),
                };
                // Folders for temporary files come and go.
                let modified = data.modified().ok().filter(|_| !data.is_dir());
                found.insert(path.clone(), (contents, modified));
                if data.is_dir() {
                    open.push(path);
                }
            }
        }
        found
    }

    /// A name for a file to be harmed, in several ways.
    fn victim(&self, number: usize) -> String {
        match number % 5 {
            0 => "NAME".to_owned(),
            1 => "../victim".to_owned(),
            2 => self.path("around/victim").display().to_string(),
            3 => "~/victim".to_owned(),
            _ => "new-file.txt".to_owned(),
        }
    }

    /// A trace.
    fn trace(&self, number: usize) -> Vec<u8> {
        let victim = self.victim(number);
        let mut text = "1 new\n".to_owned();
        match number % 12 {
            0..6 => {
                let logic = LOGICS[number % LOGICS.len()];
                let _ = writeln!(text, "2 set-logic {logic}");
                for option in OPTIONS.iter().cycle().skip(number).take(8) {
                    let _ = writeln!(text, "3 set-option \"{option}\" \"{victim}\"");
                }
                text.push_str("4 mk-sort SORT_INT\n return s1\n5 mk-const s1 \"x\"\n return t1\n");
                text.push_str("6 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\n return t2\n7 assert-formula t2\n");
            }
            6 => text.push_str("2 mk-sort SORT_BV 4294967295\n return s1\n3 mk-const s1 \"x\"\n return t1\n"),
            7 => {
                let long = "x".repeat(1 << 20);
                let _ = writeln!(text, "2 mk-sort SORT_BOOL\n return s1\n3 mk-const s1 \"{long}\"\n return t1");
            }
            8 => text.push_str("2 set-option incremental true\n3 push 4000000000\n4 pop 4000000000\n"),
            9 => text.push_str("set-murxla-options --smt2 /bin/sh -f /etc/passwd -D ../victim\n1 new\n2 delete\n2 delete\n"),
            10 => {
                text.push_str("2 mk-sort SORT_INT\n return s1\n3 mk-const s1 \"\\x{0}../victim\\x{1b}[31m\"\n return t1\n");
                let _ = writeln!(text, "4 set-logic \"{victim}\"");
            }
            _ => {
                let mut bytes = text.into_bytes();
                bytes.extend((0..4096_usize).map(|at| (at * (number + 7) * 31 / 5) as u8));
                return bytes;
            }
        }
        text.push_str("9 check-sat\n");
        text.into_bytes()
    }

    /// A script.
    fn script(&self, number: usize) -> Vec<u8> {
        let victim = self.victim(number);
        let mut text = String::new();
        match number % 12 {
            0..6 => {
                for option in OPTIONS.iter().cycle().skip(number).take(8) {
                    let option = option.trim_start_matches(':');
                    let value = match number % 3 {
                        0 => format!("\"{victim}\""),
                        1 => format!("|{victim}|"),
                        _ => victim.replace(['/', '~'], "_"),
                    };
                    let _ = writeln!(text, "(set-option :{option} {value})");
                }
                let logic = LOGICS[number % LOGICS.len()];
                let _ =
                    writeln!(text, "(set-logic {logic})\n(declare-const x Int)\n(assert (> x 3))");
            }
            6 => {
                // Small, and without end if it is written out as a tree.
                text.push_str("(declare-const x0 Int)\n(assert ");
                for level in 0..64 {
                    let _ = write!(text, "(let ((x{} (+ x{level} x{level}))) ", level + 1);
                }
                let _ = writeln!(text, "(= x64 1){})", ")".repeat(64));
            }
            7 => {
                text = format!("(assert {}true{})\n", "(not ".repeat(200_000), ")".repeat(200_000))
            }
            8 => text.push_str(
                "(push 4000000000)\n(declare-const b (_ BitVec 99999999999))\n(assert (= b b))\n",
            ),
            9 => {
                let _ = writeln!(
                    text,
                    "(include \"{victim}\")\n(echo \"\x1b]0;x\x07\")\n(get-info :all-statistics)"
                );
            }
            10 => {
                let _ = writeln!(
                    text,
                    "(set-logic |{victim}|)\n(set-info :source |{victim}|)\n(declare-const |../victim| Bool)\n(assert |../victim|)"
                );
                text.push_str("(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (> (f (f x)) (* x x x))))\n");
            }
            _ => {
                let mut bytes = b"(set-logic ALL)\n(assert (= 1 ".to_vec();
                bytes.extend((0..4096_usize).map(|at| (at * (number + 3) * 17 / 3) as u8));
                return bytes;
            }
        }
        text.push_str("(check-sat)\n(get-model)\n(exit)\n");
        text.into_bytes()
    }

    /// Runs a command in the empty folder; gives its exit code, which is one that is documented.
    fn run(&self, args: &[&str], landlock: bool, longest: Duration) -> i32 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
        command.args(args).current_dir(self.path("around/empty")).stdin(Stdio::null());
        // Solvers are where they were.
        if std::env::var_os("MURXLA_HOME").is_none() {
            let store = murxla::supply::StoreDir::from_env().expect("a store");
            command.env("MURXLA_HOME", store.root());
        }
        command.env("HOME", self.path("around/home")).env("TMPDIR", self.path("around/tmp"));
        if !landlock {
            command.env("MURXLA_TEST_NO_LANDLOCK", "1");
        }
        let since = Instant::now();
        let output = command.output().expect("murxla");
        let took = since.elapsed();
        assert!(took < longest, "{args:?} took {took:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked") && !said.contains('\x1b'), "{args:?}: {said:.2000}");
        let code = output.status.code();
        let documented = matches!(code, Some(0 | 2 | 10 | 11 | 12));
        assert!(documented, "{args:?}: {code:?}: {said:.2000}");
        code.unwrap_or_default()
    }

    /// Checks these numbers on these solvers; gives how often which exit code came.
    fn check(&self, numbers: &[usize], solvers: &str) -> BTreeMap<i32, u32> {
        let count = solvers.split(',').count() as u32;
        let before = self.snapshot();
        let mut codes = BTreeMap::new();
        for number in numbers {
            let landlock = number % 2 == 0;
            let file = |name: &str| self.path(&format!("{name}-{number}")).display().to_string();
            let (trace, script) = (file("inputs/t") + ".trace", file("inputs/s") + ".smt2");
            fs::write(&trace, self.trace(*number)).expect("a trace");
            fs::write(&script, self.script(*number)).expect("a script");
            // A limit for each solver, on the wall twice as long, and what it takes to start.
            let longest = Duration::from_secs(10) + count * Duration::from_secs(5);
            let mut note = |code: i32| *codes.entry(code).or_default() += 1;
            note(self.run(
                &["replay", &trace, "--solver", solvers, "--time", "2"],
                landlock,
                longest,
            ));
            note(self.run(
                &["run", &script, "--solver", solvers, "--time", "2"],
                landlock,
                longest,
            ));
            let one = solvers.split(',').nth(number % count as usize).unwrap_or("mock");
            let bounded = ["--solver", one, "-t", "2", "--time-budget", "3s", "-o"];
            let (small, smaller) = (file("results/t"), file("results/s"));
            let minimize = [&["minimize", &trace][..], &bounded, &[&small]].concat();
            note(self.run(&minimize, landlock, Duration::from_secs(30)));
            let reduce = [&["reduce", &script][..], &bounded, &[&smaller]].concat();
            note(self.run(&reduce, landlock, Duration::from_secs(30)));
            assert_eq!(self.snapshot(), before, "after number {number}");
        }
        codes
    }
}

/// Some of each kind.
#[test]
fn nothing_is_written_panics_or_hangs() {
    let place = Place::new();
    place.check(&[0, 1, 9, 11], "yices,mock");
}

#[test]
#[ignore = "long: 60 hostile traces and 60 hostile scripts on four solvers"]
fn hostile_60() {
    let place = Place::new();
    let since = Instant::now();
    let numbers: Vec<usize> = (0..60).collect();
    let codes = place.check(&numbers, "z3,cvc5,bitwuzla,yices");
    println!(
        "60 hostile traces and 60 hostile scripts, replayed, run, minimized and reduced, half of them without Landlock, in {:.0} s: \
         nothing around changed, nothing inside appeared, 0 panics, 0 hangs; commands by exit code: {codes:?}",
        since.elapsed().as_secs_f64()
    );
    assert_eq!(
        Path::new(&place.path("around/empty")).read_dir().map(Iterator::count).ok(),
        Some(0)
    );
}
