//! A finding as the text of an issue, in the form that the trackers of solvers ask for; what others wrote is kept in code.

use std::fmt::Write;

/// All that an issue says.
#[derive(Clone, Debug, Default)]
pub struct Issue {
    /// The name of the solver: its tracker may have a form of its own.
    pub solver: String,
    /// The solver, as its authors write it, its version and what fails.
    pub title: String,
    /// Which of the tracker's kinds of bugs it is.
    pub category: Category,
    /// Lines about the library: version, file, checksum.
    pub library: Vec<String>,
    /// How it was built, as it tells itself.
    pub configuration: Vec<String>,
    /// The packages that it came from.
    pub packages: Vec<String>,
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

/// The kinds of bugs, as Z3's form names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Category {
    /// It ends as it should not.
    Crash,
    /// An answer, a model or a core is wrong.
    Wrong,
    /// It takes too long.
    Slow,
    /// It takes too much memory.
    Memory,
    /// It tells something wrong of itself.
    #[default]
    Api,
}

/// A part of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Category,
    Library,
    Configuration,
    Packages,
    System,
    Interface,
    Happened,
    Should,
    Commands,
    Script,
    Program,
    Calls,
    Proof,
    Backtrace,
    Others,
    Versions,
    Diagnosis,
}

/// A form: headings with what is said there.
type Form = &'static [(&'static str, &'static [Part])];

/// The forms of trackers that have one, by solver.
const FORMS: &[(&str, Form)] = &[
    (
        "z3",
        &[
            ("Bug Category", &[Part::Category]),
            ("Bug Description", &[Part::Happened, Part::Proof]),
            ("Minimal Reproduction", &[Part::Script, Part::Commands]),
            ("Expected Behavior", &[Part::Should, Part::Others]),
            ("Actual Behavior", &[Part::Happened, Part::Backtrace]),
            ("Z3 Version", &[Part::Library]),
            ("Platform", &[Part::System]),
            ("Interface Used", &[Part::Interface]),
            ("Installation Method", &[Part::Packages, Part::Configuration]),
            ("Additional Context", &[Part::Diagnosis, Part::Program, Part::Calls]),
            ("Regression Check", &[Part::Versions]),
        ],
    ),
    (
        "cvc5",
        &[
            (
                "Describe the bug",
                &[
                    Part::Happened,
                    Part::Should,
                    Part::Script,
                    Part::Proof,
                    Part::Backtrace,
                    Part::Others,
                    Part::Versions,
                    Part::Diagnosis,
                ],
            ),
            ("Command line arguments", &[Part::Commands]),
            ("cvc5 version/commit", &[Part::Library, Part::Packages]),
            ("Operating system", &[Part::System]),
            ("`configure.sh` options and output", &[Part::Configuration]),
            ("C program", &[Part::Program, Part::Calls]),
        ],
    ),
];

/// The form of all others.
const USUAL: Form = &[
    ("Version", &[Part::Library, Part::System, Part::Packages, Part::Configuration]),
    ("What happened", &[Part::Happened]),
    ("What should have happened", &[Part::Should]),
    ("How to see it", &[Part::Commands]),
    ("Input", &[Part::Script]),
    ("C program", &[Part::Program]),
    ("Calls", &[Part::Calls]),
    ("Proof", &[Part::Proof]),
    ("Backtrace", &[Part::Backtrace]),
    ("Other solvers", &[Part::Others]),
    ("Affected versions", &[Part::Versions]),
    ("Diagnosis", &[Part::Diagnosis]),
];

