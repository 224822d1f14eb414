//! `murxla list settings`: the limits of a run.

use super::table::Table;
use crate::model::Numbers;

/// The settings as a table.
pub(super) fn table() -> Table {
    let mut table = Table::new(["setting", "default", "least", "most", "meaning"]);
    for setting in Numbers::ALL {
        let number = |number: u64| number.to_string();
        table.row([
            setting.name.to_owned(),
            number(setting.default),
            number(setting.least),
            number(setting.most),
            setting.help.to_owned(),
        ]);
    }
    table
}
