//! Scripts in which bound variables have the names of free constants, wherever that means the same.

use std::collections::{HashMap, HashSet};
use std::fmt;

use libtest_mimic::Failed;
use murxla::smt::{Kind, Sexpr, parse};

/// Larger scripts are left alone: what a binder must not capture is looked up in all of its scope.
const LARGEST: usize = 60_000;

/// An s-expression that can be changed.
#[derive(Clone)]
enum Tree {
    Atom(Kind, String),
    List(Vec<Tree>),
}

/// A script that means the same, and how many variables got the name of a constant in it; `None` if there is nothing to
/// rename, or it has what is not understood here (`match` has variables that look like constructors).
pub fn with_clashes(text: &[u8]) -> Option<(String, usize)> {
    let commands = parse(text).ok()?;
    if commands.len() > LARGEST {
        return None;
    }
    let trees: Vec<Tree> = commands.iter().map(Tree::of).collect();
    let mut renaming = Renaming { constants: constants(&trees), ..Renaming::default() };
    let renamed: Vec<Tree> = trees.iter().map(|tree| renaming.command(tree)).collect();
    if renaming.given_up || renaming.clashes == 0 {
        return None;
    }
    let lines: Vec<String> = renamed.iter().map(|tree| format!("{tree}\n")).collect();
    Some((lines.concat(), renaming.clashes))
}

/// The options of a script that are not the standard's, alone; `None` if there are none.
pub fn only_options(text: &[u8]) -> Option<String> {
    let commands = parse(text).ok()?;
    let options: Vec<String> = commands
        .iter()
        .map(Tree::of)
        .filter(Tree::sets_own_option)
        .map(|tree| format!("{tree}\n"))
        .collect();
    (!options.is_empty()).then(|| options.concat())
}

/// The script without these options.
pub fn without_options(text: &[u8]) -> Option<String> {
    let commands = parse(text).ok()?;
    let others = commands.iter().map(Tree::of).filter(|tree| !tree.sets_own_option());
    Some(others.map(|tree| format!("{tree}\n")).collect())
}

/// The constants that are declared, with their sorts.
fn constants(trees: &[Tree]) -> Vec<(Tree, String)> {
    let declared = |tree: &Tree| match tree.parts() {
        [head, name, sort] if head.is("declare-const") => Some((name.clone(), sort.to_string())),
        [head, name, Tree::List(domain), sort] if head.is("declare-fun") && domain.is_empty() => {
            Some((name.clone(), sort.to_string()))
        }
        _ => None,
    };
    trees.iter().filter_map(declared).collect()
}

#[derive(Default)]
struct Renaming {
    constants: Vec<(Tree, String)>,
    /// What the variables in scope are called now, the innermost last.
    names: HashMap<String, Vec<Tree>>,
    clashes: usize,
    given_up: bool,
}

impl Renaming {
    fn command(&mut self, tree: &Tree) -> Tree {
        let parts = tree.parts();
        match parts {
            [head, term] if head.is("assert") => Tree::List(vec![head.clone(), self.term(term)]),
            [head, Tree::List(terms)] if head.is("check-sat-assuming") || head.is("get-value") => {
                let terms = terms.iter().map(|term| self.term(term)).collect();
                Tree::List(vec![head.clone(), Tree::List(terms)])
            }
            [head, name, sort, body] if head.is("define-const") => {
                let body = self.term(body);
                Tree::List(vec![head.clone(), name.clone(), sort.clone(), body])
            }
            [head, name, params, sort, body]
                if head.is("define-fun") || head.is("define-fun-rec") =>
            {
                let (params, mut bodies) = self.bind(params, std::slice::from_ref(body));
                let mut all = vec![head.clone(), name.clone(), params, sort.clone()];
                all.append(&mut bodies);
                Tree::List(all)
            }
            // Of these the names of the functions stand elsewhere than their bodies.
            [head, ..] if head.is("define-funs-rec") => {
                self.given_up = true;
                tree.clone()
            }
            _ => tree.clone(),
        }
    }

