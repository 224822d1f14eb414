//! Turns a profile file into a profile, as the rest of murxla knows them.
//!
//! Profiles live as long as the process, so what they point to is leaked.

use std::path::Path;

use murxla_api::smtlib::{Dialect, STANDARD, Spelling};
use murxla_api::{
    Binder, ErrorModel, Extension, Hole, OptionDef, OptionKind, Profile, QuickSet, SortKind,
    StandardOption, Theory, theory,
};
use thiserror::Error;

use crate::demands::{demands, option};
use crate::file::{Commands, File, SpellingForm, SpellingRow, Word};
use crate::limits::{sort_limits, special_values};

/// A file that is wrong: where, and what.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct ProfileError {
    /// `FILE:LINE`, or `FILE`.
    pub place: String,
    /// What is wrong.
    pub problem: String,
}

/// What is known of a solver's binary.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) file: File,
    pub(crate) profile: Profile,
    pub(crate) options: Vec<OptionDef>,
    pub(crate) dialect: &'static Dialect,
    pub(crate) commands: Commands,
    /// Operators whose applications to more arguments are written out.
    pub(crate) binary: Vec<&'static str>,
}

impl Known {
    /// What the standard option is called, if the solver has it.
    pub(crate) fn standard_option(&self, option: StandardOption) -> Option<&str> {
        let mut all = self.file.standard_options.iter();
        all.find(|(key, _)| key.get_ref() == option.key()).map(|(_, name)| name.as_str())
    }
}

impl Known {
    /// Whether the solver's own option with this name is one of type mode.
    pub(crate) fn is_mode(&self, name: &str) -> bool {
        let is_mode = |option: &OptionDef| matches!(option.kind, OptionKind::Modes { .. });
        self.options.iter().any(|option| option.name == name && is_mode(option))
    }

    /// Another standard option that must be off when this one is on, among these.
    pub(crate) fn clashing(
        &self,
        option: StandardOption,
        on: impl Fn(StandardOption) -> bool,
    ) -> Option<StandardOption> {
        let partner = |[one, other]: &[Word; 2]| match option.key() {
            key if key == one.get_ref() => StandardOption::from_key(other.get_ref()),
            key if key == other.get_ref() => StandardOption::from_key(one.get_ref()),
            _ => None,
        };
        self.file.options_apart.iter().filter_map(partner).find(|partner| on(*partner))
    }
}

/// The profiles that are part of murxla, with the names under which they can be asked for.
pub(crate) const READY: &[(&str, &str)] = &[
    ("z3", include_str!("../profiles/z3.toml")),
    ("cvc5", include_str!("../profiles/cvc5.toml")),
    ("bitwuzla", include_str!("../profiles/bitwuzla.toml")),
    ("yices", include_str!("../profiles/yices.toml")),
    ("boolector", include_str!("../profiles/boolector.toml")),
    ("opensmt", include_str!("../profiles/opensmt.toml")),
    ("standard", include_str!("../profiles/standard.toml")),
];

/// The profile of binaries that no other is for.
const STANDARD_PROFILE: &str = "standard";

/// The profile with this name, or the one in this file.
pub(crate) fn named(name: &str) -> Result<Known, ProfileError> {
    if let Some((name, text)) = READY.iter().find(|(ready, _)| *ready == name) {
        return read(text, &format!("{name}.toml"));
    }
    let text = std::fs::read_to_string(Path::new(name)).map_err(|error| ProfileError {
        place: name.to_owned(),
        problem: {
            let ready: Vec<&str> = READY.iter().map(|(ready, _)| *ready).collect();
            format!("the profile cannot be read ({error}); there are also {}", ready.join(", "))
        },
    })?;
    read(&text, name)
}

/// The profile for a binary of this name.
pub(crate) fn for_program(program: &Path) -> Result<Known, ProfileError> {
    let file_name = program.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    for (name, text) in READY {
        let known = read(text, &format!("{name}.toml"))?;
        if known.file.programs.iter().any(|beginning| file_name.starts_with(beginning)) {
            return Ok(known);
        }
    }
    named(STANDARD_PROFILE)
}

