//! From a file to what the rest of murxla knows of a solver.
//!
//! Profiles live as long as the process, so what they point to is leaked.

use std::path::Path;

use murxla_api::smtlib::{Dialect, STANDARD, Spelling};
use murxla_api::{
    Binder, Clash, Demand, DemandRow, Demands, Denied, ErrorModel, Extension, Hole, OptionDef,
    OptionKind, Profile, QuickSet, SortKind, SortLimit, SortLimitRule, SortPosition, SpecialValue,
    StandardOption, Theory, When, theory,
};
use thiserror::Error;

use crate::file::{Commands, File, Limit, OptionRow, OptionType, SpellingForm, SpellingRow, Word};

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
type Wrong = (std::ops::Range<usize>, String);

fn wrong<T>(word: &Word, problem: String) -> Result<T, Wrong> {
    Err((word.span(), problem))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn theory_of(word: &Word) -> Result<Theory, Wrong> {
    match Theory::from_name(word.get_ref()) {
        Some(theory) => Ok(theory),
        None => {
            let known = list(Theory::ALL.iter().map(|theory| theory.name()));
            wrong(word, format!("no theory is named '{}'; there are {known}", word.get_ref()))
        }
    }
}

fn operator_of(word: &Word) -> Result<&'static str, Wrong> {
    match theory::operator(word.get_ref()) {
        Some(op) => Ok(op.key),
        None => wrong(
            word,
            format!("no operator is named '{}'; murxla list ops tells all", word.get_ref()),
        ),
    }
}

fn kind_of(word: &Word) -> Result<SortKind, Wrong> {
    match SortKind::from_key(word.get_ref()) {
        Some(kind) => Ok(kind),
        None => wrong(
            word,
            format!("no kind of sorts is named '{}'; murxla list sorts tells all", word.get_ref()),
        ),
    }
}

fn leak<T: Clone>(items: &[T]) -> &'static [T] {
    Box::leak(items.to_vec().into_boxed_slice())
}

fn leak_text(text: &str) -> &'static str {
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

/// The theory without which there are no sorts of a kind.
const fn home(kind: SortKind) -> Option<Theory> {
    Some(match kind {
        SortKind::Int => Theory::Ints,
        SortKind::Real => Theory::Reals,
        SortKind::BitVec => Theory::BitVectors,
        SortKind::FloatingPoint | SortKind::RoundingMode => Theory::FloatingPoint,
        SortKind::String | SortKind::RegLan => Theory::Strings,
        SortKind::FiniteField => Theory::FiniteFields,
        SortKind::Array => Theory::Arrays,
        SortKind::Seq => Theory::Sequences,
        SortKind::Set => Theory::Sets,
        SortKind::Bag => Theory::Bags,
        SortKind::Tuple | SortKind::Datatype | SortKind::MatchCase => Theory::Datatypes,
        SortKind::Fun | SortKind::Uninterpreted => Theory::Functions,
        SortKind::Bool => return None,
    })
}

/// Places by the names that a file uses.
const PLACES: &[(&str, SortPosition)] = &[
    ("array-index", SortPosition::ArrayIndex),
    ("array-element", SortPosition::ArrayElement),
    ("domain", SortPosition::Domain),
    ("codomain", SortPosition::Codomain),
    ("seq-element", SortPosition::SeqElement),
    ("set-element", SortPosition::SetElement),
    ("bag-element", SortPosition::BagElement),
    ("tuple-element", SortPosition::TupleElement),
    ("field", SortPosition::Field),
];

fn sort_limits(file: &File, theories: &[Theory]) -> Result<Vec<SortLimit>, Wrong> {
    let mut limits = Vec::new();
    let mut never = |kind: SortKind, reason| {
        limits.push(SortLimit { rule: SortLimitRule::Never(kind), reason });
    };
    for kind in SortKind::ALL {
        let lacks = home(*kind).is_some_and(|home| match home {
            // Numbers come with what has lengths.
            Theory::Ints => {
                ![Theory::Ints, Theory::Strings, Theory::Sequences, Theory::Sets, Theory::Bags]
                    .iter()
                    .any(|theory| theories.contains(theory))
            }
            Theory::BitVectors => {
                !theories.contains(&Theory::BitVectors)
                    && !theories.contains(&Theory::FloatingPoint)
            }
            home => !theories.contains(&home),
        });
        if lacks {
            never(*kind, "the profile does not have its theory");
        } else if *kind == SortKind::Tuple && file.dialect.no_tuples {
            never(*kind, "it has no tuples");
        }
    }
    if !file.higher_order {
        limits.extend(PLACES.iter().map(|(_, place)| SortLimit {
            rule: SortLimitRule::Not(*place, SortKind::Fun),
            reason: "functions are no terms",
        }));
    }
    for limit in &file.sort_limits {
        limits.push(SortLimit { rule: rule(limit)?, reason: leak_text(limit.reason.get_ref()) });
    }
    Ok(limits)
}

fn rule(limit: &Limit) -> Result<SortLimitRule, Wrong> {
    Ok(match limit {
        Limit { never: Some(kind), .. } => SortLimitRule::Never(kind_of(kind)?),
        Limit { kind: Some(kind), place: Some(word), .. } => {
            let Some((_, place)) = PLACES.iter().find(|(name, _)| name == word.get_ref()) else {
                let known = list(PLACES.iter().map(|(name, _)| *name));
                return wrong(
                    word,
                    format!("no place is named '{}'; there are {known}", word.get_ref()),
                );
            };
            SortLimitRule::Not(*place, kind_of(kind)?)
        }
        Limit { wider_than: Some(most), .. } => SortLimitRule::WiderThan(*most),
        Limit { exponent: Some([least, most]), .. } => {
            SortLimitRule::ExponentOutside(*least, *most)
        }
        Limit { significand: Some([least, most]), .. } => {
            SortLimitRule::SignificandOutside(*least, *most)
        }
        Limit { reason, .. } => {
            return wrong(
                reason,
                "a limit has one of never, kind with place, wider-than, exponent, significand"
                    .to_owned(),
            );
        }
    })
}

