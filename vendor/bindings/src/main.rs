//! Regenerates the committed declarations of the solvers' C APIs: `cargo run -p murxla-bindings`.
//!
//! - `wrappers/{bitwuzla,yices,boolector}/src/bindings.rs`: bindgen's output without comments, from the headers of
//!   Bitwuzla's source package and of the crates yices2-sys and boolector-sys (which are fetched, not linked).
//! - `wrappers/*/src/functions.rs`: the names of the functions that are bound at run time, from those
//!   bindings and from the sources of z3-sys and cvc5-sys.
//! - `wrappers/*/src/c_api.txt`: what the C APIs declare, for recording calls; `cargo run -p murxla-bindings c-api` writes
//!   these alone.
//!
//! Everything is fetched by package name with pip and cargo; nothing is installed.

mod c_api;
mod declare;
mod fetch;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Set in the second run of this program, which finds libclang.
const PREPARED: &str = "MURXLA_BINDINGS_PREPARED";

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(folder) = std::env::var_os(PREPARED) {
        return generate(&root, &PathBuf::from(folder));
    }
    if std::env::args().nth(1).as_deref() == Some("c-api") {
        let folder = tempfile::tempdir()?;
        let crates = fetch::crates(&root, folder.path())?;
        let headers = fetch::yices_headers(&crates, folder.path())?;
        let boolector = fetch::boolector_headers(&crates, folder.path())?;
        return c_apis(&root, &crates, &headers, &boolector);
    }
    // bindgen looks for libclang in the environment, and a program should not change its own.
    let folder = tempfile::tempdir()?;
    let clang = fetch::libclang(folder.path())?;
    let status = Command::new(std::env::current_exe()?)
        .env(PREPARED, folder.path())
        .env("LIBCLANG_PATH", clang)
        .status()?;
    ensure!(status.success(), "the bindings were not generated");
    Ok(())
}

fn generate(root: &Path, folder: &Path) -> Result<()> {
    let crates = fetch::crates(root, folder)?;
    let headers = fetch::yices_headers(&crates, folder)?;
    let yices = declare::bindings(&headers.join("yices.h"), "yices_.*", &headers)?;
    let boolector = fetch::boolector_headers(&crates, folder)?;
    let btor = declare::bindings(&boolector.1, "boolector_.*", &boolector.0)?;
    let include = fetch::bitwuzla_headers()?;
    let bitwuzla =
        declare::bindings(&include.join("bitwuzla/c/parser.h"), "bitwuzla_.*", &include)?;
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let z3 = read(crates.join("z3-sys/src/generated/functions.rs"))?
        + &read(crates.join("z3-sys/src/functions_patched.rs"))?;
    let cvc5 = read(crates.join("cvc5-sys/prebuilt/bindings.rs"))?;

    let write = |solver: &str, file: &str, text: &str| -> Result<()> {
        let path = root.join("wrappers").join(solver).join("src").join(file);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrappers/{solver}/src/{file}");
        Ok(())
    };
    write("bitwuzla", "bindings.rs", &bitwuzla)?;
    write("yices", "bindings.rs", &yices)?;
    write("boolector", "bindings.rs", &btor)?;
    for (solver, prefix, source) in [
        ("z3", "Z3_", &z3),
        ("cvc5", "cvc5_", &cvc5),
        ("bitwuzla", "bitwuzla_", &bitwuzla),
        ("yices", "yices_", &yices),
        ("boolector", "boolector_", &btor),
    ] {
        write(solver, "functions.rs", &declare::functions(source, prefix)?)?;
    }
    c_apis(root, &crates, &headers, &boolector)
}

/// Writes the tables of what the C APIs declare.
fn c_apis(root: &Path, crates: &Path, yices: &Path, boolector: &(PathBuf, PathBuf)) -> Result<()> {
    let (z3, bitwuzla) = (fetch::z3_headers()?, fetch::bitwuzla_headers()?);
    let cvc5 = std::fs::read_to_string(crates.join("cvc5-sys/prebuilt/bindings.rs"))?;
    let tables = [
        ("z3", c_api::of_header(&z3.join("z3.h"), &z3, "Z3_")?),
        ("cvc5", c_api::of_cvc5(&cvc5)?),
        ("bitwuzla", {
            let header = bitwuzla.join("bitwuzla/c/bitwuzla.h");
            c_api::of_header(&header, &bitwuzla, "bitwuzla_")?
        }),
        ("yices", c_api::of_header(&yices.join("yices.h"), yices, "yices_")?),
        ("boolector", c_api::of_header(&boolector.1, &boolector.0, "boolector_")?),
    ];
    for (solver, table) in tables {
        let path = root.join("wrappers").join(solver).join("src/c_api.txt");
        std::fs::write(&path, table).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrappers/{solver}/src/c_api.txt");
    }
    Ok(())
}