impl Issue {
    /// The text.
    pub fn text(&self) -> String {
        let form = FORMS.iter().find(|(solver, _)| *solver == self.solver);
        let form = form.map_or(USUAL, |(_, form)| *form);
        let mut text = format!("# {}\n", escaped(&self.title));
        for (heading, parts) in form {
            let written: Vec<(Part, String)> = parts
                .iter()
                .map(|part| (*part, self.part(*part)))
                .filter(|(_, body)| !body.trim().is_empty())
                .collect();
            if written.is_empty() {
                continue;
            }
            let _ = write!(text, "\n## {heading}\n");
            for (number, (part, body)) in written.iter().enumerate() {
                // Several parts of one field are told apart, unless they are lists of the same kind.
                let own = part.heading().filter(|own| number > 0 && own != heading);
                if let Some(own) = own {
                    let _ = write!(text, "\n### {own}\n");
                }
                let _ = write!(text, "\n{}\n", body.trim_end());
            }
        }
        text
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::Category => self.category.name().to_owned(),
            Part::Library => list(&self.library),
            Part::Configuration if self.configuration.is_empty() => String::new(),
            Part::Configuration => fenced("", &self.configuration.join("\n")),
            Part::Packages => list(&self.packages),
            Part::System => escaped(&self.system),
            Part::Interface => match self.program {
                Some(_) => "C API".to_owned(),
                None => "C API, by a trace of murxla".to_owned(),
            },
            Part::Happened => escaped(&self.happened),
            Part::Should => escaped(&self.should),
            Part::Commands => self.commands.iter().map(|one| fenced("sh", one)).collect(),
            Part::Script => self.script.as_ref().map_or_else(String::new, |(script, does)| {
                format!("{}\n{}", fenced("smt2", script), told("The script", does))
            }),
            Part::Program => self.program.as_ref().map_or_else(String::new, |(program, does)| {
                format!("{}\n{}", fenced("c", program), told("It", does))
            }),
            Part::Calls if self.script.is_some() && self.program.is_some() => String::new(),
            Part::Calls => block(&self.trace),
            Part::Proof => block(&self.proof),
            Part::Backtrace => block(&self.backtrace),
            Part::Others => list(&self.others),
            Part::Versions if self.versions.is_empty() => String::new(),
            Part::Versions => {
                let mut text = "| version | has it | what it does |\n|---|---|---|\n".to_owned();
                for (version, has, does) in &self.versions {
                    let _ = writeln!(text, "| {} | {has} | {} |", escaped(version), cell(does));
                }
                let _ = write!(text, "\n{}.", escaped(&self.since));
                text
            }
            Part::Diagnosis => list(&self.diagnosis),
        }
    }
}

impl Part {
    /// What is written above it where other parts come before it.
    fn heading(self) -> Option<&'static str> {
        Some(match self {
            Part::Should => "What should have happened",
            Part::Commands => "How to see it",
            Part::Script => "Input",
            Part::Program => "C program",
            Part::Calls => "Calls",
            Part::Proof => "Proof",
            Part::Backtrace => "Backtrace",
            Part::Others => "Other solvers",
            Part::Versions => "Affected versions",
            Part::Diagnosis => "Diagnosis",
            Part::Configuration => "Configuration",
            _ => return None,
        })
    }
}

impl Category {
    fn name(self) -> &'static str {
        match self {
            Category::Crash => "Crash/Assertion failure",
            Category::Wrong => "Incorrect result (SAT/UNSAT/Unknown)",
            Category::Slow => "Performance regression",
            Category::Memory => "Memory issue/leak",
            Category::Api => "API behavior",
        }
    }
}

fn list(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {}\n", escaped(line))).collect()
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

    #[test]
    fn trackers_have_forms() {
        let issue = |solver: &str| Issue {
            solver: solver.to_owned(),
            title: "a title".to_owned(),
            category: Category::Wrong,
            happened: "sat".to_owned(),
            should: "unsat".to_owned(),
            system: "Linux".to_owned(),
            script: Some(("(check-sat)".into(), "shows it".into())),
            proof: "a proof".to_owned(),
            ..Issue::default()
        };
        let headings = |solver: &str| -> Vec<String> {
            let text = issue(solver).text();
            let lines = text.lines().filter(|line| line.starts_with('#'));
            lines.map(|line| line.trim_start_matches('#').trim().to_owned()).collect()
        };
        let z3 = headings("z3");
        assert_eq!(
            z3[..7],
            [
                "a title",
                "Bug Category",
                "Bug Description",
                "Proof",
                "Minimal Reproduction",
                "Expected Behavior",
                "Actual Behavior"
            ]
        );
        let cvc5 = headings("cvc5");
        assert_eq!(cvc5[..3], ["a title", "Describe the bug", "What should have happened"]);
        assert!(cvc5.contains(&"Operating system".to_owned()), "{cvc5:?}");
        assert_eq!(headings("yices")[1..3], ["Version", "What happened"]);
    }
}
