//! The children of terms, and the variables that are free in them.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use murxla_api::SolverError;

use crate::errors::present;
use crate::ffi::{BitwuzlaTerm, call, copy_array, text};
use crate::handles::OwnedTerm;
use crate::kinds::Kinds;

/// The children of a term.
pub(crate) fn children(term: BitwuzlaTerm) -> Result<Vec<OwnedTerm>, SolverError> {
    let mut size = 0;
    let first = call!(bitwuzla_term_get_children(term, &mut size));
    copy_array(first.cast_const(), size)
        .into_iter()
        .map(|child| present(child, "bitwuzla_term_get_children").map(OwnedTerm))
        .collect()
}

/// The indices of a term.
pub(crate) fn indices(term: BitwuzlaTerm) -> Result<Vec<u64>, SolverError> {
    let mut size = 0;
    let first = call!(bitwuzla_term_get_indices(term, &mut size));
    Ok(copy_array(first.cast_const(), size))
}

/// Whether two terms are the same but for variables, of which those with the same name count as the same.
pub(crate) fn same_but_for_variables(
    one: BitwuzlaTerm,
    other: BitwuzlaTerm,
) -> Result<bool, SolverError> {
    let mut seen: BTreeSet<(BitwuzlaTerm, BitwuzlaTerm)> = BTreeSet::new();
    // Handles that are given back may be given to other terms.
    let mut kept: Vec<OwnedTerm> = Vec::new();
    let mut todo = vec![(one, other)];
    while let Some((one, other)) = todo.pop() {
        if one == other || !seen.insert((one, other)) {
            continue;
        }
        let (here, there) = (children(one)?, children(other)?);
        let same = match here.is_empty() {
            true => {
                text(call!(bitwuzla_term_to_string(one)))
                    == text(call!(bitwuzla_term_to_string(other)))
            }
            false => {
                call!(bitwuzla_term_get_kind(one)) == call!(bitwuzla_term_get_kind(other))
                    && indices(one)? == indices(other)?
            }
        };
        if !same || here.len() != there.len() {
            return Ok(false);
        }
        todo.extend(here.iter().zip(&there).map(|(here, there)| (here.0, there.0)));
        kept.extend(here.into_iter().chain(there));
    }
    Ok(true)
}

/// The variables that are free in a term, by their native handles.
pub(crate) fn free_variables(
    kinds: &Kinds,
    term: BitwuzlaTerm,
) -> Result<Rc<BTreeSet<BitwuzlaTerm>>, SolverError> {
    let copy = |term| present(call!(bitwuzla_term_copy(term)), "bitwuzla_term_copy").map(OwnedTerm);
    // A term that is alive has one address, so `owners` keeps all that was seen.
    let mut owners: HashMap<BitwuzlaTerm, (OwnedTerm, Vec<OwnedTerm>)> = HashMap::new();
    let mut found: HashMap<BitwuzlaTerm, Rc<BTreeSet<BitwuzlaTerm>>> = HashMap::new();
    let mut stack = vec![term];
    while let Some(current) = stack.last().copied() {
        let below: Vec<BitwuzlaTerm> = match owners.get(&current) {
            Some((_, below)) => below.iter().map(|child| child.0).collect(),
            None => {
                let below = children(current)?;
                stack.extend(below.iter().map(|child| child.0));
                owners.insert(current, (copy(current)?, below));
                continue;
            }
        };
        stack.pop();
        if found.contains_key(&current) {
            continue;
        }
        let mut free: BTreeSet<BitwuzlaTerm> = below
            .iter()
            .filter_map(|child| found.get(child))
            .flat_map(|set| set.iter().copied())
            .collect();
        match kinds.name(call!(bitwuzla_term_get_kind(current))) {
            "VARIABLE" => _ = free.insert(current),
            "FORALL" | "EXISTS" | "LAMBDA" => {
                let bound = below.split_last().map_or(&[][..], |(_, variables)| variables);
                free.retain(|variable| !bound.contains(variable));
            }
            _ => {}
        }
        found.insert(current, Rc::new(free));
    }
    Ok(found.remove(&term).unwrap_or_default())
}
