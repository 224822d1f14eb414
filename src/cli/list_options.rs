//! `murxla list options`: the solvers' own options.

use murxla_api::{Clash, Library, OptionKind, When};

use super::list_api::Used;
use super::table::Table;
use crate::model::{Settings, Target, not_drawn};

/// The options of these solvers as a table.
pub(super) fn table(
    libraries: &[(&'static str, &'static dyn Library)],
    used: Option<&Used>,
) -> Table {
    let mut heading = vec!["option", "values", "default", "drawn"];
    heading.extend(used.map(|_| "runs"));
    let mut table = Table::new(heading).widest_cell(70);
    let settings = Settings::default();
    for (solver, library) in libraries {
        let profile = library.profile();
        let target = Target { solver, profile, options: library.options() };
        for option in library.options() {
            let (values, default) = written(&option.kind);
            let drawn = match not_drawn(target, &settings, option) {
                Some(why) => format!("no: {why}"),
                None => {
                    let clashes = profile.demands.clashes.iter();
                    let parts: Vec<String> = clashes
                        .filter(|clash| clash.option == option.name)
                        .map(clash_text)
                        .collect();
                    if parts.is_empty() {
                        "yes".to_owned()
                    } else {
                        format!("not {}", parts.join("; not "))
                    }
                }
            };
            let runs = used.map(|used| used.option(&option.name).to_string());
            table.row([option.name.clone(), values, default, drawn].into_iter().chain(runs));
        }
    }
    table
}

fn written(kind: &OptionKind) -> (String, String) {
    fn or_dash<T: ToString>(value: Option<&T>) -> String {
        value.map_or_else(|| "-".to_owned(), ToString::to_string)
    }
    match kind {
        OptionKind::Bool { default } => ("true|false".to_owned(), or_dash(default.as_ref())),
        OptionKind::Integer { min, max, default } => {
            (format!("{min}..{max}"), or_dash(default.as_ref()))
        }
        OptionKind::Double { min, max, default } => {
            (format!("{min}..{max}, with fractions"), or_dash(default.as_ref()))
        }
        OptionKind::Modes { modes, default } => (modes.join("|"), or_dash(default.as_ref())),
        OptionKind::Text { default } => ("text".to_owned(), or_dash(default.as_ref())),
        OptionKind::Void => ("(none)".to_owned(), "-".to_owned()),
    }
}

fn clash_text(clash: &Clash) -> String {
    let values = if clash.values.is_empty() { "at all".to_owned() } else { clash.values.join("|") };
    let when = match clash.when {
        When::Always => String::new(),
        When::Option(name, "") => format!(" with {name}"),
        When::Option(name, value) => format!(" with {name}={value}"),
        When::On(option) => format!(" with {}", option.key()),
        When::Off(option) => format!(" without {}", option.key()),
        When::Theory(theory) => format!(" with {}", theory.name()),
        When::HigherOrder => " with higher-order functions".to_owned(),
        When::QuantifiedLogic => " unless the logic is QF".to_owned(),
        When::NamedLogic => " with a logic".to_owned(),
    };
    format!("{values}{when} ({})", clash.reason)
}
