//! The store of a campaign in an SQLite database.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, params};

use super::lock::Lock;
use super::store::{Bucket, Bucketed, Lease, Seen, Store, StoreError};
use super::{Counts, Dump};
use crate::findings::Key;
use crate::findings::disk::{DiskError, TEMPORARY, Trouble};

/// The version of the tables.
const VERSION: i64 = 1;
/// What tells our databases from others: "murx" in ASCII.
const APPLICATION: i64 = 0x6d75_7278;

/// Runs and seeds are 64 bits without a sign; SQLite has 64 bits with one. Seeds are stored bit by bit.
const TABLES: &str = "
    CREATE TABLE progress (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        next_run INTEGER NOT NULL,
        runs_done INTEGER NOT NULL
    );
    INSERT INTO progress VALUES (1, 0, 0);
    CREATE TABLE lease (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        worker INTEGER NOT NULL,
        first INTEGER NOT NULL,
        past INTEGER NOT NULL
    );
    CREATE TABLE returned (
        first INTEGER PRIMARY KEY,
        past INTEGER NOT NULL
    );
    CREATE TABLE bucket (
        id INTEGER PRIMARY KEY,
        stable_text TEXT NOT NULL UNIQUE,
        key TEXT NOT NULL,
        count INTEGER NOT NULL,
        first_run INTEGER NOT NULL,
        first_seed INTEGER NOT NULL,
        message TEXT NOT NULL
    );
    CREATE TABLE finding (
        bucket INTEGER NOT NULL REFERENCES bucket (id),
        run INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        PRIMARY KEY (bucket, run)
    ) WITHOUT ROWID;
    CREATE TABLE counts (
        section TEXT NOT NULL,
        name TEXT NOT NULL,
        tried INTEGER NOT NULL,
        succeeded INTEGER NOT NULL,
        PRIMARY KEY (section, name)
    ) WITHOUT ROWID;
";

/// The store of one campaign in `campaign.db`.
///
/// A process that was forked while it was open must not use it, and keeps the campaign locked as long as it lives: so
/// workers are forked before, or end with the process that forked them.
#[derive(Debug)]
pub struct SqliteStore {
    database: Connection,
    path: PathBuf,
    // After the database: it is closed before the lock is given up.
    _lock: Lock,
}

impl SqliteStore {
    /// Opens the campaign in this folder, or makes one. It stays locked against other processes until this is
    /// dropped. Leases that a killed process left are still there: see [`Store::give_back_all`].
    pub fn open(out: &Path) -> Result<SqliteStore, StoreError> {
        fs::create_dir_all(out).map_err(DiskError::on("create", out))?;
        let lock = Lock::take(out)?;
        let path = out.join("campaign.db");
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let opened = Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let database = opened.map_err(|error| explain(error, &path))?;
        let mut store = SqliteStore { database, path, _lock: lock };
        store.prepare().map_err(|error| explain(error, &store.path))??;
        Ok(store)
    }

