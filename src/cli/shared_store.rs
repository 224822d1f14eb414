//! `--store` and `--campaign`: a campaign that many machines share.

use crate::campaign::postgres::{Address, AddressError, ProcessEnvironment};

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
