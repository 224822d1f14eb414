//! What a run leaves out: operators, actions and options that the user does not want, or that only a share of the runs may have.

use murxla_api::{Library, OptionDef, Part, Profile, Scope};

use super::fsm::{ArrowStep, Fsm};
use super::settings::Settings;
use crate::rng::{Seed, Stream};

/// Names of what this run does not use.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut(Vec<Box<str>>);

impl LeftOut {
    /// Draws which of the seldom ones the run may have. Where there are none, nothing is drawn. What is outside of the scope
    /// is never in it.
    pub(super) fn draw(seed: Seed, settings: &Settings, out_of_scope: &[&str]) -> LeftOut {
        let mut left_out = LeftOut(out_of_scope.iter().map(|name| (*name).into()).collect());
        if settings.seldom.is_empty() {
            return left_out;
        }
        let mut rng = seed.generator(Stream::Seldom);
        let gone = settings.seldom.iter().filter(|(_, percent)| !rng.chance(*percent, 100));
        left_out.0.extend(gone.map(|(name, _)| Box::from(name.as_str())));
        left_out
    }

    /// Whether the run does without it.
    #[inline]
    pub(super) fn has(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.iter().any(|gone| **gone == *name)
    }

    /// Whether the run has all that there is.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Actions without which there is no run.
const NEEDED: &[&str] = &["new", "delete", "set-logic", "mk-sort", "mk-const", "set-option"];

/// Suggestions for a wrong name.
const SUGGESTED: usize = 3;

/// Why runs on this library cannot do without something of this name: there is nothing such, or they need it. `None` if they can.
pub fn not_left_out(library: &dyn Library, name: &str) -> Option<String> {
    let profile = library.profile();
    let options = || library.options().iter().map(|option| option.name.as_str());
    if NEEDED.contains(&name) {
        return Some(format!("no run can do without {name}"));
    }
    let known = drawn_names(profile);
    if known.contains(&name) || options().any(|option| option == name) {
        return None;
    }
    let near = nearest(name, known.into_iter().chain(options()));
    Some(match near.as_slice() {
        [] => format!("there is no operator, action or option '{name}'"),
        near => format!(
            "there is no operator, action or option '{name}'; did you mean {}?",
            near.join(" or ")
        ),
    })
}

/// What is outside of the scope of these settings, by name.
pub(super) fn out_of_scope<'a>(
    profile: &'a Profile,
    options: &'a [OptionDef],
    scope: Scope,
) -> Vec<&'a str> {
    let rows = profile.demands.scope.iter().filter(|row| !scope.has(row.standing));
    let parts: Vec<Part> = rows.map(|row| row.part).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let names = drawn_names(profile).into_iter();
    let names = names.chain(options.iter().map(|option| option.name.as_str()));
    names.filter(|name| parts.iter().any(|part| part.has_name(name))).collect()
}

/// Operators, binders and actions of runs.
fn drawn_names(profile: &Profile) -> Vec<&'static str> {
    let fsm = Fsm::with_info(&profile.extension);
    let actions = fsm.arrows().iter().filter_map(|arrow| match arrow.step {
        ArrowStep::Call(action) => Some(action.name),
        _ => None,
    });
    let binders = profile.binders.iter().map(|binder| binder.key());
    let mut names: Vec<&str> =
        profile.operators.iter().copied().chain(binders).chain(actions).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names that are most like this one, if any is.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = name.to_ascii_lowercase();
    let far = |other: &str| {
        let other = other.to_ascii_lowercase();
        match other.contains(&wanted) && wanted.len() > 2 {
            // What holds it as a part is near, too, if it is not much longer.
            true => 1 + (other.len() - wanted.len()) / 8,
            false => distance(&wanted, &other),
        }
    };
    let mut near: Vec<(usize, &str)> = known.map(|other| (far(other), other)).collect();
    near.retain(|(far, _)| *far <= 1 + wanted.len() / 4);
    near.sort_unstable();
    near.dedup();
    let nearest = near.first().map_or(0, |(far, _)| *far);
    near.retain(|(far, _)| *far == nearest);
    near.into_iter().take(SUGGESTED).map(|(_, other)| other).collect()
}

/// How many letters must be changed, added or taken away.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, against) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *against);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use murxla_api::Wrapper;

    use super::*;

    #[test]
    fn seldom_ones_are_in_their_share_of_runs() {
        let settings = Settings {
            seldom: vec![("never".to_owned(), 0), ("some".to_owned(), 20)],
            ..Settings::default()
        };
        let runs = (0..1_000).map(|run| LeftOut::draw(Seed(1).run(run), &settings, &["gone"]));
        let runs: Vec<LeftOut> = runs.collect();
        assert!(
            runs.iter().all(|gone| gone.has("never") && gone.has("gone") && !gone.has("other"))
        );
        let with = runs.iter().filter(|gone| !gone.has("some")).count();
        assert!((150..250).contains(&with), "{with}");
        assert!(LeftOut::draw(Seed(1), &Settings::default(), &[]).is_empty());
    }

    #[test]
    fn wrong_names_get_suggestions() {
        let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
        let check = |name: &str, expected: Option<&str>| {
            let why = not_left_out(library, name);
            match expected {
                Some(text) => assert!(why.clone().unwrap_or_default().contains(text), "{why:?}"),
                None => assert_eq!(why, None, "{name}"),
            }
        };
        check("OP_BV_MULT", None);
        check("OP_FORALL", None);
        check("check-sat-assuming", None);
        check("fault", None);
        check("new", Some("no run can do without new"));
        check("OP_BV_MULL", Some("did you mean OP_BV_MULT"));
        check("bv_udiv", Some("did you mean OP_BV_UDIV"));
        check("checksat", Some("did you mean check-sat?"));
        check("qqqqqqqq", Some("there is no operator, action or option 'qqqqqqqq'"));
    }
}
