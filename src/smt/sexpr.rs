//! S-expressions in one flat list, in the order in which they are written.
//!
//! A list is followed by all that it contains and knows where that ends, so nothing that walks over s-expressions needs
//! recursion, and an s-expression takes twelve bytes.

use super::position::{Lines, Position};
use super::texts::{TextId, Texts};

/// What an s-expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `( … )`
    List,
    /// `a`
    Symbol,
    /// `|a|`: the symbol that is written between bars
    Quoted,
    /// `:a`, with its colon
    Keyword,
    /// `12`
    Numeral,
    /// `1.2`
    Decimal,
    /// `1/2`
    Fraction,
    /// `#x1f`
    Hexadecimal,
    /// `#b01`
    Binary,
    /// `#f3m7`: three in the field of order seven
    Field,
    /// `"a"`: what stands between the quotes, without the doubling of quotes
    String,
    /// A comment that has its line for itself, between two commands: what stands behind the semicolons
    Comment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// Where it begins, in bytes.
    pub(super) at: u32,
    /// The number of its text; of a list, the number of the cell behind its last.
    pub(super) value: u32,
    pub(super) kind: Kind,
}

/// The number of an s-expression in its file.
pub(super) type CellId = u32;

/// The commands of a file as s-expressions, with the comments between them.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    pub(super) cells: Vec<Cell>,
    pub(super) texts: Texts,
    pub(super) lines: Lines,
}

impl Commands {
    /// The commands, and the comments between them.
    pub fn iter(&self) -> Items<'_> {
        Items { commands: self, next: 0, end: self.cells.len() as CellId }
    }

    /// How many s-expressions there are in all.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn kind(&self, cell: CellId) -> Kind {
        self.cells[cell as usize].kind
    }

    /// The cell behind this one and all that it contains.
    pub(super) fn after(&self, cell: CellId) -> CellId {
        match self.cells[cell as usize] {
            Cell { kind: Kind::List, value, .. } => value,
            _ => cell + 1,
        }
    }

    /// The number of the text of an atom.
    pub(super) fn text_id(&self, cell: CellId) -> TextId {
        TextId(self.cells[cell as usize].value)
    }

    /// The text of an atom; that of a list is empty.
    pub(super) fn text(&self, cell: CellId) -> &str {
        match self.kind(cell) {
            Kind::List => "",
            _ => self.texts.get(self.text_id(cell)),
        }
    }

    pub(super) fn position(&self, cell: CellId) -> Position {
        self.lines.position(self.cells[cell as usize].at)
    }
}

/// Two files are equal if their s-expressions are, wherever they stand.
impl PartialEq for Commands {
    fn eq(&self, other: &Commands) -> bool {
        let same = |(a, b): (&Cell, &Cell)| {
            a.kind == b.kind
                && match a.kind {
                    Kind::List => a.value == b.value,
                    _ => self.texts.get(TextId(a.value)) == other.texts.get(TextId(b.value)),
                }
        };
        self.cells.len() == other.cells.len() && self.cells.iter().zip(&other.cells).all(same)
    }
}

impl Eq for Commands {}

impl<'a> IntoIterator for &'a Commands {
    type Item = Sexpr<'a>;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

/// An s-expression.
#[derive(Clone, Copy, Debug)]
pub struct Sexpr<'a> {
    commands: &'a Commands,
    cell: CellId,
}

impl<'a> Sexpr<'a> {
    /// What it is.
    pub fn kind(self) -> Kind {
        self.commands.kind(self.cell)
    }

    /// The text of an atom; that of a list is empty.
    pub fn text(self) -> &'a str {
        self.commands.text(self.cell)
    }

    /// What a list consists of; an atom has no parts.
    pub fn items(self) -> Items<'a> {
        let end = self.commands.after(self.cell);
        Items { commands: self.commands, next: self.cell + 1, end }
    }

    pub(super) fn commands(self) -> &'a Commands {
        self.commands
    }

    pub(super) fn cell(self) -> CellId {
        self.cell
    }

    /// Where it begins.
    pub fn position(self) -> Position {
        self.commands.position(self.cell)
    }
}

/// S-expressions one after the other.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    commands: &'a Commands,
    next: CellId,
    end: CellId,
}

impl<'a> Iterator for Items<'a> {
    type Item = Sexpr<'a>;

    fn next(&mut self) -> Option<Sexpr<'a>> {
        if self.next >= self.end {
            return None;
        }
        let item = Sexpr { commands: self.commands, cell: self.next };
        self.next = self.commands.after(self.next);
        Some(item)
    }
}
