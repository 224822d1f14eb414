//! Settings: all limits of a run, which can be changed from run to run.

use murxla_api::{Part, Profile, Scope, Theory};
use thiserror::Error;

use super::logic::Logic;
use crate::oracle::{CROSS_CHECK, Checks};

/// The name under which the oracles stand among settings.
pub(crate) const CHECK: &str = "check";

/// The name under which the scope stands among settings.
pub(crate) const SCOPE: &str = "scope";

/// The name under which what is seldom stands among settings.
pub(crate) const SELDOM: &str = "seldom";

/// Reads `NAME=PERCENT,…`.
pub(crate) fn seldom(text: &str) -> Result<Vec<(String, u64)>, SettingError> {
    let read = |row: &str| {
        let (name, percent) = row.split_once('=')?;
        let percent = percent.parse().ok().filter(|percent| *percent <= 100)?;
        (!name.is_empty()).then(|| (name.to_owned(), percent))
    };
    let rows = text.split(',').filter(|row| !row.is_empty());
    rows.map(|row| read(row).ok_or_else(|| SettingError::Seldom(row.to_owned()))).collect()
}

/// What is known of one setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingDef {
    /// The name that `--set` takes.
    pub name: &'static str,
    /// The least value.
    pub least: u64,
    /// The greatest value.
    pub most: u64,
    /// The value if it is not set.
    pub default: u64,
    /// What it means.
    pub help: &'static str,
}

/// A wrong setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// Not `name=value`.
    #[error("'{0}' is no setting: write name=value")]
    Form(String),
    /// Not `name=percent`.
    #[error(
        "'{0}' does not say how seldom something is: write NAME=PERCENT, with a number from 0 to 100"
    )]
    Seldom(String),
    /// No setting has this name.
    #[error("no setting is named '{name}'; there are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Names that would do.
        known: String,
    },
    /// The value is no number in the range.
    #[error("setting {name} takes a number from {least} to {most}, not '{value}'")]
    Value {
        /// The name.
        name: &'static str,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
        /// The value given.
        value: String,
    },
}

macro_rules! numbers {
    ($($field:ident $name:literal = $default:literal in $least:literal..=$most:literal, $help:literal;)*) => {
        /// The numbers among the settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Numbers {
            $(#[doc = $help] pub $field: u64,)*
        }

        impl Default for Numbers {
            fn default() -> Numbers {
                Numbers { $($field: $default,)* }
            }
        }

        impl Numbers {
            /// All of them, in the order in which they are shown.
            pub const ALL: &'static [SettingDef] = &[
                $(SettingDef { name: $name, least: $least, most: $most, default: $default, help: $help },)*
            ];

            fn slot(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }

            /// Names and values of those that differ from their defaults.
            pub fn changed(&self) -> Vec<(&'static str, u64)> {
                let all = [$(($name, self.$field, $default),)*];
                let changed = all.into_iter().filter(|(_, value, default)| value != default);
                changed.map(|(name, value, _)| (name, value)).collect()
            }
        }
    };
}

