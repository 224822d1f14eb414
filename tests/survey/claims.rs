//! What a solver claims to have, and the generator should reach.

use murxla::exec::file_option;
use murxla::model::denied;
use murxla_api::{BASE_ACTIONS, OptionKind, StandardOption};

use crate::figures::{Figures, Tried, What};
use crate::runs::Subject;

/// All that is claimed. No profile tells which actions there are: an action that the solver was asked for and
/// always told to be unsupported is not claimed.
pub fn claimed(subject: &Subject, figures: &Figures) -> Vec<(What, String)> {
    let profile = subject.library.profile();
    let mut claimed = Vec::new();
    let mut add = |what: What, key: &str| claimed.push((what, key.to_owned()));
    profile.operators.iter().for_each(|key| add(What::Operator, key));
    profile.binders.iter().for_each(|binder| add(What::Binder, binder.key()));
    profile.special_values.iter().for_each(|special| add(What::SpecialValue, special.key()));
    for action in BASE_ACTIONS {
        let tried = tried(figures, What::Action, action.name);
        let unsupported = tried.times > 0 && tried.unsupported == tried.times;
        let possible = match action.name {
            // Tuples alone have no parameters.
            "instantiate-sort" => profile.operators.contains("OP_DT_APPLY_CONS"),
            "mk-special-value" => !profile.special_values.is_empty(),
            _ => true,
        };
        if possible && !unsupported {
            add(What::Action, action.name);
        }
    }
    StandardOption::ALL.iter().for_each(|option| add(What::Option, option.key()));
    for option in subject.library.options() {
        let has_domain = !matches!(option.kind, OptionKind::Text { .. } | OptionKind::Void);
        let allowed = denied(subject.name, &option.name).is_none()
            && file_option(subject.name, &option.name, "").is_none();
        if has_domain && allowed {
            add(What::Option, &option.name);
        }
    }
    claimed.sort();
    claimed.dedup();
    claimed
}

pub fn tried(figures: &Figures, what: What, key: &str) -> Tried {
    figures.tried.get(&(what, key.to_owned())).copied().unwrap_or_default()
}

/// What is claimed and never succeeded.
pub fn missing(subject: &Subject, figures: &Figures) -> Vec<(What, String)> {
    let mut claimed = claimed(subject, figures);
    claimed.retain(|(what, key)| tried(figures, *what, key).succeeded == 0);
    claimed
}
