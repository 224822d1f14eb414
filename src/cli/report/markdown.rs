//! The findings as Markdown.

use super::collect::Campaign;

/// A text in a cell of a table, in code.
fn cell(text: &str) -> String {
    let text = murxla_api::visible_line(text).replace('|', "\\|").replace('`', "'");
    format!("`{text}`")
}

pub(super) fn text(campaigns: &[Campaign]) -> String {
    let mut text = String::new();
    for campaign in campaigns {
        text.push_str(&format!(
            "## {} on {}\n\n{} runs, {} calls; sat {}, unsat {}, unknown {}; {} findings\n\n",
            cell(&campaign.name),
            cell(&campaign.solver),
            campaign.number("runs"),
            campaign.number("calls"),
            campaign.number("sat"),
            campaign.number("unsat"),
            campaign.number("unknown"),
            campaign.found.len()
        ));
        if campaign.found.is_empty() {
            continue;
        }
        text.push_str("| priority | finding | runs | calls | what |\n|---|---|---|---|---|\n");
        for one in &campaign.found {
            let calls = one.calls.map_or_else(|| "-".to_owned(), |calls| calls.to_string());
            text.push_str(&format!(
                "| {} | {} | {} | {calls} | {} |\n",
                one.rank.name(),
                cell(&one.name),
                one.count,
                cell(&one.finding.key.to_string())
            ));
        }
        text.push('\n');
    }
    text
}
