//! Why a term has its value: the values of its parts, down to the leaves.

use std::collections::HashSet;

use murxla_api::meaning::{Datum, Unknown};
use murxla_api::smtlib::SymbolText;

use super::{Evaluator, Known};
use crate::smt::{Graph, Node, Term};

/// So many characters of a value are shown.
const LONGEST: usize = 160;

/// So far down parts are shown.
const DEEPEST: usize = 30;

/// So many parts are shown.
const PARTS: usize = 400;

/// The values of a term and of its parts, one on each line, parts further to the right.
pub fn explain(graph: &Graph, evaluator: &mut Evaluator<'_>, term: Term) -> String {
    let mut text = String::new();
    let mut seen = HashSet::new();
    let mut open = vec![(term, 0)];
    let mut shown = 0;
    while let Some((term, depth)) = open.pop() {
        if shown == PARTS {
            text.push_str("and more parts, which are not shown\n");
            break;
        }
        shown += 1;
        let value = evaluator.evaluate(term);
        let mut children = Vec::new();
        // What a binder binds has no value of its own.
        if let Node::Apply { head, args } = graph.node(term) {
            let function = usize::from(head.op().key == "OP_UF_APPLY");
            children.extend(args.iter().skip(function).copied());
        } else if let Node::Annotated { term, .. } = graph.node(term) {
            children.push(term);
        }
        let again = !children.is_empty() && !seen.insert(term);
        let note = if again { "  (as above)" } else { "" };
        let name = head_text(graph, term);
        let indent = "  ".repeat(depth);
        if matches!(graph.node(term), Node::Value(_)) {
            text.push_str(&format!("{indent}{name}\n"));
        } else {
            text.push_str(&format!(
                "{indent}{name} = {}{note}\n",
                shown_value(graph, term, &value)
            ));
        }
        if !again && depth == DEEPEST && !children.is_empty() {
            text.push_str(&format!("{indent}  and parts of it, which are not shown\n"));
        } else if !again {
            open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
    }
    text
}

/// A value as SMT-LIB writes it, or why there is none.
fn shown_value(graph: &Graph, term: Term, value: &Known) -> String {
    match value {
        Ok(value) => cut(match value.to_value(graph.sort(term)) {
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
