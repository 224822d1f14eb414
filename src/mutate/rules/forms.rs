//! What a rule is made of.

use std::sync::Arc;

use murxla_api::meaning::Datum;
use murxla_api::{Binder, Literal, Op, QuickMap, Sort, SpecialValue};

use super::number::{Condition, Number, Numbers};
use super::values::Kept;

/// So many variables has a rule at most.
pub const MOST_VARIABLES: usize = 8;
/// So many parameters that are sorts has a rule at most.
pub const MOST_SORTS: usize = 4;

/// A sort in a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortForm {
    /// This one.
    Just(Sort),
    /// A parameter, by its number.
    Parameter(u8),
    /// Bit-vectors of a width.
    BitVec(Number),
    /// Floating-point numbers of a format.
    FloatingPoint(Number, Number),
    /// Arrays.
    Array(Box<(SortForm, SortForm)>),
    /// Sequences.
    Seq(Box<SortForm>),
    /// Sets.
    Set(Box<SortForm>),
    /// Bags.
    Bag(Box<SortForm>),
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableForm {
    /// Its name.
    pub name: Arc<str>,
    /// Its sort.
    pub sort: SortForm,
    /// If it stands for values only: for which.
    pub value: Option<Kept>,
}

/// A value as a rule writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// This one.
    Just(Literal, Sort, Datum),
    /// So many as a bit-vector of a width.
    Bits(Number, Number),
    /// One with a name, of a sort.
    Named(SpecialValue, SortForm),
}

/// A side of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A variable, by its number.
    Variable(u8),
    /// A value.
    Value(Written),
    /// An application.
    Apply {
        /// The operator.
        op: &'static Op,
        /// Sorts that it is given.
        sorts: Box<[SortForm]>,
        /// Names that it is given: members of a datatype.
        names: Box<[Arc<str>]>,
        /// Its indices.
        indices: Box<[Number]>,
        /// Its arguments.
        args: Box<[Pattern]>,
    },
    /// A quantifier over a list of variables, by the number of the list.
    Bind(Binder, u8, Box<Pattern>),
}

impl Pattern {
    /// Calls a function with the pattern and all that it is made of.
    pub fn visit(&self, visit: &mut impl FnMut(&Pattern)) {
        visit(self);
        match self {
            Pattern::Apply { args, .. } => args.iter().for_each(|arg| arg.visit(visit)),
            Pattern::Bind(_, _, body) => body.visit(visit),
            Pattern::Variable(_) | Pattern::Value(_) => {}
        }
    }
}

/// What holds between the two sides of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Equal,
    /// The right formula holds where the left one does. Both directions can be used: of the left formula the right one is an
    /// over-approximation, of the right one the left one is an under-approximation.
    Implies,
    /// The same, used as an over-approximation of the left formula only.
    Over,
    /// The right formula is an under-approximation of the left one, and used as that only.
    Under,
}

/// A side of a rule, with what is found once.
#[derive(Clone, Debug)]
pub struct Side {
    /// The side.
    pub pattern: Pattern,
    /// How often each variable occurs.
    pub uses: [u8; MOST_VARIABLES],
    /// Its operators, each once.
    pub ops: Vec<&'static Op>,
    /// Whether there is a quantifier in it.
    pub binds: bool,
}

impl Side {
    pub(super) fn new(pattern: Pattern) -> Side {
        let mut side = Side { pattern, uses: [0; MOST_VARIABLES], ops: Vec::new(), binds: false };
        let (uses, ops, binds) = (&mut side.uses, &mut side.ops, &mut side.binds);
        side.pattern.visit(&mut |part| match part {
            Pattern::Variable(number) => uses[*number as usize] += 1,
            Pattern::Apply { op, .. } if !ops.contains(op) => ops.push(op),
            Pattern::Bind(..) => *binds = true,
            _ => {}
        });
        side
    }
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: Arc<str>,
    /// What holds between its sides.
    pub relation: Relation,
    /// Its variables.
    pub variables: Vec<VariableForm>,
    /// The names of its parameters that are numbers.
    pub numbers: Vec<Arc<str>>,
    /// The names of its parameters that are sorts.
    pub sorts: Vec<Arc<str>>,
    /// The names of its lists of variables.
    pub lists: Vec<Arc<str>>,
    /// Variables that may not have a variable of a list in them.
    pub apart: Vec<(u8, u8)>,
    /// What must hold of its parameters.
    pub conditions: Vec<Condition>,
    /// The left side.
    pub left: Side,
    /// The right side.
    pub right: Side,
}

impl Rule {
    /// Whether all conditions hold.
    pub fn permits(&self, numbers: &Numbers) -> bool {
        self.conditions.iter().all(|condition| condition.holds(numbers))
    }
}

/// The names of a rule, with their numbers.
pub type Names = QuickMap<Arc<str>, u8>;
