//! Models as solvers write them: a reply to get-model, put in the place of the declarations of a script.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use murxla_api::meaning::{Datum, OpenCall, Unknown};
use murxla_api::{Op, SortShape};
use regex::Regex;

use super::as_array::{without_as_array, without_lambda};
use super::old_strings::with_standard_escapes;
use super::{Assignment, Evaluator};
use crate::smt::{Command, Commands, Definition, Kind, Script, Sexpr, parse, read};

/// Why a script and a model make no assignment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The script cannot be read.
    #[error("{0}")]
    Script(String),
    /// The model cannot be read.
    #[error("{0}")]
    Model(String),
}

/// How solvers write roots of polynomials.
const ALGEBRAIC: [&str; 2] = ["(root-obj ", "(_ real_algebraic_number "];

/// What a model consists of.
#[derive(Default)]
struct Parts {
    /// Definitions by name, as text.
    definitions: Vec<(String, String)>,
    /// Declarations: the elements of uninterpreted sorts.
    declarations: Vec<(String, String)>,
}

/// Where the model begins in what a solver printed: before it there may be the answer, errors, and what the solver says of itself.
fn start_of_model(text: &str) -> usize {
    let begins_here = |start: usize| {
        let mut rest = text[start..].strip_prefix('(')?.trim_start();
        while let Some(comment) = rest.strip_prefix(';') {
            rest = comment.split_once('\n')?.1.trim_start();
        }
        let word = rest.split(|c: char| c.is_whitespace() || c == '(' || c == ')').next()?;
        matches!(word, "" | "model" | "define-fun" | "define-fun-rec" | "define-const")
            .then_some(start)
    };
    let lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some(start + line.len() - line.trim_start().len())
    });
    let first = || text.find('(').unwrap_or(text.len());
    lines.into_iter().find_map(begins_here).unwrap_or_else(first)
}

