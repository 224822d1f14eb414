//! Conditions of faults: on structure, values, options and levels.

use std::str::FromStr;

use murxla_api::Value;

/// What must be so for a fault to happen. Texts are parts between colons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `under:OUTER:INNER`: an operator is applied to an application of another.
    Under(String, String),
    /// `below:OUTER:INNER`: in a formula that is checked, an operator stands somewhere below another.
    Below(String, String),
    /// `option:NAME=VALUE:ACTION`: an action while an option has this value.
    Option(String, String, String),
    /// `value:OPERATOR:LOW-HIGH`: an operator is applied to a literal in this range: a number, a bit-vector, or a string of
    /// this length.
    Value(String, u64, u64),
    /// `depth:LEVELS:ACTION`: an action while at least so many levels are open.
    Depth(usize, String),
    /// `count:TIMES:ACTION`: an action is done for the so manyth time.
    Count(u64, String),
}

/// Something that is done.
pub(crate) enum Event<'a> {
    /// An operator is applied.
    Applied {
        /// The operator.
        op: &'a str,
        /// The operators of its arguments.
        inner: &'a [Option<&'static str>],
        /// Its arguments that are literals.
        literals: &'a [&'a Value],
    },
    /// An action is done.
    Action {
        /// Its name.
        name: &'a str,
        /// How often, this one included.
        times: u64,
        /// How many levels are open.
        levels: usize,
        /// Options that were set, the last value of each.
        options: &'a [(String, String)],
        /// Which pairs of operators stand below each other in what is checked; empty if nothing is.
        checked: &'a dyn Fn(&str, &str) -> bool,
    },
}

impl Condition {
    pub(crate) fn holds(&self, event: &Event<'_>) -> bool {
        match (self, event) {
            (Condition::Under(outer, wanted), Event::Applied { op, inner, .. }) => {
                outer == op && inner.iter().flatten().any(|inner| inner == wanted)
            }
            (Condition::Value(wanted, low, high), Event::Applied { op, literals, .. }) => {
                let range = *low..=*high;
                let size = |value: &&Value| size(value).is_some_and(|size| range.contains(&size));
                wanted == op && literals.iter().any(size)
            }
            (Condition::Below(outer, inner), Event::Action { checked, .. }) => {
                checked(outer, inner)
            }
            (Condition::Option(option, value, action), Event::Action { name, options, .. }) => {
                action == name && options.iter().any(|(set, to)| set == option && to == value)
            }
            (Condition::Depth(least, action), Event::Action { name, levels, .. }) => {
                action == name && levels >= least
            }
            (Condition::Count(wanted, action), Event::Action { name, times, .. }) => {
                action == name && times == wanted
            }
            _ => false,
        }
    }
}

/// A number that stands for a literal.
fn size(value: &Value) -> Option<u64> {
    match value {
        Value::Int(number) => number.magnitude().try_into().ok(),
        Value::BitVec(bits) => bits.bits().try_into().ok(),
        Value::String(text) => Some(text.code_points().len() as u64),
        _ => None,
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let wrong = || format!("\"{text}\" is no condition");
        let mut parts = text.split(':');
        let mut part =
            || parts.next().filter(|part| !part.is_empty()).map(str::to_owned).ok_or_else(wrong);
        let number = |text: String| text.parse::<u64>().map_err(|_| wrong());
        let condition = match part()?.as_str() {
            "under" => Condition::Under(part()?, part()?),
            "below" => Condition::Below(part()?, part()?),
            "option" => {
                let setting = part()?;
                let (name, value) = setting.split_once('=').ok_or_else(wrong)?;
                Condition::Option(name.to_owned(), value.to_owned(), part()?)
            }
            "value" => {
                let (op, range) = (part()?, part()?);
                let (low, high) = range.split_once('-').ok_or_else(wrong)?;
                Condition::Value(op, number(low.to_owned())?, number(high.to_owned())?)
            }
            "depth" => Condition::Depth(number(part()?)? as usize, part()?),
            "count" => Condition::Count(number(part()?)?, part()?),
            _ => return Err(wrong()),
        };
        if parts.next().is_some() { Err(wrong()) } else { Ok(condition) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let under = Condition::Under("OP_A".to_owned(), "OP_B".to_owned());
        assert_eq!("under:OP_A:OP_B".parse(), Ok(under));
        assert_eq!("value:OP_A:3-9".parse(), Ok(Condition::Value("OP_A".to_owned(), 3, 9)));
        assert_eq!("depth:2:pop".parse(), Ok(Condition::Depth(2, "pop".to_owned())));
        for wrong in ["", "under", "under:a", "under:a:b:c", "value:a:3", "depth:x:pop", "count::a"]
        {
            assert!(wrong.parse::<Condition>().is_err(), "{wrong}");
        }
    }
}
