//! Seeds: scripts to be mutated, in a plain form that mutators can rely on.

use std::collections::HashSet;

use murxla_api::Answer;

use super::Unusable;
use crate::eval::Assignment;
use crate::smt::{BoundVariables, Command, Graph, Node, RewriteError, Script, Term};

/// A script to be mutated, with what is known of it.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it comes from, as the user is told: a file, or the seed of a run.
    pub name: String,
    /// The script.
    pub script: Script,
    /// The answer to its checks, by its `:status` or by solvers that agree.
    pub status: Option<Answer>,
    /// Values under which all its assertions are true by our own evaluation.
    pub model: Option<Assignment>,
    /// Values of a seed of which no model is known: it may be that they make an assertion false.
    pub counter_model: Option<Assignment>,
}

impl Seed {
    /// A seed in plain form: what is declared and defined comes first, terms have no annotations, and beside these there are
    /// only assertions, levels and checks. Its status is what it says itself, if it has one check.
    pub fn plain(name: impl Into<String>, script: Script) -> Result<Seed, Unusable> {
        let status = status(&script.commands)?;
        let script = plain(script)?;
        Ok(Seed { name: name.into(), script, status, model: None, counter_model: None })
    }

    /// What it asserts; `None` if it does anything but assert and check once, so that its check is about all of it.
    pub fn one_question(&self) -> Option<Vec<Term>> {
        let mut asserted = Vec::new();
        let mut checks = 0;
        for command in &self.script.commands {
            match command {
                Command::Assert(term) if checks == 0 => asserted.push(*term),
                Command::Assert(_) | Command::Push(_) | Command::Pop(_) => return None,
                Command::CheckSatAssuming(terms) => {
                    asserted.extend_from_slice(terms);
                    checks += 1;
                }
                Command::CheckSat => checks += 1,
                _ => {}
            }
        }
        (checks == 1).then_some(asserted)
    }
}

/// What a script says that its only check answers.
fn status(commands: &[Command]) -> Result<Option<Answer>, Unusable> {
    let (mut said, mut checks) = (None, 0);
    for command in commands {
        match command {
            Command::SetInfo { keyword, value } if &**keyword == "status" && checks == 0 => {
                said = match &**value {
                    "sat" => Some(Answer::Sat),
                    "unsat" => Some(Answer::Unsat),
                    _ => None,
                };
            }
            Command::CheckSat | Command::CheckSatAssuming(_) => checks += 1,
            _ => {}
        }
    }
    match checks {
        0 => Err(Unusable("it checks nothing".to_owned())),
        1 => Ok(said),
        _ => Ok(None),
    }
}

fn plain(mut script: Script) -> Result<Script, Unusable> {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for command in std::mem::take(&mut script.commands) {
        match command {
            Command::DeclareSort { .. }
            | Command::DefineSort { .. }
            | Command::DeclareDatatypes(_)
            | Command::Declare(_)
            | Command::Define(_)
            | Command::DefineRec(_) => first.push(command),
            Command::SetLogic(_) => first.insert(0, command),
            Command::Assert(_)
            | Command::CheckSat
            | Command::CheckSatAssuming(_)
            | Command::Push(_)
            | Command::Pop(_) => rest.push(command),
            Command::Reset => return Err(Unusable("it begins anew (reset)".to_owned())),
            Command::Exit => break,
            // Formulas, and terms, that nobody but its solver knows.
            Command::Verbatim(text) if matters(&text) => {
                let word: String = text.chars().take_while(|one| !one.is_whitespace()).collect();
                return Err(Unusable(format!("it has the command {word} …)")));
            }
            other if other.forgets_assertions() => {
                return Err(Unusable("it forgets its assertions (reset-assertions)".to_owned()));
            }
            _ => {}
        }
    }
    if !rest.iter().any(|command| matches!(command, Command::Assert(_))) {
        return Err(Unusable("it asserts nothing".to_owned()));
    }
    declare_names_once(&script.graph, &first)?;
    first.append(&mut rest);
    script.commands = first;
    let bare = |graph: &mut Graph, term: Term| match graph.node(term) {
        Node::Annotated { term, .. } => Ok::<_, RewriteError>(Some(term)),
        _ => Ok(None),
    };
    let is_annotated = |graph: &Graph, term| matches!(graph.node(term), Node::Annotated { .. });
    let stripped = script.rewrite(BoundVariables::Stay, is_annotated, bare);
    stripped.map_err(|error| Unusable(error.to_string()))?;
    Ok(script)
}

/// Sorts that are declared at different levels may have one name; outside of these they may not.
fn declare_names_once(_: &Graph, commands: &[Command]) -> Result<(), Unusable> {
    let mut names = HashSet::new();
    for command in commands {
        let declared: Vec<&str> = match command {
            Command::DeclareSort { name, .. } => vec![name],
            Command::DeclareDatatypes(group) => group.iter().map(|one| one.name()).collect(),
            _ => Vec::new(),
        };
        for name in declared {
            if !names.insert(name.to_owned()) {
                return Err(Unusable(format!("it declares the sort {name} twice")));
            }
        }
    }
    Ok(())
}

/// Whether a command that we do not know may change what checks ask.
fn matters(text: &str) -> bool {
    const HARMLESS: [&str; 9] = [
        "(get-",
        "(echo",
        "(set-info",
        "(simplify",
        "(eval",
        "(display",
        "(help",
        "(declare-heap",
        "(labels",
    ];
    !HARMLESS.iter().any(|harmless| text.starts_with(harmless))
}
