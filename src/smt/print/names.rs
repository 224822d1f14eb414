//! Chooses names: each symbol and each variable has one that stands for nothing else where it is used.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use murxla_api::smtlib::{SymbolText, can_be_written, is_reserved, is_simple};
use murxla_api::{QuickMap, QuickSet, theory};

use crate::smt::{Graph, Script, Symbol, Variable};

/// Names that mean something already.
static TAKEN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let others = [
        "true",
        "false",
        "RNE",
        "RNA",
        "RTP",
        "RTN",
        "RTZ",
        "roundNearestTiesToEven",
        "roundNearestTiesToAway",
        "roundTowardPositive",
        "roundTowardNegative",
        "roundTowardZero",
        "re.nostr",
        "Bool",
        "Int",
        "Real",
        "String",
        "RegLan",
        "RoundingMode",
        "Array",
        "BitVec",
        "FloatingPoint",
        "Float16",
        "Float32",
        "Float64",
        "Float128",
        "Seq",
        "Set",
        "FiniteSet",
        "Bag",
        "Tuple",
        "UnitTuple",
        "tuple.unit",
        "FiniteField",
        "Relation",
        "Table",
        "bv2nat",
        "int2bv",
        "nat2bv",
        "char",
        "RegEx",
        "List",
        "nil",
        "insert",
        "head",
        "tail",
        "is",
        "update",
        "seq.empty",
        "set.empty",
        "set.universe",
        "bag.empty",
        "const",
        "let",
        "ite",
        "if",
        "union",
        "intersection",
        "subset",
        "setminus",
        "complement",
        "member",
        "card",
        "map",
        "select",
        "store",
        "default",
        "lambda",
        "witness",
    ];
    theory::operators().map(|op| op.symbol).chain(others).filter(|name| !name.is_empty()).collect()
});

/// What the names of shared terms begin with.
pub(super) const SHARED: char = '$';

/// Whether the name means something already, or could be that of a shared term.
fn is_taken(name: &str) -> bool {
    let number = name.strip_prefix(SHARED);
    let is_shared = number.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_shared || TAKEN.contains(name)
}

/// What takes a step back.
enum Undo {
    /// A symbol has no name any more.
    Symbol(Symbol),
    /// A name is not used any more.
    Used(Arc<str>),
    /// The next number for a name that is taken.
    Next(Arc<str>, u64),
}

/// The names of a script.
#[derive(Default)]
pub(super) struct Names {
    symbols: Vec<Option<Arc<str>>>,
    /// The names of symbols, quoted where they must be.
    texts: Vec<Option<Box<str>>>,
    used: QuickSet<Arc<str>>,
    variables: Vec<Option<Arc<str>>>,
    in_scope: QuickSet<Arc<str>>,
    /// The next number for a name that is taken.
    next: QuickMap<Arc<str>, u64>,
    journal: Vec<Undo>,
}

impl Names {
    pub(super) fn new(script: &Script) -> Names {
        let mut names = Names::default();
        names.grow(&script.graph);
        names
    }

    /// There may be more symbols and variables than before.
    pub(super) fn grow(&mut self, graph: &Graph) {
        let symbols = graph.symbol_count();
        self.symbols.resize(symbols.max(self.symbols.len()), None);
        self.texts.resize(symbols.max(self.texts.len()), None);
        self.variables.resize(graph.variable_count().max(self.variables.len()), None);
    }

    /// How many names were given; see [`Names::roll_back`].
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Takes back what names were given after the mark.
    pub(super) fn roll_back(&mut self, mark: usize) {
        for undo in self.journal.drain(mark..).rev() {
            match undo {
                Undo::Symbol(symbol) => {
                    if let Some(name) = self.symbols[symbol.index()].take() {
                        self.used.remove(&name);
                    }
                    self.texts[symbol.index()] = None;
                }
                Undo::Used(name) => _ = self.used.remove(&name),
                Undo::Next(name, number) => _ = self.next.insert(name, number),
            }
        }
    }

