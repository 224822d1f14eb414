//! Bare `murxla` and `murxla fuzz`: fuzzes until it is stopped.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Context;
use murxla_api::Assertions;
use murxla_api::visible_line;

use super::cross_check;
use super::exit::Outcome;
use super::print::say;
use super::progress::StderrProgress;
use super::required_options::{refused_names, refused_option};
use super::settings;
use super::shared_store;
use super::status::{Format, StatusLine};
use super::table::Table;
use super::{OwnBuilds, again};
use crate::campaign::messages::Setup;
use crate::campaign::{
    Bucket, Campaign, CampaignError, Counts, Goals, Parts, Plan, Signal, SolverPlan, SqliteStore,
    Store, file_sha256,
};
use crate::enumerate::Enumeration;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::findings::{
    Ending, Family, Finding, ISSUE, Key, Known, KnownKey, MIN_TRACE, Priority, Rank, clean,
    read_findings, scope_of,
};
use crate::model::Settings;
use crate::rng::Seed;
use crate::solvers::Choice;
use crate::trace::CallArg;

/// Many runs.
#[derive(clap::Args, Clone)]
#[group(id = "campaign")]
#[command(next_help_heading = "Many runs")]
pub(super) struct Args {
    /// How many worker processes [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) jobs: Option<u32>,
    /// Stop after so many runs
    #[arg(short, long, value_name = "N")]
    pub(super) max_runs: Option<u64>,
    /// Stop after this time, e.g. 90s, 10m, 8h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) time_budget: Option<Duration>,
    /// Stop when so many different findings were made
    #[arg(long, value_name = "N")]
    pub(super) stop_after: Option<u64>,
    /// Minimize the first trace of each finding, in the background: min.trace in its folder
    #[arg(long)]
    pub(super) minimize: bool,
    /// Time for each of them, e.g. 90s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time, requires = "minimize")]
    pub(super) minimize_budget: Duration,
    /// The seed from which the seeds of all runs come, so that run i is the same with any number of workers
    /// [default: a new one]
    #[arg(long, value_name = "N", value_parser = super::seed::seed)]
    pub(super) campaign_seed: Option<u64>,
    /// Megabytes of memory for a batch of runs [default: 2048]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..))]
    pub(super) memory: Option<u64>,
    /// The folder for findings and figures [default: murxla-SEED here]
    #[arg(short = 'O', long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Do not tell findings that this file lists
    #[arg(long, value_name = "FILE")]
    pub(super) known: Option<PathBuf>,
    /// Write all findings to a file that --known takes
    #[arg(long, value_name = "FILE")]
    pub(super) export_known: Option<PathBuf>,
    /// What is printed while it goes on
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
    /// Print only the table at the end
    #[arg(short, long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) shared: shared_store::Args,
}

/// Fuzz, or go on where a campaign stopped
#[derive(clap::Args)]
pub(super) struct Command {
    /// Go on with the campaign in this folder, with its settings: what contradicts them is refused
    #[arg(long, value_name = "FOLDER", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// The solver [default: z3]
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Option<String>,
    /// Seconds of processor time that a run may take [default: 1]
    #[arg(short, long, value_name = "SECONDS", value_parser = super::seed::seconds)]
    time: Option<f64>,
    #[command(flatten)]
    many: Args,
    #[command(flatten)]
    settings: settings::Args,
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(digits) => (digits, text.as_bytes()[digits.len()]),
        None => (text, b's'),
    };
    let factor = match unit {
        b'm' => 60.0,
        b'h' => 3600.0,
        _ => 1.0,
    };
    let seconds = digits.parse::<f64>().ok().map(|number| number * factor);
    let fits = seconds.filter(|seconds| (0.0..=1e9).contains(seconds));
    fits.map(Duration::from_secs_f64).ok_or_else(|| "write for example 90s, 10m or 8h".to_owned())
}

/// The names under which a plan keeps what is no setting of a run.
const TIME: &str = "time";
const MEMORY: &str = "memory";
pub(super) const SOLVER: &str = "solver";

/// What is used if nothing else is said.
pub(super) const DEFAULT_SOLVER: &str = "z3";
const DEFAULT_TIME: f64 = 1.0;
pub(super) const DEFAULT_MEMORY: u64 = 2048;

/// A worker gets at most so many runs at once, and so many terms of an enumeration.
const LARGEST_BATCH: u64 = 5_000;
const LARGEST_BATCH_OF_TERMS: u64 = 50_000;

