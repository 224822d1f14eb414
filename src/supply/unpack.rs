//! Checks a package and unpacks what is needed of it.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path};

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use super::SupplyError;
use super::pins::{PackageKind, Selection};

/// The checksum of a file, in hexadecimal digits.
pub(super) fn sha256(path: &Path) -> Result<String, SupplyError> {
    let failed = || SupplyError::disk("read", path);
    let mut file = File::open(path).map_err(failed())?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(failed())? {
            0 => break,
            read => hash.update(&buffer[..read]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Takes the selected files out of a package and puts them into `folder`.
pub(super) fn unpack(
    package: &Path,
    kind: PackageKind,
    selection: &Selection,
    version: &str,
    folder: &Path,
) -> Result<(), SupplyError> {
    let unpacker = Unpacker { package: name_of(package), selection, version, folder };
    let file = File::open(package).map_err(SupplyError::disk("read", package))?;
    match kind {
        PackageKind::Wheel => unpacker.wheel(BufReader::new(file)),
        PackageKind::Sdist => unpacker.tar(GzDecoder::new(BufReader::new(file))),
    }
}

/// The same for a tar archive that is not compressed, in memory.
pub(super) fn unpack_tar(
    package: &Path,
    archive: &[u8],
    selection: &Selection,
    version: &str,
    folder: &Path,
) -> Result<(), SupplyError> {
    Unpacker { package: name_of(package), selection, version, folder }.tar(archive)
}

/// The last part of a path, for messages and receipts.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

struct Unpacker<'a> {
    package: String,
    selection: &'a Selection,
    version: &'a str,
    folder: &'a Path,
}

impl Unpacker<'_> {
    fn wheel(&self, file: BufReader<File>) -> Result<(), SupplyError> {
        let mut archive = zip::ZipArchive::new(file).map_err(|error| self.broken(error))?;
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| self.broken(error))?;
            let name = entry.name().map_err(|error| self.broken(error))?.into_owned();
            self.refuse_unsafe(&name)?;
            if entry.is_file() {
                self.take(&name, &mut entry)?;
            }
        }
        Ok(())
    }

    fn tar(&self, content: impl Read) -> Result<(), SupplyError> {
        let mut archive = tar::Archive::new(content);
        for entry in archive.entries().map_err(|error| self.broken(error))? {
            let mut entry = entry.map_err(|error| self.broken(error))?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            self.refuse_unsafe(&name)?;
            // Everything lies in one folder that is named after the package.
            if let Some((_, path)) = name.split_once('/')
                && entry.header().entry_type().is_file()
            {
                self.take(path, &mut entry)?;
            }
        }
        Ok(())
    }

    /// No package has a reason to name such a path, so one that does is not used at all.
    fn refuse_unsafe(&self, name: &str) -> Result<(), SupplyError> {
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if Path::new(name).components().all(inside) {
            return Ok(());
        }
        Err(SupplyError::UnsafePath { file: self.package.clone(), entry: name.to_owned() })
    }

    /// Writes an entry to its place if it is selected. Only plain files are ever created, so there is no
    /// link that a later entry could write through.
    fn take(&self, path: &str, content: &mut dyn Read) -> Result<(), SupplyError> {
        let Some(target) = self.selection.target(path, self.version) else { return Ok(()) };
        let mode = if target.starts_with("bin/") { 0o755 } else { 0o644 };
        let target = self.folder.join(target);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(SupplyError::disk("create", parent))?;
        }
        let failed = || SupplyError::disk("write", &target);
        let mut file = File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(mode)
            .open(&target)
            .map_err(failed())?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match content.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(read) => file.write_all(&buffer[..read]).map_err(failed())?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.broken(error)),
            }
        }
    }

    fn broken(&self, error: impl std::fmt::Display) -> SupplyError {
        SupplyError::BrokenPackage { file: self.package.clone(), detail: error.to_string() }
    }
}
