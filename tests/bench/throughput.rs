//! Benchmark of campaigns: runs and calls per second of processor time, beside the original Murxla: `cargo bench
//! --bench throughput [SOLVER…]`.
//!
//! With `-- --beside BINARY` (another build of murxla) both do the same campaigns in turns, and the ratio of their
//! processor time is told; the least of several rounds counts, since that is the one that was disturbed least. With
//! `-- --oracles` the two are this build without oracles and with those that are on by default, which must do at least
//! seven runs where the first does ten.
//!
//! Processor time is that of the whole campaign, start and all processes included. A run that comes to its limit takes the
//! solver's time, whoever drew it: such runs are counted apart, and so is their time.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Seconds of processor time for a run; the original had as many.
const LIMIT: f64 = 1.0;

/// A campaign, and what the original did per second of processor time on a machine like the one on which ours were
/// compared first, its runs at the limit included.
struct Campaign {
    solver: &'static str,
    logic: Option<&'static str>,
    runs: u32,
    original: Option<Rates>,
}

#[derive(Clone, Copy)]
struct Rates {
    runs: f64,
    calls: f64,
}

const fn campaign(
    solver: &'static str,
    logic: Option<&'static str>,
    runs: u32,
    original: Option<(f64, f64)>,
) -> Campaign {
    let original = match original {
        Some((runs, calls)) => Some(Rates { runs, calls }),
        None => None,
    };
    Campaign { solver, logic, runs, original }
}

impl Campaign {
    fn title(&self) -> String {
        format!("{}, {}", self.solver, self.logic.unwrap_or("all"))
    }
}

const QF_BV: Option<&str> = Some("QF_BV");
/// The original's were Bitwuzla 0.8.2, cvc5 1.3.1 and Yices 2.6.5; it has no Z3.
const CAMPAIGNS: [Campaign; 8] = [
    campaign("bitwuzla", QF_BV, 1500, Some((62.0, 11_429.0))),
    campaign("bitwuzla", None, 1500, Some((64.0, 10_705.0))),
    campaign("cvc5", QF_BV, 600, Some((22.0, 2_658.0))),
    campaign("cvc5", None, 600, Some((29.0, 2_890.0))),
    campaign("yices", QF_BV, 3000, Some((72.0, 4_019.0))),
    campaign("yices", None, 4000, Some((139.0, 10_611.0))),
    campaign("z3", QF_BV, 600, None),
    campaign("z3", None, 300, None),
];

/// What a campaign gave.
struct Figures {
    runs: f64,
    calls: f64,
    timeouts: f64,
    /// Seconds of the runs that came to their limit.
    lost: f64,
    cpu: f64,
}

impl Figures {
    fn all(&self) -> Rates {
        Rates { runs: self.runs / self.cpu, calls: self.calls / self.cpu }
    }

    /// Without the runs that came to their limit. How many calls those made is not known; they count as others.
    fn without_timeouts(&self) -> Rates {
        let (runs, cpu) = (self.runs - self.timeouts, self.cpu - self.lost);
        Rates { runs: runs / cpu, calls: self.calls * runs / self.runs / cpu }
    }
}

/// The build that is measured.
const THIS: &str = env!("CARGO_BIN_EXE_murxla");

fn conduct(
    [binary, checks]: [&str; 2],
    campaign: &Campaign,
    out: &Path,
) -> Result<Figures, String> {
    let before = cpu_of_children()?;
    let mut command = Command::new(binary);
    command.args(["--solver", campaign.solver, "--campaign-seed", "1", "-j", "1", "-q", "-t"]);
    command.args([&LIMIT.to_string(), "-m", &campaign.runs.to_string(), "-O"]).arg(out);
    command.args(campaign.logic.map(|logic| ["--logic", logic]).into_iter().flatten());
    command.args(["--check", checks]);
    // All do the same runs, whatever takes them long.
    if learns(binary)? {
        command.args(["--set", "learn=0"]);
    }
    // It ends with 1 if it found something.
    let status = command.stdout(Stdio::null()).status().map_err(|error| error.to_string())?;
    let cpu = (cpu_of_children()? - before).as_secs_f64();
    let stats =
        std::fs::read(out.join("stats.json")).map_err(|error| format!("{status}: {error}"))?;
    let stats: Value = serde_json::from_slice(&stats).map_err(|error| error.to_string())?;
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let timeouts = number(&stats["ends"]["timeout"]);
    // Builds of earlier days do not count it.
    let lost = stats["milliseconds_lost"].as_f64().map(|lost| lost / 1000.0);
    let lost = lost.unwrap_or(timeouts * LIMIT);
    Ok(Figures {
        runs: number(&stats["runs"]),
        calls: number(&stats["calls"]),
        timeouts,
        lost,
        cpu,
    })
}

