//! What a term of a graph is.

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
}
