//! `murxla list actions`: the schema of calls.

use murxla_api::{ActionDef, BASE_ACTIONS};

use super::table::Table;

/// The actions of all solvers and these own ones as a table.
pub(super) fn table<'a>(own: impl Iterator<Item = &'a ActionDef>) -> Table {
    let mut table = Table::new(["action", "arguments", "return", "needs", "SMT-LIB"]);
    for action in BASE_ACTIONS.iter().chain(own) {
        let args: Vec<&str> = action.args.iter().map(|kind| kind.syntax()).collect();
        let needs: Vec<String> = action.needs.iter().map(ToString::to_string).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        table.row([
            action.name.to_owned(),
            or_dash(args.join(" ")),
            or_dash(action.reply.syntax().to_owned()),
            or_dash(needs.join(", ")),
            or_dash(action.smtlib.to_owned()),
        ]);
    }
    table
}
