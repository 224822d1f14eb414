//! The graph of typed terms, in which equal terms are one.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use murxla_api::{
    ApplicationSorts, Binder, Literal, Op, QuickHasher, QuickMap, Sort, SortShape, TypeError,
    binder_sort, higher_order_sort_of,
};
use thiserror::Error;

use super::interned::{Interned, hash};
use super::marks::Mark;
use super::node::{Attribute, Head, Node, Opaque, Symbol, SymbolDef, Term, Variable, VariableDef};

/// Why a binder has no sort.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BindError(String);

/// A term as it is stored. Lists lie in the graph's pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stored {
    Constant(Symbol),
    Variable(Variable),
    Value(u32),
    Apply { head: u32, first: u32, count: u32 },
    Bind(u32),
    Annotated { term: Term, attributes: u32 },
    Opaque(u32),
}

/// A binder with what it binds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bound {
    binder: Binder,
    variables: Box<[Variable]>,
    patterns: Box<[Vec<Term>]>,
    bodies: Box<[Term]>,
}

/// So many arguments at most has an application whose sort is remembered.
const FEW: usize = 4;

/// What the sort of an application depends on: its head, and the numbers of the sorts of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TypingKey {
    head: u32,
    count: u32,
    sorts: [u32; FEW],
}

impl Hash for TypingKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d] = self.sorts.map(u64::from);
        state.write_u64(u64::from(self.head) << 32 | u64::from(self.count));
        state.write_u64(a << 32 | b);
        state.write_u64(c << 32 | d);
    }
}

/// The terms of a script.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Stored>,
    /// The number of the sort of each node.
    sorts_of: Vec<u32>,
    /// Whether each node has variables or binders.
    with_variables: Vec<bool>,
    numbers: HashTable<Term>,
    /// The arguments of all applications.
    args: Vec<Term>,
    sorts: Interned<Sort>,
    heads: Interned<Head>,
    /// The number of the head that is an operator alone, by the address of the operator.
    plain_heads: QuickMap<usize, u32>,
    /// The sorts of applications that were typed before.
    typed: QuickMap<TypingKey, u32>,
    literals: Interned<(Literal, Sort)>,
    bound: Interned<Bound>,
    attributes: Interned<Box<[Attribute]>>,
    opaque: Interned<Opaque>,
    symbols: Vec<SymbolDef>,
    variables: Vec<VariableDef>,
}

/// So many terms have a sort or a head in common, roughly.
const SHARED: usize = 10;

impl Graph {
    /// A graph without terms.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// A graph without terms that has room for so many.
    pub fn with_room(terms: usize) -> Graph {
        Graph {
            nodes: Vec::with_capacity(terms),
            sorts_of: Vec::with_capacity(terms),
            with_variables: Vec::with_capacity(terms),
            numbers: HashTable::with_capacity(terms),
            args: Vec::with_capacity(2 * terms),
            sorts: Interned::with_room(terms / SHARED),
            heads: Interned::with_room(terms / SHARED),
            plain_heads: QuickMap::with_capacity_and_hasher(terms / SHARED, Default::default()),
            ..Graph::default()
        }
    }

    /// How many terms there are; their numbers are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms; what a term is made of comes before it.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }

    /// The symbols, in the order in which they were made.
    pub fn symbols(&self) -> impl Iterator<Item = (Symbol, &SymbolDef)> {
        self.symbols.iter().enumerate().map(|(number, symbol)| (Symbol(number as u32), symbol))
    }

    /// The variables, in the order in which they were made.
    pub fn variables(&self) -> impl Iterator<Item = (Variable, &VariableDef)> {
        self.variables.iter().enumerate().map(|(number, one)| (Variable(number as u32), one))
    }

    /// What a symbol is.
    pub fn symbol(&self, symbol: Symbol) -> &SymbolDef {
        &self.symbols[symbol.index()]
    }

    /// What a variable is.
    pub fn variable(&self, variable: Variable) -> &VariableDef {
        &self.variables[variable.index()]
    }

    /// The number of symbols; theirs are below it.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The number of variables; theirs are below it.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// A new symbol, whatever its name.
    pub fn add_symbol(&mut self, name: &str, sort: Sort) -> Symbol {
        self.symbols.push(SymbolDef { name: name.into(), sort });
        Symbol(self.symbols.len() as u32 - 1)
    }

