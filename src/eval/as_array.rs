//! Functions that a model uses as arrays, `(_ as-array f)`, written as stores on a constant array.

use std::collections::BTreeMap;

use regex::Regex;

use crate::smt::{Kind, Sexpr, parse};

/// So many entries may such a function have.
const ENTRIES: usize = 10_000;

/// The text of a definition without `(_ as-array f)`; `None` if one of these functions is more than a table, or not there.
pub(super) fn without_as_array(text: &str, definitions: &BTreeMap<&str, &str>) -> Option<String> {
    let pattern = Regex::new(r"\(_ as-array (\|[^|]*\||[^\s()|]+)\)").ok()?;
    let mut written = text.to_owned();
    // A function may give arrays itself; what calls itself never ends.
    for _ in 0..8 {
        if !pattern.is_match(&written) {
            return Some(written);
        }
        let mut unread = false;
        let next = pattern.replace_all(&written, |found: &regex::Captures<'_>| {
            let name = found[1].trim_matches('|');
            let stores = definitions.get(name).and_then(|definition| stores(definition));
            unread |= stores.is_none();
            stores.unwrap_or_default()
        });
        if unread {
            return None;
        }
        written = next.into_owned();
    }
    None
}

/// The array that a `define-fun` of one argument is, if it is a table.
fn stores(definition: &str) -> Option<String> {
    let commands = parse(definition.as_bytes()).ok()?;
    let definition = commands.iter().next()?;
    let words: Vec<Sexpr<'_>> = definition.items().collect();
    let [_, _, parameters, sort, body] = words.as_slice() else { return None };
    let parameters: Vec<Sexpr<'_>> = parameters.items().collect();
    let [parameter] = parameters.as_slice() else { return None };
    let parameter: Vec<Sexpr<'_>> = parameter.items().collect();
    let [name, index] = parameter.as_slice() else { return None };
    let mut entries = Vec::new();
    let mut rest = *body;
    while rest.kind() == Kind::List {
        let parts: Vec<Sexpr<'_>> = rest.items().collect();
        let [head, condition, then, otherwise] = parts.as_slice() else { break };
        if head.kind() == Kind::List || head.text() != "ite" || entries.len() == ENTRIES {
            break;
        }
        entries.push((key(*condition, name.text())?, then.to_string()));
        rest = *otherwise;
    }
    let mut written = format!("((as const (Array {index} {sort})) {rest})");
    // The first condition holds, so it is the last that is stored.
    for (key, value) in entries.into_iter().rev() {
        written = format!("(store {written} {key} {value})");
    }
    // What computes with its argument is no table.
    let mentions = |text: &str| text.split(['(', ')', ' ', '|']).any(|word| word == name.text());
    (!mentions(&written)).then_some(written)
}

/// What `(= x v)` compares the parameter with.
fn key(condition: Sexpr<'_>, name: &str) -> Option<String> {
    let parts: Vec<Sexpr<'_>> = condition.items().collect();
    let [head, a, b] = parts.as_slice() else { return None };
    let is_name = |one: &Sexpr<'_>| one.kind() != Kind::List && one.text() == name;
    match (head.kind() != Kind::List && head.text() == "=", is_name(a), is_name(b)) {
        (true, true, false) => Some(b.to_string()),
        (true, false, true) => Some(a.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_arrays() {
        let table = "(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 2 (ite (= 3 x!0) 4 0)))";
        let sum = "(define-fun k!1 ((x!0 Int)) Int (+ x!0 1))";
        let definitions = BTreeMap::from([("k!0", table), ("k!1", sum)]);
        assert_eq!(
            without_as_array("(store (_ as-array k!0) 7 8)", &definitions).as_deref(),
            Some("(store (store (store ((as const (Array Int Int)) 0) 3 4) 1 2) 7 8)")
        );
        assert_eq!(without_as_array("(_ as-array k!1)", &definitions), None);
        assert_eq!(without_as_array("(_ as-array k!2)", &definitions), None);
    }
}
