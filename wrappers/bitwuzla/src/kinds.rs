//! The numbering of kinds in the loaded library, read from the library itself.

use murxla_api::{QuickMap, SolverError};

use crate::ffi::{call, text};
use crate::table;

/// A kind by its name in the header, with the number that our declarations give it.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) declared: u32,
}

/// A bound for the search, in case a library answers for every number.
const MOST_KINDS: u32 = 4096;

const PREFIX: &str = "BITWUZLA_KIND_";

/// Names that `bitwuzla_kind_to_string` prints differently from the header.
const ALIASES: &[(&str, &str)] = &[
    ("SELECT", "ARRAY_SELECT"),
    ("STORE", "ARRAY_STORE"),
    ("BV_NEGO", "BV_NEG_OVERFLOW"),
    ("BV_SADDO", "BV_SADD_OVERFLOW"),
    ("BV_SDIVO", "BV_SDIV_OVERFLOW"),
    ("BV_SMULO", "BV_SMUL_OVERFLOW"),
    ("BV_SSUBO", "BV_SSUB_OVERFLOW"),
    ("BV_UADDO", "BV_UADD_OVERFLOW"),
    ("BV_UMULO", "BV_UMUL_OVERFLOW"),
    ("BV_USUBO", "BV_USUB_OVERFLOW"),
];

/// The kinds of the loaded library.
pub(crate) struct Kinds {
    /// By number.
    names: Vec<String>,
    numbers: QuickMap<String, u32>,
}

impl Kinds {
    /// Reads the names of kinds until Bitwuzla refuses a number. Numbers are dense and the first one beyond
    /// the last kind is refused as an error, so at most one call is out of range.
    pub(crate) fn read() -> Result<Kinds, SolverError> {
        let mut kinds = Kinds { names: Vec::new(), numbers: QuickMap::default() };
        for number in 0..MOST_KINDS {
            match name_of(number) {
                Ok(name) => {
                    kinds.numbers.insert(name.clone(), number);
                    kinds.names.push(name);
                }
                Err(SolverError::Rejected(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(kinds)
    }

    /// How many kinds the library has.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// How many of the kinds that this wrapper uses have another number than declared.
    pub(crate) fn renumbered(&self) -> usize {
        table::kinds()
            .filter(|kind| self.number(kind).is_some_and(|number| number != kind.declared))
            .count()
    }

    /// The library's number for a kind; `None`: it does not have it.
    pub(crate) fn number(&self, kind: &Kind) -> Option<u32> {
        self.numbers.get(kind.name).copied()
    }

    /// The number, or `Unsupported`.
    pub(crate) fn require(&self, kind: &Kind) -> Result<u32, SolverError> {
        self.number(kind).ok_or_else(|| {
            SolverError::Unsupported(format!(
                "this version of the library has no kind {}",
                kind.name
            ))
        })
    }

    /// The name, as in the header, of a number that the library gave; empty if it has no such kind.
    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }
}

fn name_of(number: u32) -> Result<String, SolverError> {
    let printed = text(call!(bitwuzla_kind_to_string(number))).unwrap_or_default();
    let name = printed.strip_prefix(PREFIX).unwrap_or(&printed);
    let alias = ALIASES.iter().find(|(printed, _)| *printed == name);
    Ok(alias.map_or(name, |(_, header)| header).to_owned())
}
