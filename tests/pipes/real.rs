//! Real binaries: the same trace through pipes and on the library in this process gives the same answers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use murxla::exec::{OptionPolicy, Run};
use murxla::model::{Settings, generate_here};
use murxla::oracle::{LocalRunner, Runner};
use murxla::rng::Seed;
use murxla::sandbox::{Class, Limits};
use murxla::solvers::{Choice, Locator};
use murxla::supply::{self, Silent};
use murxla::trace::{Recorded, Trace};
use murxla_api::{Answer, Library};

/// The wrapper of the library, and the binary in the installed package.
const SOLVERS: &[(&str, &str)] = &[("z3", "bin/z3"), ("yices", "bin/yices-smt2")];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (solver, binary) in SOLVERS {
        trials.push(Trial::test(format!("answers_{solver}"), || compare(solver, binary, "", 40)));
        let long = || compare(solver, binary, "", 5_000);
        let long = Trial::test(format!("answers_5000_{solver}"), long);
        trials.push(long.with_kind("long").with_ignored_flag(true));
    }
    trials.push(Trial::test("answers_of_a_poor_solver", poor));
    trials
}

/// Z3 as a solver that forgets declarations with their level, has no reset, and assumes only literals.
fn poor() -> Result<(), Failed> {
    let ready = concat!(env!("CARGO_MANIFEST_DIR"), "/wrappers/smtlib/profiles/z3.toml");
    let commands = "[commands]\nglobal-declarations = false\nreset = false\n";
    let text = std::fs::read_to_string(ready)?.replace("[commands]\n", commands);
    let text = text.replace("check-sat-assuming = \"terms\"", "check-sat-assuming = \"literals\"");
    let folder = tempfile::tempdir()?;
    let profile = folder.path().join("poor.toml");
    std::fs::write(&profile, text)?;
    compare("z3", "bin/z3", &format!("@{}", profile.display()), 40)
}

/// What was counted.
#[derive(Default)]
struct Figures {
    runs: u64,
    timeouts: u64,
    /// Runs that ended in another way than by themselves or the limit of time.
    ends: Vec<String>,
    checks: u64,
    equal: u64,
    /// One of both does not know, refused, or did not get there: why, and how often.
    one_sided: BTreeMap<String, u64>,
    contradictions: Vec<String>,
    broken: Vec<String>,
    rejected: u64,
    calls: u64,
}

fn limits() -> Limits {
    let cpu = Duration::from_secs(1);
    Limits { cpu, wall: cpu * 20, ..Limits::default() }
}

fn answer(reply: Option<&Recorded>) -> Option<Answer> {
    match reply {
        Some(Recorded::Answer(answer)) => Some(*answer),
        _ => None,
    }
}

/// Why there is no answer.
fn told(reply: Option<&Recorded>) -> String {
    match reply {
        None => "it did not come so far".to_owned(),
        Some(Recorded::Rejected(why) | Recorded::Skipped(why) | Recorded::Broken(why)) => {
            // Names of terms differ.
            why.replace(|c: char| c.is_ascii_digit(), "#")
        }
        Some(other) => format!("{other:?}"),
    }
}

fn replay(trace: &Trace, solver: &str, library: &'static dyn Library) -> Result<Run, Failed> {
    Ok(LocalRunner::new(solver, library, OptionPolicy::NoFiles).play(trace, &limits())?)
}

