//! Values that a front end printed for a script, judged by evaluation.

use crate::eval::{Evaluator, asserted, with_model};
use crate::smt::{Kind, Sexpr, parse};

/// What the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// They contradict each other, or what is asserted.
    Wrong,
    /// All is true under them.
    Right,
    /// It cannot be told.
    Unclear,
    /// No value was printed.
    Nothing,
}

/// Commands that print an answer or a list of their own.
const PRINTING: &[&str] = &[
    "get-model",
    "get-unsat-core",
    "get-unsat-assumptions",
    "get-assertions",
    "get-info",
    "get-option",
    "echo",
    "simplify",
    "eval",
];

/// Judges the values that were printed after the last check of a script.
pub(super) fn told_values(script: &str, printed: &str) -> Told {
    judged(script, printed).unwrap_or(Told::Unclear)
}

fn judged(script: &str, printed: &str) -> Option<Told> {
    // Answers are no lists, and commands are: so the replies are read as one list.
    let (commands, replies) =
        (parse(script.as_bytes()).ok()?, parse(format!("({printed})").as_bytes()).ok()?);
    let mut replies = replies.iter().next()?.items();
    // Constants and functions: the name, the sort.
    let mut declared: Vec<(String, String)> = Vec::new();
    let mut asked = String::new();
    let mut asserted_texts: Vec<String> = Vec::new();
    let mut is_flat = true;
    // The assumptions of the last check, and what was told after it.
    let mut assumed: Vec<String> = Vec::new();
    let mut told: Vec<(String, String)> = Vec::new();
    let mut is_model = false;
    for command in commands.iter().filter(|command| command.kind() != Kind::Comment) {
        let mut words = command.items();
        let head = words.next().map_or("", Sexpr::text);
        match head {
            "check-sat" | "check-sat-assuming" => {
                let answer = replies.next()?;
                told.clear();
                assumed.clear();
                if let Some(list) = words.next() {
                    assumed.extend(list.items().map(|one| one.to_string()));
                }
                // What is told after this answer is no model.
                is_model = answer.text() != "unsat";
            }
            "get-value" => {
                let reply = replies.next()?;
                let terms = words.next()?;
                if !is_model {
                    continue;
                }
                for (term, pair) in terms.items().zip(reply.items()) {
                    told.push((term.to_string(), pair.items().nth(1)?.to_string()));
                }
            }
            head if PRINTING.contains(&head) => drop(replies.next()?),
            "set-option" | "set-info" | "exit" => {}
            _ => {
                if head == "declare-const" {
                    let name = words.next()?.to_string();
                    declared.push((name, words.next()?.to_string()));
                } else if head == "declare-fun" {
                    let name = words.next()?.to_string();
                    words.next()?;
                    declared.push((name, words.next()?.to_string()));
                } else if head == "assert" {
                    asserted_texts.push(words.next()?.to_string());
                }
                is_flat &= !matches!(head, "push" | "pop" | "reset" | "reset-assertions");
                asked.push_str(&format!("{command}\n"));
            }
        }
    }
    if told.is_empty() {
        return Some(Told::Nothing);
    }
    let mut model = String::new();
    for (term, value) in &told {
        // The solver itself says that what is asserted is false.
        if is_flat && value == "false" && asserted_texts.contains(term) {
            return Some(Told::Wrong);
        }
        match declared.iter().find(|(name, _)| name == term) {
            Some((name, sort)) => {
                model.push_str(&definition(name, sort, value));
            }
            None => asked.push_str(&format!("(assert (= {term} {value}))\n")),
        }
    }
    for assumption in assumed {
        asked.push_str(&format!("(assert {assumption})\n"));
    }
    asked.push_str("(check-sat)\n");
    let model = format!("({model})");
    let (script, assignment) = with_model(asked.as_bytes(), model.as_bytes(), &[]).ok()?;
    let mut evaluator = Evaluator::new(&script.graph, &assignment);
    let mut is_clear = true;
    for assertion in asserted(&script) {
        match evaluator.evaluate(assertion) {
            Ok(value) if value.as_bool() == Some(false) => return Some(Told::Wrong),
            Ok(_) => {}
            Err(_) => is_clear = false,
        }
    }
    Some(if is_clear { Told::Right } else { Told::Unclear })
}

/// The definition that a value is; that of a function is a lambda term.
fn definition(name: &str, sort: &str, value: &str) -> String {
    let plain = || format!("(define-fun {name} () {sort} {value})\n");
    let Ok(read) = parse(value.as_bytes()) else { return plain() };
    let Some(term) = read.iter().next() else { return plain() };
    let mut parts = term.items();
    match (parts.next().map_or("", Sexpr::text), parts.next(), parts.next()) {
        ("lambda", Some(variables), Some(body)) => {
            format!("(define-fun {name} {variables} {sort} {body})\n")
        }
        _ => plain(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-option :produce-models true)\n(declare-const x (_ BitVec 2))\n(declare-fun p () Bool)\n\
        (assert (=> p (= x #b01)))\n(check-sat-assuming (p))\n(get-value (x p))\n(get-value ((bvadd x x)))\n";

    #[test]
    fn values_are_judged() {
        for (printed, expected) in [
            ("sat\n((x #b01) (p true))\n(((bvadd x x) #b10))\n", Told::Right),
            ("sat\n((x #b01) (p true))\n(((bvadd x x) #b11))\n", Told::Wrong),
            ("sat\n((x #b11) (p true))\n(((bvadd x x) #b10))\n", Told::Wrong),
            ("sat\n((x #b01) (p false))\n(((bvadd x x) #b10))\n", Told::Wrong),
            ("sat\n((x #b01) (p what))\n(((bvadd x x) #b10))\n", Told::Unclear),
            ("sat\n", Told::Unclear),
        ] {
            assert_eq!(told_values(SCRIPT, printed), expected, "{printed}");
        }
        let sets = "(declare-const s (FiniteSet Real))\n(assert (= s (set.singleton 0.0)))\n(check-sat)\n(get-value (s))\n";
        let printed = "sat\n((s (set.singleton 1.0)))\n";
        assert_eq!(told_values(sets, printed), Told::Wrong);
        let functions =
            "(declare-fun f (Bool) Bool)\n(assert (f true))\n(check-sat)\n(get-value (f))\n";
        for (body, expected) in [("x", Told::Right), ("(not x)", Told::Wrong)] {
            let printed = format!("sat\n((f (lambda ((x Bool)) {body})))\n");
            assert_eq!(told_values(functions, &printed), expected, "{body}");
        }
        let own = "(declare-const a Int)\n(assert (< (what a) a))\n(check-sat)\n(get-value ((< (what a) a)))\n";
        assert_eq!(told_values(own, "sat\n(((< (what a) a) false))\n"), Told::Wrong);
        assert_eq!(told_values("(assert true)(check-sat)", "sat"), Told::Nothing);
    }
}
