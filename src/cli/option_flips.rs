//! The options of a solver that have few values, each with those that it does not have by default: Booleans, levels, modes.

use murxla_api::{Clash, Library, OptionKind, StandardOption, Theory, When};

use crate::model::{Settings, Target, not_drawn};

/// What is on in an enumeration.
const ON: [StandardOption; 3] =
    [StandardOption::Incremental, StandardOption::Models, StandardOption::UnsatAssumptions];

/// Which options are set, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that are true or false.
    Booleans,
    /// Those that are one of a few numbers or words: levels of rewriting, say.
    Modes,
}

/// An option of more numbers is no level.
const MOST_LEVELS: i128 = 5;

/// The values of an option that it does not have by default.
fn other_values(kind: &OptionKind, which: Which) -> Vec<String> {
    match (kind, which) {
        (OptionKind::Bool { default }, Which::Booleans) => {
            let others = [false, true].into_iter().filter(|value| Some(*value) != *default);
            others.map(|value| value.to_string()).collect()
        }
        (OptionKind::Integer { min, max, default }, Which::Modes)
            if max.saturating_sub(*min) < MOST_LEVELS =>
        {
            let others = (*min..=*max).filter(|value| Some(*value) != *default);
            others.map(|value| value.to_string()).collect()
        }
        (OptionKind::Modes { modes, default }, Which::Modes) => {
            modes.iter().filter(|mode| Some(*mode) != default.as_ref()).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// The options that go with these theories; those that print, write files or hang on the clock are left out, as in fuzzing.
pub(super) fn flips(
    solver: &str,
    library: &dyn Library,
    theories: &[Theory],
    which: Which,
) -> Vec<(String, String)> {
    let (profile, settings) = (library.profile(), Settings::default());
    let target = Target { solver, profile, options: library.options() };
    let mut found = Vec::new();
    for option in library.options() {
        let values = other_values(&option.kind, which);
        if values.is_empty() || not_drawn(target, &settings, option).is_some() {
            continue;
        }
        for value in values {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_are_those_that_are_no_default() {
        let table: &[(OptionKind, Which, &[&str])] = &[
            (OptionKind::Bool { default: Some(true) }, Which::Booleans, &["false"]),
            (OptionKind::Bool { default: None }, Which::Booleans, &["false", "true"]),
            (OptionKind::Bool { default: None }, Which::Modes, &[]),
            (OptionKind::Integer { min: 0, max: 2, default: Some(2) }, Which::Modes, &["0", "1"]),
            (OptionKind::Integer { min: 0, max: i128::MAX, default: None }, Which::Modes, &[]),
            (OptionKind::Void, Which::Modes, &[]),
        ];
        for (kind, which, expected) in table {
            assert_eq!(other_values(kind, *which), *expected, "{kind:?}");
        }
    }
}
