//! A script as text that shows all that the type checker found out.

use std::fmt::Write as _;

use murxla::smt::{Command, Definition, Graph, Head, Node, Script, Term, Variable};

/// One command on each line; operators by their keys, with sorts, names and indices in brackets.
pub fn dump(script: &Script) -> String {
    script
        .commands
        .iter()
        .map(|command| format!("{}\n", dump_command(&script.graph, command)))
        .collect()
}

fn dump_command(graph: &Graph, command: &Command) -> String {
    let terms = |terms: &[Term]| -> String {
        terms.iter().map(|term| format!(" {}", dump_term(graph, *term))).collect()
    };
    match command {
        Command::Declare(symbol) => {
            let symbol = graph.symbol(*symbol);
            format!("Declare {}: {}", symbol.name, symbol.sort)
        }
        Command::Define(definition) => format!("Define {}", dump_definition(graph, definition)),
        Command::DefineRec(definitions) => {
            let all: Vec<_> = definitions.iter().map(|one| dump_definition(graph, one)).collect();
            format!("DefineRec {}", all.join("; "))
        }
        Command::DeclareDatatypes(datatypes) => {
            let all: Vec<_> =
                datatypes.iter().map(|one| format!("{:?}", one.definition())).collect();
            format!("DeclareDatatypes {}", all.join("; "))
        }
        Command::Assert(term) => format!("Assert{}", terms(&[*term])),
        Command::CheckSatAssuming(assumptions) => format!("CheckSatAssuming{}", terms(assumptions)),
        Command::GetValue(asked) => format!("GetValue{}", terms(asked)),
        Command::Plain { row, words } => format!("Plain {} {}", row.name, words.join(" ")),
        other => format!("{other:?}"),
    }
}

fn dump_definition(graph: &Graph, definition: &Definition) -> String {
    let symbol = graph.symbol(definition.symbol);
    let variables = dump_variables(graph, &definition.variables);
    format!("{}({variables}): {} = {}", symbol.name, symbol.sort, dump_term(graph, definition.body))
}

fn dump_variables(graph: &Graph, variables: &[Variable]) -> String {
    let all: Vec<String> = variables.iter().map(|one| dump_variable(graph, *one)).collect();
    all.join(", ")
}

/// Variables of one name are told apart by their numbers.
fn dump_variable(graph: &Graph, variable: Variable) -> String {
    let definition = graph.variable(variable);
    format!("{}.{}: {}", definition.name, variable.index(), definition.sort)
}

fn dump_head(head: &Head) -> String {
    let sorts = head.sorts.iter().map(|sort| sort.to_string());
    let names = head.names.iter().map(|name| name.to_string());
    let indices = head.indices.iter().map(|index| index.to_string());
    let all: Vec<String> = sorts.chain(names).chain(indices).collect();
    match all.is_empty() {
        true => head.op().key.to_owned(),
        false => format!("{}[{}]", head.op().key, all.join(", ")),
    }
}

/// The terms of the tests are not deep.
fn dump_term(graph: &Graph, term: Term) -> String {
    let list = |terms: &[Term]| {
        let all: Vec<String> = terms.iter().map(|term| dump_term(graph, *term)).collect();
        all.join(", ")
    };
    match graph.node(term) {
        Node::Constant(symbol) => graph.symbol(symbol).name.to_string(),
        Node::Variable(variable) => {
            format!("{}.{}", graph.variable(variable).name, variable.index())
        }
        Node::Value(literal) => format!("{literal:?}: {}", graph.sort(term)),
        Node::Apply { head, args } => format!("{}({})", dump_head(head), list(args)),
        Node::Bind { binder, variables, patterns, bodies } => {
            let mut text = format!("{}({}", binder.key(), dump_variables(graph, variables));
            for pattern in patterns {
                let _ = write!(text, " | {}", list(pattern));
            }
            format!("{text}. {})", list(bodies))
        }
        Node::Opaque(opaque) => {
            format!("?{}.{}({})", opaque.call, opaque.place, list(&opaque.parts))
        }
        Node::Annotated { term, attributes } => {
            let all: Vec<String> =
                attributes.iter().map(|one| format!(" :{} {}", one.keyword, one.value)).collect();
            format!("({}{})", dump_term(graph, term), all.concat())
        }
    }
}
