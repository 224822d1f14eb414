//! An operator: one row, the only place that knows it.

use crate::meaning::words::{Connective, Kernel, Map, Test};
use crate::meaning::{Arg, Call, Datum, Meaning, Unknown};
use crate::theory::groups;
use crate::typing::{ApplicationSorts, TypeError};
use crate::{Constraint, Draw, DrawnApplication, Heads, Num, Signature, Sort, SortPattern, Theory};

/// How an operator of two arguments takes more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It does not.
    None,
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssoc,
    /// `(f a b c)` is `(f a (f b c))`.
    RightAssoc,
    /// `(f a b c)` is `(and (f a b) (f b c))`.
    Chainable,
    /// `(f a b c)` is `(and (f a b) (f a c) (f b c))`.
    Pairwise,
    /// It takes any number of arguments at once; they and the result have one sort.
    Variadic,
}

/// When an application is linear arithmetic, if its arguments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linearity {
    /// Always.
    Always,
    /// If at most one argument is not a value.
    OneFactor,
    /// If all arguments but the first are values.
    ValueDivisors,
    /// Never.
    Never,
}

/// How an operator is typed.
#[derive(Clone, Copy, Debug)]
pub enum Typing {
    /// By patterns; [`Fold`] says how more arguments are typed.
    Pattern(Signature),
    /// By functions, where patterns cannot say it.
    Rule {
        /// Which kinds occur.
        heads: Heads,
        /// The sort of an application.
        sort_of: fn(&Op, &ApplicationSorts<'_>) -> Result<Sort, TypeError>,
        /// An application of the wanted sort, if there is one.
        draw: fn(&Op, Option<&Sort>, &mut dyn Draw) -> Option<DrawnApplication>,
    },
}

/// An operator.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// The key in traces, e.g. `OP_BV_ADD`.
    pub key: &'static str,
    /// The SMT-LIB symbol; empty if an application has no head symbol of its own.
    pub symbol: &'static str,
    /// The theory it belongs to.
    pub theory: Theory,
    /// The typing rule.
    pub typing: Typing,
    /// How it takes more than two arguments.
    pub fold: Fold,
    /// Whether arguments can be exchanged.
    pub commutative: bool,
    /// Places of arguments that must be literals, counted from 0.
    pub literal_args: &'static [usize],
    /// When it is linear arithmetic.
    pub linearity: Linearity,
    /// Whether SMT-LIB has it, if SMT-LIB has its theory.
    pub standard: bool,
    /// Whether the generator draws it; if not, it is there for scripts and traces that have it.
    pub drawn: bool,
    /// What it means.
    pub meaning: Meaning,
    /// How the meaning is computed for many arguments at once.
    pub kernel: Kernel,
}

impl Op {
    /// A row typed by patterns; the other methods add to it.
    pub const fn new(
        theory: Theory,
        key: &'static str,
        symbol: &'static str,
        args: &'static [SortPattern],
        result: SortPattern,
    ) -> Op {
        Op {
            key,
            symbol,
            theory,
            typing: Typing::Pattern(Signature {
                indices: &[],
                sorts: &[],
                args,
                result,
                constraints: &[],
            }),
            fold: Fold::None,
            commutative: false,
            literal_args: &[],
            linearity: Linearity::Always,
            standard: true,
            drawn: true,
            meaning: Meaning::Missing,
            kernel: Kernel::None,
        }
    }

    /// A row typed by functions.
    pub const fn with_rule(
        theory: Theory,
        key: &'static str,
        symbol: &'static str,
        typing: Typing,
    ) -> Op {
        Op {
            key,
            symbol,
            theory,
            typing,
            fold: Fold::None,
            commutative: false,
            literal_args: &[],
            linearity: Linearity::Always,
            standard: true,
            drawn: true,
            meaning: Meaning::Missing,
            kernel: Kernel::None,
        }
    }

    /// Takes more than two arguments in this way.
    pub const fn fold(mut self, fold: Fold) -> Op {
        self.fold = fold;
        self
    }

