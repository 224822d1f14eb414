//! `murxla typefuzz`, `opfuzz`, `yinyang` and `storm`: the arguments, defaults and exit codes of the tools of these names, so that who
//! knows them can go on. Mutants are files that solvers' binaries read; `murxla mutate` is the same in process, as a campaign.

mod judge;
mod lists;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use murxla_api::smtlib::STANDARD;

use self::judge::{Judged, together};
use self::lists::Lists;
use super::OwnBuilds;
use super::exit::Outcome;
use super::fuzz;
use super::mutate_seeds::{Wanted, gather};
use super::print::say;
use crate::campaign::Mutation;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::mutate::{Mutator, Needs, Repertoire, Seed, mutator};
use crate::reduce::command::UserCommand;
use crate::rng::{self, Rng, Stream};
use crate::sandbox::{ProgramLimits, ProgramRun};
use crate::seeds::KnownSeed;
use crate::smt::Reprinter;
use crate::solvers::Choice;
use crate::supply::Silent;

/// What all four tools take.
#[derive(clap::Args, Clone)]
#[command(after_help = "\
Exit codes: 0 no bug was found, 10 a bug was found, 2 usage, 4 no solver can be used, 5 disk.
Each bug is two files in the folder of bugs, KIND-SOLVER-SEED-NUMBER.smt2 and the same with .output.")]
pub(super) struct Args {
    /// Commands of solvers, with semicolons between them; the name of the file is put behind each
    #[arg(value_name = "SOLVERS")]
    solvers: String,
    /// Scripts, and folders with files *.smt2 in them
    #[arg(value_name = "SEEDS", required = true)]
    seeds: Vec<PathBuf>,
    /// Mutations of each seed [default: 300; yinyang 30; storm 1000]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Every so many mutations of typefuzz and opfuzz give a mutant that is asked
    #[arg(short, long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    modulo: u64,
    /// What all seeds are; yinyang and storm need it
    #[arg(short, long, value_name = "ANSWER", default_value = "sat", value_parser = ["sat", "unsat"])]
    oracle: String,
    /// The number from which all others come
    #[arg(long, value_name = "N", value_parser = super::seed::seed)]
    seed: Option<u64>,
    /// Seconds for a solver on a mutant [default: 8; storm 120]
    #[arg(short, long, value_name = "SECONDS", value_parser = super::seed::seconds)]
    timeout: Option<f64>,
    /// Seeds of more bytes are left out
    #[arg(short = 'L', long, value_name = "BYTES", default_value_t = 100_000)]
    file_size_limit: u64,
    /// The folder for bugs
    #[arg(short, long, value_name = "FOLDER", default_value = "bugs")]
    bugs: PathBuf,
    /// The folder for mutants while they are asked
    #[arg(short, long, value_name = "FOLDER", default_value = "scratch")]
    scratch: PathBuf,
    /// The folder for the log
    #[arg(short, long, value_name = "FOLDER", default_value = "logs")]
    logfolder: PathBuf,
    /// Write no log
    #[arg(short, long)]
    no_log: bool,
    /// Leave the mutants where they are
    #[arg(short, long)]
    keep_mutants: bool,
    /// Print nothing but bugs
    #[arg(short, long)]
    quiet: bool,
    /// Signatures of typefuzz, classes of opfuzz, fusion functions of yinyang
    #[arg(short, long, value_name = "FILE")]
    config: Option<String>,
    /// Lists of texts (TOML): crash, duplicate, ignore, and solvers that are always asked
    #[arg(long, value_name = "FILE")]
    lists: Option<PathBuf>,
    /// Print the default lists, as a file that --lists takes
    #[arg(long)]
    print_lists: bool,
}

/// A tool that is imitated.
#[derive(Clone, Copy)]
pub(super) struct Tool {
    technique: &'static str,
    iterations: u64,
    timeout: f64,
    /// How many solvers it needs at least.
    solvers: usize,
    /// Whether all seeds have the answer of `--oracle`, and so have mutants.
    by_oracle: bool,
}

/// TypeFuzz.
pub(super) const TYPEFUZZ: Tool =
    Tool { technique: "typefuzz", iterations: 300, timeout: 8.0, solvers: 2, by_oracle: false };
/// OpFuzz.
pub(super) const OPFUZZ: Tool = Tool { technique: "opfuzz", ..TYPEFUZZ };
/// Semantic fusion.
pub(super) const YINYANG: Tool =
    Tool { technique: "fusion", iterations: 30, timeout: 8.0, solvers: 1, by_oracle: true };
