//! Why a term has its value: the values of its parts, down to the leaves.

use std::collections::HashSet;

use murxla_api::meaning::{Datum, Unknown};
use murxla_api::smtlib::SymbolText;
use murxla_api::{Binder, Sort};

use super::{Evaluator, Known};
use crate::smt::{Graph, Node, Term, Variable};

/// So many characters of a value are shown.
const LONGEST: usize = 160;

/// So far down parts are shown.
const DEEPEST: usize = 30;

/// So many parts are shown.
const PARTS: usize = 400;

/// So many quantifiers are looked into.
const SCOPES: usize = 40;

/// The parts of a definition that is shown where it is used.
const SHORT: usize = 40;

/// A part that is to be shown.
struct Part {
    term: Term,
    depth: usize,
    /// The place of the evaluator that has values for its variables; none if it has no variables.
    scope: Option<usize>,
    /// What stands before it.
    lead: &'static str,
}

/// The values of a term and of its parts, one on each line, parts further to the right. Of a quantifier that one choice of values
/// decides the body is shown under these.
pub fn explain<'a>(graph: &'a Graph, evaluator: &mut Evaluator<'a>, term: Term) -> String {
    let mut text = String::new();
    let mut seen = HashSet::new();
    let mut scopes: Vec<Evaluator<'a>> = Vec::new();
    let mut open = vec![Part { term, depth: 0, scope: None, lead: "" }];
    let mut shown = 0;
    while let Some(Part { term, depth, scope, lead }) = open.pop() {
        if shown == PARTS {
            text.push_str("and more parts, which are not shown\n");
            break;
        }
        shown += 1;
        let has_room = scopes.len() < SCOPES;
        let around = match scope {
            Some(place) => &mut scopes[place],
            None => &mut *evaluator,
        };
        let value = around.evaluate(term);
        let (mut children, mut inner, mut values) = (Vec::new(), scope, String::new());
        let mut definition = None;
        match graph.node(term) {
            Node::Apply { head, args: [condition, then, otherwise] }
                if head.op().key == "OP_ITE"
                    && let Ok(Datum::Bool(holds)) = around.evaluate(*condition) =>
            {
                children.extend([*condition, if holds { *then } else { *otherwise }]);
            }
            Node::Apply { head, args } => {
                let function = usize::from(head.op().key == "OP_UF_APPLY");
                children.extend(args.iter().skip(function).copied());
                if function == 1
                    && value.is_ok()
                    && has_room
                    && !seen.contains(&(term, scope))
                    && let Some((body, under)) = around.called(args)
                    && is_short(graph, body)
                {
                    scopes.push(under);
                    let (depth, scope) = (depth + 1, Some(scopes.len() - 1));
                    definition = Some(Part { term: body, depth, scope, lead: "by definition: " });
                }
            }
            Node::Annotated { term, .. } => children.push(term),
            // What a binder binds has a value where that decides it.
            Node::Bind { binder: Binder::Forall | Binder::Exists, bodies: [body], .. }
                if value.is_ok() && has_room =>
            {
                if let Some(decided) = around.deciding(term) {
                    values = match decided.iter().all(|(_, value)| value.is_err()) {
                        true => ", whatever its variables are".to_owned(),
                        false => format!(", by {}", shown_variables(graph, &decided)),
                    };
                    let under = around.under(&decided);
                    scopes.push(under);
                    inner = Some(scopes.len() - 1);
                    children.push(*body);
                }
            }
            _ => {}
        }
        let again = !children.is_empty() && !seen.insert((term, scope));
        let note = if again { "  (as above)" } else { &values };
        let name = head_text(graph, term);
        let indent = "  ".repeat(depth);
        if matches!(graph.node(term), Node::Value(_)) {
            text.push_str(&format!("{indent}{lead}{name}\n"));
        } else {
            text.push_str(&format!(
                "{indent}{lead}{name} = {}{note}\n",
                shown_value(graph.sort(term), &value)
            ));
        }
        if !again && depth == DEEPEST && !children.is_empty() {
            text.push_str(&format!("{indent}  and parts of it, which are not shown\n"));
        } else if !again {
            let parts = children.into_iter().rev();
            open.extend(definition);
            open.extend(parts.map(|term| Part { term, depth: depth + 1, scope: inner, lead: "" }));
        }
    }
    text
}

/// Whether a definition has few parts; the tables of models may have many.
fn is_short(graph: &Graph, body: Term) -> bool {
    let (mut todo, mut met) = (vec![body], 0);
    while let Some(term) = todo.pop() {
        met += 1;
        if met > SHORT {
            return false;
        }
        graph.visit_children(term, |child| todo.push(child));
    }
    true
}

/// Variables with their values.
fn shown_variables(graph: &Graph, values: &[(Variable, Known)]) -> String {
    let shown = values.iter().map(|(variable, value)| {
        let variable = graph.variable(*variable);
        format!("{} = {}", SymbolText(&variable.name), shown_value(&variable.sort, value))
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A value as SMT-LIB writes it, or why there is none.
fn shown_value(sort: &Sort, value: &Known) -> String {
    match value {
        Ok(value) => cut(match value.to_value(sort) {
            Some(value) => value.to_string(),
            None => value.to_string(),
        }),
        Err(unknown) => format!("? ({unknown})"),
    }
}

/// Text as far as a person would read it.
fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

/// What stands at the head of a term.
fn head_text(graph: &Graph, term: Term) -> String {
    match graph.node(term) {
        Node::Constant(symbol) => SymbolText(&graph.symbol(symbol).name).to_string(),
        Node::Variable(variable) => SymbolText(&graph.variable(variable).name).to_string(),
        // What is too large for the evaluator is not read here either.
        Node::Value(literal) => match Datum::of_literal(literal, graph.sort(term)) {
            Err(Unknown::TooLarge(what)) => format!("{what} that is too large"),
            _ => match literal.value(graph.sort(term)) {
                Ok(value) => cut(value.to_string()),
                Err(error) => error.to_string(),
            },
        },
        Node::Apply { head, args } => {
            let op = head.op();
            let symbol = match (args.first().map(|first| graph.node(*first)), op.symbol) {
                (Some(Node::Constant(symbol)), "") if op.key == "OP_UF_APPLY" => {
                    SymbolText(&graph.symbol(symbol).name).to_string()
                }
                (_, "") => head.names.last().map_or(op.key.to_owned(), |name| name.to_string()),
                (_, symbol) => symbol.to_owned(),
            };
            let indices: String = head.indices.iter().map(|index| format!(" {index}")).collect();
            let symbol = if indices.is_empty() { symbol } else { format!("(_ {symbol}{indices})") };
            if args.is_empty() { symbol } else { format!("({symbol} …)") }
        }
        Node::Bind { binder, .. } => {
            let key = binder.key().to_lowercase();
            format!("({} …)", key.trim_start_matches("op_"))
        }
        Node::Annotated { attributes, .. } => {
            let first = attributes.first();
            first.map_or(String::new(), |one| format!("! :{} {}", one.keyword, one.value))
        }
        Node::Opaque(_) => "a term of a solver".to_owned(),
    }
}
