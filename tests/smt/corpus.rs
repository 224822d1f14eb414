//! Reads a corpus: the folder that `MURXLA_CORPUS` names, or `../shared/corpus` beside the repository.

use std::path::{Path, PathBuf};

use murxla::smt::{check, parse};
use murxla::solvers;
use murxla_api::Op;

/// The folder; nothing is read without it, and that is no success.
fn folder() -> PathBuf {
    let folder = match std::env::var_os("MURXLA_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
    };
    assert!(
        folder.is_dir(),
        "no corpus: MURXLA_CORPUS names no folder, and ../shared/corpus is not there"
    );
    folder
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder that can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            found.push(path);
        }
    }
}

/// The operators of all solvers.
pub fn own_operators() -> Vec<&'static Op> {
    solvers::WRAPPERS.iter().flat_map(|wrapper| wrapper.own_operators()).collect()
}

fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of as f64
}

#[test]
#[ignore = "long: reads a corpus that is no part of the repository"]
fn corpus_is_read() {
    let folder = folder();
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(!paths.is_empty(), "{} holds no scripts", folder.display());
    let own = own_operators();
    let (mut parsed, mut checked) = (0, 0);
    for path in &paths {
        let name = path.strip_prefix(&folder).unwrap_or(path).display();
        let input = std::fs::read(path).expect("a file that can be read");
        let commands = match parse(&input) {
            Ok(commands) => commands,
            Err(error) => {
                println!("not parsed: {name}:{error}");
                continue;
            }
        };
        parsed += 1;
        let printed = commands.to_string();
        let again = parse(printed.as_bytes());
        assert_eq!(again.as_ref(), Ok(&commands), "{name} changes when it is printed");
        match check(&commands, &own) {
            Ok(_) => checked += 1,
            Err(error) => println!("not checked: {name}:{error}"),
        }
        // Here the script is printed and given to solvers, whose answers are those to the file.
    }
    let (parsed, checked) = (percent(parsed, paths.len()), percent(checked, paths.len()));
    println!("{} files: {parsed:.2} % parse, {checked:.2} % type-check", paths.len());
    assert!(parsed >= 99.0, "too few files parse");
    assert!(checked >= 98.0, "too few files type-check");
}
