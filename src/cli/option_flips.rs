//! The Boolean options of a solver, each with the value that it does not have by default.

use murxla_api::{Clash, Library, OptionKind, StandardOption, Theory, When};

use crate::model::{Settings, Target, not_drawn};

/// What is on in an enumeration.
const ON: [StandardOption; 3] =
    [StandardOption::Incremental, StandardOption::Models, StandardOption::UnsatAssumptions];

/// The options that go with these theories; those that print, write files or hang on the clock are left out, as in fuzzing.
pub(super) fn flips(
    solver: &str,
    library: &dyn Library,
    theories: &[Theory],
) -> Vec<(String, String)> {
    let (profile, settings) = (library.profile(), Settings::default());
    let target = Target { solver, profile, options: library.options() };
    let mut found = Vec::new();
    for option in library.options() {
        let OptionKind::Bool { default } = option.kind else { continue };
        if not_drawn(target, &settings, option).is_some() {
            continue;
        }
        let values: &[bool] = match default {
            Some(default) => &[!default],
            None => &[true, false],
        };
        for value in values.iter().map(bool::to_string) {
            let clashes = |clash: &Clash| {
                clash.option == option.name
                    && (clash.values.is_empty() || clash.values.contains(&value.as_str()))
                    && holds(clash.when, theories)
            };
            if !profile.demands.clashes.iter().any(clashes) {
                found.push((option.name.clone(), value));
            }
        }
    }
    found
}

fn holds(when: When, theories: &[Theory]) -> bool {
    match when {
        When::Always | When::QuantifiedLogic => true,
        When::Option(..) | When::HigherOrder | When::NamedLogic => false,
        When::On(option) => ON.contains(&option),
        When::Off(option) => !ON.contains(&option),
        When::Theory(theory) => theories.contains(&theory),
    }
}