/// The script with the definitions of a model in place of its declarations, and the assignment that this is.
///
/// `own` are operators of solvers that the script may have.
pub fn with_model(
    script: &[u8],
    model: &[u8],
    own: &[&'static Op],
) -> Result<(Script, Assignment), ModelError> {
    // What is wrong with the script alone is told with its own places.
    read(script, own).map_err(|error| ModelError::Script(error.to_string()))?;
    let source = parse(script).map_err(|error| ModelError::Script(error.to_string()))?;
    let text = String::from_utf8_lossy(model);
    let elements = named_elements(&with_standard_escapes(&text[start_of_model(&text)..]));
    let model = parse(elements.0.as_bytes());
    let model = model.map_err(|error| ModelError::Model(error.to_string()))?;
    let mut parts = Parts::default();
    for item in &model {
        parts.add_all(item);
    }
    for (name, sort) in elements.1 {
        let text = format!("(declare-const |{name}| {sort})");
        parts.declarations.push((name, text));
    }

    parts.leave_out(&defined_by(&source));
    parts.leave_out_unread();

    let mut sorts = String::new();
    let mut rest = String::new();
    let mut declared = BTreeSet::new();
    let defined: BTreeSet<&str> = parts.definitions.iter().map(|(name, _)| name.as_str()).collect();
    for command in source.iter().filter(|command| command.kind() == Kind::List) {
        let mut words = command.items();
        let head = words.next().map_or("", Sexpr::text);
        let name = words.next().map_or("", Sexpr::text);
        match head {
            "declare-fun" | "declare-const" if defined.contains(name) => {
                declared.insert(name.to_owned());
            }
            "set-logic"
            | "declare-sort"
            | "define-sort"
            | "declare-datatype"
            | "declare-datatypes"
            | "declare-codatatype"
            | "declare-codatatypes" => {
                sorts.push_str(&format!("{command}\n"));
            }
            _ => rest.push_str(&format!("{command}\n")),
        }
    }
    let mut text = sorts;
    parts.declarations.iter().for_each(|(_, one)| text.push_str(one));
    // Functions of the solver's own come first: others are defined by them.
    let of_script = |(name, _): &&(String, String)| declared.contains(name);
    let (meant, own_functions): (Vec<_>, Vec<_>) = parts.definitions.iter().partition(of_script);
    own_functions.iter().chain(&meant).for_each(|(_, one)| text.push_str(one));
    text.push_str(&rest);
    let script = read(text.as_bytes(), own)
        .map_err(|error| ModelError::Model(format!("it does not fit the script: {error}")))?;
    let mut assignment = Assignment::of_definitions(&script);
    let elements: BTreeSet<&str> =
        parts.declarations.iter().map(|(name, _)| name.as_str()).collect();
    for (symbol, definition) in script.graph.symbols() {
        let uninterpreted = matches!(definition.sort.shape(), SortShape::Uninterpreted(_));
        if uninterpreted && elements.contains(&*definition.name) {
            assignment.set(symbol, Datum::element(definition.sort.clone(), &definition.name));
        }
    }
    let told: BTreeSet<&str> = own_functions.iter().map(|(name, _)| name.as_str()).collect();
    learn_open(&script, &mut assignment, &told);
    Ok((script, assignment))
}

/// What Z3 calls the functions that the standard leaves open, and what they are.
const OPEN: [(&str, &str); 5] =
    [("/0", "/"), ("div0", "div"), ("mod0", "mod"), ("rem0", "rem"), ("seq.nth_u", "seq.nth")];

/// So many steps are made to find which of their applications matter.
const MOST_STEPS: u64 = 20_000_000;

/// Has what the standard leaves open in the assertions be what the model says of it, with functions of its own.
fn learn_open(script: &Script, assignment: &mut Assignment, told: &BTreeSet<&str>) {
    let mut functions: BTreeMap<&str, Definition> = BTreeMap::new();
    for (symbol, one) in script.graph.symbols() {
        let open = OPEN.iter().find(|(name, _)| *one.name == **name && told.contains(name));
        if let (Some((_, of)), Some(definition)) = (open, assignment.definition(symbol)) {
            functions.insert(of, definition.clone());
        }
    }
    let value = |call: &OpenCall, assignment: &Assignment| {
        let definition = functions.get(&*call.function)?;
        // Some releases tell it as a function of the first argument alone.
        let args = call.args.iter().take(definition.variables.len()).map(|arg| Ok(arg.clone()));
        let values: Vec<_> = definition.variables.iter().copied().zip(args).collect();
        let mut evaluator = Evaluator::new(&script.graph, assignment).under(&values);
        evaluator.evaluate(definition.body).ok()
    };
    let mut steps = MOST_STEPS;
    for command in &script.commands {
        let terms = match command {
            Command::Assert(term) => std::slice::from_ref(term),
            Command::CheckSatAssuming(terms) => terms,
            _ => continue,
        };
        for term in terms {
            while steps > 0 {
                let mut evaluator = Evaluator::new(&script.graph, assignment).with_budget(steps);
                let Err(Unknown::Open(call)) = evaluator.evaluate(*term) else { break };
                steps = steps.saturating_sub(evaluator.steps());
                let Some(value) = value(&call, assignment) else { break };
                assignment.set_open(call.as_ref().clone(), value);
            }
        }
    }
}

impl Parts {
    /// Takes a definition, or all of a list of them.
    fn add_all(&mut self, item: Sexpr<'_>) {
        let mut words = item.items();
        let Some(head) = words.next() else { return };
        let name = || item.items().nth(1).map_or("", Sexpr::text).to_owned();
        match head.text() {
            "define-fun" | "define-fun-rec" | "define-const" => {
                self.definitions.push((name(), format!("{item}\n")));
            }
            "declare-fun" | "declare-const" => {
                self.declarations.push((name(), format!("{item}\n")));
            }
            "model" => words.for_each(|one| self.add(one)),
            _ if head.kind() == Kind::List => item.items().for_each(|one| self.add(one)),
            _ => {}
        }
    }

    /// Leaves out what the script defines itself: some solvers tell that, too, and it is part of no model.
    fn leave_out(&mut self, names: &BTreeSet<String>) {
        self.definitions.retain(|(name, _)| !names.contains(name));
    }

    /// Writes functions that are used as arrays as arrays. What no text can say as a value (algebraic numbers, functions as arrays
    /// that compute) is left out: its symbol has no value then.
    fn leave_out_unread(&mut self) {
        let texts = self.definitions.clone();
        let by_name: BTreeMap<&str, &str> =
            texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let unread = |text: &str| ALGEBRAIC.iter().any(|word| text.contains(word));
        self.definitions = texts
            .iter()
            .filter(|(_, text)| !unread(text))
            .filter_map(|(name, text)| {
                let text = without_lambda(&without_as_array(text, &by_name)?)?;
                Some((name.clone(), text))
            })
            .collect();
    }

    /// Takes one definition; what else solvers write there says nothing of values.
    fn add(&mut self, item: Sexpr<'_>) {
        if item
            .items()
            .next()
            .is_some_and(|head| head.kind() != Kind::List && head.text() != "model")
        {
            self.add_all(item);
        }
    }
}

/// The names that the definitions of a script define.
fn defined_by(script: &Commands) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for command in script.iter().filter(|command| command.kind() == Kind::List) {
        let mut words = command.items();
        let head = words.next().map_or("", Sexpr::text);
        match head {
            "define-fun" | "define-fun-rec" | "define-const" => {
                names.extend(words.next().map(|name| name.text().to_owned()));
            }
            "define-funs-rec" => {
                let signatures = words.next().into_iter().flat_map(|all| all.items());
                names.extend(
                    signatures.filter_map(|one| Some(one.items().next()?.text().to_owned())),
                );
            }
            _ => {}
        }
    }
    names
}

/// `(as @name Sort)` is an element of an uninterpreted sort, which gets a name that can be declared.
fn named_elements(text: &str) -> (String, BTreeMap<String, String>) {
    let mut elements = BTreeMap::new();
    let Ok(pattern) = Regex::new(r"\(as (@[^\s()|]+) ([^\s()]+)\)") else {
        return (text.to_owned(), elements);
    };
    let named = pattern.replace_all(text, |found: &regex::Captures<'_>| {
        let name = format!("element {}", &found[1]);
        elements.insert(name.clone(), found[2].to_owned());
        format!("|{name}|")
    });
    (named.into_owned(), elements)
}
