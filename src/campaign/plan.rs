//! `campaign.toml`: the settings with which a campaign was started.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::findings::seed_text;

const FILE: &str = "campaign.toml";
/// The version of the file.
const FORMAT: u32 = 1;

/// A solver of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverPlan {
    /// Its name.
    pub name: String,
    /// Its version, as the library tells it.
    pub version: String,
    /// The library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<PathBuf>,
    /// The sha256 of the library, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A setting of all runs, or of the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Setting {
    name: String,
    value: String,
}

/// The file. Plain values come before tables, as TOML wants it.
#[derive(Serialize, Deserialize)]
struct Written {
    format: u32,
    murxla: String,
    #[serde(with = "seed_text")]
    seed: u64,
    #[serde(default)]
    setting: Vec<Setting>,
    #[serde(default)]
    solver: Vec<SolverPlan>,
}

/// With what a campaign was started: the same plan gives the same runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The version of murxla.
    pub murxla: String,
    /// The seed of the campaign, from which those of its runs are derived.
    pub seed: u64,
    /// Settings by name, resolved; a name may be there several times.
    pub settings: Vec<(String, String)>,
    /// The solvers.
    pub solvers: Vec<SolverPlan>,
}

/// Why a plan cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is none.
    #[error("there is no campaign in {}: it has no {FILE}; give the folder of one", .out.display())]
    Missing {
        /// The folder.
        out: PathBuf,
    },
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// It is not what we write.
    #[error("{} cannot be read: {problem}; restore it, or begin a new campaign in another folder", .path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// Another version of murxla wrote it.
    #[error(
        "{} has format {found}, but this murxla reads format {FORMAT}; resume the campaign with the murxla that began it",
        .path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
}

impl Plan {
    /// A plan of this murxla.
    pub fn new(seed: u64, settings: Vec<(String, String)>, solvers: Vec<SolverPlan>) -> Plan {
        Plan { murxla: env!("CARGO_PKG_VERSION").to_owned(), seed, settings, solvers }
    }

    /// Writes the file into the folder of the campaign, complete or not at all.
    pub fn write(&self, out: &Path) -> Result<(), PlanError> {
        fs::create_dir_all(out).map_err(DiskError::on("create", out))?;
        let path = out.join(FILE);
        Ok(write_output(&path, self.text(&path)?.as_bytes())?)
    }

    /// The text of the file; its path is only named if something is wrong.
    pub fn text(&self, path: &Path) -> Result<String, PlanError> {
        let setting =
            |(name, value): &(String, String)| Setting { name: name.clone(), value: value.clone() };
        let written = Written {
            format: FORMAT,
            murxla: self.murxla.clone(),
            seed: self.seed,
            setting: self.settings.iter().map(setting).collect(),
            solver: self.solvers.clone(),
        };
        toml::to_string(&written)
            .map_err(|error| PlanError::Form { path: path.to_owned(), problem: error.to_string() })
    }

    /// Reads the file from the folder of a campaign.
    pub fn read(out: &Path) -> Result<Plan, PlanError> {
        let path = out.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(PlanError::Missing { out: out.to_owned() });
            }
            text => text.map_err(DiskError::on("read", &path))?,
        };
        Plan::parse(&text, &path)
    }

    /// Reads the text of such a file.
    pub fn parse(text: &str, path: &Path) -> Result<Plan, PlanError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let form = |error: toml::de::Error| PlanError::Form {
            path: path.to_owned(),
            problem: error.to_string().trim_end().to_owned(),
        };
        // Another version may have other fields, so it is looked at first.
        let Format { format: found } = toml::from_str(text).map_err(form)?;
        if found != FORMAT {
            return Err(PlanError::Format { path: path.to_owned(), found });
        }
        let Written { murxla, seed, setting, solver: solvers, .. } =
            toml::from_str(text).map_err(form)?;
        let settings = setting.into_iter().map(|setting| (setting.name, setting.value)).collect();
        Ok(Plan { murxla, seed, settings, solvers })
    }

    /// What is different now, a sentence for each: runs that are done with `now` are not those that this plan would
    /// give. Where a library lies makes no difference, if it is the same.
    pub fn differences(&self, now: &Plan) -> Vec<String> {
        let mut told = Vec::new();
        if self.murxla != now.murxla {
            told.push(format!("murxla was {} and is {}", self.murxla, now.murxla));
        }
        if self.seed != now.seed {
            let (was, is) = (seed_text::format(self.seed), seed_text::format(now.seed));
            told.push(format!("the seed of the campaign was {was} and is {is}"));
        }
        let mut names: Vec<&String> =
            self.settings.iter().chain(&now.settings).map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        for name in names {
            let (was, is) = (values(&self.settings, name), values(&now.settings, name));
            if was != is {
                let text = |values: Option<String>| values.unwrap_or_else(|| "not set".to_owned());
                told.push(format!("the setting {name} was {} and is {}", text(was), text(is)));
            }
        }
        for was in &self.solvers {
            match now.solvers.iter().find(|is| is.name == was.name) {
                Some(is) => told.extend(solver_difference(was, is)),
                None => told.push(format!("{} is no longer there", was.name)),
            }
        }
        for is in &now.solvers {
            if !self.solvers.iter().any(|was| was.name == is.name) {
                told.push(format!("{} {} is new", is.name, is.version));
            }
        }
        told
    }
}

