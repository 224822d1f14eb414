//! Assignments: what the symbols of a graph stand for.

use std::collections::BTreeMap;

use murxla_api::QuickMap;
use murxla_api::meaning::{Datum, Interpretation, OpenCall};

use crate::smt::{Command, Definition, Script, Symbol, Term};

/// What symbols stand for, and what the standard leaves open.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// The values of symbols, in the order of these.
    values: Vec<Option<Datum>>,
    definitions: QuickMap<Symbol, Definition>,
    open: BTreeMap<OpenCall, Datum>,
    terms: QuickMap<Term, Datum>,
}

impl Assignment {
    /// An assignment that says nothing.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The definitions of a script.
    pub fn of_definitions(script: &Script) -> Assignment {
        let mut assignment = Assignment::new();
        for command in &script.commands {
            match command {
                Command::Define(definition) => assignment.define(definition.clone()),
                Command::DefineRec(definitions) => {
                    definitions.iter().for_each(|one| assignment.define(one.clone()));
                }
                _ => {}
            }
        }
        assignment
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.definitions.clear();
        self.open.clear();
        self.terms.clear();
    }

    /// Gives a symbol a value of its sort.
    pub fn set(&mut self, symbol: Symbol, value: Datum) {
        let place = symbol.index();
        if self.values.len() <= place {
            self.values.resize(place + 1, None);
        }
        self.values[place] = Some(value);
    }

    /// Lets a symbol mean its definition, unless it has a value.
    pub fn define(&mut self, definition: Definition) {
        self.definitions.insert(definition.symbol, definition);
    }

    /// Says what an application gives that the standard leaves open.
    pub fn set_open(&mut self, call: OpenCall, value: Datum) {
        self.open.insert(call, value);
    }

    /// Says what a term is whose value cannot be told, or is open. It has no free variables.
    pub fn set_term(&mut self, term: Term, value: Datum) {
        self.terms.insert(term, value);
    }

    /// What was said of a term.
    pub fn term(&self, term: Term) -> Option<&Datum> {
        self.terms.get(&term)
    }

    /// The value of a symbol.
    pub fn value(&self, symbol: Symbol) -> Option<&Datum> {
        self.values.get(symbol.index())?.as_ref()
    }

    /// The definition of a symbol.
    pub fn definition(&self, symbol: Symbol) -> Option<&Definition> {
        self.definitions.get(&symbol)
    }
}

impl Interpretation for Assignment {
    fn value(&self, call: &OpenCall) -> Option<Datum> {
        self.open.get(call).cloned()
    }
}
