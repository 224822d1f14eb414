//! The tables of a shared store: made when they are missing, brought up to date when they are older, refused when newer.

use super::address::Address;
use super::client::{Client, Failure, Transaction};
use super::error::SharedError;

/// The steps from nothing to the newest tables; a store has as many of them as its version says. One that was released is
/// never changed: a change is a further step.
const STEPS: &[&str] = &[include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// Two processes that begin at once do not both make the tables.
const LOCK: i64 = 0x6d75_7278_6c61;

/// Looks whether the tables are ours and of a version that we know.
pub fn check(client: &mut Client, address: &Address) -> Result<(), SharedError> {
    let explain = |failure| SharedError::of(&failure, address);
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
    let explain = |failure| SharedError::of(&failure, address);
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
    let steps = || -> Result<(), Failure> {
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

fn version(transaction: &mut Transaction<'_>) -> Result<Found, Failure> {
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