numbers! {
    calls_least "calls-min" = 60 in 0..=1_000_000, "calls before a run may end by itself";
    calls_most "calls-max" = 400 in 1..=10_000_000, "calls after which a run is brought to its end";
    width_most "bv-width-max" = 128 in 1..=65_536, "widest bit-vector";
    exponent_most "fp-exponent-max" = 15 in 2..=60, "widest exponent of a floating-point format";
    significand_most "fp-significand-max" = 113 in 2..=1_024, "widest significand, hidden bit included";
    standard_formats "fp-standard" = 60 in 0..=100, "percent of floating-point formats that are IEEE's";
    standard_bits "fp-standard-bits" = 128 in 16..=128, "bits of the widest of IEEE's formats that is used";
    wide_formats "fp-wide" = 25 in 0..=100, "percent of runs that have floating-point formats of more than 32 bits";
    digits_most "digits-max" = 40 in 1..=10_000, "digits of an integer or of a part of a real number";
    string_most "string-max" = 20 in 0..=10_000, "characters of a string";
    symbol_most "symbol-max" = 20 in 1..=1_000, "characters of a random symbol";
    random_symbols "random-symbols" = 5 in 0..=100, "percent of symbols that are random text";
    arguments_most "n-ary-max" = 5 in 2..=1_000, "arguments of an operator that takes any number";
    arity_most "arity-max" = 4 in 1..=100, "arguments of a function";
    sort_depth "sort-depth" = 2 in 1..=6, "levels of sorts inside each other";
    nesting_most "sort-nesting-max" = 8 in 1..=60, "levels of sorts inside each other that operators may lead to";
    parts_most "sort-parts-max" = 60 in 1..=4_000, "parts of a sort, on all levels";
    sorts_most "sorts-max" = 40 in 1..=10_000, "sorts of a run";
    group_most "datatypes-max" = 3 in 1..=20, "datatypes declared together";
    params_most "params-max" = 2 in 0..=10, "parameters of a datatype";
    constructors_most "constructors-max" = 4 in 1..=100, "constructors of a datatype";
    fields_most "fields-max" = 3 in 0..=100, "fields of a constructor";
    variables_most "variables-max" = 5 in 0..=100, "variables open at the same time";
    bound_most "bound-max" = 4 in 1..=100, "variables of one binder";
    body_terms "body-terms" = 3 in 1..=100, "terms that are made for the body of a function, a case or a binder";
    patterns "patterns" = 15 in 0..=100, "percent of quantifiers with patterns";
    push_most "push-max" = 3 in 1..=100, "levels opened or closed by one call";
    levels_most "levels-max" = 10 in 1..=1_000, "levels open at the same time";
    assumptions_most "assumptions-max" = 5 in 1..=1_000, "assumptions of one check";
    values_most "values-max" = 5 in 1..=1_000, "terms whose values are asked for by one call";
    incremental "incremental" = 75 in 0..=100, "percent of runs that are incremental";
    options_most "options-max" = 6 in 0..=1_000, "solver's own options set in one run";
    with_options "options" = 50 in 0..=100, "percent of runs that set the solver's own options";
    narrow "narrow-options" = 1 in 0..=100, "percent of runs made for an option that goes with few theories, if the solver has one";
    chains "chains" = 3 in 0..=100, "percent of terms that begin a chain of applications of one operator";
    chain_most "chain-max" = 20 in 1..=10_000, "applications in such a chain";
    info "get-info" = 0 in 0..=1, "1: runs ask the solver about itself, with get-info";
    columns "columns" = 8 in 0..=64, "assignments under which the generator looks at its terms; 0: it knows nothing of them";
    planted "planted" = 50 in 0..=100, "percent of runs that ask only what the first of these assignments makes true";
    small "small-sorts" = 10 in 0..=100, "percent of runs whose constants have so few values that all can be tried";
    tight "tight" = 35 in 0..=100, "percent of formulas that compare a term with its value, or one next to it";
    any_formulas "any-formulas" = 3 in 0..=100, "percent of formulas that are asked whatever is known of them";
    repeats "repeats" = 5 in 0..=100, "percent of checks that ask nothing new, of those that would";
    grow "grow" = 75 in 0..=100, "percent of terms that are made over one that was made before them and is not used yet";
    large "large-runs" = 40 in 0..=100, "percent of runs that have twice the calls at least, and whose terms grow by several applications at once";
    burst_most "burst-max" = 18 in 1..=10_000, "applications over one another that are made at once in such a run";
    hard "hard-runs" = 70 in 0..=100, "percent of runs with bit-vectors of middle widths, small floating-point formats, and much arithmetic on them";
    hard_width "hard-width-max" = 24 in 1..=65_536, "widest bit-vector in such a run";
    hard_operators "hard-operators" = 40 in 0..=100, "percent of the operators in such a run that are products, quotients or remainders, if it has any";
    hard_bounds "hard-bounds" = 50 in 0..=100, "percent of the terms that are compared with their values in such a run that hold one of those";
    hard_alone "hard-alone" = 50 in 0..=100, "percent of such runs without theories other than arithmetic, arrays and functions";
    further "further-checks" = 10 in 0..=1_000, "checks with assumptions that are made at once after a check in such a run, at most";
    replaced_most "replaced-max" = 3 in 1..=100, "terms or sorts that one substitution replaces";
    linear "linear" = 25 in 0..=100, "percent of runs whose arithmetic is linear";
    logic_named "logic" = 30 in 0..=100, "percent of runs that name the smallest logic instead of ALL";
    theories_kept "theories-kept" = 50 in 1..=100, "percent of theories that a run keeps";
    focus "focus" = 10 in 0..=100, "percent of runs that keep the core and one theory alone";
    own_operators "own-operators" = 70 in 0..=100, "percent of runs that use the solver's own operators";
    learn "learn" = 1 in 0..=1, "1: a campaign has ever less of what makes its runs hit the time limit, or keeps finding the same";
    effort "effort" = 100 in 0..=100_000, "percent of the usual effort that the solver may put into one check before it answers unknown, where it can count that; 0: no limit";
    unknowns_most "unknowns-max" = 3 in 1..=1_000_000, "checks that ended so after which a run is brought to its end";
    swarm "swarm" = 60 in 0..=100, "percent of runs that leave out some operators";
}

