//! The commands of the user guide in `docs/` are run, and print what the guide says.
//!
//! In a block ```` ```console ```` a line `$ COMMAND` is run by a shell in a folder of the page's own, with lines `> …` as its further
//! lines; what follows is what it prints. `…` stands for anything within a line, and alone on a line for any lines.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command with what it is to print.
struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    let command = command.to_owned();
                    steps.push(Step { line: number + 1, command, expected: Vec::new() });
                } else if let Some(step) = steps.last_mut() {
                    match line.strip_prefix("> ") {
                        Some(more) if step.expected.is_empty() => {
                            step.command.push('\n');
                            step.command.push_str(more);
                        }
                        _ => step.expected.push(line.to_owned()),
                    }
                }
            }
            _ => {}
        }
    }
    steps
}

/// Whether a line is what is expected, where `…` is anything.
fn line_fits(expected: &str, line: &str) -> bool {
    let mut parts = expected.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines are what is expected, where a line `…` is any number of them.
fn fits(expected: &[String], lines: &[&str]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, others))) => {
            line_fits(first, line.trim_end()) && fits(rest, others)
        }
        _ => false,
    }
}

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let entries = std::fs::read_dir(folder).expect("docs");
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

#[test]
fn commands_of_the_guide_print_what_it_says() {
    let murxla = Path::new(env!("CARGO_BIN_EXE_murxla"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", murxla.parent().expect("a folder").display());
    let (mut commands, mut wrong) = (0, Vec::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let scratch = tempfile::tempdir().expect("a folder");
        for step in steps(&text) {
            commands += 1;
            let output = Command::new("sh")
                .args(["-c", &format!("{{ {}\n}} 2>&1", step.command)])
                .current_dir(scratch.path())
                .env("PATH", &path)
                .env("TERM", "dumb")
                .env_remove("RUST_BACKTRACE")
                .output()
                .expect("a shell");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let lines: Vec<&str> = printed.lines().collect();
            // Of pages with tables, what is said of single lines may stand anywhere.
            if !output.status.success() || !fits(&step.expected, &lines) {
                let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let shown: Vec<&str> = lines.iter().take(30).copied().collect();
                wrong.push(format!(
                    "{name}:{}: $ {} ({:?})\n{}",
                    step.line,
                    step.command,
                    output.status.code(),
                    shown.join("\n")
                ));
            }
        }
    }
    assert!(commands > 20, "only {commands} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What the guide names is there.
#[test]
fn the_list_of_pages_is_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let list = std::fs::read_to_string(folder.join("README.md")).expect("README.md");
    for page in pages() {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        assert!(
            name == "README.md" || list.contains(&format!("({name})")),
            "{name} is not in the list"
        );
    }
}

#[test]
fn patterns_are_matched() {
    let check = |expected: &str, text: &str, fits_it: bool| {
        let expected: Vec<String> = expected.lines().map(str::to_owned).collect();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(fits(&expected, &lines), fits_it, "{text}");
    };
    check("a…c\n…\nz", "abc\nx\ny\nz", true);
    check("a…c\n…\nz", "abc\nz", true);
    check("a…c\nz", "abc\nx\nz", false);
    check("…", "", true);
    check("a", "ab", false);
}
