//! `murxla list api`: the functions of the C API that a library exports, and what becomes of each.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use murxla_api::{ApiFunctions, Library};
use serde_json::Value;

use super::table::Table;
use crate::model::{Settings, Target, not_drawn};

/// What a campaign used, from its `stats.json`: the number of runs, by name.
pub(super) struct Used {
    functions: BTreeMap<String, u64>,
    options: BTreeMap<String, u64>,
}

impl Used {
    /// Reads the figures of the campaign in this folder.
    pub(super) fn read(out: &Path) -> anyhow::Result<Used> {
        let path = out.join("stats.json");
        let text = std::fs::read(&path).with_context(|| {
            format!(
                "{} cannot be read: it is written when a campaign ends; give the folder of one that has",
                path.display()
            )
        })?;
        let stats: Value = serde_json::from_slice(&text)
            .with_context(|| format!("{} holds no statistics", path.display()))?;
        let table = |section: &str, number: fn(&Value) -> Option<u64>| -> BTreeMap<String, u64> {
            let rows = stats.get(section).and_then(Value::as_object).into_iter().flatten();
            rows.filter_map(|(name, row)| Some((name.clone(), number(row)?))).collect()
        };
        let used = Used {
            functions: table("functions", Value::as_u64),
            options: table("options", |row| row.get("succeeded").and_then(Value::as_u64)),
        };
        anyhow::ensure!(
            !used.functions.is_empty(),
            "{} tells of no function of a C API: its campaign was of another kind of solver, or of an older murxla",
            path.display()
        );
        Ok(used)
    }

    /// How often the option was set.
    pub(super) fn option(&self, name: &str) -> u64 {
        self.options.get(name).copied().unwrap_or(0)
    }
}

/// What becomes of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// The campaign called it.
    Called,
    /// It is bound, and it is not known whether it is called.
    Bound,
    /// It is bound, but the campaign did not call it.
    Uncalled,
    /// It is left out on purpose.
    LeftOut,
    /// It is not bound, and there is no reason.
    Unbound,
}

impl Fate {
    fn of(api: &ApiFunctions, function: &str, used: Option<&Used>) -> Fate {
        let runs = used.map(|used| used.functions.get(function).copied().unwrap_or(0));
        match (runs, api.is_bound(function)) {
            (Some(1..), _) => Fate::Called,
            _ if api.why_left_out(function).is_some() => Fate::LeftOut,
            (_, false) => Fate::Unbound,
            (Some(0), true) => Fate::Uncalled,
            (None, true) => Fate::Bound,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Fate::Called => "called",
            Fate::Bound => "bound",
            Fate::Uncalled => "not called",
            Fate::LeftOut => "left out",
            Fate::Unbound => "not bound",
        }
    }
}

/// Writes a table of the functions of these libraries, and the figures of each below it.
pub(super) fn write(
    out: &mut dyn Write,
    libraries: &[(&'static str, &'static dyn Library)],
    used: Option<&Used>,
) -> std::io::Result<()> {
    for (solver, library) in libraries {
        let Some(api) = library.functions() else {
            writeln!(out, "{solver} has no C API that its wrapper calls")?;
            continue;
        };
        let mut heading = vec!["function", "state"];
        heading.extend(used.map(|_| "runs"));
        heading.push("reason");
        let mut table = Table::new(heading).widest_cell(90);
        let mut sums: BTreeMap<Fate, usize> = BTreeMap::new();
        for function in &api.exported {
            let fate = Fate::of(api, function, used);
            *sums.entry(fate).or_default() += 1;
            let mut row = vec![function.clone(), fate.name().to_owned()];
            row.extend(used.map(|used| {
                used.functions.get(function).map_or_else(String::new, ToString::to_string)
            }));
            let reason = if fate == Fate::LeftOut { api.why_left_out(function) } else { None };
            row.push(reason.unwrap_or_default().to_owned());
            table.row(row);
        }
        write!(out, "{table}")?;
        let sum = |fate: Fate| sums.get(&fate).copied().unwrap_or(0);
        let exported = api.exported.len();
        let percent = |number: usize| number as f64 * 100.0 / exported.max(1) as f64;
        let bound = api.exported.iter().filter(|function| api.is_bound(function)).count();
        writeln!(out, "{solver}: {exported} functions exported, {bound} bound")?;
        if used.is_some() {
            let called = sum(Fate::Called);
            writeln!(out, "{solver}: {called} of {exported} called ({:.1} %)", percent(called))?;
        }
        writeln!(
            out,
            "{solver}: {} left out with a reason, {} uncalled without one",
            sum(Fate::LeftOut),
            sum(Fate::Uncalled) + sum(Fate::Unbound),
        )?;
        if let Some(used) = used {
            write_options(out, solver, *library, used)?;
        }
    }
    Ok(())
}

/// The figures of the options that a campaign drew.
fn write_options(
    out: &mut dyn Write,
    solver: &'static str,
    library: &'static dyn Library,
    used: &Used,
) -> std::io::Result<()> {
    let options = library.options();
    let target = Target { solver, profile: library.profile(), options };
    let settings = Settings::default();
    let (drawn, rest): (Vec<_>, Vec<_>) =
        options.iter().partition(|option| used.option(&option.name) > 0);
    let why = |option| not_drawn(target, &settings, option);
    let (left_out, forgotten): (Vec<_>, Vec<_>) =
        rest.into_iter().partition(|option| why(option).is_some());
    writeln!(
        out,
        "{solver}: {} of {} options drawn ({:.1} %), {} left out with a reason{}{}",
        drawn.len(),
        options.len(),
        drawn.len() as f64 * 100.0 / options.len().max(1) as f64,
        left_out.len(),
        if forgotten.is_empty() { "" } else { ", not drawn: " },
        forgotten.iter().map(|option| option.name.as_str()).collect::<Vec<_>>().join(", "),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use murxla_api::{BoundFunction, LeftOut};

    use super::*;

    static CALLED: AtomicBool = AtomicBool::new(false);
    const REASONS: &[LeftOut] = &[LeftOut { functions: &["f_log"], reason: "it writes a file" }];

    #[test]
    fn functions_have_their_fate() {
        let exported = ["f_log", "f_new", "f_old", "f_rare"].map(str::to_owned);
        let bound = |name| BoundFunction { name, called: &CALLED };
        let api = ApiFunctions {
            exported: exported.into(),
            bound: vec![bound("f_new"), bound("f_rare")],
            left_out: REASONS,
        };
        let used = Used {
            functions: [("f_new".to_owned(), 7), ("f_rare".to_owned(), 0)].into(),
            options: BTreeMap::new(),
        };
        let fates = |used| {
            let fate = |function: &String| Fate::of(&api, function, used);
            api.exported.iter().map(fate).collect::<Vec<_>>()
        };
        let (left_out, unbound) = (Fate::LeftOut, Fate::Unbound);
        assert_eq!(fates(Some(&used)), [left_out, Fate::Called, unbound, Fate::Uncalled]);
        assert_eq!(fates(None), [left_out, Fate::Bound, unbound, Fate::Bound]);
    }
}
