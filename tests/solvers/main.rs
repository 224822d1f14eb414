//! All wrappers, on the real libraries, in one process and one thread.

mod commands;
mod conformance;
mod drawing;
mod literals;
mod processes;
mod refusals;
mod terms;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::solvers::{Choice, Locator, WRAPPERS};
use murxla::supply::Silent;
use murxla_api::Library;

fn main() {
    let mut arguments = Arguments::from_args();
    // One thread, the main one: see Cargo.toml.
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    for wrapper in WRAPPERS {
        let name = wrapper.name();
        let mut add = |what: &str, test: fn(&'static dyn Library) -> Result<(), Failed>| {
            trials.push(Trial::test(format!("{name}::{what}"), move || test(library(name)?)));
        };
        add("commands", commands::check);
        add("conformance", conformance::quick);
        add("literals", literals::quick);
        add("refusals", refusals::quick);
        let long =
            Trial::test(format!("{name}::refusals_20000"), move || refusals::long(library(name)?));
        trials.push(long.with_kind("long").with_ignored_flag(true));
    }
    trials.extend(processes::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

/// The library of a solver, installed if need be.
fn library(name: &'static str) -> Result<&'static dyn Library, Failed> {
    let locator = Locator::new(&[])?;
    Ok(locator.load(&Choice { name, version: None }, &Silent)?)
}
