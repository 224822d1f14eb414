//! Traces of the original Murxla: they are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use murxla::exec::{OptionPolicy, Player};
use murxla::trace::{Action, CallArg, Operator, check, read};
use murxla_api::Wrapper;

use super::tally::Tally;

/// The folder with the original's traces: they are not ours to copy.
fn folder() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/facts/murxla-traces");
    let folder = std::env::var_os("MURXLA_ORIGINAL_TRACES").map_or(default, PathBuf::from);
    assert!(
        folder.is_dir(),
        "MURXLA_ORIGINAL_TRACES names no folder, and ../shared/facts/murxla-traces is not there"
    );
    folder
}

#[test]
#[ignore = "reads traces of the original, which are no part of the repository"]
fn the_originals_traces_are_read() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "trace"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 40);
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a trace");
        let (trace, lines) = read(&bytes).unwrap_or_else(|error| panic!("{name}:{error}"));
        let text = trace.to_text();
        let (again, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}:{error}"));
        assert_eq!(again.calls, trace.calls, "{name}");
        assert_eq!(again.to_text(), text, "{name}");

        let problems = check::check(&trace, &check::NoOwnRows);
        let mut foreign: BTreeMap<&str, usize> = BTreeMap::new();
        for call in &trace.calls {
            let key = match (&call.action, call.args.as_slice()) {
                (Action::Own(name), _) => name,
                (_, [CallArg::Applied(applied)]) => match &applied.operator {
                    Operator::Own(key) => key,
                    _ => continue,
                },
                _ => continue,
            };
            *foreign.entry(key).or_default() += 1;
        }
        let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
        let mut player = Player::new(library, OptionPolicy::NoFiles);
        let tally = Tally::of(&trace.calls, &mut player, |_| {});
        assert_eq!(tally.broken, 0, "{name}");
        println!(
            "{name}: {} calls, on the mock {} accepted, {} rejected, {} skipped; own {foreign:?}; skipped {:?}",
            trace.calls.len(),
            tally.accepted,
            tally.rejected,
            tally.skipped_calls(),
            tally.skipped,
        );
        for (call, problem) in &problems {
            println!("  {}: {problem}", lines.of(*call).unwrap_or(0));
        }
    }
}
