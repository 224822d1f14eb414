//! Runs in a shared store: they are leased to machines for a time, and what they gave is delivered in one transaction.

use std::ops::Range;

use postgres::Transaction;

use super::database::{Database, stored, unstored};
use super::error::SharedError;
use super::findings::{self, SharedFinding, TimedOut};
use crate::campaign::{Bucketed, Counts};

/// Runs that a machine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the lease.
    pub id: i64,
    /// Its runs.
    pub runs: Range<u64>,
}

/// Whether there is something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leased {
    /// These runs.
    Runs(Block),
    /// Others have what is left; they may lose it.
    Later,
    /// All is done.
    Nothing,
}

/// Runs that are done, with what they gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The lease.
    pub lease: i64,
    /// Some of its runs.
    pub runs: Range<u64>,
    /// What was counted.
    pub counts: Counts,
    /// What was found.
    pub findings: Vec<SharedFinding>,
    /// Runs that hit the time limit.
    pub timed_out: Vec<TimedOut>,
}

/// What became of a delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivered {
    /// What became of each finding, in order; `None` of runs that others did meanwhile.
    pub bucketed: Vec<Option<Bucketed>>,
    /// The figures of this machine now.
    pub counts: Counts,
    /// Runs that others did meanwhile: they are not counted again.
    pub lost: u64,
}

impl Database {
    /// A machine joins; its number.
    pub fn join(&mut self, campaign: i64, name: &str, jobs: u32) -> Result<i64, SharedError> {
        let jobs = jobs.cast_signed();
        let query =
            "INSERT INTO murxla.site (campaign, name, jobs) VALUES ($1, $2, $3) RETURNING id";
        self.change(|it| {
            let site: i64 = it.query_one(query, &[&campaign, &name, &jobs])?.get(0);
            event(it, campaign, site, &format!("{name} joined"))?;
            Ok(site)
        })
    }

    /// A machine leaves: what it has goes to others.
    pub fn leave(&mut self, campaign: i64, site: i64) -> Result<(), SharedError> {
        self.change(|it| {
            let had = it.query(
                "DELETE FROM murxla.lease WHERE site = $1 RETURNING first, past",
                &[&site],
            )?;
            for row in had {
                give_back(it, campaign, row.get(0), row.get(1))?;
            }
            it.execute(
                "UPDATE murxla.task SET site = NULL, expires = NULL WHERE site = $1 AND NOT done",
                &[&site],
            )?;
            it.execute("UPDATE murxla.site SET gone = true, seen = now() WHERE id = $1", &[&site])?;
            event(it, campaign, site, "left")
        })
    }

    /// The next runs: those first that were given back or whose lease has expired. Only runs below the limit.
    pub fn lease(
        &mut self,
        campaign: i64,
        site: i64,
        most: u64,
        limit: Option<u64>,
        seconds: f64,
    ) -> Result<Leased, SharedError> {
        let limit = limit.map_or(i64::MAX, stored);
        self.change(|it| {
            // Whoever leases has the row of the campaign, so runs are handed out once.
            let query = "SELECT next_run FROM murxla.campaign WHERE id = $1 FOR UPDATE";
            let next: i64 = it.query_one(query, &[&campaign])?.get(0);
            let expired = it.query(
                "DELETE FROM murxla.lease WHERE campaign = $1 AND expires < now() RETURNING first, past",
                &[&campaign],
            )?;
            for row in expired {
                give_back(it, campaign, row.get(0), row.get(1))?;
            }
            let returned = it.query_opt(
                "DELETE FROM murxla.returned WHERE campaign = $1 AND first = \
                 (SELECT min(first) FROM murxla.returned WHERE campaign = $1 AND first < $2) \
                 RETURNING first, past",
                &[&campaign, &limit],
            )?;
            let (first, past) = returned
                .as_ref()
                .map_or((next, i64::MAX), |row| (row.get::<_, i64>(0), row.get::<_, i64>(1)));
            let end = past.min(limit).min(first.saturating_add(stored(most)));
            if end <= first {
                let query = "SELECT count(*) FROM murxla.lease WHERE campaign = $1 AND first < $2";
                let others: i64 = it.query_one(query, &[&campaign, &limit])?.get(0);
                return Ok(if others > 0 { Leased::Later } else { Leased::Nothing });
            }
            if returned.is_none() {
                let query = "UPDATE murxla.campaign SET next_run = $2 WHERE id = $1";
                it.execute(query, &[&campaign, &end])?;
            } else if end < past {
                give_back(it, campaign, end, past)?;
            }
            let id: i64 = it.query_one("SELECT nextval('murxla.lease_number')", &[])?.get(0);
            it.execute(
                "INSERT INTO murxla.lease (id, first, past, campaign, site, expires) \
                 VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))",
                &[&id, &first, &end, &campaign, &site, &seconds],
            )?;
            Ok(Leased::Runs(Block { id, runs: unstored(first)..unstored(end) }))
        })
    }

