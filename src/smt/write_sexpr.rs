//! S-expressions as text.

use std::fmt;

use super::sexpr::{CellId, Commands, Kind, Sexpr};

impl Commands {
    /// Writes a cell and all that it contains.
    pub(super) fn write(&self, cell: CellId, out: &mut dyn fmt::Write) -> fmt::Result {
        // Ends of the lists that are open.
        let mut ends = Vec::new();
        let end = self.after(cell);
        for next in cell..end {
            close(&mut ends, next, out)?;
            if next != cell && self.kind(next - 1) != Kind::List {
                out.write_char(' ')?;
            } else if next != cell && self.after(next - 1) == next {
                // Behind an empty list.
                out.write_char(' ')?;
            }
            match self.kind(next) {
                Kind::List => {
                    out.write_char('(')?;
                    ends.push(self.after(next));
                }
                _ => self.write_atom(next, out)?,
            }
        }
        close(&mut ends, end, out)
    }

    fn write_atom(&self, cell: CellId, out: &mut dyn fmt::Write) -> fmt::Result {
        let text = self.text(cell);
        match self.kind(cell) {
            Kind::Quoted => write!(out, "|{text}|"),
            Kind::String if text.contains('"') => write!(out, "\"{}\"", text.replace('"', "\"\"")),
            Kind::String => write!(out, "\"{text}\""),
            Kind::Comment if text.is_empty() => out.write_char(';'),
            Kind::Comment => write!(out, "; {text}"),
            _ => out.write_str(text),
        }
    }

    /// A cell and all that it contains as text.
    pub(super) fn written(&self, cell: CellId) -> String {
        let mut text = String::new();
        // Strings take everything.
        let _ = self.write(cell, &mut text);
        text
    }
}

fn close(ends: &mut Vec<CellId>, next: CellId, out: &mut dyn fmt::Write) -> fmt::Result {
    while ends.pop_if(|end| *end <= next).is_some() {
        out.write_char(')')?;
    }
    Ok(())
}

impl fmt::Display for Sexpr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.commands().write(self.cell(), f)
    }
}

/// One command or comment on each line.
impl fmt::Display for Commands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for command in self {
            writeln!(f, "{command}")?;
        }
        Ok(())
    }
}
