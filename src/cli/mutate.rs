//! `murxla mutate`: scripts are turned into others, of which it is known what must hold, and solvers are asked about these.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::Library;

use super::exit::Outcome;
use super::fuzz;
use super::mutate_seeds::{Gathered, Wanted, gather};
use super::print::say;
use super::required_options::refused_option;
use super::shared_store;
use super::status::Format;
use super::table::Table;
use super::{OwnBuilds, again, cross_check};
use crate::campaign::messages::Setup;
use crate::campaign::{MutantRuns, Mutation, Plan, Store, mutant_text};
use crate::findings::disk::DiskError;
use crate::model::Settings;
use crate::mutate::{MUTATORS, Repertoire, Seed};
use crate::oracle::Checks;
use crate::rng::{self, Stream};
use crate::seeds::SeedFile;
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;

/// Turn scripts into others, of which it is known what must hold, and ask solvers about these
#[derive(clap::Args, Clone)]
#[command(after_help = after_help())]
pub(super) struct Args {
    /// Scripts, and folders with files *.smt2 in them
    #[arg(value_name = "SEEDS", required_unless_present_any = ["from_fuzzer", "resume"])]
    seeds: Vec<PathBuf>,
    /// The techniques [default: all]
    #[arg(long = "with", value_name = "NAMES", value_delimiter = ',')]
    techniques: Vec<String>,
    /// Print so many mutants of the first chain, and ask nobody
    #[arg(short = 'n', long, value_name = "N", conflicts_with_all = ["resume", "out", "from_fuzzer"])]
    print: Option<u64>,
    /// Print the mutant with this number alone
    #[arg(long, value_name = "N", conflicts_with_all = ["print", "resume", "out", "from_fuzzer"], value_parser = clap::value_parser!(u64).range(1..))]
    at: Option<u64>,
    /// Fresh runs of the generator are seeds, too
    #[arg(long)]
    from_fuzzer: bool,
    /// Go on with the campaign in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["seeds", "out"])]
    resume: Option<PathBuf>,
    /// The seed of the campaign, or with -n of the chain [default: a new one; with -n 0]
    #[arg(long, value_name = "N", value_parser = super::seed::seed)]
    seed: Option<u64>,
    /// So many mutations of a seed, before another one is taken
    #[arg(short, long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Of mutants that are made of each other, every so many are asked about: large numbers give deeper mutations
    #[arg(short, long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    modulo: u64,
    /// The solver; of several, the first is tested, and the others are asked the same
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Vec<String>,
    /// A binary that reads SMT-LIB from its standard input; several as several solvers
    #[arg(long, value_name = "COMMAND")]
    cmd: Vec<String>,
    /// Ask the other solvers also where the right answer is known
    #[arg(long)]
    always: bool,
    /// All seeds have this answer, whatever they say
    #[arg(short, long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    oracle: Option<String>,
    /// The oracles that look on, such as model, +cores, -planted
    #[arg(long, value_name = "ORACLES", value_parser = Checks::parse)]
    check: Option<Checks>,
    /// A configuration file of a technique: signatures of typefuzz, classes of opfuzz, rules
    #[arg(long, value_name = "TECHNIQUE=FILE", value_parser = pair)]
    config: Vec<(String, String)>,
    /// Set an option of the solver in all mutants
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set_option: Vec<(String, String)>,
    /// Seeds of more bytes are left out
    #[arg(long, value_name = "BYTES", default_value_t = 100_000)]
    file_size_limit: u64,
    /// Keep all mutants, in the folder mutants of the campaign
    #[arg(short, long)]
    keep_mutants: bool,
    /// Seconds of processor time that a mutant may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = 2.0, value_parser = super::seed::seconds)]
    time: f64,
    /// How many worker processes [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Stop after so many mutants
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Stop after this time, e.g. 90s, 10m, 8h
    #[arg(long, value_name = "TIME", value_parser = fuzz::time)]
    time_budget: Option<Duration>,
    /// Stop when so many different findings were made
    #[arg(long, value_name = "N")]
    stop_after: Option<u64>,
    /// Minimize the first trace of each finding, in the background: min.trace in its folder
    #[arg(long)]
    minimize: bool,
    /// Megabytes of memory for a worker's batch [default: 2048]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..))]
    memory: Option<u64>,
    /// The folder for findings and figures [default: murxla-mutate-SEED here]
    #[arg(short = 'O', long, short_alias = 'b', visible_alias = "bugs", value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Do not tell findings that this file lists
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// What is printed while it goes on
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print only the table at the end
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    shared: shared_store::Args,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    parts.ok_or_else(|| "write NAME=VALUE".to_owned())
}

