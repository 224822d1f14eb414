//! Properties that are seen only from outside of a process: what is linked, what binds to what, other versions.

use std::collections::BTreeMap;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

const MURXLA: &str = env!("CARGO_BIN_EXE_murxla");

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("processes::no_solver_is_linked", no_solver_is_linked),
        Trial::test("processes::all_solvers_in_one_process", all_solvers_in_one_process),
        Trial::test("processes::no_symbol_crosses_solvers", no_symbol_crosses_solvers),
        Trial::test("processes::older_versions", older_versions),
        Trial::test("processes::an_own_build_by_path", an_own_build_by_path),
    ]
}

fn run(args: &[&str], environment: &[(&str, &str)]) -> Result<(String, String, i32), Failed> {
    let output = Command::new(MURXLA).args(args).envs(environment.iter().copied()).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1)))
}

fn no_solver_is_linked() -> Result<(), Failed> {
    let output = Command::new("ldd").arg(MURXLA).output()?;
    let needed = String::from_utf8(output.stdout)?;
    for name in ["z3", "cvc5", "bitwuzla", "yices", "boolector", "gmp", "poly", "cadical", "stdc++"]
    {
        if needed.contains(name) {
            return Err(format!("{name} is linked in:\n{needed}").into());
        }
    }
    println!("ldd: {}", needed.split_whitespace().filter(|word| word.contains(".so")).count());
    Ok(())
}

fn all_solvers_in_one_process() -> Result<(), Failed> {
    let (out, err, code) = run(&["solvers", "--check"], &[])?;
    let expected = "5 solvers checked in one process; every assertion holds in every model";
    if code != 0 || !out.contains(expected) {
        return Err(format!("exit code {code}\n{out}\n{err}").into());
    }
    Ok(())
}

/// The dynamic loader tells each symbol that it binds, from which file to which. A solver's symbols may bind
/// inside the solver's own folder and to the system, never into another solver's folder.
fn no_symbol_crosses_solvers() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("bindings");
    let path = log.to_string_lossy().into_owned();
    let (_, _, code) =
        run(&["solvers", "--check"], &[("LD_DEBUG", "bindings"), ("LD_DEBUG_OUTPUT", &path)])?;
    if code != 0 {
        return Err(format!("exit code {code}").into());
    }
    let mut from: BTreeMap<String, usize> = BTreeMap::new();
    let mut crossing = Vec::new();
    for entry in std::fs::read_dir(folder.path())? {
        let text = String::from_utf8_lossy(&std::fs::read(entry?.path())?).into_owned();
        for line in text.lines() {
            // binding file A [0] to B [0]: normal symbol `NAME'
            let Some((_, rest)) = line.split_once("binding file ") else { continue };
            let Some((a, rest)) = rest.split_once(" [") else { continue };
            let Some((_, rest)) = rest.split_once(" to ") else { continue };
            let Some((b, _)) = rest.split_once(" [") else { continue };
            let Some(source) = solver_folder(a) else { continue };
            *from.entry(source.to_owned()).or_default() += 1;
            if solver_folder(b).is_some_and(|target| target != source) {
                crossing.push(line.to_owned());
            }
        }
    }
    if from.len() != 5 {
        return Err(format!("bindings of {from:?} were seen, of 5 solvers expected").into());
    }
    if !crossing.is_empty() {
        return Err(format!("{} crossing bindings: {}", crossing.len(), crossing[0]).into());
    }
    let total: usize = from.values().sum();
    println!("{total} symbols bound ({from:?}), 0 across solvers");
    Ok(())
}

/// The folder of the store in which a solver's library lies.
fn solver_folder(path: &str) -> Option<&str> {
    let (_, rest) = path.split_once("/solvers/")?;
    rest.split('/').next()
}

fn older_versions() -> Result<(), Failed> {
    let older = "z3@4.8.12,cvc5@1.3.2";
    let (out, err, code) = run(&["solvers", "--check", "--solver", older], &[])?;
    let found =
        ["Z3 4.8.12", "cvc5 1.3.2", "2 solvers checked"].iter().all(|text| out.contains(text));
    if code != 0 || !found {
        return Err(format!("exit code {code}\n{out}\n{err}").into());
    }
    Ok(())
}

fn an_own_build_by_path() -> Result<(), Failed> {
    let locator = murxla::solvers::Locator::new(&[])?;
    let installed = murxla::supply::find(locator.store(), "z3", Some("4.8.12"))
        .ok_or("z3 4.8.12 is not installed; the test before this one installs it")?;
    let given = format!("z3={}", installed.library.display());
    let variable = installed.library.to_string_lossy().into_owned();
    let by_flag = run(&["solvers", "--check", "--solver", "z3", "--lib", &given], &[])?;
    let by_variable =
        run(&["solvers", "--check", "--solver", "z3"], &[("MURXLA_LIB_Z3", &variable)])?;
    for (out, err, code) in [by_flag, by_variable] {
        if code != 0 || !out.contains("Z3 4.8.12") {
            return Err(format!("exit code {code}\n{out}\n{err}").into());
        }
    }
    Ok(())
}
