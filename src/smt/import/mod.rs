//! The import: an SMT-LIB script as a trace, that is as calls of an API.
//!
//! A call is made for each declaration, definition and assertion, in the order of the script; sorts and terms are made
//! when the first command needs them, each once.

mod commands;
mod needs;
mod sorts;
mod terms;

use murxla_api::smtlib::{Dialect, STANDARD};
use thiserror::Error;

use crate::trace::{Call, DEEPEST_FIELD, Header, SortName, TermName, Trace};

use super::{Command, Graph, Script, Symbol, Term, source_header};
use commands::Importer;

/// A trace made from a script.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The trace. Its header names no solver unless the script does.
    pub trace: Trace,
    /// What has no call, in the order of the script, each with its reason.
    pub omitted: Vec<Omitted>,
}

/// Something of a script that has no call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {why}", shortened(.what))]
pub struct Omitted {
    /// What it is, as SMT-LIB writes it or nearly so.
    pub what: String,
    /// Why it has no call.
    pub why: &'static str,
    /// Whether answers after it may be others than those of the script.
    pub matters: bool,
}

/// The beginning of a text that may be as long as the script.
fn shortened(text: &str) -> std::borrow::Cow<'_, str> {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// Why a script has no trace.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// A datatype with a field that is too deep for a trace.
    #[error("the datatype {0} has a field whose sort is deeper than {DEEPEST_FIELD} levels")]
    DeepField(String),
}

/// The trace that does what a script says, which is written in a dialect: solvers' own options have other names there.
pub fn import(script: &Script, dialect: &Dialect) -> Result<Imported, ImportError> {
    import_planted(script, dialect, &|_| None)
}

/// The same; constants are planted with the values that they are given, in the notation of traces.
pub fn import_planted(
    script: &Script,
    dialect: &Dialect,
    planted: &dyn Fn(Symbol) -> Option<Box<str>>,
) -> Result<Imported, ImportError> {
    for command in &script.commands {
        if let Command::DeclareDatatypes(group) = command {
            sorts::require_shallow_fields(group)?;
        }
    }
    let mut importer = Importer::new(&script.graph, dialect);
    importer.planted = planted;
    importer.begin(&needs::needs(&script.commands));
    for (number, command) in script.commands.iter().enumerate() {
        if *command == Command::Reset {
            importer.reset(&needs::needs(&script.commands[number + 1..]));
            continue;
        }
        if importer.command(command).is_break() {
            break;
        }
    }
    let (calls, omitted, source) = importer.finish();
    let mut header = source.as_deref().and_then(source_header).unwrap_or_else(|| Header {
        format: Some(crate::trace::FORMAT),
        murxla: Some(env!("CARGO_PKG_VERSION").to_owned()),
        ..Header::default()
    });
    // Whatever it was exported from, a script is not written for one API.
    header.for_any_solver = true;
    Ok(Imported { trace: Trace { header, calls }, omitted })
}

/// The calls that make a term of terms that have names already, with new names from here on, and its name.
pub(super) fn calls_of_term(
    graph: &Graph,
    term: Term,
    known: &[(TermName, Term)],
    next: (SortName, TermName),
) -> (Vec<Call>, TermName) {
    let mut importer = Importer::new(graph, &STANDARD);
    for (name, term) in known {
        importer.terms[term.index()] = Some(*name);
    }
    importer.name_from(next);
    let name = importer.term(term);
    (importer.into_calls(), name)
}