/// Reads a profile; `place` is the name of its file.
pub(crate) fn read(text: &str, place: &str) -> Result<Known, ProfileError> {
    let error = |span: Option<std::ops::Range<usize>>, problem: String| {
        let line = span.map(|span| {
            1 + text.as_bytes().iter().take(span.start).filter(|b| **b == b'\n').count()
        });
        let place = line.map_or_else(|| place.to_owned(), |line| format!("{place}:{line}"));
        ProfileError { place, problem: problem.split_whitespace().collect::<Vec<_>>().join(" ") }
    };
    let file: File =
        toml::from_str(text).map_err(|wrong| error(wrong.span(), wrong.message().to_owned()))?;
    build(file).map_err(|(span, problem)| error(Some(span), problem))
}

/// A problem with its place in the text.
pub(crate) type Wrong = (std::ops::Range<usize>, String);

pub(crate) fn wrong<T>(word: &Word, problem: String) -> Result<T, Wrong> {
    Err((word.span(), problem))
}

pub(crate) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

pub(crate) fn theory_of(word: &Word) -> Result<Theory, Wrong> {
    match Theory::from_name(word.get_ref()) {
        Some(theory) => Ok(theory),
        None => {
            let known = list(Theory::ALL.iter().map(|theory| theory.name()));
            wrong(word, format!("no theory is named '{}'; there are {known}", word.get_ref()))
        }
    }
}

pub(crate) fn operator_of(word: &Word) -> Result<&'static str, Wrong> {
    match theory::operator(word.get_ref()) {
        Some(op) => Ok(op.key),
        None => wrong(
            word,
            format!("no operator is named '{}'; murxla list ops tells all", word.get_ref()),
        ),
    }
}

pub(crate) fn kind_of(word: &Word) -> Result<SortKind, Wrong> {
    match SortKind::from_key(word.get_ref()) {
        Some(kind) => Ok(kind),
        None => wrong(
            word,
            format!("no kind of sorts is named '{}'; murxla list sorts tells all", word.get_ref()),
        ),
    }
}

pub(crate) fn leak<T: Clone>(items: &[T]) -> &'static [T] {
    Box::leak(items.to_vec().into_boxed_slice())
}

pub(crate) fn leak_text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn build(file: File) -> Result<Known, Wrong> {
    let dialect: &'static Dialect = Box::leak(Box::new(dialect(&file)?));
    let theories = file.theories.iter().map(theory_of).collect::<Result<Vec<_>, _>>()?;
    let without = file.without.iter().map(operator_of).collect::<Result<Vec<_>, _>>()?;
    let binary = file.binary.iter().map(operator_of).collect::<Result<Vec<_>, _>>()?;
    let mut binders = Vec::new();
    for word in &file.binders {
        match Binder::ALL.iter().find(|binder| binder.key() == word.get_ref()) {
            Some(binder @ (Binder::Forall | Binder::Exists | Binder::Lambda)) => {
                binders.push(*binder);
            }
            _ => {
                let known = "OP_FORALL, OP_EXISTS, OP_LAMBDA";
                return wrong(
                    word,
                    format!("no binder is named '{}'; there are {known}", word.get_ref()),
                );
            }
        }
    }
    let mut operators = QuickSet::default();
    let mut holes = Vec::new();
    for op in theory::operators() {
        let special = op.key.starts_with("OP_DT_") || op.key == "OP_UF_APPLY";
        let has_text = !op.symbol.is_empty() || special || dialect.spelling(op.key).is_some();
        let no_text = dialect.spelling(op.key) == Some(Spelling::None);
        let reason = if !theories.contains(&op.theory) {
            "the profile does not have its theory"
        } else if without.contains(&op.key) {
            "the profile leaves it out"
        } else if !has_text
            || no_text
            || (op.theory == Theory::Functions && !file.higher_order && !special)
        {
            "it cannot be written"
        } else {
            operators.insert(op.key);
            continue;
        };
        holes.push(Hole { what: op.key.to_owned(), reason: reason.to_owned() });
    }
    let limits = sort_limits(&file, &theories)?;
    let special_values = special_values(&file, &limits)?;
    let demands = demands(&file)?;
    let options = file.options.iter().map(option).collect::<Result<Vec<_>, _>>()?;
    for word in file.standard_options.keys().chain(file.options_apart.iter().flatten()) {
        if StandardOption::from_key(word.get_ref()).is_none() {
            let known = list(StandardOption::ALL.iter().map(|option| option.key()));
            return wrong(
                word,
                format!("no standard option is named '{}'; there are {known}", word.get_ref()),
            );
        }
    }
    let profile = Profile {
        operators,
        theories,
        binders,
        special_values,
        own_operators: &[],
        extension: Extension::default(),
        demands,
        holes,
        sort_limits: limits,
        erasures: Vec::new(),
        errors: ErrorModel::Values,
    };
    let commands = file.commands;
    Ok(Known { file, profile, options, dialect, commands, binary })
}