fn after_help() -> String {
    let rows = MUTATORS.iter().map(|one| format!("  {:12} {}", one.name(), one.about()));
    format!(
        "Techniques:\n{}\n\nExamples:\n  \
         murxla mutate bug.smt2 --with typefuzz -n 3                     look at mutants\n  \
         murxla mutate benchmarks --with storm,opfuzz --solver z3,cvc5 -O out    a campaign\n  \
         murxla mutate --from-fuzzer --with typefuzz -O out              mutants of fresh runs",
        rows.collect::<Vec<_>>().join("\n")
    )
}

impl Args {
    /// The texts that name the solvers.
    fn solvers(&self) -> Vec<String> {
        let mut solvers = self.solver.clone();
        solvers.extend(self.cmd.iter().map(|command| format!("smtlib:{command}")));
        if solvers.is_empty() {
            solvers.push(fuzz::DEFAULT_SOLVER.to_owned());
        }
        solvers
    }

    fn mutation(&self) -> Result<Mutation, String> {
        let mut configurations = Vec::new();
        for (technique, file) in &self.config {
            let text = std::fs::read_to_string(file)
                .map_err(|error| format!("cannot read {file}: {error}"))?;
            configurations.push((technique.clone(), text));
        }
        let all = || MUTATORS.iter().map(|one| one.name().to_owned()).collect();
        let techniques = if self.techniques.is_empty() { all() } else { self.techniques.clone() };
        if let Some((technique, _)) =
            configurations.iter().find(|(technique, _)| !techniques.contains(technique))
        {
            return Err(format!("--config is for {technique}, which is not used"));
        }
        Ok(Mutation {
            techniques,
            from_fuzzer: self.from_fuzzer,
            iterations: self.iterations,
            modulo: self.modulo,
            configurations,
            checks: self.check.clone().unwrap_or_default(),
            always: self.always,
            options: self.set_option.clone(),
            ..Mutation::default()
        })
    }

    /// What a campaign takes.
    fn many(&self) -> fuzz::Args {
        fuzz::Args {
            jobs: self.jobs,
            max_runs: self.max_runs,
            time_budget: self.time_budget,
            stop_after: self.stop_after,
            minimize: self.minimize,
            minimize_budget: Duration::from_secs(60),
            campaign_seed: self.seed,
            memory: self.memory,
            out: self.out.clone(),
            known: self.known.clone(),
            export_known: None,
            format: self.format,
            quiet: self.quiet,
            shared: self.shared.clone(),
        }
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            size_at_most: self.file_size_limit,
            sat: self.oracle.as_deref().map(|answer| answer == "sat"),
            time: self.time,
        }
    }
}

/// Says what is wrong with what was given.
fn bad_input(why: &impl std::fmt::Display) -> anyhow::Result<Outcome> {
    say!("error: {why}");
    Ok(Outcome::BadInput)
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if let Some(out) = &args.resume {
        return fuzz::resume_folder(out, &args.many(), own);
    }
    let mutation = match args.mutation() {
        Ok(mutation) => mutation,
        Err(why) => return bad_input(&why),
    };
    if let Err(error) = mutation.mutators() {
        return bad_input(&error);
    }
    match (args.print, args.at) {
        (Some(count), _) => print_mutants(args, mutation, 1..=count, own),
        (None, Some(number)) => print_mutants(args, mutation, number..=number, own),
        (None, None) => campaign(args, mutation, own),
    }
}

