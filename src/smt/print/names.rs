//! Chooses names: each symbol and each variable has one that stands for nothing else where it is used.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use murxla_api::smtlib::{can_be_written, is_reserved, is_simple};
use murxla_api::theory;

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
const SHARED: char = '$';

/// Whether the name means something already, or could be that of a shared term.
fn is_taken(name: &str) -> bool {
    let number = name.strip_prefix(SHARED);
    let is_shared = number.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_shared || TAKEN.contains(name)
}

/// The names of a script.
pub(super) struct Names {
    symbols: Vec<Option<Arc<str>>>,
    used: HashSet<Arc<str>>,
    variables: Vec<Option<Arc<str>>>,
    in_scope: HashSet<Arc<str>>,
    /// The next number for a name that is taken.
    next: HashMap<Arc<str>, u64>,
}

impl Names {
    pub(super) fn new(script: &Script) -> Names {
        let graph = &script.graph;
        Names {
            symbols: vec![None; graph.symbols().count()],
            used: HashSet::new(),
            variables: vec![None; graph.variable_count()],
            in_scope: HashSet::new(),
            next: HashMap::new(),
        }
    }

    /// The name of the shared term with this number.
    pub(super) fn shared(&self, number: u32) -> String {
        format!("{SHARED}{number}")
    }

    /// All declarations are gone.
    pub(super) fn reset(&mut self) {
        self.used.clear();
    }

    /// A name that the script uses for something else than a symbol.
    pub(super) fn take(&mut self, name: &Arc<str>) {
        self.used.insert(Arc::clone(name));
    }

    /// The name of a symbol; it is found when it is first asked for.
    pub(super) fn symbol(&mut self, graph: &Graph, symbol: Symbol) -> Arc<str> {
        if let Some(name) = &self.symbols[symbol.index()] {
            return Arc::clone(name);
        }
        let free = |name: &str| !is_taken(name) && !self.used.contains(name);
        let name = distinct(&graph.symbol(symbol).name, &mut self.next, free);
        self.used.insert(Arc::clone(&name));
        self.symbols[symbol.index()] = Some(Arc::clone(&name));
        name
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
        let name = distinct(own, &mut self.next, free);
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
    next: &mut HashMap<Arc<str>, u64>,
    free: impl Fn(&str) -> bool,
) -> Arc<str> {
    if can_be_written(name) && !is_reserved(name) && free(name) {
        return Arc::clone(name);
    }
    let mark = if is_reserved(name) { "!" } else { "" };
    let plain: String =
        name.chars().map(|one| if can_be_written(&one.to_string()) { one } else { '!' }).collect();
    let number = next.entry(Arc::clone(name)).or_insert(0);
    loop {
        *number += 1;
        let candidate = format!("{mark}{plain}!{number}");
        if free(&candidate) {
            return candidate.into();
        }
    }
}
