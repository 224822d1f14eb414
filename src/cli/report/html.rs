//! The report as a page: one file, no network, nothing of what others said is markup.

use sha2::{Digest, Sha256};

use super::collect::{Campaign, Found};
use super::plot::{Line, clock, lines, shares, short};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Text in a page.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in murxla_api::visible(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// So many rows of a table of coverage are shown.
const MOST_ROWS: usize = 400;

pub(super) fn page(campaigns: &[Campaign]) -> String {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'",
        base64(&Sha256::digest(SCRIPT.as_bytes()))
    );
    let names: Vec<&str> = campaigns.iter().map(|one| one.name.as_str()).collect();
    let title = format!("murxla: {}", names.join(", "));
    let mut body = format!("<header><h1>{}</h1>", escaped(&title));
    body.push_str(&summary(campaigns));
    body.push_str("</header><main>");
    body.push_str(&findings(campaigns));
    body.push_str("<section><h2>Over time</h2><div class=\"plots\">");
    body.push_str(&plots(campaigns));
    body.push_str("</div></section>");
    for (name, heading, told) in TABLES {
        body.push_str(&coverage(campaigns, name, heading, told));
    }
    body.push_str("</main>");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body>{body}<script>{SCRIPT}</script></body></html>\n",
        escaped(&title)
    )
}

/// Tables of stats.json: name, heading, and what the numbers are.
const TABLES: [(&str, &str, &str); 8] = [
    ("oracles", "Oracles", "how often each was asked, and how often it could tell"),
    ("cannot_tell", "Why oracles could not tell", "how often"),
    ("actions", "Actions", "calls, and how many of them succeeded"),
    ("operators", "Operators", "terms, and how many of them the solver made"),
    ("sorts", "Sorts", "sorts, and how many of them the solver made"),
    ("options", "Options", "settings, and how many of them the solver took"),
    ("functions", "Functions of the C API", "runs that called each"),
    ("transitions", "Transitions of the model", "steps, and how many of them succeeded"),
];

fn summary(campaigns: &[Campaign]) -> String {
    let mut rows = String::new();
    for one in campaigns {
        let seconds = one.stats["ended"].as_u64().zip(one.stats["began"].as_u64());
        let seconds = seconds.map_or(0, |(ended, began)| ended.saturating_sub(began));
        let timeouts = one.stats["ends"]["timeout"].as_u64();
        rows.push_str(&format!(
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&one.name),
            escaped(&one.solver),
            clock(seconds as f64),
            short(one.number("runs") as f64),
            short(one.number("calls") as f64),
            short(one.number("sat") as f64),
            short(one.number("unsat") as f64),
            timeouts.map_or_else(|| "-".to_owned(), |count| short(count as f64)),
            one.found.len()
        ));
    }
    format!(
        "<div class=\"wide\"><table><thead><tr><th>campaign</th><th>solver</th><th>last session</th><th>runs</th><th>calls</th>\
         <th>sat</th><th>unsat</th><th>time-outs</th><th>findings</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn findings(campaigns: &[Campaign]) -> String {
    let mut all: Vec<(&Campaign, &Found)> = campaigns
        .iter()
        .flat_map(|campaign| campaign.found.iter().map(move |found| (campaign, found)))
        .collect();
    if all.is_empty() {
        return "<section><h2>Findings</h2><p>None.</p></section>".to_owned();
    }
    all.sort_by_key(|(_, one)| one.rank);
    let choice = |label: &str, field: &str, mut names: Vec<String>| {
        names.sort();
        names.dedup();
        let options: String =
            names.iter().map(|name| format!("<option>{}</option>", escaped(name))).collect();
        format!(
            "<label>{label} <select data-filter=\"{field}\"><option value=\"\">all</option>{options}</select></label>"
        )
    };
    let mut text = format!("<section><h2>Findings ({})</h2><form class=\"filters\">", all.len());
    let solvers = all.iter().map(|(_, one)| one.finding.key.solver.clone()).collect();
    let classes = all.iter().map(|(_, one)| one.rank.name()).collect();
    text.push_str(&choice("solver", "solver", solvers));
    text.push_str(&choice("class", "class", classes));
    text.push_str(
        "<label>words <input type=\"search\" data-filter=\"text\" placeholder=\"in the finding\"></label>\
         <output></output></form><div class=\"findings\">",
    );
    for (campaign, one) in all {
        let key = &one.finding.key;
        let mode = one.finding.diagnosis.as_ref().and_then(|known| known.default_mode);
        let mode = match mode {
            Some(true) => "<b class=\"tag\">default mode</b>",
            Some(false) => "<b class=\"tag\">options</b>",
            None => "",
        };
        let calls = one.calls.map_or_else(String::new, |calls| format!("{calls} calls · "));
        let issue = match &one.issue {
            Some(issue) => format!(
                "<button type=\"button\" class=\"copy\">copy as Markdown</button><pre>{}</pre>",
                escaped(issue)
            ),
            None => format!(
                "<p>No issue is written yet: murxla diagnose {}</p><pre>{}</pre>",
                escaped(&one.name),
                escaped(&one.finding.message)
            ),
        };
        text.push_str(&format!(
            "<details data-solver=\"{}\" data-class=\"{}\"><summary><span class=\"class c{}\">{}</span>\
             <span class=\"what\">{}</span>{mode}<span class=\"more\">{}{} · {calls}{} run{} · {}</span></summary>{issue}</details>",
            escaped(&key.solver),
            escaped(&one.rank.name()),
            one.rank.priority() as u8,
            escaped(&one.rank.name()),
            escaped(&one.title),
            escaped(&key.solver),
            key.oracle.as_ref().map_or_else(String::new, |oracle| format!(", {}", escaped(oracle))),
            one.count,
            if one.count == 1 { "" } else { "s" },
            escaped(&campaign.name)
        ));
    }
    text.push_str("</div></section>");
    text
}

