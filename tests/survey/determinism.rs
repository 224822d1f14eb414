//! Determinism: the same seed gives the same trace in another process, and in another build.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use libtest_mimic::Failed;
use murxla::solvers::wrapper;

use crate::runs::{Run, Subject};
use crate::{TIME, seeds};

/// `--hashes SOLVER FROM TO [TEXTS]`: a line `seed class length sha256` for each run; all texts, one after the
/// other and compressed, in the file TEXTS.
pub fn child(words: &[String]) -> Result<(), Failed> {
    let (solver, from, to, texts) = match words {
        [solver, from, to] => (solver, from, to, None),
        [solver, from, to, texts] => (solver, from, to, Some(texts)),
        _ => return Err("usage: --hashes SOLVER FROM TO [TEXTS]".into()),
    };
    let subject = Subject::load(wrapper(solver)?.name(), TIME)?;
    let mut texts = match texts {
        Some(path) => Some(GzEncoder::new(File::create(path)?, Compression::fast())),
        None => None,
    };
    let mut out = std::io::stdout();
    for seed in from.parse::<u64>()?..to.parse::<u64>()? {
        let run = subject.generate(seed)?;
        if let Some(texts) = &mut texts {
            texts.write_all(&run.text)?;
        }
        writeln!(out, "{}", hash_line(&run))?;
    }
    if let Some(texts) = texts {
        texts.finish()?;
    }
    Ok(())
}

/// Classes of which the text is a beginning only are marked.
fn hash_line(run: &Run) -> String {
    let mark = if run.is_cut() { CUT } else { "" };
    format!("{} {mark}{} {} {}", run.seed, run.word(), run.text.len(), run.sha256())
}

const CUT: &str = "cut:";

/// What one process tells, read along with its texts.
struct Told {
    name: String,
    lines: std::vec::IntoIter<String>,
    texts: GzDecoder<File>,
}

/// A run, as a process told it.
pub struct ToldRun {
    pub class: String,
    pub text: Vec<u8>,
}

impl ToldRun {
    fn is_cut(&self) -> bool {
        self.class.starts_with(CUT)
    }
}

impl Told {
    fn by(program: &Path, name: String, order: &[String], folder: &Path) -> Result<Told, Failed> {
        let texts = folder.join(format!("{name}.gz"));
        let output = Command::new(program).arg("--hashes").args(order).arg(&texts).output()?;
        if !output.status.success() {
            return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let lines: Vec<String> =
            String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
        Ok(Told { name, lines: lines.into_iter(), texts: GzDecoder::new(File::open(texts)?) })
    }

    fn next(&mut self, seed: u64) -> Result<ToldRun, Failed> {
        let line = self.lines.next().ok_or_else(|| format!("{}: no seed {seed}", self.name))?;
        let words: Vec<&str> = line.split(' ').collect();
        let [told, class, length, _sha256] = words.as_slice() else {
            return Err(format!("{}: {line}", self.name).into());
        };
        if *told != seed.to_string() {
            return Err(format!("{}: {line} instead of seed {seed}", self.name).into());
        }
        let mut text = vec![0; length.parse()?];
        self.texts.read_exact(&mut text)?;
        Ok(ToldRun { class: (*class).to_owned(), text })
    }
}

/// Two processes each of the debug and the release build give the same traces; of runs that a limit cut, as far
/// as they came.
pub fn check(name: &'static str, count: u64) -> Result<(), Failed> {
    let seeds = seeds(count)?;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("determinism").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let order = [name.to_owned(), seeds.start.to_string(), seeds.end.to_string()];
    let mut processes = Vec::new();
    for (build, program) in programs()? {
        for number in 1..=2 {
            processes.push(Told::by(&program, format!("{build}-{number}"), &order, &folder)?);
        }
    }
    let runs = seeds.end - seeds.start;
    let (mut cut, mut differing) = (0_u64, Vec::new());
    for seed in seeds {
        let told: Vec<ToldRun> =
            processes.iter_mut().map(|process| process.next(seed)).collect::<Result<_, _>>()?;
        cut += u64::from(told.iter().any(ToldRun::is_cut));
        if let Some((one, other)) = different(&told) {
            let (one_name, other_name) = (&processes[one].name, &processes[other].name);
            println!(
                "seed {seed}: {one_name} {} / {other_name} {}",
                told[one].class, told[other].class
            );
            println!("  {}", first_difference(&told[one].text, &told[other].text));
            for place in [one, other] {
                let file = format!("{seed}.{}.trace", processes[place].name);
                std::fs::write(folder.join(file), &told[place].text)?;
            }
            differing.push(seed);
        }
    }
    for process in &processes {
        std::fs::remove_file(folder.join(format!("{}.gz", process.name)))?;
    }
    println!(
        "determinism: {runs} seeds of {name} x {{debug, release}} x 2 processes: {} differ, {:.1} % cut by a limit",
        differing.len(),
        cut as f64 * 100.0 / runs.max(1) as f64
    );
    if cut * 2 > runs {
        return Err("most runs are cut by a limit, so too few are compared".into());
    }
    match differing.is_empty() {
        true => Ok(()),
        false => Err(format!("seeds {differing:?}: traces in {}", folder.display()).into()),
    }
}

/// Two of the runs that are not the same. All are compared with one that came to its end, or else with the one
/// that came furthest.
pub fn different(told: &[ToldRun]) -> Option<(usize, usize)> {
    let ended = told.iter().position(|run| !run.is_cut());
    let furthest = || (0..told.len()).max_by_key(|place| told[*place].text.len());
    let one = ended.or_else(furthest)?;
    let differs = |run: &ToldRun| match run.is_cut() {
        true => !told[one].text.starts_with(&run.text),
        false => run.class != told[one].class || run.text != told[one].text,
    };
    told.iter().position(differs).map(|other| (one, other))
}

/// The first lines that differ.
pub fn first_difference(one: &[u8], other: &[u8]) -> String {
    let (one, other) = (String::from_utf8_lossy(one), String::from_utf8_lossy(other));
    let place = one.lines().zip(other.lines()).position(|(one, other)| one != other);
    let place = place.unwrap_or_else(|| one.lines().count().min(other.lines().count()));
    let line = |text: &str| text.lines().nth(place).unwrap_or("(end)").trim().to_owned();
    format!("line {}: {} / {}", place + 1, line(&one), line(&other))
}

/// The program of this test in the debug and in the release build: this one, and the other, which is built if need
/// be. `CARGO_TARGET_DIR` is inherited.
fn programs() -> Result<[(&'static str, PathBuf); 2], Failed> {
    static OTHER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let this = std::env::current_exe()?;
    let other = OTHER.get_or_init(|| build_survey(cfg!(debug_assertions))).clone()?;
    Ok(match cfg!(debug_assertions) {
        true => [("debug", this), ("release", other)],
        false => [("debug", other), ("release", this)],
    })
}

fn build_survey(release: bool) -> Result<PathBuf, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["test", "--no-run", "--test", "survey", "--message-format=json"]);
    if release {
        cargo.arg("--release");
    }
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    // One message on a line; that of this test tells its name and its executable.
    let artifact = messages.lines().find(|line| {
        line.contains("\"reason\":\"compiler-artifact\"") && line.contains("\"name\":\"survey\"")
    });
    let executable = artifact
        .and_then(|line| line.split_once("\"executable\":\"")?.1.split_once('"'))
        .map(|(path, _)| PathBuf::from(path));
    executable.ok_or_else(|| "cargo does not tell where the test is".to_owned())
}
