//! The solver's own options: each at most once, with a value of its type and range.

use murxla_api::{ActionKind, OptionDef, OptionKind};

use super::denied::denied;
use super::generator::{Did, Generator, Target};
use super::settings::Numbers;
use crate::exec::file_option;
use crate::rng::Rng;
use crate::trace::CallArg;

/// Options that can still be set.
pub(super) struct Options<'a> {
    pub(super) rng: Rng,
    all: Vec<&'a OptionDef>,
    left: Vec<&'a OptionDef>,
    /// How many are set in this run at most.
    budget: u64,
}

impl<'a> Options<'a> {
    pub(super) fn new(mut rng: Rng, numbers: &Numbers, target: Target<'a>) -> Options<'a> {
        let usable = target.options.iter().filter(|option| {
            let has_domain = !matches!(option.kind, OptionKind::Text { .. } | OptionKind::Void);
            has_domain
                && denied(target.solver, &option.name).is_none()
                && file_option(target.solver, &option.name, "").is_none()
        });
        let all: Vec<&OptionDef> = usable.collect();
        let budget = match rng.chance(numbers.with_options, 100) {
            true => 1 + rng.below(numbers.options_most.max(1)),
            false => 0,
        };
        let budget = budget.min(numbers.options_most);
        Options { rng, left: all.clone(), all, budget }
    }

    /// After a reset every option can be set again.
    pub(super) fn start_anew(&mut self) {
        self.left.clone_from(&self.all);
    }

    /// Takes the option with this name, so that it is not drawn later; whether the solver has it.
    pub(super) fn take_named(&mut self, name: &str) -> bool {
        self.left.retain(|option| option.name != name);
        self.all.iter().any(|option| option.name == name)
    }

    /// An option that was not set yet, with a value.
    fn take(&mut self) -> Option<(String, String)> {
        while self.budget > 0 && !self.left.is_empty() {
            let place = self.rng.below(self.left.len() as u64) as usize;
            let option = self.left.remove(place);
            if let Some(value) = value(&mut self.rng, &option.kind) {
                self.budget -= 1;
                return Some((option.name.clone(), value));
            }
        }
        None
    }
}

/// A value of the option's type and range.
fn value(rng: &mut Rng, kind: &OptionKind) -> Option<String> {
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
    pub(super) fn set_own_option(&mut self) -> Did {
        let Some((name, value)) = self.options.take() else { return Did::Never };
        let args = vec![CallArg::Text(name.into()), CallArg::Text(value.into())];
        self.command(ActionKind::SetOption, args);
        // A refused option is set no more; others may be.
        Did::Done
    }
}
