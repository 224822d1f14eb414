//! Scripts in process against the front ends that read the same text: the answers are the same.
//!
//! Each script is given twice: as it is, and with the names of free constants for its bound variables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::oracle::{Answers, AnswersEnd};
use murxla::sandbox::Class;
use murxla::smt::export::{Target, WrapperRows, export};
use murxla::smt::script_trace;
use murxla::solvers::wrapper;
use murxla_api::Answer;

use crate::clashes::{only_options, with_clashes, without_options};
use crate::corpus;
use crate::front::{End, FrontEnd, Output};
use crate::plain_known::{KNOWN, Known};
use crate::runs::{Subject, is_limit};
use crate::{TIME, seeds, whole_lines};

/// What a script may use of a processor, on each side.
const SCRIPT_TIME: Duration = Duration::from_secs(1);

/// Walking over deep terms takes a deep stack.
const STACK: usize = 1 << 30;

/// What came out for a script.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Compared {
    /// So many answers are the same, and there are no others.
    Same(usize),
    /// The same as far as both came: why one of them did not come further.
    UpTo(usize, &'static str),
    Differs(String),
}

/// A solver, by its API and by its front end.
struct Pair {
    subject: Subject,
    front: FrontEnd,
    folder: PathBuf,
    figures: Figures,
}

#[derive(Default)]
struct Figures {
    scripts: usize,
    clashing: usize,
    clashes: usize,
    same: usize,
    answers: usize,
    up_to: BTreeMap<&'static str, usize>,
    known: BTreeMap<&'static str, usize>,
    unexplained: Vec<String>,
}

/// All files of the corpus.
pub fn corpus(name: &'static str) -> Result<(), Failed> {
    let is_whole = std::env::var_os("MURXLA_CORPUS").is_none();
    files_of(name, &corpus::folder(), "corpus", is_whole)
}

/// Our own regression scripts, which name constants and variables alike.
pub fn regress(name: &'static str) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/regress/scripts");
    files_of(name, &folder, "regress", true)
}

fn files_of(name: &'static str, folder: &Path, what: &str, is_whole: bool) -> Result<(), Failed> {
    // Parts of a check do not disturb each other.
    let part = folder.file_name().unwrap_or_default().to_string_lossy();
    let mut pair = Pair::load(name, &format!("{what}-{part}"))?;
    let files = corpus::files(folder)?;
    for path in &files {
        let label = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        pair.both(&label, &std::fs::read(path)?)?;
    }
    pair.finish(&format!("{} files of {what}", files.len()), is_whole)
}

/// Scripts of generated runs.
pub fn generated(name: &'static str, count: u64) -> Result<(), Failed> {
    let runs = Subject::load(name, TIME)?;
    let rows = WrapperRows(Some(wrapper(name)?));
    let dialect = rows.dialect();
    let seeds = seeds::chosen_of(count)?;
    // Parts of a check do not disturb each other.
    let first = seeds.first().copied().unwrap_or_default();
    let mut pair = Pair::load(name, &format!("generated-{first}"))?;
    for seed in &seeds {
        let run = runs.generate(*seed)?;
        let Ok((trace, _)) = murxla::trace::read(&whole_lines(&run.text)) else {
            return Err(format!("seed {seed}: the log of the run is no trace").into());
        };
        let target = Target { solver: name, dialect, own: &rows };
        let (text, _) = export(&trace, &target).text(dialect);
        pair.both(&format!("seed {seed}"), text.as_bytes())?;
    }
    let is_all = seeds.len() as u64 == count;
    pair.finish(&format!("{} generated runs", seeds.len()), is_all)
}

impl Pair {
    fn load(name: &'static str, what: &str) -> Result<Pair, Failed> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("plain").join(what).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        let subject = Subject::load(name, SCRIPT_TIME)?;
        let front = FrontEnd::of(name)?.within(SCRIPT_TIME);
        Ok(Pair { subject, front, folder, figures: Figures::default() })
    }