fn compare(solver: &'static str, binary: &str, profile: &str, runs: u64) -> Result<(), Failed> {
    let locator = Locator::new(&[])?;
    let library = locator.load(&Choice { name: solver, version: None }, &Silent)?;
    let installed = supply::find(locator.store(), solver, supply::default_version(solver));
    let root = installed.ok_or("not installed")?.library;
    let folders = root.ancestors().map(|folder| folder.join(binary));
    let binary = folders.into_iter().find(|path| path.is_file()).ok_or("no binary")?;
    let choice = Choice::parse(&format!("smtlib{profile}:'{}'", binary.display()))?;
    let piped = locator.load(&choice, &Silent)?;
    let from = std::env::var("MURXLA_SURVEY_FROM").ok().and_then(|from| from.parse().ok());
    let count = std::env::var("MURXLA_SURVEY_SEEDS").ok().and_then(|count| count.parse().ok());
    let from: u64 = from.unwrap_or(1);
    let mut figures = Figures::default();
    for seed in from..from + count.unwrap_or(runs) {
        one(seed, solver, library, piped, &mut figures)?;
        if runs > 1_000 && figures.runs.is_multiple_of(250) {
            eprintln!("{}", figures.line(solver));
        }
    }
    for problem in
        figures.contradictions.iter().chain(&figures.broken).chain(&figures.ends).take(60)
    {
        eprintln!("{problem}");
    }
    for (why, count) in &figures.one_sided {
        eprintln!("{count} times {why}");
    }
    eprintln!("{}", figures.line(solver));
    if figures.contradictions.is_empty() && figures.broken.is_empty() && figures.checks > 0 {
        return Ok(());
    }
    Err("the binary and the library contradict each other, or a contract was broken".into())
}

/// A run that is generated on the binary and replayed on the library.
fn one(
    seed: u64,
    solver: &'static str,
    library: &'static dyn Library,
    piped: &'static dyn Library,
    figures: &mut Figures,
) -> Result<(), Failed> {
    figures.runs += 1;
    // Options have other names in SMT-LIB than in the API.
    let mut settings = Settings::default();
    settings.set("options=0")?;
    let there = Run::in_child(&limits(), |log| {
        let sink = |bytes: &[u8]| log.write(bytes);
        generate_here(Seed(seed), &settings, "smtlib", piped, sink);
    })?;
    let here = replay(&there.played, solver, library)?;
    for (run, who) in [(&there, "binary"), (&here, "library")] {
        match run.class() {
            Class::Completed => {}
            Class::Timeout => figures.timeouts += 1,
            other => figures.ends.push(format!("seed {seed}: {who}: {other:?}")),
        }
        let is_binary = who == "binary";
        for call in &run.played.calls {
            figures.calls += u64::from(is_binary);
            match &call.reply {
                Some(Recorded::Broken(why)) => {
                    figures
                        .broken
                        .push(format!("seed {seed}: {who}: {}: {why}", call.action.name()));
                }
                Some(Recorded::Rejected(_)) if is_binary => figures.rejected += 1,
                _ => {}
            }
        }
    }
    // Once the library refuses or skips something that changes the problem, answers may differ.
    let mut same_problem = true;
    for (one, other) in there.played.calls.iter().zip(&here.played.calls) {
        let refuses = |reply: Option<&Recorded>| {
            matches!(
                reply,
                Some(Recorded::Rejected(_) | Recorded::Skipped(_) | Recorded::Broken(_))
            )
        };
        same_problem &= refuses(one.reply.as_ref()) == refuses(other.reply.as_ref());
        let both = (answer(one.reply.as_ref()), answer(other.reply.as_ref()));
        if both == (None, None) {
            continue;
        }
        figures.checks += 1;
        match both {
            (Some(a), Some(b)) if a == b => figures.equal += 1,
            (Some(a), Some(b)) if same_problem && a != Answer::Unknown && b != Answer::Unknown => {
                figures.contradictions.push(format!("seed {seed}: binary {a}, library {b}"));
            }
            _ => {
                let why = match both {
                    (None, _) => format!("binary: {}", told(one.reply.as_ref())),
                    (_, None) => format!("library: {}", told(other.reply.as_ref())),
                    (Some(a), Some(b)) if same_problem => format!("binary {a}, library {b}"),
                    _ => "another problem: one of both refused a part of it".to_owned(),
                };
                *figures.one_sided.entry(why).or_default() += 1;
            }
        }
    }
    Ok(())
}

impl Figures {
    fn line(&self, solver: &str) -> String {
        let mut line = String::new();
        let _ = write!(
            line,
            "{solver}: {} runs, {} calls ({} refused), {} checks: {} equal, {} one-sided (unknown, refused or \
             timeout on one side), {} contradictions; {} timeouts, {} broken, {} other ends",
            self.runs,
            self.calls,
            self.rejected,
            self.checks,
            self.equal,
            self.one_sided.values().sum::<u64>(),
            self.contradictions.len(),
            self.timeouts,
            self.broken.len(),
            self.ends.len()
        );
        line
    }
}
