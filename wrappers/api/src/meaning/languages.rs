//! Regular expressions as values: kept as they are written, and built when a question is asked.

use std::sync::Arc;

use super::datum::DEEPEST;
use super::regex::{Regex, Regexes};
use super::strings::{codes, string};
use super::text::TooLarge;
use super::{Call, Datum, Unknown};

type Given = Result<Datum, Unknown>;

/// A regular expression. Different ones may have the same strings: [`same`] tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language {
    /// The key of its operator.
    key: &'static str,
    indices: Box<[u32]>,
    parts: Box<[Datum]>,
    depth: u32,
}

/// The expression of an operator that makes one.
pub(crate) fn make(call: &Call<'_>, args: &[&Datum]) -> Given {
    let key = call.op.key;
    let mut parts = Vec::new();
    for (place, arg) in args.iter().enumerate() {
        match arg {
            // What was folded is one list again.
            Datum::RegLan(first) if place == 0 && first.key == key && is_associative(key) => {
                parts.extend(first.parts.iter().cloned());
            }
            arg => parts.push((*arg).clone()),
        }
    }
    let deep = |part: &Datum| match part {
        Datum::RegLan(part) => part.depth,
        _ => 0,
    };
    let depth = 1 + parts.iter().map(deep).max().unwrap_or(0);
    if depth > DEEPEST {
        return Err(Unknown::TooLarge("a regular expression that is nested too deep"));
    }
    let (indices, parts) = (call.indices.into(), parts.into());
    Ok(Datum::RegLan(Arc::new(Language { key, indices, parts, depth })))
}

fn is_associative(key: &str) -> bool {
    matches!(key, "OP_RE_CONCAT" | "OP_RE_UNION" | "OP_RE_INTER")
}

/// No deeper than expressions may be nested.
fn build(language: &Language, regexes: &mut Regexes) -> Result<Regex, TooLarge> {
    let mut inner = Vec::new();
    let mut texts: Vec<&[u32]> = Vec::new();
    for part in &language.parts {
        match part {
            Datum::RegLan(part) => inner.push(build(part, regexes)?),
            Datum::String(codes) => texts.push(codes),
            _ => {}
        }
    }
    let index = |place: usize| u64::from(language.indices.get(place).copied().unwrap_or(0));
    match (language.key, inner.as_slice(), texts.as_slice()) {
        ("OP_RE_ALL", ..) => Ok(Regex::ALL),
        ("OP_RE_ALLCHAR", ..) => Ok(Regex::ALL_CHAR),
        ("OP_STR_TO_RE", _, [text]) => regexes.literal(text),
        ("OP_RE_RANGE", _, [first, last]) => regexes.range(first, last),
        ("OP_RE_CONCAT", parts, _) => regexes.concat(parts),
        ("OP_RE_UNION", parts, _) => regexes.union(parts),
        ("OP_RE_INTER", parts, _) => regexes.inter(parts),
        ("OP_RE_DIFF", [from, without], _) => regexes.diff(*from, *without),
        ("OP_RE_STAR", [body], _) => regexes.star(*body),
        ("OP_RE_PLUS", [body], _) => regexes.plus(*body),
        ("OP_RE_OPT", [body], _) => regexes.opt(*body),
        ("OP_RE_COMP", [body], _) => regexes.complement(*body),
        ("OP_RE_POW", [body], _) => regexes.power(*body, index(0)),
        ("OP_RE_LOOP", [body], _) => regexes.repeat(*body, index(0), index(1)),
        _ => Ok(Regex::NONE),
    }
}

fn language<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a Language, Unknown> {
    match arg {
        Datum::RegLan(language) => Ok(language),
        _ => Err(call.ill_sorted()),
    }
}

pub(crate) fn contains(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut regexes = Regexes::new();
    let regex = build(language(call, args[1])?, &mut regexes)?;
    Ok(Datum::Bool(regexes.matches(codes(call, args[0])?, regex)?))
}

pub(crate) fn replace(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut regexes = Regexes::new();
    let regex = build(language(call, args[1])?, &mut regexes)?;
    string(regexes.replace(codes(call, args[0])?, regex, codes(call, args[2])?)?)
}

pub(crate) fn replace_all(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut regexes = Regexes::new();
    let regex = build(language(call, args[1])?, &mut regexes)?;
    string(regexes.replace_all(codes(call, args[0])?, regex, codes(call, args[2])?)?)
}

/// Where the first match begins that is not before a position; -1 without one. The empty string matches at every position.
pub fn index_of(call: &Call<'_>, args: &[&Datum]) -> Given {
    let from = args[2].to_big_int().ok_or_else(|| call.ill_sorted())?;
    let mut regexes = Regexes::new();
    let regex = build(language(call, args[1])?, &mut regexes)?;
    Ok(Datum::int(regexes.index_of(codes(call, args[0])?, regex, &from)?))
}

/// Whether two expressions have the same strings.
pub(super) fn same(a: &Language, b: &Language) -> Result<bool, Unknown> {
    let mut regexes = Regexes::new();
    let (a, b) = (build(a, &mut regexes)?, build(b, &mut regexes)?);
    regexes.equal(a, b).ok_or(Unknown::TooLarge("the comparison of regular expressions"))
}