fn dialect(file: &File) -> Result<Dialect, Wrong> {
    let mut operators = Vec::new();
    for (word, spelling) in &file.dialect.operators {
        let spelling = match spelling {
            SpellingRow::Symbol(symbol) => Spelling::Symbol(leak_text(symbol)),
            SpellingRow::Form(SpellingForm::Qualified(symbol)) => {
                Spelling::Qualified(leak_text(symbol))
            }
            SpellingRow::Form(SpellingForm::FunctionIndex(symbol)) => {
                Spelling::FunctionIndex(leak_text(symbol))
            }
            SpellingRow::Form(SpellingForm::IndexFirst(symbol)) => {
                Spelling::IndexFirst(leak_text(symbol))
            }
            SpellingRow::Form(SpellingForm::NumberLast(symbol)) => {
                Spelling::NumberLast(leak_text(symbol))
            }
        };
        operators.push((operator_of(word)?, spelling));
    }
    let mut sorts = Vec::new();
    for (word, name) in &file.dialect.sorts {
        sorts.push((kind_of(word)?, leak_text(name)));
    }
    Ok(Dialect {
        operators: leak(&operators),
        sorts: leak(&sorts),
        update: file.dialect.update.as_deref().map_or(STANDARD.update, leak_text),
        tuples: !file.dialect.no_tuples,
        ..STANDARD
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_profiles_can_be_read() {
        for (name, _) in READY {
            let known = named(name).unwrap_or_else(|error| panic!("{error}"));
            assert!(known.profile.operators.len() > 20, "{name}");
        }
    }

    #[test]
    fn programs_have_their_profiles() {
        let check = |program: &str, expected: &str| {
            let known = for_program(Path::new(program)).expect("a profile");
            assert_eq!(known.file.name, expected, "{program}");
        };
        check("/opt/z3-4.8/bin/z3", "z3");
        check("yices-smt2", "yices");
        check("yices_smt2_mt", "yices");
        check("./Bitwuzla", "bitwuzla");
        check("mysolver", "standard");
    }

    #[test]
    fn errors_name_their_line() {
        let check = |text: &str, expected: &str| {
            let error = read(text, "my.toml").expect_err("wrong");
            assert!(error.to_string().starts_with(expected), "{error}");
        };
        check(
            "name = \"x\"\ntheories = [\"core\",\n  \"intz\"]\n",
            "my.toml:3: no theory is named 'intz'; there are core, ints, reals, trans, bv, fp, arrays, uf, \
             strings, seq, sets, rel, bags, dt, ff, sep, quant",
        );
        check(
            "name = \"x\"\ntheories = [\"core\"]\ncolour = 3\n",
            "my.toml:3: unknown field `colour`, expected one of `name`, ",
        );
        check("name = \"x\"\n", "my.toml:1: missing field `theories`");
        check("name = \n", "my.toml:1: ");
        check(
            "name = \"x\"\ntheories = []\n[[option]]\nname = \"o\"\ntype = \"integer\"\n",
            "my.toml:4: an option of type integer needs min and max",
        );
        check(
            "name = \"x\"\ntheories = []\nwithout = [\"OP_NO\"]\n",
            "my.toml:3: no operator is named 'OP_NO'; murxla list ops tells all",
        );
    }
}
