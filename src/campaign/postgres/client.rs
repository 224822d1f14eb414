//! A connection whose questions end: a server that says nothing for a while counts as one that is away.
//!
//! The synchronous library waits for an answer as long as the connection lives, and it lives as long as the other machine does,
//! even if the server on it has stopped. So we use the library below it, and wait on our own.

use std::future::Future;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Bytes per second that a network carries at least.
const SLOW_NETWORK: f64 = 200_000.0;

/// How long a question takes at most that may take long.
const LONG: Duration = Duration::from_secs(60);

/// Why a question has no answer.
#[derive(Debug)]
pub enum Failure {
    /// What the server or the connection says.
    Told(tokio_postgres::Error),
    /// Nothing was said for so long.
    Silent(Duration),
    /// A delivery that was given up for lost has arrived meanwhile.
    Overtaken,
    /// Something that a connection needs cannot be had.
    System(std::io::Error),
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure::Told(error)
    }
}

/// Runs what waits, on this thread, for no longer than this.
struct Waiter {
    runtime: Runtime,
    patience: Duration,
}

impl Waiter {
    fn wait<T>(
        &self,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Failure> {
        self.wait_longer(Duration::ZERO, work)
    }

    fn wait_longer<T>(
        &self,
        more: Duration,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Failure> {
        let patience = self.patience + more;
        // The timer needs the runtime.
        let limited = async { tokio::time::timeout(patience, work).await };
        match self.runtime.block_on(limited) {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(Failure::Silent(patience)),
        }
    }
}

/// Values of a question.
type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection.
pub struct Client {
    client: tokio_postgres::Client,
    // After the client: it ends when nobody asks any more.
    waiter: Waiter,
}

impl Client {
    /// Connects; no question takes longer than the time that is given.
    pub fn connect(
        config: &Config,
        tls: Option<MakeRustlsConnect>,
        patience: Duration,
    ) -> Result<Client, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let waiter = Waiter { runtime: runtime.map_err(Failure::System)?, patience };
        let client = match tls {
            None => {
                let (client, connection) = waiter.wait(config.connect(NoTls))?;
                waiter.runtime.spawn(connection);
                client
            }
            Some(tls) => {
                let (client, connection) = waiter.wait(config.connect(tls))?;
                waiter.runtime.spawn(connection);
                client
            }
        };
        Ok(Client { client, waiter })
    }

    /// From now on a question may take long.
    pub fn be_patient(&mut self) {
        self.waiter.patience = LONG;
    }

    /// Begins to do several things as one.
    pub fn transaction(&mut self) -> Result<Transaction<'_>, Failure> {
        let transaction = self.waiter.wait(self.client.transaction())?;
        Ok(Transaction { transaction, waiter: &self.waiter })
    }

    /// Prepares what is asked often.
    pub fn prepare(&self, query: &str) -> Result<Statement, Failure> {
        self.waiter.wait(self.client.prepare(query))
    }

    /// Asks for one row, in a transaction of its own.
    pub fn query_one(&self, query: &Statement, values: Values<'_>) -> Result<Row, Failure> {
        self.waiter.wait(self.client.query_one(query, values))
    }
}

/// All of it or nothing.
pub struct Transaction<'a> {
    transaction: tokio_postgres::Transaction<'a>,
    waiter: &'a Waiter,
}

impl Transaction<'_> {
    /// Asks for rows.
    pub fn query<Q: ?Sized + tokio_postgres::ToStatement>(
        &mut self,
        query: &Q,
        values: Values<'_>,
    ) -> Result<Vec<Row>, Failure> {
        self.waiter.wait(self.transaction.query(query, values))
    }

    /// Asks for one row.
    pub fn query_one<Q: ?Sized + tokio_postgres::ToStatement>(
        &mut self,
        query: &Q,
        values: Values<'_>,
    ) -> Result<Row, Failure> {
        self.waiter.wait(self.transaction.query_one(query, values))
    }

    /// Asks for one row, which need not be there.
    pub fn query_opt<Q: ?Sized + tokio_postgres::ToStatement>(
        &mut self,
        query: &Q,
        values: Values<'_>,
    ) -> Result<Option<Row>, Failure> {
        self.waiter.wait(self.transaction.query_opt(query, values))
    }

    /// Changes something; how many rows.
    pub fn execute<Q: ?Sized + tokio_postgres::ToStatement>(
        &mut self,
        query: &Q,
        values: Values<'_>,
    ) -> Result<u64, Failure> {
        self.waiter.wait(self.transaction.execute(query, values))
    }

    /// The same with a value of so many bytes, which may take its time on the way.
    pub fn send_large(
        &mut self,
        query: &str,
        values: Values<'_>,
        bytes: usize,
    ) -> Result<u64, Failure> {
        let more = Duration::from_secs_f64(bytes as f64 / SLOW_NETWORK);
        self.waiter.wait_longer(more, self.transaction.execute(query, values))
    }

    /// Executes several statements.
    pub fn batch_execute(&mut self, text: &str) -> Result<(), Failure> {
        self.waiter.wait(self.transaction.batch_execute(text))
    }

    /// Does all of it.
    pub fn commit(self) -> Result<(), Failure> {
        self.waiter.wait(self.transaction.commit())
    }
}
