//! The part of a solver in which something happened.

use crate::findings::{function_name, solver_part};
use crate::sandbox::Frame;

/// Between the functions of a key.
const FUNCTION_SEPARATOR: &str = " < ";

/// The source file that a message names, or the class or name space of the innermost function of the solver's that has one;
/// `None` if neither is known.
pub fn component(message: &str, frames: &[Frame]) -> Option<String> {
    if let Some(file) = source_file(message) {
        return Some(file);
    }
    let symbols = solver_part(frames).iter().filter_map(|frame| frame.symbol.as_deref());
    let names: Vec<String> = symbols.map(function_name).collect();
    let names = match names.is_empty() {
        true => message.split(FUNCTION_SEPARATOR).map(str::to_owned).collect(),
        false => names,
    };
    let classes = names.iter().filter_map(|name| name.rsplit_once("::").map(|(class, _)| class));
    // Containers and memory are what every part uses.
    let general = |class: &&str| {
        ["std", "core_hashtable", "vector", "memory", "obj_map", "old_vector", "ref_vector", "gmp"]
            .iter()
            .any(|part| class.starts_with(part))
    };
    let mut all = classes.clone();
    let own = classes.filter(|class| !general(class)).map(str::to_owned).next();
    own.or_else(|| all.next().map(str::to_owned))
        .or_else(|| names.into_iter().find(|name| is_function(name) && !name.starts_with("__gmp")))
}

fn is_function(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with("in ")
        && !name.contains(": ")
        && name.chars().all(|one| one.is_alphanumeric() || "_:<>~ ,*&".contains(one))
}

/// A name such as `src/solver/fp/fp_solver.cpp` in a message.
fn source_file(message: &str) -> Option<String> {
    let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '-' | '.' | '/');
    let words = message.split(|one: char| !is_part(one));
    let ends = [".cpp", ".c", ".h", ".cc", ".hpp"];
    let found = words.into_iter().find(|word| {
        ends.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| !stem.is_empty()))
    })?;
    // Where it was built is nobody's business.
    let inside = found.rfind("/src/").map_or(found, |at| &found[at + 1..]);
    Some(inside.trim_start_matches("../").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_read() {
        let check = |message: &str, expected: Option<&str>| {
            assert_eq!(component(message, &[]).as_deref(), expected, "{message}");
        };
        check("/home/x/src/solver/fp/fp.cpp:12: a == b", Some("src/solver/fp/fp.cpp"));
        check(
            "core_hashtable::find_core < smt::model_generator::mk_values < smt::context::check",
            Some("smt::model_generator"),
        );
        check("yices_get_model", Some("yices_get_model"));
        check("something: that is no function", None);
    }
}
