//! A process that cannot write files: for traces and scripts of strangers, whatever option of a solver they set.
//!
//! Landlock does it, which lasts until the process ends and is inherited by programs that it starts. Descriptors that are
//! open already stay as they are, and so does the memory of the log. A kernel without Landlock gives less: no file can be
//! made where the process is, and none anywhere gets contents; but one whose path is known can still be emptied. There the
//! rule which options a stranger may set must do.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::ffi::{c_int, c_long};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::system::checked;

/// If it is set, Landlock is not used: so tests see what is done without it.
const NO_LANDLOCK: &str = "MURXLA_TEST_NO_LANDLOCK";

/// `LANDLOCK_CREATE_RULESET_VERSION`
const VERSION: u32 = 1;
/// `LANDLOCK_RULE_PATH_BENEATH`
const PATH_BENEATH: c_int = 1;

const WRITE_FILE: u64 = 1 << 1;
/// Removing and making, of every kind: `REMOVE_DIR` to `MAKE_SYM`.
const CHANGE_FOLDERS: u64 = 0x1ff << 4;
/// Since the second version: moving into another folder.
const REFER: u64 = 1 << 13;
/// Since the third version.
const TRUNCATE: u64 = 1 << 14;

/// `struct landlock_path_beneath_attr`
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    folder: c_int,
}

/// From now on, this process and those that it starts write no files, as far as the kernel can hold that.
pub fn contain() -> io::Result<()> {
    if !has_landlock() || !forbid_writing()? {
        contain_without_landlock()?;
    }
    Ok(())
}

/// What [`contain`] does where the kernel has no Landlock.
pub fn contain_without_landlock() -> io::Result<()> {
    leave_no_place()?;
    limit_files(true)
}

/// Runs the constructors of a library in a thread that is contained, and leaves the library loaded: who loads it next gets
/// what is there. Trouble is told by that one, so nothing is returned.
pub fn load_contained(library: &Path) {
    let Ok(name) = CString::new(library.as_os_str().as_bytes()) else { return };
    let open = || -> io::Result<()> {
        let landlock = has_landlock() && forbid_writing()?;
        if !landlock {
            // SAFETY: a plain system call: from now on the folder of this thread is its own.
            checked(unsafe { libc::unshare(libc::CLONE_FS) })?;
            leave_no_place()?;
            limit_files(false)?;
        }
        // SAFETY: the name is a C string; whoever loads it next would run the same constructors.
        unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if !landlock {
            unlimit_files()?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let _ = scope.spawn(open).join();
    });
}

fn has_landlock() -> bool {
    std::env::var_os(NO_LANDLOCK).is_none()
}

/// Goes to a new folder that is removed at once: nothing can be made there, and nothing is left of it.
fn leave_no_place() -> io::Result<()> {
    let pattern = std::env::temp_dir().join("murxla-XXXXXX");
    let mut pattern = CString::new(pattern.as_os_str().as_bytes())?.into_bytes_with_nul();
    // SAFETY: the pattern is a C string that the call may change; what it then names is a folder of ours, which is empty.
    unsafe {
        let made = libc::mkdtemp(pattern.as_mut_ptr().cast());
        // Nothing can be made in /proc either.
        let folder = if made.is_null() { c"/proc".as_ptr() } else { made.cast_const() };
        checked(libc::chdir(folder))?;
        if !made.is_null() {
            checked(libc::rmdir(made))?;
        }
    }
    Ok(())
}

/// No file gets contents; whoever tries sees an error instead of dying of a signal. For good, or until it is taken back.
fn limit_files(for_good: bool) -> io::Result<()> {
    set_file_limit(|limit| {
        limit.rlim_cur = 0;
        if for_good {
            limit.rlim_max = 0;
        }
    })?;
    // SAFETY: a plain system call.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    Ok(())
}

fn unlimit_files() -> io::Result<()> {
    set_file_limit(|limit| limit.rlim_cur = limit.rlim_max)
}

fn set_file_limit(change: impl Fn(&mut libc::rlimit)) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is a valid structure, for reading and writing.
    unsafe {
        checked(libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit))?;
        change(&mut limit);
        checked(libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit))?;
    }
    Ok(())
}

/// From now on, this process and those that it starts neither write nor make nor remove files; only `/dev/null` can still be
/// written. Tells whether the kernel holds that: one without Landlock does not.
pub fn forbid_writing() -> io::Result<bool> {
    let nothing = std::ptr::null::<u64>();
    // SAFETY: with this flag, the call takes no structure.
    let version =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0_usize, VERSION) };
    let writing = match version {
        ..1 => return Ok(false),
        1 => WRITE_FILE | CHANGE_FOLDERS,
        2 => WRITE_FILE | CHANGE_FOLDERS | REFER,
        _ => WRITE_FILE | CHANGE_FOLDERS | REFER | TRUNCATE,
    };
    // SAFETY: the structure of the first version is one number, whose size is told; the result is a new descriptor.
    let rules = unsafe {
        let made = libc::syscall(
            libc::SYS_landlock_create_ruleset,
            &raw const writing,
            size_of::<u64>(),
            0_u32,
        );
        owned(made)?
    };
    // SAFETY: a plain system call on a constant name; the result is a new descriptor.
    let null =
        unsafe { owned(libc::open(c"/dev/null".as_ptr(), libc::O_PATH | libc::O_CLOEXEC).into())? };
    let allowed = writing & (WRITE_FILE | TRUNCATE);
    let rule = PathBeneath { allowed, folder: null.as_raw_fd() };
    // SAFETY: the structure is the one that this kind of rule takes; both descriptors are open. No new privileges can be
    // gained afterwards, which the kernel demands.
    unsafe {
        checked(libc::syscall(
            libc::SYS_landlock_add_rule,
            rules.as_raw_fd(),
            PATH_BENEATH,
            &raw const rule,
            0_u32,
        ))?;
        checked(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
        checked(libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0_u32))?;
    }
    Ok(true)
}

/// # Safety
///
/// What is not negative is a new descriptor that nobody else owns.
unsafe fn owned(returned: c_long) -> io::Result<OwnedFd> {
    let descriptor = c_int::try_from(checked(returned)?).map_err(io::Error::other)?;
    // SAFETY: as the caller promises.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}
