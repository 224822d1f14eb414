//! The type checker: from s-expressions to a script of typed terms.

mod annotations;
mod apply;
mod arrays;
mod binders;
mod built_in;
mod coerce;
mod commands;
mod datatypes;
mod definitions;
mod error;
mod literals;
mod matches;
mod members;
mod names;
mod other_forms;
mod qualified;
mod rows;
mod scope;
mod sorts;
mod terms;

use murxla_api::{Op, QuickMap};

use self::binders::VariablePool;
pub use self::error::CheckError;
use self::error::Fault;
use self::rows::Rows;
use self::scope::Scope;
use self::terms::Frame;
use super::position::{SHOWN, shown};
use super::sexpr::{CellId, Commands, Kind};
use super::texts::TextId;
use super::{Graph, Script, Term, Variable};

/// Gives sorts to all terms of a script. Operators are those of the theories and `own`, those of a solver.
pub fn check(commands: &Commands, own: &[&'static Op]) -> Result<Script, CheckError> {
    let mut checker = Checker::new(commands, own);
    match checker.script() {
        Ok(commands) => Ok(Script { graph: checker.graph, commands }),
        Err(fault) => Err(checker.error(&fault)),
    }
}

/// A script that is being checked.
struct Checker<'a> {
    source: &'a Commands,
    graph: Graph,
    scope: Scope,
    rows: Rows<'a>,
    /// Terms whose parts are being read, the innermost last.
    frames: Vec<Frame>,
    /// Terms that were made and not yet used.
    values: Vec<Term>,
    /// The arguments of the application that is being made.
    args: Vec<Term>,
    /// Literals by their text.
    literals: Vec<Option<Term>>,
    /// Variables by name and sort.
    pools: Vec<VariablePool>,
    pool_numbers: QuickMap<(TextId, murxla_api::Sort), u32>,
    /// The variables in scope with their pools, the innermost last.
    bound: Vec<(Variable, u32)>,
    /// Patterns of the quantifiers whose bodies are being read, with the numbers of their frames.
    patterns: Vec<(usize, Vec<Term>)>,
    /// Commands that the next one implies.
    implied: Vec<super::Command>,
    /// How often a datatype of a name was declared.
    datatype_names: QuickMap<TextId, u32>,
    /// Whether `1` is a real number.
    numerals_are_real: bool,
    /// Whether the script has all theories, and so all their sorts.
    logic_is_all: bool,
}

impl<'a> Checker<'a> {
    fn new(source: &'a Commands, own: &'a [&'static Op]) -> Checker<'a> {
        let texts = source.texts.len();
        Checker {
            source,
            graph: Graph::new(),
            scope: Scope::new(texts),
            rows: Rows::new(own, texts),
            frames: Vec::new(),
            values: Vec::new(),
            args: Vec::new(),
            literals: vec![None; texts],
            pools: Vec::new(),
            pool_numbers: QuickMap::default(),
            bound: Vec::new(),
            patterns: Vec::new(),
            implied: Vec::new(),
            datatype_names: QuickMap::default(),
            numerals_are_real: false,
            logic_is_all: true,
        }
    }

    /// Whether a cell inside of a list is this word, not written between bars.
    fn is_word(&self, cell: CellId, word: TextId, list: CellId) -> bool {
        cell < self.source.after(list)
            && self.source.kind(cell) == Kind::Symbol
            && self.source.text_id(cell) == word
    }

    fn is_symbol(&self, cell: CellId) -> bool {
        matches!(self.source.kind(cell), Kind::Symbol | Kind::Quoted)
    }

    /// The name in a cell, or why there is none.
    fn name(&self, cell: CellId) -> error::Checked<TextId> {
        if self.is_symbol(cell) {
            return Ok(self.source.text_id(cell));
        }
        error::expected(cell, "a name")
    }

    /// The items of a list; an atom has none.
    fn items(&self, list: CellId) -> Vec<CellId> {
        let (mut items, mut next) = (Vec::new(), list + 1);
        while next < self.source.after(list) {
            items.push(next);
            next = self.source.after(next);
        }
        items
    }

    /// The items of a list, if it has just so many.
    fn exactly<const N: usize>(
        &self,
        list: CellId,
        what: &'static str,
    ) -> error::Checked<[CellId; N]> {
        if self.source.kind(list) == Kind::List
            && let Ok(items) = self.items(list).try_into()
        {
            return Ok(items);
        }
        error::expected(list, what)
    }

    fn error(&self, fault: &Fault) -> CheckError {
        let mut token = String::new();
        for next in fault.cell..self.source.after(fault.cell) {
            // Of a list only the beginning is written.
            if token.len() > SHOWN {
                break;
            }
            match self.source.kind(next) {
                Kind::List => token.push('('),
                _ => {
                    token.push_str(&self.source.written(next));
                    token.push(' ');
                }
            }
        }
        CheckError {
            position: self.source.position(fault.cell),
            problem: fault.problem.clone(),
            token: shown(token.trim_end()),
        }
    }
}
