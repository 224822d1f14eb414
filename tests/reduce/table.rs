//! The figures of many reductions.

use std::fmt;

use crate::checks::Checked;

/// Lengths and tests of the original minimizer, as measured (facts/baselines.md): lines of the trace, tests.
const ORIGINAL: &[(f64, f64)] = &[
    (0.0, 0.0),
    (99.0, 92.0),
    (258.0, 456.0),
    (504.0, 1040.0),
    (1257.0, 2806.0),
    (1400.0, 2864.0),
];

/// Traces that are longer count for the share of calls that is left.
const LONG: u64 = 200;
const MOST_LEFT: f64 = 3.0;
const MOST_COST: f64 = 0.5;

struct Row {
    family: String,
    lines: u64,
    calls: [u64; 2],
    bytes: [u64; 2],
    tests: u64,
    runs: u64,
    seconds: f64,
    fine: bool,
}

#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// How many tests the original takes for a trace of so many lines.
fn original_tests(lines: u64) -> f64 {
    let lines = lines as f64;
    let at = |(x0, y0): (f64, f64), (x1, y1): (f64, f64)| y0 + (lines - x0) / (x1 - x0) * (y1 - y0);
    let pair = ORIGINAL.windows(2).find(|pair| lines <= pair[1].0);
    pair.map_or(2864.0, |pair| at(pair[0], pair[1]))
}

impl Table {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn add(&mut self, family: &str, checked: &Checked) {
        let minimized = &checked.minimized;
        self.rows.push(Row {
            family: family.to_owned(),
            lines: checked.lines,
            calls: minimized.calls,
            bytes: minimized.bytes,
            tests: minimized.tests,
            runs: minimized.runs,
            seconds: minimized.seconds,
            fine: checked.wrong.is_empty(),
        });
    }

    fn left(rows: &[&Row]) -> f64 {
        median(rows.iter().map(|row| 100.0 * row.calls[1] as f64 / row.calls[0] as f64).collect())
    }

    /// Runs, of which there are more than tests, for each test of the original.
    fn cost(rows: &[&Row]) -> f64 {
        median(rows.iter().map(|row| row.runs as f64 / original_tests(row.lines)).collect())
    }

    fn long(&self) -> Vec<&Row> {
        self.rows.iter().filter(|row| row.calls[0] > LONG).collect()
    }

    /// What is not as good as it must be.
    pub fn wrong(&self) -> Vec<String> {
        let long = self.long();
        let mut wrong = Vec::new();
        if !long.is_empty() && Table::left(&long) > MOST_LEFT {
            wrong.push(format!("{:.1} % of the calls are left", Table::left(&long)));
        }
        if !long.is_empty() && Table::cost(&long) > MOST_COST {
            wrong.push(format!("{:.2} runs for each test of the original", Table::cost(&long)));
        }
        wrong
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, name: &str, rows: &[&Row]| {
            let mid =
                |number: &dyn Fn(&Row) -> f64| median(rows.iter().map(|row| number(row)).collect());
            writeln!(
                f,
                "{name:26} {:4} {:6.0} {:6.0} {:5.0} {:6.1} {:7.0} {:6.0} {:6.0} {:8.0} {:5.2} {:8.2}",
                rows.len(),
                mid(&|row| row.lines as f64),
                mid(&|row| row.calls[0] as f64),
                mid(&|row| row.calls[1] as f64),
                Table::left(rows),
                mid(&|row| row.bytes[1] as f64),
                mid(&|row| row.tests as f64),
                mid(&|row| row.runs as f64),
                mid(&|row| original_tests(row.lines)),
                Table::cost(rows),
                mid(&|row| 1000.0 * row.seconds / row.tests.max(1) as f64),
            )
        };
        writeln!(
            f,
            "{:26} {:>4} {:>6} {:>6} {:>5} {:>6} {:>7} {:>6} {:>6} {:>8} {:>5} {:>8}   (medians)",
            "",
            "n",
            "lines",
            "calls",
            "left",
            "% left",
            "bytes",
            "tests",
            "runs",
            "original",
            "cost",
            "ms/test"
        )?;
        let mut families: Vec<&str> = self.rows.iter().map(|row| row.family.as_str()).collect();
        families.sort_unstable();
        families.dedup();
        for family in families {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| row.family == family).collect();
            line(f, family, &rows)?;
        }
        for (low, high) in [(0, 100), (100, 200), (200, 300), (300, 600), (600, u64::MAX)] {
            let inside = |row: &&Row| row.calls[0] > low && row.calls[0] <= high;
            let rows: Vec<&Row> = self.rows.iter().filter(inside).collect();
            if !rows.is_empty() {
                let name = if high == u64::MAX {
                    format!("over {low} calls")
                } else {
                    format!("{low} to {high} calls")
                };
                line(f, &name, &rows)?;
            }
        }
        line(f, "all", &self.rows.iter().collect::<Vec<_>>())?;
        let fine = self.rows.iter().filter(|row| row.fine).count();
        let long = self.long();
        writeln!(
            f,
            "{fine} of {} fail in the same way, 20 of 20 times, are minimal, not larger and the same with -j 2; \
             of {} over {LONG} calls {:.1} % are left; {:.2} runs for each test of the original",
            self.rows.len(),
            long.len(),
            Table::left(&long),
            Table::cost(&long),
        )
    }
}
