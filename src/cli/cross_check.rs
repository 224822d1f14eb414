//! The solvers of `--cross-check`: loaded in this process, or asked through others.

use std::path::PathBuf;
use std::rc::Rc;

use murxla_api::{Library, Profile};

use super::other_solver::{other_process, other_solver};
use super::replay::install;
use crate::exec::OptionPolicy;
use crate::model::Settings;
use crate::oracle::{Abilities, LocalRunner, References, Runner};
use crate::solvers::{Choice, Locator, SolverProblem};
use crate::supply::Silent;

fn choices(settings: &Settings) -> Result<Vec<Choice>, SolverProblem> {
    settings.cross_check.as_deref().map_or_else(|| Ok(Vec::new()), Choice::parse_list)
}

/// Installs what is missing; tells what is wrong with the list, if anything is.
pub(super) fn prepare(
    locator: &Locator,
    first: &Choice,
    settings: &Settings,
) -> Result<Option<String>, SolverProblem> {
    for other in choices(settings)? {
        if other == *first {
            return Ok(Some(format!(
                "--cross-check asks other solvers than {first}, or other versions of it"
            )));
        }
        if other.only_prints() {
            return Ok(Some(format!("{other} has no binary to ask; write smtlib:COMMAND")));
        }
        install(locator, &other)?;
    }
    Ok(None)
}

/// Whether it can be loaded beside the first: a process holds one version of a solver.
fn goes_with(first: &Choice, other: &Choice) -> bool {
    first.name != other.name || other.program().is_some()
}

/// What other versions of the same solver have, each as a process of its own tells it.
pub(super) fn other_versions(
    locator: &Locator,
    first: &Choice,
    settings: &Settings,
    libraries: &[(String, PathBuf)],
) -> anyhow::Result<Vec<Abilities>> {
    let choices = choices(settings)?;
    let others = choices.iter().filter(|other| !goes_with(first, other));
    let abilities = |other: &Choice| {
        let process = other_process(locator, other, OptionPolicy::NoFiles, libraries)?;
        Ok(process.abilities())
    };
    others.map(abilities).collect()
}

/// What the library has in common with the solvers of the cross-check.
pub(super) fn profile(
    locator: &Locator,
    first: &Choice,
    library: &'static dyn Library,
    settings: &Settings,
    other_versions: &[Abilities],
) -> Result<&'static Profile, SolverProblem> {
    let choices = choices(settings)?;
    let of_versions: Vec<Profile> =
        other_versions.iter().map(|one| one.within(library.profile())).collect();
    let mut profiles: Vec<&Profile> = of_versions.iter().collect();
    for other in choices.iter().filter(|other| goes_with(first, other)) {
        profiles.push(locator.load(other, &Silent)?.profile());
    }
    Ok(match choices.is_empty() {
        true => library.profile(),
        // It lives as long as the process, as libraries do.
        false => Box::leak(Box::new(library.profile().in_common_with(&profiles))),
    })
}

/// The references for a process that has loaded the first solver and lives long, and what all have in common.
pub(super) fn load(
    locator: &Locator,
    first: &Choice,
    library: &'static dyn Library,
    settings: &Settings,
    libraries: &[(String, PathBuf)],
) -> anyhow::Result<(References<'static>, &'static Profile)> {
    let mut list = Vec::new();
    for other in choices(settings)? {
        let runner = other_solver(locator, [first, &other], OptionPolicy::NoFiles, libraries)?;
        list.push((other.to_string(), runner));
    }
    let versions = other_versions(locator, first, settings, libraries)?;
    let profile = profile(locator, first, library, settings, &versions)?;
    Ok((References { list, always: settings.always }, profile))
}

/// The references for a process that loads no solver: each is loaded in the child that asks it.
pub(super) fn references<'l>(
    locator: &'l Locator,
    settings: &Settings,
) -> Result<References<'l>, SolverProblem> {
    let runner = |choice: Choice| -> (String, Rc<dyn Runner + 'l>) {
        let (name, text) = (choice.name, choice.to_string());
        let load = move || locator.load(&choice, &Silent).map_err(|problem| problem.to_string());
        (text, Rc::new(LocalRunner::loading(name, OptionPolicy::NoFiles, load)))
    };
    let list = choices(settings)?.into_iter().map(runner).collect();
    Ok(References { list, always: settings.always })
}
