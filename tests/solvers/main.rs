//! All wrappers, on the real libraries, in one process and one thread.

mod actions;
mod actions_cvc5_bitwuzla;
mod commands;
mod conformance;
mod drawing;
mod file_options;
mod ground;
mod known;
mod literals;
mod meanings;
mod processes;
mod refusals;
mod terms;

use libtest_mimic::{Arguments, Failed, Trial};
use murxla::solvers::{Choice, Locator, WRAPPERS};
use murxla::supply::Silent;
use murxla_api::Library;

fn main() {
    if let Ok(order) = std::env::var(conformance::CHILD) {
        return measure(&order);
    }
    let mut arguments = Arguments::from_args();
    // One thread, the main one: see Cargo.toml.
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    // Binaries have tests of their own: tests/pipes.
    let wrappers = || WRAPPERS.iter().filter(|wrapper| wrapper.name() != "smtlib");
    for wrapper in wrappers() {
        let name = wrapper.name();
        let mut add = |what: &str, test: fn(&'static dyn Library) -> Result<(), Failed>| {
            trials.push(Trial::test(format!("{name}::{what}"), move || test(library(name)?)));
        };
        add("commands", commands::check);
        match name {
            "cvc5" => add("own_actions", actions_cvc5_bitwuzla::cvc5),
            "bitwuzla" => add("own_actions", actions_cvc5_bitwuzla::bitwuzla),
            _ => {}
        }
        add("literals", literals::quick);
        add("refusals", refusals::quick);
        if name == "cvc5" {
            add("spoiled", refusals::spoiled);
            add("heaps", refusals::heaps);
        }
        trials.push(Trial::test(format!("{name}::file_options"), move || {
            file_options::quick(name, library(name)?)
        }));
        trials.push(Trial::test(format!("{name}::actions"), move || {
            actions::check(name, library(name)?)
        }));
        // The mock answers by a seed.
        if name != "mock" {
            trials.push(Trial::test(format!("{name}::meanings"), move || {
                meanings::quick(name, library(name)?)
            }));
            let long = Trial::test(format!("{name}::meanings_2000"), move || {
                meanings::long(name, library(name)?)
            });
            trials.push(long.with_kind("long").with_ignored_flag(true));
        }
        trials.push(Trial::test(format!("{name}::conformance"), move || conformance::quick(name)));
        let long =
            Trial::test(format!("{name}::refusals_20000"), move || refusals::long(library(name)?));
        trials.push(long.with_kind("long").with_ignored_flag(true));
        let long =
            Trial::test(format!("{name}::literals_2000"), move || literals::long(library(name)?));
        trials.push(long.with_kind("long").with_ignored_flag(true));
    }
    let names: Vec<&'static str> = wrappers().map(|wrapper| wrapper.name()).collect();
    let long = Trial::test("conformance_1000", move || conformance::long(&names));
    trials.push(long.with_kind("long").with_ignored_flag(true));
    trials.extend(processes::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

/// The process that measures one solver.
fn measure(order: &str) {
    let Some((name, draws)) = order.split_once(':') else { return };
    let Some(wrapper) = WRAPPERS.iter().find(|wrapper| wrapper.name() == name) else { return };
    let result = library(wrapper.name())
        .and_then(|library| conformance::child(library, draws.parse().unwrap_or(1)));
    if let Err(failed) = result {
        eprintln!("{}", failed.message().unwrap_or("failed"));
    }
}

/// The library of a solver, installed if need be.
fn library(name: &'static str) -> Result<&'static dyn Library, Failed> {
    let locator = Locator::new(&[])?;
    Ok(locator.load(&Choice { name, version: None }, &Silent)?)
}
