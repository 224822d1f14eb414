//! Regression scripts: each runs on the solvers that it names, with the answers that it tells; also as a trace, and when
//! it is reduced.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A script of `traces/regress/scripts`.
struct Script {
    path: PathBuf,
    text: String,
}

impl Script {
    fn read(path: PathBuf) -> Script {
        let text = std::fs::read_to_string(&path).expect("a script");
        Script { path, text }
    }

    fn named(name: &str) -> Script {
        Script::read(folder().join(name))
    }

    fn heading(&self, name: &str) -> &str {
        let line = self.text.lines().find_map(|line| line.strip_prefix(&format!("; {name}: ")));
        line.unwrap_or_else(|| panic!("{} has no line `; {name}: …`", self.path.display()))
    }

    fn may_be_unknown(&self) -> bool {
        self.text.lines().any(|line| line.starts_with("; unknown is true: "))
    }

    /// What it says that its checks answer.
    fn status(&self) -> Vec<&str> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("(set-info :status "));
        lines.filter_map(|rest| rest.strip_suffix(')')).collect()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/regress/scripts")
}

fn scripts() -> Vec<Script> {
    let entries = std::fs::read_dir(folder()).expect("traces/regress/scripts");
    let scripts: Vec<Script> =
        entries.map(|entry| Script::read(entry.expect("an entry").path())).collect();
    assert!(!scripts.is_empty());
    scripts
}

fn murxla(args: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).arg(file).output().expect("murxla")
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn scripts_run_on_their_solvers() {
    for script in scripts() {
        assert!(!script.heading("shows").is_empty());
        let args = ["run", "--time", "120", "--solver", script.heading("solvers")];
        let ran = murxla(&args, &script.path);
        let (said, errors) = texts(&ran);
        let shown = script.path.display();
        assert_eq!(ran.status.code(), Some(0), "{shown}: {said}{errors}");
        // Neither unsupported nor cut short, and nothing unknown.
        assert!(errors.is_empty(), "{shown}: {errors}");
        assert!(script.may_be_unknown() || !said.contains("unknown"), "{shown}: {said}");
        assert!(!said.contains("timeout"), "{shown}: {said}");
    }
}

/// A replay of a script's trace does what `run` does, on each solver.
#[test]
fn traces_of_scripts_give_the_same_answers() {
    let scratch = tempfile::tempdir().expect("a folder");
    for script in scripts() {
        let shown = script.path.display();
        let trace = scratch.path().join("script.trace");
        for solver in script.heading("solvers").split(',') {
            let args = ["import", "--solver", solver, "-o", &trace.to_string_lossy()];
            let imported = murxla(&args, &script.path);
            assert_eq!(imported.status.code(), Some(0), "{shown}: {}", texts(&imported).1);
            let replayed = murxla(&["replay", "--time", "120"], &trace);
            let (said, errors) = texts(&replayed);
            assert_eq!(replayed.status.code(), Some(0), "{shown} on {solver}: {said}{errors}");
            let answers: Vec<&str> = said
                .lines()
                .filter_map(|line| line.trim().strip_prefix("return "))
                .filter(|word| ["sat", "unsat", "unknown"].contains(word))
                .collect();
            let checks = said.lines().filter(|line| line.contains(" check-sat")).count();
            assert_eq!(answers.len(), checks, "{shown} on {solver}: {said}{errors}");
            if !script.may_be_unknown() && script.status().len() == checks {
                assert_eq!(answers, script.status(), "{shown} on {solver}: {said}{errors}");
            }
        }
    }
}

/// A trace that was made for no solver in particular is prepared where it is played: what an API lacks is said otherwise.
#[test]
fn traces_for_any_solver_run_on_each() {
    let scratch = tempfile::tempdir().expect("a folder");
    for (name, solver) in
        [("bvcomp", "z3"), ("match", "z3"), ("overflow-predicates", "yices"), ("get-info", "z3")]
    {
        let script = Script::named(&format!("{name}.smt2"));
        let trace = scratch.path().join("script.trace");
        let imported = murxla(&["import", "-o", &trace.to_string_lossy()], &script.path);
        assert_eq!(imported.status.code(), Some(0), "{name}: {}", texts(&imported).1);
        let replayed = murxla(&["replay", "--time", "120", "--solver", solver], &trace);
        let (said, errors) = texts(&replayed);
        assert_eq!(replayed.status.code(), Some(0), "{name}: {said}{errors}");
        let answers: Vec<&str> = said
            .lines()
            .filter_map(|line| line.trim().strip_prefix("return "))
            .filter(|word| ["sat", "unsat", "unknown"].contains(word))
            .collect();
        assert_eq!(answers, script.status(), "{name}: {said}{errors}");
    }
}

/// What `run` finds with an option that the solver demands, `reduce` finds too.
#[test]
fn reductions_set_what_a_solver_demands() {
    let scratch = tempfile::tempdir().expect("a folder");
    let script = Script::named("small-floats.smt2");
    // The solver is right, so what the script says now is wrong: that is what is found, and what must stay.
    let wrong = script.text.replacen(":status sat", ":status unsat", 1);
    let wrong = wrong.split("(assert (fp.lt y x))").next().expect("a part").replace("(push 1)", "");
    let file = scratch.path().join("wrong.smt2");
    std::fs::write(&file, wrong).expect("a script");
    let ran = murxla(&["run", "--solver", "cvc5"], &file);
    assert_eq!(ran.status.code(), Some(10), "{:?}", texts(&ran));
    let reduced = murxla(&["reduce", "--solver", "cvc5", "--status", "steps"], &file);
    assert_eq!(reduced.status.code(), Some(0), "{:?}", texts(&reduced));
    let result = std::fs::read_to_string(scratch.path().join("wrong.min.smt2")).expect("a result");
    assert!(result.contains("(check-sat)"), "{result}");
}