/// STORM.
pub(super) const STORM: Tool =
    Tool { technique: "storm", iterations: 1000, timeout: 120.0, solvers: 1, by_oracle: false };

/// What was done so far.
#[derive(Default)]
struct Figures {
    calls: u64,
    mutants: u64,
    effective: u64,
    timeouts: u64,
    bugs: u64,
    duplicates: u64,
    missing: u64,
    valid_seeds: usize,
    invalid_seeds: usize,
}

/// After so many timeouts a seed is left.
const MOST_TIMEOUTS: u64 = 32;
/// Between two lines of figures.
const BETWEEN: Duration = Duration::from_secs(2);

pub(super) fn run(tool: Tool, args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if args.print_lists {
        write!(super::print::stdout(), "{}", toml::to_string(&Lists::default())?)?;
        return Ok(Outcome::Clean);
    }
    let bad = |why: String| {
        say!("error: {why}");
        Ok(Outcome::BadInput)
    };
    let lists = match args.lists.as_deref().map(Lists::load).transpose() {
        Ok(lists) => lists.unwrap_or_default(),
        Err(why) => return bad(why),
    };
    let texts = args.solvers.split(';').map(str::trim).filter(|text| !text.is_empty());
    let texts: Vec<String> = texts.map(str::to_owned).chain(lists.solvers.clone()).collect();
    if texts.len() < tool.solvers {
        return bad(format!(
            "{} compares at least {} solvers: write \"COMMAND;COMMAND\"",
            tool.technique, tool.solvers
        ));
    }
    let mut commands = Vec::new();
    for text in &texts {
        match UserCommand::parse(text) {
            Ok(command) => commands.push(command),
            Err(error) => return bad(format!("{text}: {error}")),
        }
    }
    let mut mutation =
        Mutation { techniques: vec![tool.technique.to_owned()], ..Mutation::default() };
    if let Some(file) = &args.config {
        match std::fs::read_to_string(file) {
            Ok(text) => mutation.configurations.push((tool.technique.to_owned(), text)),
            Err(error) => return bad(format!("cannot read {file}: {error}")),
        }
    }
    let techniques = match mutation.mutators() {
        Ok(techniques) => techniques,
        Err(error) => return bad(error.to_string()),
    };
    let Some(technique) = techniques.first() else { return Ok(Outcome::BadInput) };
    // Values of seeds are asked of a solver in process; what is known by the command line needs none.
    let needs_values = mutator(tool.technique).is_some_and(|one| one.needs() == Needs::Values);
    let asked = if needs_values { fuzz::DEFAULT_SOLVER } else { "mock@truthful" };
    let choice = Choice::parse(asked)?;
    let library = own.locator()?.load_tried(&choice, false, &Silent)?;
    let repertoire = Repertoire::default();
    let wanted = Wanted {
        size_at_most: args.file_size_limit,
        sat: tool.by_oracle.then_some(args.oracle == "sat"),
        time: 2.0,
    };
    let gathered = gather(&args.seeds, &mutation, &repertoire, &wanted, (choice.name, library))?;
    if !args.quiet {
        gathered.tell_unusable();
    }
    if gathered.usable() == 0 {
        return bad("none of the seeds can be used".to_owned());
    }
    for folder in [&args.bugs, &args.scratch] {
        std::fs::create_dir_all(folder).map_err(DiskError::on("make the folder", folder))?;
    }
    let log = if args.no_log { None } else { Some(args.logfolder.join("log.txt")) };
    if log.is_some() {
        let folder = &args.logfolder;
        std::fs::create_dir_all(folder).map_err(DiskError::on("make the folder", folder))?;
    }
    let time = Duration::from_secs_f64(args.timeout.unwrap_or(tool.timeout));
    let mut session = Session {
        tool,
        args,
        lists,
        texts,
        commands,
        limits: ProgramLimits { time, memory: None, output: 64 << 20 },
        log,
        lines: String::new(),
        figures: Figures::default(),
        gone: Vec::new(),
        begin: Instant::now(),
        told: Instant::now(),
        repertoire,
    };
    session.figures.invalid_seeds = gathered.file.seeds.len() - gathered.usable();
    let seeds: Vec<&KnownSeed> =
        gathered.file.seeds.iter().filter(|seed| !seed.usable.is_empty()).collect();
    session.all(&**technique, &seeds)
}