    /// Delivers what a machine did, and tells that it lives: its leases last for so many seconds more. Runs whose lease is gone
    /// are left out: others have them. The number of the delivery is higher than those before: after a connection that was cut,
    /// [`Database::last_delivery`] tells whether it arrived.
    pub fn deliver(
        &mut self,
        campaign: i64,
        site: i64,
        delivery: i64,
        done: &[Done],
        counted: &Counts,
        seconds: f64,
    ) -> Result<Delivered, SharedError> {
        let mut told = Delivered { bucketed: Vec::new(), counts: counted.clone(), lost: 0 };
        let mut runs_done = 0;
        let mut last = None;
        self.change(|it| {
            let mut found: Vec<(usize, &SharedFinding)> = Vec::new();
            for one in done {
                let accepted = take_from_lease(it, one)?;
                let from = told.bucketed.len();
                told.bucketed.extend(one.findings.iter().map(|_| None));
                if !accepted {
                    told.lost += one.runs.end - one.runs.start;
                    continue;
                }
                runs_done += stored(one.runs.end - one.runs.start);
                told.counts.add(&one.counts);
                found.extend((from..).zip(&one.findings));
                for run in &one.timed_out {
                    findings::keep_timeout(it, campaign, run)?;
                }
            }
            // All in the same order, so that no two deliveries wait for each other.
            found.sort_by(|(_, one), (_, other)| one.hash.cmp(&other.hash));
            for (place, finding) in found {
                told.bucketed[place] = Some(findings::put(it, campaign, site, finding)?);
            }
            let counts = serde_json::to_string(&told.counts).unwrap_or_default();
            it.execute(
                "UPDATE murxla.site SET runs = runs + $2, delivery = $3, counts = $4, seen = now(), gone = false \
                 WHERE id = $1",
                &[&site, &runs_done, &delivery, &counts],
            )?;
            it.execute(
                "UPDATE murxla.lease SET expires = now() + make_interval(secs => $2) WHERE site = $1",
                &[&site, &seconds],
            )?;
            // The row that all machines write comes last, and is held for a moment only.
            if runs_done > 0 {
                let query = "UPDATE murxla.campaign SET runs_done = runs_done + $2 WHERE id = $1";
                it.execute(query, &[&campaign, &runs_done])?;
            }
            last = Some(told);
            Ok(())
        })?;
        last.ok_or_else(|| self.damaged("a delivery without an end".to_owned()))
    }

    /// The number of the machine's last delivery that arrived, and its figures.
    pub fn last_delivery(&mut self, site: i64) -> Result<(i64, Counts), SharedError> {
        let query = "SELECT delivery, counts FROM murxla.site WHERE id = $1";
        let row = self.change(|it| it.query_one(query, &[&site]))?;
        let counts: String = row.get(1);
        let counts =
            serde_json::from_str(&counts).map_err(|error| self.damaged(error.to_string()))?;
        Ok((row.get(0), counts))
    }

    /// The figures of all machines.
    pub fn counts(&mut self, campaign: i64) -> Result<Counts, SharedError> {
        let query = "SELECT counts FROM murxla.site WHERE campaign = $1";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        let mut sum = Counts::default();
        for row in rows {
            let counts: Counts = serde_json::from_str(row.get(0))
                .map_err(|error| self.damaged(error.to_string()))?;
            sum.add(&counts);
        }
        Ok(sum)
    }

    /// What happened last, the newest last: seconds ago, who, what.
    pub fn events(
        &mut self,
        campaign: i64,
        most: i64,
    ) -> Result<Vec<(f64, String, String)>, SharedError> {
        let query = "SELECT extract(epoch FROM now() - at)::float8, coalesce(site.name, ''), event \
                     FROM murxla.event LEFT JOIN murxla.site ON site.id = event.site \
                     WHERE event.campaign = $1 ORDER BY event.id DESC LIMIT $2";
        let rows = self.change(|it| it.query(query, &[&campaign, &most]))?;
        Ok(rows.iter().rev().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
    }
}

pub(super) fn event(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    site: i64,
    what: &str,
) -> Result<(), postgres::Error> {
    let query = "INSERT INTO murxla.event (campaign, site, event) VALUES ($1, $2, $3)";
    transaction.execute(query, &[&campaign, &site, &what]).map(drop)
}

fn give_back(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    first: i64,
    past: i64,
) -> Result<(), postgres::Error> {
    let query = "INSERT INTO murxla.returned VALUES ($1, $2, $3)";
    transaction.execute(query, &[&campaign, &first, &past]).map(drop)
}

/// Runs that are done leave their lease; false if it does not have them any more.
fn take_from_lease(
    transaction: &mut Transaction<'_>,
    done: &Done,
) -> Result<bool, postgres::Error> {
    let (from, to) = (stored(done.runs.start), stored(done.runs.end));
    let had = transaction.query_opt(
        "DELETE FROM murxla.lease WHERE id = $1 AND first = \
         (SELECT max(first) FROM murxla.lease WHERE id = $1 AND first <= $2) AND past >= $3 \
         RETURNING first, past, campaign, site, expires",
        &[&done.lease, &from, &to],
    )?;
    let Some(had) = had else { return Ok(false) };
    let (first, past): (i64, i64) = (had.get(0), had.get(1));
    let (campaign, site): (i64, i64) = (had.get(2), had.get(3));
    let expires: std::time::SystemTime = had.get(4);
    for (first, past) in [(first, from), (to, past)] {
        if first < past {
            transaction.execute(
                "INSERT INTO murxla.lease (id, first, past, campaign, site, expires) VALUES ($1, $2, $3, $4, $5, $6)",
                &[&done.lease, &first, &past, &campaign, &site, &expires],
            )?;
        }
    }
    Ok(true)
}
