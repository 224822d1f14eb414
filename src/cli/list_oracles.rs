//! `murxla list oracles`: who judges that a solver is wrong.

use super::table::Table;
use crate::oracle::{Cost, ORACLES};

/// All oracles that look on in runs as a table.
pub(super) fn table() -> Table {
    let mut table = Table::new(["oracle", "by default", "costs", "needs", "finds"]).widest_cell(60);
    for oracle in ORACLES {
        let default = if oracle.by_default { "yes" } else { "-" };
        let cost = match oracle.cost {
            Cost::Nothing => "nothing",
            Cost::Time => "time",
            Cost::Some => "time, and calls of its own",
        };
        table.row([oracle.name, default, cost, oracle.needs, oracle.about].map(str::to_owned));
    }
    table
}
