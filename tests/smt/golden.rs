//! Our own small files, with what is read from them. `BLESS=1` writes the expectations anew.

use std::path::{Path, PathBuf};

use murxla::smt::{check, parse};

use crate::corpus::own_operators;
use crate::dump::dump;

/// Our own files.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smt/files");
    let entries = std::fs::read_dir(folder).expect("our files");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    paths.sort();
    paths
}

#[test]
fn files_are_read_as_expected() {
    let own = own_operators();
    for path in files() {
        let input = std::fs::read(&path).expect("a file");
        let commands = parse(&input).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let script =
            check(&commands, &own).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let expected = path.with_extension("expected");
        let found = dump(&script);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).expect("a file that can be written");
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(found, expected, "{}", path.display());
    }
}

#[test]
fn printing_changes_nothing() {
    for path in files() {
        let input = std::fs::read(&path).expect("a file");
        let commands = parse(&input).expect("a file that can be parsed");
        assert_eq!(parse(commands.to_string().as_bytes()), Ok(commands), "{}", path.display());
    }
}
