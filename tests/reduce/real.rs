//! The real failures in `traces/`, on the solvers that they are of.

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
const CONTRADICTIONS: &[(&str, &str, &str)] =
    &[("cvc5-sat-after-refused-check-b1006", "cvc5", "bitwuzla")];

pub fn check_all() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "trace"));
    paths.sort();
    let locator = Locator::new(&[])?;
    let mut table = Table::default();
    let (mut wrong, mut silent) = (Vec::new(), 0);
    for path in paths {
        let text = std::fs::read(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (trace, _) = read(&text)?;
        let pair = CONTRADICTIONS.iter().find(|(of, ..)| *of == name);
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
    if table.len() == 0 {
        wrong.push("no trace fails".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
