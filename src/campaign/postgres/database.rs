//! A connection to the tables of a shared store, and the campaigns in it.

use std::collections::BTreeMap;

use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

use super::address::Address;
use super::client::{Client, Failure, Transaction};
use super::connection::connect;
use super::error::SharedError;
use super::schema;

/// An open store.
pub struct Database {
    pub(super) client: Client,
    address: Address,
    /// What is asked often, by its text.
    prepared: BTreeMap<&'static str, Statement>,
}

/// A campaign in a store.
#[derive(Clone, Debug)]
pub struct CampaignRow {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The text of its campaign.toml.
    pub plan: String,
    /// The text of the keys that are known, as `--known` takes it.
    pub known: String,
    /// How many runs there are to be done.
    pub goal: Option<u64>,
    /// How many are done.
    pub runs_done: u64,
    /// Seconds since it began.
    pub age: f64,
}

/// A machine at work on a campaign.
#[derive(Clone, Debug)]
pub struct SiteRow {
    /// What it calls itself.
    pub name: String,
    /// Its workers.
    pub jobs: u32,
    /// Runs that it did.
    pub runs: u64,
    /// Seconds since it joined.
    pub age: f64,
    /// Seconds since it was heard of.
    pub silent: f64,
    /// Whether it left.
    pub gone: bool,
}

const CAMPAIGN: &str = "id, name, plan, known, goal, \
     (SELECT coalesce(sum(runs), 0)::bigint FROM murxla.site WHERE site.campaign = campaign.id), \
     extract(epoch FROM now() - begun)::float8";

impl CampaignRow {
    fn of(row: &Row) -> CampaignRow {
        CampaignRow {
            id: row.get(0),
            name: row.get(1),
            plan: row.get(2),
            known: row.get(3),
            goal: row.get::<_, Option<i64>>(4).map(unstored),
            runs_done: unstored(row.get(5)),
            age: row.get(6),
        }
    }
}

/// Runs and seeds are 64 bits without a sign, the columns have one. Runs never come near the end.
pub(super) fn stored(run: u64) -> i64 {
    i64::try_from(run).unwrap_or(i64::MAX)
}

pub(super) fn unstored(run: i64) -> u64 {
    u64::try_from(run).unwrap_or(0)
}

impl Database {
    /// Opens a store that has campaigns.
    pub fn open(address: &Address) -> Result<Database, SharedError> {
        Database::open_as(address, schema::check)
    }

    /// Opens a store, and makes its tables if the database is empty.
    pub fn open_or_make(address: &Address) -> Result<Database, SharedError> {
        Database::open_as(address, schema::prepare)
    }

    fn open_as(
        address: &Address,
        look: fn(&mut Client, &Address) -> Result<(), SharedError>,
    ) -> Result<Database, SharedError> {
        let mut client = connect(address).map_err(SharedError::at_first)?;
        look(&mut client, address).map_err(SharedError::at_first)?;
        Ok(Database { client, address: address.clone(), prepared: BTreeMap::new() })
    }

    /// From now on a question may take long: who copies a campaign wants all of it.
    pub fn be_patient(&mut self) {
        self.client.be_patient();
    }

