//! The solver's own options: each at most once, with a value of its type and range.

use murxla_api::{ActionKind, Clash, Denied, OptionDef, OptionKind, Profile, When};

use super::denied::denied;
use super::generator::{ActionOutcome, Generator, Target};
use super::left_out::LeftOut;
use super::session::Session;
use super::settings::Settings;
use super::swarm::Swarm;
use crate::rng::Rng;
use crate::trace::CallArg;

/// The options of a run.
pub(super) struct Options<'a> {
    pub(super) rng: Rng,
    all: &'a [&'a OptionDef],
    /// Those that this run does not draw.
    gone: Vec<&'a str>,
    /// Those that can still be drawn.
    left: Vec<&'a OptionDef>,
    clashes: &'static [Clash],
    /// From which value on limits are drawn.
    unmet_limits: &'static [(&'static str, i128)],
    /// What was set, with its value.
    set: Vec<(String, String)>,
    /// How many are set in this run at most.
    budget: u64,
}

/// Whether one of the user's filters lets the option through, and whether it was named in full.
fn filtered(filter: &[String], option: &str) -> (bool, bool) {
    let whole = filter.iter().any(|pattern| pattern.strip_prefix('=') == Some(option));
    let matches = |pattern: &String| match pattern.strip_prefix('^') {
        Some(start) => option.starts_with(start),
        None => option.contains(pattern.as_str()),
    };
    (filter.is_empty() || whole || filter.iter().any(matches), whole)
}

/// Why the option is not drawn; `None` if it may be.
pub fn not_drawn(target: Target<'_>, settings: &Settings, option: &OptionDef) -> Option<String> {
    let (passes, named) = filtered(&settings.option_filter, &option.name);
    if !passes {
        return Some("the filter leaves it out".to_owned());
    }
    if matches!(option.kind, OptionKind::Text { .. } | OptionKind::Void) {
        return Some("any text is a value, so none is drawn".to_owned());
    }
    if let Some(why) = target.profile.demands.file_options.refusal(&option.name, "") {
        return Some(why);
    }
    let outside = target.profile.demands.scope_of(&option.name);
    if let Some(row) = outside.filter(|row| !named && !settings.scope.has(row.standing)) {
        return Some(format!("{}: {}; --scope all draws it", row.standing, row.source));
    }
    let denied = denied(target.profile, &option.name).filter(|_| !named);
    denied.map(|Denied { reason, .. }| (*reason).to_owned())
}

impl<'a> Options<'a> {
    /// `all` are those that a run may set.
    pub(super) fn new(
        mut rng: Rng,
        settings: &Settings,
        profile: &Profile,
        all: &'a [&'a OptionDef],
        left_out: &LeftOut,
    ) -> Options<'a> {
        let numbers = &settings.numbers;
        let wanted = rng.chance(numbers.with_options, 100) && !settings.smt_lib;
        let budget = if wanted { 1 + rng.below(numbers.options_most.max(1)) } else { 0 };
        let budget = budget.min(numbers.options_most);
        let gone = all.iter().map(|option| option.name.as_str()).filter(|name| left_out.has(name));
        let gone = if left_out.is_empty() { Vec::new() } else { gone.collect() };
        let mut options = Options {
            rng,
            left: Vec::new(),
            all,
            gone,
            clashes: profile.demands.clashes,
            unmet_limits: profile.demands.unmet_limits,
            set: Vec::new(),
            budget,
        };
        options.start_anew();
        options
    }

    /// After a reset every option can be set again.
    pub(super) fn start_anew(&mut self) {
        // Most runs draw none.
        if self.budget > 0 {
            self.left = self.all.to_vec();
            if !self.gone.is_empty() {
                self.left.retain(|option| !self.gone.contains(&option.name.as_str()));
            }
        }
        self.set.clear();
    }

    /// Takes the option with this name, so that it is not drawn later; whether the solver has it.
    pub(super) fn take_named(&mut self, name: &str) -> bool {
        self.left.retain(|option| option.name != name);
        self.all.iter().any(|option| option.name == name)
    }

    /// Whether it was set in this run.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.set.iter().any(|(set, _)| set == name)
    }

    /// The option has this value now.
    pub(super) fn remember(&mut self, name: &str, value: &str) {
        self.set.push((name.to_owned(), value.to_owned()));
    }

    /// An option that was not set yet, with a value that goes with what the run is.
    fn take(&mut self, swarm: &Swarm, session: &Session) -> Option<(String, String)> {
        while self.budget > 0 && !self.left.is_empty() {
            let place = self.rng.below(self.left.len() as u64) as usize;
            let option = self.left.remove(place);
            let limit = self.unmet_limits.iter().find(|(limit, _)| *limit == option.name);
            let unmet;
            let kind = match (&option.kind, limit) {
                (OptionKind::Integer { max, default, .. }, Some((_, from))) => {
                    unmet = OptionKind::Integer { min: *from, max: *max, default: *default };
                    &unmet
                }
                (kind, _) => kind,
            };
            if let Some(value) = value(&mut self.rng, kind)
                && !self.clashes(&option.name, &value, swarm, session)
            {
                self.budget -= 1;
                return Some((option.name.clone(), value));
            }
        }
        None
    }

    /// Whether the solver refuses the option with this value in this run.
    pub(super) fn clashes(
        &self,
        name: &str,
        value: &str,
        swarm: &Swarm,
        session: &Session,
    ) -> bool {
        let is = |clash: &Clash, name: &str, value: &str| {
            clash.option == name && (clash.values.is_empty() || clash.values.contains(&value))
        };
        self.clashes.iter().any(|clash| match clash.when {
            When::Option(other, at) => {
                let meets = |other_name: &str, other_value: &str| {
                    other == other_name && (at.is_empty() || at == other_value)
                };
                self.set.iter().any(|(set, set_value)| {
                    (is(clash, name, value) && meets(set, set_value))
                        || (is(clash, set, set_value) && meets(name, value))
                })
            }
            when => is(clash, name, value) && holds(when, swarm, session),
        })
    }
}

