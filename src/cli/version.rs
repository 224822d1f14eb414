//! The text of `murxla --version`.

pub(super) const SHORT: &str = env!("CARGO_PKG_VERSION");

pub(super) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("MURXLA_BUILD_COMMIT"),
    "\nbuild:    ",
    env!("MURXLA_BUILD_PROFILE"),
    " for ",
    env!("MURXLA_BUILD_TARGET"),
    "\ncompiler: ",
    env!("MURXLA_BUILD_COMPILER"),
    "\nsolvers:  loaded at run time, none linked in; `murxla solvers` lists them",
);
