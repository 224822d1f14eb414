//! Seeds that the generator draws: runs on a solver that makes its answers up, so that they cost nothing, as scripts.

use std::path::Path;

use murxla_api::meaning::Datum;
use murxla_api::smtlib::STANDARD;
use murxla_api::{Library, Profile, Wrapper};

use super::KnownSeed;
use super::facts::{declared, model_of, notations};
use crate::eval::Assignment;
use crate::model::{Model, Settings};
use crate::mutate::Seed;
use crate::oracle::{Checks, OracleSet};
use crate::rng;
use crate::smt::export::{Target, WrapperRows, export};
use crate::smt::{FromCalls, print};
use crate::trace::check::NoOwnRows;
use crate::trace::read;

/// Draws seeds.
pub struct FreshSeeds<'a> {
    model: Model<'a>,
}

impl<'a> FreshSeeds<'a> {
    /// Seeds for a solver with this profile.
    pub fn new(profile: &'a Profile) -> Option<FreshSeeds<'a>> {
        let library: &'static dyn Library = murxla_mock::WRAPPER.load(Path::new("")).ok()?;
        let mut settings = Settings { checks: Checks::parse("none").ok()?, ..Settings::default() };
        settings.numbers.calls_most = 150;
        Some(FreshSeeds { model: Model::within("mock", library, profile, &settings) })
    }

    /// The seed of this number; `None` if the run is none that can be mutated. It is what is read from its text, so that who has
    /// the text has the seed.
    pub fn draw(&self, number: rng::Seed) -> Option<KnownSeed> {
        let mut log = Vec::new();
        let checks = Checks::parse("none").ok()?;
        self.model.run(number, |bytes| log.extend_from_slice(bytes), &mut OracleSet::of(&checks));
        let (trace, _) = read(&log).ok()?;
        let target = Target { solver: "", dialect: &STANDARD, own: &WrapperRows(None) };
        let script = export(&trace, &target).without_status().script;
        let name = format!("run {:#x}", number.0);
        let plain = Seed::plain(name.clone(), script).ok()?.script;
        let text = print(&plain, &STANDARD).ok()?;
        let mut known = KnownSeed { name, text, ..KnownSeed::default() };
        let mut seed = known.open().ok()?;
        let mut questions = FromCalls::new();
        trace.calls.iter().for_each(|call| questions.add_done(call, &NoOwnRows));
        let mut values = Assignment::of_definitions(&seed.script);
        for symbol in declared(&seed.script) {
            let declared = seed.script.graph.symbol(symbol);
            let same = questions
                .planted()
                .iter()
                .filter(|(planted, _)| *questions.graph().symbol(*planted) == *declared);
            // Names may come again.
            if let [(_, text)] = same.collect::<Vec<_>>().as_slice()
                && let Some(value) = Datum::of_notation(text, &declared.sort)
            {
                values.set(symbol, value);
            }
        }
        known.values = notations(&seed.script, &values);
        known.satisfied = model_of(&mut seed, values);
        known.sat = (known.satisfied && seed.one_question().is_some()).then_some(true);
        Some(known)
    }
}