/// Whether campaigns of this build learn what takes long.
fn learns(binary: &str) -> Result<bool, String> {
    let settings = Command::new(binary).args(["list", "settings"]).output();
    let settings = settings.map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&settings.stdout).contains("\nlearn "))
}

/// Time on processors of all children that have ended, and of theirs: user and system, in ticks.
fn cpu_of_children() -> Result<Duration, String> {
    const FIRST: usize = 13;
    let stat = std::fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // The name, in parentheses, may hold anything.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let times = fields.split_whitespace().skip(FIRST).take(2);
    let ticks: u64 = times.map(|time| time.parse::<u64>().unwrap_or(0)).sum();
    // The kernel shows ticks of 10 ms to programs, whatever it counts in itself.
    Ok(Duration::from_millis(ticks * 10))
}

/// How often each of two builds does a campaign.
const ROUNDS: usize = 3;

/// The oracles that are on by default.
const DEFAULT: &str = "default";
/// So much longer may a run take with these than without any.
const MOST_WITH_ORACLES: f64 = 1.0 / 0.7;

/// The same campaigns by two builds with their oracles, in turns. Gives the greatest ratio.
fn compare(pair: [[&str; 2]; 2], names: [&str; 2], wanted: &[String]) -> Result<f64, String> {
    let mut greatest = 0.0_f64;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [first, second] = names;
    println!("{:<22} {first:>10} {second:>10} {:>7}", "CPU-seconds, the least", "ratio");
    for campaign in CAMPAIGNS.iter().filter(|campaign| is_wanted(campaign, wanted)) {
        let mut least = [f64::INFINITY; 2];
        let mut runs = [0.0; 2];
        for round in 0..2 * ROUNDS {
            let which = round % 2;
            let out = folder.path().join(format!("{}-{round}", campaign.title()));
            let figures = conduct(pair[which], campaign, &out)?;
            let busy = figures.cpu - figures.lost;
            least[which] = least[which].min(busy);
            runs[which] = figures.runs - figures.timeouts;
        }
        let per_run = [least[0] / runs[0], least[1] / runs[1]];
        greatest = greatest.max(per_run[1] / per_run[0]);
        println!(
            "{:<22} {:>10.2} {:>10.2} {:>7.3}",
            campaign.title(),
            least[0],
            least[1],
            per_run[1] / per_run[0]
        );
    }
    println!(
        "without runs that came to their limit and their time; ratio: time of a run, {second} to {first}"
    );
    Ok(greatest)
}

fn is_wanted(campaign: &Campaign, wanted: &[String]) -> bool {
    wanted.is_empty() || wanted.iter().any(|word| word == campaign.solver)
}

fn main() -> Result<(), String> {
    let mut wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let Some(at) = wanted.iter().position(|word| word == "--beside") {
        if at + 1 >= wanted.len() {
            return Err("--beside wants the path of another build of murxla".into());
        }
        let other = wanted.remove(at + 1);
        wanted.remove(at);
        let pair = [[other.as_str(), DEFAULT], [THIS, DEFAULT]];
        return compare(pair, ["other", "this"], &wanted).map(|_| ());
    }
    if let Some(at) = wanted.iter().position(|word| word == "--oracles") {
        wanted.remove(at);
        let greatest = compare([[THIS, "none"], [THIS, DEFAULT]], ["none", "default"], &wanted)?;
        println!("with the default oracles at least {:.2} of the runs without", 1.0 / greatest);
        return match greatest <= MOST_WITH_ORACLES {
            true => Ok(()),
            false => Err("the default oracles cost too much".into()),
        };
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut rows = vec![format!(
        "{:<22} {:>6} {:>9} {:>8} {:>8} {:>11} {:>13} {:>15} {:>6}",
        "per CPU-second",
        "runs",
        "timeouts",
        "runs/s",
        "calls/s",
        "runs/s (*)",
        "calls/s (*)",
        "original's",
        "times"
    )];
    for (number, campaign) in CAMPAIGNS.iter().enumerate() {
        if !is_wanted(campaign, &wanted) {
            continue;
        }
        let figures = conduct([THIS, DEFAULT], campaign, &folder.path().join(number.to_string()))?;
        let (all, apart) = (figures.all(), figures.without_timeouts());
        let original = campaign.original;
        rows.push(format!(
            "{:<22} {:>6.0} {:>9.0} {:>8.1} {:>8.0} {:>11.1} {:>13.0} {:>15} {:>6}",
            campaign.title(),
            figures.runs,
            figures.timeouts,
            all.runs,
            all.calls,
            apart.runs,
            apart.calls,
            original
                .map_or("-".to_owned(), |rates| format!("{:.0} / {:.0}", rates.runs, rates.calls)),
            original.map_or("-".to_owned(), |rates| format!("{:.1}", all.calls / rates.calls)),
        ));
    }
    println!("{}", rows.join("\n"));
    println!("(*) without runs that came to their limit, and without their time");
    Ok(())
}