    /// The script as it is, and with clashing names.
    fn both(&mut self, label: &str, text: &[u8]) -> Result<(), Failed> {
        let plain = self.options_of_others(text)?;
        let text = plain.as_deref().map_or(text, str::as_bytes);
        let before = self.script(label, text, None)?;
        let renamed = deeply(|| with_clashes(text))?;
        let Some((renamed, clashes)) = renamed else { return Ok(()) };
        self.figures.clashing += 1;
        self.figures.clashes += clashes;
        self.script(&format!("{label}, clashing"), renamed.as_bytes(), before.as_deref())?;
        Ok(())
    }

    /// The script without options, if one of them is another solver's: a front end refuses it, an API does not hear of it.
    fn options_of_others(&self, text: &[u8]) -> Result<Option<String>, Failed> {
        let file = self.folder.join("options.smt2");
        let Some(options) = deeply(|| only_options(text))? else { return Ok(None) };
        std::fs::write(&file, options)?;
        let (_, refused) = answers(&self.front.read(&file, true, false)?);
        std::fs::remove_file(&file)?;
        if refused { deeply(|| without_options(text)) } else { Ok(None) }
    }

    /// Has a script read by both; gives what the front end answered. A script that means the same has the answers `as_before`.
    fn script(
        &mut self,
        label: &str,
        text: &[u8],
        as_before: Option<&[Answer]>,
    ) -> Result<Option<Vec<Answer>>, Failed> {
        let name = self.subject.name;
        let file = self.folder.join(format!("{}.smt2", self.figures.scripts));
        self.figures.scripts += 1;
        std::fs::write(&file, text)?;
        let output = self.front.read(&file, true, false)?;
        let (told, refused) = answers(&output);
        let compared = match script_trace(text, Some(wrapper(name)?)) {
            Err(_) if refused => Compared::UpTo(0, "both refuse it"),
            Err(_) => Compared::UpTo(0, "we do not read it"),
            Ok(imported) if imported.omitted.iter().any(|one| one.matters) => {
                Compared::UpTo(0, "it has commands that traces do not have")
            }
            Ok(imported) => {
                let run = self.subject.replay(&imported.trace)?;
                let rows = WrapperRows(Some(wrapper(name)?));
                let ours = Answers::of(&run.played, run.class(), &rows);
                let symbols = run.outcome.frames.iter().filter_map(|frame| frame.symbol.as_deref());
                let at: Vec<&str> = symbols.take(5).collect();
                match compare(&ours, &told, refused, output.end) {
                    Compared::Differs(what) => {
                        Compared::Differs(format!("{what}, at {}", at.join(" < ")))
                    }
                    compared => compared,
                }
            }
        };
        let compared = match (compared, as_before) {
            (Compared::Differs(what), _) => Compared::Differs(what),
            (_, Some(before)) if contradiction(before, &told).is_some() => Compared::Differs(
                format!("the front end says {told:?} where it said {before:?} before renaming"),
            ),
            (compared, _) => compared,
        };
        let shown = String::from_utf8_lossy(text);
        let keeps = self.figures.count(name, label, &shown, compared);
        if keeps {
            println!("{name}: {label}: {}", file.display());
        } else {
            std::fs::remove_file(&file)?;
        }
        Ok(Some(told))
    }

    fn finish(&self, what: &str, is_all: bool) -> Result<(), Failed> {
        let figures = &self.figures;
        let name = self.subject.name;
        for (reason, count) in &figures.known {
            println!("known, {count} scripts: {reason}");
        }
        for (reason, count) in &figures.up_to {
            println!("compared up to a point in {count} scripts: {reason}");
        }
        println!("{}", figures.unexplained.join("\n"));
        println!(
            "plain on {name}: {what}, {} scripts, {} of them with {} variables that have the names of constants: {} with the \
             same answers, {} as far as both came ({} answers compared), {} known, {} unexplained",
            figures.scripts,
            figures.clashing,
            figures.clashes,
            figures.same,
            figures.up_to.values().sum::<usize>(),
            figures.answers,
            figures.known.values().sum::<usize>(),
            figures.unexplained.len(),
        );
        let of_this = |known: &&Known| known.solver == name && what.ends_with(known.of);
        let idle: Vec<&str> = KNOWN
            .iter()
            .filter(of_this)
            .filter(|known| is_all && !figures.known.contains_key(known.why))
            .map(|known| known.why)
            .collect();
        if !idle.is_empty() {
            return Err(format!("rows that explain nothing any more: {idle:?}").into());
        }
        match figures.unexplained.is_empty() {
            true => Ok(()),
            false => Err(format!("scripts in {}", self.folder.display()).into()),
        }
    }
}