    fn term(&mut self, tree: &Tree) -> Tree {
        let parts = match tree {
            Tree::List(parts) => parts,
            Tree::Atom(..) => return self.symbol(tree),
        };
        match parts.as_slice() {
            [head, variables @ Tree::List(_), bodies @ ..]
                if ["forall", "exists", "lambda", "choice"].iter().any(|name| head.is(name)) =>
            {
                let (variables, mut bodies) = self.bind(variables, bodies);
                let mut all = vec![head.clone(), variables];
                all.append(&mut bodies);
                Tree::List(all)
            }
            [head, Tree::List(bindings), body] if head.is("let") => {
                // The terms know nothing of the names.
                let terms: Vec<Tree> = bindings
                    .iter()
                    .map(|binding| {
                        binding.parts().get(1).map_or(binding.clone(), |term| self.term(term))
                    })
                    .collect();
                let (names, mut bodies) =
                    self.bind(&Tree::List(bindings.clone()), std::slice::from_ref(body));
                let pairs = names.parts().iter().zip(terms);
                let bindings = pairs.map(|(name, term)| {
                    Tree::List(vec![name.parts().first().cloned().unwrap_or(name.clone()), term])
                });
                let mut all = vec![head.clone(), Tree::List(bindings.collect())];
                all.append(&mut bodies);
                Tree::List(all)
            }
            [head, ..] if head.is("match") || head.is("set.comprehension") => {
                self.given_up = true;
                tree.clone()
            }
            [head, ..] if head.is("_") => tree.clone(),
            [head, term, sort] if head.is("as") => {
                Tree::List(vec![head.clone(), self.term(term), sort.clone()])
            }
            [head, rest @ ..] if head.is("!") => {
                let mut all = vec![head.clone()];
                for (place, part) in rest.iter().enumerate() {
                    // The value of an attribute is a term only where it is a list.
                    let is_word = place > 0 && matches!(part, Tree::Atom(..));
                    all.push(if is_word { part.clone() } else { self.term(part) });
                }
                Tree::List(all)
            }
            parts => Tree::List(parts.iter().map(|part| self.term(part)).collect()),
        }
    }

    fn symbol(&self, tree: &Tree) -> Tree {
        let known = tree.symbol().and_then(|name| self.names.get(name)?.last());
        known.unwrap_or(tree).clone()
    }

    /// The list of variables and what they are bound in, with new names for them.
    fn bind(&mut self, list: &Tree, scope: &[Tree]) -> (Tree, Vec<Tree>) {
        let variables: Vec<&[Tree]> = list.parts().iter().map(Tree::parts).collect();
        let names: Vec<&str> = variables.iter().filter_map(|one| one.first()?.symbol()).collect();
        if names.len() != variables.len() {
            self.given_up = true;
            return (list.clone(), scope.to_vec());
        }
        // What is in the scope and must not be captured.
        let mut taken: HashSet<String> = HashSet::new();
        let mut todo: Vec<&Tree> = scope.iter().collect();
        while let Some(tree) = todo.pop() {
            match tree {
                Tree::List(parts) => todo.extend(parts),
                atom => {
                    if let Some(name) = atom.symbol()
                        && !names.contains(&name)
                        && let Some(name) = self.symbol(atom).symbol()
                    {
                        taken.insert(name.to_owned());
                    }
                }
            }
        }
        let mut chosen = Vec::new();
        for variable in &variables {
            let (name, sort) = (&variable[0], variable.get(1).map(Tree::to_string));
            let new = self.choose(name, sort.as_deref(), &names, &taken);
            taken.extend(new.symbol().map(str::to_owned));
            chosen.push(new);
        }
        for (name, new) in names.iter().zip(&chosen) {
            self.names.entry((*name).to_owned()).or_default().push(new.clone());
        }
        let scope = scope.iter().map(|tree| self.term(tree)).collect();
        for name in &names {
            self.names.get_mut(*name).and_then(Vec::pop);
        }
        let list = variables.iter().zip(chosen).map(|(variable, new)| {
            let mut parts = variable.to_vec();
            parts[0] = new;
            Tree::List(parts)
        });
        (Tree::List(list.collect()), scope)
    }

