//! `murxla enumerate`: every small term of a space, asked about and judged by all its values.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::cross_check;
use super::exit::Outcome;
use super::fuzz;
use super::option_flips::{Which, flips};
use super::print::say;
use super::required_options::refused_option;
use super::shared_store;
use super::status::Format;
use super::table::Table;
use super::{OwnBuilds, again};
use crate::campaign::messages::Setup;
use crate::campaign::{ENUMERATION, Plan, Store, UNCOMPARED};
use crate::enumerate::{
    Commands, Enumeration, Limits, SPACES, Sequences, Space, THOROUGH, Terms, shard,
};
use crate::model::Settings;
use crate::solvers::Choice;
use crate::supply::Silent;

/// Ask about every small term, and judge by all its values
#[derive(clap::Args, Clone)]
#[command(after_help = spaces())]
pub(super) struct Args {
    /// The space: theories, sorts and constants
    #[arg(value_name = "SPACE", required_unless_present = "resume")]
    space: Option<String>,
    /// Go on with the enumeration in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["space", "out"])]
    resume: Option<PathBuf>,
    /// The solver [default: z3]
    #[arg(long, value_name = "NAME[@VERSION]")]
    solver: Option<String>,
    /// Terms of up to so many operators
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(..=8))]
    size: u8,
    /// Also terms with parts that are equal on all values to others
    #[arg(long)]
    all_shapes: bool,
    /// At most so many constants of a sort
    #[arg(long, value_name = "N")]
    constants: Option<usize>,
    /// Only these operators, by their symbols or keys
    #[arg(long, value_name = "OPERATORS", value_delimiter = ',')]
    only: Vec<String>,
    /// Without literals
    #[arg(long)]
    no_literals: bool,
    /// Constants may be bound by quantifiers, each of which is an operator
    #[arg(long)]
    quantifiers: bool,
    /// Also operators that this solver alone has
    #[arg(long)]
    own_operators: bool,
    /// Also three arguments of operators that take any number, such as `and` and `bvadd`
    #[arg(long)]
    three_arguments: bool,
    /// Begin with the term of this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// End before the term of this number
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Take one part of the numbers, so that several machines share them
    #[arg(long, value_name = "I/K", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),
    /// Ask about one term in so many in all ways, with all oracles; 1: about all
    #[arg(long, value_name = "N", default_value_t = THOROUGH, value_parser = clap::value_parser!(u64).range(1..))]
    thorough: u64,
    /// Set an option of the solver in all instances
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    set_option: Vec<(String, String)>,
    /// Ask with each Boolean option of the solver at the value that it does not have by default, one at a time
    #[arg(long)]
    options_one_by_one: bool,
    /// Ask with each option of a few numbers or words at each other value, one at a time: levels of rewriting, for example
    #[arg(long)]
    modes_one_by_one: bool,
    /// Instead of terms, all sequences of up to so many commands over a few formulas of the space
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=8))]
    sequences: Option<u8>,
    /// Over so many formulas
    #[arg(long, value_name = "N", default_value_t = 3, requires = "sequences", value_parser = clap::value_parser!(u8).range(1..=8))]
    formulas: u8,
    /// An option that is a command of sequences, too: it is set at every place where the solver takes it
    #[arg(long, value_name = "NAME=VALUE", requires = "sequences", value_parser = option)]
    option_inside: Vec<(String, String)>,
    /// Another solver, which is asked where the values that are tried do not tell the right answer
    #[arg(long, value_name = "NAME[@VERSION]", value_parser = Choice::parse, conflicts_with = "sequences")]
    cross_check: Option<Choice>,
    /// Tell how many there are, and do nothing
    #[arg(long)]
    count: bool,
    /// Seconds of processor time that a term may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = 5.0, value_parser = super::seed::seconds)]
    time: f64,
    /// How many worker processes [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Stop after this time, e.g. 90s, 10m, 8h
    #[arg(long, value_name = "TIME", value_parser = fuzz::time)]
    time_budget: Option<Duration>,
    /// Stop when so many different findings were made
    #[arg(long, value_name = "N")]
    stop_after: Option<u64>,
    /// Megabytes of memory for a worker's batch [default: 2048]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..))]
    memory: Option<u64>,
    /// The folder for findings and figures [default: murxla-SPACE-N here]
    #[arg(short = 'O', long, value_name = "FOLDER")]
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

fn option(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    parts.ok_or_else(|| "write NAME=VALUE".to_owned())
}

fn spaces() -> String {
    let rows = SPACES.iter().map(|space| format!("  {:8} {}", space.name, space.about));
    format!("Spaces:\n{}", rows.collect::<Vec<_>>().join("\n"))
}

