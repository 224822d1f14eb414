//! The settings of a campaign of mutants.

use std::path::PathBuf;

use thiserror::Error;

use crate::model::Settings;
use crate::mutate::{ConfigurationError, Mutator, mutator};
use crate::oracle::Checks;
use crate::seeds::{SeedFile, SeedFileError};

/// What is mutated how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The names of the techniques.
    pub techniques: Vec<String>,
    /// The file of seeds.
    pub seeds: Option<PathBuf>,
    /// Whether fresh runs of the generator are seeds, too.
    pub from_fuzzer: bool,
    /// So many mutations are made of a seed before another one is taken.
    pub iterations: u64,
    /// Of a chain of mutations every so many give a mutant that is asked.
    pub modulo: u64,
    /// Configuration files: techniques with the texts.
    pub configurations: Vec<(String, String)>,
    /// The oracles that look on.
    pub checks: Checks,
    /// The solvers that are asked the same.
    pub cross_check: Option<String>,
    /// Whether these are asked also where the right answer is known.
    pub always: bool,
    /// Options that are set for all mutants.
    pub options: Vec<(String, String)>,
    /// The folder in which all mutants are kept.
    pub keep: Option<PathBuf>,
}

/// Why settings make no campaign of mutants.
#[derive(Debug, Error)]
pub enum MutationError {
    /// A technique.
    #[error("no technique is named '{0}'; there are {1}")]
    Technique(String, String),
    /// Its configuration.
    #[error("the configuration of {0} cannot be used: {1}")]
    Configuration(String, ConfigurationError),
    /// A setting of a campaign that makes no sense.
    #[error("the setting {0} of the campaign is '{1}', which makes no sense")]
    Setting(String, String),
    /// The file of seeds.
    #[error("{0}; begin a new campaign in another folder")]
    Seeds(#[from] SeedFileError),
}

/// So many mutations are made of a seed, if nothing else is said.
pub const ITERATIONS: u64 = 300;
/// Every so many mutations of a chain give a mutant, if nothing else is said.
pub const MODULO: u64 = 2;

const TECHNIQUES: &str = "mutate";

impl Default for Mutation {
    fn default() -> Mutation {
        Mutation {
            techniques: Vec::new(),
            seeds: None,
            from_fuzzer: false,
            iterations: ITERATIONS,
            modulo: MODULO,
            configurations: Vec::new(),
            checks: Checks::default(),
            cross_check: None,
            always: false,
            options: Vec::new(),
            keep: None,
        }
    }
}

/// A technique as it is set.
pub enum Technique {
    /// As it is by default.
    Plain(&'static dyn Mutator),
    /// With a configuration file.
    Configured(Box<dyn Mutator>),
}

impl std::ops::Deref for Technique {
    type Target = dyn Mutator;

    fn deref(&self) -> &(dyn Mutator + 'static) {
        match self {
            Technique::Plain(plain) => *plain,
            Technique::Configured(configured) => &**configured,
        }
    }
}

impl Mutation {
    /// The techniques.
    pub fn mutators(&self) -> Result<Vec<Technique>, MutationError> {
        let named = |name: &String| {
            let plain = mutator(name).ok_or_else(|| {
                let names: Vec<&str> =
                    crate::mutate::MUTATORS.iter().map(|one| one.name()).collect();
                MutationError::Technique(name.clone(), names.join(", "))
            })?;
            match self.configurations.iter().find(|(of, _)| of == name) {
                Some((_, text)) => plain
                    .configured(text)
                    .map(Technique::Configured)
                    .map_err(|error| MutationError::Configuration(name.clone(), error)),
                None => Ok(Technique::Plain(plain)),
            }
        };
        self.techniques.iter().map(named).collect()
    }

    /// The settings of the generator that these amount to: who is asked, and who looks on.
    pub fn of_generator(&self) -> Settings {
        Settings {
            cross_check: self.cross_check.clone(),
            always: self.always,
            checks: self.checks.clone(),
            ..Settings::default()
        }
    }

