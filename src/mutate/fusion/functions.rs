//! Fusion functions with their inversions: read from files in the syntax of yinyang, and looked at.

use std::sync::LazyLock;

use crate::mutate::ConfigurationError;
use crate::mutate::rules::{Effort, Rule, read_rules, verify};
use crate::rng::{Seed, Stream};
use crate::smt::{Kind, Sexpr, parse};

/// Our functions.
pub const FUNCTIONS: &str = include_str!("functions.txt");

/// A fusion function. Its rules have the same variables in the same order.
#[derive(Clone, Debug)]
pub struct FusionFunction {
    /// Its number in its file, from 1 on.
    pub number: usize,
    /// What z is.
    pub function: Rule,
    /// What x and y are, by z and each other.
    pub inversions: [Rule; 2],
    /// That the inversions give back x and y, with the function for z.
    pub back: [Rule; 2],
    /// Whether they do for all values.
    pub is_total: bool,
}

/// What is tried to see whether a function is total. The tests try more.
const EFFORT: Effort = Effort { instances: 4, assignments: 200 };

/// Our functions, or those of a file.
pub fn fusion_functions() -> &'static [FusionFunction] {
    static OURS: LazyLock<Vec<FusionFunction>> =
        LazyLock::new(|| read_functions(FUNCTIONS).unwrap_or_default());
    &OURS
}

/// Reads a file of functions.
pub fn read_functions(text: &str) -> Result<Vec<FusionFunction>, ConfigurationError> {
    let mut functions = Vec::new();
    let mut block: Option<(usize, String)> = None;
    for (line, content) in text.lines().enumerate().map(|(line, content)| (line + 1, content)) {
        match (content.trim(), &mut block) {
            ("#begin", None) => block = Some((line, String::new())),
            ("#begin", Some((begin, _))) => {
                let what = format!("line {line}: #begin in the block that begins in line {begin}");
                return Err(ConfigurationError(what));
            }
            ("#end", None) => {
                return Err(ConfigurationError(format!("line {line}: #end without #begin")));
            }
            ("#end", Some(_)) => {
                let (begin, text) = block.take().unwrap_or_default();
                let function = read_block(functions.len() + 1, &text);
                functions.push(function.map_err(|what| {
                    ConfigurationError(format!("the block that begins in line {begin}: {what}"))
                })?);
            }
            (_, Some((_, text))) => {
                text.push_str(content);
                text.push('\n');
            }
            ("", None) => {}
            (other, None) if other.starts_with(';') => {}
            (_, None) => {
                return Err(ConfigurationError(format!("line {line}: #begin is expected")));
            }
        }
    }
    match block {
        Some((begin, _)) => {
            Err(ConfigurationError(format!("the block that begins in line {begin} has no #end")))
        }
        None if functions.is_empty() => {
            Err(ConfigurationError("there is no function in it: #begin … #end".to_owned()))
        }
        None => Ok(functions),
    }
}

