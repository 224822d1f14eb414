//! The nodes of a graph: the kinds of terms.

use std::sync::Arc;

use murxla_api::{Binder, Literal, Op, Sort};

/// A term, by its number in its graph. What a term is made of has smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(super) u32);

/// A constant or a function that a script declares or defines, by its number in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(super) u32);

/// A variable that some binder binds, by its number in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub(super) u32);

impl Term {
    /// The number, for tables over the terms of a graph.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Symbol {
    /// The number, for tables over the symbols of a graph.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Variable {
    /// The number, for tables over the variables of a graph.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolDef {
    /// Its name, without quotes. Two symbols of a graph may have one name: the printer tells them apart.
    pub name: Arc<str>,
    /// Its sort; that of a function with arguments is a function sort.
    pub sort: Sort,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableDef {
    /// Its name, without quotes. Two variables of a graph may have one name: the printer tells them apart.
    pub name: Arc<str>,
    /// Its sort.
    pub sort: Sort,
}

/// An operator with all it has beside its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The operator: a row of a theory, or one of a solver's own.
    pub op: OpRow,
    /// Sorts given explicitly.
    pub sorts: Box<[Sort]>,
    /// Names given explicitly: members of datatypes.
    pub names: Box<[Arc<str>]>,
    /// Indices.
    pub indices: Box<[u32]>,
}

impl Head {
    /// An operator alone.
    pub fn plain(op: &'static Op) -> Head {
        Head {
            op: OpRow(op),
            sorts: Box::default(),
            names: Box::default(),
            indices: Box::default(),
        }
    }

    /// The operator.
    pub fn op(&self) -> &'static Op {
        self.op.0
    }
}

/// A row, compared by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpRow(pub &'static Op);

impl std::hash::Hash for OpRow {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

/// An annotation of a term, such as `:named a` or `:weight 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// The keyword, without its colon.
    pub keyword: Arc<str>,
    /// What follows it, as SMT-LIB writes it; empty if nothing does. The name of a term (`:named`) is written without
    /// quotes here, as all names are.
    pub value: Arc<str>,
}

/// A term of which only a solver knows what it is: it gave it as the reply of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opaque {
    /// The number of the call.
    pub call: u32,
    /// Its place among the terms that the call gave.
    pub place: u32,
    /// What is known of its meaning.
    pub meaning: Meaning,
    /// The terms of which the solver made it.
    pub parts: Box<[Term]>,
}

/// What is known of the meaning of a term that a solver made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// That of its first part, as of what `simplify` gives.
    FirstPart,
    /// Nothing.
    Unknown,
}

impl Opaque {
    /// The term that means the same, if there is one.
    pub fn same(&self) -> Option<Term> {
        match self.meaning {
            Meaning::FirstPart => self.parts.first().copied(),
            Meaning::Unknown => None,
        }
    }
}

/// A term, seen from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node<'a> {
    /// A declared or defined constant or function.
    Constant(Symbol),
    /// A variable.
    Variable(Variable),
    /// A value as it is written; its sort is that of the term.
    Value(&'a Literal),
    /// An application. Calls of functions are applications of `OP_UF_APPLY`, whose first argument is the function.
    /// The cases of a `match` are applications too, with variables as arguments.
    Apply {
        /// The operator.
        head: &'a Head,
        /// Its arguments.
        args: &'a [Term],
    },
    /// A binder.
    Bind {
        /// Which one.
        binder: Binder,
        /// What it binds, at least one.
        variables: &'a [Variable],
        /// Hints for instantiation.
        patterns: &'a [Vec<Term>],
        /// One body; two for [`Binder::Comprehension`].
        bodies: &'a [Term],
    },
    /// A term with annotations other than patterns, `(! t :named a)`.
    Annotated {
        /// The term.
        term: Term,
        /// At least one.
        attributes: &'a [Attribute],
    },
    /// A term that a solver gave.
    Opaque(&'a Opaque),
}
