//! What is known of others: the original on the same machine and the same libraries, and 220 inputs that showed a bug
//! once. Both were measured on 2026-11-18.

/// The same figure of others; empty if nobody measured it.
pub struct Reference {
    pub original: &'static str,
    pub historic: &'static str,
}

/// Figures of the original on Bitwuzla: at QF_BV, QF_AUFBV, and all.
const ORIGINAL: &[(&str, [&str; 3])] = &[
    ("runs per CPU-second", ["73", "", "55"]),
    ("checks per run", ["2.5", "2.6", ""]),
    ("checks without conflict", ["96.9 %", "94.7 %", ""]),
    ("assertion depth, mean", ["6.6", "18.7", ""]),
    ("assertion DAG size, mean", ["14", "40", ""]),
    ("bit-vector width declared, mean", ["64", "65", ""]),
    ("operators used", ["59", "62", ""]),
    ("checks with >= 1 conflict per CPU-second", ["7.7", "9.4", "7.2"]),
    ("checks with >= 100 conflicts per CPU-second", ["1.9", "2.0", "0.9"]),
    ("checks of >= 10 ms per CPU-second", ["4.8", "5.1", "3.2"]),
];

/// Runs per CPU-second of the original on others.
const ORIGINAL_RUNS: &[(&str, &str, &str)] = &[
    ("yices", "QF_BV", "75"),
    ("yices", "all", "144"),
    ("cvc5", "QF_BV", "18"),
    ("cvc5", "all", "17"),
];

const HISTORIC: &[(&str, &str)] = &[
    ("queries with a formula that alone simplifies to false", "8 %"),
    ("checks decided by preprocessing", "19 %"),
    ("checks without decision or conflict", "26 %"),
    ("sat", "65 %"),
    ("query DAG size, median", "12"),
    ("query depth, median", "5"),
];

pub fn references(solver: &str, setting: &str, what: &str) -> Reference {
    let column = ["QF_BV", "QF_AUFBV", "all"].iter().position(|name| *name == setting);
    let of_bitwuzla = || {
        let (_, values) = ORIGINAL.iter().find(|(row, _)| solver == "bitwuzla" && *row == what)?;
        Some(values[column?])
    };
    let of_others = || {
        let is_it = |row: &&(&str, &str, &str)| row.0 == solver && row.1 == setting;
        let row = ORIGINAL_RUNS.iter().find(is_it)?;
        (what == "runs per CPU-second").then_some(row.2)
    };
    let historic = HISTORIC.iter().find(|(row, _)| *row == what).map_or("", |(_, value)| value);
    Reference { original: of_bitwuzla().or_else(of_others).unwrap_or(""), historic }
}
