//! The real failures in `traces/`, on the solvers that they are of.

use std::path::Path;

use libtest_mimic::Failed;
use murxla::reduce::Refusal;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::read;

use crate::checks;
use crate::table::Table;

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
        let choice = Choice::parse(trace.header.solver.as_deref().ok_or("no solver")?)?;
        let library = locator.load(&choice, &Silent)?;
        let scratch = tempfile::tempdir()?;
        let task = checks::task(choice.name, library, scratch.path().join("x.min.trace"));
        match checks::reduce(&text, &task)? {
            // What is wrong with these, only an oracle of answers can tell.
            Err(Refusal::DoesNotFail) => {
                silent += 1;
                println!("{name}: only its answers are wrong");
                continue;
            }
            Err(Refusal::Unstable(keys)) => {
                println!("{name}: fails in {} ways", keys.len());
                continue;
            }
            Err(refusal) => return Err(format!("{name}: {refusal:?}").into()),
            Ok(_) => {}
        }
        let checked = checks::check(choice.name, library, &text)?;
        wrong.extend(checked.wrong.iter().map(|why| format!("{name}: {why}")));
        table.add(&name.chars().take(26).collect::<String>(), &checked);
    }
    print!("{table}");
    println!("{silent} do not fail without an oracle of answers");
    if table.len() == 0 {
        wrong.push("no trace fails".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
