//! JUnit's XML, which every CI service reads.

use super::collect::Campaign;

/// A text in XML: what XML cannot hold is not there.
pub(in crate::cli) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in murxla_api::visible(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// A test: its name, its class, seconds, and what failed: in short and at length.
pub(in crate::cli) struct Case {
    pub(in crate::cli) name: String,
    pub(in crate::cli) class: String,
    pub(in crate::cli) seconds: f64,
    pub(in crate::cli) failure: Option<(String, String)>,
}

/// A suite of tests.
pub(in crate::cli) fn suite(name: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    let mut text = format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" time=\"{seconds:.3}\">\n",
        escaped(name),
        cases.len()
    );
    for case in cases {
        text.push_str(&format!(
            "    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\"",
            escaped(&case.name),
            escaped(&case.class),
            case.seconds
        ));
        match &case.failure {
            None => text.push_str("/>\n"),
            Some((short, long)) => text.push_str(&format!(
                ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(short),
                escaped(long)
            )),
        }
    }
    text.push_str("  </testsuite>\n");
    text
}

/// Suites in a file.
pub(in crate::cli) fn file(suites: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"murxla\">\n{suites}</testsuites>\n"
    )
}

pub(super) fn xml(campaigns: &[Campaign]) -> String {
    let suites: String = campaigns
        .iter()
        .map(|campaign| {
            let found = campaign.found.iter().map(|one| Case {
                name: one.name.clone(),
                class: format!("{}.{}", campaign.solver, one.rank.name()),
                seconds: 0.0,
                failure: Some((
                    one.finding.key.to_string(),
                    one.issue.clone().unwrap_or_else(|| one.finding.message.clone()),
                )),
            });
            // A campaign without findings is a test that passes.
            let runs = Case {
                name: format!("{} runs", campaign.number("runs")),
                class: campaign.solver.clone(),
                seconds: campaign.number("milliseconds") as f64 / 1000.0,
                failure: None,
            };
            let cases: Vec<Case> = std::iter::once(runs).chain(found).collect();
            suite(&campaign.name, &cases)
        })
        .collect();
    file(&suites)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_what_others_said() {
        let failure = Some(("a<b & \"c\"\u{1}".to_owned(), "x]]>\ny".to_owned()));
        let case = Case { name: "n".to_owned(), class: "c".to_owned(), seconds: 1.5, failure };
        let text = file(&suite("s", &[case]));
        assert!(text.contains("a&lt;b &amp; &quot;c&quot;\\x01"), "{text}");
        assert!(text.contains("x]]&gt;&#10;y"), "{text}");
        assert!(text.contains("tests=\"1\" failures=\"1\""), "{text}");
    }
}
