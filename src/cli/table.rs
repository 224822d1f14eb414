//! Tables of text with aligned columns.

use std::fmt;

use murxla_api::visible_line;

/// Rows of cells; the first row is the heading.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// Longer cells are broken into several lines.
    widest_cell: usize,
}

impl Table {
    pub(super) fn new(heading: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let mut table = Table { rows: Vec::new(), widest_cell: usize::MAX };
        table.row(heading);
        table
    }

    pub(super) fn widest_cell(mut self, characters: usize) -> Table {
        self.widest_cell = characters;
        self
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let shown = |cell: String| visible_line(&cell).into_owned();
        self.rows.push(cells.into_iter().map(|cell| shown(cell.into())).collect());
    }

    /// On a terminal, lines are not longer than it is wide: of the cells, the longest are broken.
    pub(super) fn for_terminal(self) -> Table {
        match terminal_width() {
            Some(width) => self.within(width),
            None => self,
        }
    }

    fn within(mut self, width: usize) -> Table {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let longest: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let line = |most: usize| longest.iter().map(|cell| *cell.min(&most) + GAP).sum::<usize>();
        let fits =
            (NARROWEST..=self.widest_cell.min(width)).rev().find(|most| line(*most) <= width + GAP);
        self.widest_cell = fits.unwrap_or(NARROWEST);
        self
    }
}

/// Rows that are shown as soon as they are there: a column is as wide as its widest cell so far.
pub(super) struct Rows {
    widths: Vec<usize>,
}

impl Rows {
    /// Rows whose columns are at least so wide.
    pub(super) fn new(widths: Vec<usize>) -> Rows {
        Rows { widths }
    }

    /// The line of a row.
    pub(super) fn line(&mut self, cells: &[String]) -> String {
        let mut text = String::new();
        self.widths.resize(self.widths.len().max(cells.len()), 0);
        for (cell, width) in cells.iter().zip(&mut self.widths) {
            let cell = visible_line(cell);
            *width = cell.chars().count().max(*width);
            text.push_str(&format!("{cell:<width$}{:GAP$}", ""));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Between two columns.
const GAP: usize = 2;
/// Cells are never narrower than this to make a table fit.
const NARROWEST: usize = 20;

/// How wide the terminal is to which standard output goes, if it is one.
fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map(|(width, _)| usize::from(width.0))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let broken: Vec<Vec<Vec<String>>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| break_lines(cell, self.widest_cell)).collect())
            .collect();
        let columns = broken.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = broken.iter().filter_map(|row| row.get(column)).flatten();
            cells.map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &broken {
            let height = row.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut text = String::new();
                for (cell, width) in row.iter().zip(&widths) {
                    let part = cell.get(line).map_or("", String::as_str);
                    text.push_str(&format!("{part:<width$}{:GAP$}", ""));
                }
                writeln!(f, "{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

/// Breaks at blanks where there are some in reach.
fn break_lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > width {
        let blank = rest[..=width].iter().rposition(|character| *character == ' ');
        let at = blank.filter(|position| *position > 0).unwrap_or(width);
        let tail = rest.split_off(at);
        lines.push(rest.into_iter().collect());
        rest = tail.into_iter().skip_while(|character| *character == ' ').collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_long_cells_broken() {
        let mut table = Table::new(["a", "b"]).widest_cell(5);
        table.row(["long cell", "1"]);
        table.row(["unbroken", ""]);
        assert_eq!(table.to_string(), "a      b\nlong   1\ncell\nunbro\nken\n");
    }

    #[test]
    fn rows_are_as_wide_as_those_before() {
        let mut rows = Rows::new(vec![3, 0]);
        let mut line = |cells: [&str; 3]| rows.line(&cells.map(str::to_owned));
        assert_eq!(line(["a", "b", "c"]), "a    b  c");
        assert_eq!(line(["long", "", "c"]), "long     c");
        assert_eq!(line(["a", "b", ""]), "a     b");
    }

    #[test]
    fn tables_fit_into_terminals() {
        let table = || {
            let mut table = Table::new(["count", "finding"]).widest_cell(100);
            table.row(["1", "a crash in a function with a name of many words"]);
            table
        };
        let longest = |text: String| text.lines().map(str::len).max().unwrap_or(0);
        assert_eq!(longest(table().within(200).to_string()), 54);
        assert!(longest(table().within(40).to_string()) <= 40);
        assert_eq!(table().within(1).widest_cell, NARROWEST);
    }
}
