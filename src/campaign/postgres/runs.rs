//! Runs in a shared store: they are leased to machines for a time, and what they gave is delivered in one transaction.

use std::ops::Range;

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::client::{Failure, Transaction};
use super::database::{Database, stored, unstored};
use super::error::SharedError;
use super::findings::{self, SharedFinding, TimedOut};
use super::statements;
use crate::campaign::{Bucketed, Counts};

/// Runs that a machine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the lease.
    pub id: i64,
    /// Its runs.
    pub runs: Range<u64>,
}

/// Which runs a machine would like to have.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// At most so many.
    pub most: u64,
    /// Not fewer than so many, if there are as many: towards the end blocks are smaller.
    pub fewest: u64,
    /// How many machines there are, which share what is left.
    pub machines: u64,
    /// Only runs below this one.
    pub limit: Option<u64>,
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
    /// Runs that failed in a batch and not alone.
    pub unstable: Vec<SharedFinding>,
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

    /// The next runs: those first that were given back or whose lease has expired.
    pub fn lease(
        &mut self,
        campaign: i64,
        site: i64,
        wish: &Wish,
        seconds: f64,
    ) -> Result<Leased, SharedError> {
        let Wish { most, fewest, machines, limit } = *wish;
        let limit = limit.map_or(i64::MAX, stored);
        let (most, fewest, machines) = (stored(most), stored(fewest), stored(machines));
        // One statement, and so its own transaction.
        let row = self.ask_prepared(
            statements::LEASE,
            &[&campaign, &site, &most, &fewest, &machines, &limit, &seconds],
        )?;
        Ok(match row.get::<_, Option<i64>>(0) {
            Some(id) => {
                Leased::Runs(Block { id, runs: unstored(row.get(1))..unstored(row.get(2)) })
            }
            None if row.get(3) => Leased::Later,
            None => Leased::Nothing,
        })
    }

    /// Delivers what a machine did, and tells that it lives: its leases last for so many seconds more. Runs whose lease is gone
    /// are left out: others have them. The number of the delivery is higher than those before: after a connection that was cut,
    /// [`Database::last_delivery`] tells which one arrived last. If that is another than the one this builds on, nothing is done:
    /// what a network held back for long may arrive at any time.
    pub fn deliver(
        &mut self,
        campaign: i64,
        site: i64,
        [before, delivery]: [i64; 2],
        done: &[Done],
        counted: &Counts,
        seconds: f64,
    ) -> Result<Delivered, SharedError> {
        let (take, keep) = (self.prepared(statements::TAKE)?, self.prepared(statements::DELIVER)?);
        let leases: Vec<i64> = done.iter().map(|one| one.lease).collect();
        let froms: Vec<i64> = done.iter().map(|one| stored(one.runs.start)).collect();
        let tos: Vec<i64> = done.iter().map(|one| stored(one.runs.end)).collect();
        self.change(|it| {
            let mut told = Delivered { bucketed: Vec::new(), counts: counted.clone(), lost: 0 };
            let mut runs_done = 0;
            let mut found: Vec<(usize, &SharedFinding)> = Vec::new();
            let mut timed_out: Vec<&TimedOut> = Vec::new();
            let mut unstable: Vec<&SharedFinding> = Vec::new();
            let taken: Vec<bool> = match done.is_empty() {
                true => Vec::new(),
                false => it.query_one(&take, &[&site, &leases, &froms, &tos])?.get(0),
            };
            for (one, accepted) in done.iter().zip(taken) {
                let from = told.bucketed.len();
                told.bucketed.extend(one.findings.iter().map(|_| None));
                if !accepted {
                    told.lost += one.runs.end - one.runs.start;
                    continue;
                }
                runs_done += stored(one.runs.end - one.runs.start);
                told.counts.add(&one.counts);
                found.extend((from..).zip(&one.findings));
                timed_out.extend(&one.timed_out);
                unstable.extend(&one.unstable);
            }
            findings::keep_timeouts(it, campaign, &timed_out)?;
            // All in the same order, so that no two deliveries wait for each other.
            found.sort_by(|(_, one), (_, other)| one.hash.cmp(&other.hash));
            unstable.sort_by_key(|finding| &finding.hash);
            for finding in unstable {
                findings::put_unstable(it, campaign, site, finding)?;
            }
            for (place, finding) in found {
                told.bucketed[place] = Some(findings::put(it, campaign, site, finding)?);
            }
            let counts = serde_json::to_string(&told.counts).unwrap_or_default();
            let values: [&(dyn ToSql + Sync); 6] =
                [&site, &runs_done, &delivery, &counts, &seconds, &before];
            match it.execute(&keep, &values)? {
                0 => Err(Failure::Overtaken),
                _ => Ok(told),
            }
        })
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
        self.sum_of(&rows)
    }

    /// The figures of machines, added up.
    pub(super) fn sum_of(&self, rows: &[Row]) -> Result<Counts, SharedError> {
        let mut sum = Counts::default();
        for row in rows {
            let counts: Counts = serde_json::from_str(row.get(0))
                .map_err(|error| self.damaged(error.to_string()))?;
            sum.add(&counts);
        }
        Ok(sum)
    }

    /// The same as somebody added them up not more than so many seconds ago.
    pub fn recent_counts(&mut self, campaign: i64, seconds: f64) -> Result<Counts, SharedError> {
        let (read, claim) = (
            "SELECT counts, at < now() - make_interval(secs => $2) FROM murxla.total WHERE campaign = $1",
            "INSERT INTO murxla.total VALUES ($1, now(), '') ON CONFLICT (campaign) DO UPDATE SET at = now() \
             WHERE total.at < now() - make_interval(secs => $2)",
        );
        // One machine adds up, and the others take what is there so long.
        let told = self.change(|it| it.query_opt(read, &[&campaign, &seconds]))?;
        let is_old = told.as_ref().is_none_or(|row| row.get(1));
        let is_ours = is_old && self.change(|it| it.execute(claim, &[&campaign, &seconds]))? > 0;
        let there = told.map(|row| row.get::<_, String>(0)).filter(|text| !text.is_empty());
        if let Some(text) = there.filter(|_| !is_ours) {
            return serde_json::from_str(&text).map_err(|error| self.damaged(error.to_string()));
        }
        let sum = self.counts(campaign)?;
        let text = serde_json::to_string(&sum).unwrap_or_default();
        let keep = "UPDATE murxla.total SET counts = $2 WHERE campaign = $1";
        self.change(|it| it.execute(keep, &[&campaign, &text]))?;
        Ok(sum)
    }

    /// Notes how many runs are done, if nobody did so in the last minute.
    pub fn note_progress(&mut self, campaign: i64) -> Result<(), SharedError> {
        let query = "INSERT INTO murxla.point SELECT $1, now(), coalesce(sum(runs), 0) FROM murxla.site \
             WHERE campaign = $1 AND NOT EXISTS (SELECT FROM murxla.point \
             WHERE point.campaign = $1 AND at > now() - interval '1 minute') \
             HAVING count(*) > 0 ON CONFLICT DO NOTHING";
        self.change(|it| it.execute(query, &[&campaign])).map(drop)
    }

    /// How many runs were done when, in seconds since 1970.
    pub fn progress(&mut self, campaign: i64) -> Result<Vec<(u64, u64)>, SharedError> {
        let query = "SELECT extract(epoch FROM at)::bigint, runs FROM murxla.point WHERE campaign = $1 ORDER BY at";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        Ok(rows.iter().map(|row| (unstored(row.get(0)), unstored(row.get(1)))).collect())
    }

    /// How many machines are at work.
    pub fn machines(&mut self, campaign: i64) -> Result<u64, SharedError> {
        let query = "SELECT count(*) FROM murxla.site \
                     WHERE campaign = $1 AND NOT gone AND seen > now() - interval '2 minutes'";
        self.change(|it| it.query_one(query, &[&campaign])).map(|row| unstored(row.get(0)))
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
) -> Result<(), Failure> {
    let query = "INSERT INTO murxla.event (campaign, site, event) VALUES ($1, $2, $3)";
    transaction.execute(query, &[&campaign, &site, &what]).map(drop)
}

fn give_back(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    first: i64,
    past: i64,
) -> Result<(), Failure> {
    let query = "INSERT INTO murxla.returned VALUES ($1, $2, $3)";
    transaction.execute(query, &[&campaign, &first, &past]).map(drop)
}
