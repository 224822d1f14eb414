//! The oracles that are to look on in runs, as `--check` selects them.

use std::fmt;

use super::{ORACLES, OracleDef};

/// Oracles, in the order of [`ORACLES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks(Vec<&'static str>);

impl Default for Checks {
    /// Those that look on unless they are switched off.
    fn default() -> Checks {
        Checks::where_(|row| row.by_default)
    }
}

impl Checks {
    fn where_(chosen: impl Fn(&OracleDef) -> bool) -> Checks {
        Checks(ORACLES.iter().filter(|row| chosen(row)).map(|row| row.name).collect())
    }

    /// Reads names with commas between them: `all`, `none`, `default`, or of an oracle. One with + is added to those before it,
    /// or to the default ones; one with - is taken away.
    pub fn parse(text: &str) -> Result<Checks, String> {
        let mut chosen: Option<Checks> = None;
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (sign, name) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
                (Some(name), _) => (Some(true), name),
                (_, Some(name)) => (Some(false), name),
                _ => (None, word),
            };
            let named = match name {
                "all" => Checks::where_(|_| true),
                "none" => Checks(Vec::new()),
                "default" => Checks::default(),
                name if ORACLES.iter().any(|row| row.name == name) => {
                    Checks::where_(|row| row.name == name)
                }
                name => {
                    let names: Vec<&str> = ORACLES.iter().map(|row| row.name).collect();
                    return Err(format!(
                        "no oracle is named '{name}'; there are {}, and all, default, none",
                        names.join(", ")
                    ));
                }
            };
            let before = match (chosen, sign) {
                (Some(before), _) => before,
                (None, Some(_)) => Checks::default(),
                (None, None) => Checks(Vec::new()),
            };
            chosen = Some(Checks::where_(|row| match sign {
                Some(false) => before.has(row.name) && !named.has(row.name),
                _ => before.has(row.name) || named.has(row.name),
            }));
        }
        Ok(chosen.unwrap_or_default())
    }

    /// Without this one.
    pub fn without(&self, name: &str) -> Checks {
        Checks::where_(|row| self.has(row.name) && row.name != name)
    }

    /// Whether this oracle is among them.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// Their names.
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("none"),
            names => f.write_str(&names.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let check = |text: &str, expected: &str| {
            let read = Checks::parse(text).map_or_else(|error| error, |read| read.to_string());
            assert!(read.starts_with(expected), "{text}: {read}");
        };
        check("", "contract,inspection,sorts,self-check,model");
        check("none", "none");
        check("model", "model");
        check("-model", "contract,inspection,sorts,self-check");
        check("all,-model,-sorts", "contract,inspection,own-checks,self-check,asserted-values");
        check("none,+model", "model");
        check("+asserted-values", "contract,inspection,sorts,self-check,model,asserted-values");
        check("modell", "no oracle is named 'modell'; there are contract, inspection, sorts,");
        let own = Checks::parse("sorts,model").unwrap();
        assert_eq!(Checks::parse(&own.to_string()), Ok(own));
    }
}
