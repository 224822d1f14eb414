//! The truthful mock: it decides small problems, tells true models, values, cores and simplified terms, and says unknown
//! otherwise; or it has one wrong behaviour of a [table](LIES), for tests that look whether that is found.
//!
//! It wraps the plain mock, which checks sorts, scopes and the state of the solver.

mod check;
mod evaluate;
mod lie;
mod node;
mod search;
mod simplify;
mod twist;
mod values;

use murxla_api::meaning::Datum;
use murxla_api::{
    Answer, Application, Binder, Command, DatatypeDef, Literal, Reply, Solver, SolverError, Sort,
    SortId, SortShape, TermId,
};

use self::evaluate::Values;
use self::lie::Lie;
pub use self::lie::{LIES, LieClass, LieDef};
use self::node::{Node, NodeId, Shape};
use crate::solver::MockSolver;

/// The option of the truthful mock, which changes nothing.
pub(crate) const EAGER: &str = "eager";

/// The option that has it check its own models.
pub(crate) const CHECK_MODEL: &str = "check-model";
/// What it says if that fails.
pub(crate) const MODEL_CHECK_FAILED: &str = "model check failed";

/// A formula that is asserted.
#[derive(Clone, Copy)]
struct Asserted {
    term: TermId,
    node: NodeId,
    named: bool,
}

/// One instance.
pub(crate) struct TruthfulSolver {
    inner: MockSolver,
    lie: Option<Lie>,
    nodes: Vec<Node>,
    /// The nodes of the terms of the inner mock.
    terms: Vec<NodeId>,
    sorts: Vec<Sort>,
    asserted: Vec<Asserted>,
    levels: Vec<usize>,
    /// What was asserted once and is not any more.
    popped: Vec<TermId>,
    model: Option<Values>,
    first_model: Option<Values>,
    last: Option<Answer>,
    last_assumed: bool,
    /// Assertions since the last check; `None` if there was something else.
    new_assertions: Option<usize>,
    checks: u64,
    has_popped: bool,
    /// Whether an xor was asked.
    heard_xor: bool,
    eager: bool,
    checks_models: bool,
    is_alarmist: bool,
}

impl TruthfulSolver {
    pub(crate) fn new(lie: Option<Lie>) -> TruthfulSolver {
        TruthfulSolver {
            inner: MockSolver::new(false),
            lie,
            nodes: Vec::new(),
            terms: Vec::new(),
            sorts: Vec::new(),
            asserted: Vec::new(),
            levels: Vec::new(),
            popped: Vec::new(),
            model: None,
            first_model: None,
            last: None,
            last_assumed: false,
            new_assertions: None,
            checks: 0,
            has_popped: false,
            heard_xor: false,
            eager: false,
            checks_models: false,
            is_alarmist: false,
        }
    }

    /// One that says that its models are wrong when it checks them, although they are right.
    pub(crate) fn alarmist() -> TruthfulSolver {
        TruthfulSolver { is_alarmist: true, ..TruthfulSolver::new(None) }
    }

    fn lies(&self, lie: Lie) -> bool {
        self.lie == Some(lie)
    }

    fn node(&self, term: TermId) -> NodeId {
        self.terms[term.0 as usize]
    }

    fn nodes_of(&self, terms: &[TermId]) -> Vec<NodeId> {
        terms.iter().map(|term| self.node(*term)).collect()
    }

    fn add_node(&mut self, sort: Sort, shape: Shape) -> NodeId {
        let has_variables = match &shape {
            Shape::Variable => true,
            Shape::Defined { .. } | Shape::Undefined => false,
            other => other.parts().iter().any(|part| self.nodes[*part].has_variables),
        };
        self.nodes.push(Node { sort, shape, has_variables });
        self.nodes.len() - 1
    }

    /// A new term of the inner mock is this.
    fn bind(&mut self, term: TermId, shape: Shape) -> TermId {
        let sort = self.inner.sort_of(term).unwrap_or_else(|_| Sort::bool());
        let node = self.add_node(sort, shape);
        self.bind_node(term, node)
    }

