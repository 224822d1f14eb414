//! Logics: their names, what they have, and which one a run sets.

use murxla_api::smtlib::HIGHER_ORDER_PREFIX;
use murxla_api::{ActionKind, Demand, Theory};

use super::generator::{ActionOutcome, Generator};
use crate::trace::CallArg;

/// A logic that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logic {
    name: String,
    /// Its theories; `None`: all.
    theories: Option<Vec<Theory>>,
    linear: bool,
    higher_order: bool,
}

/// The letters of theories in the names of logics, in their order.
const LETTERS: &[(&str, &[Theory])] = &[
    ("AX", &[Theory::Arrays]),
    ("A", &[Theory::Arrays]),
    ("UF", &[Theory::Functions]),
    ("BV", &[Theory::BitVectors]),
    ("FF", &[Theory::FiniteFields]),
    ("FP", &[Theory::FloatingPoint, Theory::BitVectors]),
    ("DT", &[Theory::Datatypes]),
    ("S", &[Theory::Strings, Theory::Ints]),
];

/// The letters of arithmetic, with what is not linear last.
const ARITHMETIC: &[(&str, &[Theory], bool)] = &[
    ("LIRA", &[Theory::Ints, Theory::Reals], true),
    ("LIA", &[Theory::Ints], true),
    ("LRA", &[Theory::Reals], true),
    ("NIRA", &[Theory::Ints, Theory::Reals], false),
    ("NIAT", &[Theory::Ints, Theory::Transcendentals, Theory::Reals], false),
    ("NIA", &[Theory::Ints], false),
    ("NRAT", &[Theory::Reals, Theory::Transcendentals], false),
    ("NRA", &[Theory::Reals], false),
];