struct Session<'a> {
    tool: Tool,
    args: &'a Args,
    lists: Lists,
    texts: Vec<String>,
    commands: Vec<UserCommand>,
    limits: ProgramLimits,
    log: Option<PathBuf>,
    lines: String,
    figures: Figures,
    /// Solvers whose commands are not there.
    gone: Vec<usize>,
    begin: Instant,
    told: Instant,
    repertoire: Repertoire,
}

impl Session<'_> {
    fn all(&mut self, technique: &dyn Mutator, seeds: &[&KnownSeed]) -> anyhow::Result<Outcome> {
        let number = rng::Seed(self.args.seed.unwrap_or_else(|| rng::Seed::fresh().0));
        self.note(&format!("seed {:#x}", number.0));
        let mut order = number.generator(Stream::Seeds);
        // Of techniques of two seeds all pairs are taken, in any order; of others all seeds.
        let mut left: Vec<Vec<usize>> = match technique.arity() {
            1 => (0..seeds.len()).map(|one| vec![one]).collect(),
            _ => (0..seeds.len())
                .flat_map(|one| (0..seeds.len()).map(move |other| vec![one, other]))
                .filter(|pair| seeds.len() == 1 || pair[0] != pair[1])
                .collect(),
        };
        let mut chain = 0;
        while !left.is_empty() && self.gone.len() < self.commands.len() {
            let at = order.below(left.len() as u64) as usize;
            let chosen = left.swap_remove(at);
            let opened: Vec<Seed> =
                chosen.iter().filter_map(|one| seeds[*one].open().ok()).collect();
            let borrowed: Vec<&Seed> = opened.iter().collect();
            chain += 1;
            match technique.open(&borrowed, &self.repertoire) {
                Ok(mutants) => {
                    self.figures.valid_seeds += 1;
                    let rng = number.run(chain).generator(Stream::Mutation);
                    self.one(technique, mutants, &borrowed, rng)?;
                }
                Err(why) => {
                    self.figures.invalid_seeds += 1;
                    self.note(&format!("{}: {why}", names(&borrowed)));
                }
            }
        }
        self.tell(true);
        let Figures { valid_seeds, invalid_seeds, bugs, duplicates, missing, .. } = self.figures;
        if !self.args.quiet {
            say!("All seeds processed");
            say!(
                "{} seeds processed, {valid_seeds} valid, {invalid_seeds} invalid",
                valid_seeds + invalid_seeds
            );
            say!("{bugs} bug triggers found, {duplicates} duplicates left out");
        }
        if missing > 0 {
            for number in &self.gone {
                say!("error: there is no program {}", self.commands[*number].program());
            }
        }
        if let Some(path) = &self.log {
            write_output(path, self.lines.as_bytes())?;
        }
        Ok(match (bugs, self.gone.len() == self.commands.len()) {
            (1.., _) => Outcome::Finding,
            (0, true) => Outcome::SolverUnusable,
            (0, false) => Outcome::Clean,
        })
    }

    /// The mutants of one seed, or pair, until a bug is found.
    fn one(
        &mut self,
        technique: &dyn Mutator,
        mut mutants: Box<dyn crate::mutate::Mutants>,
        seeds: &[&Seed],
        mut rng: Rng,
    ) -> anyhow::Result<()> {
        let iterations = self.args.iterations.unwrap_or(self.tool.iterations);
        let modulo = if technique.makes_chains() { self.args.modulo } else { 1 };
        let status = seeds.first().and_then(|seed| seed.status);
        let timeouts = self.figures.timeouts;
        let mut printer = Reprinter::new(&STANDARD);
        for iteration in 1..=iterations {
            let Some(mutant) = mutants.draw(&mut rng) else { continue };
            if iteration % modulo != 0 {
                continue;
            }
            let Ok(text) = printer.print(mutant.script, mutant.lasting) else { continue };
            let expected = mutant.promise.answer(status).map(|answer| answer.to_string());
            self.figures.mutants += 1;
            let name = format!("{}-{iteration}.smt2", stem(seeds));
            let file = self.args.scratch.join(name);
            write_output(&file, text.as_bytes())?;
            let runs = self.ask(&file)?;
            let judged = together(&runs, &self.lists, expected.as_deref());
            if !self.args.keep_mutants {
                std::fs::remove_file(&file).map_err(DiskError::on("remove", &file))?;
            }
            self.tell(false);
            match judged {
                Judged::Bug { kind, solver, reference } => {
                    self.bug((kind, solver, reference), text, &runs, expected.as_deref(), seeds)?;
                    return Ok(());
                }
                Judged::Duplicate => {
                    self.figures.duplicates += 1;
                    return Ok(());
                }
                Judged::Timeout => self.figures.timeouts += 1,
                Judged::Fine => self.figures.effective += 1,
                Judged::Invalid | Judged::Missing(_) => {}
            }
            if self.figures.timeouts - timeouts >= MOST_TIMEOUTS {
                self.note(&format!("{}: too many timeouts", names(seeds)));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Asks all solvers that are there.
    fn ask(&mut self, file: &Path) -> anyhow::Result<Vec<(usize, ProgramRun)>> {
        let mut runs = Vec::new();
        for (number, command) in self.commands.iter().enumerate() {
            if self.gone.contains(&number) {
                continue;
            }
            match command.run(file, &self.limits) {
                Ok(run) => {
                    self.figures.calls += 1;
                    runs.push((number, run));
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    self.figures.missing += 1;
                    self.gone.push(number);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(runs)
    }

    fn bug(
        &mut self,
        (kind, solver, reference): (&'static str, usize, Option<usize>),
        text: &str,
        runs: &[(usize, ProgramRun)],
        expected: Option<&str>,
        seeds: &[&Seed],
    ) -> anyhow::Result<()> {
        self.figures.bugs += 1;
        let plain = |text: &str| -> String {
            text.chars().filter(|one| one.is_ascii_alphanumeric() || "-_".contains(*one)).collect()
        };
        let (program, options) =
            self.texts[solver].split_once(' ').unwrap_or((&self.texts[solver], ""));
        let program = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        let (program, options) = (plain(&program), plain(options));
        let name = format!("{kind}-{program}{options}-{}-{}", stem(seeds), self.figures.bugs);
        let mut output = String::new();
        if let Some(expected) = expected {
            output += &format!("the right answer is {expected}, by how the mutant was made\n");
        }
        let shown = |number: usize, title: &str| {
            let run = runs.iter().find(|(one, _)| *one == number).map(|(_, run)| run);
            run.map_or_else(String::new, |run| {
                format!(
                    "{title}command: {}\nended with {}\nstderr:\n{}\nstdout:\n{}\n",
                    self.texts[number],
                    run.end,
                    String::from_utf8_lossy(&run.stderr),
                    String::from_utf8_lossy(&run.stdout)
                )
            })
        };
        match reference {
            Some(reference) => {
                output += &shown(reference, "*** REFERENCE\n");
                output += &shown(solver, "\n*** INCORRECT\n");
            }
            None => output += &shown(solver, ""),
        }
        let script = self.args.bugs.join(format!("{name}.smt2"));
        write_output(&script, text.as_bytes())?;
        write_output(&self.args.bugs.join(format!("{name}.output")), output.as_bytes())?;
        say!("{kind}: {}: {}", self.texts[solver], script.display());
        self.note(&format!("{kind} by {}: {}", names(seeds), script.display()));
        Ok(())
    }

    fn note(&mut self, line: &str) {
        self.lines += line;
        self.lines.push('\n');
    }

    /// The line of figures, now and then.
    fn tell(&mut self, last: bool) {
        if self.args.quiet || (!last && self.told.elapsed() < BETWEEN) {
            return;
        }
        self.told = Instant::now();
        let seconds = self.begin.elapsed().as_secs_f64().max(0.001);
        let Figures { calls, mutants, effective, .. } = self.figures;
        say!(
            "Performed {calls} solver calls ({:.1} calls/s, eff: {:.1}%, {:.1} mutants/s)",
            calls as f64 / seconds,
            effective as f64 * 100.0 / mutants.max(1) as f64,
            mutants as f64 / seconds
        );
    }
}

fn names(seeds: &[&Seed]) -> String {
    seeds.iter().map(|seed| seed.name.as_str()).collect::<Vec<_>>().join(" and ")
}

/// The names of the files, without folders and endings.
fn stem(seeds: &[&Seed]) -> String {
    let stem = |seed: &&Seed| {
        let path = Path::new(&seed.name).file_stem().unwrap_or_default().to_owned();
        path.to_string_lossy().into_owned()
    };
    seeds.iter().map(stem).collect::<Vec<_>>().join("_")
}