/// All values of a setting.
fn values(settings: &[(String, String)], name: &str) -> Option<String> {
    let values: Vec<&str> = settings
        .iter()
        .filter(|(other, _)| other == name)
        .map(|(_, value)| value.as_str())
        .collect();
    (!values.is_empty()).then(|| values.join(", "))
}

fn solver_difference(was: &SolverPlan, is: &SolverPlan) -> Option<String> {
    let name = &was.name;
    if was.version != is.version {
        return Some(format!("{name} was {} and is {}", was.version, is.version));
    }
    let other_file = was.sha256.is_some() && is.sha256.is_some() && was.sha256 != is.sha256;
    other_file.then(|| {
        let path = is
            .library
            .as_ref()
            .map_or_else(|| "its library".to_owned(), |path| path.display().to_string());
        format!("{name} is still {}, but {path} is another file than before", is.version)
    })
}

/// The sha256 of a file, in hexadecimal digits.
pub fn file_sha256(path: &Path) -> Result<String, DiskError> {
    let digest = || -> io::Result<String> {
        let mut file = File::open(path)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => hash.update(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    };
    digest().map_err(DiskError::on("read", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let text = |text: &str| text.to_owned();
        let settings = [("option", "a=1"), ("option", "b=\"x\""), ("calls-most", "100")];
        let settings = settings.iter().map(|(name, value)| (text(name), text(value))).collect();
        let z3 = SolverPlan {
            name: text("z3"),
            version: text("5.4.0"),
            library: Some(PathBuf::from("/opt/libz3.so")),
            sha256: Some("ab".repeat(32)),
        };
        let mock =
            SolverPlan { name: text("mock"), version: text("1"), library: None, sha256: None };
        Plan::new(u64::MAX, settings, vec![z3, mock])
    }

    #[test]
    fn a_plan_is_read_back() {
        let out = tempfile::tempdir().expect("a folder");
        let folder = out.path().join("new/folder");
        plan().write(&folder).expect("written");
        plan().write(&folder).expect("written again");
        let read = Plan::read(&folder).expect("read");
        assert_eq!(read, plan());
        assert!(read.differences(&plan()).is_empty());
    }

    #[test]
    fn differences_are_told() {
        let mut now = plan();
        now.murxla = "9.9.9".to_owned();
        now.seed = 16;
        now.settings.remove(0);
        now.settings.push(("linear".to_owned(), "100".to_owned()));
        now.solvers[0].sha256 = Some("cd".repeat(32));
        now.solvers[1].name = "yices".to_owned();
        assert_eq!(
            plan().differences(&now),
            [
                format!("murxla was {} and is 9.9.9", env!("CARGO_PKG_VERSION")).as_str(),
                "the seed of the campaign was 0xffffffffffffffff and is 0x10",
                "the setting linear was not set and is 100",
                "the setting option was a=1, b=\"x\" and is b=\"x\"",
                "z3 is still 5.4.0, but /opt/libz3.so is another file than before",
                "mock is no longer there",
                "yices 1 is new",
            ]
        );
        let mut moved = plan();
        moved.solvers[0].library = Some(PathBuf::from("/elsewhere/libz3.so"));
        assert!(plan().differences(&moved).is_empty());
    }

    #[test]
    fn other_files_are_refused() {
        let out = tempfile::tempdir().expect("a folder");
        let check = |text: Option<&str>, expected: &str| {
            if let Some(text) = text {
                fs::write(out.path().join(FILE), text).expect("a file");
            }
            let error = Plan::read(out.path()).expect_err("refused").to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(None, "there is no campaign in");
        check(Some("format = 2\n"), "has format 2, but this murxla reads format 1");
        check(Some("format = 1\nmurxla = 3\n"), "cannot be read: TOML parse error at line 2");
        check(Some("format = 1\nmurxla = \"1\"\nseed = \"7\"\n"), "'7' is no seed");
    }

    #[test]
    fn files_have_checksums() {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().join("x");
        fs::write(&path, "abc").expect("a file");
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(file_sha256(&path).expect("a sum"), expected);
    }
}