impl Logic {
    /// The logic with this name, or why it cannot be drawn from.
    pub fn parse(name: &str) -> Result<Logic, String> {
        let (higher_order, rest) = match name.strip_prefix(HIGHER_ORDER_PREFIX) {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let (quantified, rest) = match rest.strip_prefix("QF_") {
            Some(rest) => (false, rest),
            None => (true, rest),
        };
        let logic = |theories, linear| Logic {
            name: name.to_owned(),
            theories,
            linear,
            higher_order: higher_order || theories_is_all(rest),
        };
        if theories_is_all(rest) && quantified {
            return Ok(logic(None, false));
        }
        let mut theories = vec![Theory::Core];
        if quantified {
            theories.push(Theory::Quantifiers);
        }
        let mut left = rest;
        for (letters, of_letters) in LETTERS {
            if let Some(shorter) = left.strip_prefix(letters) {
                theories.extend_from_slice(of_letters);
                left = shorter;
            }
        }
        let mut linear = false;
        if let Some((letters, of_letters, is_linear)) =
            ARITHMETIC.iter().find(|(letters, ..)| *letters == left)
        {
            theories.extend_from_slice(of_letters);
            linear = *is_linear;
            left = left.strip_prefix(letters).unwrap_or_default();
        }
        let theories_is_some = theories.len() > 1 + usize::from(quantified);
        if !left.is_empty() || !theories_is_some {
            return Err(format!(
                "'{name}' is no logic whose formulas are drawn; write for example ALL, QF_AUFBV, QF_LIA, \
                 UFNIRA, QF_SLIA or HO_ALL (difference logics are not drawn)"
            ));
        }
        Ok(logic(Some(theories), linear))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has all theories.
    pub(super) fn is_all(&self) -> bool {
        self.theories.is_none()
    }

    /// Whether it has this theory.
    pub(super) fn has(&self, theory: Theory) -> bool {
        self.theories.as_ref().is_none_or(|theories| theories.contains(&theory))
    }

    /// Whether its arithmetic is linear.
    pub(super) fn is_linear(&self) -> bool {
        self.linear
    }

    /// Whether functions can be arguments and results.
    pub(super) fn is_higher_order(&self) -> bool {
        self.higher_order
    }
}

fn theories_is_all(letters: &str) -> bool {
    letters == "ALL"
}

/// The smallest logic that has these theories; `None` if SMT-LIB has no letters for one of them.
pub(super) fn smallest(theories: &[Theory], linear: bool) -> Option<String> {
    let has = |theory| theories.contains(&theory);
    let lettered = |theory: &Theory| {
        let arithmetic = matches!(theory, Theory::Ints | Theory::Reals);
        let none = matches!(theory, Theory::Core | Theory::Quantifiers);
        let of_letters = LETTERS.iter().any(|(_, of_letters)| of_letters.first() == Some(theory));
        arithmetic || none || (of_letters && *theory != Theory::FiniteFields)
    };
    if !theories.iter().all(lettered) {
        return None;
    }
    let mut letters = String::new();
    for (part, of_part) in LETTERS {
        let Some(theory) = of_part.first() else { continue };
        // The formats of floating-point numbers are converted to and from bits.
        let needed = *theory == Theory::BitVectors && has(Theory::FloatingPoint);
        if *part != "AX" && (has(*theory) || needed) {
            letters.push_str(part);
        }
    }
    // Strings have lengths.
    let ints = has(Theory::Ints) || has(Theory::Strings);
    let kind = if linear { "L" } else { "N" };
    let numbers = match (ints, has(Theory::Reals)) {
        (true, true) => Some("IRA"),
        (true, false) => Some("IA"),
        (false, true) => Some("RA"),
        (false, false) => None,
    };
    if let Some(numbers) = numbers {
        letters.push_str(kind);
        letters.push_str(numbers);
    } else if letters.is_empty() {
        letters.push_str("UF");
    } else if letters == "A" {
        letters.push('X');
    }
    let prefix = if has(Theory::Quantifiers) { "" } else { "QF_" };
    Some(format!("{prefix}{letters}"))
}

impl Generator<'_> {
    pub(super) fn set_logic(&mut self) -> ActionOutcome {
        let mut logic = self.swarm.logic().to_owned();
        let says_order =
            self.target.profile.demands().any(|demand| demand == Demand::HigherOrderLogic);
        if says_order && self.swarm.is_higher_order() && !logic.starts_with(HIGHER_ORDER_PREFIX) {
            logic.insert_str(0, HIGHER_ORDER_PREFIX);
        }
        self.command(ActionKind::SetLogic, vec![CallArg::Text(logic.into())]);
        // A solver that does not know the logic goes on without one.
        ActionOutcome::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_are_read() {
        let check = |name: &str, expected: &str| {
            let read = match Logic::parse(name) {
                Ok(Logic { theories: None, .. }) => "all".to_owned(),
                Ok(logic) => {
                    let names: Vec<&str> =
                        logic.theories.iter().flatten().map(|t| t.name()).collect();
                    format!("{}{}", names.join(" "), if logic.linear { ", linear" } else { "" })
                }
                Err(_) => "error".to_owned(),
            };
            assert_eq!(read, expected, "{name}");
        };
        check("ALL", "all");
        check("HO_ALL", "all");
        check("QF_BV", "core bv");
        check("QF_AX", "core arrays");
        check("QF_AUFBV", "core arrays uf bv");
        check("UFLIA", "core quant uf ints, linear");
        check("QF_UFDTNIRA", "core uf dt ints reals");
        check("QF_SLIA", "core strings ints ints, linear");
        check("QF_ABVFPLRA", "core arrays bv fp bv reals, linear");
        check("QF_IDL", "error");
        check("QF_", "error");
        check("", "error");
        check("QF_BVX", "error");
    }

    #[test]
    fn the_smallest_logic_has_all_and_is_read_back() {
        use Theory::{Arrays, BitVectors, Core, FloatingPoint, Functions, Ints, Quantifiers, Sets};
        let check = |theories: &[Theory], linear: bool, expected: Option<&str>| {
            let found = smallest(theories, linear);
            assert_eq!(found.as_deref(), expected, "{theories:?}");
            if let Some(name) = found {
                let logic = Logic::parse(&name).expect("a logic");
                assert!(theories.iter().all(|theory| logic.has(*theory)), "{name}");
            }
        };
        check(&[Core], false, Some("QF_UF"));
        check(&[Core, Arrays], false, Some("QF_AX"));
        check(&[Core, Arrays, BitVectors], false, Some("QF_ABV"));
        check(&[Core, FloatingPoint], false, Some("QF_BVFP"));
        check(&[Core, Ints, Quantifiers, Functions], true, Some("UFLIA"));
        check(&[Core, Ints], false, Some("QF_NIA"));
        check(&[Core, Sets], false, None);
    }
}
