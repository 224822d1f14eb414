//! The names of solvers, `NAME[@VERSION]`.

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
        ("yices@assertions", "yices", "2.6.4-assertions"),
        ("bitwuzla@0.9.1-assertions", "bitwuzla", "0.9.1-assertions"),
    ] {
        let spec = SolverSpec::parse(text).unwrap();
        assert_eq!((spec.name(), spec.version()), (name, version), "{text}");
    }
}

#[test]
fn not_everything_is_built_with_assertions() {
    for (text, expected) in [
        ("z3@assertions", "z3 cannot be built with assertions; only bitwuzla, yices can"),
        ("cvc5@1.4.2-assertions", "cvc5 cannot be built with assertions; only bitwuzla, yices can"),
        (
            "yices@2.6.5-assertions",
            "yices has no version 2.6.5-assertions that can be installed; choose one of 2.6.4-assertions",
        ),
    ] {
        assert_eq!(SolverSpec::parse(text).unwrap_err().to_string(), expected);
    }
    let spec = SolverSpec::parse("bitwuzla@assertions").unwrap();
    assert!(spec.has_assertions() && !spec.release().has_assertions());
    assert_eq!(spec.release(), SolverSpec::parse("bitwuzla").unwrap());
}

#[test]
fn bad_specs_list_the_known_solvers() {
    let unknown =
        ["", "@", "z3@", "@1.0", "z3@../../x", "z3@5.4.0/x", "z3@-1", "z3@1 2", "z3@*", "z4", "Z3"];
    for text in unknown {
        let sentence = SolverSpec::parse(text).unwrap_err().to_string();
        assert!(sentence.contains("bitwuzla, boolector, cvc5, yices, z3"), "{text}: {sentence}");
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
