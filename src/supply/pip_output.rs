//! Translates pip's output into an error that says what to do.

use super::pins::SolverPins;
use super::{SolverSpec, SupplyError};

/// Signs that the package index was not reached; the exact words differ between versions of pip.
const CONNECTION_SIGNS: [&str; 15] = [
    "NewConnectionError",
    "NameResolutionError",
    "Name or service not known",
    "Temporary failure in name resolution",
    "Failed to establish a new connection",
    "Failed to connect to",
    "Connection refused",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
    "CERTIFICATE_VERIFY_FAILED",
    "HTTPError: 5",
    "not a trusted or secure host",
];

/// The sign that pip was at its last attempt, see the `--retries` that it is given.
const LAST_RETRY: &str = "Retry(total=0";

/// The first pip that takes several values of `--abi` and `--platform` together, found by trying.
const OLDEST_PIP: [u32; 3] = [20, 3, 3];

/// Explains why pip failed, by what it printed.
pub(super) fn explain(
    text: &str,
    python: &str,
    spec: &SolverSpec,
    solver: &SolverPins,
) -> SupplyError {
    let package = || solver.package.clone();
    if text.contains("No module named pip") || text.contains("No module named 'pip'") {
        return SupplyError::PipMissing { python: python.to_owned() };
    }
    let versions = offered_versions(text);
    let trouble = CONNECTION_SIGNS.into_iter().find(|sign| text.contains(sign));
    match (versions, trouble) {
        // A folder of packages may offer versions although the index is out of reach; on the other
        // hand an early attempt may have failed and a later one not.
        (Some(versions), Some(sign)) if versions.is_empty() || text.contains(LAST_RETRY) => {
            SupplyError::Unreachable { package: package(), detail: cause(text, sign) }
        }
        (None, Some(sign)) => {
            SupplyError::Unreachable { package: package(), detail: cause(text, sign) }
        }
        (Some(versions), _) => SupplyError::UnknownVersion {
            solver: spec.name().to_owned(),
            version: spec.version().to_owned(),
            available: user_versions(&versions, solver),
        },
        (None, None) => SupplyError::PipFailed { package: package(), detail: last_words(text) },
    }
}

/// The versions in pip's "(from versions: 1.0, 1.1)"; an empty list if it names none.
fn offered_versions(text: &str) -> Option<Vec<&str>> {
    let (_, text) = text.split_once("Could not find a version")?;
    let list = text.split_once("(from versions: ").and_then(|(_, list)| list.split_once(')'));
    let (list, _) = list.unwrap_or_default();
    Some(
        list.split(',').map(str::trim).filter(|version| !matches!(*version, "none" | "")).collect(),
    )
}

/// The version in pip's answer to `--version` if it is older than [`OLDEST_PIP`].
pub(super) fn outdated(answer: &str) -> Option<&str> {
    let version = answer.strip_prefix("pip ")?.split_whitespace().next()?;
    let mut parts = version.split('.').map_while(|part| part.parse::<u32>().ok());
    let mut next = || parts.next().unwrap_or(0);
    ([next(), next(), next()] < OLDEST_PIP).then_some(version)
}

fn user_versions(package_versions: &[&str], solver: &SolverPins) -> Vec<String> {
    let mut versions: Vec<_> = package_versions.iter().map(|v| solver.solver_version(v)).collect();
    versions.dedup();
    versions
}

/// The connection trouble in a few words: the system's if pip quotes them, otherwise the sign itself.
fn cause(text: &str, sign: &str) -> String {
    let quoted = text.split_once("[Errno ").and_then(|(_, rest)| {
        let (_, words) = rest.split_once("] ")?;
        words.split(['\'', '"', ')', '(', '\n']).next()
    });
    quoted.map(str::trim).filter(|words| !words.is_empty()).unwrap_or(sign).to_owned()
}

/// The last error that pip printed, or its last line.
fn last_words(text: &str) -> String {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().rfind(|line| line.starts_with("ERROR:")).or_else(|| lines().next_back());
    line.map_or("it printed nothing", |line| line.trim_start_matches("ERROR:").trim()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{explain, outdated};
    use crate::supply::{Pins, SolverSpec};

    fn sentence(text: &str) -> String {
        let spec = SolverSpec::parse("z3@9.9.9").unwrap();
        explain(text, "python3", &spec, Pins::embedded().solver("z3").unwrap()).to_string()
    }

    #[test]
    fn versions_are_listed_as_users_write_them() {
        let text = "ERROR: Could not find a version that satisfies the requirement z3-solver==9.9.9.* \
                    (from versions: 4.8.0.0.post1, 4.15.4.0, 5.4.0.0)\nERROR: No matching distribution";
        assert_eq!(
            sentence(text),
            "z3 has no version 9.9.9 that can be installed; choose one of 4.8.0, 4.15.4, 5.4.0"
        );
    }

    #[test]
    fn a_dead_network_is_not_an_unknown_version() {
        let retry = "WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by \
                     'NewConnectionError('<x>: Failed to establish a new connection: \
                     [Errno -3] Temporary failure in name resolution')': /simple/z3-solver/\n";
        for versions in ["none", "4.8.5.0"] {
            let text =
                format!("{retry}ERROR: Could not find a version (from versions: {versions})");
            let sentence = sentence(&text);
            assert!(sentence.contains("cannot be reached (Temporary failure in name resolution)"));
        }
    }

    #[test]
    fn a_network_that_recovered_does_not_hide_an_unknown_version() {
        let text = "WARNING: Retrying (Retry(total=1)) after 'ReadTimeoutError'\n\
                    ERROR: Could not find a version (from versions: 5.4.0.0)";
        assert!(sentence(text).contains("choose one of 5.4.0"));
    }

    #[test]
    fn an_index_without_the_package_is_told_apart() {
        let text = "ERROR: Could not find a version (from versions: none)";
        assert!(sentence(text).contains("which package index pip uses"));
    }

    #[test]
    fn an_old_pip_is_noticed() {
        for (answer, expected) in [
            ("pip 20.0.2 from /usr/lib (python 3.8)", Some("20.0.2")),
            ("pip 9.0.1 from /usr/lib (python 3.6)", Some("9.0.1")),
            ("pip 20.3 from /usr/lib (python 3.9)", Some("20.3")),
            ("pip 20.3.4 from /usr/lib (python 3.9)", None),
            ("pip 21.0 from /usr/lib (python 3.9)", None),
            ("pip 26.1.dev0 from /usr/lib (python 3.14)", None),
            ("something else", None),
        ] {
            assert_eq!(outdated(answer), expected);
        }
    }

    #[test]
    fn anything_else_is_quoted() {
        assert_eq!(
            sentence("ERROR: Hashes are required\n\n[notice] something\n"),
            "pip could not fetch z3-solver: Hashes are required"
        );
        assert_eq!(sentence(""), "pip could not fetch z3-solver: it printed nothing");
    }
}
