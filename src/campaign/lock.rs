//! The lock file that keeps a second process out of a campaign's folder.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::findings::disk::DiskError;

/// The right to change a campaign; it ends when this is dropped, or when the process and all that were forked from it
/// while it was held are dead.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of the campaign in this folder, or tells that another process has it.
    pub(super) fn take(out: &Path) -> Result<Lock, StoreError> {
        let path: PathBuf = out.join("lock");
        let opened = File::options().create(true).truncate(false).write(true).open(&path);
        let file = opened.map_err(DiskError::on("open", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { out: out.to_owned() }),
            Err(TryLockError::Error(error)) => Err(DiskError::on("lock", &path)(error).into()),
        }
    }
}
