//! The settings of an enumeration: what is asked, as a campaign keeps them.

use std::ops::Range;

use murxla_api::Profile;
use thiserror::Error;

use super::numbering::{Terms, TooMany};
use super::sequences::{Commands, Sequences};
use super::space::{Limits, Space, SpaceError};

/// What is enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The name of the space.
    pub space: String,
    /// Up to so many operators.
    pub size: usize,
    /// Also terms of parts that are equal to others on all values.
    pub all_shapes: bool,
    /// What is taken of the space.
    pub limits: Limits,
    /// The first number.
    pub from: u64,
    /// The number after the last.
    pub to: Option<u64>,
    /// Of the numbers, those of the first of so many shards; counted from 1.
    pub shard: (u64, u64),
    /// One term in so many is asked in all ways, with all oracles.
    pub thorough: u64,
    /// Options that are set in all instances.
    pub options: Vec<(String, String)>,
    /// Options of which one is set at a time; all terms are asked about with each.
    pub flips: Vec<(String, String)>,
    /// Sequences of these commands, instead of terms.
    pub sequences: Option<Commands>,
    /// Another solver, which is asked where the values that are tried do not tell the right answer.
    pub cross_check: Option<String>,
}

/// Why there is nothing to enumerate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnumerationError {
    /// The space.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// Its size.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A setting of a campaign that makes no sense.
    #[error("the setting {0} of the enumeration is {1}, which makes no sense")]
    Setting(String, String),
}

/// One term in so many is asked in all ways, if nothing else is said.
pub const THOROUGH: u64 = 1_000;

/// The names of the settings of a campaign.
const SPACE: &str = "space";
const CROSS_CHECK: &str = "cross-check";

impl Enumeration {
    /// The terms on a solver with this profile.
    pub fn terms(&self, profile: &Profile) -> Result<Terms, EnumerationError> {
        let space = Space::new(&self.space, &self.limits, profile)?;
        Ok(Terms::new(space, self.size, self.all_shapes)?)
    }

    /// The terms on a solver with this profile, and the sequences, if these are enumerated.
    pub fn all(&self, profile: &Profile) -> Result<(Terms, Option<Sequences>), EnumerationError> {
        let mut terms = self.terms(profile)?;
        let sequences = match &self.sequences {
            Some(commands) => {
                let made = Sequences::new(&mut terms, commands);
                Some(made.ok_or(TooMany::Sequences)?)
            }
            None => None,
        };
        Ok((terms, sequences))
    }

    /// How many runs there are on a solver with this profile.
    pub fn run_count(&self, profile: &Profile) -> Result<u64, EnumerationError> {
        let (terms, sequences) = self.all(profile)?;
        let count = sequences.as_ref().map_or(terms.count(), Sequences::count);
        Ok(self.numbers(count).count() * self.flips.len().max(1) as u64)
    }

    /// The numbers that are asked, of so many: those of the range that are in the shard.
    pub fn numbers(&self, count: u64) -> Numbers {
        let range = self.from.min(count)..self.to.unwrap_or(count).min(count);
        Numbers { range, shard: self.shard }
    }

    /// As settings.
    pub fn settings(&self) -> Vec<(String, String)> {
        let mut settings = vec![(SPACE.to_owned(), self.space.clone())];
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("size", self.size.to_string());
        add("thorough", self.thorough.to_string());
        if self.all_shapes {
            add("all-shapes", "true".to_owned());
        }
        if self.limits.constants != usize::MAX {
            add("constants", self.limits.constants.to_string());
        }
        if !self.limits.literals {
            add("no-literals", "true".to_owned());
        }
        if self.limits.quantifiers {
            add("quantifiers", "true".to_owned());
        }
        if self.limits.own_operators {
            add("own-operators", "true".to_owned());
        }
        if self.limits.three_arguments {
            add("three-arguments", "true".to_owned());
        }
        for operator in &self.limits.operators {
            add("only", operator.clone());
        }
        if self.from > 0 {
            add("from", self.from.to_string());
        }
        if let Some(to) = self.to {
            add("to", to.to_string());
        }
        if self.shard != (1, 1) {
            add("shard", format!("{}/{}", self.shard.0, self.shard.1));
        }
        for (name, value) in &self.options {
            add("set-option", format!("{name}={value}"));
        }
        for (name, value) in &self.flips {
            add("flip", format!("{name}={value}"));
        }
        if let Some(Commands { length, formulas, options }) = &self.sequences {
            add("sequences", format!("{length}/{formulas}"));
            for (name, value) in options {
                add("option-inside", format!("{name}={value}"));
            }
        }
        if let Some(other) = &self.cross_check {
            add(CROSS_CHECK, other.clone());
        }
        settings
    }