fn campaign(args: &Args, mut mutation: Mutation, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let own = &own.everywhere(&own.locator()?);
    let choices = own.choices(&args.solvers())?;
    let Some((choice, others)) = choices.split_first() else { return Ok(Outcome::BadInput) };
    if choice.only_prints() {
        return bad_input(&format!("{choice} has no binary to ask: write --cmd COMMAND"));
    }
    mutation.cross_check = listed(others);
    let seed = args.seed.unwrap_or_else(|| rng::Seed::fresh().0);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("murxla-mutate-{seed:x}")));
    if Plan::read(&out).is_ok() {
        return bad_input(&format!(
            "there is a campaign in {}; go on with murxla mutate --resume {}, or choose another folder with -O",
            out.display(),
            again::path(&out)
        ));
    }
    let locator = own.locator()?;
    let generator = mutation.of_generator();
    if let Some(why) = cross_check::prepare(&locator, choice, &generator)? {
        return bad_input(&why);
    }
    let library = locator.load_tried(choice, false, &super::progress::StderrProgress::new())?;
    let required = Settings { required_options: mutation.options.clone(), ..Settings::default() };
    if let Some(why) = refused_option(&locator, choice, &required)? {
        return bad_input(&why);
    }
    let repertoire = common_repertoire(&locator, choice, library, &generator, own)?;
    let gathered =
        gather(&args.seeds, &mutation, &repertoire, &args.wanted(), (choice.name, library))?;
    if !args.quiet {
        gathered.tell();
    }
    if gathered.usable() == 0 && !args.from_fuzzer {
        gathered.tell_unusable();
        return bad_input(&"none of the seeds can be used");
    }
    let made = std::fs::create_dir_all(&out).map_err(DiskError::on("make the folder", &out));
    made?;
    let file = std::path::absolute(out.join(SeedFile::NAME))?;
    gathered.file.write(&file)?;
    gathered.write_unusable(&out)?;
    mutation.seeds = Some(file);
    if args.keep_mutants {
        let folder = std::path::absolute(out.join("mutants"))?;
        std::fs::create_dir_all(&folder)?;
        mutation.keep = Some(folder);
    }
    let mut setup = Setup {
        solver: choice.to_string(),
        release: None,
        sha256: None,
        libraries: own.named_libraries(),
        settings: mutation.settings(),
        campaign_seed: seed,
        time: args.time,
        shortened: None,
        memory: args.memory.unwrap_or(fuzz::DEFAULT_MEMORY) << 20,
    };
    let plan = fuzz::plan(&mut setup, own)?;
    fuzz::go_in(&args.many(), setup, own, &out, &plan)
}

