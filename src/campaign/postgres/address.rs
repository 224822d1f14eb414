//! The address of a shared store: a URL, completed from the environment as PostgreSQL's own programs do it, and shown without
//! the password.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How long a connection may take to come about; with what follows, whoever waits is told within ten seconds.
const CONNECTING: Duration = Duration::from_secs(4);
/// How long the server may leave a packet unanswered.
const SILENCE: Duration = Duration::from_secs(6);
/// The server ends what takes longer, so that nobody waits for it.
const SERVER_LIMITS: &str = "-c statement_timeout=60000 -c lock_timeout=20000 \
                             -c idle_in_transaction_session_timeout=60000";
const PORT: u16 = 5432;

/// Where a shared store is, and with what to connect.
#[derive(Clone)]
pub struct Address {
    pub(super) config: Config,
    /// Whether the certificate of the server must be that of its name.
    pub(super) verified: bool,
    /// A file with certificates that are trusted, beside those of the system.
    pub(super) root_certificates: Option<PathBuf>,
    shown: String,
}

/// Why a text is no address that can be used; one sentence for the user.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// It is none.
    #[error("'{0}' is no address of a store: write postgres://USER@HOST:PORT/DATABASE")]
    Form(String),
    /// A part of it is wrong.
    #[error("the address {shown} cannot be used: {problem}")]
    Part {
        /// The address without its password.
        shown: String,
        /// What is wrong.
        problem: String,
    },
    /// Everybody on the machine would see it.
    #[error(
        "the address {0} has a password, which every user of this machine can see in the list of processes; leave it out, and \
         give it by PGPASSFILE, PGPASSWORD or MURXLA_STORE"
    )]
    PasswordShown(String),
}

/// What the environment says.
pub trait Environment {
    /// The value of a variable.
    fn get(&self, name: &str) -> Option<String>;
}

/// The environment of this process.
pub struct ProcessEnvironment;

impl Environment for ProcessEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }
}

/// Whether a text is meant as an address of a shared store, and not as a folder.
pub fn is_address(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// The text without what is secret: what stands between the first `:` after `//` and the last `@` before the path.
fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    // A parameter may hold one, too.
    let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let parameters: Vec<&str> =
        parameters.split('&').filter(|it| !it.is_empty() && !it.starts_with("password=")).collect();
    let question = if parameters.is_empty() { "" } else { "?" };
    let parameters = format!("{question}{}", parameters.join("&"));
    let (before, path) = rest.split_once('/').map_or((rest, None), |(it, path)| (it, Some(path)));
    let before = match before.rsplit_once('@') {
        Some((who, host)) => format!("{}@{host}", who.split(':').next().unwrap_or(who)),
        None => before.to_owned(),
    };
    let path = path.map_or_else(String::new, |path| format!("/{path}"));
    format!("{scheme}://{before}{path}{parameters}")
}

impl Address {
    /// Reads what the user wrote on the command line, where a password would be seen by all.
    pub fn typed(text: &str, environment: &dyn Environment) -> Result<Address, AddressError> {
        let address = Address::read(text, environment)?;
        if without_password(text) != text {
            return Err(AddressError::PasswordShown(address.shown));
        }
        Ok(address)
    }

