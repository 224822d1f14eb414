//! Refuses calls in the wrapper when the library ends the process on a refused call (before 1.4).
//!
//! The refusals most likely in a run are known beforehand: ill-sorted applications, a pop too deep, a value
//! without a model, an unknown option. A library that reports errors as values is never guarded: it is under
//! test, so it must refuse by itself.

use murxla_api::{
    Answer, Application, ApplicationSorts, Datatype, DatatypeDef, FieldSort, OptionDef, OptionKind,
    Profile, SolverError, Sort, SortKind, SortShape, StandardOption, StandardOptions,
    higher_order_sort_of,
};
use num_bigint::BigUint;

use crate::requirements::Setting;

/// How the instance was used so far, as far as cvc5's own preconditions ask for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conduct {
    /// The standard options.
    pub(crate) options: StandardOptions,
    /// Names of options that were set to true.
    pub(crate) options_on: Vec<String>,
    /// A logic was set.
    pub(crate) logic_set: bool,
    /// A higher-order logic was set.
    pub(crate) higher_order: bool,
    /// Something was asserted, pushed or checked; options and logic are fixed from then on.
    pub(crate) started: bool,
    /// A check was made.
    pub(crate) checked: bool,
    /// The answer of the last check, unless the assertions changed since.
    pub(crate) answer: Option<Answer>,
    /// The last check had assumptions.
    pub(crate) assumed: bool,
}

/// Refuses with a sentence unless `holds`.
pub(crate) fn need(holds: bool, what: &str) -> Result<(), SolverError> {
    if holds {
        return Ok(());
    }
    Err(SolverError::Rejected(format!(
        "{what}; murxla refused this itself, since this version of cvc5 would end the process"
    )))
}

/// A sort that is about to be made.
pub(crate) fn sort(profile: &Profile, sort: &Sort) -> Result<(), SolverError> {
    if let Some(limit) = profile.limit_on(sort) {
        return need(false, limit.reason);
    }
    match sort.shape() {
        SortShape::BitVec(width) => need(*width > 0, "a bit-vector has at least one bit"),
        SortShape::FloatingPoint(exponent, significand) => {
            need(*exponent > 1 && *significand > 1, "a format has at least two bits of each part")
        }
        SortShape::FiniteField(modulus) => need(is_prime(modulus), "a field has a prime order"),
        SortShape::Fun(domain, _) => need(!domain.is_empty(), "a function has an argument"),
        SortShape::Array(index, element) => {
            need(index.is_first_class() && element.is_first_class(), NOT_FIRST_CLASS)
        }
        SortShape::Seq(element) | SortShape::Set(element) | SortShape::Bag(element) => {
            need(element.is_first_class(), NOT_FIRST_CLASS)
        }
        SortShape::Tuple(elements) => {
            need(elements.iter().all(Sort::is_first_class), NOT_FIRST_CLASS)
        }
        SortShape::Datatype(datatype, args) => {
            let params = datatype.definition().params.len();
            need(args.is_empty() || args.len() == params, "one sort for each parameter is needed")?;
            need(args.iter().all(Sort::is_first_class), NOT_FIRST_CLASS)
        }
        _ => Ok(()),
    }
}

const NOT_FIRST_CLASS: &str = "no functions, regular expressions or open datatypes inside of sorts";

/// Datatypes that are about to be declared.
pub(crate) fn datatypes(profile: &Profile, group: &[Datatype]) -> Result<(), SolverError> {
    let definitions: Vec<_> = group.iter().map(|datatype| datatype.definition().clone()).collect();
    for (place, definition) in definitions.iter().enumerate() {
        let earlier = definitions.get(..place).unwrap_or_default();
        let again = earlier.iter().any(|other| other.name == definition.name);
        need(!again, "a datatype is declared once")?;
        need(!definition.constructors.is_empty(), "a datatype has a constructor")?;
        let fields = definition.constructors.iter().flat_map(|one| &one.fields);
        for (_, field) in fields {
            field_sort(profile, field, definition.params.len(), &definitions)?;
        }
    }
    need(Datatype::is_well_founded(&definitions), "every datatype has a finite value")
}

fn field_sort(
    profile: &Profile,
    field: &FieldSort<Sort>,
    params: usize,
    group: &[DatatypeDef<Sort>],
) -> Result<(), SolverError> {
    match field {
        FieldSort::Sort(sort_of_field) => {
            sort(profile, sort_of_field)?;
            need(sort_of_field.is_first_class(), NOT_FIRST_CLASS)
        }
        FieldSort::Param(number) => need(*number < params, "there is no such parameter"),
        FieldSort::Member(member, args) => {
            let fits = group.get(*member).is_some_and(|other| other.params.len() == args.len());
            need(fits, "a datatype of the group takes one sort for each parameter")?;
            args.iter().try_for_each(|arg| field_sort(profile, arg, params, group))
        }
        FieldSort::Instance(generic, args) => {
            let takes = match generic.shape() {
                SortShape::Datatype(datatype, given) if given.is_empty() => {
                    datatype.definition().params.len()
                }
                _ => 0,
            };
            let fits = takes > 0 && takes == args.len();
            need(fits, "a parametric datatype takes one sort for each parameter")?;
            args.iter().try_for_each(|arg| field_sort(profile, arg, params, group))
        }
        FieldSort::Nested(shape) => {
            need(shape.kind() != SortKind::Fun, NOT_FIRST_CLASS)?;
            shape.children().try_for_each(|part| field_sort(profile, part, params, group))
        }
    }
}

/// Whether a number is prime, as far as Fermat's test with small bases tells.
fn is_prime(number: &BigUint) -> bool {
    let small = [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].map(BigUint::from);
    if small.contains(number) {
        return true;
    }
    let one = BigUint::from(1u32);
    *number > one && small.iter().all(|base| base.modpow(&(number - &one), number) == one)
}

