//! Wrong answers that stay wrong by the script's own `:status`.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use crate::front::FrontEnd;
use crate::reduce::reduce;

/// Satisfiable; a part of it is not, where a formula becomes `false`.
const SAT: &str = "(set-info :status sat)
(declare-const a Int)
(declare-const b Int)
(declare-const p Bool)
(assert (or p (< (* a b) (+ a 3))))
(assert (and (> a 1) (not (= b 5))))
(assert (=> p (> (+ a b) 7)))
(check-sat)
";

/// Unsatisfiable, for the product and the two bounds.
const UNSAT: &str = "(set-info :status unsat)
(declare-const a Int)
(declare-const b Int)
(declare-const p Bool)
(assert (> (* a a) 0))
(assert (or (= a 0) (and p (= a 0) (< b a))))
(check-sat)
";

fn write(folder: &Path, text: &str) -> Result<PathBuf, Failed> {
    let file = folder.join("wrong.smt2");
    std::fs::write(&file, text)?;
    Ok(file)
}

/// What Z3 says of a result.
fn truth(text: &[u8], folder: &Path) -> Result<String, Failed> {
    let file = folder.join("asked.smt2");
    std::fs::write(&file, text)?;
    Ok(FrontEnd::of("z3")?.read(&file, false, false)?.text.trim().to_owned())
}

/// A command that says one thing of all scripts with a product.
fn says(answer: &str) -> String {
    format!(
        "sh -c 'grep -q \"[*]\" \"$0\" && grep -q check-sat \"$0\" && echo {answer} || echo unknown' {{}}"
    )
}

/// With a command, steps keep the truth; without the guard it is lost.
pub fn of_a_command() -> Result<(), Failed> {
    for (script, status, wrong) in [(SAT, "sat", "unsat"), (UNSAT, "unsat", "sat")] {
        let folder = tempfile::tempdir()?;
        let file = write(folder.path(), script)?;
        let guarded = reduce(&file, &says(wrong), &["--restart"])?;
        let text = String::from_utf8_lossy(&guarded.text).into_owned();
        if truth(&guarded.text, folder.path())? != status || !text.contains('*') {
            return Err(format!("{status} is not kept: {text}").into());
        }
        if guarded.text.len() * 3 > script.len() * 2 {
            return Err(format!("nearly nothing was reduced: {text}").into());
        }
    }
    let folder = tempfile::tempdir()?;
    let file = write(folder.path(), SAT)?;
    let lost = reduce(&file, &says("unsat"), &["--status", "ignore"])?;
    match truth(&lost.text, folder.path())?.as_str() {
        "unsat" => Ok(()),
        other => Err(format!("without a guard it is {other}; this test shows nothing").into()),
    }
}

/// In process: the mock, whose answers are drawn, against what another solver or the script itself says.
pub fn in_process() -> Result<(), Failed> {
    for how in ["steps", "solvers"] {
        let mut wrong = 0;
        for number in 0..12 {
            let folder = tempfile::tempdir()?;
            let script = SAT.replace('7', &format!("{}", 7 + number));
            let file = write(folder.path(), &script)?;
            let out = folder.path().join("out.smt2");
            let mut murxla = Command::new(env!("CARGO_BIN_EXE_murxla"));
            murxla.args(["reduce", "--solver", "mock", "--status", how, "-o"]).arg(&out).arg(&file);
            let output = murxla.current_dir(folder.path()).output()?;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                // It says nothing wrong of this one.
                Some(12) if said.contains("does not fail") => continue,
                Some(0) => wrong += 1,
                _ => return Err(format!("{how}: {}: {said}", output.status).into()),
            }
            let guard = if how == "steps" { "only steps" } else { "guards the truth" };
            let text = std::fs::read(&out)?;
            if truth(&text, folder.path())? != "sat" || !said.contains(guard) {
                let text = String::from_utf8_lossy(&text).into_owned();
                return Err(format!("{how}: {said}: sat is not kept: {text}").into());
            }
        }
        if wrong == 0 {
            return Err("the mock was never wrong".into());
        }
    }
    Ok(())
}
