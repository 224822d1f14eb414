//! What is wrong with a disk, and the steps of atomic writes: a file is there complete or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What lies under such a name is not finished; whoever owns the folder may remove it.
pub const TEMPORARY: &str = ".tmp-";

/// What is wrong with a disk or a folder, and what a person can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No room is left.
    Full,
    /// Writing is not allowed.
    ReadOnly,
    /// The name does not stand for a file.
    NoFile,
    /// This process may not open more files.
    TooManyFiles,
    /// What the path says is not there, or is something else.
    Path,
    /// Something else.
    Other,
}

impl Trouble {
    /// What an error of the system means.
    pub fn of(error: &io::Error) -> Trouble {
        match error.raw_os_error() {
            Some(libc::ENOSPC | libc::EDQUOT | libc::EFBIG) => Trouble::Full,
            Some(libc::EROFS | libc::EACCES | libc::EPERM) => Trouble::ReadOnly,
            Some(libc::EMFILE | libc::ENFILE) => Trouble::TooManyFiles,
            Some(libc::ENXIO) => Trouble::NoFile,
            Some(libc::ENOENT | libc::ENOTDIR | libc::EISDIR | libc::EEXIST | libc::ELOOP) => {
                Trouble::Path
            }
            None if error.kind() == io::ErrorKind::InvalidInput => Trouble::NoFile,
            _ => Trouble::Other,
        }
    }

    /// What to do.
    pub fn advice(self) -> &'static str {
        match self {
            Trouble::Full => "make room on the disk and resume the campaign",
            Trouble::ReadOnly => "choose a folder that can be written",
            Trouble::NoFile => "name another file or folder",
            Trouble::TooManyFiles => {
                "allow more open files (ulimit -n) or use fewer workers, and resume the campaign"
            }
            Trouble::Path => "check the path, or choose another one",
            Trouble::Other => "check the disk and resume the campaign",
        }
    }
}

/// A file or folder could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {} ({source}); {}", .path.display(), Trouble::of(.source).advice())]
pub struct DiskError {
    /// What was tried, as a verb.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl DiskError {
    /// Makes the conversion of an [`io::Error`] about `path`, for `map_err`.
    pub fn on(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
        let path = path.to_owned();
        move |source| DiskError { action, path, source }
    }

    /// What is wrong.
    pub fn trouble(&self) -> Trouble {
        Trouble::of(&self.source)
    }
}

/// The temporary name beside `path`. There is one for each final name: a folder has one owner.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(TEMPORARY);
    name.push(path.file_name().unwrap_or_default());
    path.with_file_name(name)
}

/// Creates a folder with all that lead to it.
pub(super) fn create_folder(path: &Path) -> Result<(), DiskError> {
    fs::create_dir_all(path).map_err(DiskError::on("create", path))
}

/// Writes a file and waits until it is on the disk; a kill may leave a part of it.
pub(super) fn write_synced(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    let write = || -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(DiskError::on("write", path))
}

/// Gives what is complete its final name, and waits until that is on the disk.
pub(super) fn publish(temporary: &Path, path: &Path) -> Result<(), DiskError> {
    fs::rename(temporary, path).map_err(DiskError::on("create", path))?;
    sync_folder_of(path)
}

/// Waits until the names in the folder of `path` are on the disk.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), DiskError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Waits until the names in a folder are on the disk.
pub(super) fn sync_folder(folder: &Path) -> Result<(), DiskError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(DiskError::on("write", folder))
}

/// Removes what killed writers left in a folder; tells how much it was.
pub(super) fn remove_temporary(folder: &Path) -> Result<usize, DiskError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries.map_err(DiskError::on("read", folder))?,
    };
    let mut removed = 0;
    for entry in entries {
        let entry = entry.map_err(DiskError::on("read", folder))?;
        if !entry.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
            continue;
        }
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let done = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        done.map_err(DiskError::on("remove", &path))?;
        removed += 1;
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_to_do() {
        let full =
            DiskError::on("write", Path::new("x"))(io::Error::from_raw_os_error(libc::ENOSPC));
        assert!(full.to_string().contains("make room"), "{full}");
        assert_eq!(full.trouble(), Trouble::Full);
        assert!(matches!(
            write_synced(Path::new("/dev/full"), b"x"),
            Err(error) if error.trouble() == Trouble::Full
        ));
    }
}
