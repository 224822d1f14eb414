//! The heap of separation logic: a script declares its sorts, an API finds them in the terms.

use murxla_api::smtlib::{Dialect, SortText};
use murxla_api::{ActionKind, Sort, SortShape, Theory};

use crate::smt::{Command, Graph, Node, Script, Term};

/// The sorts of locations and of what they hold, as far as terms tell.
#[derive(Default)]
struct Heap {
    location: Option<Sort>,
    data: Option<Sort>,
}

/// Declares the heap in each part of the script that says something about one. Parts end where all is reset.
pub(super) fn declare_heaps(script: &mut Script, dialect: &Dialect) {
    if !has_heap(&script.graph) {
        return;
    }
    let mut commands = Vec::with_capacity(script.commands.len() + 1);
    let old = std::mem::take(&mut script.commands);
    for part in old.split_inclusive(|command| *command == Command::Reset) {
        let Some(heap) = declaration(&script.graph, part, dialect) else {
            commands.extend_from_slice(part);
            continue;
        };
        let (before, after) = part.split_at(heap.place);
        let (sorts, after): (Vec<_>, Vec<_>) =
            after.iter().cloned().enumerate().partition(|(number, command)| {
                heap.place + number < heap.sorts && declares(command)
            });
        let plain = |(_, command)| command;
        commands.extend_from_slice(before);
        commands.extend(sorts.into_iter().map(plain));
        commands.push(Command::Verbatim(heap.text.into()));
        commands.extend(after.into_iter().map(plain));
    }
    script.commands = commands;
}

fn has_heap(graph: &Graph) -> bool {
    graph.terms().any(|term| is_about_heap(graph, term))
}

fn is_about_heap(graph: &Graph, term: Term) -> bool {
    matches!(graph.node(term), Node::Apply { head, .. } if head.op().theory == Theory::Separation)
}

/// How the heap is declared.
struct Declaration {
    text: String,
    /// In front of which command.
    place: usize,
    /// Sorts that are declared in front of this command are declared before the heap: it may need them.
    sorts: usize,
}

fn declares(command: &Command) -> bool {
    matches!(command, Command::DeclareSort { .. } | Command::DeclareDatatypes(_))
}

/// Where the heap is declared, and how; `None` if nothing is said about one.
fn declaration(graph: &Graph, part: &[Command], dialect: &Dialect) -> Option<Declaration> {
    let mut seen = vec![false; graph.len()];
    let mut heap = Heap::default();
    let mut first = None;
    for (number, command) in part.iter().enumerate() {
        let mut todo = terms_of(command);
        while let Some(term) = todo.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            if is_about_heap(graph, term) {
                first.get_or_insert(number);
                heap.learn(graph, term);
            }
            graph.visit_children(term, |child| todo.push(child));
        }
    }
    let unsaid = Sort::int();
    let location = heap.location.as_ref().unwrap_or(&unsaid);
    let data = heap.data.as_ref().unwrap_or(&unsaid);
    let text =
        format!("(declare-heap ({} {}))", SortText(location, dialect), SortText(data, dialect));
    // A solver that was told or asked something does not take it any more; on a level, it would be gone with it.
    let first = first?;
    let begun = part.iter().position(|command| {
        command.is(ActionKind::GetAssertions)
            || matches!(
                command,
                Command::CheckSat
                    | Command::CheckSatAssuming(_)
                    | Command::Assert(_)
                    | Command::Push(_)
                    | Command::Define(_)
                    | Command::DefineRec(_)
            )
    });
    let place = begun.map_or(first, |begun| first.min(begun));
    let needs_sorts = !is_plain(location) || !is_plain(data);
    Some(Declaration { text, place, sorts: if needs_sorts { first } else { place } })
}

impl Heap {
    fn learn(&mut self, graph: &Graph, term: Term) {
        let Node::Apply { head, args } = graph.node(term) else { return };
        let (location, data) = match (head.op().key, args, &*head.sorts) {
            ("OP_SEP_PTO", [location, data], _) => {
                (Some(graph.sort(*location).clone()), Some(graph.sort(*data).clone()))
            }
            ("OP_SEP_NIL", _, [sort]) => (Some(sort.clone()), None),
            _ => (None, None),
        };
        self.location = self.location.take().or(location);
        self.data = self.data.take().or(data);
    }
}

/// Whether no part of the sort is declared by the script.
fn is_plain(sort: &Sort) -> bool {
    let mut todo = vec![sort];
    while let Some(sort) = todo.pop() {
        if matches!(sort.shape(), SortShape::Uninterpreted(_) | SortShape::Datatype(..)) {
            return false;
        }
        todo.extend(sort.shape().children());
    }
    true
}

fn terms_of(command: &Command) -> Vec<Term> {
    match command {
        Command::Assert(term) => vec![*term],
        Command::CheckSatAssuming(terms) | Command::GetValue(terms) => terms.clone(),
        Command::Define(definition) => vec![definition.body],
        Command::DefineRec(definitions) => definitions.iter().map(|one| one.body).collect(),
        _ => Vec::new(),
    }
}
