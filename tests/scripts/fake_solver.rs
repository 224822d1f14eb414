//! A fake solver that fails on structure: an operator under another one makes it abort.
//!
//! It is this test's own binary, called with `fake-solver PATTERN FILE`. Like a real solver it reads the whole script,
//! with `let` and all, and complains about what is not well-sorted.

use murxla::smt::{self, Command, Graph, Node, Term};
use murxla_api::Binder;

/// What it is that stands under something else.
pub const PATTERNS: &[&str] = &[
    "bvudiv under ite",
    "str.replace under str.++",
    "store under select",
    "* under forall",
    "bvadd under bvmul",
];

/// Reads the file; its exit code is 1 if it is wrong.
pub fn run(pattern: &str, file: &str) -> i32 {
    let Some((inner, outer)) = pattern.split_once(" under ") else { return 2 };
    let Ok(bytes) = std::fs::read(file) else { return 2 };
    let script = match smt::read(&bytes, &[]) {
        Ok(script) => script,
        Err(error) => {
            println!("(error \"{error}\")");
            return 1;
        }
    };
    for command in &script.commands {
        match command {
            Command::Assert(term) if has(&script.graph, *term, inner, outer) => {
                eprintln!("Fatal failure within solve(): {inner} under {outer}");
                std::process::abort();
            }
            Command::CheckSat => println!("unknown"),
            _ => {}
        }
    }
    0
}

/// Whether somewhere in a term the one operator is anywhere under the other.
fn has(graph: &Graph, root: Term, inner: &str, outer: &str) -> bool {
    // Each term is looked at once above and once below the outer operator.
    let mut seen = vec![[false; 2]; root.index() + 1];
    let mut todo = vec![(root, false)];
    while let Some((term, below)) = todo.pop() {
        if std::mem::replace(&mut seen[term.index()][usize::from(below)], true) {
            continue;
        }
        let name = match graph.node(term) {
            Node::Apply { head, .. } => head.op().symbol,
            Node::Bind { binder: Binder::Forall, .. } => "forall",
            Node::Bind { binder: Binder::Exists, .. } => "exists",
            _ => "",
        };
        if below && name == inner {
            return true;
        }
        let below = below || name == outer;
        graph.visit_children(term, |child| todo.push((child, below)));
    }
    false
}
