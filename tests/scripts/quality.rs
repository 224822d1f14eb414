//! Checks of every result: well-sorted, read by other solvers, and without anything that is not needed.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::Failed;
use murxla::smt::{self, Command, Node, Symbol};

use crate::front::{End, FrontEnd};

/// The front ends that must read results.
pub struct Readers(Vec<(&'static str, FrontEnd)>);

impl Readers {
    pub fn new() -> Result<Readers, Failed> {
        let front = |solver| Ok::<_, Failed>((solver, FrontEnd::of(solver)?));
        Ok(Readers(vec![front("z3")?, front("cvc5")?]))
    }

    /// All that is wrong with a result.
    pub fn check(&self, text: &[u8], folder: &Path) -> Result<(), Failed> {
        check(text)?;
        let file = folder.join("result.smt2");
        std::fs::write(&file, text)?;
        for (solver, front) in &self.0 {
            let output = front.read(&file, false, false)?;
            // Whether they can solve it is another matter.
            if output.end == End::Normal && !output.text.contains("error") {
                continue;
            }
            return Err(
                format!("{solver} does not read it: {:?}: {}", output.end, output.text).into()
            );
        }
        Ok(())
    }
}

/// What is wrong with a result, as we see it.
fn check(text: &[u8]) -> Result<(), String> {
    let script = smt::read(text, &[]).map_err(|error| format!("not well-sorted: {error}"))?;
    let mut used: BTreeSet<Symbol> = BTreeSet::new();
    for term in script.graph.terms() {
        if let Node::Constant(symbol) = script.graph.node(term) {
            used.insert(symbol);
        }
    }
    for command in &script.commands {
        match command {
            Command::Declare(symbol) if !used.contains(symbol) => {
                let name = &script.graph.symbol(*symbol).name;
                return Err(format!("{name} is declared and not used"));
            }
            Command::Define(definition) if !used.contains(&definition.symbol) => {
                let name = &script.graph.symbol(definition.symbol).name;
                return Err(format!("{name} is defined and not used"));
            }
            _ => {}
        }
    }
    // A `let` is there only for what is used twice.
    let text = String::from_utf8_lossy(text);
    for (place, _) in text.match_indices("(let ((") {
        let rest = &text[place + 7..];
        let name = rest.split([' ', ')']).next().unwrap_or_default();
        let uses = rest.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
        if uses.filter(|word| *word == name).count() < 3 {
            return Err(format!("the let of {name} is not needed"));
        }
    }
    Ok(())
}
