//! What a solver has that is loaded in another process: names, as they go through a pipe.

use std::collections::BTreeSet;

use murxla_api::Profile;
use serde::{Deserialize, Serialize};

/// The names of what can be drawn for a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    operators: BTreeSet<String>,
    theories: BTreeSet<String>,
    binders: BTreeSet<String>,
    special_values: BTreeSet<String>,
}

impl Abilities {
    /// Those of a profile.
    pub fn of(profile: &Profile) -> Abilities {
        Abilities {
            operators: profile.operators.iter().map(|key| (*key).to_owned()).collect(),
            theories: profile.theories.iter().map(|one| one.name().to_owned()).collect(),
            binders: profile.binders.iter().map(|one| one.key().to_owned()).collect(),
            special_values: profile.special_values.iter().map(|one| one.key().to_owned()).collect(),
        }
    }

    /// The profile of another version of the same solver, without what this one lacks.
    pub fn within(&self, profile: &Profile) -> Profile {
        let mut common = profile.clone();
        common.operators.retain(|key| self.operators.contains(*key));
        common.theories.retain(|one| self.theories.contains(one.name()));
        common.binders.retain(|one| self.binders.contains(one.key()));
        common.special_values.retain(|one| self.special_values.contains(one.key()));
        common
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::Wrapper;

    use super::*;

    #[test]
    fn what_another_version_lacks_is_taken_away() {
        let library = murxla_mock::WRAPPER.load("".as_ref()).expect("the mock");
        let mut abilities = Abilities::of(library.profile());
        assert_eq!(abilities.within(library.profile()).operators, library.profile().operators);
        abilities.operators.remove("OP_BV_ADD");
        abilities.binders.clear();
        let within = abilities.within(library.profile());
        assert!(!within.operators.contains("OP_BV_ADD") && within.operators.contains("OP_BV_SUB"));
        assert!(within.binders.is_empty() && !within.theories.is_empty());
    }
}