    /// Reads the text of an address, and completes it by the environment.
    pub fn read(text: &str, environment: &dyn Environment) -> Result<Address, AddressError> {
        if !is_address(text) {
            return Err(AddressError::Form(without_password(text)));
        }
        let shown = without_password(text);
        let wrong = |problem: &str| AddressError::Part {
            shown: shown.clone(),
            problem: problem.to_owned(),
        };
        // These two are not known to the library that connects.
        let (place, parameters) = text.split_once('?').unwrap_or((text, ""));
        let mut mode = environment.get("PGSSLMODE");
        let mut root_certificates = environment.get("PGSSLROOTCERT").map(PathBuf::from);
        let mut others: Vec<&str> = Vec::new();
        for parameter in parameters.split('&').filter(|it| !it.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => root_certificates = Some(PathBuf::from(value)),
                _ => others.push(parameter),
            }
        }
        let rest = match others.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", others.join("&")),
        };
        let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            wrong(&cause.unwrap_or_else(|| error.to_string()))
        })?;
        let (tls, verified) = match mode.as_deref() {
            None | Some("prefer" | "allow") => (SslMode::Prefer, false),
            Some("disable") => (SslMode::Disable, false),
            Some("require") => (SslMode::Require, false),
            Some("verify-full") => (SslMode::Require, true),
            Some(other) => {
                let problem =
                    format!("sslmode is '{other}': choose disable, prefer, require or verify-full");
                return Err(wrong(&problem));
            }
        };
        config.ssl_mode(tls);
        complete(&mut config, environment).map_err(|problem| wrong(&problem))?;
        config.connect_timeout(CONNECTING).tcp_user_timeout(SILENCE);
        config.keepalives(true).keepalives_idle(SILENCE).keepalives_interval(SILENCE / 4);
        config.application_name("murxla").options(SERVER_LIMITS);
        Ok(Address { shown: shown_config(&config), config, verified, root_certificates })
    }
}

/// As a person may see it: user, host, port and database.
fn shown_config(config: &Config) -> String {
    let user = config.get_user().map_or_else(String::new, |user| format!("{user}@"));
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) if name.contains(':') => format!("[{name}]"),
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string().replace('/', "%2F"),
        None => String::new(),
    };
    let port = match config.get_ports().first() {
        Some(&port) if port != PORT => format!(":{port}"),
        _ => String::new(),
    };
    format!("postgres://{user}{host}{port}/{}", config.get_dbname().unwrap_or_default())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.shown)
    }
}

/// Adds what the address leaves out.
fn complete(config: &mut Config, environment: &dyn Environment) -> Result<(), String> {
    if config.get_hosts().is_empty() {
        config.host(environment.get("PGHOST").as_deref().unwrap_or("localhost"));
    }
    if config.get_ports().is_empty() {
        let port = environment.get("PGPORT").map(|text| text.parse::<u16>());
        config.port(port.unwrap_or(Ok(PORT)).map_err(|_| "PGPORT is no port".to_owned())?);
    }
    if config.get_user().is_none() {
        let user = environment.get("PGUSER").or_else(|| environment.get("USER"));
        let none = || "it names no user: write postgres://USER@…, or set PGUSER".to_owned();
        config.user(&user.ok_or_else(none)?);
    }
    if config.get_dbname().is_none_or(str::is_empty) {
        let named = environment.get("PGDATABASE");
        let none = || "it names no database: write postgres://…/DATABASE".to_owned();
        config.dbname(&named.ok_or_else(none)?);
    }
    if config.get_password().is_none() {
        let given = match environment.get("PGPASSWORD") {
            None => from_password_file(config, environment)?,
            given => given,
        };
        if let Some(password) = given {
            config.password(password);
        }
    }
    Ok(())
}

/// The password that the user's file of passwords has for this server.
fn from_password_file(
    config: &Config,
    environment: &dyn Environment,
) -> Result<Option<String>, String> {
    let named = environment.get("PGPASSFILE").map(PathBuf::from);
    let usual = || environment.get("HOME").map(|home| Path::new(&home).join(".pgpass"));
    let Some(path) = named.clone().or_else(usual) else { return Ok(None) };
    let text = match std::fs::read_to_string(&path) {
        // The usual one need not be there.
        Err(_) if named.is_none() => return Ok(None),
        text => text.map_err(|error| format!("cannot read {} ({error})", path.display()))?,
    };
    if may_be_read_by_others(&path) {
        return Err(format!("others may read {0}: chmod 600 {0}", path.display()));
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        _ => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(PORT).to_string();
    let user = config.get_user().unwrap_or_default();
    let wanted = [&host, &port, config.get_dbname().unwrap_or_default(), user];
    Ok(text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [host, port, database, user, password] = fields.as_slice() else { return None };
        let fits = |(field, wanted): (&String, &str)| field == "*" || field == wanted;
        let all = [host, port, database, user].into_iter().zip(wanted).all(fits);
        all.then(|| password.clone())
    }))
}