    /// From settings; `None` if they are not those of an enumeration.
    pub fn of_settings(
        settings: &[(String, String)],
    ) -> Option<Result<Enumeration, EnumerationError>> {
        settings.iter().any(|(name, _)| name == SPACE).then(|| read(settings))
    }
}

fn read(settings: &[(String, String)]) -> Result<Enumeration, EnumerationError> {
    let mut read = Enumeration {
        space: String::new(),
        size: 0,
        all_shapes: false,
        limits: Limits::default(),
        from: 0,
        to: None,
        shard: (1, 1),
        thorough: THOROUGH,
        options: Vec::new(),
        flips: Vec::new(),
        sequences: None,
        cross_check: None,
    };
    let mut inside = Vec::new();
    for (name, value) in settings {
        let wrong = || EnumerationError::Setting(name.clone(), value.clone());
        let number = || value.parse::<u64>().map_err(|_| wrong());
        match name.as_str() {
            SPACE => read.space.clone_from(value),
            "size" => read.size = number()? as usize,
            "thorough" => read.thorough = number()?.max(1),
            "all-shapes" => read.all_shapes = true,
            "constants" => read.limits.constants = number()? as usize,
            "no-literals" => read.limits.literals = false,
            "quantifiers" => read.limits.quantifiers = true,
            "own-operators" => read.limits.own_operators = true,
            "three-arguments" => read.limits.three_arguments = true,
            "only" => read.limits.operators.push(value.clone()),
            "from" => read.from = number()?,
            "to" => read.to = Some(number()?),
            "shard" => read.shard = shard(value).map_err(|_| wrong())?,
            "set-option" | "flip" | "option-inside" => {
                let (option, value) = value.split_once('=').ok_or_else(wrong)?;
                let list = match name.as_str() {
                    "flip" => &mut read.flips,
                    "set-option" => &mut read.options,
                    _ => &mut inside,
                };
                list.push((option.to_owned(), value.to_owned()));
            }
            "sequences" => {
                let parts = value.split_once('/').ok_or_else(wrong)?;
                let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
                let (length, formulas) = (number(parts.0)?, number(parts.1)?);
                read.sequences = Some(Commands { length, formulas, options: Vec::new() });
            }
            CROSS_CHECK => read.cross_check = Some(value.clone()),
            _ => return Err(wrong()),
        }
    }
    if let Some(commands) = &mut read.sequences {
        commands.options = inside;
    }
    Ok(read)
}

/// Reads `i/k`.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts =
        text.split_once('/').and_then(|(one, all)| Some((one.parse().ok()?, all.parse().ok()?)));
    match parts {
        Some((one, all)) if (1..=all).contains(&one) => Ok((one, all)),
        _ => Err("write i/k, with i from 1 to k, for example 1/4".to_owned()),
    }
}

/// Numbers of terms, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    range: Range<u64>,
    shard: (u64, u64),
}

impl Numbers {
    /// How many there are.
    pub fn count(&self) -> u64 {
        let (one, all) = self.shard;
        (self.range.end.saturating_sub(self.range.start) + all - one) / all
    }

    /// The one at a place.
    pub fn at(&self, place: u64) -> u64 {
        let (one, all) = self.shard;
        self.range.start + place * all + one - 1
    }

    /// The place of one.
    pub fn place(&self, number: u64) -> u64 {
        number.saturating_sub(self.range.start) / self.shard.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        let enumeration = Enumeration {
            space: "bv2".to_owned(),
            size: 3,
            all_shapes: true,
            limits: Limits {
                constants: 1,
                operators: vec!["bvadd".to_owned()],
                literals: false,
                quantifiers: true,
                own_operators: true,
                three_arguments: true,
            },
            from: 5,
            to: Some(100),
            shard: (2, 3),
            thorough: 7,
            options: vec![("a".to_owned(), "b".to_owned())],
            flips: vec![("c".to_owned(), "true".to_owned())],
            sequences: Some(Commands {
                length: 4,
                formulas: 2,
                options: vec![("e".to_owned(), "1".to_owned())],
            }),
            cross_check: Some("z3".to_owned()),
        };
        let again = Enumeration::of_settings(&enumeration.settings());
        assert_eq!(again, Some(Ok(enumeration)));
        assert!(Enumeration::of_settings(&[]).is_none());
    }

    #[test]
    fn shards_are_all_of_it() {
        let mut all = Vec::new();
        for one in 1..=3 {
            let numbers = Numbers { range: 5..21, shard: (one, 3) };
            all.extend((0..numbers.count()).map(|place| numbers.at(place)));
            (0..numbers.count())
                .for_each(|place| assert_eq!(numbers.place(numbers.at(place)), place));
        }
        all.sort_unstable();
        assert_eq!(all, (5..21).collect::<Vec<_>>());
        assert!(shard("0/3").is_err() && shard("4/3").is_err() && shard("x").is_err());
    }
}
