//! The tables of a shared store: made when they are missing, brought up to date when they are older, refused when newer.

use postgres::{Client, Transaction};

use super::address::Address;
use super::error::SharedError;

/// The steps from nothing to the newest tables; a store has as many of them as its version says. One that was released is
/// never changed: a change is a further step.
const STEPS: &[&str] = &["
    -- A campaign: what its runs are (plan), and how far they are handed out and done.
    CREATE TABLE murxla.campaign (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        plan text NOT NULL,
        known text NOT NULL DEFAULT '',
        goal bigint,
        begun timestamptz NOT NULL DEFAULT now(),
        next_run bigint NOT NULL DEFAULT 0,
        runs_done bigint NOT NULL DEFAULT 0
    );
    -- Files that all its machines need, such as the seeds of mutants.
    CREATE TABLE murxla.campaign_file (
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        name text NOT NULL,
        content bytea NOT NULL,
        PRIMARY KEY (campaign, name)
    );
    -- A machine at work, with its own figures: nobody else writes them, so nobody waits for anybody.
    CREATE TABLE murxla.site (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        name text NOT NULL,
        jobs int NOT NULL,
        joined timestamptz NOT NULL DEFAULT now(),
        seen timestamptz NOT NULL DEFAULT now(),
        gone boolean NOT NULL DEFAULT false,
        runs bigint NOT NULL DEFAULT 0,
        delivery bigint NOT NULL DEFAULT 0,
        counts text NOT NULL DEFAULT '{}'
    );
    CREATE INDEX site_of_campaign ON murxla.site (campaign);
    -- Runs that a machine has, until they expire. What is left of one lease may be several parts.
    CREATE SEQUENCE murxla.lease_number;
    CREATE TABLE murxla.lease (
        id bigint NOT NULL,
        first bigint NOT NULL,
        past bigint NOT NULL,
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        site bigint NOT NULL REFERENCES murxla.site (id),
        expires timestamptz NOT NULL,
        PRIMARY KEY (id, first)
    );
    CREATE INDEX lease_by_end ON murxla.lease (campaign, expires);
    -- Runs that were handed out and not done: they come first.
    CREATE TABLE murxla.returned (
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        first bigint NOT NULL,
        past bigint NOT NULL,
        PRIMARY KEY (campaign, first)
    );
    -- Findings with the same key. Keys may be longer than an index takes, so they are told apart by a hash.
    CREATE TABLE murxla.bucket (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        hash text NOT NULL,
        key text NOT NULL,
        count bigint NOT NULL,
        first_run bigint NOT NULL,
        first_seed bigint NOT NULL,
        message text NOT NULL,
        found timestamptz NOT NULL DEFAULT now(),
        site bigint NOT NULL,
        UNIQUE (campaign, hash)
    );
    CREATE TABLE murxla.finding (
        bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
        run bigint NOT NULL,
        seed bigint NOT NULL,
        PRIMARY KEY (bucket, run)
    );
    -- What is in the folder of a bucket's first finding.
    CREATE TABLE murxla.file (
        bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
        name text NOT NULL,
        content bytea NOT NULL,
        PRIMARY KEY (bucket, name)
    );
    -- What is still to be done with a bucket, and who does it until when.
    CREATE TABLE murxla.task (
        bucket bigint NOT NULL REFERENCES murxla.bucket (id) ON DELETE CASCADE,
        kind text NOT NULL,
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        site bigint,
        expires timestamptz,
        tries int NOT NULL DEFAULT 0,
        done boolean NOT NULL DEFAULT false,
        result text NOT NULL DEFAULT '',
        PRIMARY KEY (bucket, kind)
    );
    CREATE INDEX task_open ON murxla.task (campaign, kind) WHERE NOT done;
    -- Traces of runs that hit the time limit: campaigns learn from them.
    CREATE TABLE murxla.timeout (
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        run bigint NOT NULL,
        seed bigint NOT NULL,
        trace bytea NOT NULL,
        PRIMARY KEY (campaign, run)
    );
    -- What was learned, and from which run on it holds.
    CREATE TABLE murxla.epoch (
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        first bigint NOT NULL,
        site bigint,
        expires timestamptz,
        learned text,
        PRIMARY KEY (campaign, first)
    );
    CREATE TABLE murxla.event (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        campaign bigint NOT NULL REFERENCES murxla.campaign (id) ON DELETE CASCADE,
        at timestamptz NOT NULL DEFAULT now(),
        site bigint,
        event text NOT NULL
    );
    CREATE INDEX event_of_campaign ON murxla.event (campaign, id);
"];

/// Two processes that begin at once do not both make the tables.
const LOCK: i64 = 0x6d75_7278_6c61;

/// Looks whether the tables are ours and of a version that we know.
pub fn check(client: &mut Client, address: &Address) -> Result<(), SharedError> {
    let explain = |error| SharedError::of(&error, address);
    let version = version(&mut client.transaction().map_err(explain)?).map_err(explain)?;
    let store = || address.to_string();
    match version {
        Found::Nothing => Err(SharedError::Empty { store: store() }),
        Found::Other(what) => Err(SharedError::NotOurs { store: store(), what }),
        Found::Ours(found) if found as usize == STEPS.len() => Ok(()),
        Found::Ours(_) => prepare(client, address),
    }
}

/// Makes the tables, or brings them up to date.
pub fn prepare(client: &mut Client, address: &Address) -> Result<(), SharedError> {
    let explain = |error| SharedError::of(&error, address);
    let store = address.to_string();
    let mut transaction = client.transaction().map_err(explain)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).map_err(explain)?;
    let (is_new, had) = match version(&mut transaction).map_err(explain)? {
        Found::Nothing => (true, 0),
        Found::Other(what) => return Err(SharedError::NotOurs { store, what }),
        Found::Ours(found) => (false, found),
    };
    let newest = STEPS.len() as i32;
    if had > newest || had < 0 {
        return Err(SharedError::Version { store, found: had, newest });
    }
    if had == newest {
        return Ok(());
    }
    let steps = || -> Result<(), postgres::Error> {
        if is_new {
            transaction.batch_execute(
                "CREATE SCHEMA murxla; \
                 CREATE TABLE murxla.about (version int NOT NULL, murxla text NOT NULL); \
                 INSERT INTO murxla.about VALUES (0, '')",
            )?;
        }
        for step in &STEPS[had as usize..] {
            transaction.batch_execute(step)?;
        }
        let query = "UPDATE murxla.about SET version = $1, murxla = $2";
        transaction.execute(query, &[&newest, &env!("CARGO_PKG_VERSION")])?;
        transaction.commit()
    };
    steps().map_err(explain)
}

