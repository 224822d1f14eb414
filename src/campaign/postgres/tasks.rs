//! What is still to be done with a finding in a shared store (minimize it, see that it fails again elsewhere), and what was
//! learned for an epoch: one machine at a time does it, and another one if that is not heard of any more.

use super::database::{Database, stored};
use super::error::SharedError;
use super::findings::put_files;
use super::runs::event;
use crate::campaign::store::TaskKind;
use crate::findings::Key;

impl TaskKind {
    /// As the table has it.
    pub(super) fn word(self) -> &'static str {
        match self {
            TaskKind::Minimize => "minimize",
            TaskKind::Recheck => "recheck",
        }
    }
}

/// A finding that is to be worked on.
#[derive(Clone, Debug)]
pub struct Task {
    /// The number of its bucket.
    pub bucket: i64,
    /// What to do.
    pub kind: TaskKind,
    /// Its key.
    pub key: Key,
}

/// Who dies of a finding so often is not given it again.
const MOST_TRIES: i32 = 5;

/// What holds from a run on.
#[derive(Clone, Debug, PartialEq)]
pub enum Learning {
    /// It was learned: the text.
    Learned(String),
    /// This machine is to learn it now.
    Yours,
    /// Another one does.
    Later,
}

impl Database {
    /// The next finding to be worked on, for so many seconds.
    pub fn claim(
        &mut self,
        campaign: i64,
        site: i64,
        kind: TaskKind,
        seconds: f64,
    ) -> Result<Option<Task>, SharedError> {
        // To be sure of a finding, another machine is better than the one that made it, unless that is alone.
        let other = match kind {
            TaskKind::Minimize => "",
            TaskKind::Recheck => {
                "AND (bucket.site <> $2 OR NOT EXISTS (SELECT FROM murxla.site WHERE campaign = $1 AND NOT gone \
                 AND id <> $2 AND seen > now() - interval '1 minute'))"
            }
        };
        let query = format!(
            "UPDATE murxla.task SET site = $2, expires = now() + make_interval(secs => $4), tries = tries + 1 \
             WHERE kind = $3 AND bucket = (SELECT bucket FROM murxla.task JOIN murxla.bucket ON bucket.id = bucket \
             WHERE task.campaign = $1 AND kind = $3 AND NOT done AND tries < $5 \
             AND (expires IS NULL OR expires < now()) {other} \
             ORDER BY bucket LIMIT 1 FOR UPDATE OF task SKIP LOCKED) RETURNING bucket"
        );
        let claimed = self.change(|it| {
            let Some(row) =
                it.query_opt(&query, &[&campaign, &site, &kind.word(), &seconds, &MOST_TRIES])?
            else {
                return Ok(None);
            };
            let bucket: i64 = row.get(0);
            let key: String =
                it.query_one("SELECT key FROM murxla.bucket WHERE id = $1", &[&bucket])?.get(0);
            Ok(Some((bucket, key)))
        })?;
        let Some((bucket, key)) = claimed else { return Ok(None) };
        let key = serde_json::from_str(&key).map_err(|error| self.damaged(error.to_string()))?;
        Ok(Some(Task { bucket, kind, key }))
    }

    /// What became of a finding, and the files that changed.
    pub fn done_with(
        &mut self,
        campaign: i64,
        site: i64,
        task: &Task,
        result: &str,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), SharedError> {
        self.change(|it| {
            put_files(it, task.bucket, files)?;
            it.execute(
                "UPDATE murxla.task SET done = true, site = $3, expires = NULL, result = $4 \
                 WHERE bucket = $1 AND kind = $2",
                &[&task.bucket, &task.kind.word(), &site, &result],
            )?;
            event(it, campaign, site, &format!("{}: {}: {result}", task.kind.word(), task.key))
        })
    }

    /// How many findings are still to be worked on, and how many were.
    pub fn tasks(&mut self, campaign: i64, kind: TaskKind) -> Result<[u64; 2], SharedError> {
        let query = "SELECT count(*) FILTER (WHERE NOT done AND tries < $3), count(*) FILTER (WHERE done) \
                     FROM murxla.task WHERE campaign = $1 AND kind = $2";
        let row = self.change(|it| it.query_one(query, &[&campaign, &kind.word(), &MOST_TRIES]))?;
        let number = |at: usize| row.get::<_, i64>(at).cast_unsigned();
        Ok([number(0), number(1)])
    }

    /// The epochs that have begun: the first run of each, and what was learned.
    pub fn epochs(&mut self, campaign: i64) -> Result<Vec<(u64, String)>, SharedError> {
        let query = "SELECT first, learned FROM murxla.epoch \
                     WHERE campaign = $1 AND learned IS NOT NULL ORDER BY first";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        Ok(rows.iter().map(|row| (super::database::unstored(row.get(0)), row.get(1))).collect())
    }

    /// Asks what holds from this run on; if nobody knows, this machine is to find out within so many seconds.
    pub fn ask_epoch(
        &mut self,
        campaign: i64,
        site: i64,
        first: u64,
        seconds: f64,
    ) -> Result<Learning, SharedError> {
        let first = stored(first);
        self.change(|it| {
            let claimed = it.execute(
                "INSERT INTO murxla.epoch (campaign, first, site, expires) \
                 VALUES ($1, $2, $3, now() + make_interval(secs => $4)) \
                 ON CONFLICT (campaign, first) DO UPDATE SET site = $3, expires = now() + make_interval(secs => $4) \
                 WHERE epoch.learned IS NULL AND (epoch.expires < now() OR epoch.site = $3)",
                &[&campaign, &first, &site, &seconds],
            )?;
            if claimed > 0 {
                return Ok(Learning::Yours);
            }
            let query = "SELECT learned FROM murxla.epoch WHERE campaign = $1 AND first = $2";
            let learned: Option<String> = it.query_one(query, &[&campaign, &first])?.get(0);
            Ok(learned.map_or(Learning::Later, Learning::Learned))
        })
    }

    /// Says what was learned; what holds then is what the first machine said.
    pub fn begin_epoch(
        &mut self,
        campaign: i64,
        site: i64,
        first: u64,
        learned: &str,
    ) -> Result<String, SharedError> {
        let first = stored(first);
        self.change(|it| {
            it.execute(
                "INSERT INTO murxla.epoch (campaign, first, site, learned) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (campaign, first) DO UPDATE SET learned = $4 WHERE epoch.learned IS NULL",
                &[&campaign, &first, &site, &learned],
            )?;
            let query = "SELECT learned FROM murxla.epoch WHERE campaign = $1 AND first = $2";
            Ok(it.query_one(query, &[&campaign, &first])?.get(0))
        })
    }
}
