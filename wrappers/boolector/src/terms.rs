//! The terms of one instance, and how those with free variables are made again.
//!
//! Boolector binds a variable once: after that it is neither bound again nor an argument, and it has no function that replaces
//! variables in all terms. So the wrapper remembers how terms were made. A variable that was bound gets another node when it is next
//! used, and what was made of it is made again then; `let` makes its body again with values for variables. Nor does it forget what is
//! asserted: all is made again in a new instance for that.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use murxla_api::{Binder, CallSeed, Op, SolverError, Sort, SortId, SortKind, TermId, Value};
use murxla_native::SortTable;

use crate::errors::{present, rejected};
use crate::ffi::{BoolectorSort, Btor, Node, c_string, call};
use crate::free::FreeVariables;
use crate::handles::{OwnedNode, release};
use crate::literals::ValueMaker;
use crate::node_map::substituted;
use crate::sorts::sort_from;
use crate::table::NativeCall;

/// How a term was made.
#[derive(Clone)]
pub(crate) enum Made {
    /// As a constant, an array or a function.
    Symbol { sort: SortId, name: Box<str> },
    /// As a value.
    Value { sort: SortId, value: Value },
    /// As a variable.
    Variable { sort: SortId, kind: VariableKind },
    /// By an operator.
    Application {
        op: &'static Op,
        sorts: Vec<SortId>,
        names: Vec<Box<str>>,
        indices: Vec<u32>,
        args: Vec<TermId>,
    },
    /// By a binder.
    Bound { binder: Binder, variables: Vec<TermId>, body: TermId },
    /// By replacing variables.
    Replaced { variables: Vec<TermId>, values: Vec<TermId>, body: TermId },
    /// By replacing terms in one without free variables, by Boolector.
    Mapped { term: TermId, from: Vec<TermId>, to: Vec<TermId> },
}

/// What stands for a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariableKind {
    /// A parameter, which can be bound.
    Parameter,
    /// An array, which can only be replaced: Boolector has no parameters of such a sort.
    Array,
}

struct Row {
    node: Node,
    sort: Sort,
    made: Made,
    /// The number of bindings before it was made.
    age: u64,
}

/// What stands for variables.
type Environment = HashMap<TermId, Node>;

/// The sorts and terms of one instance.
#[derive(Default)]
pub(crate) struct Terms {
    pub(crate) sorts: SortTable<BoolectorSort>,
    rows: Vec<Row>,
    pub(crate) free: FreeVariables,
    /// After how many bindings a variable was bound.
    bound: HashMap<TermId, u64>,
    bindings: u64,
}

impl Terms {
    /// Remembers a term under a fresh id.
    fn add(&mut self, node: Node, sort: Sort, made: Made) -> TermId {
        self.rows.push(Row { node, sort, made, age: self.bindings });
        TermId((self.rows.len() - 1) as u32)
    }

    /// A term without free variables.
    pub(crate) fn add_closed(&mut self, node: OwnedNode, sort: Sort, made: Made) -> TermId {
        self.add(node.into_native(), sort, made)
    }

    /// A variable.
    pub(crate) fn add_variable(
        &mut self,
        node: Node,
        sort: Sort,
        id: SortId,
        kind: VariableKind,
    ) -> TermId {
        let id = self.add(node, sort, Made::Variable { sort: id, kind });
        self.free.variable(id);
        id
    }

    /// An application.
    pub(crate) fn add_application(
        &mut self,
        node: OwnedNode,
        sort: Sort,
        args: &[TermId],
        made: Made,
    ) -> TermId {
        let id = self.add_closed(node, sort, made);
        self.free.application(id, args);
        id
    }

    fn row(&self, id: TermId) -> Result<&Row, SolverError> {
        self.rows.get(id.0 as usize).ok_or_else(|| {
            SolverError::Broken(format!("term {} was not made since the last reset", id.0))
        })
    }

    /// The sort, as it is known.
    pub(crate) fn sort(&self, id: TermId) -> Result<&Sort, SolverError> {
        self.row(id).map(|row| &row.sort)
    }

