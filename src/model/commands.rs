//! Draws commands: assertions, checks, levels, questions about the last answer.

use murxla_api::{ActionKind, Demand, Effort, Sort, StandardOption};

use super::database::{Database, Which};
use super::generator::{ActionOutcome, Generator};
use super::scale::HardTerms;
use crate::trace::{CallArg, TermName};

impl Generator<'_> {
    pub(super) fn assert(&mut self) -> ActionOutcome {
        if self.asked.is_contradictory() && !self.rng.chance(self.numbers.repeats, 100) {
            return self.leave_contradiction();
        }
        let Some(formula) = self.formula() else { return ActionOutcome::NotNow };
        ActionOutcome::after(self.command(ActionKind::Assert, vec![CallArg::Term(formula)]))
    }

    pub(super) fn assert_named(&mut self) -> ActionOutcome {
        let Some(formula) = self.formula() else { return ActionOutcome::NotNow };
        let name = self.symbol("a");
        let args = vec![CallArg::Term(formula), CallArg::Text(name.into())];
        ActionOutcome::after(self.command(ActionKind::AssertNamed, args))
    }

    pub(super) fn check_assuming(&mut self) -> ActionOutcome {
        if self.asked.is_contradictory() && !self.rng.chance(self.numbers.repeats, 100) {
            return ActionOutcome::NotNow;
        }
        let mut formulas: Vec<TermName> = Vec::new();
        for _ in 0..self.few(self.numbers.assumptions_most) {
            formulas.extend(self.formula());
        }
        formulas.sort_unstable();
        formulas.dedup();
        if formulas.is_empty() {
            return ActionOutcome::NotNow;
        }
        ActionOutcome::after(
            self.command(ActionKind::CheckSatAssuming, vec![CallArg::Terms(formulas)]),
        )
    }

    pub(super) fn push(&mut self) -> ActionOutcome {
        let room = self.numbers.levels_most.saturating_sub(self.session.levels.into());
        if room == 0 {
            return ActionOutcome::NotNow;
        }
        let levels = self.few(self.numbers.push_most.min(room)) as u32;
        ActionOutcome::after(self.command(ActionKind::Push, vec![CallArg::Number(levels)]))
    }

    pub(super) fn pop(&mut self) -> ActionOutcome {
        let levels = self.few(self.numbers.push_most.min(self.session.levels.into())) as u32;
        ActionOutcome::after(self.command(ActionKind::Pop, vec![CallArg::Number(levels)]))
    }

    pub(super) fn get_values(&mut self) -> ActionOutcome {
        let inhabited = self.database.inhabited(Which::Closed);
        let sorts: Vec<Sort> = inhabited.filter(|sort| sort.is_first_class()).cloned().collect();
        let mut terms: Vec<TermName> = Vec::new();
        for _ in 0..self.few(self.numbers.values_most) {
            if let Some(sort) = self.rng.pick(&sorts) {
                let term = self.database.pick(&mut self.rng, sort, Which::Closed);
                terms.extend(term.map(|term| term.name));
            }
        }
        if terms.is_empty() {
            return ActionOutcome::NotNow;
        }
        ActionOutcome::after(self.command(ActionKind::GetValue, vec![CallArg::Terms(terms)]))
    }

    pub(super) fn ask_for_children(&mut self) -> ActionOutcome {
        let sort = self.rng.pick_of(self.database.inhabited(Which::Any)).cloned();
        let term = sort.and_then(|sort| self.database.pick(&mut self.rng, &sort, Which::Any));
        let Some(term) = term else { return ActionOutcome::NotNow };
        // How many children there are, and which, is for the solver to say: they get no names, because
        // names must not depend on it.
        ActionOutcome::after(
            self.command(ActionKind::TermGetChildren, vec![CallArg::Term(term.name)]),
        )
    }

    pub(super) fn reset(&mut self) -> ActionOutcome {
        let heard = self.command(ActionKind::Reset, Vec::new());
        if heard.accepted() {
            self.database = Database::default();
            self.recent.clear();
            self.hard = HardTerms::default();
            self.options.start_anew();
        }
        ActionOutcome::after(heard)
    }

    fn may_be_incremental(&self) -> bool {
        !self.target.profile.demands().any(|demand| match demand {
            Demand::NotIncremental(theory) => self.swarm.has(theory),
            _ => false,
        })
    }

    /// Sets the standard options, those that the user wants in every run, the one for which the run is made, and those
    /// that the theories need.
    #[inline(never)]
    pub(super) fn set_required_options(&mut self) {
        for (name, value) in self.required_options {
            self.options.take_named(name);
            let args =
                vec![CallArg::Text(name.as_str().into()), CallArg::Text(value.as_str().into())];
            let heard = self.command(ActionKind::SetOption, args);
            if heard.accepted() {
                self.options.remember(name, value);
                if let Some(option) = StandardOption::from_key(name) {
                    // The solver took the value; if the model does not know it, the option counts as off.
                    let _ = self.session.options.set(option, value);
                }
            }
        }
        self.bound_effort();
        self.set_standard_options();
        self.set_chosen_option();
        self.set_demanded_options();
        self.set_own_check();
    }

    /// Bounds what a check may cost, where the solver can count it and the user does not say otherwise.
    fn bound_effort(&mut self) {
        let Some(Effort { option, units }) = self.target.profile.demands.effort else { return };
        let value = units.saturating_mul(self.numbers.effort) / 100;
        let is_set = self.required_options.iter().any(|(name, _)| name == option);
        // Other versions may not have it.
        let is_there = self.target.options.iter().any(|known| known.name == option);
        if value == 0 || is_set || !is_there || self.is_smt_lib {
            return;
        }
        let args = vec![CallArg::Text(option.into()), CallArg::Text(value.to_string().into())];
        if self.command(ActionKind::SetOption, args).accepted() {
            self.unknowns.get_or_insert(0);
        }
    }

    /// Sets each of the standard options, or leaves it off.
    fn set_standard_options(&mut self) {
        for option in StandardOption::ALL {
            if self.required_options.iter().any(|(name, _)| name == option.key()) {
                continue;
            }
            let forbidden = self.chosen.as_ref().is_some_and(|chosen| chosen.forbids(*option));
            let percent = match option {
                _ if forbidden => 0,
                StandardOption::Incremental if !self.may_be_incremental() => 0,
                StandardOption::Incremental => self.numbers.incremental,
                StandardOption::Models => 75,
                StandardOption::UnsatCores | StandardOption::UnsatAssumptions => 40,
            };
            let value = match self.options.rng.chance(percent, 100) {
                true => "true",
                // Saying what is so anyway is a call of its own.
                false if self.options.rng.chance(1, 10) => "false",
                false => continue,
            };
            let args = vec![CallArg::Text(option.key().into()), CallArg::Text(value.into())];
            let heard = self.command(ActionKind::SetOption, args);
            if heard.accepted() {
                // The value is one that the option takes.
                let _ = self.session.options.set(*option, value);
            }
        }
    }

    /// Has the solver check itself, in one of the ways that it has.
    fn set_own_check(&mut self) {
        let Some(rng) = &mut self.own_checks else { return };
        let listed = |name: &str| self.target.options.iter().any(|option| option.name == name);
        let rows = self.target.profile.demands.self_checks.iter();
        let mut names: Vec<&str> = rows.map(|row| row.option).filter(|name| listed(name)).collect();
        names.dedup();
        names.retain(|name| {
            !self.options.is_set(name)
                && !self.options.clashes(name, "true", &self.swarm, &self.session)
        });
        let Some(name) = rng.pick(&names).copied() else { return };
        self.options.take_named(name);
        let args = vec![CallArg::Text(name.into()), CallArg::Text("true".into())];
        if self.command(ActionKind::SetOption, args).accepted() {
            self.options.remember(name, "true");
        }
    }

    /// Sets what the theories of the run need; seldom not, to see how the solver takes it.
    fn set_demanded_options(&mut self) {
        let mut names = Vec::new();
        for demand in self.target.profile.demands() {
            if let Demand::Option(theory, name) = demand
                && self.swarm.has(theory)
                && !names.contains(&name)
                && self.options.take_named(name)
                && !self.options.rng.chance(1, 20)
            {
                names.push(name);
            }
        }
        for name in names {
            let args = vec![CallArg::Text(name.into()), CallArg::Text("true".into())];
            if self.command(ActionKind::SetOption, args).accepted() {
                self.options.remember(name, "true");
            }
        }
    }
}