    /// A new variable, whatever its name.
    pub fn add_variable(&mut self, name: &str, sort: Sort) -> Variable {
        self.variables.push(VariableDef { name: name.into(), sort });
        Variable(self.variables.len() as u32 - 1)
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> &Sort {
        &self.sorts.list[self.sorts_of[term.index()] as usize]
    }

    /// The number of the sort of a term: that of equal sorts is the same in a graph.
    pub fn sort_number(&self, term: Term) -> usize {
        self.sorts_of[term.index()] as usize
    }

    /// Whether there are variables or binders in a term.
    #[inline]
    pub fn has_variables(&self, term: Term) -> bool {
        self.with_variables[term.index()]
    }

    /// Whether there are variables or binders in one of the terms from this number on.
    pub(crate) fn any_has_variables(&self, first: usize) -> bool {
        self.with_variables.get(first..).is_some_and(|some| some.contains(&true))
    }

    /// The head and the arguments of an application: a part of [`Graph::node`] for who looks at nothing else.
    #[inline(always)]
    pub(crate) fn application(&self, term: Term) -> Option<(&Head, &[Term])> {
        match self.nodes[term.index()] {
            Stored::Apply { head, first, count } => Some((
                &self.heads.list[head as usize],
                &self.args[first as usize..(first + count) as usize],
            )),
            _ => None,
        }
    }

    /// Whether a term is a constant or a value.
    #[inline(always)]
    pub(crate) fn is_leaf(&self, term: Term) -> bool {
        matches!(self.nodes[term.index()], Stored::Constant(_) | Stored::Value(_))
    }

    /// A term, seen from the top.
    pub fn node(&self, term: Term) -> Node<'_> {
        match self.nodes[term.index()] {
            Stored::Constant(symbol) => Node::Constant(symbol),
            Stored::Variable(variable) => Node::Variable(variable),
            Stored::Value(literal) => Node::Value(&self.literals.list[literal as usize].0),
            Stored::Apply { head, first, count } => Node::Apply {
                head: &self.heads.list[head as usize],
                args: &self.args[first as usize..(first + count) as usize],
            },
            Stored::Bind(number) => {
                let bound = &self.bound.list[number as usize];
                Node::Bind {
                    binder: bound.binder,
                    variables: &bound.variables,
                    patterns: &bound.patterns,
                    bodies: &bound.bodies,
                }
            }
            Stored::Annotated { term, attributes } => {
                Node::Annotated { term, attributes: &self.attributes.list[attributes as usize] }
            }
            Stored::Opaque(number) => Node::Opaque(&self.opaque.list[number as usize]),
        }
    }

    /// Visits the terms that a term is made of, from left to right: arguments, or patterns and bodies. Of what a solver made
    /// these are the terms that it was given for that.
    pub fn visit_children(&self, term: Term, mut visit: impl FnMut(Term)) {
        match self.node(term) {
            Node::Constant(_) | Node::Variable(_) | Node::Value(_) => {}
            Node::Apply { args, .. } => args.iter().copied().for_each(visit),
            Node::Bind { patterns, bodies, .. } => {
                patterns.iter().flatten().copied().for_each(&mut visit);
                bodies.iter().copied().for_each(visit);
            }
            Node::Annotated { term, .. } => visit(term),
            Node::Opaque(opaque) => opaque.parts.iter().copied().for_each(visit),
        }
    }

    fn add(&mut self, node: Stored, sort: Sort) -> Term {
        let digest = hash(&node);
        let nodes = &self.nodes;
        if let Some(term) = self.numbers.find(digest, |term| nodes[term.index()] == node) {
            return *term;
        }
        let sort = self.sorts.number(sort);
        self.push(node, digest, sort)
    }

    fn push(&mut self, node: Stored, digest: u64, sort: u32) -> Term {
        let term = Term(self.nodes.len() as u32);
        let with = &self.with_variables;
        let is_with = |part: &Term| with[part.index()];
        let has_variables = match node {
            Stored::Constant(_) | Stored::Value(_) => false,
            Stored::Variable(_) | Stored::Bind(_) => true,
            Stored::Apply { first, count, .. } => {
                self.args[first as usize..(first + count) as usize].iter().any(is_with)
            }
            Stored::Annotated { term, .. } => is_with(&term),
            Stored::Opaque(number) => self.opaque.list[number as usize].parts.iter().any(is_with),
        };
        self.nodes.push(node);
        self.sorts_of.push(sort);
        self.with_variables.push(has_variables);
        let (nodes, args) = (&self.nodes, &self.args);
        self.numbers.insert_unique(digest, term, |term| digest_of(nodes[term.index()], args));
        term
    }

    /// A symbol as a term.
    pub fn constant(&mut self, symbol: Symbol) -> Term {
        let sort = self.symbol(symbol).sort.clone();
        self.add(Stored::Constant(symbol), sort)
    }

    /// A variable as a term.
    pub fn variable_term(&mut self, variable: Variable) -> Term {
        let sort = self.variable(variable).sort.clone();
        self.add(Stored::Variable(variable), sort)
    }

