//! The options of the command line that say what runs are like.

use murxla_api::{Scope, Theory};

use super::again::word;
use crate::model::{CHECK, Logic, SCOPE, SELDOM, SettingError, Settings, seldom};
use crate::oracle::Checks;

/// What runs are like.
#[derive(clap::Args, Clone)]
#[group(id = "settings")]
#[command(next_help_heading = "What runs are like")]
pub(super) struct Args {
    /// Use these theories and the core, and all of them [default: a part of what the solver has]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = theory)]
    theories: Vec<Theory>,
    /// Do not use these theories
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = theory)]
    no_theories: Vec<Theory>,
    /// Set this logic, and use its theories and all of them
    #[arg(long, value_name = "LOGIC", value_parser = Logic::parse)]
    logic: Option<Logic>,
    /// Use linear arithmetic only
    #[arg(long)]
    linear: bool,
    /// Use only theories, operators and commands of SMT-LIB, and none of the solver's own options
    #[arg(short = 'l', long)]
    smt_lib: bool,
    /// Name everything with random text
    #[arg(short = 'y', long)]
    random_symbols: bool,
    /// Set some of the solver's own options in every run [default: in half of the runs]
    #[arg(long, conflicts_with = "no_options")]
    options: bool,
    /// Set none of the solver's own options
    #[arg(long)]
    no_options: bool,
    /// Draw only options whose name has this part, begins so (^sat) or is so (=sat.restart); a name in full is
    /// drawn even if it is not by default
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    option_filter: Vec<String>,
    /// Set these options in every run
    #[arg(
        short = 'o',
        long = "set-option",
        value_name = "NAME=VALUE,...",
        value_delimiter = ',',
        value_parser = option_value
    )]
    required_options: Vec<(String, String)>,
    /// Leave these operators, actions and options out; `murxla list ops|actions|options` shows them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    without: Vec<String>,
    /// Have these operators, actions and options in so many percent of the runs only
    #[arg(long, value_name = "NAME=PERCENT,...")]
    seldom: Option<String>,
    /// Which parts of the solver to draw: default (not what its maintainers will not mend), all, or safe (only what they vouch
    /// for)
    #[arg(long, value_name = "default|all|safe", value_parser = scope)]
    scope: Option<Scope>,
    /// The oracles that look on: names, or all, default, none; +NAME adds one to the default ones, -NAME takes one
    /// away; `murxla list oracles` shows them
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = Checks::parse)]
    check: Option<Checks>,
    /// Ask these solvers the same wherever no oracle knows the right answer, in this order, until one of them knows; only
    /// what all have is drawn. Another version of the same solver is asked in a process of its own
    #[arg(long, value_name = "NAME[@VERSION],…")]
    cross_check: Option<String>,
    /// Ask all solvers of --cross-check in any case
    #[arg(long, requires = "cross_check")]
    always: bool,
    /// Change limits of the run; `murxla list settings` shows them
    #[arg(long, value_name = "NAME=VALUE,...")]
    set: Vec<String>,
}

fn theory(text: &str) -> Result<Theory, String> {
    Theory::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Theory::ALL.iter().map(|theory| theory.name()).collect();
        format!("no theory is named '{text}'; there are {}", names.join(", "))
    })
}

fn scope(text: &str) -> Result<Scope, String> {
    Scope::from_name(text).ok_or_else(|| "write default, all or safe".to_owned())
}

fn option_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE".to_owned()),
    }
}

impl Args {
    pub(super) fn settings(&self) -> Result<Settings, SettingError> {
        let mut settings = Settings {
            theories: self.theories.clone(),
            without: self.no_theories.clone(),
            logic: self.logic.clone(),
            smt_lib: self.smt_lib,
            option_filter: self.option_filter.clone(),
            required_options: self.required_options.clone(),
            scope: self.scope.unwrap_or_default(),
            checks: self.check.clone().unwrap_or_default(),
            cross_check: self.cross_check.clone(),
            always: self.always,
            ..Settings::default()
        };
        if self.linear {
            settings.numbers.linear = 100;
        }
        if self.random_symbols {
            settings.numbers.random_symbols = 100;
        }
        if self.options {
            settings.numbers.with_options = 100;
        }
        if self.no_options {
            settings.numbers.with_options = 0;
        }
        for text in &self.set {
            settings.set(text)?;
        }
        let never = self.without.iter().map(|name| (name.clone(), 0));
        settings.seldom = never.collect();
        settings.seldom.extend(seldom(self.seldom.as_deref().unwrap_or_default())?);
        Ok(settings)
    }
}

/// The part of a command line that gives these settings.
pub(super) fn written(settings: &Settings) -> String {
    let mut command = String::new();
    let mut numbers = Vec::new();
    for (name, value) in settings.changed() {
        match name.as_str() {
            "theories" | "no-theories" | "option-filter" => {
                command.push_str(&format!(" --{name} {}", word(&value)));
            }
            "logic-name" => command.push_str(&format!(" --logic {}", word(&value))),
            "smt-lib" => command.push_str(" --smt-lib"),
            "cross-check" => command.push_str(&format!(" --cross-check {}", word(&value))),
            "always" => command.push_str(" --always"),
            SELDOM => command.push_str(&written_seldom(&settings.seldom)),
            SCOPE => command.push_str(&format!(" --scope {value}")),
            CHECK => command.push_str(&format!(" --check {}", word(&value))),
            "option" => command.push_str(&format!(" -o {}", word(&value))),
            _ => numbers.push(format!("{name}={value}")),
        }
    }
    if !numbers.is_empty() {
        command.push_str(&format!(" --set {}", word(&numbers.join(","))));
    }
    command
}

/// What is never drawn, and what is seldom drawn.
fn written_seldom(rows: &[(String, u64)]) -> String {
    let list = |rows: Vec<String>| word(&rows.join(","));
    let never = rows.iter().filter(|(_, percent)| *percent == 0).map(|(name, _)| name.clone());
    let some = rows.iter().filter(|(_, percent)| *percent > 0);
    let some = some.map(|(name, percent)| format!("{name}={percent}"));
    let mut command = String::new();
    for (option, rows) in [("without", never.collect::<Vec<_>>()), ("seldom", some.collect())] {
        if !rows.is_empty() {
            command.push_str(&format!(" --{option} {}", list(rows)));
        }
    }
    command
}
