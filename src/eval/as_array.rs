//! Functions that a model uses as arrays, `(_ as-array f)` or `(lambda ((x Index)) …)`, written as stores on a constant array.

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
    table(*name, *index, *sort, *body)
}

/// The same of a definition whose value is such a function, or stores on one; `None` if the function is more than a table. A definition
/// without one stays as it is.
pub(super) fn without_lambda(definition: &str) -> Option<String> {
    if !definition.contains("(lambda ") {
        return Some(definition.to_owned());
    }
    let commands = parse(definition.as_bytes()).ok()?;
    let words: Vec<Sexpr<'_>> = commands.iter().next()?.items().collect();
    let [_, _, _, sort, body] = words.as_slice() else { return None };
    let sort: Vec<Sexpr<'_>> = sort.items().collect();
    let [array, _, element] = sort.as_slice() else { return Some(definition.to_owned()) };
    if array.kind() == Kind::List || array.text() != "Array" {
        return Some(definition.to_owned());
    }
    let mut base = *body;
    loop {
        let parts: Vec<Sexpr<'_>> = base.items().collect();
        match parts.as_slice() {
            [head, array, _, _] if head.kind() != Kind::List && head.text() == "store" => {
                base = *array;
            }
            [head, parameters, of] if head.kind() != Kind::List && head.text() == "lambda" => {
                let parameters: Vec<Sexpr<'_>> = parameters.items().collect();
                let [parameter] = parameters.as_slice() else { return None };
                let parameter: Vec<Sexpr<'_>> = parameter.items().collect();
                let [name, index] = parameter.as_slice() else { return None };
                let written = table(*name, *index, *element, *of)?;
                let written = definition.replacen(&base.to_string(), &written, 1);
                return (!written.contains("(lambda ")).then_some(written);
            }
            _ => return None,
        }
    }
}

/// The array with these values, which are told by the index with this name.
fn table(name: Sexpr<'_>, index: Sexpr<'_>, sort: Sexpr<'_>, body: Sexpr<'_>) -> Option<String> {
    chain(name, index, sort, body).or_else(|| compared(name, index, sort, body))
}

/// What computes with its argument is no table.
fn mentions(text: &str, name: Sexpr<'_>) -> bool {
    text.split(['(', ')', ' ', '|']).any(|word| word == name.text())
}

/// A function that does nothing else with its argument than to compare it with some values.
fn compared(name: Sexpr<'_>, index: Sexpr<'_>, sort: Sexpr<'_>, body: Sexpr<'_>) -> Option<String> {
    const KEYS: usize = 64;
    const TEXT: usize = 8_192;
    let (mut keys, mut todo) = (Vec::new(), vec![body]);
    while let Some(part) = todo.pop() {
        match key(part, name.text()).filter(|key| !mentions(key, name)) {
            Some(key) => keys.push((part.to_string(), key)),
            None => todo.extend(part.items()),
        }
    }
    let body = body.to_string();
    if keys.len() > KEYS || body.len() > TEXT {
        return None;
    }
    let mut written = body.clone();
    for (condition, _) in &keys {
        written = written.replace(condition, "false");
    }
    if mentions(&written, name) {
        return None;
    }
    written = format!("((as const (Array {index} {sort})) {written})");
    for (_, key) in keys {
        written = format!("(store {written} {key} (let (({name} {key})) {body}))");
    }
    Some(written)
}

/// A function that is written as `(ite (= x 1) 2 (ite …))`.
fn chain(name: Sexpr<'_>, index: Sexpr<'_>, sort: Sexpr<'_>, body: Sexpr<'_>) -> Option<String> {
    let mut entries = Vec::new();
    let mut rest = body;
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
    (!mentions(&written, name)).then_some(written)
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

    #[test]
    fn lambdas_are_arrays() {
        let of = |body: &str| without_lambda(&format!("(define-fun a () (Array Int Bool) {body})"));
        let told = of("(store (lambda ((x Int)) (or (= x 1) (not (= 2 x)))) 7 true)");
        let expected = "(define-fun a () (Array Int Bool) (store (store (store ((as const (Array Int Bool)) (or false (not false))) \
                        2 (let ((x 2)) (or (= x 1) (not (= 2 x))))) 1 (let ((x 1)) (or (= x 1) (not (= 2 x))))) 7 true))";
        assert_eq!(told.as_deref(), Some(expected));
        assert_eq!(of("(lambda ((x Int)) (> x 1))"), None);
        assert_eq!(of("(lambda ((x Int)) (= x (+ x 1)))"), None);
        let function = "(define-fun f () (-> Int Int) (lambda ((x Int)) x))";
        assert_eq!(without_lambda(function).as_deref(), Some(function));
    }
}