impl Args {
    fn enumeration(&self) -> Enumeration {
        Enumeration {
            space: self.space.clone().unwrap_or_default(),
            size: usize::from(self.size),
            all_shapes: self.all_shapes,
            limits: Limits {
                constants: self.constants.unwrap_or(usize::MAX),
                operators: self.only.clone(),
                literals: !self.no_literals,
                quantifiers: self.quantifiers,
                own_operators: self.own_operators,
                three_arguments: self.three_arguments,
            },
            from: self.from,
            to: self.to,
            shard: self.shard,
            thorough: self.thorough,
            options: self.set_option.clone(),
            flips: Vec::new(),
            sequences: self.sequences.map(|length| Commands {
                length: length.into(),
                formulas: self.formulas.into(),
                options: self.option_inside.clone(),
            }),
            cross_check: self.cross_check.as_ref().map(Choice::to_string),
        }
    }

    /// What a campaign takes.
    fn many(&self, runs: Option<u64>) -> fuzz::Args {
        fuzz::Args {
            jobs: self.jobs,
            max_runs: runs,
            time_budget: self.time_budget,
            stop_after: self.stop_after,
            minimize: false,
            minimize_budget: Duration::ZERO,
            campaign_seed: None,
            memory: self.memory,
            out: self.out.clone(),
            known: self.known.clone(),
            export_known: None,
            format: self.format,
            quiet: self.quiet,
            shared: self.shared.clone(),
        }
    }
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if let Some(out) = &args.resume {
        return fuzz::resume_folder(out, &args.many(None), own);
    }
    let own = &own.everywhere(&own.locator()?);
    let choice = own.choice(args.solver.as_deref().unwrap_or(fuzz::DEFAULT_SOLVER))?;
    let mut enumeration = args.enumeration();
    let library = own.locator()?.load_tried(&choice, false, &Silent)?;
    let wanted = [
        (args.options_one_by_one, Which::Booleans, "Boolean options"),
        (args.modes_one_by_one, Which::Modes, "options of a few values"),
    ];
    for (_, which, words) in wanted.into_iter().filter(|(wanted, ..)| *wanted) {
        let space = SPACES.iter().find(|space| space.name == enumeration.space);
        let theories = space.map_or(&[][..], |space| space.theories);
        let found = flips(choice.name, library, theories, which);
        if found.is_empty() {
            say!("error: {choice} has no {words} that could be set here");
            return Ok(Outcome::BadInput);
        }
        enumeration.flips.extend(found);
    }
    let settings = Settings {
        required_options: [args.set_option.as_slice(), &args.option_inside].concat(),
        cross_check: enumeration.cross_check.clone(),
        ..Settings::default()
    };
    if let Some(why) = cross_check::prepare(&own.locator()?, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    if let Some(why) = refused_option(&own.locator()?, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    let (terms, sequences) = match enumeration.all(library.profile()) {
        Ok(all) => all,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    if let Some(other) = &args.cross_check {
        if other.name == choice.name {
            say!("error: --cross-check asks another solver than {choice}, in the same process");
            return Ok(Outcome::BadInput);
        }
        let judge = own.locator()?.load_tried(other, false, &Silent)?;
        let its_own = Space::new(&enumeration.space, &Limits::default(), judge.profile());
        let why = match its_own {
            Err(error) => Some(error.to_string()),
            Ok(_) => terms.space().lacks(judge.profile()),
        };
        if let Some(why) = why {
            say!("error: --cross-check {other}: {why}");
            return Ok(Outcome::BadInput);
        }
    }
    let count = sequences.as_ref().map_or(terms.count(), Sequences::count);
    let runs = enumeration.numbers(count).count() * enumeration.flips.len().max(1) as u64;
    if args.count {
        return counted(&terms, sequences.as_ref(), runs);
    }
    if !args.quiet {
        tell(&terms, sequences.as_ref(), &enumeration, runs);
    }
    let name = format!("murxla-{}-{}", enumeration.space, enumeration.size);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(name));
    if Plan::read(&out).is_ok() {
        say!(
            "error: there is a campaign in {}; go on with murxla enumerate --resume {}, or choose another folder with -O",
            out.display(),
            again::path(&out)
        );
        return Ok(Outcome::BadInput);
    }
    drop((terms, sequences));
    let mut setup = Setup {
        solver: choice.to_string(),
        release: None,
        sha256: None,
        libraries: own.named_libraries(),
        settings: enumeration.settings(),
        campaign_seed: 0,
        time: args.time,
        shortened: None,
        memory: args.memory.unwrap_or(fuzz::DEFAULT_MEMORY) << 20,
    };
    let plan = fuzz::plan(&mut setup, own)?;
    fuzz::go_in(&args.many(Some(runs)), setup, own, &out, &plan)
}

/// How many runs the enumeration of a setup has; `None` if it is none.
pub(super) fn runs_of(setup: &Setup, own: &OwnBuilds) -> anyhow::Result<Option<u64>> {
    let Some(enumeration) = Enumeration::of_settings(&setup.settings) else { return Ok(None) };
    let choice = Choice::parse(&setup.solver)?;
    let library = own.locator()?.load_tried(&choice, false, &Silent)?;
    Ok(Some(enumeration?.run_count(library.profile())?))
}

/// The last line: what was asked, and what is wrong.
pub(super) fn summary(
    setup: &Setup,
    store: &mut dyn Store,
    runs: Option<u64>,
) -> anyhow::Result<()> {
    let Some(Ok(enumeration)) = Enumeration::of_settings(&setup.settings) else { return Ok(()) };
    let (counts, buckets) = (store.counts()?, store.buckets()?);
    let violations: u64 = buckets.iter().map(|bucket| bucket.count).sum();
    let asked = match runs {
        Some(runs) if runs == counts.runs => format!("all {runs}"),
        Some(runs) => format!("{} of {runs}", counts.runs),
        None => counts.runs.to_string(),
    };
    let what = what(&enumeration);
    let [answers, known] = counts.oracles.get(ENUMERATION).copied().unwrap_or_default();
    let uncompared = counts.cannot_tell.get(UNCOMPARED).map_or(0, |row| row[0]);
    let mut stdout = super::print::stdout();
    // A bucket is named by the option of its first run, if one is set at a time.
    let each = runs.unwrap_or(0) / enumeration.flips.len().max(1) as u64;
    for bucket in &buckets {
        let flip = bucket.first_run.checked_div(each).map(|flip| flip as usize);
        if let Some((name, value)) = flip.and_then(|flip| enumeration.flips.get(flip)) {
            writeln!(stdout, "with {name}={value}: {}", bucket.key)?;
        }
    }
    if enumeration.sequences.is_none() {
        writeln!(
            stdout,
            "{known} of {answers} answers have a known right one; {uncompared} simplified terms were not compared"
        )?;
    }
    writeln!(
        stdout,
        "{asked} {what} on {}: {violations} violations in {} buckets",
        setup.solver,
        buckets.len()
    )?;
    Ok(())
}

/// What is enumerated, in words.
fn what(enumeration: &Enumeration) -> String {
    let flips = match enumeration.flips.len() {
        0 => String::new(),
        count => format!(", with each of {count} options"),
    };
    match &enumeration.sequences {
        Some(Commands { length, formulas, .. }) => format!(
            "sequences of up to {length} commands over {formulas} formulas of {}{flips}",
            enumeration.space
        ),
        None => {
            format!(
                "terms of up to {} operators over {}{flips}",
                enumeration.size, enumeration.space
            )
        }
    }
}

fn tell(terms: &Terms, sequences: Option<&Sequences>, enumeration: &Enumeration, runs: u64) {
    let exact = match terms.values().are_complete() {
        true => "all values of all constants are tried",
        false => "some values of the constants are tried",
    };
    say!(
        "{} {}: {}; {} operators; {exact}: {} assignments",
        sequences.map_or(terms.count(), Sequences::count),
        what(enumeration),
        terms.space().sorts_in_words(),
        terms.space().operator_count(),
        terms.values().assignments()
    );
    if runs != sequences.map_or(terms.count(), Sequences::count) {
        say!("{runs} runs are to be done");
    }
}

fn counted(terms: &Terms, sequences: Option<&Sequences>, runs: u64) -> anyhow::Result<Outcome> {
    let mut stdout = super::print::stdout();
    if let Some(sequences) = sequences {
        writeln!(stdout, "{} sequences; {runs} are asked", sequences.count())?;
        return Ok(Outcome::Clean);
    }
    let mut table = Table::new(["operators", "terms"]);
    for (size, count) in terms.by_size().iter().enumerate() {
        table.row([size.to_string(), count.to_string()]);
    }
    write!(stdout, "{}", table.for_terminal())?;
    writeln!(
        stdout,
        "{} terms, made of {} different parts; {runs} are asked about",
        terms.count(),
        terms.part_count()
    )?;
    for left_out in &terms.space().left_out {
        writeln!(stdout, "left out: {left_out}")?;
    }
    Ok(Outcome::Clean)
}