    /// Settings and tables.
    fn prepare(&mut self) -> rusqlite::Result<Result<(), StoreError>> {
        self.database.busy_timeout(std::time::Duration::from_secs(5))?;
        // A reader, such as a person who looks on, does not hinder the writer. With NORMAL, what was committed last
        // outlives a kill of the process but not a power cut; FULL waits for the disk at each commit, which comes
        // once for a batch of runs.
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "FULL")?;
        self.database.pragma_update(None, "foreign_keys", true)?;
        let number = |name: &str| -> rusqlite::Result<i64> {
            self.database.pragma_query_value(None, name, |row| row.get(0))
        };
        let (application, version) = (number("application_id")?, number("user_version")?);
        let tables: i64 =
            self.database.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        let path = self.path.clone();
        if (application, version, tables) == (0, 0, 0) {
            let transaction = self.database.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()?;
        } else if application != APPLICATION {
            let problem = "it is the database of another program".to_owned();
            return Ok(Err(StoreError::Corrupt { path, problem }));
        } else if version != VERSION {
            return Ok(Err(StoreError::Version { path, found: version, expected: VERSION }));
        }
        let problem: String =
            self.database.pragma_query_value(None, "quick_check", |row| row.get(0))?;
        if problem != "ok" {
            let path = self.path.clone();
            return Ok(Err(StoreError::Corrupt { path, problem }));
        }
        Ok(Ok(()))
    }

    /// Does all of it or nothing.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let SqliteStore { database, path, .. } = self;
        let all = || -> rusqlite::Result<_> {
            let transaction = database.transaction()?;
            match work(&transaction)? {
                Ok(value) => transaction.commit().map(|()| Ok(value)),
                // Dropped, so nothing happens.
                Err(error) => Ok(Err(error)),
            }
        };
        all().map_err(|error| explain(error, path))?
    }

    /// All that is in it, with what was leased as not done.
    pub fn dump(&mut self) -> Result<Dump, StoreError> {
        self.give_back_all()?;
        let (buckets, counts) = (self.buckets()?, self.counts()?);
        let buckets = buckets
            .into_iter()
            .map(|bucket| Ok((bucket.clone(), self.runs_in(&bucket.key)?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        let read = || -> rusqlite::Result<Dump> {
            let query = "SELECT next_run, runs_done FROM progress";
            let numbers = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let (next, done): (i64, i64) = self.database.query_row(query, [], numbers)?;
            let mut query =
                self.database.prepare("SELECT first, past FROM returned ORDER BY first")?;
            let range = |row: &rusqlite::Row<'_>| Ok(unstored(row.get(0)?)..unstored(row.get(1)?));
            let returned = query.query_map([], range)?.collect::<rusqlite::Result<_>>()?;
            let (next_run, runs_done) = (unstored(next), unstored(done));
            Ok(Dump { next_run, runs_done, returned, buckets, counts })
        };
        self.read(read())
    }

    /// Puts all of it into an empty store.
    pub fn load(&mut self, dump: &Dump) -> Result<(), StoreError> {
        self.change(|transaction| {
            let query = "UPDATE progress SET next_run = ?1, runs_done = ?2";
            transaction.execute(query, [stored(dump.next_run), stored(dump.runs_done)])?;
            for runs in &dump.returned {
                let query = "INSERT INTO returned VALUES (?1, ?2)";
                transaction.execute(query, [stored(runs.start), stored(runs.end)])?;
            }
            add_counts(transaction, &dump.counts)?;
            for (Bucket { key, message, first_run, .. }, runs) in &dump.buckets {
                // The first one brings its message.
                let first = runs.iter().filter(|(run, _)| run == first_run);
                for (run, seed) in first.chain(runs) {
                    let (run, seed) = (*run, *seed);
                    put(transaction, &Seen { run, seed, key, message, folder: Path::new("") })?;
                }
            }
            Ok(Ok(()))
        })
    }

    /// The runs of a bucket, each with its seed, by number.
    fn runs_in(&self, key: &Key) -> Result<Vec<(u64, u64)>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(u64, u64)>> {
            let mut query = self.database.prepare(
                "SELECT run, finding.seed FROM finding JOIN bucket ON bucket = id \
                 WHERE stable_text = ?1 ORDER BY run",
            )?;
            let run = |row: &rusqlite::Row<'_>| {
                Ok((unstored(row.get(0)?), row.get::<_, i64>(1)?.cast_unsigned()))
            };
            query.query_map([key.stable_text()], run)?.collect()
        };
        self.read(read())
    }

    fn read<T>(&self, query: rusqlite::Result<T>) -> Result<T, StoreError> {
        query.map_err(|error| explain(error, &self.path))
    }
}

/// From what SQLite says to what a person can do about it.
fn explain(error: rusqlite::Error, path: &Path) -> StoreError {
    let path = path.to_owned();
    let problem = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::of_code(libc::ENOSPC, &path),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::of_code(libc::EACCES, &path)
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { path },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt { path, problem }
        }
        // SQLite does not tell what the system said.
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => match disk_says(&path) {
            Some(error) => DiskError::on("write", &path)(error).into(),
            None => StoreError::Database { path, problem },
        },
        _ => match error {
            // What is in the tables is not what we put there.
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::QueryReturnedNoRows => StoreError::Corrupt { path, problem },
            _ => StoreError::Database { path, problem },
        },
    }
}

/// What the system says about writing a file beside this one.
fn disk_says(path: &Path) -> Option<io::Error> {
    let probe = path.with_file_name(format!("{TEMPORARY}probe"));
    // More than a page, so that room is asked for.
    let error = fs::write(&probe, [0; 1 << 16]).err();
    // If it is not there, nothing is left behind.
    let _ = fs::remove_file(&probe);
    error.filter(|error| Trouble::of(error) != Trouble::Other)
}

/// Runs are counted from 0 and never come near the end of 63 bits.
fn stored(run: u64) -> i64 {
    i64::try_from(run).unwrap_or(i64::MAX)
}

fn unstored(run: i64) -> u64 {
    u64::try_from(run).unwrap_or(0)
}

