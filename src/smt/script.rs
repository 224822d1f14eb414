//! Scripts: commands over a graph of terms.

use std::sync::Arc;

use murxla_api::{ActionDef, ActionKind, Datatype, Effects};

use super::rewrite::{BoundVariables, RewriteError};
use super::{Graph, Symbol, Term, Variable};

/// A function or constant with its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What is defined.
    pub symbol: Symbol,
    /// Its parameters, none for a constant.
    pub variables: Vec<Variable>,
    /// What it means.
    pub body: Term,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `(set-logic L)`
    SetLogic(Arc<str>),
    /// `(set-option :keyword value)`; the value as SMT-LIB writes it.
    SetOption {
        /// The name, without its colon.
        keyword: Arc<str>,
        /// The value, empty if there is none.
        value: Arc<str>,
    },
    /// `(set-info :keyword value)`; the value as SMT-LIB writes it.
    SetInfo {
        /// The name, without its colon.
        keyword: Arc<str>,
        /// The value, empty if there is none.
        value: Arc<str>,
    },
    /// `(declare-sort name arity)`. The sorts that it gives are `Sort::uninterpreted(name)`; of an arity above 0 they are
    /// named by their application, e.g. `(Pair Int Bool)`.
    DeclareSort {
        /// The name, without quotes.
        name: Arc<str>,
        /// How many sorts it takes.
        arity: u32,
    },
    /// `(define-sort name (parameters) sort)`, as it was written: terms have the sorts that it stands for.
    DefineSort {
        /// The name, without quotes.
        name: Arc<str>,
        /// The names of its parameters, without quotes.
        params: Vec<Arc<str>>,
        /// The sort, as SMT-LIB writes it.
        text: Arc<str>,
    },
    /// `(declare-datatypes …)`: all datatypes of one group.
    DeclareDatatypes(Vec<Datatype>),
    /// `(declare-fun …)` or `(declare-const …)`
    Declare(Symbol),
    /// `(define-fun …)` or `(define-const …)`
    Define(Definition),
    /// `(define-fun-rec …)` or `(define-funs-rec …)`
    DefineRec(Vec<Definition>),
    /// `(assert t)`
    Assert(Term),
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (t…))`
    CheckSatAssuming(Vec<Term>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(get-value (t…))`
    GetValue(Vec<Term>),
    /// `(reset)`
    Reset,
    /// A command without terms, by the row of its action: `(get-model)`, `(reset-assertions)`, `(get-info :name)`.
    Plain {
        /// The row.
        row: &'static ActionDef,
        /// Its arguments, without their colons.
        words: Vec<Arc<str>>,
    },
    /// A command of a solver's own, by the row of its action: `(block-model :values)`.
    Own {
        /// The row.
        row: &'static ActionDef,
        /// Its words, without their colons.
        words: Vec<Arc<str>>,
        /// Its terms.
        terms: Vec<Term>,
    },
    /// `(exit)`
    Exit,
    /// Any other command, as it was written, e.g. `(get-option :name)`, `(echo "a")`, `(simplify t)`.
    Verbatim(Arc<str>),
    /// A comment on lines of its own, without the semicolons.
    Comment(Arc<str>),
}

impl Command {
    /// Whether it takes declarations away that are not global.
    pub fn ends_declarations(&self) -> bool {
        matches!(self, Command::Pop(_) | Command::Reset) || self.forgets_assertions()
    }

    /// Whether it takes all assertions and levels away, and keeps options.
    pub fn forgets_assertions(&self) -> bool {
        matches!(self, Command::Plain { row, .. } if row.effects.any(Effects::FORGETS_ASSERTIONS))
    }

    /// Whether it is a plain command of this action.
    pub fn is(&self, kind: ActionKind) -> bool {
        matches!(self, Command::Plain { row, .. } if row.kind == kind)
    }
}

/// A script.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The terms.
    pub graph: Graph,
    /// The commands.
    pub commands: Vec<Command>,
}

impl Command {
    /// The terms that it holds, from left to right.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let (one, many, definitions): (Option<Term>, &[Term], &[Definition]) = match self {
            Command::Assert(term) => (Some(*term), &[], &[]),
            Command::CheckSatAssuming(terms)
            | Command::GetValue(terms)
            | Command::Own { terms, .. } => (None, terms, &[]),
            Command::Define(definition) => (Some(definition.body), &[], &[]),
            Command::DefineRec(definitions) => (None, &[], definitions),
            _ => (None, &[], &[]),
        };
        let bodies = definitions.iter().map(|definition| definition.body);
        one.into_iter().chain(many.iter().copied()).chain(bodies)
    }

    /// The same, to be replaced by others.
    pub fn terms_mut(&mut self) -> impl Iterator<Item = &mut Term> {
        let (one, many, definitions): (Option<&mut Term>, &mut [Term], &mut [Definition]) =
            match self {
                Command::Assert(term) => (Some(term), &mut [], &mut []),
                Command::CheckSatAssuming(terms)
                | Command::GetValue(terms)
                | Command::Own { terms, .. } => (None, terms, &mut []),
                Command::Define(definition) => (Some(&mut definition.body), &mut [], &mut []),
                Command::DefineRec(definitions) => (None, &mut [], definitions),
                _ => (None, &mut [], &mut []),
            };
        let bodies = definitions.iter_mut().map(|definition| &mut definition.body);
        one.into_iter().chain(many).chain(bodies)
    }
}

impl Script {
    /// Rewrites the terms of all commands ([`Graph::rewrite`]). If that fails, the commands are as they were.
    pub fn rewrite<E: From<RewriteError>>(
        &mut self,
        bound: BoundVariables,
        concerns: impl FnMut(&Graph, Term) -> bool,
        replacement: impl FnMut(&mut Graph, Term) -> Result<Option<Term>, E>,
    ) -> Result<(), E> {
        let roots: Vec<Term> = self.commands.iter().flat_map(Command::terms).collect();
        let rewritten = self.graph.rewrite(&roots, bound, concerns, replacement)?;
        let places = self.commands.iter_mut().flat_map(Command::terms_mut);
        for (place, term) in places.zip(rewritten) {
            *place = term;
        }
        Ok(())
    }
}
