//! GMP and MPFR, which build themselves.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::SupplyError;
use super::super::workshop::{Workshop, jobs};

/// For both: one static library whose code can go into a shared one.
const COMMON: [&str; 4] =
    ["--disable-shared", "--enable-static", "--with-pic", "--disable-dependency-tracking"];

/// Builds GMP; tells its build folder, with `gmp.h` and `.libs/libgmp.a`. Assembly code would need the program m4, which
/// GMP then wants to find although it is not used.
pub(super) fn build_gmp(workshop: &Workshop<'_>, source: &Path) -> Result<PathBuf, SupplyError> {
    let options = ["--disable-assembly", "--disable-cxx", "M4=m4-not-needed"].map(str::to_owned);
    make(workshop, &source.join("gmp"), "gmp", &options)
}

/// Builds MPFR on a GMP; tells its build folder, with `src/.libs/libmpfr.a`.
pub(super) fn build_mpfr(
    workshop: &Workshop<'_>,
    source: &Path,
    gmp: &Path,
) -> Result<PathBuf, SupplyError> {
    let gmp = format!("--with-gmp-build={}", gmp.display());
    make(workshop, &source.join("mpfr"), "mpfr", &[gmp])
}

fn make(
    workshop: &Workshop<'_>,
    source: &Path,
    name: &str,
    options: &[String],
) -> Result<PathBuf, SupplyError> {
    let what = name.to_uppercase();
    (workshop.step)(&format!("building {what}"));
    let build = workshop.build.join(name);
    fs::create_dir_all(&build).map_err(SupplyError::disk("create", &build))?;
    let mut configure = std::process::Command::new("sh");
    configure.arg(source.join("configure")).args(COMMON).args(options).current_dir(&build);
    configure
        .env("CC", workshop.tools.cc.line())
        .env("CFLAGS", format!("-O1 {}", workshop.nowhere()));
    workshop.run_tool(&mut configure, &what)?;
    let mut make = workshop.tools.make.command();
    make.arg(format!("-j{}", jobs())).current_dir(&build);
    workshop.run_tool(&mut make, &what)?;
    Ok(build)
}