    /// A value; the caller knows that the sort has it.
    pub fn value(&mut self, sort: Sort, literal: Literal) -> Term {
        let number = self.literals.number((literal, sort.clone()));
        self.add(Stored::Value(number), sort)
    }

    /// An application of an operator alone, or why it has no sort.
    pub fn apply(&mut self, op: &'static Op, args: &[Term]) -> Result<Term, TypeError> {
        self.apply_known(op, args, None)
    }

    /// The same where someone knows its sort, who is trusted.
    #[inline]
    pub(super) fn apply_known(
        &mut self,
        op: &'static Op,
        args: &[Term],
        sort: Option<&Sort>,
    ) -> Result<Term, TypeError> {
        let address = std::ptr::from_ref(op).addr();
        let head = match self.plain_heads.get(&address) {
            Some(head) => *head,
            None => {
                let head = self.heads.number(Head::plain(op));
                self.plain_heads.insert(address, head);
                head
            }
        };
        self.apply_number(head, args, sort)
    }

    /// An application, or why it has no sort.
    pub fn apply_head(&mut self, head: Head, args: &[Term]) -> Result<Term, TypeError> {
        let head = self.heads.number(head);
        self.apply_number(head, args, None)
    }

    /// An application of the same operator, with all that it has beside its arguments, to these arguments, or why it has no sort.
    /// A term that is no application stays as it is.
    pub fn apply_alike(&mut self, like: Term, args: &[Term]) -> Result<Term, TypeError> {
        match self.nodes[like.index()] {
            Stored::Apply { head, .. } => self.apply_number(head, args, None),
            _ => Ok(like),
        }
    }

    fn apply_number(
        &mut self,
        number: u32,
        args: &[Term],
        known: Option<&Sort>,
    ) -> Result<Term, TypeError> {
        let digest = digest_of_application(number, args);
        let same = |term: &Term| match self.nodes[term.index()] {
            Stored::Apply { head, first, count } => {
                head == number && self.args[first as usize..(first + count) as usize] == *args
            }
            _ => false,
        };
        if let Some(term) = self.numbers.find(digest, same) {
            return Ok(*term);
        }
        let sort = match known {
            // It is found sooner than what was typed before; debug builds look whether it is right.
            Some(known) if !cfg!(debug_assertions) => self.sorts.number_of(known),
            _ => match self.typed.get(&self.typing_key(number, args)) {
                Some(sort) => *sort,
                None => self.type_application(number, args, known)?,
            },
        };
        let first = self.args.len() as u32;
        self.args.extend_from_slice(args);
        let node = Stored::Apply { head: number, first, count: args.len() as u32 };
        Ok(self.push(node, digest, sort))
    }

    /// What the sort of an application depends on, if it has few arguments.
    fn typing_key(&self, head: u32, args: &[Term]) -> TypingKey {
        let mut key = TypingKey { head, count: args.len() as u32, sorts: [0; FEW] };
        for (sort, arg) in key.sorts.iter_mut().zip(args) {
            *sort = self.sorts_of[arg.index()];
        }
        key
    }

    /// The number of the sort of an application; it is asked for once.
    fn type_application(
        &mut self,
        number: u32,
        args: &[Term],
        known: Option<&Sort>,
    ) -> Result<u32, TypeError> {
        let sort = match known {
            Some(known) => {
                debug_assert_eq!(self.typed_sort(number, args).as_ref(), Ok(known));
                known.clone()
            }
            None => self.typed_sort(number, args)?,
        };
        let sort = self.sorts.number(sort);
        if args.len() <= FEW {
            let key = self.typing_key(number, args);
            self.typed.insert(key, sort);
        }
        Ok(sort)
    }