    /// Changes settings so that they name the files of another folder of the same campaign: its seeds; mutants are kept only
    /// where the user wants that.
    pub fn moved(settings: &mut Vec<(String, String)>, out: &std::path::Path) {
        if settings.iter().all(|(name, _)| name != TECHNIQUES) {
            return;
        }
        settings.retain(|(name, _)| name != "keep");
        for (name, value) in settings {
            if name == "seeds" {
                *value = out.join(SeedFile::NAME).display().to_string();
            }
        }
    }

    /// As settings.
    pub fn settings(&self) -> Vec<(String, String)> {
        let mut settings = vec![(TECHNIQUES.to_owned(), self.techniques.join(","))];
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        if let Some(seeds) = &self.seeds {
            add("seeds", seeds.display().to_string());
        }
        if self.from_fuzzer {
            add("from-fuzzer", "true".to_owned());
        }
        add("iterations", self.iterations.to_string());
        add("modulo", self.modulo.to_string());
        for (technique, text) in &self.configurations {
            add("configuration", format!("{technique}={text}"));
        }
        if self.checks != Checks::default() {
            add("check", self.checks.to_string());
        }
        if let Some(others) = &self.cross_check {
            add("cross-check", others.clone());
        }
        if self.always {
            add("cross-check-always", "true".to_owned());
        }
        for (name, value) in &self.options {
            add("set-option", format!("{name}={value}"));
        }
        if let Some(keep) = &self.keep {
            add("keep", keep.display().to_string());
        }
        settings
    }

    /// From settings; `None` if they are not those of a campaign of mutants.
    pub fn of_settings(settings: &[(String, String)]) -> Option<Result<Mutation, MutationError>> {
        settings.iter().any(|(name, _)| name == TECHNIQUES).then(|| read(settings))
    }
}

fn read(settings: &[(String, String)]) -> Result<Mutation, MutationError> {
    let mut mutation = Mutation::default();
    for (name, value) in settings {
        let wrong = || MutationError::Setting(name.clone(), value.clone());
        let pair = || {
            let (name, value) = value.split_once('=').ok_or_else(wrong)?;
            Ok::<_, MutationError>((name.to_owned(), value.to_owned()))
        };
        let number = || value.parse::<u64>().ok().filter(|one| *one > 0).ok_or_else(wrong);
        match name.as_str() {
            TECHNIQUES => mutation.techniques = value.split(',').map(str::to_owned).collect(),
            "seeds" => mutation.seeds = Some(value.into()),
            "from-fuzzer" => mutation.from_fuzzer = value == "true",
            "iterations" => mutation.iterations = number()?,
            "modulo" => mutation.modulo = number()?,
            "configuration" => mutation.configurations.push(pair()?),
            "check" => mutation.checks = Checks::parse(value).map_err(|_| wrong())?,
            "cross-check" => mutation.cross_check = Some(value.clone()),
            "cross-check-always" => mutation.always = value == "true",
            "set-option" => mutation.options.push(pair()?),
            "keep" => mutation.keep = Some(value.into()),
            _ => return Err(wrong()),
        }
    }
    Ok(mutation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        let mutation = Mutation {
            techniques: vec!["typefuzz".to_owned(), "opfuzz".to_owned()],
            seeds: Some("/tmp/seeds".into()),
            from_fuzzer: true,
            iterations: 30,
            modulo: 1,
            configurations: vec![("opfuzz".to_owned(), "<,<=\n=,distinct".to_owned())],
            checks: Checks::parse("-model").expect("oracles"),
            cross_check: Some("cvc5,yices".to_owned()),
            always: true,
            options: vec![("a".to_owned(), "b=c".to_owned())],
            keep: Some("kept".into()),
        };
        let read = Mutation::of_settings(&mutation.settings()).expect("one").expect("read");
        assert_eq!(read, mutation);
        assert!(Mutation::of_settings(&[("space".to_owned(), "bv1".to_owned())]).is_none());
    }
}
