//! Dialects: what solvers write in another way than SMT-LIB or its usual extensions.

use crate::{Binder, Op, SortKind, theory};

/// How one operator is written otherwise than its row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// With this symbol, and all else as the row says.
    Symbol(&'static str),
    /// With this symbol and the result's sort, which is the first sort given explicitly: `(as symbol S)`.
    Qualified(&'static str),
    /// The first argument, a function, is an index: `((_ symbol f) a)`.
    FunctionIndex(&'static str),
    /// The first index is an argument in front of the others: `(symbol 3 a)`.
    IndexFirst(&'static str),
    /// The names are a decimal or a fraction, which follows the arguments: `((_ symbol e s) r 1.5)`.
    NumberLast(&'static str),
    /// By its argument alone: the solver inserts the operator where it is needed.
    Argument,
    /// Not at all; only the solver's API has it.
    None,
}

/// How functions are used as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionStyle {
    /// A function is a term, and what is applied may be any term: `(f x)`, `(g f)`, `((lambda …) x)`.
    Terms,
    /// A function that is used as a term is an array: `(g f)`, but `(select (lambda …) x)`.
    Arrays,
}

/// What the names of logics begin with in which functions are terms.
pub const HIGHER_ORDER_PREFIX: &str = "HO_";

/// How a front end takes logics.
#[derive(Clone, Copy, Debug)]
pub struct LogicStyle {
    /// The logic that a script sets if nothing else is known; empty if none needs to be set.
    pub default: &'static str,
    /// Whether the logic matters to the solver; if not, scripts set the default one.
    pub matters: bool,
    /// Whether a logic takes symbols away that it does not have.
    pub restricts: bool,
    /// The logics that there are beside the default one; empty if all names that tell theories are known.
    pub known: &'static [&'static str],
    /// Operators that are there in logics with integers only, by key: logics of real numbers get integers for them.
    pub needs_integers: &'static [&'static str],
    /// Whether recursive functions are there in logics with quantifiers only.
    pub recursion_needs_quantifiers: bool,
    /// What the names of logics begin with in which functions are terms; empty if all logics have that, or none.
    pub higher_order_prefix: &'static str,
    /// Whether logics of non-linear arithmetic have another solver, without divisibility, cores, and assumptions that are
    /// no constants.
    pub nonlinear_apart: bool,
}

/// How a front end takes options.
#[derive(Clone, Copy, Debug)]
pub struct OptionStyle {
    /// What the names of the solver's own options begin with in a script; `None` if scripts cannot set them.
    pub prefix: Option<&'static str>,
    /// Options that only the API can set.
    pub api_only: &'static [&'static str],
    /// Whether the words that are values of options are strings.
    pub words_are_strings: bool,
    /// Options whose values are strings in any case.
    pub strings: &'static [&'static str],
    /// The largest number that is a value of an option.
    pub largest_number: u64,
    /// Whether several checks are a matter of the option `:incremental`.
    pub incremental: bool,
    /// Options without which not all of the theory of these sorts is taken.
    pub demanded: &'static [(SortKind, &'static str)],
    /// Whether there can be unsatisfiable cores where there are assumptions.
    pub cores_with_assumptions: bool,
}

/// How a solver writes what others write otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Operators that are written otherwise than their rows say, by key.
    pub operators: &'static [(&'static str, Spelling)],
    /// The solver's own operators.
    pub own: &'static [Op],
    /// Sorts with another name.
    pub sorts: &'static [(SortKind, &'static str)],
    /// How functions are used as terms.
    pub functions: FunctionStyle,
    /// The index with which a field of a datatype is replaced: `((_ update head) x v)`.
    pub update: &'static str,
    /// Whether members of datatypes with parameters are told apart by their arguments. If not, constructors are written with
    /// their sorts, testers with all sorts of their constructors, and fields of such datatypes are not replaced.
    pub members_are_overloaded: bool,
    /// Whether a name with bars is no pattern of a `match`: a constructor without fields stands in parentheses then.
    pub patterns_without_bars: bool,
    /// Operators that take two arguments only, by key, though their rows allow more.
    pub binary: &'static [&'static str],
    /// Binders that have no text.
    pub no_binders: &'static [Binder],
    /// Whether patterns of quantifiers are understood.
    pub patterns: bool,
    /// Whether there are tuples; a solver without them has datatypes instead.
    pub tuples: bool,
    /// Sorts that have no text.
    pub no_sorts: &'static [SortKind],
    /// Whether functions can be arguments, results and parts of sorts.
    pub higher_order: bool,
    /// Commands that the solver's front end does not have.
    pub lacks: &'static [&'static str],
    /// Whether assumptions must be constants or their negations, as the standard has it.
    pub literal_assumptions: bool,
    /// Whether the wrapper defines functions for all levels, which is another thing to the solver than to define them for one.
    pub global_definitions: bool,
    /// Whether the element of a constant array is written as one word, `-5` or `1/3`: applications are no values.
    pub signed_elements: bool,
    /// How it takes logics.
    pub logic: LogicStyle,
    /// How it takes options.
    pub options: OptionStyle,
}

/// SMT-LIB, with cvc5's extensions where the standard has nothing.
pub const STANDARD: Dialect = Dialect {
    operators: &[],
    own: &[],
    sorts: &[],
    functions: FunctionStyle::Terms,
    update: "update",
    members_are_overloaded: true,
    patterns_without_bars: false,
    binary: &[],
    no_binders: &[],
    patterns: true,
    tuples: true,
    no_sorts: &[],
    higher_order: true,
    lacks: &[],
    literal_assumptions: false,
    global_definitions: false,
    signed_elements: false,
    logic: LogicStyle {
        default: "ALL",
        matters: true,
        restricts: false,
        known: &[],
        needs_integers: &[],
        recursion_needs_quantifiers: false,
        higher_order_prefix: "",
        nonlinear_apart: false,
    },
    options: OptionStyle {
        prefix: Some(""),
        api_only: &[],
        words_are_strings: false,
        strings: &["diagnostic-output-channel", "regular-output-channel"],
        largest_number: u64::MAX,
        incremental: false,
        demanded: &[],
        cores_with_assumptions: true,
    },
};

impl Dialect {
    /// How this operator is written otherwise, if it is.
    pub fn spelling(&self, key: &str) -> Option<Spelling> {
        self.operators.iter().find(|(other, _)| *other == key).map(|(_, spelling)| *spelling)
    }

    /// Whether the symbol of this operator is known: it is no other solver's own.
    pub fn reads(&self, op: &Op) -> bool {
        let is_like =
            |own: &Op| own.key == op.key || (own.symbol == op.symbol && !op.symbol.is_empty());
        theory::operator(op.key).is_some() || self.own.iter().any(is_like)
    }

    /// The operators that are written by their argument alone, by key.
    pub fn silent(&self) -> Vec<&'static str> {
        let silent = self.operators.iter().filter(|(_, spelling)| *spelling == Spelling::Argument);
        silent.map(|(key, _)| *key).collect()
    }

    /// The name of sorts of this kind, where it is not the usual one.
    pub(super) fn sort_name(&self, kind: SortKind) -> Option<&'static str> {
        self.sorts.iter().find(|(other, _)| *other == kind).map(|(_, name)| *name)
    }
}
