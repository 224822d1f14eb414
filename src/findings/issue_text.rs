//! A finding as the text of an issue, in the form that the trackers of solvers ask for; what others wrote is kept in code.

use std::fmt::Write;

/// All that an issue says.
#[derive(Clone, Debug, Default)]
pub struct Issue {
    /// The solver, as its authors write it, its version and what fails.
    pub title: String,
    /// Lines about the library: version, file, checksum, packages.
    pub library: Vec<String>,
    /// The operating system.
    pub system: String,
    /// What happened.
    pub happened: String,
    /// What should have happened.
    pub should: String,
    /// Commands that show it.
    pub commands: Vec<String>,
    /// The input as a script, if it can be said in one, and what that does.
    pub script: Option<(String, String)>,
    /// The C program, and what that does.
    pub program: Option<(String, String)>,
    /// The trace.
    pub trace: String,
    /// What proves it.
    pub proof: String,
    /// The innermost functions.
    pub backtrace: String,
    /// What other solvers answer.
    pub others: Vec<String>,
    /// Releases: version, and what it does.
    pub versions: Vec<(String, String, String)>,
    /// Since when it is there.
    pub since: String,
    /// Further lines of the diagnosis.
    pub diagnosis: Vec<String>,
}

impl Issue {
    /// The text.
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n", escaped(&self.title));
        let mut section = |name: &str, body: &str| {
            if !body.trim().is_empty() {
                let _ = write!(text, "\n## {name}\n\n{}\n", body.trim_end());
            }
        };
        let mut facts: Vec<String> =
            self.library.iter().map(|line| format!("- {}", escaped(line))).collect();
        if !self.system.is_empty() {
            facts.push(format!("- operating system: {}", escaped(&self.system)));
        }
        section("Version", &facts.join("\n"));
        section("What happened", &escaped(&self.happened));
        section("What should have happened", &escaped(&self.should));
        let commands: String = self.commands.iter().map(|one| fenced("sh", one)).collect();
        section("How to see it", &commands);
        if let Some((script, does)) = &self.script {
            section("Input", &format!("{}\n{}", fenced("smt2", script), told("The script", does)));
        }
        if let Some((program, does)) = &self.program {
            section("C program", &format!("{}\n{}", fenced("c", program), told("It", does)));
        }
        if self.script.is_none() || self.program.is_none() {
            section("Calls", &block(&self.trace));
        }
        section("Proof", &block(&self.proof));
        section("Backtrace", &block(&self.backtrace));
        let others: Vec<String> =
            self.others.iter().map(|line| format!("- {}", escaped(line))).collect();
        section("Other solvers", &others.join("\n"));
        let mut versions = String::new();
        if !self.versions.is_empty() {
            versions.push_str("| version | has it | what it does |\n|---|---|---|\n");
            for (version, has, does) in &self.versions {
                let _ = writeln!(versions, "| {} | {has} | {} |", escaped(version), cell(does));
            }
            let _ = write!(versions, "\n{}.", escaped(&self.since));
        }
        section("Affected versions", &versions);
        let lines: Vec<String> =
            self.diagnosis.iter().map(|line| format!("- {}", escaped(line))).collect();
        section("Diagnosis", &lines.join("\n"));
        text
    }
}

fn told(who: &str, does: &str) -> String {
    if does.is_empty() { String::new() } else { format!("{who} {}.\n", escaped(does)) }
}

fn block(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { fenced("", text) }
}

/// A block of code, in a fence that does not occur in it.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|one| one != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let text = murxla_api::visible(text);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// Words of others in a line: nothing in them is markup, names nobody and links to nothing.
fn escaped(text: &str) -> String {
    let visible = murxla_api::visible_line(text);
    let mut escaped = String::new();
    for character in visible.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A mention or a number would tell people of it, or link to another issue.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '!' | '~' | '|' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    // No link is made of what looks like one.
    escaped.replace("://", ":&#47;/").replace("www.", "www&#46;")
}

fn cell(text: &str) -> String {
    escaped(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_are_no_markup() {
        let text = escaped("<img src=x> @you #1 `a` *b* [x](y)\u{1b}[2J http://a");
        for bad in ["<img", "@you", "#1", "[x](", "\u{1b}", "://"] {
            assert!(!text.contains(bad), "{bad} in {text}");
        }
        assert_eq!(fenced("", "a\n```\nb"), "````\na\n```\nb\n````\n");
    }

    #[test]
    fn sections_without_content_are_left_out() {
        let issue = Issue { title: "Z3 1: f".to_owned(), ..Issue::default() };
        assert_eq!(issue.text(), "# Z3 1: f\n");
        let issue = Issue {
            happened: "crash".to_owned(),
            script: Some(("(check-sat)".into(), "shows it".into())),
            ..issue
        };
        let text = issue.text();
        assert!(text.contains("## What happened\n\ncrash\n"), "{text}");
        assert!(text.contains("```smt2\n(check-sat)\n```\n"), "{text}");
        assert!(!text.contains("## Proof"), "{text}");
    }
}
