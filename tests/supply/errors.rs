//! Failing installations: each gives one clear sentence and leaves nothing behind.

use std::fs;

use murxla::supply::{StoreDir, SupplyError, Tool};

use crate::fake::{Machine, WHEEL};

/// Installs `spec`, which must fail with one sentence and without a trace in the store.
fn failure(machine: &Machine, spec: &str) -> (SupplyError, String) {
    let error = machine.install(spec).unwrap_err();
    let sentence = error.to_string();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert_eq!(machine.store_entries(), [""; 0], "{sentence}");
    (error, sentence)
}

#[test]
fn a_tampered_package_is_refused_before_it_is_unpacked() {
    let name = "z3_solver-5.4.0.0-py3-none-manylinux_2_27_x86_64.whl";
    let machine = Machine::delivering(name, &[("z3/lib/libz3.so", "evil")]);
    let (error, sentence) = failure(&machine, "z3");
    let SupplyError::Checksum { file, expected, actual } = error else { panic!("{sentence}") };
    assert_eq!(file, name);
    assert!(expected.starts_with("0549ffad") && actual.len() == 64 && actual != expected);
    assert!(sentence.contains(&expected) && sentence.contains(&actual));
}

#[test]
fn no_python() {
    let mut machine = Machine::with_python("");
    machine.tools.python = Tool::new("/nonexistent/python3");
    let (error, sentence) = failure(&machine, "z3");
    assert!(matches!(error, SupplyError::PythonMissing { .. }), "{sentence}");
    assert!(sentence.contains("MURXLA_PYTHON"));
}

#[test]
fn python_without_pip() {
    let machine = Machine::with_python("echo \"$0: No module named pip\" >&2; exit 1");
    let (error, sentence) = failure(&machine, "z3");
    assert!(matches!(error, SupplyError::PipMissing { .. }), "{sentence}");
    assert!(!error.is_disk());
}

#[test]
fn an_old_pip() {
    let machine = Machine::with_python(
        "[ -z \"$dest\" ] && echo 'pip 20.0.2 from /usr/lib (python 3.8)' && exit 0\n\
         echo 'ERROR: Could not find a version (from versions: none)' >&2; exit 1",
    );
    let (error, sentence) = failure(&machine, "cvc5");
    assert!(matches!(error, SupplyError::PipTooOld { .. }), "{sentence}");
    assert!(sentence.contains("20.0.2"), "{sentence}");
}

#[test]
fn no_network() {
    let machine = Machine::with_python(
        r#"cat >&2 <<'EOF'
WARNING: Retrying (Retry(total=1, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -2] Name or service not known')': /simple/z3-solver/
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -2] Name or service not known')': /simple/z3-solver/
ERROR: Could not find a version that satisfies the requirement z3-solver==5.4.0.0 (from versions: none)
ERROR: No matching distribution found for z3-solver==5.4.0.0
EOF
exit 1"#,
    );
    let (error, sentence) = failure(&machine, "z3");
    assert!(matches!(error, SupplyError::Unreachable { .. }), "{sentence}");
    assert!(sentence.contains("(Name or service not known)"), "{sentence}");
}

#[test]
fn unknown_version() {
    let machine = Machine::with_python(
        "echo 'ERROR: Could not find a version that satisfies the requirement z3-solver==9.9.9.* \
         (from versions: 4.8.12.0, 5.4.0.0)' >&2; exit 1",
    );
    let (_, sentence) = failure(&machine, "z3@9.9.9");
    assert_eq!(
        sentence,
        "z3 has no version 9.9.9 that can be installed; choose one of 4.8.12, 5.4.0"
    );
}

#[test]
fn a_version_that_pip_completes_is_refused() {
    let machine = Machine::delivering(WHEEL, &[("z3/lib/libz3.so", "library")]);
    let (_, sentence) = failure(&machine, "z3@0.0");
    assert_eq!(sentence, "z3 has no version 0.0 that can be installed; choose one of 0.0.1");
}

#[test]
fn other_trouble_of_pip_is_quoted() {
    let machine = Machine::with_python("echo 'ERROR: something new' >&2; exit 2");
    let (_, sentence) = failure(&machine, "z3");
    assert_eq!(sentence, "pip could not fetch z3-solver: something new");
    let machine = Machine::with_python("");
    let (_, sentence) = failure(&machine, "z3");
    assert_eq!(sentence, "pip could not fetch z3-solver: it reported success but left no file");
}

#[test]
fn a_package_that_points_outside_is_refused() {
    for path in ["../../../escaped", "/escaped", "z3/lib/../../../../../escaped"] {
        let files = [("z3/lib/libz3.so", "library"), (path, "evil")];
        let machine = Machine::delivering(WHEEL, &files);
        let (error, sentence) = failure(&machine, "z3@0.0.1");
        assert!(matches!(error, SupplyError::UnsafePath { .. }), "{sentence}");
        assert!(sentence.contains(path), "{sentence}");
    }
}

