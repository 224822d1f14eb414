//! Making a solver's folder appear complete or not at all.
//!
//! All work is done in a hidden folder of the store under the store's lock; the last step renames the
//! result to its final name. A run that is killed leaves its hidden folder behind, which the next
//! installation removes: whoever holds the lock knows that no one else is at work. Should a compiler
//! of the killed run still be alive for a moment, it can only write into that folder, since every run
//! has a new one.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::receipt::Receipt;
use super::{Progress, StoreDir, SupplyError};

const WORK_PREFIX: &str = ".tmp-";

/// The right to change a store; it ends when this is dropped or the process dies.
#[derive(Debug)]
pub(super) struct LockedStore<'a> {
    store: &'a StoreDir,
    _lock: File,
}

impl<'a> LockedStore<'a> {
    /// Creates the store if needed, waits until no other process changes it, and removes what killed
    /// installations left behind.
    pub fn acquire(store: &'a StoreDir, progress: &dyn Progress) -> Result<Self, SupplyError> {
        let solvers = store.solvers();
        fs::create_dir_all(&solvers).map_err(SupplyError::disk("create", &solvers))?;
        let path = solvers.join(".lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(SupplyError::disk("create", &path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                progress.note("waiting for another murxla that is installing solvers");
                wait_for(&lock).map_err(SupplyError::disk("lock", &path))?;
            }
            Err(TryLockError::Error(error)) => return Err(SupplyError::disk("lock", &path)(error)),
        }
        sweep(&solvers);
        Ok(Self { store, _lock: lock })
    }

    pub fn store(&self) -> &StoreDir {
        self.store
    }

    /// A new folder to work in.
    pub fn stage(&self) -> Result<Staging<'_>, SupplyError> {
        let solvers = self.store.solvers();
        let folder = tempfile::Builder::new()
            .prefix(WORK_PREFIX)
            .tempdir_in(&solvers)
            .map_err(SupplyError::disk("create a folder in", &solvers))?;
        Ok(Staging { store: self.store, folder })
    }
}

fn wait_for(lock: &File) -> io::Result<()> {
    loop {
        match lock.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Removes the folders of killed installations. What cannot be removed now is left to the next one.
fn sweep(solvers: &Path) {
    for entry in fs::read_dir(solvers).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(WORK_PREFIX.as_bytes()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The work folder of one installation; it is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Staging<'a> {
    store: &'a StoreDir,
    folder: TempDir,
}

impl Staging<'_> {
    /// A folder for intermediate files, created when first asked for.
    pub fn folder(&self, name: &str) -> Result<PathBuf, SupplyError> {
        let path = self.folder.path().join(name);
        fs::create_dir_all(&path).map_err(SupplyError::disk("create", &path))?;
        Ok(path)
    }

    /// The folder that will become the installed solver.
    pub fn tree(&self) -> Result<PathBuf, SupplyError> {
        self.folder("tree")
    }

    /// Gives the finished tree its receipt and its final name.
    pub fn publish(self, mut receipt: Receipt) -> Result<(), SupplyError> {
        let tree = self.tree()?;
        receipt.record_files(&tree)?;
        sync_tree(&tree).map_err(SupplyError::disk("write", &tree))?;
        receipt.write(&tree).map_err(SupplyError::disk("write the receipt of", &tree))?;
        sync(&tree).map_err(SupplyError::disk("write", &tree))?;
        let target = self.store.directory_of(&receipt.solver, &receipt.version);
        // What lies there is no installed solver, or a damaged one, or the user wants another: otherwise we would not have
        // come here.
        match fs::rename(&target, self.folder.path().join("damaged")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(SupplyError::disk("replace", &target)(error));
            }
            _ => {}
        }
        fs::rename(&tree, &target).map_err(SupplyError::disk("create", &target))?;
        let solvers = self.store.solvers();
        sync(&solvers).map_err(SupplyError::disk("write", &solvers))
    }
}

/// Waits until a folder with all that is in it is on the disk, so that a receipt never vouches for
/// contents that a power cut took away.
fn sync_tree(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        } else {
            sync(&entry.path())?;
        }
    }
    sync(folder)
}

fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
