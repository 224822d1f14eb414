//! `murxla work`: joins a campaign in a shared store; and the beginning of such a campaign.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::OwnBuilds;
use super::exit::Outcome;
use super::fuzz;
use super::print::say;
use super::shared_store;
use super::status::Format;
use crate::campaign::Plan;
use crate::campaign::messages::Setup;
use crate::campaign::postgres::{Address, CampaignRow, Database, SharedError, SharedStore};
use crate::campaign::{Mutation, SolverPlan, StoreError};
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::seeds::SeedFile;

/// Work on a campaign in a shared store, beside other machines: any number of these, started and killed at any time
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    shared: shared_store::Args,
    /// How many worker processes [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Leave after this time, e.g. 90s, 10m, 8h
    #[arg(long, value_name = "TIME", value_parser = fuzz::time)]
    time_budget: Option<Duration>,
    /// Leave the minimizing of findings to others
    #[arg(long)]
    no_minimize: bool,
    /// Time for each finding that is minimized, e.g. 90s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = fuzz::time)]
    minimize_budget: Duration,
    /// The folder of this machine [default: murxla-work-CAMPAIGN here]
    #[arg(short = 'O', long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// What is printed while it goes on
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print only the table at the end
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    /// What a campaign takes.
    fn many(&self, goal: Option<u64>, known: Option<PathBuf>) -> fuzz::Args {
        fuzz::Args {
            jobs: self.jobs,
            max_runs: goal,
            time_budget: self.time_budget,
            stop_after: None,
            minimize: !self.no_minimize,
            minimize_budget: self.minimize_budget,
            campaign_seed: None,
            memory: None,
            out: self.out.clone(),
            known,
            export_known: None,
            format: self.format,
            quiet: self.quiet,
            shared: self.shared.clone(),
        }
    }
}

/// The file in a machine's folder that says to which campaign it belongs.
const FILE: &str = "store.toml";
/// The keys that the campaign knows.
const KNOWN: &str = "known.toml";

#[derive(PartialEq, Serialize, Deserialize)]
struct Belongs {
    store: String,
    campaign: String,
}

/// Whether a folder is that of a machine that works on a shared campaign.
pub(super) fn is_of_shared(out: &Path) -> bool {
    out.join(FILE).exists()
}

/// Says what is wrong with a store, and gives the outcome that stands for it.
pub(super) fn outcome_of(error: &SharedError) -> Outcome {
    say!("error: {error}");
    if error.is_of_input() { Outcome::BadInput } else { Outcome::Store }
}

