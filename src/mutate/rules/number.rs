//! Numbers in rules: widths and indices, which may be computed from parameters.

/// So many parameters that are numbers has a rule at most.
pub const MOST_NUMBERS: usize = 6;

/// What the parameters of a rule are that are numbers, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers(pub [Option<i64>; MOST_NUMBERS]);

/// How two numbers make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calculation {
    /// Their sum.
    Plus,
    /// Their difference.
    Minus,
    /// Their product.
    Times,
    /// The first to the power of the second.
    Power,
    /// What is left of the first when it is divided by the second.
    Rest,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// This one.
    Just(i64),
    /// A parameter, by its number.
    Parameter(u8),
    /// A computed one.
    Of(Calculation, Box<(Number, Number)>),
}

impl Number {
    /// The number, if all parameters in it are known.
    pub fn value(&self, known: &Numbers) -> Option<i64> {
        match self {
            Number::Just(number) => Some(*number),
            Number::Parameter(parameter) => known.0[*parameter as usize],
            Number::Of(calculation, of) => {
                let (a, b) = (of.0.value(known)?, of.1.value(known)?);
                match calculation {
                    Calculation::Plus => a.checked_add(b),
                    Calculation::Minus => a.checked_sub(b),
                    Calculation::Times => a.checked_mul(b),
                    Calculation::Power => a.checked_pow(u32::try_from(b).ok()?),
                    Calculation::Rest => a.checked_rem_euclid(b),
                }
            }
        }
    }

    /// The number as an index or a width.
    pub fn index(&self, known: &Numbers) -> Option<u32> {
        u32::try_from(self.value(known)?).ok()
    }

    /// The number is this one: a parameter that is not known is so from now on. `None`: that cannot be said yet.
    pub fn is(&self, value: i64, known: &mut Numbers) -> Option<bool> {
        match self {
            Number::Parameter(parameter) => {
                let place = &mut known.0[*parameter as usize];
                Some(*place.get_or_insert(value) == value)
            }
            _ => self.value(known).map(|number| number == value),
        }
    }

    /// Which parameters it has, as bits.
    pub fn parameters(&self) -> u8 {
        match self {
            Number::Just(_) => 0,
            Number::Parameter(parameter) => 1 << parameter,
            Number::Of(_, of) => of.0.parameters() | of.1.parameters(),
        }
    }
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Not equal.
    Distinct,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
}

/// What must hold of the parameters of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub Comparison, pub Number, pub Number);

impl Condition {
    /// Whether it holds; not if something is not known.
    pub fn holds(&self, known: &Numbers) -> bool {
        let Condition(comparison, a, b) = self;
        match (a.value(known), b.value(known)) {
            (Some(a), Some(b)) => match comparison {
                Comparison::Equal => a == b,
                Comparison::Distinct => a != b,
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
            },
            _ => false,
        }
    }
}
