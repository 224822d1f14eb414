//! The supply of solvers: fetches, checks, builds and installs them.
//!
//! [`install`] turns a [`SolverSpec`] such as `z3@4.8.12` into a folder of the [`StoreDir`] with a library
//! that can be loaded: it fetches the solver's packages with pip, compares their checksums with the
//! [`Pins`] that are embedded into the program, and takes out what is needed. For Bitwuzla it also
//! compiles the C API, which the package lacks. `NAME@assertions` is built from source instead. The folder appears
//! complete or not at all.
//!
//! Nothing here prints; what happens is told to a [`Progress`].

mod assertions;
mod bitwuzla;
mod error;
mod fetch;
mod index;
mod install;
mod pattern;
mod pins;
mod pip_output;
mod progress;
mod receipt;
mod spec;
mod staging;
mod store;
mod tools;
mod unpack;
mod workshop;

pub use error::SupplyError;
pub use index::versions;
pub use install::{install, install_all};
pub use pins::{Pins, default_version};
pub use progress::{Progress, Silent};
pub(crate) use receipt::InstalledPackage;
pub use spec::SolverSpec;
pub use store::{Installed, StoreDir, find, list};
pub use tools::{Tool, Tools};