impl Figures {
    /// Tells whether the script is worth keeping.
    fn count(&mut self, solver: &str, label: &str, script: &str, compared: Compared) -> bool {
        match compared {
            Compared::Same(answers) => {
                self.same += 1;
                self.answers += answers;
                false
            }
            Compared::UpTo(answers, why) => {
                *self.up_to.entry(why).or_default() += 1;
                self.answers += answers;
                false
            }
            Compared::Differs(what) => {
                let is_it =
                    |known: &&Known| known.solver == solver && known.explains(script, &what);
                match KNOWN.iter().find(is_it) {
                    Some(known) => *self.known.entry(known.why).or_default() += 1,
                    None => self.unexplained.push(format!("{label}: {what}")),
                }
                true
            }
        }
    }
}

/// What a walk over a deep term gives.
fn deeply<T: Send>(walk: impl FnOnce() -> T + Send) -> Result<T, Failed> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, walk)?;
        thread.join().map_err(|_| Failed::from("a walk over terms panicked"))
    })
}

/// The answers that a front end gave before it refused something, and whether it did.
fn answers(output: &Output) -> (Vec<Answer>, bool) {
    let mut answers = Vec::new();
    for line in output.text.lines().map(str::trim) {
        match line {
            "sat" => answers.push(Answer::Sat),
            "unsat" => answers.push(Answer::Unsat),
            // cvc5 says why.
            _ if line.starts_with("unknown") || line == "timeout" => {
                answers.push(Answer::Unknown);
            }
            _ if line.starts_with("(error ") || line.starts_with("unsupported") => {
                return (answers, true);
            }
            _ => {}
        }
    }
    (answers, false)
}

fn contradiction(one: &[Answer], other: &[Answer]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| one.contradicts(*other))
}

fn compare(ours: &Answers, told: &[Answer], refused: bool, end: End) -> Compared {
    if let Some(check) = contradiction(&ours.list, told) {
        let (here, there) = (ours.list[check], told[check]);
        return Compared::Differs(format!(
            "check {check}: {here} in process, {there} by the front end"
        ));
    }
    let both = ours.list.len().min(told.len());
    let front_stopped = match end {
        _ if refused => Some("the front end refuses something"),
        End::Limit => Some("a limit of the front end"),
        End::Signal(_) | End::Failed(_) => Some("the front end crashes"),
        End::Normal => None,
    };
    match (&ours.end, front_stopped) {
        (Some(AnswersEnd::Ended(class)), _) if is_limit(class) => {
            Compared::UpTo(both, "a limit in process")
        }
        (Some(AnswersEnd::Ended(_)), Some("the front end crashes")) => {
            Compared::UpTo(both, "both crash")
        }
        (Some(AnswersEnd::Ended(Class::OwnError { message, .. })), _) => {
            Compared::Differs(format!("our own error: {message}"))
        }
        // What they were asked differs in how the process is left, and in values that are read.
        (Some(AnswersEnd::Ended(class)), _) => Compared::Differs(format!("{class:?} in process")),
        (_, Some(why)) => Compared::UpTo(both, why),
        (Some(AnswersEnd::OtherProblem { .. }), None) => {
            Compared::UpTo(both, "the API lacks or refuses something")
        }
        (None, None) if ours.list.len() != told.len() => Compared::Differs(format!(
            "{} answers in process, {} by the front end",
            ours.list.len(),
            told.len()
        )),
        (None, None) => Compared::Same(both),
    }
}