    /// All declarations are gone.
    pub(super) fn reset(&mut self) {
        self.used.clear();
    }

    /// A name that the script uses for something else than a symbol.
    pub(super) fn take(&mut self, name: &Arc<str>) {
        if self.used.insert(Arc::clone(name)) {
            self.journal.push(Undo::Used(Arc::clone(name)));
        }
    }

    /// The name of a symbol as it is written; it is found when it is first asked for.
    pub(super) fn symbol(&mut self, graph: &Graph, symbol: Symbol) -> &str {
        if self.symbols[symbol.index()].is_none() {
            let free = |name: &str| !is_taken(name) && !self.used.contains(name);
            let own = &graph.symbol(symbol).name;
            let name = distinct(own, &mut self.next, &mut self.journal, free);
            self.used.insert(Arc::clone(&name));
            self.texts[symbol.index()] = Some(SymbolText(&name).to_string().into());
            self.symbols[symbol.index()] = Some(name);
            self.journal.push(Undo::Symbol(symbol));
        }
        self.texts[symbol.index()].as_deref().unwrap_or_default()
    }

    /// Gives a variable its name from here on.
    pub(super) fn bind(&mut self, graph: &Graph, variable: Variable) -> Arc<str> {
        let name = self.free_name(&graph.variable(variable).name);
        self.variables[variable.index()] = Some(Arc::clone(&name));
        name
    }

    /// The same with a name that needs no bars: not all front ends take them in the patterns of a `match`.
    pub(super) fn bind_simply(&mut self, graph: &Graph, variable: Variable) -> Arc<str> {
        let own = &graph.variable(variable).name;
        if is_simple(own) && !is_reserved(own) {
            return self.bind(graph, variable);
        }
        let simple = |one: char| if is_simple(one.encode_utf8(&mut [0; 4])) { one } else { '!' };
        let plain: Arc<str> = format!("v{}", own.chars().map(simple).collect::<String>()).into();
        let name = self.free_name(&plain);
        self.variables[variable.index()] = Some(Arc::clone(&name));
        name
    }

    /// A name for a variable, which is in scope from here on.
    fn free_name(&mut self, own: &Arc<str>) -> Arc<str> {
        let free = |name: &str| {
            !is_taken(name) && !self.used.contains(name) && !self.in_scope.contains(name)
        };
        let name = distinct(own, &mut self.next, &mut self.journal, free);
        self.in_scope.insert(Arc::clone(&name));
        name
    }

    /// Takes the name away again.
    pub(super) fn unbind(&mut self, variable: Variable) {
        if let Some(name) = self.variables[variable.index()].take() {
            self.in_scope.remove(&name);
        }
    }

    /// Whether any variable is in scope.
    pub(super) fn any_in_scope(&self) -> bool {
        !self.in_scope.is_empty()
    }

    /// The name of a variable. One that nothing binds keeps its own.
    pub(super) fn variable(&self, graph: &Graph, variable: Variable) -> Arc<str> {
        match &self.variables[variable.index()] {
            Some(name) => Arc::clone(name),
            None => Arc::clone(&graph.variable(variable).name),
        }
    }
}

/// The name itself if it is free, or else the name with a number that makes it so.
fn distinct(
    name: &Arc<str>,
    next: &mut QuickMap<Arc<str>, u64>,
    journal: &mut Vec<Undo>,
    free: impl Fn(&str) -> bool,
) -> Arc<str> {
    if can_be_written(name) && !is_reserved(name) && free(name) {
        return Arc::clone(name);
    }
    let mark = if is_reserved(name) { "!" } else { "" };
    let plain: String =
        name.chars().map(|one| if can_be_written(&one.to_string()) { one } else { '!' }).collect();
    let number = next.entry(Arc::clone(name)).or_insert(0);
    journal.push(Undo::Next(Arc::clone(name), *number));
    loop {
        *number += 1;
        let candidate = format!("{mark}{plain}!{number}");
        if free(&candidate) {
            return candidate.into();
        }
    }
}