    fn bind_node(&mut self, term: TermId, node: NodeId) -> TermId {
        let nobody = node;
        self.terms.resize(term.0 as usize + 1, nobody);
        self.terms[term.0 as usize] = node;
        term
    }

    fn bind_sort(&mut self, id: SortId, sort: Sort) -> SortId {
        self.sorts.resize(id.0 as usize + 1, sort.clone());
        self.sorts[id.0 as usize] = sort;
        id
    }

    fn assert(&mut self, formula: TermId, named: bool) {
        let node = self.node(formula);
        self.asserted.push(Asserted { term: formula, node, named });
        self.new_assertions = self.new_assertions.map(|count| count + 1);
    }

    fn push(&mut self, levels: u32) {
        if self.lies(Lie::PushLosesAssertion)
            && let Some(lost) = self.asserted.pop()
        {
            self.popped.push(lost.term);
            let height = self.asserted.len();
            self.levels.iter_mut().for_each(|level| *level = (*level).min(height));
        }
        let height = self.asserted.len();
        self.levels.extend(std::iter::repeat_n(height, levels as usize));
        self.new_assertions = None;
    }

    fn pop(&mut self, levels: u32) {
        let rest = self.levels.len().saturating_sub(levels as usize);
        if let Some(height) = self.levels.get(rest).copied().filter(|_| levels > 0) {
            let mut height = height.min(self.asserted.len());
            if self.lies(Lie::PopKeepsAssertion) {
                height = (height + 1).min(self.asserted.len());
            }
            if self.lies(Lie::PopsTooMuch) {
                height = height.saturating_sub(1);
            }
            let gone = self.asserted.split_off(height);
            self.popped.extend(gone.iter().map(|one| one.term));
        }
        self.levels.truncate(rest);
        let height = self.asserted.len();
        self.levels.iter_mut().for_each(|level| *level = (*level).min(height));
        self.has_popped |= levels > 0;
        self.new_assertions = None;
    }

    fn reset_assertions(&mut self) {
        let kept = usize::from(self.lies(Lie::ResetKeepsFirst)).min(self.asserted.len());
        let gone = self.asserted.split_off(kept);
        self.popped.extend(gone.iter().map(|one| one.term));
        self.levels.clear();
        self.new_assertions = None;
    }

    /// A command that the inner mock accepted.
    fn done(&mut self, command: Command<'_>, reply: Reply) -> Reply {
        match command {
            Command::Assert(formula) => self.assert(formula, false),
            Command::AssertNamed { formula, .. } => self.assert(formula, true),
            Command::Push(levels) => self.push(levels),
            Command::Pop(levels) => self.pop(levels),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Reset => {
                let inner = std::mem::take(&mut self.inner);
                *self = TruthfulSolver {
                    inner,
                    is_alarmist: self.is_alarmist,
                    ..TruthfulSolver::new(self.lie)
                };
            }
            Command::CheckSat => return Reply::Answer(self.check(None)),
            Command::CheckSatAssuming(assumed) => return Reply::Answer(self.check(Some(assumed))),
            Command::GetValue(terms) => return Reply::Values(self.values(terms)),
            Command::GetUnsatCore => return Reply::Terms(self.core()),
            Command::GetUnsatAssumptions => return Reply::Terms(self.failed_assumptions()),
            Command::DefineRecFun { function, vars, body } => {
                let (function, vars) = (self.node(function), self.nodes_of(vars));
                self.nodes[function].shape = Shape::Defined { vars, body: self.node(body) };
            }
            Command::Simplify(term) => {
                if let Reply::Term(id) = reply {
                    let node = self.simplified(self.node(term));
                    self.bind_node(id, node);
                }
            }
            Command::TermGetChildren(term) => {
                if let Reply::NewTerms(ids) = &reply {
                    let parts = self.nodes[self.node(term)].shape.parts();
                    for (place, id) in ids.iter().enumerate() {
                        match parts.get(place) {
                            Some(part) => self.bind_node(*id, *part),
                            None => self.bind(*id, Shape::Nobody),
                        };
                    }
                }
            }
            Command::Own(action, _) => {
                if let Reply::Term(id) = reply {
                    self.bind(id, Shape::Nobody);
                }
                if action.name == crate::actions::BLOCK_MODEL {
                    // What it asserts has no name.
                    let node = self.add_node(Sort::bool(), Shape::Nobody);
                    self.asserted.push(Asserted { term: TermId(u32::MAX), node, named: false });
                    self.new_assertions = None;
                }
            }
            _ => {}
        }
        reply
    }
}