    fn typed_sort(&self, number: u32, args: &[Term]) -> Result<Sort, TypeError> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg).clone()).collect();
        let head = &self.heads.list[number as usize];
        let names: Vec<&str> = head.names.iter().map(|name| &**name).collect();
        let application = ApplicationSorts {
            sorts: &head.sorts,
            names: &names,
            indices: &head.indices,
            args: &sorts,
        };
        higher_order_sort_of(head.op(), &application)
    }

    /// A binder, or why it has no sort.
    pub fn bind(
        &mut self,
        binder: Binder,
        variables: &[Variable],
        patterns: Vec<Vec<Term>>,
        bodies: &[Term],
    ) -> Result<Term, BindError> {
        let vars: Vec<Sort> =
            variables.iter().map(|one| self.variable(*one).sort.clone()).collect();
        let sorts: Vec<Sort> = bodies.iter().map(|body| self.sort(*body).clone()).collect();
        let mut sort = binder_sort(binder, &vars, &sorts).map_err(BindError)?;
        // A function that gives functions takes the arguments of both.
        if let (Binder::Lambda, [body]) = (binder, sorts.as_slice())
            && let SortShape::Fun(more, result) = body.shape()
        {
            sort = Sort::fun([vars.as_slice(), more].concat(), result.clone());
        }
        let number = self.bound.number(Bound {
            binder,
            variables: variables.into(),
            patterns: patterns.into(),
            bodies: bodies.into(),
        });
        Ok(self.add(Stored::Bind(number), sort))
    }

    /// A term with annotations; the term itself if there are none.
    pub fn annotate(&mut self, term: Term, attributes: Vec<Attribute>) -> Term {
        if attributes.is_empty() {
            return term;
        }
        let sort = self.sort(term).clone();
        let attributes = self.attributes.number(attributes.into());
        self.add(Stored::Annotated { term, attributes }, sort)
    }

    /// How much there is now; see [`Graph::roll_back`].
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            args: self.args.len(),
            literals: self.literals.list.len(),
            bound: self.bound.list.len(),
            attributes: self.attributes.list.len(),
            opaque: self.opaque.list.len(),
            symbols: self.symbols.len(),
            variables: self.variables.len(),
        }
    }

    /// Takes away what was made after the mark: terms, symbols and variables. Their numbers are given again.
    pub fn roll_back(&mut self, mark: &Mark) {
        for index in (mark.nodes..self.nodes.len()).rev() {
            let digest = digest_of(self.nodes[index], &self.args);
            let term = Term(index as u32);
            if let Ok(entry) = self.numbers.find_entry(digest, |other| *other == term) {
                entry.remove();
            }
        }
        self.nodes.truncate(mark.nodes);
        self.sorts_of.truncate(mark.nodes);
        self.with_variables.truncate(mark.nodes);
        self.args.truncate(mark.args);
        self.literals.truncate(mark.literals);
        self.bound.truncate(mark.bound);
        self.attributes.truncate(mark.attributes);
        self.opaque.truncate(mark.opaque);
        self.symbols.truncate(mark.symbols);
        self.variables.truncate(mark.variables);
    }

    /// A term that a solver gave, of this sort.
    pub fn opaque(&mut self, opaque: Opaque, sort: Sort) -> Term {
        let number = self.opaque.number(opaque);
        self.add(Stored::Opaque(number), sort)
    }
}

/// The digest of an application looks at its arguments, not at where they lie.
fn digest_of_application(head: u32, args: &[Term]) -> u64 {
    let mut hasher = QuickHasher::default();
    hasher.write_u64(u64::from(head) << 1 | 1);
    for arg in args {
        hasher.write_u64(arg.0.into());
    }
    hasher.finish()
}

fn digest_of(node: Stored, args: &[Term]) -> u64 {
    match node {
        Stored::Apply { head, first, count } => {
            digest_of_application(head, &args[first as usize..(first + count) as usize])
        }
        _ => hash(&node),
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::theory;

    use super::*;

    fn op(key: &str) -> &'static Op {
        theory::operator(key).unwrap()
    }

    #[test]
    fn equal_terms_are_one() {
        let mut graph = Graph::new();
        let x = graph.add_symbol("x", Sort::int());
        let x = graph.constant(x);
        let one = graph.value(Sort::int(), Literal::Integer("1".to_owned()));
        let sum = graph.apply(op("OP_INT_ADD"), &[x, one]).unwrap();
        assert_eq!(graph.apply_head(Head::plain(op("OP_INT_ADD")), &[x, one]), Ok(sum));
        assert_ne!(graph.apply(op("OP_INT_ADD"), &[one, x]), Ok(sum));
        assert_eq!(graph.sort(sum), &Sort::int());
        assert!(graph.apply(op("OP_AND"), &[x, one]).is_err());
        assert_eq!(graph.len(), 4);
        let other = graph.add_symbol("x", Sort::int());
        assert_ne!(graph.constant(other), x);
        let mut children = Vec::new();
        graph.visit_children(sum, |child| children.push(child));
        assert_eq!(children, [x, one]);
    }

    #[test]
    fn binders_and_annotations() {
        let mut graph = Graph::new();
        let v = graph.add_variable("v", Sort::bool());
        let body = graph.variable_term(v);
        let all = graph.bind(Binder::Forall, &[v], Vec::new(), &[body]).unwrap();
        assert_eq!(graph.bind(Binder::Forall, &[v], Vec::new(), &[body]), Ok(all));
        assert!(graph.bind(Binder::Forall, &[], Vec::new(), &[body]).is_err());
        let named = Attribute { keyword: "named".into(), value: "a".into() };
        let term = graph.annotate(all, vec![named.clone()]);
        assert_eq!(graph.node(term), Node::Annotated { term: all, attributes: &[named] });
        assert_eq!(graph.annotate(all, Vec::new()), all);
    }
}
