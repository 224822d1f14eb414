//! `murxla list ops --meaning`: which operators the evaluator knows.

use murxla_api::meaning::Meaning;
use murxla_api::{Op, theory};

use super::table::Table;

pub(super) fn table(own: impl Iterator<Item = &'static Op>) -> Table {
    let heading = ["operator", "SMT-LIB", "theory", "meaning"];
    let mut table = Table::new(heading).widest_cell(60);
    for op in theory::operators().chain(own) {
        let meaning = match op.meaning {
            Meaning::Strict(_) | Meaning::Lenient(_) => "yes".to_owned(),
            Meaning::Elsewhere(how) => format!("yes: {how}"),
            Meaning::Unclear(why) => format!("no: {why}"),
            Meaning::Missing => "no: not written yet".to_owned(),
        };
        let theory = op.theory.name().to_owned();
        table.row(vec![op.key.to_owned(), op.symbol.to_owned(), theory, meaning]);
    }
    table
}
