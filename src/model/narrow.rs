//! Runs made for options that go with few theories: hardly a run has those theories alone by chance, so some runs
//! choose such an option first, and their theories after it.

use murxla_api::{ActionKind, Clash, OptionDef, StandardOption, Theory, When};

use super::generator::Generator;
use super::options::value;
use super::settings::Settings;
use crate::rng::{Rng, Seed, Stream};
use crate::trace::CallArg;

/// An option goes with few theories if it leaves no more than these: the core and another one.
const FEW: usize = 2;

/// How often a value is drawn that clashes, before the run goes without the option.
const TRIES: usize = 20;

/// An option that goes with few theories.
pub(super) struct Narrow<'a> {
    option: &'a OptionDef,
    clashes: &'static [Clash],
    /// The theories with which it goes.
    pub(super) theories: Vec<Theory>,
}

impl Narrow<'_> {
    /// What the option clashes with, whatever its value.
    fn never_with(&self) -> impl Iterator<Item = When> {
        never_with(self.clashes, self.option)
    }
}

fn never_with(clashes: &'static [Clash], option: &OptionDef) -> impl Iterator<Item = When> {
    let of_option = clashes.iter().filter(|clash| clash.option == option.name);
    of_option.filter(|clash| clash.values.is_empty()).map(|clash| clash.when)
}

/// The options among those that a run may set that go with few of the theories that a run may have.
pub(super) fn narrow_options<'a>(
    settings: &Settings,
    clashes: &'static [Clash],
    options: &[&'a OptionDef],
    theories: &[Theory],
) -> Vec<Narrow<'a>> {
    let numbers = &settings.numbers;
    let sets_options = numbers.with_options > 0 && numbers.options_most > 0 && !settings.smt_lib;
    // Who names theories wants them all.
    if !sets_options || settings.wants_all_theories() {
        return Vec::new();
    }
    let narrow = options.iter().filter_map(|option| {
        let goes =
            |theory: &Theory| never_with(clashes, option).all(|when| when != When::Theory(*theory));
        let left: Vec<Theory> = theories.iter().copied().filter(goes).collect();
        let is_narrow = left.len() < theories.len() && left.len() <= FEW;
        is_narrow.then_some(Narrow { option, clashes, theories: left })
    });
    narrow.collect()
}

/// The option for which a run is made.
pub(super) struct Chosen<'a> {
    rng: Rng,
    narrow: &'a Narrow<'a>,
}

impl<'a> Chosen<'a> {
    /// Chooses one, seldom. Where there is none, nothing is drawn.
    #[inline]
    pub(super) fn draw(
        seed: Seed,
        settings: &Settings,
        narrow: &'a [Narrow<'a>],
    ) -> Option<Chosen<'a>> {
        if narrow.is_empty() { None } else { Chosen::draw_one(seed, settings, narrow) }
    }

    #[inline(never)]
    fn draw_one(seed: Seed, settings: &Settings, narrow: &'a [Narrow<'a>]) -> Option<Chosen<'a>> {
        let mut rng = seed.generator(Stream::Narrow);
        if !rng.chance(settings.numbers.narrow, 100) {
            return None;
        }
        let narrow = rng.pick(narrow)?;
        Some(Chosen { rng, narrow })
    }

    /// The theories that the run may have.
    pub(super) fn theories(&self) -> &'a [Theory] {
        &self.narrow.theories
    }

    /// Whether the option does not go while this standard option is on.
    pub(super) fn forbids(&self, standard: StandardOption) -> bool {
        self.narrow.never_with().any(|when| when == When::On(standard))
    }
}

impl Generator<'_> {
    /// Sets the option for which the run is made, if it is made for one.
    pub(super) fn set_chosen_option(&mut self) {
        let Some(chosen) = &mut self.chosen else { return };
        let OptionDef { name, kind, .. } = chosen.narrow.option;
        // The user may have set it already.
        if self.options.is_set(name) {
            return;
        }
        let drawn = (0..TRIES).find_map(|_| {
            let value = value(&mut chosen.rng, kind)?;
            let goes = !self.options.clashes(name, &value, &self.swarm, &self.session);
            goes.then_some(value)
        });
        let Some(value) = drawn else { return };
        self.options.take_named(name);
        let args = vec![CallArg::Text(name.as_str().into()), CallArg::Text(value.as_str().into())];
        if self.command(ActionKind::SetOption, args).accepted() {
            self.options.remember(name, &value);
        }
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::OptionKind;

    use super::*;

    const fn clash(option: &'static str, values: &'static [&'static str], when: When) -> Clash {
        Clash { option, values, when, reason: "test" }
    }

    const CLASHES: &[Clash] = &[
        clash("ints-alone", &[], When::Theory(Theory::Reals)),
        clash("ints-alone", &[], When::Theory(Theory::BitVectors)),
        clash("ints-alone", &[], When::On(StandardOption::Incremental)),
        clash("no-reals", &[], When::Theory(Theory::Reals)),
        clash("seldom", &["true"], When::Theory(Theory::Reals)),
        clash("seldom", &["true"], When::Theory(Theory::BitVectors)),
    ];

    #[test]
    fn options_that_leave_few_theories_are_found() {
        let bool_option = |name: &str| OptionDef {
            name: name.to_owned(),
            kind: OptionKind::Bool { default: Some(false) },
        };
        let options = ["free", "ints-alone", "no-reals", "seldom"].map(bool_option);
        let options: Vec<&OptionDef> = options.iter().collect();
        let theories = [Theory::Core, Theory::Ints, Theory::Reals, Theory::BitVectors];
        let mut settings = Settings::default();
        let found = |settings: &Settings| narrow_options(settings, CLASHES, &options, &theories);
        let narrow = found(&settings);
        let [only] = narrow.as_slice() else { panic!("{} options", narrow.len()) };
        assert_eq!(only.option.name, "ints-alone");
        assert_eq!(only.theories, [Theory::Core, Theory::Ints]);
        settings.numbers.narrow = 100;
        let chosen = Chosen::draw(Seed(1), &settings, &narrow).expect("an option");
        assert!(chosen.forbids(StandardOption::Incremental));
        assert!(!chosen.forbids(StandardOption::Models));
        settings.numbers.narrow = 0;
        assert!(Chosen::draw(Seed(1), &settings, &narrow).is_none());
        settings.theories = vec![Theory::Reals];
        assert!(found(&settings).is_empty());
    }
}
