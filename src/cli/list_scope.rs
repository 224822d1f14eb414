//! `murxla list scope`: what maintainers say of parts of their solver.

use murxla_api::{Library, Part, Scope, Theory};

use super::table::Table;

/// The rows of these solvers as a table.
pub(super) fn table(libraries: &[(&'static str, &'static dyn Library)]) -> Table {
    let mut table =
        Table::new(["solver", "part", "standing", "--scope default", "source"]).widest_cell(80);
    for (solver, library) in libraries {
        for row in library.profile().demands.scope {
            let part = match row.part {
                Part::Theory(theory) => format!("the theory {}", Theory::name(theory)),
                Part::Names(names) => names.join(", "),
                Part::HigherOrder => "functions as arguments and results".to_owned(),
            };
            let drawn = if Scope::Default.has(row.standing) { "drawn" } else { "not drawn" };
            table.row([
                (*solver).to_owned(),
                part,
                row.standing.to_string(),
                drawn.to_owned(),
                row.source.to_owned(),
            ]);
        }
    }
    table
}