    /// The name of a constant, of the same sort if there is one; else the old name.
    fn choose(
        &mut self,
        old: &Tree,
        sort: Option<&str>,
        together: &[&str],
        taken: &HashSet<String>,
    ) -> Tree {
        let is_free = |name: &Tree| {
            name.symbol().is_some_and(|name| !taken.contains(name) && !together.contains(&name))
        };
        let free = || self.constants.iter().filter(|(name, _)| is_free(name));
        let same: Vec<&Tree> =
            free().filter(|(_, of)| Some(of.as_str()) == sort).map(|(name, _)| name).collect();
        let any: Vec<&Tree> = free().map(|(name, _)| name).collect();
        let candidates = if same.is_empty() { any } else { same };
        // Not always the first: constants are told apart, too.
        if let Some(name) = candidates.get(self.clashes % candidates.len().max(1)) {
            self.clashes += 1;
            return (*name).clone();
        }
        old.clone()
    }
}

impl Tree {
    fn of(sexpr: Sexpr<'_>) -> Tree {
        match sexpr.kind() {
            Kind::List => Tree::List(sexpr.items().map(Tree::of).collect()),
            kind => Tree::Atom(kind, sexpr.text().to_owned()),
        }
    }

    /// The parts of a list; an atom has none.
    fn parts(&self) -> &[Tree] {
        match self {
            Tree::List(parts) => parts,
            Tree::Atom(..) => &[],
        }
    }

    /// The name that a symbol is.
    fn symbol(&self) -> Option<&str> {
        match self {
            Tree::Atom(Kind::Symbol | Kind::Quoted, name) => Some(name),
            _ => None,
        }
    }

    fn sets_own_option(&self) -> bool {
        match self.parts() {
            [head, Tree::Atom(Kind::Keyword, option), ..] if head.is("set-option") => {
                !option.starts_with(":produce-") && option != ":global-declarations"
            }
            _ => false,
        }
    }

    fn is(&self, word: &str) -> bool {
        matches!(self, Tree::Atom(Kind::Symbol, text) if text == word)
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Atom(Kind::Quoted, text) => write!(f, "|{text}|"),
            Tree::Atom(Kind::String, text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Tree::Atom(Kind::Comment, text) => write!(f, "; {text}"),
            Tree::Atom(_, text) => f.write_str(text),
            Tree::List(parts) => {
                f.write_str("(")?;
                for (place, part) in parts.iter().enumerate() {
                    let space = if place > 0 { " " } else { "" };
                    write!(f, "{space}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Variables get the names of constants, and nothing is captured.
pub fn check() -> Result<(), Failed> {
    let declared = "(declare-const a Int)\n(declare-fun b () Int)\n(declare-const c Bool)\n";
    let rows = [
        ("(assert (forall ((x Int)) (= x 0)))", Some("(assert (forall ((a Int)) (= a 0)))")),
        ("(assert (forall ((x Int)) (= x a)))", Some("(assert (forall ((b Int)) (= b a)))")),
        // The sort is the same, if that can be.
        ("(assert (exists ((x Bool)) x))", Some("(assert (exists ((c Bool)) c))")),
        // Nobody else's name is left.
        ("(assert (forall ((x Int)) (= x a b (ite c 1 0))))", None),
        // The inner variable may have the name of the outer one only where that is not used.
        (
            "(assert (forall ((x Int)) (exists ((y Int)) (= y x))))",
            Some("(assert (forall ((a Int)) (exists ((b Int)) (= b a))))"),
        ),
        // A name that another binder of the scope has is left alone, so that what keeps its name captures nothing.
        ("(assert (forall ((x Bool)) (exists ((c Int)) (and x (= c a b)))))", None),
        // The terms of a let know nothing of its names.
        ("(assert (let ((x a)) (= x 0)))", Some("(assert (let ((a a)) (= a 0)))")),
        ("(define-fun f ((x Int)) Int (+ x a))", Some("(define-fun f ((b Int)) Int (+ b a))")),
        ("(assert (! (= a b) :named x))", None),
        ("(assert (match a ((x (= x 0)))))", None),
    ];
    for (before, after) in rows {
        let script = format!("{declared}{before}\n");
        let expected = after.map(|after| format!("{declared}{after}\n"));
        let found = with_clashes(script.as_bytes()).map(|(text, _)| text);
        if found != expected {
            return Err(format!("{before} became {found:?}").into());
        }
    }
    Ok(())
}