    /// Arguments can be exchanged.
    pub const fn commutative(mut self) -> Op {
        self.commutative = true;
        self
    }

    /// Takes only literals at these places.
    pub const fn literals(mut self, places: &'static [usize]) -> Op {
        self.literal_args = places;
        self
    }

    /// Is an extension of solvers: SMT-LIB does not have it, although it has its theory.
    pub const fn extension(mut self) -> Op {
        self.standard = false;
        self
    }

    /// Whether it is an operator of SMT-LIB.
    pub fn is_standard(&self) -> bool {
        self.standard && self.theory.is_standard()
    }

    /// Operators that can stand for each other where their signatures agree, from the simplest to the most intricate, and its
    /// place among them; `None` if it is in no such group.
    pub fn group(&self) -> Option<(&'static [&'static str], usize)> {
        groups::of(self.key)
    }

    /// Is not drawn by the generator: only scripts and traces have it.
    pub const fn not_drawn(mut self) -> Op {
        self.drawn = false;
        self
    }

    /// Means this function of the values of its arguments. A row that is folded says what it means for as many arguments as
    /// it lists.
    pub const fn means(
        mut self,
        meaning: fn(&Call<'_>, &[&Datum]) -> Result<Datum, Unknown>,
    ) -> Op {
        self.meaning = Meaning::Strict(meaning);
        self
    }

    /// Means this function, which may have a value although an argument has none.
    pub const fn means_leniently(
        mut self,
        meaning: fn(&[Arg<'_>]) -> Result<Datum, Unknown>,
    ) -> Op {
        self.meaning = Meaning::Lenient(meaning);
        self
    }

    /// Has this kernel, which gives words.
    pub const fn maps(mut self, kernel: Map) -> Op {
        self.kernel = Kernel::Map(kernel);
        self
    }

    /// Has this kernel, which gives truth values.
    pub const fn tests(mut self, kernel: Test) -> Op {
        self.kernel = Kernel::Test(kernel);
        self
    }

    /// Is this connective.
    pub const fn connects(mut self, connective: Connective) -> Op {
        self.kernel = Kernel::Core(connective);
        self
    }

    /// Is evaluated by whoever walks over terms, for this reason.
    pub const fn evaluated_elsewhere(mut self, reason: &'static str) -> Op {
        self.meaning = Meaning::Elsewhere(reason);
        self
    }

    /// Has a meaning that cannot be told, for this reason.
    pub const fn unclear(mut self, reason: &'static str) -> Op {
        self.meaning = Meaning::Unclear(reason);
        self
    }

    /// Is linear arithmetic only then.
    pub const fn linear(mut self, linearity: Linearity) -> Op {
        self.linearity = linearity;
        self
    }

    /// Has indices, which fulfil constraints.
    pub const fn indexed(
        mut self,
        indices: &'static [Num],
        constraints: &'static [Constraint],
    ) -> Op {
        if let Typing::Pattern(signature) = &mut self.typing {
            signature.indices = indices;
            signature.constraints = constraints;
        }
        self
    }

    /// Takes explicit sorts.
    pub const fn with_sorts(mut self, sorts: &'static [SortPattern]) -> Op {
        if let Typing::Pattern(signature) = &mut self.typing {
            signature.sorts = sorts;
        }
        self
    }

    /// The least and the greatest number of arguments; `None`: no bound, or the arguments' sorts tell.
    pub fn arity(&self) -> (usize, Option<usize>) {
        match &self.typing {
            Typing::Pattern(signature) => {
                let least = signature.args.len();
                (least, (self.fold == Fold::None).then_some(least))
            }
            Typing::Rule { .. } => (0, None),
        }
    }

    /// The number of indices.
    pub fn index_count(&self) -> usize {
        match &self.typing {
            Typing::Pattern(signature) => signature.indices.len(),
            Typing::Rule { .. } => 0,
        }
    }
}

impl PartialEq for Op {
    /// Rows are identified by their key.
    fn eq(&self, other: &Op) -> bool {
        self.key == other.key
    }
}

impl Eq for Op {}
