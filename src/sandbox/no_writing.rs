//! A process that cannot write files: for traces and scripts of strangers, whatever option of a solver they set.
//!
//! Landlock does it, which lasts until the process ends and is inherited by programs that it starts. Descriptors that are
//! open already stay as they are, and so does the memory of the log.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use super::system::checked;

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