    /// The node as it was made last, for what looks at it only.
    pub(crate) fn node(&self, id: TermId) -> Result<Node, SolverError> {
        self.row(id).map(|row| row.node)
    }

    /// How it was made.
    pub(crate) fn made(&self, id: TermId) -> Result<&Made, SolverError> {
        self.row(id).map(|row| &row.made)
    }

    /// It is to be made so from now on.
    pub(crate) fn remember(&mut self, id: TermId, made: Made) {
        if let Some(row) = self.rows.get_mut(id.0 as usize) {
            row.made = made;
        }
    }

    /// Whether it is a variable.
    pub(crate) fn is_variable(&self, id: TermId) -> bool {
        self.row(id).is_ok_and(|row| matches!(row.made, Made::Variable { .. }))
    }

    /// The node of a term without free variables.
    pub(crate) fn closed(&self, id: TermId, what: &str) -> Result<Node, SolverError> {
        let node = self.node(id)?;
        match self.free.of(id) {
            None => Ok(node),
            Some(_) => rejected(format!("{what} has a free variable")),
        }
    }

    /// The node, with variables that can be bound.
    pub(crate) fn usable(&mut self, btor: *mut Btor, id: TermId) -> Result<Node, SolverError> {
        self.row(id)?;
        if self.needs_making(id, &Environment::new()) {
            drop(self.make(btor, id, &Environment::new())?);
        }
        self.node(id)
    }

    /// The nodes of several terms. What a term is made of may be made again for another one, so each is asked for once more.
    pub(crate) fn all_usable(
        &mut self,
        btor: *mut Btor,
        ids: &[TermId],
    ) -> Result<Vec<Node>, SolverError> {
        for id in ids {
            self.usable(btor, *id)?;
        }
        ids.iter().map(|id| self.node(*id)).collect()
    }

    /// Whether a term is to be made again: a variable of it is replaced, or was bound since.
    fn needs_making(&self, id: TermId, environment: &Environment) -> bool {
        let Some(free) = self.free.of(id) else { return false };
        let age = self.rows[id.0 as usize].age;
        free.iter().any(|variable| {
            environment.contains_key(variable)
                || self.bound.get(variable).is_some_and(|bound| *bound > age)
        })
    }

    /// Terms directly in a term that are in the scope of the same variables.
    fn parts(&self, id: TermId) -> &[TermId] {
        match &self.rows[id.0 as usize].made {
            Made::Application { args, .. } => args,
            Made::Replaced { values, .. } => values,
            _ => &[],
        }
    }