    /// Does all of it or nothing.
    pub(super) fn change<T>(
        &mut self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, SharedError> {
        let Database { client, address, .. } = self;
        let all = || {
            let mut transaction = client.transaction()?;
            let value = work(&mut transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        all().map_err(|failure| SharedError::of(&failure, address))
    }

    pub(super) fn prepared(&mut self, query: &'static str) -> Result<Statement, SharedError> {
        if let Some(statement) = self.prepared.get(query) {
            return Ok(statement.clone());
        }
        let made = self.client.prepare(query);
        let statement = made.map_err(|failure| SharedError::of(&failure, &self.address))?;
        self.prepared.insert(query, statement.clone());
        Ok(statement)
    }

    /// Asks what is asked often: one row.
    pub(super) fn ask_prepared(
        &mut self,
        query: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, SharedError> {
        let statement = self.prepared(query)?;
        let row = self.client.query_one(&statement, values);
        row.map_err(|failure| SharedError::of(&failure, &self.address))
    }

    pub(super) fn damaged(&self, problem: String) -> SharedError {
        SharedError::Damaged { store: self.address.to_string(), problem }
    }

    /// A new campaign; its number.
    pub fn begin_campaign(
        &mut self,
        name: &str,
        plan: &str,
        known: &str,
        goal: Option<u64>,
    ) -> Result<i64, SharedError> {
        let goal = goal.map(stored);
        let query = "WITH made AS (INSERT INTO murxla.campaign (name, plan, known, goal) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT DO NOTHING RETURNING id) \
                     INSERT INTO murxla.progress (campaign, next_run) SELECT id, 0 FROM made RETURNING campaign";
        let row = self.change(|it| it.query_opt(query, &[&name, &plan, &known, &goal]))?;
        row.map(|row| row.get(0)).ok_or_else(|| SharedError::Taken {
            store: self.address.to_string(),
            name: name.to_owned(),
        })
    }

    /// Keeps a file that all machines need.
    pub fn keep_file(
        &mut self,
        campaign: i64,
        name: &str,
        content: &[u8],
    ) -> Result<(), SharedError> {
        let query = "INSERT INTO murxla.campaign_file VALUES ($1, $2, $3)";
        self.change(|it| it.execute(query, &[&campaign, &name, &content])).map(drop)
    }

    /// Such a file, if there is one.
    pub fn kept_file(&mut self, campaign: i64, name: &str) -> Result<Option<Vec<u8>>, SharedError> {
        let query = "SELECT content FROM murxla.campaign_file WHERE campaign = $1 AND name = $2";
        let row = self.change(|it| it.query_opt(query, &[&campaign, &name]))?;
        Ok(row.map(|row| row.get(0)))
    }

    /// All campaigns, the oldest first.
    pub fn campaigns(&mut self) -> Result<Vec<CampaignRow>, SharedError> {
        let query = format!("SELECT {CAMPAIGN} FROM murxla.campaign ORDER BY id");
        let rows = self.change(|it| it.query(&query, &[]))?;
        Ok(rows.iter().map(CampaignRow::of).collect())
    }

    /// The campaign with this name; without a name the only one.
    pub fn campaign(&mut self, name: Option<&str>) -> Result<CampaignRow, SharedError> {
        let mut all = self.campaigns()?;
        let store = self.address.to_string();
        let names = all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        let problem = match name {
            _ if all.is_empty() => return Err(SharedError::Empty { store }),
            None if all.len() == 1 => return Ok(all.remove(0)),
            None => "there are several campaigns".to_owned(),
            Some(name) => match all.into_iter().find(|one| one.name == name) {
                Some(found) => return Ok(found),
                None => format!("there is no campaign {name}"),
            },
        };
        Err(SharedError::Campaign { store, problem, list: names })
    }

    /// The machines that are or were at work, the newest last.
    pub fn sites(&mut self, campaign: i64) -> Result<Vec<SiteRow>, SharedError> {
        let query = "SELECT name, jobs, runs, extract(epoch FROM now() - joined)::float8, \
                     extract(epoch FROM now() - seen)::float8, gone \
                     FROM murxla.site WHERE campaign = $1 ORDER BY id";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        let site = |row: &Row| SiteRow {
            name: row.get(0),
            jobs: row.get::<_, i32>(1).cast_unsigned(),
            runs: unstored(row.get(2)),
            age: row.get(3),
            silent: row.get(4),
            gone: row.get(5),
        };
        Ok(rows.iter().map(site).collect())
    }

    /// Runs that machines have, and runs that wait for one after they were given back.
    pub fn under_way(&mut self, campaign: i64) -> Result<[u64; 2], SharedError> {
        let query = "SELECT (SELECT coalesce(sum(past - first), 0)::bigint FROM murxla.lease WHERE campaign = $1), \
                     (SELECT coalesce(sum(past - first), 0)::bigint FROM murxla.returned WHERE campaign = $1)";
        let row = self.change(|it| it.query_one(query, &[&campaign]))?;
        Ok([unstored(row.get(0)), unstored(row.get(1))])
    }

    /// How large the database is, in bytes.
    pub fn size(&mut self) -> Result<u64, SharedError> {
        let query = "SELECT pg_database_size(current_database())";
        self.change(|it| it.query_one(query, &[])).map(|row| unstored(row.get(0)))
    }
}
