//! The scope: what each name means at a place of a script.

use std::collections::HashSet;
use std::sync::Arc;

use murxla_api::{Datatype, QuickMap, Sort};

use crate::smt::Term;
use crate::smt::texts::TextId;

/// What a symbol means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A constant, a function, or a term with a name.
    Term(Term),
    /// Several functions, by their number in [`Scope::overloads`].
    Overloaded(u32),
    /// A constructor, by its number in [`Scope::members`].
    Constructor(u32),
    /// A selector, by its number in [`Scope::members`].
    Selector(u32),
}

/// A constructor, or a field of it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) datatype: Datatype,
    pub(super) constructor: usize,
    pub(super) field: usize,
}

impl Member {
    pub(super) fn constructor_name(&self) -> Arc<str> {
        self.datatype.definition().constructors[self.constructor].name.clone()
    }

    pub(super) fn field_name(&self) -> Arc<str> {
        let constructor = &self.datatype.definition().constructors[self.constructor];
        constructor.fields[self.field].0.clone()
    }
}

/// What the name of a sort means.
#[derive(Clone, Debug)]
pub(super) enum SortMeaning {
    /// A sort, under a name of its own or another.
    Sort(Sort),
    /// A declared sort that takes so many others.
    Declared(usize),
    /// A name for sorts of this form, with parameters.
    Alias(usize, Sort),
    /// A datatype with parameters.
    Datatype(Datatype),
}

enum Undo {
    Symbol(TextId, Option<Meaning>),
    Sort(TextId, Option<SortMeaning>),
}

/// What names mean at a place of a script: first those that binders and `let` give, then those that commands gave.
#[derive(Default)]
pub(super) struct Scope {
    locals: Vec<Option<Term>>,
    local_log: Vec<(TextId, Option<Term>)>,
    globals: Vec<Option<Meaning>>,
    sorts: QuickMap<TextId, SortMeaning>,
    log: Vec<Undo>,
    /// The length of the log at each `push`, and how many levels it made.
    levels: Vec<(usize, u32)>,
    /// Whether declarations outlive `pop`.
    pub(super) global_declarations: bool,
    pub(super) members: Vec<Member>,
    pub(super) overloads: Vec<Vec<Term>>,
    /// Functions and constants that were defined, not declared.
    pub(super) definitions: HashSet<Term>,
}

impl Scope {
    pub(super) fn new(texts: usize) -> Scope {
        Scope { locals: vec![None; texts], globals: vec![None; texts], ..Scope::default() }
    }

    pub(super) fn local(&self, name: TextId) -> Option<Term> {
        self.locals[name.index()]
    }

    pub(super) fn global(&self, name: TextId) -> Option<Meaning> {
        self.globals[name.index()]
    }

    /// The constants and functions of a name, the newest first.
    pub(super) fn functions(&self, name: TextId) -> Vec<Term> {
        match self.global(name) {
            Some(Meaning::Term(term)) => vec![term],
            Some(Meaning::Overloaded(number)) => self.overloads[number as usize].clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn sort(&self, name: TextId) -> Option<&SortMeaning> {
        self.sorts.get(&name)
    }

    /// A place to come back to.
    pub(super) fn mark(&self) -> u32 {
        self.local_log.len() as u32
    }

    pub(super) fn bind_local(&mut self, name: TextId, term: Term) {
        let before = self.locals[name.index()].replace(term);
        self.local_log.push((name, before));
    }

    pub(super) fn undo_locals(&mut self, mark: u32) {
        for (name, before) in self.local_log.drain(mark as usize..).rev() {
            self.locals[name.index()] = before;
        }
    }

    pub(super) fn bind(&mut self, name: TextId, meaning: Meaning) {
        let before = self.globals[name.index()].replace(meaning);
        self.log.push(Undo::Symbol(name, before));
    }

    pub(super) fn bind_sort(&mut self, name: TextId, meaning: SortMeaning) {
        let before = self.sorts.insert(name, meaning);
        self.log.push(Undo::Sort(name, before));
    }

    /// Gives a sort another meaning for a while; what it meant before is to be given back.
    pub(super) fn replace_sort(
        &mut self,
        name: TextId,
        meaning: Option<SortMeaning>,
    ) -> Option<SortMeaning> {
        match meaning {
            Some(meaning) => self.sorts.insert(name, meaning),
            None => self.sorts.remove(&name),
        }
    }

    pub(super) fn push(&mut self, levels: u32) {
        self.levels.push((self.log.len(), levels));
    }

    /// Leaves levels; `false` if there are not so many.
    pub(super) fn pop(&mut self, levels: u32) -> bool {
        let mut left = levels;
        while left > 0 {
            let Some((mark, count)) = self.levels.last_mut() else { return false };
            let (mark, gone) = (*mark, left.min(*count));
            *count -= gone;
            left -= gone;
            if *count == 0 {
                self.levels.pop();
            }
            if gone > 0 && !self.global_declarations {
                self.undo(mark);
            }
        }
        true
    }

    /// Leaves all levels, and forgets all declarations unless they are global.
    pub(super) fn reset_assertions(&mut self) {
        self.levels.clear();
        if !self.global_declarations {
            self.undo(0);
        }
    }

    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        self.levels.clear();
        self.undo(0);
        self.global_declarations = false;
    }

    fn undo(&mut self, mark: usize) {
        for entry in self.log.drain(mark..).rev() {
            match entry {
                Undo::Symbol(name, before) => self.globals[name.index()] = before,
                Undo::Sort(name, Some(before)) => {
                    self.sorts.insert(name, before);
                }
                Undo::Sort(name, None) => {
                    self.sorts.remove(&name);
                }
            }
        }
    }
}
