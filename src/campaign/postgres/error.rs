//! Why a shared store does not do what it should, as one sentence for the user.

use tokio_postgres::error::SqlState;

use super::address::Address;
use super::client::Failure;

/// Trouble with a shared store.
#[derive(Debug, thiserror::Error)]
pub enum SharedError {
    /// It cannot be reached, or has no room: that may pass.
    #[error("the store {store} cannot be used now ({problem}); {advice}")]
    Away {
        /// Its address.
        store: String,
        /// What was said.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
    /// It does not let this user in, or do this.
    #[error("the store {store} refuses: {problem}; {advice}")]
    Refused {
        /// Its address.
        store: String,
        /// What was said.
        problem: String,
        /// What to do.
        advice: &'static str,
    },
    /// The database has something else in it.
    #[error(
        "the database of {store} holds {what}, and no campaigns of murxla; make one of its own (createdb), and name that"
    )]
    NotOurs {
        /// Its address.
        store: String,
        /// What is in it.
        what: String,
    },
    /// There are no campaigns, and there need to be.
    #[error(
        "the store {store} has no campaigns; begin one: murxla fuzz --store {store} --solver NAME"
    )]
    Empty {
        /// Its address.
        store: String,
    },
    /// Another version of murxla made its tables.
    #[error(
        "the store {store} has version {found}, but this murxla knows versions up to {newest}; use the murxla that made it, or a \
         newer one"
    )]
    Version {
        /// Its address.
        store: String,
        /// Its version.
        found: i32,
        /// Ours.
        newest: i32,
    },
    /// No campaign has this name, or none is named and there are several.
    #[error("{problem} in the store {store}; it has {list}: choose one with --campaign")]
    Campaign {
        /// Its address.
        store: String,
        /// What is wrong with the choice.
        problem: String,
        /// The campaigns.
        list: String,
    },
    /// There is one with this name already.
    #[error(
        "there is a campaign {name} in the store {store} already; join it with murxla work --store {store} --campaign {name}, or \
         choose another name with --campaign"
    )]
    Taken {
        /// Its address.
        store: String,
        /// The name.
        name: String,
    },
    /// It is asked something wrong.
    #[error(
        "the store {store} is asked what it does not understand ({problem}): an error of murxla"
    )]
    Own {
        /// Its address.
        store: String,
        /// What is wrong.
        problem: String,
    },
    /// What is in its tables is not what we put there.
    #[error("the store {store} is damaged ({problem}); restore it from a copy")]
    Damaged {
        /// Its address.
        store: String,
        /// What is wrong.
        problem: String,
    },
}

const WAIT: &str = "what was done is kept, and delivered when it is there again";
const START: &str = "check the address, and whether the server runs";
const ROOM: &str = "make room on its disk; what was done is kept until then";
const ACCOUNT: &str = "check user and password (PGPASSFILE, PGPASSWORD)";
const RIGHTS: &str = "use a role that may write and make tables in this database";
const DATABASE: &str = "make the database (createdb), or name another one";
const CONNECTIONS: &str = "allow more connections (max_connections), or use fewer machines";
const TLS: &str = "check sslmode and sslrootcert in the address";

impl SharedError {
    /// From what the library says to what a person can do about it.
    pub(super) fn of(failure: &Failure, store: &Address) -> SharedError {
        let store = store.to_string();
        let away =
            |problem: String, advice| SharedError::Away { store: store.clone(), problem, advice };
        let refused = |problem: String, advice| SharedError::Refused {
            store: store.clone(),
            problem,
            advice,
        };
        let error = match failure {
            Failure::Told(error) => error,
            Failure::Silent(time) => {
                return away(format!("it does not answer for {} s", time.as_secs()), WAIT);
            }
            Failure::Overtaken => {
                return away("a delivery arrived that seemed lost".to_owned(), WAIT);
            }
            Failure::System(error) => return away(error.to_string(), WAIT),
        };
        let Some(told) = error.as_db_error() else {
            let text = causes(error);
            // What the library cannot say or understand does not pass.
            let ours = ["error serializing", "error deserializing", "query returned"];
            return if ours.iter().any(|beginning| text.starts_with(beginning)) {
                SharedError::Own { store, problem: text }
            } else if text.contains("certificate") || text.contains("TLS") {
                refused(text, TLS)
            } else {
                away(text, WAIT)
            };
        };
        let said = told.message().to_owned();
        let code = told.code();
        match *code {
            SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                refused(said, ACCOUNT)
            }
            SqlState::INVALID_CATALOG_NAME => refused(said, DATABASE),
            SqlState::INSUFFICIENT_PRIVILEGE | SqlState::READ_ONLY_SQL_TRANSACTION => {
                refused(said, RIGHTS)
            }
            SqlState::DISK_FULL | SqlState::OUT_OF_MEMORY => away(said, ROOM),
            SqlState::TOO_MANY_CONNECTIONS => away(said, CONNECTIONS),
            // Shut down, starting, cut, too slow, or in the way of another transaction.
            _ if ["57", "08", "40", "53", "55"]
                .iter()
                .any(|class| code.code().starts_with(class)) =>
            {
                away(said, WAIT)
            }
            _ => SharedError::Damaged { store, problem: said },
        }
    }

    /// The same for somebody who has done nothing yet.
    pub(super) fn at_first(self) -> SharedError {
        match self {
            SharedError::Away { store, problem, advice: WAIT } => {
                SharedError::Away { store, problem, advice: START }
            }
            other => other,
        }
    }

    /// Whether it may be otherwise in a while.
    pub fn may_pass(&self) -> bool {
        matches!(self, SharedError::Away { .. })
    }

    /// Whether it is the user who must do something: name another store, user or campaign.
    pub fn is_of_input(&self) -> bool {
        matches!(
            self,
            SharedError::Empty { .. } | SharedError::Campaign { .. } | SharedError::Taken { .. }
        )
    }
}

/// What an error says, with what caused it.
fn causes(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = inner.source();
    }
    text
}
