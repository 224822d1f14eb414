//! `murxla status`: how a campaign in a shared store stands.

use std::io::Write;
use std::time::Duration;

use super::exit::Outcome;
use super::print::{say, stdout};
use super::shared_store;
use super::status::clock;
use super::table::Table;
use super::work::outcome_of;
use crate::campaign::postgres::{CampaignRow, Database, SharedError, SiteRow};
use crate::campaign::{Bucket, Counts, Plan, TaskKind};
use crate::findings::{Ending, Priority};

/// Show how the campaigns in a shared store stand: runs, machines, findings
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    shared: shared_store::Args,
    /// Show it again every so many seconds, until it is stopped
    #[arg(long, value_name = "SECONDS", value_parser = super::seed::seconds)]
    every: Option<f64>,
}

/// A machine that was not heard of for so long is told as silent.
const SILENT: f64 = 30.0;
const LAST_EVENTS: i64 = 5;
/// So many machines have a line of their own.
const MOST_MACHINES: usize = 24;

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let address = match args.shared.address() {
        Ok(address) => address,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let mut database = match Database::open(&address) {
        Ok(database) => database,
        Err(error) => return Ok(outcome_of(&error)),
    };
    database.be_patient();
    loop {
        let text = match shown(&mut database, args.shared.campaign.as_deref()) {
            Ok(text) => text,
            Err(error) => return Ok(outcome_of(&error)),
        };
        let mut out = stdout();
        write!(out, "{text}")?;
        out.flush()?;
        let Some(seconds) = args.every else { return Ok(Outcome::Clean) };
        std::thread::sleep(Duration::from_secs_f64(seconds));
        writeln!(out)?;
    }
}

/// One campaign in full, or a line for each if there are several and none is named.
fn shown(database: &mut Database, name: Option<&str>) -> Result<String, SharedError> {
    let all = database.campaigns()?;
    if name.is_none() && all.len() > 1 {
        let mut table =
            Table::new(["campaign", "solver", "runs", "of", "machines", "findings", "began"]);
        for one in &all {
            let at_work = database.sites(one.id)?.iter().filter(|site| is_at_work(site)).count();
            table.row([
                one.name.clone(),
                solver(one),
                one.runs_done.to_string(),
                one.goal.map_or_else(|| "-".to_owned(), |goal| goal.to_string()),
                at_work.to_string(),
                database.buckets(one.id)?.len().to_string(),
                format!("{} ago", age(one.age)),
            ]);
        }
        return Ok(table.for_terminal().to_string());
    }
    let one = database.campaign(name)?;
    let (sites, buckets) = (database.sites(one.id)?, database.buckets(one.id)?);
    let counts = database.counts(one.id)?;
    let mut text = headline(&one, &counts, database.under_way(one.id)?);
    for (kind, what) in
        [(TaskKind::Minimize, "minimized"), (TaskKind::Recheck, "replayed elsewhere")]
    {
        let [open, done] = database.tasks(one.id, kind)?;
        text += &format!("findings {what}: {done}, still to do: {open}\n");
    }
    let unstable = database.unstable_runs(one.id)?;
    if unstable > 0 {
        text += &format!(
            "failed in a batch and not alone: {unstable} different ones, which store copy writes to unstable/\n"
        );
    }
    let megabytes = database.size()? as f64 / 1e6;
    text += &format!("database: {megabytes:.1} MB\n\n");
    text += &machines(&sites);
    text += &findings(buckets);
    text += "\nlast events:\n";
    for (ago, site, event) in database.events(one.id, LAST_EVENTS)? {
        text += &format!("  {} ago  {site}  {}\n", age(ago), murxla_api::visible_line(&event));
    }
    Ok(text)
}

fn is_at_work(site: &SiteRow) -> bool {
    !site.gone && site.silent < SILENT && site.jobs > 0
}

fn age(seconds: f64) -> String {
    clock(Duration::from_secs_f64(seconds.max(0.0)))
}

fn solver(campaign: &CampaignRow) -> String {
    let plan = Plan::parse(&campaign.plan, std::path::Path::new("campaign.toml"));
    let planned = plan.ok().and_then(|plan| plan.solvers.into_iter().next());
    planned.map_or_else(|| "?".to_owned(), |it| format!("{} {}", it.name, it.version))
}

fn headline(one: &CampaignRow, counts: &Counts, [leased, waiting]: [u64; 2]) -> String {
    let goal = one.goal.map_or_else(String::new, |goal| format!(" of {goal}"));
    let timeouts = counts.ends.get(&Ending::Timeout.to_string()).copied().unwrap_or(0);
    format!(
        "campaign {}: {}, begun {} ago\n\
         runs: {}{goal} done, {leased} with machines, {waiting} wait for one\n\
         calls: {} ({} refused); sat {}, unsat {}, unknown {}; {timeouts} timeouts\n",
        one.name,
        solver(one),
        age(one.age),
        one.runs_done,
        counts.calls,
        counts.rejected,
        counts.sat,
        counts.unsat,
        counts.unknown,
    )
}

fn machines(sites: &[SiteRow]) -> String {
    let mut table =
        Table::new(["machine", "workers", "runs", "runs/s", "here for", "last heard of", ""]);
    // Those that are there are told first, and of many not all.
    let mut sites: Vec<&SiteRow> = sites.iter().collect();
    sites.sort_by_key(|site| site.gone);
    let rest = sites.split_off(sites.len().min(MOST_MACHINES));
    for site in sites {
        let rate =
            site.runs as f64 / (site.age - if site.gone { site.silent } else { 0.0 }).max(1.0);
        let state = match (site.gone, site.silent < SILENT) {
            (true, _) => "left",
            (false, true) => "at work",
            (false, false) => "silent: its runs go to others",
        };
        table.row([
            site.name.clone(),
            site.jobs.to_string(),
            site.runs.to_string(),
            format!("{rate:.1}"),
            age(site.age),
            format!("{} ago", age(site.silent)),
            state.to_owned(),
        ]);
    }
    let [gone, there]: [Vec<&SiteRow>; 2] = {
        let (gone, there) = rest.into_iter().partition(|site| site.gone);
        [gone, there]
    };
    let mut text = table.for_terminal().to_string();
    for (more, what) in [(there, "more"), (gone, "more that left")] {
        if !more.is_empty() {
            let workers: u64 = more.iter().map(|site| u64::from(site.jobs)).sum();
            let runs: u64 = more.iter().map(|site| site.runs).sum();
            text += &format!("and {} {what}, with {workers} workers and {runs} runs\n", more.len());
        }
    }
    text + "\n"
}

fn findings(mut buckets: Vec<Bucket>) -> String {
    if buckets.is_empty() {
        return "no findings\n".to_owned();
    }
    buckets.sort_by_key(|it| (Priority::of(&it.key), std::cmp::Reverse(it.count)));
    let mut table = Table::new(["count", "class", "first seed", "finding"]).widest_cell(100);
    for bucket in &buckets {
        table.row([
            bucket.count.to_string(),
            bucket.key.class.to_string(),
            format!("{:#x}", bucket.first_seed),
            format!("{}: {}", bucket.key.folder_name(), bucket.key.detail),
        ]);
    }
    table.for_terminal().to_string()
}
