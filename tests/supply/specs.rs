//! How solvers are named.

use murxla::supply::{Pins, SolverSpec, default_version};

#[test]
fn specs_are_read() {
    for (text, name, version) in [
        ("z3", "z3", "5.4.0"),
        ("z3@4.8.12", "z3", "4.8.12"),
        ("z3@5.4.0.0", "z3", "5.4.0"),
        ("z3@4.13.4", "z3", "4.13.4"),
        ("cvc5", "cvc5", "1.4.2"),
        ("bitwuzla", "bitwuzla", "0.9.1"),
        ("yices@2.6.5.post24", "yices", "2.6.5"),
        ("yices@2.6.4", "yices", "2.6.4"),
    ] {
        let spec = SolverSpec::parse(text).unwrap();
        assert_eq!((spec.name(), spec.version()), (name, version), "{text}");
    }
}

#[test]
fn bad_specs_list_the_known_solvers() {
    let unknown =
        ["", "@", "z3@", "@1.0", "z3@../../x", "z3@5.4.0/x", "z3@-1", "z3@1 2", "z3@*", "z4", "Z3"];
    for text in unknown {
        let sentence = SolverSpec::parse(text).unwrap_err().to_string();
        assert!(sentence.contains("bitwuzla, cvc5, yices, z3"), "{text}: {sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

#[test]
fn every_solver_has_a_pinned_default() {
    let pins = Pins::embedded();
    for name in pins.solver_names() {
        let default = default_version(name).unwrap();
        assert!(pins.pinned_versions(name).any(|version| version == default), "{name}");
    }
    assert_eq!(default_version("z4"), None);
}
