//! Which operators mutants may be made of: those that the solvers have that are asked.

use murxla_api::{Demand, Op, Profile, QuickSet, theory};

/// Operators that may be put into mutants, beside those that their seeds have.
#[derive(Clone, Debug)]
pub struct Repertoire {
    operators: QuickSet<&'static str>,
    /// Places of operators where only values are taken.
    values: Vec<(&'static str, usize)>,
}

impl Default for Repertoire {
    /// The operators of SMT-LIB. At places where one of our solvers takes only values, there are only values.
    fn default() -> Repertoire {
        let standard = theory::operators().filter(|op| op.drawn && op.is_standard());
        Repertoire {
            operators: standard.map(|op| op.key).collect(),
            values: vec![("OP_CONST_ARRAY", 0)],
        }
    }
}

impl Repertoire {
    /// What a solver has; of several, what they have in common ([`Profile::in_common_with`]).
    pub fn of(profile: &Profile) -> Repertoire {
        let has = |op: &&Op| op.drawn && profile.supports(op);
        let value = |demand| match demand {
            Demand::Value(key, place) => Some((key, place)),
            _ => None,
        };
        let lacking = profile.demands().filter_map(|demand| match demand {
            Demand::HigherOrder(key) => Some(key),
            _ => None,
        });
        let lacking: Vec<&str> = lacking.collect();
        let has = theory::operators().filter(has).filter(|op| !lacking.contains(&op.key));
        Repertoire {
            operators: has.map(|op| op.key).collect(),
            values: profile.demands().filter_map(value).collect(),
        }
    }

    /// The same, with the operators of SMT-LIB alone.
    pub fn standard_only(mut self) -> Repertoire {
        let standard = Repertoire::default();
        self.operators.retain(|key| standard.operators.contains(key));
        self
    }

    /// Whether an operator may be put into mutants.
    pub fn has(&self, op: &Op) -> bool {
        self.operators.contains(op.key)
    }

    /// All operators, in the order of the tables.
    pub fn operators(&self) -> impl Iterator<Item = &'static Op> {
        theory::operators().filter(|op| self.has(op))
    }

    /// Whether an operator takes only values at this place.
    pub fn wants_value(&self, op: &Op, place: usize) -> bool {
        op.literal_args.contains(&place) || self.values.contains(&(op.key, place))
    }
}
