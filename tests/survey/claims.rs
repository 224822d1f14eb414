//! The claims of a solver's profile that the generator should reach.

use murxla::model::{ArrowStep, Settings, Target, not_drawn};
use murxla_api::{BASE_ACTIONS, Demand, StandardOption, When};

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
    let lacks = |action: &str| {
        let tried = tried(figures, What::Action, action);
        tried.times > 0 && tried.unsupported == tried.times
    };
    // A recursive function is declared and defined in one go.
    let told = |name: &str| {
        profile.demands().any(|demand| matches!(demand, Demand::Lacks(action) if action == name))
    };
    let lacks = |name: &str| lacks(name) || told(name);
    let unsupported = |name: &str| lacks(name) || (name == "define-rec-fun" && lacks("mk-rec-fun"));
    let possible = |name: &str| match name {
        // Tuples alone have no parameters.
        "instantiate-sort" => profile.operators.contains("OP_DT_APPLY_CONS"),
        "mk-special-value" => !profile.special_values.is_empty(),
        name => !unsupported(name),
    };
    for action in BASE_ACTIONS.iter().chain(profile.extension.actions) {
        if possible(action.name) {
            add(What::Action, action.name);
        }
    }
    StandardOption::ALL.iter().for_each(|option| add(What::Option, option.key()));
    for option in subject.library.options() {
        let options = subject.library.options();
        let target = Target { solver: subject.name, profile, options };
        let never = profile.demands.clashes.iter().any(|clash| {
            clash.option == option.name && clash.values.is_empty() && clash.when == When::Always
        });
        if !never && not_drawn(target, &Settings::default(), option).is_none() {
            add(What::Option, &option.name);
        }
    }
    let fsm = subject.model.fsm();
    for arrow in fsm.arrows() {
        let possible = match arrow.step {
            ArrowStep::Call(action) => possible(action.name),
            _ => true,
        };
        if possible {
            claimed.push((What::Transition, fsm.arrow_name(arrow)));
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
    claimed.retain(|(what, key)| match what {
        What::Transition => !figures.transitions.contains_key(key),
        _ => tried(figures, *what, key).succeeded == 0,
    });
    claimed
}