pub(super) fn command(command: &Command, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    match &command.resume {
        Some(out) => resume(out, Some(command), &command.many, own),
        None => {
            let solver = command.solver.as_deref();
            begin(&command.many, &command.settings, solver, command.time, own)
        }
    }
}

/// A new campaign.
pub(super) fn begin(
    args: &Args,
    settings: &settings::Args,
    solver: Option<&str>,
    time: Option<f64>,
    own: &OwnBuilds,
) -> anyhow::Result<Outcome> {
    let settings: Settings = match settings.settings() {
        Ok(settings) => settings,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    // Before anything is made.
    if let Some(Err(error)) = args.known.as_deref().map(Known::load) {
        say!("error: {error}");
        return Ok(Outcome::BadInput);
    }
    // What is written down means the same in any folder, and whatever the environment says later.
    let own = &own.everywhere(&own.locator()?);
    let seed = args.campaign_seed.unwrap_or_else(|| Seed::fresh().0);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("murxla-{seed:x}")));
    let choice = own.choice(solver.unwrap_or(DEFAULT_SOLVER))?;
    if choice.only_prints() {
        say!(
            "error: {choice} has no binary to fuzz: write --solver smtlib:COMMAND, or --seed N to print a run"
        );
        return Ok(Outcome::BadInput);
    }
    let mut setup = Setup {
        solver: choice.to_string(),
        release: None,
        sha256: None,
        libraries: own.named_libraries(),
        settings: settings.changed(),
        campaign_seed: seed,
        time: time.unwrap_or(DEFAULT_TIME),
        shortened: None,
        memory: args.memory.unwrap_or(DEFAULT_MEMORY) << 20,
    };
    if Plan::read(&out).is_ok() {
        say!(
            "error: there is a campaign in {}; go on with murxla fuzz --resume {}, or choose another folder with -O",
            out.display(),
            again::path(&out)
        );
        return Ok(Outcome::BadInput);
    }
    if let Some(why) = cross_check::prepare(&own.locator()?, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    let plan = plan(&mut setup, own)?;
    if let Some(why) = refused_names(&own.locator()?, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    if let Some(why) = refused_option(&own.locator()?, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    go_in(args, setup, own, &out, &plan)
}

/// Conducts a new campaign in a folder, which is made with its plan and store.
pub(super) fn go_in(
    args: &Args,
    setup: Setup,
    own: &OwnBuilds,
    out: &Path,
    plan: &Plan,
) -> anyhow::Result<Outcome> {
    let made = std::fs::create_dir_all(out).map_err(DiskError::on("make the folder", out));
    if let Err(outcome) = said(made) {
        return Ok(outcome);
    }
    if args.shared.is_given() {
        return super::work::begin(args, setup, own, out, plan);
    }
    let mut store = match said(SqliteStore::open(out)) {
        Ok(store) => store,
        Err(outcome) => return Ok(outcome),
    };
    if let Err(outcome) = said(plan.write(out)) {
        return Ok(outcome);
    }
    go(args, setup, own, out, &mut store)
}

/// The plan of a campaign; the solver is installed if it is missing. If it has assertions, the setup gets the release.
pub(super) fn plan(setup: &mut Setup, own: &OwnBuilds) -> anyhow::Result<Plan> {
    let locator = own.locator()?;
    let choice = Choice::parse(&setup.solver)?;
    let library = locator.load_tried(&choice, false, &StderrProgress::new())?;
    setup.release = locator.release_of(&choice, library).map(|release| release.to_string());
    if setup.release.is_none() && library.info().assertions == Assertions::On {
        say!(
            "note: no release of {0} is installed, so findings are not done again on it; \
             `murxla solvers install {0}` does that",
            choice.name
        );
    }
    let path = library.info().path.clone();
    let sha256 = path.as_deref().map(file_sha256).transpose()?;
    setup.sha256.clone_from(&sha256);
    let mut settings = setup.settings.clone();
    settings.push((SOLVER.to_owned(), setup.solver.clone()));
    settings.push((TIME.to_owned(), setup.time.to_string()));
    settings.push((MEMORY.to_owned(), setup.memory.to_string()));
    let (name, version) = (choice.name.to_owned(), library.info().build());
    let solver = SolverPlan { name, version, library: path, sha256 };
    Ok(Plan::new(setup.campaign_seed, settings, vec![solver]))
}

/// Goes on with the campaign in a folder, whatever its runs are.
pub(super) fn resume_folder(out: &Path, args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    resume(out, None, args, own)
}

/// Goes on with a campaign; what the command says must not contradict it.
fn resume(
    out: &Path,
    command: Option<&Command>,
    args: &Args,
    own: &OwnBuilds,
) -> anyhow::Result<Outcome> {
    let old = match Plan::read(out) {
        Ok(plan) => plan,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let contradicted =
        command.map_or_else(|| Ok(Vec::new()), |command| contradictions(&old, command, own));
    match contradicted {
        Ok(contradictions) if contradictions.is_empty() => {}
        Ok(contradictions) => {
            say!(
                "error: a campaign goes on with the settings in its campaign.toml, and these are others: {}; leave them out, \
                 or begin another campaign in another folder with -O",
                contradictions.join(", ")
            );
            return Ok(Outcome::BadInput);
        }
        Err(error) => {
            say!("error: {error:#}");
            return Ok(Outcome::BadInput);
        }
    }
    if super::work::is_of_shared(out) {
        say!(
            "error: the campaign in {} is in a shared store; go on with murxla work --store URL -O {}",
            out.display(),
            again::path(out)
        );
        return Ok(Outcome::BadInput);
    }
    let own = own.everywhere(&own.locator()?);
    let mut setup = setup_of(&old, &own)?;
    let own = match old.solvers.first() {
        Some(planned) => {
            let shown = format!("the campaign in {}", out.display());
            own.with_library_of_plan(planned, &Choice::parse(&setup.solver)?, &shown)?
        }
        None => own,
    };
    setup.libraries = own.named_libraries();
    let now = plan(&mut setup, &own)?;
    let terms = super::enumerate::runs_of(&setup, &own)?;
    let args = &Args { max_runs: terms.or(args.max_runs), ..args.clone() };
    if let (Some(was), Some(is)) = (old.solvers.first(), now.solvers.first())
        && was.sha256 != is.sha256
    {
        let file = |plan: &SolverPlan| {
            plan.library
                .as_ref()
                .map_or_else(|| plan.name.clone(), |path| path.display().to_string())
        };
        say!(
            "error: the campaign in {} was begun with {} ({}), and {} ({}) is another library; begin a campaign of its own \
             with -O",
            out.display(),
            file(was),
            was.version,
            file(is),
            is.version
        );
        return Ok(Outcome::SolverUnusable);
    }
    for difference in old.differences(&now) {
        say!("note: since the campaign began: {difference}");
    }
    match said(SqliteStore::open(out)) {
        Ok(mut store) => go(args, setup, &own, out, &mut store),
        Err(outcome) => Ok(outcome),
    }
}

/// What workers must know of a campaign that was planned before.
pub(super) fn setup_of(plan: &Plan, own: &OwnBuilds) -> anyhow::Result<Setup> {
    let (ours, settings): (Vec<_>, Vec<_>) = plan
        .settings
        .iter()
        .cloned()
        .partition(|(name, _)| [SOLVER, TIME, MEMORY].contains(&name.as_str()));
    let value = |wanted: &str| ours.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    Ok(Setup {
        release: None,
        sha256: None,
        solver: value(SOLVER).context("campaign.toml names no solver")?.clone(),
        libraries: own.named_libraries(),
        settings,
        campaign_seed: plan.seed,
        shortened: None,
        time: value(TIME).and_then(|text| text.parse().ok()).unwrap_or(1.0),
        memory: value(MEMORY).and_then(|text| text.parse().ok()).unwrap_or(2 << 30),
    })
}

/// What was given on the command line, and is not what the campaign was begun with.
fn contradictions(old: &Plan, command: &Command, own: &OwnBuilds) -> anyhow::Result<Vec<String>> {
    let mut given = command.settings.settings()?.changed();
    if let Some(solver) = &command.solver {
        given.push((SOLVER.to_owned(), own.choice(solver)?.to_string()));
    }
    if let Some(time) = command.time {
        given.push((TIME.to_owned(), time.to_string()));
    }
    if let Some(memory) = command.many.memory {
        given.push((MEMORY.to_owned(), (memory << 20).to_string()));
    }
    let mut found: Vec<String> = given
        .iter()
        .filter(|setting| !old.settings.contains(setting))
        .map(|(name, value)| {
            let recorded = old.settings.iter().find(|(other, _)| other == name);
            match recorded {
                Some((_, recorded)) => format!("{name} {value} (it has {recorded})"),
                None => format!("{name} {value} (it has none)"),
            }
        })
        .collect();
    if let Some(seed) = command.many.campaign_seed.filter(|seed| *seed != old.seed) {
        found.push(format!("campaign-seed {seed:#x} (it has {:#x})", old.seed));
    }
    Ok(found)
}

/// Says an error and tells the outcome that it stands for.
pub(super) fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, Outcome> {
    result.map_err(|error| {
        say!("error: {error}");
        Outcome::Disk
    })
}

/// How many workers.
pub(super) fn jobs(asked: Option<u32>) -> u32 {
    let processors = || std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
    asked.unwrap_or_else(processors)
}

/// Conducts a campaign.
pub(super) fn go(
    args: &Args,
    setup: Setup,
    own: &OwnBuilds,
    out: &Path,
    store: &mut dyn Store,
) -> anyhow::Result<Outcome> {
    if let Err(outcome) = said(clean(out)) {
        return Ok(outcome);
    }
    let known = match args.known.as_deref().map(Known::load).transpose() {
        Ok(known) => known.unwrap_or_else(|| Known::new(Vec::new())),
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let goals = Goals {
        jobs: jobs(args.jobs),
        max_runs: args.max_runs,
        time_budget: args.time_budget,
        stop_after: args.stop_after,
        largest_batch: match Enumeration::of_settings(&setup.settings) {
            Some(_) => LARGEST_BATCH_OF_TERMS,
            None => LARGEST_BATCH,
        },
        minimize: args.minimize.then_some(args.minimize_budget),
    };
    let (sender, receiver) = mpsc::channel();
    let interrupts = sender.clone();
    let mut signals = signal_hook::iterator::Signals::new([
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ])?;
    let pass_on = move || {
        for _ in signals.forever() {
            // Nobody listens any more: we are ending.
            let _ = interrupts.send(Signal::Interrupt);
        }
    };
    let started = std::thread::Builder::new().spawn(pass_on);
    started.context("a thread cannot be started; check limits on processes")?;
    let enumerated = setup.clone();
    let mut audience =
        StatusLine::new(args.format, args.quiet, out, &setup, own, jobs(args.jobs) as usize)?;
    audience.catch_up(&store.buckets()?);
    let parts = Parts {
        out,
        program: std::env::current_exe()?,
        setup,
        goals,
        store: &mut *store,
        known,
        audience: &mut audience,
        signals: (sender, receiver),
    };
    let ended = Campaign::new(parts).and_then(Campaign::run);
    audience.catch_up(&store.buckets()?);
    audience.finish(ended.is_ok());
    let outcome = match &ended {
        Ok(_) => Outcome::Clean,
        Err(error) => {
            say!("error: {error}");
            match error {
                CampaignError::Worker(_) => Outcome::SolverUnusable,
                CampaignError::Dying => Outcome::OwnError,
                CampaignError::Store(error) if error.is_of_shared() => Outcome::Store,
                _ => Outcome::Disk,
            }
        }
    };
    let (mut counts, buckets) = (store.counts()?, store.buckets()?);
    let choice = own.choice(&enumerated.solver)?;
    counts.claim_functions_and_options(own.locator()?.load_tried(
        &choice,
        false,
        &StderrProgress::new(),
    )?);
    let stats = counts.stats_json(audience.figures(&buckets));
    let written = write_output(&out.join("stats.json"), stats.as_bytes());
    // What is wrong with the disk was said already.
    if ended.is_ok() && said(written).is_err() {
        return Ok(Outcome::Disk);
    }
    if let Some(path) = &args.export_known {
        let found = read_findings(out)?;
        let keys: Vec<KnownKey> = buckets
            .iter()
            .map(|bucket| KnownKey {
                comment: visible_line(&bucket.message).into_owned(),
                key: bucket.key.clone(),
                family: family(&found, &bucket.key),
            })
            .collect();
        if said(Known::write(path, &keys)).is_err() {
            return Ok(Outcome::Disk);
        }
    }
    let (found, ours) =
        (!buckets.is_empty(), buckets.iter().any(|bucket| bucket.key.class == Ending::OwnError));
    let told = summary(&counts, buckets, out, ended.as_ref().ok());
    super::enumerate::summary(&enumerated, store, args.max_runs)?;
    super::mutate::summary(&enumerated, store, out)?;
    match told {
        // Whoever reads our output has seen enough; how the campaign ended is told all the same.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        told => told.context("cannot write to standard output")?,
    }
    // An error of our own is no finding, and must not be taken for one.
    Ok(match outcome {
        Outcome::Clean if ours => Outcome::OwnError,
        Outcome::Clean if found => Outcome::Finding,
        outcome => outcome,
    })
}

/// The table at the end.
fn summary(
    counts: &Counts,
    mut buckets: Vec<Bucket>,
    out: &Path,
    known: Option<&Known>,
) -> io::Result<()> {
    let mut stdout = super::print::stdout();
    let ends = |wanted: Ending| counts.ends.get(&wanted.to_string()).copied().unwrap_or(0);
    writeln!(
        stdout,
        "{} runs, {} calls ({} refused); sat {}, unsat {}, unknown {}; {} timeouts; {} in {}",
        counts.runs,
        counts.calls,
        counts.rejected,
        counts.sat,
        counts.unsat,
        counts.unknown,
        ends(Ending::Timeout),
        match buckets.len() {
            1 => "1 finding".to_owned(),
            count => format!("{count} different findings"),
        },
        out.display()
    )?;
    if let Some(known) = known {
        let fired: u64 = known.fired().map(|(_, count)| count).sum();
        if fired > 0 {
            writeln!(stdout, "{fired} runs found what is known already")?;
        }
    }
    let ((called, exported), (drawn, options)) =
        (Counts::used(&counts.functions), Counts::used(&counts.options));
    if exported > 0 {
        writeln!(
            stdout,
            "API functions called: {called} of {exported}; options drawn: {drawn} of {options}"
        )?;
    }
    if buckets.is_empty() {
        return Ok(());
    }
    let found = read_findings(out).unwrap_or_default();
    let of = |bucket: &Bucket| found.iter().find(|(_, finding)| finding.key == bucket.key);
    let rank =
        |bucket: &Bucket| of(bucket).map(|(_, finding)| Rank::of(finding, scope_of(finding)));
    buckets.sort_by_key(|bucket| {
        (
            rank(bucket).is_none(),
            rank(bucket),
            Priority::of(&bucket.key),
            std::cmp::Reverse(bucket.count),
        )
    });
    let mut table = Table::new(["count", "class", "first seed", "finding"]).widest_cell(100);
    for bucket in &buckets {
        table.row([
            bucket.count.to_string(),
            bucket.key.class.to_string(),
            format!("{:#x}", bucket.first_seed),
            format!("{}: {}", bucket.key.folder_name(), bucket.key.detail),
        ]);
    }
    write!(stdout, "{}", table.for_terminal())?;
    write!(stdout, "{}", next_steps(out, buckets.first().and_then(of)))
}

/// What to do with what was found: `first` is what matters most.
fn next_steps(out: &Path, first: Option<&(PathBuf, Finding)>) -> String {
    let shown = again::path(out);
    let mut steps: Vec<(String, String)> = Vec::new();
    if let Some((folder, finding)) = first {
        let shown = again::path(folder);
        let what = Rank::of(finding, scope_of(finding)).name();
        if finding.key.class == Ending::OwnError {
            steps.push((
                format!("murxla replay {shown}"),
                "this is our error: please tell us".to_owned(),
            ));
        } else if folder.join(ISSUE).is_file() {
            let known = finding.diagnosis.as_ref().and_then(|known| known.duplicate_of.as_deref());
            let known = known.map_or_else(String::new, |known| {
                format!("; likely known: {}", visible_line(known))
            });
            steps.push((format!("less {shown}/{ISSUE}"), format!("{what}: the issue{known}")));
        } else if folder.join(MIN_TRACE).is_file() {
            steps.push((format!("murxla diagnose {shown}"), format!("{what}: writes the issue")));
        } else {
            steps.push((format!("murxla minimize {shown}"), format!("{what}: makes it small")));
            steps.push((format!("murxla diagnose {shown}"), "then writes the issue".to_owned()));
        }
    }
    steps.push((
        format!("murxla triage {shown}"),
        "does each again alone, and sorts them".to_owned(),
    ));
    steps.push((
        format!("murxla report {shown} -o report.html"),
        "all of them on a page".to_owned(),
    ));
    let widest = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    let lines = steps.iter().map(|(command, what)| format!("  {command:widest$}  {what}\n"));
    format!("next:\n{}", lines.collect::<String>())
}

/// The family of a crash whose trace was minimized: what is left there is needed for it.
fn family(found: &[(PathBuf, Finding)], key: &Key) -> Option<Family> {
    let (folder, _) = found.iter().find(|(_, finding)| finding.key == *key)?;
    let text = std::fs::read(folder.join(MIN_TRACE)).ok()?;
    let (trace, _) = crate::trace::read(&text).ok()?;
    let mut operators: Vec<String> = Vec::new();
    for call in &trace.calls {
        for arg in &call.args {
            if let CallArg::Applied(applied) = arg
                && !operators.iter().any(|known| known == applied.operator.key())
            {
                operators.push(applied.operator.key().to_owned());
            }
        }
    }
    Family::of(key, operators)
}