impl Solver for TruthfulSolver {
    fn seed_call(&mut self, seed: u64) {
        self.inner.seed_call(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let id = self.inner.mk_sort(shape)?;
        let sort = self.inner.sort(id)?.clone();
        Ok(self.bind_sort(id, sort))
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let ids = self.inner.mk_datatypes(definitions)?;
        for id in &ids {
            let sort = self.inner.sort(*id)?.clone();
            self.bind_sort(*id, sort);
        }
        Ok(ids)
    }

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        let id = self.inner.mk_instance(sort, args)?;
        let sort = self.inner.sort(id)?.clone();
        Ok(self.bind_sort(id, sort))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        let id = self.inner.mk_value(sort, literal)?;
        let value = Datum::of_literal(literal, self.inner.sort(sort)?);
        Ok(self.bind(id, Shape::Value(value)))
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let id = self.inner.mk_const(sort, name)?;
        Ok(self.bind(id, Shape::Symbol))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let id = self.inner.mk_var(sort, name)?;
        Ok(self.bind(id, Shape::Variable))
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let id = self.inner.mk_term(application)?;
        let shape = Shape::Apply(node::Application {
            op: application.op,
            sorts: application.sorts.iter().map(|id| self.sorts[id.0 as usize].clone()).collect(),
            names: application.names.iter().map(|name| (*name).into()).collect(),
            indices: application.indices.to_vec(),
            args: self.nodes_of(application.args),
        });
        Ok(self.bind(id, shape))
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let id = self.inner.mk_binder(binder, vars, patterns, bodies)?;
        let (vars, bodies) = (self.nodes_of(vars), self.nodes_of(bodies));
        Ok(self.bind(id, Shape::Bind { binder, vars, bodies }))
    }

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        let id = self.inner.mk_fun(name, vars, body)?;
        let (vars, body) = (self.nodes_of(vars), self.node(body));
        Ok(self.bind(id, Shape::Defined { vars, body }))
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let id = self.inner.mk_let(vars, values, body)?;
        let (vars, values) = (self.nodes_of(vars), self.nodes_of(values));
        let body = self.node(body);
        Ok(self.bind(id, Shape::Let { vars, values, body }))
    }

    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let id = self.inner.mk_rec_fun(sort, name)?;
        Ok(self.bind(id, Shape::Undefined))
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        if let Command::SetOption { name: EAGER, value } = command {
            self.eager = value == "true";
            return Ok(Reply::Done);
        }
        if let Command::SetOption { name: CHECK_MODEL, value } = command {
            self.checks_models = value == "true";
            return Ok(Reply::Done);
        }
        let reply = self.inner.execute(command)?;
        let reply = self.done(command, reply);
        let fails = self.is_alarmist || self.lies(Lie::ModelOneOff);
        if fails && self.checks_models && matches!(reply, Reply::Answer(Answer::Sat)) {
            return Err(SolverError::Rejected(MODEL_CHECK_FAILED.to_owned()));
        }
        Ok(reply)
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        let sort = self.inner.sort_of(term)?;
        let node = self.terms.get(term.0 as usize).and_then(|node| self.nodes.get(*node));
        Ok(node.map_or(sort, |node| node.sort.clone()))
    }
}
