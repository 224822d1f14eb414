//! Files that a user names: what lies there already decides how they are written.
//!
//! A regular file, or a name that is not there yet, is replaced as a whole. Whatever else a name stands for stays what it
//! is: a symbolic link is followed, and a device or a pipe is written into, never replaced by a file.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use super::disk::{DiskError, publish, temporary};

/// As many symbolic links as the kernel follows.
const MOST_LINKS: usize = 40;

/// What a name stands for.
#[derive(Debug)]
enum Target {
    /// A regular file, or none: this is its name, behind all links.
    File(PathBuf, Option<Metadata>),
    /// Something that takes bytes and keeps none of ours: a device, a pipe, an open descriptor.
    Stream,
}

/// Writes a file that a user names. A regular file has the old content or the new one, whatever happens meanwhile, and
/// keeps its mode; a device or a pipe is written into.
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    match target(path).map_err(DiskError::on("write", path))? {
        Target::Stream => write_into(path, bytes).map_err(DiskError::on("write", path)),
        Target::File(file, old) => replace(&file, old.as_ref(), bytes),
    }
}

/// Whether what is written to this name goes into a device or a pipe, so that it cannot be written twice.
pub fn is_stream(path: &Path) -> bool {
    matches!(target(path), Ok(Target::Stream))
}

/// Whether both names stand for the same file.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let identity = |path| fs::metadata(path).map(|facts| (facts.dev(), facts.ino()));
    match (identity(one), identity(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

fn target(path: &Path) -> io::Result<Target> {
    let mut name = path.to_owned();
    for _ in 0..MOST_LINKS {
        let facts = match fs::symlink_metadata(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target::File(name, None));
            }
            facts => facts?,
        };
        let kind = facts.file_type();
        if kind.is_file() {
            return Ok(Target::File(name, Some(facts)));
        }
        if kind.is_fifo() || kind.is_char_device() || kind.is_block_device() {
            return Ok(Target::Stream);
        }
        if kind.is_dir() {
            return Err(no_file("it is a folder"));
        }
        if !kind.is_symlink() {
            return Err(no_file("it is a socket"));
        }
        let folder = match name.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => folder.canonicalize()?,
            None => PathBuf::from("."),
        };
        // Links such as /dev/stdout end here: whoever opened the descriptor reads what is written to it.
        if folder.starts_with("/proc") {
            return match fs::metadata(&name)?.file_type().is_socket() {
                true => Err(no_file("it is a socket")),
                false => Ok(Target::Stream),
            };
        }
        name = folder.join(fs::read_link(&name)?);
    }
    Err(io::Error::from_raw_os_error(libc::ELOOP))
}

fn no_file(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

/// Neither creates nor cuts off anything.
fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// Writes under a temporary name, waits until it is on the disk, and gives it its name.
fn replace(path: &Path, old: Option<&Metadata>, bytes: &[u8]) -> Result<(), DiskError> {
    let temporary = temporary(path);
    let write = || -> io::Result<()> {
        let mut file = new_file(&temporary, old.is_some())?;
        if let Some(old) = old {
            // Only the superuser can give a file away; of anybody else it stays their own.
            let _ = fchown(&file, Some(old.uid()), Some(old.gid()));
            file.set_permissions(Permissions::from_mode(old.permissions().mode()))?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    };
    // Of the name under which it is written nobody needs to know.
    write().map_err(DiskError::on("write", path))?;
    publish(&temporary, path)
}

/// A file that was not there before. What a killed writer left is removed, so that no link planted there is followed.
fn new_file(path: &Path, is_private: bool) -> io::Result<File> {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mode = if is_private { 0o600 } else { 0o666 };
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_file_is_old_or_new() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        fs::write(temporary(&path), "half").expect("a leftover");
        write_output(&path, b"one").expect("written");
        write_output(&path, b"two").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn errors_say_what_to_do() {
        let error = write_output(Path::new("/dev/null/x"), b"").expect_err("no folder").to_string();
        assert!(error.starts_with("cannot write /dev/null/x (Not a directory"), "{error}");
        assert!(error.ends_with("check the path, or choose another one"), "{error}");
        let error = write_output(Path::new("/nowhere/x"), b"").expect_err("no folder").to_string();
        assert!(error.starts_with("cannot write /nowhere/x (No such file"), "{error}");
    }

    #[test]
    fn a_file_keeps_its_mode() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("a mode");
        write_output(&path, b"new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o7777, 0o600);
    }

    #[test]
    fn links_are_followed_also_to_what_is_not_there_yet() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, second) = (folder.path().join("link"), folder.path().join("second"));
        fs::create_dir(folder.path().join("deep")).expect("a folder");
        symlink("second", &link).expect("a link");
        symlink("deep/file", &second).expect("a link");
        for text in ["one", "two"] {
            write_output(&link, text.as_bytes()).expect("written");
            let target = fs::read_to_string(folder.path().join("deep/file")).expect("the target");
            assert_eq!(target, text);
            assert!(link.is_symlink() && second.is_symlink());
        }
        assert!(same_file(&link, &folder.path().join("deep/file")));
        assert!(!same_file(&link, Path::new("/")));
        let round = folder.path().join("round");
        symlink("round", &round).expect("a link");
        assert!(write_output(&round, b"").is_err());
    }

    #[test]
    fn a_link_planted_at_the_temporary_name_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, victim) = (folder.path().join("a"), folder.path().join("victim"));
        fs::write(&victim, "mine").expect("a file");
        symlink(&victim, temporary(&path)).expect("a link");
        write_output(&path, b"new").expect("written");
        assert_eq!(fs::read_to_string(&victim).expect("a file"), "mine");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
    }

    #[test]
    fn a_pipe_is_written_into() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        assert!(is_stream(&path));
        let reader = std::thread::spawn({
            let path = path.clone();
            move || fs::read_to_string(path).expect("what was written")
        });
        write_output(&path, b"text").expect("written");
        assert!(fs::symlink_metadata(&path).expect("the pipe").file_type().is_fifo());
        assert_eq!(reader.join().expect("a reader"), "text");
    }

    #[test]
    fn a_device_stays_a_device() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("null");
        let made = Command::new("mknod").arg(&path).args(["c", "1", "3"]).output();
        // Only the superuser can make one.
        if !made.expect("mknod").status.success() || write_into(&path, b"").is_err() {
            return;
        }
        write_output(&path, b"text").expect("written");
        assert!(fs::symlink_metadata(&path).expect("it").file_type().is_char_device());
    }

    #[test]
    fn sockets_and_folders_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("socket");
        let _socket = UnixListener::bind(&path).expect("a socket");
        let error = write_output(&path, b"text").expect_err("a socket").to_string();
        assert!(error.contains("it is a socket"), "{error}");
        let error = write_output(folder.path(), b"text").expect_err("a folder").to_string();
        assert!(error.contains("it is a folder"), "{error}");
    }
}