/// Begins a campaign, and is the first that works on it.
pub(super) fn begin(
    args: &fuzz::Args,
    setup: Setup,
    own: &OwnBuilds,
    out: &Path,
    plan: &Plan,
) -> anyhow::Result<Outcome> {
    let address = match args.shared.address() {
        Ok(address) => address,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let folder = out.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = args.shared.campaign.clone().or(folder).context("the campaign has no name")?;
    let known = match &args.known {
        Some(path) => std::fs::read_to_string(path).map_err(DiskError::on("read", path))?,
        None => String::new(),
    };
    let text = plan.text(out)?;
    let seeds = std::fs::read(out.join(SeedFile::NAME)).ok();
    let begun = Database::open_or_make(&address).and_then(|mut database| {
        let campaign = database.begin_campaign(&name, &text, &known, args.max_runs)?;
        if let Some(seeds) = &seeds {
            database.keep_file(campaign, SeedFile::NAME, seeds)?;
        }
        Ok((database, campaign))
    });
    let (database, campaign) = match begun {
        Ok(begun) => begun,
        Err(error) => {
            // It was made for this campaign, unless there is something in it.
            let _ = std::fs::remove_dir(out);
            return Ok(outcome_of(&error));
        }
    };
    if !args.quiet {
        say!(
            "the campaign {name} is in {address}; others join it: murxla work --store {address} --campaign {name}"
        );
    }
    let joined = join(&address, database, campaign, &name, out, plan, args.jobs);
    let mut store = match joined {
        Ok(store) => store,
        Err(error) => return failed(error),
    };
    fuzz::go(args, setup, own, out, &mut store)
}

fn join(
    address: &Address,
    database: Database,
    campaign: i64,
    name: &str,
    out: &Path,
    plan: &Plan,
    jobs: Option<u32>,
) -> anyhow::Result<SharedStore> {
    plan.write(out)?;
    let belongs = Belongs { store: address.to_string(), campaign: name.to_owned() };
    write_output(&out.join(FILE), toml::to_string(&belongs)?.as_bytes())?;
    let jobs = fuzz::jobs(jobs);
    Ok(SharedStore::join(address, database, campaign, out, jobs)?)
}

/// Says why a campaign cannot be joined.
fn failed(error: anyhow::Error) -> anyhow::Result<Outcome> {
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::Shared(shared)) => Ok(outcome_of(shared)),
        Some(told) => {
            say!("error: {told}");
            Ok(Outcome::Disk)
        }
        None => Err(error),
    }
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let address = match args.shared.address() {
        Ok(address) => address,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let opened = Database::open(&address).and_then(|mut database| {
        let row = database.campaign(args.shared.campaign.as_deref())?;
        Ok((database, row))
    });
    let (mut database, row) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(outcome_of(&error)),
    };
    let CampaignRow { id, name, plan, known, goal, .. } = row;
    let out = args.out.clone().unwrap_or_else(|| format!("murxla-work-{name}").into());
    let plan = Plan::parse(&plan, Path::new(&format!("{address}, campaign {name}")))?;
    if let Some(why) = belongs_elsewhere(&out, &address, &name) {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    let own = own.everywhere(&own.locator()?);
    let mut setup = fuzz::setup_of(&plan, &own)?;
    Mutation::moved(&mut setup.settings, &std::path::absolute(&out)?);
    let now = fuzz::plan(&mut setup, &own)?;
    if let (Some(was), Some(is)) = (plan.solvers.first(), now.solvers.first())
        && let Some(why) = other_library(was, is)
    {
        say!(
            "error: the campaign {name} tests {why}; name that build with --lib {}=PATH, or begin a campaign of its own",
            was.name
        );
        return Ok(Outcome::SolverUnusable);
    }
    if plan.murxla != now.murxla {
        say!(
            "error: the campaign {name} was begun with murxla {}, and this is {}: it would do other runs",
            plan.murxla,
            now.murxla
        );
        return Ok(Outcome::BadInput);
    }
    let was_there = out.exists();
    let made = std::fs::create_dir_all(&out).map_err(DiskError::on("make the folder", &out));
    if let Err(outcome) = fuzz::said(made) {
        return Ok(outcome);
    }
    let known = match known.as_str() {
        "" => None,
        text => {
            let path = out.join(KNOWN);
            write_output(&path, text.as_bytes())?;
            Some(path)
        }
    };
    match database.kept_file(id, SeedFile::NAME) {
        Ok(None) => {}
        Ok(Some(seeds)) => write_output(&out.join(SeedFile::NAME), &seeds)?,
        Err(error) => return Ok(outcome_of(&error)),
    }
    let joined = join(&address, database, id, &name, &out, &plan, args.jobs);
    let mut store = match joined {
        Ok(store) => store,
        Err(error) => {
            if !was_there {
                // What is left of it does no harm.
                let _ = std::fs::remove_dir_all(&out);
            }
            return failed(error);
        }
    };
    fuzz::go(&args.many(goal, known), setup, &own, &out, &mut store)
}

/// Why this machine cannot use a folder: it is one of another campaign.
fn belongs_elsewhere(out: &Path, address: &Address, name: &str) -> Option<String> {
    let own = Belongs { store: address.to_string(), campaign: name.to_owned() };
    let text = std::fs::read_to_string(out.join(FILE)).ok();
    let shown = out.display();
    match text.and_then(|text| toml::from_str::<Belongs>(&text).ok()) {
        Some(other) if other == own => None,
        Some(Belongs { store, campaign }) => Some(format!(
            "the folder {shown} belongs to the campaign {campaign} in {store}; choose another with -O"
        )),
        None if Plan::read(out).is_ok() => {
            Some(format!("there is another campaign in {shown}; choose another folder with -O"))
        }
        None => None,
    }
}

/// What a campaign tests, if it is not what this machine has.
fn other_library(was: &SolverPlan, is: &SolverPlan) -> Option<String> {
    let SolverPlan { name, version, sha256, .. } = was;
    if is.version != *version {
        return Some(format!("{name} {version}, and this machine has {}", is.version));
    }
    let sums = sha256.as_deref().zip(is.sha256.as_deref());
    let (wanted, found) = sums.filter(|(wanted, found)| wanted != found)?;
    Some(format!(
        "the {name} {version} whose library has the sha256 {wanted}, and the one of this machine has {found}"
    ))
}
