//! The seeds of the long checks.

use libtest_mimic::Failed;

/// As many as their names say.
pub const ALL: u64 = 10_000;

/// Those that `MURXLA_EXPORT_SEEDS` lists, as in `7,20..30`; or as many as `MURXLA_SURVEY_SEEDS` says, from
/// `MURXLA_SURVEY_FROM` on; or all.
pub fn chosen() -> Result<Vec<u64>, Failed> {
    chosen_of(ALL)
}

/// The same for a check of `all` seeds.
pub fn chosen_of(all: u64) -> Result<Vec<u64>, Failed> {
    if let Ok(list) = std::env::var("MURXLA_EXPORT_SEEDS") {
        return listed(&list).ok_or_else(|| format!("no list of seeds: {list}").into());
    }
    let number = |name: &str, default: u64| match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name} is no number: {text}")),
        Err(_) => Ok(default),
    };
    let from = number("MURXLA_SURVEY_FROM", 0)?;
    let count = number("MURXLA_SURVEY_SEEDS", all)?;
    Ok((from..from.saturating_add(count)).collect())
}

fn listed(list: &str) -> Option<Vec<u64>> {
    let mut seeds = Vec::new();
    for part in list.split(',') {
        match part.trim().split_once("..") {
            None => seeds.push(part.trim().parse().ok()?),
            Some((from, to)) => seeds.extend(from.parse().ok()?..to.parse::<u64>().ok()?),
        }
    }
    Some(seeds)
}
