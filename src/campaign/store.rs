//! The store of a campaign, as a trait: which runs are under way, which are done, and their results.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::Counts;
use super::learning::Learned;
use super::postgres::SharedError;
use crate::findings::disk::DiskError;
use crate::findings::{Finding, FolderError, Key};

/// Runs that a worker has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Its number.
    pub id: u64,
    /// Numbers of runs.
    pub runs: Range<u64>,
}

/// A finding that is to be put into its bucket.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The run.
    pub run: u64,
    /// Its seed.
    pub seed: u64,
    /// Which findings are the same.
    pub key: &'a Key,
    /// What was said, on one line.
    pub message: &'a str,
    /// Its folder.
    pub folder: &'a Path,
}

/// What became of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucketed {
    /// Whether it is the first of its bucket.
    pub is_new: bool,
    /// How many runs are in the bucket now.
    pub count: u64,
}

/// Findings with the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The key.
    pub key: Key,
    /// How many runs.
    pub count: u64,
    /// The lowest number among them: it does not depend on which worker was quicker.
    pub first_run: u64,
    /// The seed of that run.
    pub first_seed: u64,
    /// What was said in that run, on one line.
    pub message: String,
}

/// Work on a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// The smallest trace that fails the same way.
    Minimize,
    /// Whether it fails in the same way when it is replayed alone, on another machine than the one that found it if there is one.
    Recheck,
}

/// Whether the next epoch can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpochAnswer {
    /// This process is to learn for it.
    Yours,
    /// Another one did.
    Begun,
    /// Another one does.
    Later,
}

/// What holds a campaign together. Each call either happens as a whole and outlives a kill, or not at all.
pub trait Store {
    /// The next runs, at most `most`: those that were given back first, then those that no one had. Only runs below
    /// `limit`, if there is one; `None` if there are none.
    fn lease(
        &mut self,
        worker: u32,
        most: u64,
        limit: Option<u64>,
    ) -> Result<Option<Lease>, StoreError>;

    /// The first runs of a lease are done: they leave it, and their counts and findings are added. Tells what
    /// became of each finding. A lease without runs ends. What the runs found is written to folders before: they can be
    /// written again, but runs that are done are not done again.
    fn finish(
        &mut self,
        lease: u64,
        done: Range<u64>,
        counts: &Counts,
        findings: &[Seen<'_>],
    ) -> Result<Vec<Bucketed>, StoreError>;

    /// Ends a lease: its runs go to whoever comes next.
    fn give_back(&mut self, lease: u64) -> Result<(), StoreError>;

    /// Ends all leases: the workers that had them are dead. Tells how many runs that gives back.
    fn give_back_all(&mut self) -> Result<u64, StoreError>;

    /// The buckets, by their first run.
    fn buckets(&mut self) -> Result<Vec<Bucket>, StoreError>;

    /// The runs of a bucket, each with its seed, by number.
    #[cfg(test)]
    fn runs_of(&mut self, key: &Key) -> Result<Vec<(u64, u64)>, StoreError>;

    /// The figures.
    fn counts(&mut self) -> Result<Counts, StoreError>;

    /// How many runs are done.
    #[cfg(test)]
    fn runs_done(&mut self) -> Result<u64, StoreError>;

    // What follows makes a difference only where several machines work on a campaign.

    /// Whether other machines work on the same campaign.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether there may be runs to lease later, when there are none now: others have them, or the store is away.
    fn may_come(&self) -> bool {
        false
    }

    /// A run hit the time limit; it is finished next.
    fn keep_timeout(&mut self, _finding: &Finding) -> Result<(), StoreError> {
        Ok(())
    }

    /// A run failed in its batch and not alone, the first of its kind here; it is finished next.
    fn keep_unstable(&mut self, _finding: &Seen<'_>) -> Result<(), StoreError> {
        Ok(())
    }

    /// Called several times in a second; gives what people should be told.
    fn tick(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Now and then, the figures and buckets of all machines.
    fn of_all(&mut self) -> Result<Option<(Counts, Vec<Bucket>)>, StoreError> {
        Ok(None)
    }

    /// The epochs that have begun, each with its first run, if the store keeps them and not the folder.
    fn epochs(&mut self) -> Result<Option<Vec<(u64, Learned)>>, StoreError> {
        Ok(None)
    }

    /// Who learns for the epoch that begins with this run; to learn, the folder has what all found.
    fn ask_epoch(&mut self, _first: u64) -> Result<EpochAnswer, StoreError> {
        Ok(EpochAnswer::Yours)
    }

    /// What was learned for it. What holds then, [`Store::epochs`] tells.
    fn begin_epoch(&mut self, _first: u64, _learned: &Learned) -> Result<(), StoreError> {
        Ok(())
    }

    /// The folder of a finding that this machine is to work on next, one of each kind at a time.
    fn next_task(&mut self, _kind: TaskKind) -> Result<Option<PathBuf>, StoreError> {
        Ok(None)
    }

    /// The next question for such a finding is asked at once, and not only after a while.
    fn look_for_tasks(&mut self) {}

    /// The work on the finding in this folder is done; what became of it.
    fn task_done(
        &mut self,
        _kind: TaskKind,
        _folder: &Path,
        _told: &str,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    /// This process does no more; gives what people should be told.
    fn close(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }
}

/// Why the store does not do what it should; the text is one sentence for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process has it.
    #[error(
        "another murxla is running the campaign in {}; wait for it or choose another folder", .out.display()
    )]
    InUse {
        /// The folder of the campaign.
        out: PathBuf,
    },
    /// The disk or the folder.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The folder of a finding.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A store that several machines share.
    #[error(transparent)]
    Shared(#[from] SharedError),
    /// Something keeps the database locked.
    #[error(
        "another program keeps {} locked; close it and resume the campaign", .path.display()
    )]
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// It is not what we wrote.
    #[error(
        "the store {} is damaged ({problem}); restore it from a copy, or begin a new campaign in another folder",
        .path.display()
    )]
    Corrupt {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Another version of murxla wrote it.
    #[error(
        "the store {} has version {found}, but this murxla reads version {expected}; \
         resume the campaign with the murxla that began it",
        .path.display()
    )]
    Version {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// Ours.
        expected: i64,
    },
    /// The runs are not the first of a lease.
    #[error("the runs {} to {} are not the next of lease {lease}: an error of murxla", .runs.start, .runs.end)]
    NotLeased {
        /// The lease.
        lease: u64,
        /// The runs.
        runs: Range<u64>,
    },
    /// Anything else that the database says.
    #[error("the store {} failed ({problem}); check the disk and resume the campaign", .path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What it says.
        problem: String,
    },
}

impl StoreError {
    /// Whether it is a store that several machines share, and not the disk.
    pub fn is_of_shared(&self) -> bool {
        matches!(self, StoreError::Shared(_))
    }

    /// A trouble with the disk that the database tells without the words of the system.
    pub(super) fn of_code(code: i32, path: &Path) -> StoreError {
        DiskError::on("write", path)(std::io::Error::from_raw_os_error(code)).into()
    }
}