/// What is in a database.
enum Found {
    Nothing,
    /// Tables of someone else.
    Other(String),
    /// Ours, of this version.
    Ours(i32),
}

fn version(transaction: &mut Transaction<'_>) -> Result<Found, postgres::Error> {
    let query = "SELECT to_regclass('murxla.about') IS NOT NULL";
    if transaction.query_one(query, &[])?.get(0) {
        let row = transaction.query_one("SELECT max(version) FROM murxla.about", &[])?;
        return Ok(Found::Ours(row.get::<_, Option<i32>>(0).unwrap_or(-1)));
    }
    let query = "SELECT nspname || '.' || relname FROM pg_class \
                 JOIN pg_namespace ON pg_namespace.oid = relnamespace \
                 WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname !~ '^(pg_|information_schema$)' \
                 ORDER BY 1 LIMIT 1";
    let other = transaction.query_opt(query, &[])?;
    if let Some(table) = other {
        return Ok(Found::Other(format!("the table {}", table.get::<_, String>(0))));
    }
    let query = "SELECT count(*) FROM pg_namespace WHERE nspname = 'murxla'";
    Ok(match transaction.query_one(query, &[])?.get::<_, i64>(0) {
        0 => Found::Nothing,
        _ => Found::Other("a schema murxla without tables".to_owned()),
    })
}