/// What of a lease is there: its runs.
fn leased(transaction: &Transaction<'_>, lease: u64) -> rusqlite::Result<Option<Range<i64>>> {
    let query = "SELECT first, past FROM lease WHERE id = ?1";
    let runs = |row: &rusqlite::Row<'_>| Ok(row.get(0)?..row.get(1)?);
    transaction.query_row(query, [stored(lease)], runs).optional()
}

impl Store for SqliteStore {
    fn lease(
        &mut self,
        worker: u32,
        most: u64,
        limit: Option<u64>,
    ) -> Result<Option<Lease>, StoreError> {
        let limit = limit.map_or(i64::MAX, stored);
        let most = stored(most);
        self.change(|transaction| {
            let query = "SELECT first, past FROM returned WHERE first < ?1 ORDER BY first LIMIT 1";
            let range = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let returned: Option<(i64, i64)> =
                transaction.query_row(query, [limit], range).optional()?;
            let (first, past) = match returned {
                Some(range) => range,
                None => {
                    let query = "SELECT next_run FROM progress";
                    (transaction.query_row(query, [], |row| row.get(0))?, i64::MAX)
                }
            };
            let end = past.min(limit).min(first.saturating_add(most));
            if end <= first {
                return Ok(Ok(None));
            }
            if returned.is_some() {
                transaction.execute("DELETE FROM returned WHERE first = ?1", [first])?;
                if end < past {
                    transaction.execute("INSERT INTO returned VALUES (?1, ?2)", [end, past])?;
                }
            } else {
                transaction.execute("UPDATE progress SET next_run = ?1", [end])?;
            }
            transaction.execute(
                "INSERT INTO lease (worker, first, past) VALUES (?1, ?2, ?3)",
                params![worker, first, end],
            )?;
            let id = unstored(transaction.last_insert_rowid());
            Ok(Ok(Some(Lease { id, runs: unstored(first)..unstored(end) })))
        })
    }

    fn finish(
        &mut self,
        lease: u64,
        done: Range<u64>,
        counts: &Counts,
        findings: &[Seen<'_>],
    ) -> Result<Vec<Bucketed>, StoreError> {
        self.change(|transaction| {
            let (start, end) = (stored(done.start), stored(done.end));
            let runs = leased(transaction, lease)?;
            let Some(runs) = runs.filter(|it| it.start == start && start <= end && end <= it.end)
            else {
                return Ok(Err(StoreError::NotLeased { lease, runs: done }));
            };
            let id = stored(lease);
            if end == runs.end {
                transaction.execute("DELETE FROM lease WHERE id = ?1", [id])?;
            } else {
                transaction.execute("UPDATE lease SET first = ?1 WHERE id = ?2", [end, id])?;
            }
            let query = "UPDATE progress SET runs_done = runs_done + ?1";
            transaction.execute(query, [end - start])?;
            add_counts(transaction, counts)?;
            let bucketed: rusqlite::Result<Vec<Bucketed>> =
                findings.iter().map(|finding| put(transaction, finding)).collect();
            bucketed.map(Ok)
        })
    }

    fn give_back(&mut self, lease: u64) -> Result<(), StoreError> {
        self.change(|transaction| {
            if let Some(runs) = leased(transaction, lease)? {
                let query = "INSERT INTO returned VALUES (?1, ?2)";
                transaction.execute(query, [runs.start, runs.end])?;
                transaction.execute("DELETE FROM lease WHERE id = ?1", [stored(lease)])?;
            }
            Ok(Ok(()))
        })
    }

    fn give_back_all(&mut self) -> Result<u64, StoreError> {
        self.change(|transaction| {
            let query = "SELECT coalesce(sum(past - first), 0) FROM lease";
            let runs: i64 = transaction.query_row(query, [], |row| row.get(0))?;
            transaction.execute("INSERT INTO returned SELECT first, past FROM lease", [])?;
            transaction.execute("DELETE FROM lease", [])?;
            Ok(Ok(unstored(runs)))
        })
    }

    fn buckets(&mut self) -> Result<Vec<Bucket>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Bucket>> {
            let mut query = self.database.prepare(
                "SELECT key, count, first_run, first_seed, message FROM bucket ORDER BY first_run, stable_text",
            )?;
            let bucket = |row: &rusqlite::Row<'_>| {
                let key: String = row.get(0)?;
                let key: Key = serde_json::from_str(&key).map_err(|error| {
                    let text = rusqlite::types::Type::Text;
                    rusqlite::Error::FromSqlConversionFailure(0, text, Box::new(error))
                })?;
                Ok(Bucket {
                    key,
                    count: unstored(row.get(1)?),
                    first_run: unstored(row.get(2)?),
                    first_seed: row.get::<_, i64>(3)?.cast_unsigned(),
                    message: row.get(4)?,
                })
            };
            query.query_map([], bucket)?.collect()
        };
        self.read(read())
    }

    #[cfg(test)]
    fn runs_of(&mut self, key: &Key) -> Result<Vec<(u64, u64)>, StoreError> {
        self.runs_in(key)
    }

    fn counts(&mut self) -> Result<Counts, StoreError> {
        let read = || -> rusqlite::Result<Counts> {
            let mut counts = Counts::default();
            let mut query =
                self.database.prepare("SELECT section, name, tried, succeeded FROM counts")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let (section, name): (String, String) = (row.get(0)?, row.get(1)?);
                counts.add_row(&section, &name, [unstored(row.get(2)?), unstored(row.get(3)?)]);
            }
            Ok(counts)
        };
        self.read(read())
    }

    #[cfg(test)]
    fn runs_done(&mut self) -> Result<u64, StoreError> {
        let query = "SELECT runs_done FROM progress";
        self.read(self.database.query_row(query, [], |row| row.get(0)).map(unstored))
    }
}