fn read_block(number: usize, text: &str) -> Result<FusionFunction, String> {
    let commands = parse(text.as_bytes()).map_err(|error| error.problem.to_string())?;
    let mut declared: Vec<(String, String)> = Vec::new();
    let mut equations: Vec<(String, Sexpr<'_>)> = Vec::new();
    for command in commands.iter().filter(|one| one.kind() == Kind::List) {
        let items: Vec<Sexpr<'_>> = command.items().collect();
        match items.as_slice() {
            [head, name, sort, more @ ..] if head.text() == "declare-const" => {
                let keyword = match (more, name.text()) {
                    ([keyword], _) => keyword.text(),
                    ([], "x" | "y" | "z") => "",
                    ([], _) => ":value",
                    _ => return Err(format!("{}: too much is declared", name.text())),
                };
                let form = format!("({} {} {keyword})", name.text(), written(*sort, None));
                declared.push((name.text().to_owned(), form));
            }
            [head, equation] if head.text() == "assert" => {
                let parts: Vec<Sexpr<'_>> = equation.items().collect();
                let [equal, variable, term] = parts.as_slice() else {
                    return Err("(assert (= VARIABLE TERM)) is expected".to_owned());
                };
                if equal.text() != "=" {
                    return Err("(assert (= VARIABLE TERM)) is expected".to_owned());
                }
                equations.push((variable.text().to_owned(), *term));
            }
            _ => return Err("declare-const and assert are expected".to_owned()),
        }
    }
    let of = |name: &str| {
        let mut found = equations.iter().filter(|(variable, _)| variable == name);
        match (found.next(), found.next()) {
            (Some((_, term)), None) => Ok(*term),
            _ => Err(format!("there must be one (assert (= {name} …))")),
        }
    };
    let place = |name: &str| declared.iter().position(|(declared, _)| declared == name);
    if [place("x"), place("y"), place("z")] != [Some(0), Some(1), Some(2)] {
        return Err("x, y and z must be declared first, in this order".to_owned());
    }
    let forms: Vec<&str> = declared.iter().map(|(_, form)| form.as_str()).collect();
    let variables = forms.join(" ");
    let function = written(of("z")?, None);
    let mut rules = format!("(rule function ({variables}) z {function})\n");
    for name in ["x", "y"] {
        let term = of(name)?;
        rules += &format!("(rule inversion-{name} ({variables}) {name} {})\n", written(term, None));
    }
    for name in ["x", "y"] {
        let back = written(of(name)?, Some(("z", &function)));
        rules += &format!("(rule back-{name} ({variables}) {name} {back})\n");
    }
    let rules = read_rules(&rules).map_err(|error| error.what)?;
    let [function, x, y, back_x, back_y] = <[Rule; 5]>::try_from(rules)
        .map_err(|_| "a function and two inversions are expected".to_owned())?;
    let back = [back_x, back_y];
    let is_total = back.iter().all(holds);
    Ok(FusionFunction { number, function, inversions: [x, y], back, is_total })
}

/// Whether a rule holds as far as it is tried; not if nothing could be.
fn holds(rule: &Rule) -> bool {
    let checked = verify(rule, EFFORT, &mut Seed(4).generator(Stream::Mutation));
    checked.counterexample.is_none() && checked.held > 0
}

/// An s-expression as text, with something for a symbol.
fn written(sexpr: Sexpr<'_>, replaced: Option<(&str, &str)>) -> String {
    match (sexpr.kind(), replaced) {
        (Kind::List, _) => {
            let items: Vec<String> = sexpr.items().map(|item| written(item, replaced)).collect();
            format!("({})", items.join(" "))
        }
        (Kind::Symbol, Some((name, text))) if sexpr.text() == name => text.to_owned(),
        (Kind::String, _) => format!("\"{}\"", sexpr.text().replace('"', "\"\"")),
        (Kind::Quoted, _) => format!("|{}|", sexpr.text()),
        _ => sexpr.text().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let error = |text: &str| read_functions(text).unwrap_err().0;
        assert_eq!(error(""), "there is no function in it: #begin … #end");
        assert_eq!(error("#begin\n"), "the block that begins in line 1 has no #end");
        assert_eq!(error("\nx"), "line 2: #begin is expected");
        assert_eq!(error("#end"), "line 1: #end without #begin");
        let block = |text: &str| error(&format!("#begin\n{text}\n#end"));
        let begins = "the block that begins in line 1: ";
        assert_eq!(block("(exit)"), format!("{begins}declare-const and assert are expected"));
        let three = "(declare-const x Int)(declare-const y Int)(declare-const z Int)";
        assert_eq!(block(three), format!("{begins}there must be one (assert (= z …))"));
        let all =
            format!("{three}(assert (= z (+ x y)))(assert (= x (foo z y)))(assert (= y (- z x)))");
        assert_eq!(block(&all), format!("{begins}no operator foo takes (Int Int)"));
    }

    #[test]
    fn products_are_not_total_and_sums_are() {
        let of = |function: &str, x: &str, y: &str| {
            let text = format!(
                "#begin\n(declare-const x Int)(declare-const y Int)(declare-const z Int)\
                 (assert (= z {function}))(assert (= x {x}))(assert (= y {y}))\n#end"
            );
            read_functions(&text).unwrap()[0].is_total
        };
        assert!(of("(+ x y)", "(- z y)", "(- z x)"));
        assert!(!of("(* x y)", "(div z y)", "(div z x)"));
    }
}