fn special_values(file: &File, limits: &[SortLimit]) -> Result<Vec<SpecialValue>, Wrong> {
    let mut without = Vec::new();
    for word in &file.without_values {
        match SpecialValue::from_key(word.get_ref()) {
            Some(value) => without.push(value),
            None => {
                return wrong(
                    word,
                    format!("no value is named '{}'; murxla list values tells all", word.get_ref()),
                );
            }
        }
    }
    let has = |value: &SpecialValue| {
        !without.contains(value)
            && !limits.iter().any(|limit| limit.rule == SortLimitRule::Never(value.sort_kind()))
    };
    Ok(SpecialValue::ALL.iter().copied().filter(has).collect())
}

fn demands(file: &File) -> Result<Demands, Wrong> {
    let mut rows = Vec::new();
    let mut demand = |demand, reason| rows.push(DemandRow { demand, reason });
    for action in ["simplify", "mk-rec-fun", "get-assertions"] {
        demand(Demand::Lacks(action), "SMT-LIB has nothing for it, or it is not used");
    }
    let Commands { check_sat_assuming, get_unsat_core, get_unsat_assumptions, get_model, .. } =
        file.commands;
    let lacking = [
        (check_sat_assuming != crate::file::Assumptions::None, "check-sat-assuming"),
        (get_unsat_core, "get-unsat-core"),
        (get_unsat_assumptions, "get-unsat-assumptions"),
        (get_model, "print-model"),
        (file.commands.reset_assertions, "reset-assertions"),
    ];
    for (has, action) in lacking {
        if !has {
            demand(Demand::Lacks(action), "the profile does not have it");
        }
    }
    if file.higher_order {
        demand(Demand::HigherOrderLogic, "functions as terms need a logic that says so");
    } else {
        demand(Demand::FirstOrder, "functions are no terms");
    }
    if !file.logics.is_empty() {
        let logics: Vec<&'static str> = file.logics.iter().map(|logic| leak_text(logic)).collect();
        demand(Demand::Logics(leak(&logics)), "the profile lists what it knows");
    }
    if file.linear {
        demand(Demand::Linear, "the profile says so");
    }
    if file.nonzero_divisors {
        demand(Demand::NonZeroDivisors, "the profile says so");
    }
    for [one, other] in &file.apart {
        demand(Demand::Apart(theory_of(one)?, theory_of(other)?), "the profile says so");
    }
    for word in &file.not_incremental {
        demand(Demand::NotIncremental(theory_of(word)?), "the profile says so");
    }
    for row in &file.values_at {
        demand(Demand::Value(operator_of(&row.operator)?, row.place), "the profile says so");
    }
    let mut denied = Vec::new();
    for row in &file.denied {
        let names: Vec<&'static str> = row.names.iter().map(|name| leak_text(name)).collect();
        denied.push(Denied { names: leak(&names), reason: leak_text(&row.reason) });
    }
    let mut clashes = Vec::new();
    for row in &file.clashes {
        let values: Vec<&'static str> = row.values.iter().map(|value| leak_text(value)).collect();
        clashes.push(Clash {
            option: leak_text(&row.option),
            values: leak(&values),
            when: match &row.theory {
                Some(word) => When::Theory(theory_of(word)?),
                None => When::Always,
            },
            reason: leak_text(&row.reason),
        });
    }
    Ok(Demands {
        rows: leak(&rows),
        denied: leak(&denied),
        clashes: leak(&clashes),
        error_filters: &[],
    })
}

fn option(row: &OptionRow) -> Result<OptionDef, Wrong> {
    let default = row.default.as_ref();
    let kind = match row.kind {
        OptionType::Bool => OptionKind::Bool { default: default.and_then(toml::Value::as_bool) },
        OptionType::Integer => {
            let (Some(min), Some(max)) = (row.min, row.max) else {
                return wrong(&row.name, "an option of type integer needs min and max".to_owned());
            };
            if min > max {
                return wrong(&row.name, format!("min is {min}, which is above max, {max}"));
            }
            let default = default.and_then(toml::Value::as_integer).map(i128::from);
            OptionKind::Integer { min: min.into(), max: max.into(), default }
        }
        OptionType::Mode if row.modes.is_empty() => {
            return wrong(&row.name, "an option of type mode needs modes".to_owned());
        }
        OptionType::Mode => OptionKind::Modes {
            modes: row.modes.clone(),
            default: default.and_then(toml::Value::as_str).map(str::to_owned),
        },
    };
    Ok(OptionDef { name: row.name.get_ref().clone(), kind })
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
            assert_eq!(error.to_string(), expected);
        };
        check(
            "name = \"x\"\ntheories = [\"core\",\n  \"intz\"]\n",
            "my.toml:3: no theory is named 'intz'; there are core, ints, reals, trans, bv, fp, arrays, uf, \
             strings, seq, sets, rel, bags, dt, ff, sep, quant",
        );
        check("name = \"x\"\ntheories = [\"core\"]\ncolour = 3\n", "my.toml:3: unknown field");
        check("name = \"x\"\n", "my.toml:1: missing field `theories`");
        check("name = \n", "my.toml:1: x");
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