fn plots(campaigns: &[Campaign]) -> String {
    let mut runs = Vec::new();
    let mut found = Vec::new();
    for one in campaigns {
        let begin = one.points.first().map(|point| point.time);
        let begin = begin.or_else(|| one.found.iter().filter_map(|found| found.first).min());
        let since = |time: u64| time.saturating_sub(begin.unwrap_or(time)) as f64;
        let points = one.points.iter().map(|point| (since(point.time), point.runs as f64));
        runs.push(Line { name: one.name.clone(), points: points.collect(), is_step: false });
        let mut times: Vec<u64> = one.found.iter().filter_map(|found| found.first).collect();
        times.sort_unstable();
        let mut points = vec![(0.0, 0.0)];
        points.extend(
            times.iter().enumerate().map(|(number, time)| (since(*time), number as f64 + 1.0)),
        );
        let last = one.points.last().map_or(0.0, |point| since(point.time));
        points.push((last.max(points.last().map_or(0.0, |one| one.0)), times.len() as f64));
        found.push(Line { name: one.name.clone(), points, is_step: true });
    }
    let numbers = |names: &[&str]| -> Vec<(String, Vec<f64>)> {
        let bar = |one: &Campaign| {
            (one.name.clone(), names.iter().map(|name| one.number(name) as f64).collect())
        };
        campaigns.iter().map(bar).collect()
    };
    let time = campaigns.iter().map(|one| {
        let (all, lost) =
            (one.number("milliseconds") as f64, one.number("milliseconds_lost") as f64);
        (one.name.clone(), vec![(all - lost).max(0.0) / 1000.0, lost / 1000.0])
    });
    let time: Vec<_> = time.collect();
    let figure = |heading: &str, plot: String| {
        format!("<figure><figcaption>{heading}</figcaption>{plot}</figure>")
    };
    [
        figure("Runs", lines("Runs over time", &runs)),
        figure("New findings", lines("New findings over time", &found)),
        figure(
            "Answers",
            shares("Answers", &["sat", "unsat", "unknown"], &numbers(&["sat", "unsat", "unknown"])),
        ),
        figure(
            "Processor time of runs, in seconds",
            shares("Time", &["runs that came to their end", "lost to the time limit"], &time),
        ),
    ]
    .concat()
}

fn coverage(campaigns: &[Campaign], name: &str, heading: &str, told: &str) -> String {
    let tables: Vec<Vec<(String, u64, u64)>> =
        campaigns.iter().map(|campaign| campaign.table(name)).collect();
    let mut names: Vec<(&String, u64)> = Vec::new();
    let mut seen = std::collections::BTreeMap::new();
    for (row, tried, _) in tables.iter().flatten() {
        *seen.entry(row).or_insert(0) += tried;
    }
    names.extend(seen);
    if names.is_empty() {
        return String::new();
    }
    names.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    let used = names.iter().filter(|(_, tried)| *tried > 0).count();
    let heads: String = campaigns
        .iter()
        .map(|one| format!("<th colspan=\"2\">{}</th>", escaped(&one.name)))
        .collect();
    let mut rows = String::new();
    for (row, _) in names.iter().take(MOST_ROWS) {
        rows.push_str(&format!("<tr><th>{}</th>", escaped(row)));
        for table in &tables {
            match table.iter().find(|(name, ..)| name == *row) {
                Some((_, tried, succeeded)) => {
                    let share =
                        if *tried > 0 { *succeeded as f64 / *tried as f64 * 100.0 } else { 0.0 };
                    let share = if *tried == 0 { String::new() } else { format!("{share:.0} %") };
                    let class = if *tried == 0 { " class=\"never\"" } else { "" };
                    rows.push_str(&format!("<td{class}>{tried}</td><td{class}>{share}</td>"));
                }
                None => rows.push_str("<td class=\"never\">-</td><td></td>"),
            }
        }
        rows.push_str("</tr>");
    }
    let more = names.len().saturating_sub(MOST_ROWS);
    let more =
        if more > 0 { format!("<p>… and {more} more in stats.json</p>") } else { String::new() };
    format!(
        "<section><details><summary><h2>{heading}</h2> <span>{used} of {} met; {told}</span></summary>\
         <div class=\"wide\"><table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{more}</details></section>",
        names.len()
    )
}

/// Bytes in base 64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let word = group
            .iter()
            .enumerate()
            .fold(0, |word, (place, byte)| word | u32::from(*byte) << (16 - 8 * place));
        for place in 0..4 {
            match place <= group.len() {
                true => text.push(char::from(DIGITS[(word >> (18 - 6 * place) & 63) as usize])),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        assert_eq!(base64(b"fooba"), "Zm9vYmE=");
        assert_eq!(base64(b"foob"), "Zm9vYg==");
        assert_eq!(base64(b"foo"), "Zm9v");
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere() {
        let text = page(&[]);
        assert!(
            text.contains("default-src 'none'")
                && !text.contains("http://")
                && !text.contains("src=")
        );
    }
}
