//! How much room a disk has.

use std::path::Path;
use std::process::Command;

/// Kilobytes that are free where a folder is or would be; `None` if `df` does not tell.
pub(super) fn free_kilobytes(folder: &Path) -> Option<u64> {
    let absolute = std::path::absolute(folder).ok()?;
    let there = absolute.ancestors().find(|one| one.is_dir())?;
    let output = Command::new("df").arg("-Pk").arg(there).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}