/// Solvers as one text.
fn listed(others: &[Choice]) -> Option<String> {
    let texts: Vec<String> = others.iter().map(ToString::to_string).collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

/// The operators that all solvers have which are asked.
fn common_repertoire(
    locator: &Locator,
    choice: &Choice,
    library: &'static dyn Library,
    generator: &Settings,
    own: &OwnBuilds,
) -> anyhow::Result<Repertoire> {
    let versions = cross_check::other_versions(locator, choice, generator, &own.named_libraries())?;
    let profile = cross_check::profile(locator, choice, library, generator, &versions)?;
    Ok(Repertoire::of(profile))
}

/// The lines about seeds and techniques below the table at the end.
pub(super) fn summary(setup: &Setup, store: &mut dyn Store, out: &Path) -> anyhow::Result<()> {
    let Some(Ok(mutation)) = Mutation::of_settings(&setup.settings) else { return Ok(()) };
    let counts = store.counts()?;
    let mut stdout = super::print::stdout();
    let mut table = Table::new(["technique", "mutants", "right answer known"]);
    for name in &mutation.techniques {
        let [made, known] = counts.oracles.get(name).copied().unwrap_or_default();
        table.row([name.clone(), made.to_string(), known.to_string()]);
    }
    write!(stdout, "{}", table.for_terminal())?;
    let [unmade, _] = counts.oracles.get(MutantRuns::UNMADE).copied().unwrap_or_default();
    if unmade > 0 {
        writeln!(stdout, "{unmade} mutants could not be made")?;
    }
    for line in Gathered::read_unusable(out) {
        writeln!(stdout, "{line}")?;
    }
    Ok(())
}

/// Prints mutants of the first seed, or seeds, of each technique.
fn print_mutants(
    args: &Args,
    mut mutation: Mutation,
    numbers: std::ops::RangeInclusive<u64>,
    own: &OwnBuilds,
) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let mut library = None;
    let needs = mutation.mutators()?.iter().map(|one| one.needs()).max();
    // Only what must be known of seeds is asked of a solver.
    let choices = own.choices(&args.solvers())?;
    let Some((choice, others)) = choices.split_first() else { return Ok(Outcome::BadInput) };
    if needs > Some(crate::mutate::Needs::Status) || !args.solver.is_empty() {
        library = Some(locator.load_tried(choice, false, &Silent)?);
    }
    let repertoire = match library.filter(|_| !args.solver.is_empty()) {
        Some(library) => {
            mutation.cross_check = listed(others);
            let generator = mutation.of_generator();
            if let Some(why) = cross_check::prepare(&locator, choice, &generator)? {
                return bad_input(&why);
            }
            common_repertoire(&locator, choice, library, &generator, own)?
        }
        None => Repertoire::default(),
    };
    let none = Choice::parse("mock@truthful")?;
    let asked = match library {
        Some(library) => (choice.name, library),
        None => (none.name, locator.load(&none, &Silent)?),
    };
    let gathered = gather(&args.seeds, &mutation, &repertoire, &args.wanted(), asked)?;
    let mut outcome = Outcome::Clean;
    let mut stdout = super::print::stdout();
    for technique in mutation.mutators()? {
        let usable: Vec<Seed> = gathered
            .file
            .seeds
            .iter()
            .filter(|seed| {
                technique.arity() > 1 || seed.usable.iter().any(|one| one == technique.name())
            })
            .filter_map(|seed| seed.open().ok())
            .take(technique.arity())
            .collect();
        let borrowed: Vec<&Seed> = usable.iter().collect();
        let opened = match borrowed.len() == technique.arity() {
            true => technique.open(&borrowed, &repertoire),
            false => Err(crate::mutate::Unusable(gathered.first_reason(technique.name()))),
        };
        let mut mutants = match opened {
            Ok(mutants) => mutants,
            Err(why) => {
                say!("error: {} can use none of the seeds: {why}", technique.name());
                outcome = Outcome::BadInput;
                continue;
            }
        };
        let seed = args.seed.unwrap_or(0);
        let mut rng = rng::Seed(seed).generator(Stream::Mutation);
        let status = usable.first().and_then(|one| one.status);
        let modulo = if technique.makes_chains() { args.modulo } else { 1 };
        for number in 1..=numbers.end().to_owned() {
            let mut skipped = Vec::new();
            for _ in 1..modulo {
                if let Some(mutant) = mutants.draw(&mut rng) {
                    skipped.extend(mutant.steps);
                }
            }
            let mutant = mutants.draw(&mut rng);
            if !numbers.contains(&number) {
                continue;
            }
            let Some(mutant) = mutant else {
                writeln!(stdout, "; mutant {number} of {}: none could be made", technique.name())?;
                continue;
            };
            writeln!(
                stdout,
                "; mutant {number} by {} of {}, chain {seed:#x}",
                technique.name(),
                borrowed.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(" and ")
            )?;
            write!(stdout, "{}", mutant_text(&mutant, &skipped, status))?;
        }
    }
    Ok(outcome)
}
