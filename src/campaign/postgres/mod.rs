//! A store that many machines share: a campaign in a PostgreSQL database.
//!
//! * [`Address`] says where it is; `connection` connects, `schema` makes the tables;
//! * [`Database`] is what can be asked of the tables: campaigns (`database`), runs (`runs`), findings (`findings`), work on
//!   findings and what was learned (`tasks`);
//! * [`SharedStore`] is one machine at work: leases blocks of runs, delivers what they gave, and outlives a store that is away
//!   (`spool`);
//! * `copy` brings a campaign from a folder into a store and back.
//!
//! The database's clock alone says when a lease ends, so the clocks of machines do not matter.

mod address;
mod client;
mod connection;
mod copy;
mod database;
mod error;
mod findings;
mod runs;
mod schema;
mod site;
mod spool;
mod statements;
mod tasks;
#[cfg(test)]
mod tests;

pub use address::{Address, AddressError, ProcessEnvironment, is_address};
pub use copy::{CopyError, fetch_finding, keep_finding, to_folder, to_store};
pub use database::{CampaignRow, Database, SiteRow};
pub use error::SharedError;
pub use site::SharedStore;
