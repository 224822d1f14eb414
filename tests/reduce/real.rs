//! Real failures, on the solvers that they are of: those in `traces/found`, and those in `long/`, which are as long as they
//! were met, or contradict another solver. What the latter show is no matter here.

use std::path::Path;

use libtest_mimic::Failed;
use murxla::oracle::LoadedSolver;
use murxla::reduce::Refusal;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::read;

use crate::checks;
use crate::table::Table;

/// Traces whose answers are wrong: the solver that is, and one that contradicts it.
const CONTRADICTIONS: &[(&str, &str, &str)] = &[("yices-unsat-array-over-bool", "yices", "z3")];

pub fn check_all() -> Result<(), Failed> {
    let mut paths = Vec::new();
    for folder in ["traces/found", "tests/reduce/long"] {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "trace"));
    paths.sort();
    let locator = Locator::new(&[])?;
    let mut table = Table::default();
    let (mut wrong, mut silent, mut met) = (Vec::new(), 0, 0);
    for path in paths {
        let text = std::fs::read(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (trace, _) = read(&text)?;
        let pair = CONTRADICTIONS.iter().find(|(of, ..)| *of == name);
        met += usize::from(pair.is_some());
        let told = trace.header.solver.as_deref().ok_or("no solver")?;
        let choice = Choice::parse(pair.map_or(told, |(_, first, _)| first))?;
        let library = locator.load(&choice, &Silent)?;
        let mut other = None;
        if let Some((.., second)) = pair {
            let choice = Choice::parse(second)?;
            let library = locator.load(&choice, &Silent)?;
            other = Some(LoadedSolver { solver: choice.name, library });
        }
        let subject = checks::Subject { solver: choice.name, library, other };
        let scratch = tempfile::tempdir()?;
        let task = checks::task(&subject, scratch.path().join("x.min.trace"));
        match checks::reduce(&text, &task)? {
            // The solver says itself that it is wrong, but neither crashes nor contradicts another one.
            Err(Refusal::DoesNotFail) => {
                silent += 1;
                if !String::from_utf8_lossy(&text).contains(": as recorded\n") {
                    wrong.push(format!(
                        "{name}: it does not fail, although its outcome is a failure"
                    ));
                }
                println!("{name}: it does not fail here by an oracle that there is");
                continue;
            }
            Err(Refusal::Unstable(keys)) => {
                println!("{name}: fails in {} ways", keys.len());
                continue;
            }
            Err(refusal) => return Err(format!("{name}: {refusal:?}").into()),
            Ok(_) => {}
        }
        let checked = checks::check(&subject, &text)?;
        wrong.extend(checked.wrong.iter().map(|why| format!("{name}: {why}")));
        table.add(&name.chars().take(26).collect::<String>(), &checked);
    }
    print!("{table}");
    println!("{silent} do not fail by an oracle that there is");
    if met < CONTRADICTIONS.len() {
        wrong.push("a contradiction has no trace".to_owned());
    }
    if table.len() == 0 {
        wrong.push("no trace fails".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
