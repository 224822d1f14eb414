//! `murxla store`: copies campaigns between folders and shared stores.

use std::io::Write;
use std::path::Path;

use super::exit::Outcome;
use super::print::{say, stdout};
use super::shared_store::said;
use crate::campaign::postgres::{
    Address, CopyError, Database, ProcessEnvironment, is_address, to_folder, to_store,
};

/// Copy campaigns between folders and shared stores
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Copy a campaign: from a folder to a store, or from a store to a new folder. A URL with a password comes by PGPASSFILE,
    /// PGPASSWORD
    Copy {
        /// A folder of a campaign, or postgres://USER@HOST/DATABASE
        from: String,
        /// The same, the other way round
        to: String,
        /// The name of the campaign in the store [default: that of the folder; the only one in the store]
        #[arg(long, value_name = "NAME")]
        campaign: Option<String>,
    },
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let Command::Copy { from, to, campaign } = &args.command;
    let (url, folder) = match (is_address(from), is_address(to)) {
        (true, false) => (from, Path::new(to)),
        (false, true) => (to, Path::new(from)),
        _ => {
            say!(
                "error: one of both is a folder, the other an address: postgres://USER@HOST/DATABASE"
            );
            return Ok(Outcome::BadInput);
        }
    };
    let address = match Address::typed(url, &ProcessEnvironment) {
        Ok(address) => address,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let copied = if is_address(from) {
        Database::open(&address)
            .map_err(CopyError::from)
            .and_then(|mut database| to_folder(&mut database, campaign.as_deref(), folder))
    } else {
        let own = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = campaign.clone().or(own).unwrap_or_else(|| "campaign".to_owned());
        to_store(folder, &address, &name)
    };
    match copied {
        Ok([runs, buckets]) => {
            writeln!(stdout(), "copied: {runs} runs, {buckets} different findings")?;
            Ok(Outcome::Clean)
        }
        Err(error) => Ok(said(&error)),
    }
}
