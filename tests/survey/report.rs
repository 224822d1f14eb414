//! The report of a survey: its figures as text, and which of them are wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::claims::{claimed, missing as never_succeeded, tried};
use crate::figures::{Figures, Seen, What};
use crate::pass::folder;
use crate::runs::Subject;

/// Replays that may differ, in percent of the runs: none did in 6,000 runs, but what a solver does after it wrote
/// over its own memory is chance.
const MOST_DIFFERING: f64 = 0.1;

/// Runs, in percent, after one of whose calls the solver's documentation lets nothing more be asked: those without the
/// option that their formulas need.
const MOST_STOPPED: f64 = 4.0;

/// How many rows of a table are shown.
const ROWS: usize = 60;

fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// The tables.
pub fn tables(subject: &Subject, figures: &Figures) -> String {
    let mut text = format!("\n== {} {}\n", subject.name, subject.version());
    let missing = never_succeeded(subject, figures);
    let claimed = claimed(subject, figures);
    for what in What::ALL {
        let of = |list: &[(What, String)]| list.iter().filter(|(other, _)| other == what).count();
        let _ = writeln!(
            text,
            "\n{}: {} of {} succeeded",
            what.name(),
            of(&claimed) - of(&missing),
            of(&claimed)
        );
        let of_this = missing.iter().filter(|(other, _)| other == what);
        let shown: Vec<String> = of_this
            .map(|(what, key)| match tried(figures, *what, key).times {
                0 => key.clone(),
                times => format!("{key} (tried {times})"),
            })
            .collect();
        if !shown.is_empty() {
            let _ = writeln!(text, "  never: {}", shown.join(", "));
        }
    }
    seen(&mut text, "ends, with seeds", &figures.ends);
    seen(&mut text, "refused, with seed:line", &figures.refusals);
    seen(&mut text, "skipped, with seed:line", &figures.skips);
    seen(&mut text, "broken, with seed:line", &figures.breaks);
    if figures.early.count > 0 {
        let early = BTreeMap::from([("given up after refusals".to_owned(), figures.early.clone())]);
        seen(&mut text, "ended early, with seeds", &early);
    }
    if figures.stopped.count > 0 {
        let stopped = BTreeMap::from([("not asked any more".to_owned(), figures.stopped.clone())]);
        seen(&mut text, "ended after a refusal, with seeds", &stopped);
    }
    listed(&mut text, "invalid", &figures.invalid);
    listed(&mut text, "replays that differ", &figures.replays.differing);
    if !figures.invalid.is_empty() || !figures.replays.differing.is_empty() {
        let _ = writeln!(text, "  their traces are in {}", folder(subject).display());
    }
    if !figures.transitions.is_empty() {
        let _ = writeln!(text, "\ntransitions: {}", figures.transitions.len());
        for (name, count) in &figures.transitions {
            let _ = writeln!(text, "{count:>8}  {name}");
        }
    }
    text.push('\n');
    text
}

fn seen(text: &mut String, title: &str, table: &BTreeMap<String, Seen>) {
    if table.is_empty() {
        return;
    }
    let total: u64 = table.values().map(|seen| seen.count).sum();
    let _ = writeln!(text, "\n{title}: {total} of {} kinds", table.len());
    let mut rows: Vec<(&String, &Seen)> = table.iter().collect();
    rows.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.count));
    for (kind, seen) in rows.iter().take(ROWS) {
        let _ = writeln!(text, "{:>8}  {kind}  [{}]", seen.count, seen.examples.join(" "));
    }
    more(text, rows.len());
}

fn listed(text: &mut String, title: &str, list: &[(u64, String)]) {
    if list.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}: {}", list.len());
    for (seed, what) in list.iter().take(ROWS) {
        let what: String = what.chars().take(300).collect();
        let _ = writeln!(text, "  seed {seed}: {what}");
    }
    more(text, list.len());
}

fn more(text: &mut String, rows: usize) {
    if rows > ROWS {
        let _ = writeln!(text, "          and {} more", rows - ROWS);
    }
}