#[test]
fn a_package_without_the_library() {
    let machine = Machine::delivering(WHEEL, &[("z3/z3.py", "")]);
    let (error, sentence) = failure(&machine, "z3@0.0.1");
    assert!(matches!(error, SupplyError::Incomplete { .. }), "{sentence}");
    assert!(sentence.contains("lib/libz3.so"), "{sentence}");
}

#[test]
fn a_package_that_is_no_archive() {
    let machine = Machine::with_python(&format!("echo rubbish >\"$dest/{WHEEL}\""));
    let (error, sentence) = failure(&machine, "z3@0.0.1");
    assert!(matches!(error, SupplyError::BrokenPackage { .. }), "{sentence}");
}

#[test]
fn no_compiler_is_noticed_before_anything_is_fetched() {
    let machine = Machine::delivering("x", &[]);
    let (error, sentence) = failure(&machine, "bitwuzla");
    assert!(matches!(error, SupplyError::CompilerMissing { .. }), "{sentence}");
    assert!(sentence.contains("MURXLA_CXX"));
    assert_eq!(machine.fetches(), 0);
}

/// What a build with assertions needs, and what is said when it is missing: before anything is fetched.
#[test]
fn a_build_with_assertions_needs_its_tools() {
    type Spoil = fn(&mut Machine);
    let cases: [(Spoil, &str, &str); 5] = [
        (|machine| machine.tools.cc = Tool::new("/nonexistent/cc"), "yices", "MURXLA_CC"),
        (|machine| machine.tools.cxx = Tool::new("/nonexistent/c++"), "bitwuzla", "MURXLA_CXX"),
        (|machine| machine.tools.make = Tool::new("/nonexistent/make"), "yices", "builds GMP"),
        (
            |machine| machine.tools.cargo = Tool::new("/nonexistent/cargo"),
            "yices",
            "fetches sources",
        ),
        (|_| {}, "bitwuzla", "cannot run '/nonexistent/program', which fetches sources"),
    ];
    for (spoil, solver, said) in cases {
        let mut machine = Machine::with_cargo("echo called >>\"$cache/calls\"");
        spoil(&mut machine);
        let (error, sentence) = failure(&machine, &format!("{solver}@assertions"));
        assert!(sentence.contains(said), "{sentence}");
        assert!(!error.is_disk());
        assert!(!machine.path("cargo/registry/cache/index/calls").exists());
    }
}

#[test]
fn a_tampered_source_is_refused() {
    let machine = Machine::with_cargo(
        "echo evil >\"$cache/yices2-sys-2.6.4.crate\"; \
                                       echo evil >\"$cache/gmp-mpfr-sys-1.7.1.crate\"",
    );
    let (error, sentence) = failure(&machine, "yices@assertions");
    let SupplyError::Checksum { file, .. } = error else { panic!("{sentence}") };
    assert_eq!(file, "yices2-sys-2.6.4.crate");
}

#[test]
fn trouble_of_cargo_is_quoted() {
    let machine = Machine::with_cargo("echo 'error: no index' >&2; exit 101");
    let (error, sentence) = failure(&machine, "yices@assertions");
    assert!(matches!(error, SupplyError::FetchFailed { .. }), "{sentence}");
    assert!(sentence.starts_with("cargo could not fetch yices2-sys 2.6.4;"), "{sentence}");
    assert!(sentence.ends_with("It said: error: no index"), "{sentence}");
    let machine = Machine::with_cargo("exit 0");
    let (_, sentence) = failure(&machine, "yices@assertions");
    assert!(sentence.ends_with("it reported success but left no file in its cache"), "{sentence}");
}

#[test]
fn a_store_that_cannot_be_written_is_disk_trouble() {
    let mut machine = Machine::with_python("");
    // Permissions do not bind root, under whom tests may run; a file in the way binds everybody.
    fs::write(machine.path("file"), "").unwrap();
    machine.store = StoreDir::new(machine.path("file").join("x"));
    let (error, sentence) = failure(&machine, "z3");
    assert!(error.is_disk(), "{sentence}");
    assert!(sentence.contains("MURXLA_HOME"), "{sentence}");
}

#[test]
fn a_full_disk_under_pip_is_disk_trouble() {
    let machine =
        Machine::with_python("echo 'OSError: [Errno 28] No space left on device' >&2; exit 1");
    let (error, sentence) = failure(&machine, "z3");
    assert!(error.is_disk(), "{sentence}");
}