    /// A term with other nodes for variables. Without such it is remembered, as is all that is made on the way.
    fn make(
        &mut self,
        btor: *mut Btor,
        id: TermId,
        environment: &Environment,
    ) -> Result<OwnedNode, SolverError> {
        // Parts have lower numbers than what is made of them.
        let mut todo = BTreeSet::new();
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            if self.needs_making(next, environment) && todo.insert(next) {
                stack.extend_from_slice(self.parts(next));
            }
        }
        let mut done: BTreeMap<TermId, OwnedNode> = BTreeMap::new();
        for next in todo {
            let node = self.make_one(btor, next, environment, &done)?;
            if environment.is_empty() {
                self.renew(btor, next, &node)?;
            }
            done.insert(next, node);
        }
        match done.remove(&id) {
            Some(node) => Ok(node),
            None => copy(btor, self.node(id)?),
        }
    }

    /// Remembers the node of a term that was made again.
    fn renew(&mut self, btor: *mut Btor, id: TermId, node: &OwnedNode) -> Result<(), SolverError> {
        let fresh = copy(btor, node.node)?.into_native();
        let age = self.bindings;
        let row = &mut self.rows[id.0 as usize];
        row.age = age;
        release(btor, std::mem::replace(&mut row.node, fresh))
    }

    /// One term, whose parts are done.
    fn make_one(
        &mut self,
        btor: *mut Btor,
        id: TermId,
        environment: &Environment,
        done: &BTreeMap<TermId, OwnedNode>,
    ) -> Result<OwnedNode, SolverError> {
        let part = |terms: &Terms, id: TermId| -> Result<Node, SolverError> {
            match done.get(&id) {
                Some(owner) => Ok(owner.node),
                None => terms.node(id),
            }
        };
        match self.rows[id.0 as usize].made.clone() {
            Made::Symbol { sort, name } => {
                let (native, kind) = (self.sorts.native(sort)?, self.sorts.sort(sort)?.kind());
                symbol(btor, native, kind, &name).map(|node| OwnedNode::new(btor, node))
            }
            Made::Value { sort, value } => {
                let native = self.sorts.native(sort)?;
                let mut seed = CallSeed::default();
                let mut maker = ValueMaker { btor, seed: &mut seed };
                maker.node(native, &value).map(|node| OwnedNode::new(btor, node))
            }
            Made::Mapped { term, from, to } => {
                let nodes = |terms: &[TermId]| -> Result<Vec<Node>, SolverError> {
                    terms.iter().map(|term| self.node(*term)).collect()
                };
                substituted(btor, self.node(term)?, &nodes(&from)?, &nodes(&to)?)
            }
            Made::Variable { sort, kind } => match environment.get(&id) {
                Some(node) => copy(btor, *node),
                None => {
                    let native = self.sorts.native(sort)?;
                    let node = OwnedNode::new(btor, variable(btor, native, kind, None)?);
                    self.renew(btor, id, &node)?;
                    Ok(node)
                }
            },
            Made::Application { op, sorts, names, indices, args } => {
                let args: Vec<Node> =
                    args.iter().map(|arg| part(self, *arg)).collect::<Result<_, _>>()?;
                let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
                let sorts = self.sorts.natives(&sorts)?;
                let call =
                    NativeCall { op, sorts: &sorts, names: &names, indices: &indices, args: &args };
                call.build(btor, &mut CallSeed::default())
            }
            Made::Bound { binder, variables, body } => {
                let mut inner = environment.clone();
                let mut owners = Vec::new();
                for one in &variables {
                    let Made::Variable { sort, kind } = self.row(*one)?.made else {
                        return rejected("what is bound is no variable");
                    };
                    let native = self.sorts.native(sort)?;
                    let fresh = OwnedNode::new(btor, variable(btor, native, kind, None)?);
                    inner.insert(*one, fresh.node);
                    owners.push(fresh);
                }
                let body = self.make(btor, body, &inner)?;
                let natives: Vec<Node> = owners.iter().map(|owner| owner.node).collect();
                bind(btor, binder, &natives, body.node)
            }
            Made::Replaced { variables, values, body } => {
                let mut inner = environment.clone();
                for (variable, value) in variables.iter().zip(&values) {
                    inner.insert(*variable, part(self, *value)?);
                }
                self.make(btor, body, &inner)
            }
        }
    }

    /// Binds variables in a body.
    pub(crate) fn bind(
        &mut self,
        btor: *mut Btor,
        binder: Binder,
        variables: &[TermId],
        body: TermId,
        sort: Sort,
    ) -> Result<TermId, SolverError> {
        for variable in variables {
            if !matches!(
                self.row(*variable)?.made,
                Made::Variable { kind: VariableKind::Parameter, .. }
            ) {
                return rejected(format!(
                    "{} binds variables that are bit-vectors or truth values only",
                    binder.key()
                ));
            }
        }
        let all: Vec<TermId> = variables.iter().copied().chain([body]).collect();
        let mut natives = self.all_usable(btor, &all)?;
        let body_node = natives.pop().unwrap_or(std::ptr::null_mut());
        let node = bind(btor, binder, &natives, body_node)?;
        self.bindings += 1;
        for variable in variables {
            self.bound.insert(*variable, self.bindings);
        }
        let made = Made::Bound { binder, variables: variables.to_vec(), body };
        let id = self.add_closed(node, sort, made);
        self.free.binder(id, variables, body, &[]);
        Ok(id)
    }

    /// The body with values for variables.
    pub(crate) fn replace(
        &mut self,
        btor: *mut Btor,
        variables: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        if variables.len() != values.len() || !variables.iter().all(|one| self.is_variable(*one)) {
            return rejected("let replaces variables, each by a value");
        }
        let nodes = self.all_usable(btor, values)?;
        let environment = variables.iter().copied().zip(nodes).collect();
        let node = self.make(btor, body, &environment)?;
        let sort = self.sort(body)?.clone();
        let made = Made::Replaced { variables: variables.to_vec(), values: values.to_vec(), body };
        let id = self.add_closed(node, sort, made);
        let in_body = self.free.of(body).cloned().unwrap_or_default();
        let used = variables.iter().zip(values).filter(|(one, _)| in_body.contains(one));
        let used: Vec<TermId> = used.map(|(_, value)| *value).collect();
        self.free.binder(id, variables, body, &used);
        Ok(id)
    }

    /// Makes all sorts and terms again in a new instance. Those of the old one are gone with it.
    pub(crate) fn make_all(&mut self, btor: *mut Btor) -> Result<(), SolverError> {
        let sorts: Vec<Sort> = self.sorts.iter().map(|(_, sort)| sort.clone()).collect();
        drop(self.sorts.drain());
        for sort in sorts {
            self.sorts.add(sort_from(btor, &sort)?, sort);
        }
        self.bound.clear();
        self.bindings = 0;
        let (none, nothing) = (Environment::new(), BTreeMap::new());
        for place in 0..self.rows.len() {
            let id = TermId(place as u32);
            let made = match self.rows[place].made {
                Made::Variable { sort, kind } => {
                    variable(btor, self.sorts.native(sort)?, kind, None)?
                }
                _ => self.make_one(btor, id, &none, &nothing)?.into_native(),
            };
            let row = &mut self.rows[place];
            (row.node, row.age) = (made, 0);
        }
        Ok(())
    }

    /// Forgets all terms, giving their nodes.
    pub(crate) fn drain(&mut self) -> Vec<Node> {
        self.free.clear();
        self.bound.clear();
        self.rows.drain(..).map(|row| row.node).collect()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

/// A constant, an array or a function.
pub(crate) fn symbol(
    btor: *mut Btor,
    sort: BoolectorSort,
    kind: SortKind,
    name: &str,
) -> Result<Node, SolverError> {
    let text = c_string(name)?;
    let name = text.as_ptr();
    let node = match kind {
        SortKind::Array => call!(boolector_array(btor, sort, name)),
        SortKind::Fun => call!(boolector_uf(btor, sort, name)),
        _ => call!(boolector_var(btor, sort, name)),
    };
    present(node, "making a constant")
}

/// A node with one more reference.
pub(crate) fn copy(btor: *mut Btor, node: Node) -> Result<OwnedNode, SolverError> {
    let copy = present(call!(boolector_copy(btor, node)), "boolector_copy")?;
    Ok(OwnedNode::new(btor, copy))
}

/// What stands for a variable.
pub(crate) fn variable(
    btor: *mut Btor,
    sort: BoolectorSort,
    kind: VariableKind,
    name: Option<&str>,
) -> Result<Node, SolverError> {
    let name = name.map(c_string).transpose()?;
    let symbol = name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
    let node = match kind {
        VariableKind::Parameter => call!(boolector_param(btor, sort, symbol)),
        VariableKind::Array => call!(boolector_array(btor, sort, symbol)),
    };
    present(node, "making a variable")
}

fn bind(
    btor: *mut Btor,
    binder: Binder,
    variables: &[Node],
    body: Node,
) -> Result<OwnedNode, SolverError> {
    let (first, count) = (variables.as_ptr().cast_mut(), variables.len() as u32);
    let node = match binder {
        Binder::Forall => call!(boolector_forall(btor, first, count, body)),
        Binder::Exists => call!(boolector_exists(btor, first, count, body)),
        Binder::Lambda => call!(boolector_fun(btor, first, count, body)),
        Binder::Witness | Binder::Comprehension => {
            return Err(SolverError::Unsupported(format!("Boolector has no {}", binder.key())));
        }
    };
    present(node, "binding variables").map(|node| OwnedNode::new(btor, node))
}