/// The figures in one line.
pub fn line(subject: &Subject, figures: &Figures) -> String {
    let Figures { runs, calls, replays, .. } = figures;
    let answers = figures.answers();
    let missing = never_succeeded(subject, figures).len();
    format!(
        "survey: {} {}: {runs} runs, {calls} calls; checker accepts {:.2} %; refused {:.3} %, skipped {:.3} %, \
         broken {}; ended early {:.2} %; {answers} answers: sat {:.1} %, unsat {:.1} %, unknown {:.1} %; \
         time limit {:.2} %, any limit {:.2} %, died {:.2} %, own errors {}; replays: {} identical, {} agree, \
         {} cut, {} differ; {missing} of {} claims never succeeded; {:.1} runs/s",
        subject.name,
        subject.version(),
        percent(figures.valid, *runs),
        percent(figures.rejected, *calls),
        percent(figures.skipped, *calls),
        figures.broken,
        percent(figures.early.count, *runs),
        percent(figures.sat, answers),
        percent(figures.unsat, answers),
        percent(figures.unknown, answers),
        percent(figures.timeouts, *runs),
        percent(figures.cut, *runs),
        percent(figures.died, *runs),
        figures.own_errors,
        replays.identical,
        replays.agreeing,
        replays.cut,
        replays.differing.len(),
        claimed(subject, figures).len(),
        *runs as f64 / figures.time.as_secs_f64().max(1e-9),
    )
}

/// What must not be, whatever the number of runs.
pub fn wrong_of_a_few(subject: &Subject, figures: &Figures) -> Vec<String> {
    let mut wrong = Vec::new();
    for (seed, what) in &figures.invalid {
        wrong.push(format!("{}, seed {seed}: {what}", subject.name));
    }
    for (seed, what) in &figures.replays.differing {
        wrong.push(format!("{}, seed {seed}: the replay differs: {what}", subject.name));
    }
    if figures.own_errors > 0 {
        wrong.push(format!("{}: {} errors of our own", subject.name, figures.own_errors));
    }
    wrong.extend(broken(subject.name, figures));
    wrong
}

/// Contracts that the solver broke, or we.
pub fn broken(solver: &str, figures: &Figures) -> Vec<String> {
    let breaks = figures.breaks.iter();
    breaks
        .map(|(kind, seen)| format!("{solver}: broken: {kind} [{}]", seen.examples.join(" ")))
        .collect()
}

/// What must not be in a long survey.
pub fn wrong(subject: &Subject, figures: &Figures) -> Vec<String> {
    let name = subject.name;
    let Figures { runs, calls, .. } = figures;
    let mut wrong: Vec<String> = Vec::new();
    let mut need = |holds: bool, what: String| {
        if !holds {
            wrong.push(format!("{name}: {what}"));
        }
    };
    need(figures.valid == *runs, format!("the checker refuses {} runs", figures.invalid.len()));
    need(figures.own_errors == 0, format!("{} errors of our own", figures.own_errors));
    let refused = percent(figures.rejected, *calls);
    need(refused < 1.0, format!("{refused:.2} % of calls are refused"));
    let early = percent(figures.early.count, *runs);
    need(early < 1.0, format!("{early:.2} % of runs end early"));
    let (sat, unsat) =
        (percent(figures.sat, figures.answers()), percent(figures.unsat, figures.answers()));
    need(sat >= 25.0 && unsat >= 25.0, format!("{sat:.1} % sat, {unsat:.1} % unsat"));
    let timeouts = percent(figures.timeouts, *runs);
    need(timeouts <= 5.0, format!("{timeouts:.2} % of runs hit the limit on time"));
    let differing = percent(figures.replays.differing.len() as u64, *runs);
    need(differing <= MOST_DIFFERING, format!("{differing:.2} % of replays differ"));
    let stopped = percent(figures.stopped.count, *runs);
    need(stopped < MOST_STOPPED, format!("{stopped:.2} % of runs end after one refusal"));
    wrong.extend(broken(name, figures));
    wrong
}

/// What is claimed and never succeeded.
pub fn missing(subject: &Subject, figures: &Figures) -> Vec<String> {
    let missing = never_succeeded(subject, figures);
    let keys = |what: What| {
        let of_this = missing.iter().filter(move |(other, _)| *other == what);
        of_this.map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(", ")
    };
    let with_any = What::ALL.iter().filter(|what| !keys(**what).is_empty());
    with_any
        .map(|what| format!("{}: {} never succeeded: {}", subject.name, what.name(), keys(*what)))
        .collect()
}
