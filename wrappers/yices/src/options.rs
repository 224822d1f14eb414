//! Yices' own options. Its API does not list them, so this table does (read from the sources of 2.6.4; the
//! names in the library of 2.6.5 are the same).

use murxla_api::{OptionDef, OptionKind};

/// The function that sets an option, and thereby the time when it can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// `yices_set_config`, before the context exists.
    Config,
    /// `yices_set_param`, at any time; it holds from the next check on.
    Parameter,
    /// `yices_context_enable_option` and `yices_context_disable_option`, at any time.
    Context,
}

#[derive(Clone, Copy)]
enum Kind {
    Bool(bool),
    /// Least, greatest, default if it can be set.
    Integer(i64, i64, Option<i64>),
    /// Least, greatest, default.
    Double(f64, f64, f64),
    /// Words, default.
    Modes(&'static [&'static str], &'static str),
    Text,
}

struct Row {
    name: &'static str,
    setter: Setter,
    kind: Kind,
}

const fn config(name: &'static str, kind: Kind) -> Row {
    Row { name, setter: Setter::Config, kind }
}

const fn parameter(name: &'static str, kind: Kind) -> Row {
    Row { name, setter: Setter::Parameter, kind }
}

const fn context(name: &'static str, default: bool) -> Row {
    Row { name, setter: Setter::Context, kind: Kind::Bool(default) }
}

const MOST: i64 = i32::MAX as i64;
/// A solver of a theory: as usual, or left out.
const SOLVER: Kind = Kind::Modes(&["default", "none"], "default");
const FRACTION_MIN: f64 = 0.0;
const FRACTION_MAX: f64 = 1.0;

/// Defaults are those of a context without a logic.
const ROWS: &[Row] = &[
    config(
        "arith-fragment",
        Kind::Modes(&["IDL", "LIA", "LIRA", "LRA", "NIA", "NIRA", "NRA", "RDL"], "LIRA"),
    ),
    config(
        "arith-solver",
        Kind::Modes(&["auto", "default", "ifw", "none", "rfw", "simplex"], "default"),
    ),
    config("array-solver", SOLVER),
    config("bv-solver", SOLVER),
    config(
        "mode",
        Kind::Modes(&["interactive", "multi-checks", "one-shot", "push-pop"], "push-pop"),
    ),
    config("model-interpolation", Kind::Bool(false)),
    config("solver-type", Kind::Modes(&["dpllt", "mcsat"], "dpllt")),
    // Tags of trace messages, separated by commas; the library writes the messages to stderr.
    config("trace", Kind::Text),
    config("uf-solver", SOLVER),
    parameter("aux-eq-quota", Kind::Integer(1, MOST, Some(100))),
    // The least value itself is excluded by Yices only if it is 0.
    parameter("aux-eq-ratio", Kind::Double(f32::MIN_POSITIVE as f64, f32::MAX as f64, 0.3)),
    parameter("bland-threshold", Kind::Integer(1, MOST, Some(1000))),
    parameter(
        "branching",
        Kind::Modes(&["default", "negative", "positive", "th-neg", "th-pos", "theory"], "default"),
    ),
    parameter("c-factor", Kind::Double(1.0, f64::MAX, 1.5)),
    parameter("c-threshold", Kind::Integer(1, MOST, Some(100))),
    parameter("cache-tclauses", Kind::Bool(false)),
    parameter("clause-decay", Kind::Double(FRACTION_MIN, FRACTION_MAX, 0.999)),
    parameter("d-factor", Kind::Double(1.0, f64::MAX, 1.5)),
    parameter("d-threshold", Kind::Integer(1, MOST, Some(100))),
    parameter("dyn-ack", Kind::Bool(false)),
    parameter("dyn-ack-threshold", Kind::Integer(1, u16::MAX as i64, Some(8))),
    parameter("dyn-bool-ack", Kind::Bool(false)),
    parameter("dyn-bool-ack-threshold", Kind::Integer(1, u16::MAX as i64, Some(8))),
    parameter("fast-restarts", Kind::Bool(false)),
    parameter("icheck", Kind::Bool(false)),
    parameter("icheck-period", Kind::Integer(1, MOST, Some(99_999_999))),
    parameter("max-ack", Kind::Integer(1, MOST, Some(1000))),
    parameter("max-bool-ack", Kind::Integer(1, MOST, Some(600_000))),
    parameter("max-extensionality", Kind::Integer(1, MOST, Some(1))),
    parameter("max-interface-eqs", Kind::Integer(1, MOST, Some(200))),
    parameter("max-update-conflicts", Kind::Integer(1, MOST, Some(20))),
    parameter("optimistic-final-check", Kind::Bool(true)),
    parameter("prop-threshold", Kind::Integer(0, MOST, Some(30))),
    parameter("r-factor", Kind::Double(1.0, f64::MAX, 1.05)),
    parameter("r-fraction", Kind::Double(FRACTION_MIN, FRACTION_MAX, 0.25)),
    parameter("r-threshold", Kind::Integer(1, MOST, Some(1000))),
    parameter("random-seed", Kind::Integer(0, u32::MAX as i64, Some(0xabcd_ef98))),
    parameter("randomness", Kind::Double(FRACTION_MIN, FRACTION_MAX, 0.02)),
    parameter("simplex-adjust", Kind::Bool(false)),
    parameter("simplex-prop", Kind::Bool(false)),
    // By default the size is 0, which cannot be set.
    parameter("tclause-size", Kind::Integer(2, MOST, None)),
    parameter("var-decay", Kind::Double(FRACTION_MIN, FRACTION_MAX, 0.95)),
    context("arith-elim", true),
    context("assert-ite-bounds", false),
    context("break-symmetries", false),
    context("bvarith-elim", true),
    context("eager-arith-lemmas", false),
    context("flatten", true),
    context("keep-ite", false),
    context("learn-eq", true),
    context("var-elim", true),
];

/// All options.
pub fn list() -> Vec<OptionDef> {
    ROWS.iter()
        .map(|row| OptionDef { name: row.name.to_owned(), kind: row.kind.described() })
        .collect()
}

/// How to set the option with this name.
pub fn setter(name: &str) -> Option<Setter> {
    ROWS.iter().find(|row| row.name == name).map(|row| row.setter)
}

impl Kind {
    fn described(self) -> OptionKind {
        match self {
            Kind::Bool(default) => OptionKind::Bool { default: Some(default) },
            Kind::Integer(min, max, default) => OptionKind::Integer {
                min: min.into(),
                max: max.into(),
                default: default.map(i128::from),
            },
            Kind::Double(min, max, default) => {
                OptionKind::Double { min, max, default: Some(default) }
            }
            Kind::Modes(modes, default) => OptionKind::Modes {
                modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
                default: Some(default.to_owned()),
            },
            Kind::Text => OptionKind::Text { default: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (position, row) in ROWS.iter().enumerate() {
            let earlier = &ROWS[..position];
            assert!(earlier.iter().all(|other| other.name != row.name), "{} twice", row.name);
        }
    }

    #[test]
    fn defaults_are_in_range() {
        for row in ROWS {
            let fits = match row.kind {
                Kind::Integer(min, max, default) => {
                    default.is_none_or(|default| (min..=max).contains(&default))
                }
                Kind::Double(min, max, default) => (min..=max).contains(&default),
                Kind::Modes(modes, default) => modes.contains(&default),
                Kind::Bool(_) | Kind::Text => true,
            };
            assert!(fits, "{}", row.name);
        }
    }
}