/// An application that is about to be made.
pub(crate) fn application(
    profile: &Profile,
    application: &Application<'_>,
    sorts: &[Sort],
    args: &[Sort],
) -> Result<(), SolverError> {
    let seen =
        ApplicationSorts { sorts, names: application.names, indices: application.indices, args };
    match higher_order_sort_of(application.op, &seen) {
        Ok(result) => match profile.limit_on(&result) {
            Some(limit) => need(false, limit.reason),
            None => Ok(()),
        },
        Err(error) => need(false, &error.to_string()),
    }
}

impl Conduct {
    pub(crate) fn set_option(
        &self,
        known: &[OptionDef],
        name: &str,
        value: &str,
    ) -> Result<(), SolverError> {
        need(!self.started, "options are fixed once something was asserted")?;
        // The standard options are known even if this version's list could not be read.
        let standard = OptionKind::Bool { default: None };
        let kind = match known.iter().find(|option| option.name == name) {
            Some(option) => &option.kind,
            None if StandardOption::from_key(name).is_some() => &standard,
            None => return need(false, &format!("murxla knows no option {name} of this version")),
        };
        let fits = match kind {
            OptionKind::Bool { .. } => value == "true" || value == "false",
            OptionKind::Integer { min, max, .. } => {
                value.parse::<i128>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            OptionKind::Double { min, max, .. } => {
                value.parse::<f64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            // Asking for "help" makes cvc5 print the modes and end the process.
            OptionKind::Modes { modes, .. } => modes.iter().any(|mode| mode == value),
            OptionKind::Text { .. } | OptionKind::Void => true,
        };
        need(fits, &format!("option {name} does not take the value {value}"))
    }

    /// What a term or sort needs before it may be made.
    pub(crate) fn setting(&self, setting: Option<Setting>) -> Result<(), SolverError> {
        match setting {
            None => Ok(()),
            Some(Setting::HigherOrder) => {
                need(self.higher_order, "functions as terms need a logic that begins with HO_")
            }
            Some(Setting::Option(name)) => {
                let is_on = self.options_on.iter().any(|option| option == name);
                need(is_on, &format!("this needs the option {name}"))
            }
        }
    }

    pub(crate) fn set_logic(&self, logic: &str) -> Result<(), SolverError> {
        need(!self.started && !self.logic_set, "the logic is set once, before all assertions")?;
        need(is_logic(logic), &format!("{logic} is no logic"))
    }

    pub(crate) fn formula(&self, sort: &Sort) -> Result<(), SolverError> {
        need(*sort == Sort::bool(), "a formula has sort Bool")
    }

    pub(crate) fn check(&self) -> Result<(), SolverError> {
        need(
            self.options.incremental || !self.checked,
            "several checks need the option incremental",
        )
    }

    pub(crate) fn push(&self) -> Result<(), SolverError> {
        need(self.options.incremental, "push needs the option incremental")
    }

    pub(crate) fn pop(&self, levels: u32, open: usize) -> Result<(), SolverError> {
        need(self.options.incremental, "pop needs the option incremental")?;
        need(levels as usize <= open, "more levels are to be closed than are open")
    }

    pub(crate) fn value(&self) -> Result<(), SolverError> {
        self.after(StandardOption::Models, self.options.models, Answer::Sat)
    }

    pub(crate) fn unsat_core(&self) -> Result<(), SolverError> {
        self.after(StandardOption::UnsatCores, self.options.unsat_cores, Answer::Unsat)
    }

    pub(crate) fn unsat_assumptions(&self) -> Result<(), SolverError> {
        let is_on = self.options.unsat_assumptions;
        self.after(StandardOption::UnsatAssumptions, is_on, Answer::Unsat)?;
        need(self.assumed, "the last check had no assumptions")
    }

    fn after(
        &self,
        option: StandardOption,
        is_on: bool,
        answer: Answer,
    ) -> Result<(), SolverError> {
        need(is_on, &format!("this needs the option {}", option.key()))?;
        need(self.answer == Some(answer), &format!("this needs the answer {answer} just before"))
    }

    /// Assertions or levels changed: the last answer holds no longer.
    pub(crate) fn changed(&mut self) {
        self.started = true;
        self.answer = None;
    }
}

/// Whether cvc5 reads this as a logic: parts in a fixed order, each at most once.
fn is_logic(logic: &str) -> bool {
    if logic == "ALL" || logic == "QF_ALL" || logic == "HO_ALL" {
        return true;
    }
    let mut rest = logic;
    for part in ["HO_", "QF_", "SEP_"] {
        rest = rest.strip_prefix(part).unwrap_or(rest);
    }
    if rest.is_empty() {
        return false;
    }
    rest = rest.strip_prefix("AX").or_else(|| rest.strip_prefix('A')).unwrap_or(rest);
    for part in ["UF", "BV", "FF", "FP", "DT", "S"] {
        rest = rest.strip_prefix(part).unwrap_or(rest);
    }
    matches!(
        rest,
        "" | "IDL" | "RDL" | "LIA" | "LRA" | "LIRA" | "NIA" | "NRA" | "NIRA" | "NIAT" | "NRAT"
    )
}

#[cfg(test)]
mod tests {
    use super::is_logic;

    #[test]
    fn logics_are_read_in_parts() {
        for logic in ["ALL", "QF_BV", "QF_AUFBV", "UF", "QF_AX", "QF_ABV", "HO_QF_UF", "QF_SLIA"] {
            assert!(is_logic(logic), "{logic}");
        }
        for logic in ["", "QF_", "QF_XYZ", "BVUF", "all", "QF_BVBV"] {
            assert!(!is_logic(logic), "{logic}");
        }
    }
}