fn add_counts(transaction: &Transaction<'_>, counts: &Counts) -> rusqlite::Result<()> {
    let mut query = transaction.prepare(
        "INSERT INTO counts VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE \
         SET tried = tried + excluded.tried, succeeded = succeeded + excluded.succeeded",
    )?;
    for (section, name, [tried, succeeded]) in counts.rows() {
        query.execute(params![section, name, stored(tried), stored(succeeded)])?;
    }
    Ok(())
}

/// Puts a finding into its bucket, if it is not there.
fn put(transaction: &Transaction<'_>, finding: &Seen<'_>) -> rusqlite::Result<Bucketed> {
    let Seen { run, seed, key, message, .. } = *finding;
    let (text, run, seed) = (key.stable_text(), stored(run), seed.cast_signed());
    let find = "SELECT id, count, first_run FROM bucket WHERE stable_text = ?1";
    let bucket = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let found: Option<(i64, i64, i64)> = transaction.query_row(find, [&text], bucket).optional()?;
    let Some((bucket, count, first_run)) = found else {
        let key = serde_json::to_string(key)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        transaction.execute(
            "INSERT INTO bucket (stable_text, key, count, first_run, first_seed, message) \
             VALUES (?1, ?2, 1, ?3, ?4, ?5)",
            params![text, key, run, seed, message],
        )?;
        let bucket = transaction.last_insert_rowid();
        transaction.execute("INSERT INTO finding VALUES (?1, ?2, ?3)", [bucket, run, seed])?;
        return Ok(Bucketed { is_new: true, count: 1 });
    };
    let insert = "INSERT OR IGNORE INTO finding VALUES (?1, ?2, ?3)";
    let added = transaction.execute(insert, [bucket, run, seed])?;
    if added > 0 {
        let query = "UPDATE bucket SET count = count + 1 WHERE id = ?1";
        transaction.execute(query, [bucket])?;
    }
    if run < first_run {
        transaction.execute(
            "UPDATE bucket SET first_run = ?1, first_seed = ?2, message = ?3 WHERE id = ?4",
            params![run, seed, message, bucket],
        )?;
    }
    Ok(Bucketed { is_new: false, count: unstored(count) + added as u64 })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::store_suite as suite;
    use super::super::store_suite::{counts, key, take};
    use super::*;

    fn seen<'a>(run: u64, key: &'a Key, message: &'a str) -> Seen<'a> {
        suite::seen(run, key, message, Path::new(""))
    }

    /// Tests beside this one fork, and what they fork has our lock for a moment.
    fn open(out: &Path) -> SqliteStore {
        let begun = Instant::now();
        loop {
            match SqliteStore::open(out) {
                Err(StoreError::InUse { .. }) if begun.elapsed() < Duration::from_secs(60) => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                opened => return opened.expect("a store"),
            }
        }
    }

    #[test]
    fn it_does_what_every_store_does() {
        for (name, case) in suite::CASES {
            println!("{name}");
            let out = tempfile::tempdir().expect("a folder");
            case(&mut open(out.path()), Path::new(""));
        }
    }

    #[test]
    fn a_dump_is_loaded() {
        let out = tempfile::tempdir().expect("a folder");
        let mut store = open(&out.path().join("one"));
        suite::findings_are_counted_once(&mut store, Path::new(""));
        let dump = store.dump().expect("a dump");
        assert_eq!((dump.next_run, dump.runs_done), (10, 2));
        assert_eq!(dump.returned.first(), Some(&(2..10)));
        let mut other = open(&out.path().join("two"));
        other.load(&dump).expect("loaded");
        assert_eq!(other.dump().expect("a dump"), dump);
    }

    #[test]
    fn what_was_not_finished_is_done_again_after_a_kill() {
        let out = tempfile::tempdir().expect("a folder");
        {
            let mut store = open(out.path());
            let lease = take(&mut store, 10, None);
            take(&mut store, 10, None);
            store.finish(lease.id, 0..3, &counts(3), &[]).expect("finished");
            // As after a kill, the file is all that is left.
        }
        let mut store = open(out.path());
        assert_eq!(store.runs_done().expect("read"), 3);
        assert_eq!(store.counts().expect("read"), counts(3));
        assert_eq!(store.give_back_all().expect("given back"), 17);
        assert_eq!(store.give_back_all().expect("given back"), 0);
        assert_eq!(take(&mut store, 100, None).runs, 3..10);
        assert_eq!(take(&mut store, 100, None).runs, 10..20);
        assert_eq!(take(&mut store, 5, None).runs, 20..25);
    }

    #[test]
    fn a_second_process_is_told() {
        let out = tempfile::tempdir().expect("a folder");
        let mut first = open(out.path());
        let error = SqliteStore::open(out.path()).expect_err("in use");
        assert!(matches!(error, StoreError::InUse { .. }));
        assert!(error.to_string().starts_with("another murxla is running the campaign in"));
        take(&mut first, 1, None);
        drop(first);
        open(out.path());
    }

    #[test]
    fn other_files_are_refused() {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().join("campaign.db");
        let check = |expected: &str| {
            let error = SqliteStore::open(out.path()).expect_err("refused").to_string();
            assert!(error.contains(expected), "{error}");
        };
        fs::write(&path, "no database".repeat(1000)).expect("a file");
        check("is damaged (file is not a database)");
        fs::remove_file(&path).expect("removed");
        let other = Connection::open(&path).expect("a database");
        other.execute_batch("CREATE TABLE x (y)").expect("a table");
        drop(other);
        check("it is the database of another program");
        fs::remove_file(&path).expect("removed");
        drop(open(out.path()));
        let newer = Connection::open(&path).expect("a database");
        newer.pragma_update(None, "user_version", 2).expect("a version");
        drop(newer);
        check("has version 2, but this murxla reads version 1");
    }

    /// A full disk changes nothing: what was finished before is there, the rest can be done again.
    #[test]
    fn a_full_disk_is_told_and_loses_nothing() {
        let out = tempfile::tempdir().expect("a folder");
        let mut store = open(out.path());
        let Lease { id, .. } = take(&mut store, 10, None);
        store.finish(id, 0..1, &counts(1), &[]).expect("finished");
        let pages: i64 =
            store.database.pragma_query_value(None, "page_count", |row| row.get(0)).expect("pages");
        let set = format!("PRAGMA max_page_count = {pages}");
        store.database.query_row(&set, [], |_| Ok(())).expect("a limit");
        let (key, message) = (key("sat/unsat"), "long ".repeat(10_000));
        let error = store.finish(id, 1..2, &counts(1), &[seen(1, &key, &message)]);
        let error = error.expect_err("full");
        assert!(
            matches!(&error, StoreError::Disk(disk) if disk.trouble() == Trouble::Full),
            "{error}"
        );
        assert!(error.to_string().contains("make room on the disk"), "{error}");
        drop(store);
        let mut store = open(out.path());
        assert_eq!(store.counts().expect("read"), counts(1));
        assert!(store.buckets().expect("read").is_empty());
        store.finish(id, 1..2, &counts(1), &[seen(1, &key, &message)]).expect("finished");
    }

    #[test]
    fn errors_of_the_system_are_told() {
        let name = |code| StoreError::of_code(code, Path::new("x")).to_string();
        assert!(name(libc::EMFILE).contains("ulimit -n"));
        assert!(name(libc::EROFS).contains("choose a folder that can be written"));
        let error = SqliteStore::open(Path::new("/dev/null/out")).expect_err("no folder");
        assert!(error.to_string().starts_with("cannot create /dev/null/out"), "{error}");
    }
}