fn holds(when: When, swarm: &Swarm, session: &Session) -> bool {
    match when {
        When::Always => true,
        When::Option(..) => false,
        When::On(option) => session.is_on(option),
        When::Off(option) => !session.is_on(option),
        When::Theory(theory) => swarm.has(theory),
        When::HigherOrder => swarm.is_higher_order(),
        When::QuantifiedLogic => !swarm.logic().contains("QF_"),
        When::NamedLogic => swarm.names_logic(),
    }
}

/// A value of the option's type and range.
pub(super) fn value(rng: &mut Rng, kind: &OptionKind) -> Option<String> {
    Some(match kind {
        OptionKind::Bool { default } => {
            // What is not the default is what is seldom tested.
            let other = default.map(|default| !default);
            let drawn = rng.chance(1, 2);
            if rng.chance(1, 2) { other.unwrap_or(drawn) } else { drawn }.to_string()
        }
        OptionKind::Integer { min, max, default } => {
            let near =
                [*min, min.saturating_add(1), default.unwrap_or(*min), 0, 1, 2, 3, 5, 10, 100];
            let fits = |number: &i128| (min..=max).contains(&number);
            let near: Vec<i128> = near.into_iter().filter(fits).collect();
            match rng.below(4) {
                0 => {
                    let spread = max.saturating_sub(*min).clamp(0, 1000) as u64;
                    min.saturating_add(i128::from(rng.below(spread + 1))).to_string()
                }
                // A huge number is often a time or a size: only where the range is narrow.
                1 if max.saturating_sub(*min) <= 1000 => max.to_string(),
                _ => rng.pick(&near)?.to_string(),
            }
        }
        OptionKind::Double { min, max, default } => {
            let near = [*min, default.unwrap_or(*min), 0.0, 0.01, 0.5, 1.0, 2.0, *max];
            let near: Vec<f64> = near
                .into_iter()
                .filter(|number| number.is_finite() && (*min..=*max).contains(number))
                .collect();
            rng.pick(&near).filter(|number| number.abs() < 1e9)?.to_string()
        }
        OptionKind::Modes { modes, .. } => {
            // Some modes are a list of all modes to print.
            rng.pick(modes).filter(|mode| mode.as_str() != "help")?.clone()
        }
        OptionKind::Text { .. } | OptionKind::Void => return None,
    })
}

impl Generator<'_> {
    pub(super) fn set_own_option(&mut self) -> ActionOutcome {
        let Some((name, value)) = self.options.take(&self.swarm, &self.session) else {
            return ActionOutcome::Never;
        };
        let args = vec![CallArg::Text(name.as_str().into()), CallArg::Text(value.as_str().into())];
        if self.command(ActionKind::SetOption, args).accepted() {
            self.options.remember(&name, &value);
        }
        // A refused option is set no more; others may be.
        ActionOutcome::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_parts_beginnings_or_names() {
        let check = |filter: &[&str], option: &str, expected: (bool, bool)| {
            let filter: Vec<String> = filter.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(filtered(&filter, option), expected, "{filter:?} {option}");
        };
        check(&[], "sat.restart", (true, false));
        check(&["restart"], "sat.restart", (true, false));
        check(&["^restart"], "sat.restart", (false, false));
        check(&["^sat"], "sat.restart", (true, false));
        check(&["x", "=sat.restart"], "sat.restart", (true, true));
        check(&["=sat"], "sat.restart", (false, false));
    }
}
