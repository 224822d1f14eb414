//! `--store` and `--campaign`: a campaign that many machines share.

use std::path::Path;

use super::exit::Outcome;
use super::print::say;
use super::work::outcome_of;
use crate::campaign::postgres::{
    Address, AddressError, CampaignRow, CopyError, Database, ProcessEnvironment, to_folder,
};

/// Where a campaign is that many machines share.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(skip)]
pub(super) struct Args {
    /// Share the campaign with other machines, in a PostgreSQL database: postgres://USER@HOST/DATABASE; also set by MURXLA_STORE,
    /// which may have a password
    #[arg(long, value_name = "URL")]
    pub(super) store: Option<String>,
    /// The name of the campaign in the store [default: that of its folder]
    #[arg(id = "campaign_in_store", long = "campaign", value_name = "NAME")]
    pub(super) campaign: Option<String>,
}

/// The variable that names a store.
pub(super) const VARIABLE: &str = "MURXLA_STORE";

impl Args {
    /// Whether a store is named, on the command line or by the environment.
    pub(super) fn is_given(&self) -> bool {
        self.store.is_some() || std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty())
    }

    /// The store.
    pub(super) fn address(&self) -> Result<Address, AddressError> {
        match &self.store {
            Some(text) => Address::typed(text, &ProcessEnvironment),
            None => {
                Address::read(&std::env::var(VARIABLE).unwrap_or_default(), &ProcessEnvironment)
            }
        }
    }
}

/// `--store` and `--campaign` of commands that otherwise take a folder.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(skip)]
pub(super) struct InPlaceOfFolder {
    /// In place of a folder: a campaign that machines share, postgres://USER@HOST/DATABASE; also MURXLA_STORE, if no folder is named
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// The name of the campaign in the store [default: the only one]
    #[arg(id = "campaign_in_store", long = "campaign", value_name = "NAME")]
    campaign: Option<String>,
}

/// A campaign of a store that is open.
pub(super) struct Opened {
    pub(super) address: Address,
    pub(super) database: Database,
    pub(super) row: CampaignRow,
}

impl InPlaceOfFolder {
    /// Whether a store is meant.
    pub(super) fn is_given(&self, has_folder: bool) -> bool {
        self.store.is_some() || (!has_folder && self.args().is_given())
    }

    fn args(&self) -> Args {
        Args { store: self.store.clone(), campaign: self.campaign.clone() }
    }

    /// Opens the campaign; says why that cannot be.
    pub(super) fn open(&self) -> Result<Opened, Outcome> {
        let address = self.args().address().map_err(|error| {
            say!("error: {error}");
            Outcome::BadInput
        })?;
        let opened = Database::open(&address).and_then(|mut database| {
            database.be_patient();
            let row = database.campaign(self.campaign.as_deref())?;
            Ok((database, row))
        });
        match opened {
            Ok((database, row)) => Ok(Opened { address, database, row }),
            Err(error) => Err(outcome_of(&error)),
        }
    }
}

impl Opened {
    /// Copies the campaign into a new folder; says why that cannot be.
    pub(super) fn copy_into(&mut self, out: &Path) -> Result<(), Outcome> {
        let copied = to_folder(&mut self.database, Some(&self.row.name), out);
        copied.map(drop).map_err(|error| said(&error))
    }
}

/// Says why a campaign is not copied, and gives the outcome that stands for it.
pub(super) fn said(error: &CopyError) -> Outcome {
    if let CopyError::Shared(error) = error {
        return outcome_of(error);
    }
    say!("error: {error}");
    match error {
        CopyError::Plan(_) | CopyError::Taken(_) => Outcome::BadInput,
        _ => Outcome::Disk,
    }
}