/// All settings of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The numbers.
    pub numbers: Numbers,
    /// If there are any, only these theories are used (and the core), and all of them.
    pub theories: Vec<Theory>,
    /// These theories are not used.
    pub without: Vec<Theory>,
    /// The logic of all runs; only its theories are used, and all of them.
    pub logic: Option<Logic>,
    /// Only theories, operators, options and commands of SMT-LIB.
    pub smt_lib: bool,
    /// If there are any, only options whose names match one of these are drawn: a part of the name, its
    /// beginning after `^`, or the whole name after `=`, which lifts the ban on an option that is not drawn by
    /// default.
    pub option_filter: Vec<String>,
    /// Options that every run sets, with their values.
    pub required_options: Vec<(String, String)>,
    /// Operators, actions and options that only so many percent of the runs may have.
    pub seldom: Vec<(String, u64)>,
    /// Which parts of the solver are drawn, by what its maintainers say of them.
    pub scope: Scope,
    /// Functions are no arguments and results.
    pub first_order: bool,
    /// The oracles that look on.
    pub checks: Checks,
    /// Solvers that are asked the same, as the command line names them: only what they have, too, is drawn.
    pub cross_check: Option<String>,
    /// Whether these are asked in any case.
    pub always: bool,
}

impl Settings {
    /// Reads `name=value,…`.
    pub fn set(&mut self, text: &str) -> Result<(), SettingError> {
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(SettingError::Form(part.to_owned()));
            };
            let Some(known) = Numbers::ALL.iter().find(|known| known.name == name) else {
                let names: Vec<&str> = Numbers::ALL.iter().map(|known| known.name).collect();
                return Err(SettingError::Unknown {
                    name: name.to_owned(),
                    known: names.join(", "),
                });
            };
            let number = value.parse::<u64>().ok();
            let in_range = number.filter(|number| (known.least..=known.most).contains(number));
            match (self.numbers.slot(name), in_range) {
                (Some(slot), Some(number)) => *slot = number,
                _ => {
                    return Err(SettingError::Value {
                        name: known.name,
                        least: known.least,
                        most: known.most,
                        value: value.to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The same for a solver of this profile: without what is outside of the scope.
    pub(super) fn within_scope(&self, profile: &Profile) -> Settings {
        let mut settings = self.clone();
        for row in profile.demands.scope.iter().filter(|row| !self.scope.has(row.standing)) {
            match row.part {
                Part::Theory(theory) => settings.without.push(theory),
                Part::HigherOrder => settings.first_order = true,
                Part::Names(_) => {}
            }
        }
        settings
    }

    /// Whether a theory may be used at all. The core always may.
    pub fn allows(&self, theory: Theory) -> bool {
        let named = self.theories.is_empty() || self.theories.contains(&theory);
        let of_logic = self.logic.as_ref().is_none_or(|logic| logic.has(theory));
        let standard = !self.smt_lib || theory.is_standard();
        let allowed = named && of_logic && standard && !self.without.contains(&theory);
        theory == Theory::Core || allowed
    }

    /// Whether a run uses all theories that it may, because they were named.
    pub fn wants_all_theories(&self) -> bool {
        !self.theories.is_empty() || self.logic.as_ref().is_some_and(|logic| !logic.is_all())
    }

    /// The settings that [`changed`](Settings::changed) tells.
    pub fn restore<'a>(
        changed: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Settings, SettingError> {
        let wrong = |name: &str, value: &str| SettingError::Form(format!("{name}={value}"));
        let mut settings = Settings::default();
        for (name, value) in changed {
            let theories = || -> Result<Vec<Theory>, SettingError> {
                let named = value.split(',').map(Theory::from_name);
                named.collect::<Option<_>>().ok_or_else(|| wrong(name, value))
            };
            match name {
                "theories" => settings.theories = theories()?,
                "no-theories" => settings.without = theories()?,
                "logic-name" => {
                    let logic = Logic::parse(value).map_err(|_| wrong(name, value))?;
                    settings.logic = Some(logic);
                }
                "smt-lib" => settings.smt_lib = value == "true",
                CHECK => settings.checks = Checks::parse(value).map_err(|_| wrong(name, value))?,
                CROSS_CHECK => settings.cross_check = Some(value.to_owned()),
                "always" => settings.always = value == "true",
                "option-filter" => {
                    settings.option_filter = value.split(',').map(str::to_owned).collect();
                }
                SELDOM => settings.seldom.extend(seldom(value)?),
                SCOPE => {
                    settings.scope = Scope::from_name(value).ok_or_else(|| wrong(name, value))?
                }
                "option" => {
                    let (option, value) =
                        value.split_once('=').ok_or_else(|| wrong(name, value))?;
                    settings.required_options.push((option.to_owned(), value.to_owned()));
                }
                _ => settings.set(&format!("{name}={value}"))?,
            }
        }
        Ok(settings)
    }

    /// What differs from the defaults, as the header of a trace says it.
    pub fn changed(&self) -> Vec<(String, String)> {
        let names = |theories: &[Theory]| {
            theories.iter().map(|theory| theory.name()).collect::<Vec<_>>().join(",")
        };
        let mut changed = Vec::new();
        if !self.theories.is_empty() {
            changed.push(("theories".to_owned(), names(&self.theories)));
        }
        if !self.without.is_empty() {
            changed.push(("no-theories".to_owned(), names(&self.without)));
        }
        if let Some(logic) = &self.logic {
            changed.push(("logic-name".to_owned(), logic.name().to_owned()));
        }
        if self.smt_lib {
            changed.push(("smt-lib".to_owned(), "true".to_owned()));
        }
        if !self.option_filter.is_empty() {
            changed.push(("option-filter".to_owned(), self.option_filter.join(",")));
        }
        for (name, value) in &self.required_options {
            changed.push(("option".to_owned(), format!("{name}={value}")));
        }
        if !self.seldom.is_empty() {
            let rows = self.seldom.iter().map(|(name, percent)| format!("{name}={percent}"));
            changed.push((SELDOM.to_owned(), rows.collect::<Vec<_>>().join(",")));
        }
        if self.scope != Scope::default() {
            changed.push((SCOPE.to_owned(), self.scope.name().to_owned()));
        }
        if self.checks != Checks::default() {
            changed.push((CHECK.to_owned(), self.checks.to_string()));
        }
        if let Some(others) = &self.cross_check {
            changed.push((CROSS_CHECK.to_owned(), others.clone()));
        }
        if self.always {
            changed.push(("always".to_owned(), "true".to_owned()));
        }
        for (name, value) in self.numbers.changed() {
            changed.push((name.to_owned(), value.to_string()));
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::{ScopeRow, Standing, Wrapper};

    use super::*;

    #[test]
    fn settings_are_read() {
        let check = |text: &str, expected: &str| {
            let mut settings = Settings::default();
            let read = match settings.set(text) {
                Ok(()) => format!("{:?}", settings.changed()),
                Err(error) => error.to_string(),
            };
            assert!(read.starts_with(expected), "{read}");
        };
        check("", "[]");
        check("push-max=7,n-ary-max=9", r#"[("n-ary-max", "9"), ("push-max", "7")]"#);
        check("push-max", "'push-max' is no setting: write name=value");
        check("push-max=0", "setting push-max takes a number from 1 to 100, not '0'");
        check("push-max=-1", "setting push-max takes a number from 1 to 100, not '-1'");
        check("pull=1", "no setting is named 'pull'; there are calls-min, calls-max,");
    }

    #[test]
    fn what_changed_restores_the_settings() {
        let mut settings = Settings {
            theories: vec![Theory::Ints, Theory::Reals],
            without: vec![Theory::Quantifiers],
            logic: Logic::parse("QF_UFLIA").ok(),
            smt_lib: true,
            option_filter: vec!["^a".to_owned(), "b".to_owned()],
            required_options: vec![("x".to_owned(), "y=z".to_owned())],
            checks: Checks::parse("model").expect("an oracle"),
            scope: Scope::Safe,
            seldom: vec![("OP_AND".to_owned(), 0), ("z3-tactic".to_owned(), 30)],
            ..Settings::default()
        };
        settings.set("push-max=7").expect("a setting");
        let changed = settings.changed();
        let pairs = changed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        assert_eq!(Settings::restore(pairs), Ok(settings));
        assert_eq!(Settings::restore([]), Ok(Settings::default()));
        assert!(Settings::restore([("theories", "ints,nothing")]).is_err());
    }

    #[test]
    fn a_scope_takes_parts_away() {
        const ROWS: &[ScopeRow] = &[
            ScopeRow {
                part: Part::Theory(Theory::Bags),
                standing: Standing::Expert,
                source: "a list",
            },
            ScopeRow { part: Part::HigherOrder, standing: Standing::WontFix, source: "an issue" },
        ];
        let library = murxla_mock::WRAPPER.load(std::path::Path::new("")).expect("the mock");
        let mut profile = library.profile().clone();
        profile.demands.scope = ROWS;
        let check = |scope: Scope, bags: bool, higher_order: bool| {
            let settings = Settings { scope, ..Settings::default() }.within_scope(&profile);
            let has = (settings.allows(Theory::Bags), !settings.first_order);
            assert_eq!(has, (bags, higher_order), "{scope:?}");
        };
        check(Scope::All, true, true);
        check(Scope::Default, true, false);
        check(Scope::Safe, false, false);
    }

    #[test]
    fn the_core_is_always_there() {
        let mut settings = Settings { theories: vec![Theory::Ints], ..Settings::default() };
        assert!(settings.allows(Theory::Core) && settings.allows(Theory::Ints));
        assert!(!settings.allows(Theory::Reals));
        settings.without = vec![Theory::Core, Theory::Ints];
        assert!(settings.allows(Theory::Core) && !settings.allows(Theory::Ints));
    }
}
