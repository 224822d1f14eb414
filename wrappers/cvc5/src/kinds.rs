//! Kinds by name: their numbers are those of the loaded library.

use std::ffi::c_char;

use murxla_api::{QuickMap, SolverError};

use crate::ffi::{self, call};

/// The kinds of one family (terms or sorts) in the loaded library.
#[derive(Debug)]
pub(crate) struct Kinds {
    numbers: QuickMap<String, i32>,
    /// Names by number, counted from [`FIRST`].
    names: Vec<String>,
}

/// Both enumerations begin with "internal" and "undefined".
const FIRST: i32 = -2;
/// No version is near this number of kinds; it only bounds the search for the last one.
const FAR: i32 = 4096;

struct Family {
    prefix: &'static str,
    /// The last kind in all versions that end the process when asked for the name of a kind beyond it.
    last: &'static str,
    /// One more than the last number in our declarations.
    end: i32,
    name: fn(i32) -> Result<*const c_char, SolverError>,
}

impl Kinds {
    /// Kinds of terms.
    pub(crate) fn of_terms() -> Result<Kinds, SolverError> {
        Kinds::read(&Family {
            prefix: "CVC5_KIND_",
            last: "INST_PATTERN_LIST",
            end: cvc5_sys::Kind::LastKind as i32,
            name: |number| Ok(call!(cvc5_kind_to_string(number))),
        })
    }

    /// Kinds of sorts.
    pub(crate) fn of_sorts() -> Result<Kinds, SolverError> {
        Kinds::read(&Family {
            prefix: "CVC5_SORT_KIND_",
            last: "UNINTERPRETED_SORT",
            end: cvc5_sys::SortKind::LastSortKind as i32,
            name: |number| Ok(call!(cvc5_sort_kind_to_string(number))),
        })
    }

    fn read(family: &Family) -> Result<Kinds, SolverError> {
        let as_values = ffi::reports_errors();
        let end = if as_values { FAR } else { family.end };
        let mut kinds = Kinds { numbers: QuickMap::default(), names: Vec::new() };
        for number in FIRST..end {
            let name = match (family.name)(number) {
                // SAFETY: the library gave a C string.
                Ok(name) => unsafe { ffi::text(name) },
                Err(SolverError::Rejected(_)) => break,
                Err(error) => return Err(error),
            };
            let name = name.strip_prefix(family.prefix).unwrap_or(&name).to_owned();
            let last = !as_values && name == family.last;
            kinds.numbers.insert(name.clone(), number);
            kinds.names.push(name);
            if last {
                break;
            }
        }
        Ok(kinds)
    }

    /// How many kinds the library has.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// The number of a kind, if this version has it.
    pub(crate) fn number(&self, name: &str) -> Option<i32> {
        self.numbers.get(name).copied()
    }

    /// The number of a kind, or that this version lacks it.
    pub(crate) fn require(&self, name: &str) -> Result<i32, SolverError> {
        self.number(name).ok_or_else(|| {
            SolverError::Unsupported(format!("this version of cvc5 has no kind {name}"))
        })
    }

    /// The name of a kind; empty if the number is unknown.
    pub(crate) fn name(&self, number: i32) -> &str {
        usize::try_from(i64::from(number) - i64::from(FIRST))
            .ok()
            .and_then(|place| self.names.get(place))
            .map_or("", String::as_str)
    }
}