fn may_be_read_by_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|facts| facts.permissions().mode() & 0o077 != 0)
}

/// Fields between colons; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        let character = match character {
            ':' => {
                fields.push(String::new());
                continue;
            }
            '\\' => characters.next().unwrap_or('\\'),
            other => other,
        };
        if let Some(last) = fields.last_mut() {
            last.push(character);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    impl Environment for BTreeMap<&str, String> {
        fn get(&self, name: &str) -> Option<String> {
            BTreeMap::get(self, name).cloned()
        }
    }

    #[test]
    fn addresses_are_completed_and_shown_without_secrets() {
        let environment =
            BTreeMap::from([("PGUSER", "ann".to_owned()), ("PGPASSWORD", "secret".to_owned())]);
        let table = [
            ("postgres://host/runs", "postgres://ann@host/runs"),
            ("postgresql://bob:pw@host:5433/runs", "postgres://bob@host:5433/runs"),
            ("postgres://host/runs?sslmode=require", "postgres://ann@host/runs"),
            ("postgres://[::1]:7/x?connect_timeout=3", "postgres://ann@[::1]:7/x"),
            ("postgres://bob:p%40w@%2Frun%2Fpg/runs", "postgres://bob@%2Frun%2Fpg/runs"),
        ];
        for (text, shown) in table {
            let address = Address::read(text, &environment).expect(text);
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("pw"), "{address:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_without_secrets() {
        let none = BTreeMap::from([("PGUSER", "ann".to_owned())]);
        let table = [
            ("out/folder", "is no address of a store"),
            ("mysql://a:secret@b/c", "'mysql://a@b/c' is no address of a store"),
            ("postgres://a:secret@host", "names no database"),
            ("postgres://a:secret@host:port/x", "cannot be used"),
            ("postgres://host/x?sslmode=maybe", "choose disable, prefer, require or verify-full"),
            ("postgres://host/x?colour=red", "cannot be used"),
        ];
        for (text, told) in table {
            let error = Address::read(text, &none).expect_err(text).to_string();
            assert!(error.contains(told) && !error.contains("secret"), "{error}");
        }
        let nobody: BTreeMap<&str, String> = BTreeMap::new();
        let error = Address::read("postgres://host/x", &nobody).expect_err("nobody").to_string();
        assert!(error.contains("names no user"), "{error}");
        for typed in ["postgres://a:secret@host/x", "postgres://a@host/x?password=secret"] {
            let error = Address::typed(typed, &none).expect_err("shown").to_string();
            assert!(error.contains("PGPASSFILE") && !error.contains("secret"), "{error}");
        }
        Address::typed("postgres://a@host/x", &none).expect("an address");
    }

    #[test]
    fn passwords_come_from_the_usual_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pass");
        let text = "# a comment\nother:*:*:*:wrong\nhost:5432:*:bob:a\\:b\\\\c\n*:*:*:*:rest\n";
        std::fs::write(&path, text).expect("a file");
        let mode = |mode| std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&path, mode(0o600)).expect("a mode");
        let environment = BTreeMap::from([("PGPASSFILE", path.display().to_string())]);
        let password = |text| {
            let address = Address::read(text, &environment).expect("an address");
            String::from_utf8(address.config.get_password().unwrap_or_default().to_vec())
        };
        assert_eq!(password("postgres://bob@host/x").as_deref(), Ok("a:b\\c"));
        assert_eq!(password("postgres://ann@host/x").as_deref(), Ok("rest"));
        assert_eq!(password("postgres://ann:own@host/x").as_deref(), Ok("own"));
        std::fs::set_permissions(&path, mode(0o644)).expect("a mode");
        let error = Address::read("postgres://bob@host/x", &environment).expect_err("open to all");
        assert!(error.to_string().contains("chmod 600"), "{error}");
    }
}
