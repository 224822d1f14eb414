//! One instance of the mock.

use murxla_api::{
    ActionDef, Answer, Application, ApplicationSorts, Arg, Binder, Command, Datatype, DatatypeDef,
    Literal, Reply, Solver, SolverError, Sort, SortId, SortShape, StandardOption, StandardOptions,
    TermId, Value, binder_sort, higher_order_sort_of, mismatch,
};

use crate::actions;
use crate::any_value::any_value;
use crate::condition::Event;
use crate::digest::Digest;
use crate::disaster::commit;
use crate::fault::{Fault, FaultKind};

/// A term: its sort, what it is made of as a digest, its value if it is a literal, and its arguments.
struct Term {
    sort: Sort,
    digest: Digest,
    literal: Option<Value>,
    children: Vec<TermId>,
    /// The operator that made it, if one did.
    op: Option<&'static str>,
}

#[derive(Default)]
pub(crate) struct MockSolver {
    /// Whether its assertions are on.
    checks_itself: bool,
    sorts: Vec<Sort>,
    terms: Vec<Term>,
    seed: u64,
    fault: Option<Fault>,
    calls: u64,
    standard: StandardOptions,
    asserted: Vec<TermId>,
    levels: Vec<usize>,
    /// The last answer with the assumptions of that check, until something changes.
    last: Option<(Answer, Option<Vec<TermId>>)>,
    checks: u64,
    /// Names of assertions.
    names: Vec<String>,
    /// Options that were set, the last value of each.
    options: Vec<(String, String)>,
    /// How often each action was done.
    actions: Vec<(&'static str, u64)>,
}

fn rejected<T>(why: impl Into<String>) -> Result<T, SolverError> {
    Err(SolverError::Rejected(why.into()))
}

impl MockSolver {
    /// A mock, whose assertions may be on.
    pub(crate) fn new(checks_itself: bool) -> MockSolver {
        MockSolver { checks_itself, ..MockSolver::default() }
    }

    /// The answer of the last check is this one instead.
    pub(crate) fn set_last(&mut self, answer: Answer, assumptions: Option<&[TermId]>) {
        self.last = Some((answer, assumptions.map(<[TermId]>::to_vec)));
    }

    /// The assumptions of the last check.
    pub(crate) fn last_assumptions(&self) -> &[TermId] {
        match &self.last {
            Some((_, Some(assumptions))) => assumptions,
            _ => &[],
        }
    }

    /// The standard options as they are set.
    pub(crate) fn standard_options(&self) -> StandardOptions {
        self.standard
    }

    /// Counts a call, and commits the fault that is due.
    fn enter(&mut self) -> Result<Option<FaultKind>, SolverError> {
        self.calls += 1;
        let due = self.fault.as_ref().filter(|fault| fault.is_due_at(self.calls));
        self.commit_fault(due.map(|fault| fault.kind))
    }

    /// Commits a fault whose condition holds.
    fn happen(&self, event: &Event<'_>) -> Result<Option<FaultKind>, SolverError> {
        let due = self.fault.as_ref().filter(|fault| fault.is_due_on(event));
        self.commit_fault(due.map(|fault| fault.kind))
    }

    fn commit_fault(&self, due: Option<FaultKind>) -> Result<Option<FaultKind>, SolverError> {
        match due {
            Some(FaultKind::Reject) => rejected("as it was told to"),
            Some(FaultKind::Broken) => Err(SolverError::Broken("as it was told to".to_owned())),
            Some(FaultKind::Mismatch) => {
                Err(mismatch("mock_width", "the width of a bit-vector", "8", "9"))
            }
            Some(FaultKind::Assertion) if !self.checks_itself => Ok(None),
            Some(FaultKind::ReleaseAnswer) => {
                Ok((!self.checks_itself).then_some(FaultKind::WrongAnswer))
            }
            Some(other) => commit(other).map(|()| due),
            None => Ok(None),
        }
    }

    /// An action is done, which checks these formulas.
    fn act(
        &mut self,
        name: &'static str,
        checked: &[TermId],
    ) -> Result<Option<FaultKind>, SolverError> {
        let times = match self.actions.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => {
                *times += 1;
                *times
            }
            None => {
                self.actions.push((name, 1));
                1
            }
        };
        self.happen(&Event::Action {
            name,
            times,
            levels: self.levels.len(),
            options: &self.options,
            checked: &|outer, inner| checked.iter().any(|id| self.is_below(*id, outer, inner)),
        })
    }

    /// Whether in a term an operator stands somewhere below another.
    fn is_below(&self, root: TermId, outer: &str, inner: &str) -> bool {
        // Each term once, with whether it is below an outer one.
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![(root, false)];
        while let Some((id, below)) = open.pop() {
            let Some(term) = self.terms.get(id.0 as usize) else { continue };
            if !seen.insert((id.0, below)) {
                continue;
            }
            if below && term.op == Some(inner) {
                return true;
            }
            let below = below || term.op == Some(outer);
            open.extend(term.children.iter().map(|child| (*child, below)));
        }
        false
    }

    pub(crate) fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        self.sorts
            .get(id.0 as usize)
            .ok_or_else(|| SolverError::Broken(format!("sort {} was not made", id.0)))
    }

    fn term(&self, id: TermId) -> Result<&Term, SolverError> {
        self.terms
            .get(id.0 as usize)
            .ok_or_else(|| SolverError::Broken(format!("term {} was not made", id.0)))
    }

    fn add(&mut self, sort: Sort, digest: Digest, literal: Option<Value>) -> TermId {
        self.terms.push(Term { sort, digest, literal, children: Vec::new(), op: None });
        TermId((self.terms.len() - 1) as u32)
    }

    fn require_formulas(&self, ids: &[TermId]) -> Result<(), SolverError> {
        for id in ids {
            let sort = &self.term(*id)?.sort;
            if *sort != Sort::bool() {
                return rejected(format!("a formula has sort Bool, not {sort}"));
            }
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        self.options.retain(|(known, _)| known != name);
        self.options.push((name.to_owned(), value.to_owned()));
        if let Some(option) = StandardOption::from_key(name) {
            return self.standard.set(option, value);
        }
        match name {
            "seed" => match value.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => return rejected(format!("seed takes a number, not {value}")),
            },
            "fault" => {
                self.fault = Some(value.parse().map_err(SolverError::Rejected)?);
                self.calls = 0;
            }
            _ => return rejected(format!("the mock has no option {name}")),
        }
        Ok(())
    }

    fn check(
        &mut self,
        assumptions: Option<&[TermId]>,
        turned_round: bool,
    ) -> Result<Reply, SolverError> {
        if !self.standard.incremental && (assumptions.is_some() || self.checks > 0) {
            return rejected(
                "one check without assumptions is all that is allowed: incremental is off",
            );
        }
        self.require_formulas(assumptions.unwrap_or_default())?;
        self.checks += 1;
        let mut digest = Digest::new(self.seed);
        for id in self.asserted.iter().chain(assumptions.unwrap_or_default()) {
            digest = digest.number(self.term(*id)?.digest.finish());
        }
        let answer = match (digest.finish() % 16, turned_round) {
            (0..=7, false) | (8..=14, true) => Answer::Sat,
            (8..=14, false) | (0..=7, true) => Answer::Unsat,
            _ => Answer::Unknown,
        };
        self.last = Some((answer, assumptions.map(<[TermId]>::to_vec)));
        Ok(Reply::Answer(answer))
    }

    fn require_model(&self) -> Result<(), SolverError> {
        match &self.last {
            _ if !self.standard.models => rejected("produce-models is off"),
            Some((Answer::Sat, _)) => Ok(()),
            _ => rejected("there is no model: the last answer is not sat"),
        }
    }

    fn assert(&mut self, formula: TermId) -> Result<Reply, SolverError> {
        self.require_formulas(&[formula])?;
        self.asserted.push(formula);
        self.last = None;
        Ok(Reply::Done)
    }

    /// A term like this one, of which nobody knows what it is made of.
    fn rewritten(&mut self, term: TermId, way: &str) -> Result<TermId, SolverError> {
        let Term { sort, digest, literal, .. } = self.term(term)?;
        let (sort, digest, literal) = (sort.clone(), digest.text(way), literal.clone());
        Ok(self.add(sort, digest, literal))
    }

    /// Each term has a partner of the same sort.
    fn require_partners(&self, terms: &[TermId], partners: &[TermId]) -> Result<(), SolverError> {
        if terms.len() != partners.len() {
            return rejected("each term needs a partner");
        }
        for (term, partner) in terms.iter().zip(partners) {
            if self.term(*term)?.sort != self.term(*partner)?.sort {
                return rejected("a term and its partner have the same sort");
            }
        }
        Ok(())
    }

    fn own(&mut self, action: &ActionDef, args: &[Arg<'_>]) -> Result<Reply, SolverError> {
        match (action.name, args) {
            (actions::SUBSTITUTE, [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                self.require_partners(from, to)?;
                self.rewritten(*term, actions::SUBSTITUTE).map(Reply::Term)
            }
            (actions::SORT_SUBSTITUTE, [Arg::Sort(sort), Arg::Sorts(from), Arg::Sorts(to)]) => {
                for id in [*sort].iter().chain(from).chain(to) {
                    self.sort(*id)?;
                }
                match from.len() == to.len() {
                    true => Ok(Reply::Done),
                    false => rejected("each sort needs a partner"),
                }
            }
            (actions::BLOCK_MODEL, []) => {
                self.require_model()?;
                self.last = None;
                Ok(Reply::Done)
            }
            (actions::ASK_WHY, []) => match self.last {
                Some((Answer::Unknown, _)) => Ok(Reply::Done),
                _ => rejected("the last answer is not unknown"),
            },
            _ => Err(SolverError::Unsupported(format!("the action {}", action.name))),
        }
    }

    /// A part of `ids` that depends on the seed, at least one of them.
    fn some_of(&self, ids: &[TermId]) -> Result<Vec<TermId>, SolverError> {
        let mut chosen = Vec::new();
        for (position, id) in ids.iter().enumerate() {
            let digest = Digest::new(self.seed).number(self.term(*id)?.digest.finish());
            if position == 0 || !digest.finish().is_multiple_of(3) {
                chosen.push(*id);
            }
        }
        Ok(chosen)
    }

    fn pop(&mut self, levels: u32) -> Result<(), SolverError> {
        let Some(rest) = self.levels.len().checked_sub(levels as usize) else {
            return rejected(format!("{levels} levels to close, {} are open", self.levels.len()));
        };
        if let Some(height) = self.levels.get(rest) {
            self.asserted.truncate(*height);
        }
        self.levels.truncate(rest);
        Ok(())
    }

    fn value(&self, term: &Term) -> Value {
        term.literal.clone().unwrap_or_else(|| any_value(&term.sort, term.digest.number(self.seed)))
    }
}

impl MockSolver {
    fn defined(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let mut domain = Vec::new();
        let mut digest = Digest::new(5).text(name);
        for id in vars.iter().chain([&body]) {
            let term = self.term(*id)?;
            domain.push(term.sort.clone());
            digest = digest.number(term.digest.finish());
        }
        match domain.pop() {
            Some(codomain) if !domain.is_empty() => {
                Ok(self.add(Sort::fun(domain, codomain), digest, None))
            }
            Some(sort) => Ok(self.add(sort, digest, None)),
            None => rejected("a definition has a body"),
        }
    }

    fn define_recursive(
        &mut self,
        function: TermId,
        vars: &[TermId],
        body: TermId,
    ) -> Result<(), SolverError> {
        let defined = self.defined("", vars, body)?;
        match self.term(defined)?.sort == self.term(function)?.sort {
            true => Ok(()),
            false => rejected("the function was declared with another sort"),
        }
    }

    fn simplified(&mut self, term: TermId) -> Result<TermId, SolverError> {
        self.rewritten(term, "simplify")
    }

    fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        let children = self.term(term)?.children.clone();
        let mut ids = Vec::new();
        for child in children {
            let Term { sort, digest, literal, children, op } = self.term(child)?;
            let (sort, digest, op) = (sort.clone(), *digest, *op);
            let (literal, children) = (literal.clone(), children.clone());
            self.terms.push(Term { sort, digest, literal, children, op });
            ids.push(TermId((self.terms.len() - 1) as u32));
        }
        Ok(ids)
    }
}

impl Solver for MockSolver {
    /// There is one way to everything here.
    fn seed_call(&mut self, _: u64) {}

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.enter()?;
        if let SortShape::BitVec(0) = shape {
            return rejected("a bit-vector has at least one bit");
        }
        if let SortShape::Fun(domain, _) = shape
            && domain.is_empty()
        {
            return rejected("a function has at least one argument");
        }
        if let SortShape::FloatingPoint(0..2, _) | SortShape::FloatingPoint(_, 0..2) = shape {
            return rejected("exponent and significand have at least two bits");
        }
        if let SortShape::Datatype(..) | SortShape::MatchCase(..) = shape {
            return rejected("datatypes are declared, and cases have no sort to be made");
        }
        let sort = Sort::new(shape.try_map(|id| self.sort(*id).cloned())?);
        self.sorts.push(sort);
        Ok(SortId((self.sorts.len() - 1) as u32))
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        self.enter()?;
        let mut structures = Vec::new();
        for definition in definitions {
            structures.push(definition.try_map(&mut |id: &SortId| self.sort(*id).cloned())?);
        }
        if !Datatype::is_well_founded(&structures) {
            return rejected("a datatype has no finite value");
        }
        let first = self.sorts.len();
        for datatype in Datatype::declare(structures) {
            self.sorts.push(Sort::datatype(datatype, []));
        }
        Ok((first..self.sorts.len()).map(|index| SortId(index as u32)).collect())
    }

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.enter()?;
        let SortShape::Datatype(datatype, have) = self.sort(sort)?.shape() else {
            return rejected("only a datatype has parameters");
        };
        if !have.is_empty() || datatype.definition().params.len() != args.len() {
            return rejected(format!("{} does not take {} sorts", datatype.name(), args.len()));
        }
        let datatype = datatype.clone();
        let mut sorts = Vec::new();
        for id in args {
            sorts.push(self.sort(*id)?.clone());
        }
        self.sorts.push(Sort::datatype(datatype, sorts));
        Ok(SortId((self.sorts.len() - 1) as u32))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.enter()?;
        let sort = self.sort(sort)?.clone();
        let value = match literal.value(&sort) {
            Ok(value) => value,
            Err(error) => return rejected(error.to_string()),
        };
        let digest = Digest::new(1).text(&value.to_string());
        Ok(self.add(sort, digest, Some(value)))
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.enter()?;
        let sort = self.sort(sort)?.clone();
        let digest = Digest::new(2).text(name).text(&sort.to_string());
        Ok(self.add(sort, digest, None))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.mk_const(sort, name)
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.enter()?;
        let mut sorts = Vec::new();
        for id in application.sorts {
            sorts.push(self.sort(*id)?.clone());
        }
        let mut args = Vec::new();
        let mut digest = Digest::new(3).text(application.op.key);
        for id in application.args {
            let term = self.term(*id)?;
            args.push(term.sort.clone());
            digest = digest.number(term.digest.finish());
        }
        for index in application.indices {
            digest = digest.number((*index).into());
        }
        let seen = ApplicationSorts {
            sorts: &sorts,
            names: application.names,
            indices: application.indices,
            args: &args,
        };
        match higher_order_sort_of(application.op, &seen) {
            Ok(sort) => {
                let args = || application.args.iter().filter_map(|id| self.term(*id).ok());
                let inner: Vec<Option<&'static str>> = args().map(|term| term.op).collect();
                let literals: Vec<&Value> =
                    args().filter_map(|term| term.literal.as_ref()).collect();
                let op = application.op.key;
                self.happen(&Event::Applied { op, inner: &inner, literals: &literals })?;
                let id = self.add(sort, digest, None);
                if let Some(term) = self.terms.last_mut() {
                    term.children = application.args.to_vec();
                    term.op = Some(op);
                }
                Ok(id)
            }
            Err(error) => rejected(error.to_string()),
        }
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.enter()?;
        let mut digest = Digest::new(4).text(binder.key());
        for id in vars.iter().chain(patterns.iter().flatten()).chain(bodies) {
            digest = digest.number(self.term(*id)?.digest.finish());
        }
        let sorts = |ids: &[TermId]| -> Result<Vec<Sort>, SolverError> {
            ids.iter().map(|id| Ok(self.term(*id)?.sort.clone())).collect()
        };
        match binder_sort(binder, &sorts(vars)?, &sorts(bodies)?) {
            Ok(sort) => Ok(self.add(sort, digest, None)),
            Err(why) => rejected(why),
        }
    }

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.enter()?;
        self.defined(name, vars, body)
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.enter()?;
        self.require_partners(vars, values)?;
        let mut digest = Digest::new(6);
        for id in vars.iter().chain(values).chain([&body]) {
            digest = digest.number(self.term(*id)?.digest.finish());
        }
        let sort = self.term(body)?.sort.clone();
        Ok(self.add(sort, digest, None))
    }

    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        match self.sort(sort)?.shape() {
            SortShape::Fun(..) => self.mk_const(sort, name),
            _ => rejected("only a function can call itself"),
        }
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        let mut due = self.enter()?;
        let checked = match command {
            Command::CheckSat => self.asserted.clone(),
            Command::CheckSatAssuming(formulas) => [&self.asserted, formulas].concat(),
            _ => Vec::new(),
        };
        due = self.act(command.name(), &checked)?.or(due);
        match command {
            Command::SetLogic(_) => Ok(Reply::Done),
            Command::SetOption { name, value } => {
                self.set_option(name, value).map(|()| Reply::Done)
            }
            Command::Assert(formula) => self.assert(formula),
            Command::AssertNamed { formula, name } => {
                if self.names.iter().any(|known| known == name) {
                    return rejected(format!("there is an assertion named {name}"));
                }
                self.names.push(name.to_owned());
                self.assert(formula)
            }
            Command::CheckSat => self.check(None, due == Some(FaultKind::WrongAnswer)),
            Command::CheckSatAssuming(formulas) => {
                self.check(Some(formulas), due == Some(FaultKind::WrongAnswer))
            }
            Command::Push(_) | Command::Pop(_) if !self.standard.incremental => {
                rejected("there are no levels: incremental is off")
            }
            Command::Push(levels) => {
                let height = self.asserted.len();
                self.levels.extend(std::iter::repeat_n(height, levels as usize));
                self.last = None;
                Ok(Reply::Done)
            }
            Command::Pop(levels) => {
                self.pop(levels)?;
                self.last = None;
                Ok(Reply::Done)
            }
            Command::GetValue(terms) => {
                self.require_model()?;
                let values: Result<Vec<Value>, SolverError> =
                    terms.iter().map(|id| self.term(*id).map(|term| self.value(term))).collect();
                values.map(Reply::Values)
            }
            Command::PrintModel => self.require_model().map(|()| Reply::Done),
            Command::GetAssertions => Ok(Reply::Terms(self.asserted.clone())),
            Command::GetInfo(_) => Ok(Reply::Done),
            Command::GetUnsatCore => match &self.last {
                _ if !self.standard.unsat_cores => rejected("produce-unsat-cores is off"),
                Some((Answer::Unsat, _)) => self.some_of(&self.asserted).map(Reply::Terms),
                _ => rejected("there is no core: the last answer is not unsat"),
            },
            Command::GetUnsatAssumptions => match &self.last {
                _ if !self.standard.unsat_assumptions => {
                    rejected("produce-unsat-assumptions is off")
                }
                Some((Answer::Unsat, Some(assumed))) => self.some_of(assumed).map(Reply::Terms),
                _ => rejected("the last check was no failed one with assumptions"),
            },
            Command::Reset => {
                // Seed and fault are part of the test, not of the solver's state.
                *self = MockSolver {
                    checks_itself: self.checks_itself,
                    seed: self.seed,
                    fault: self.fault.take(),
                    calls: self.calls,
                    actions: std::mem::take(&mut self.actions),
                    ..MockSolver::default()
                };
                Ok(Reply::Done)
            }
            Command::ResetAssertions => {
                self.asserted.clear();
                self.levels.clear();
                self.last = None;
                Ok(Reply::Done)
            }
            Command::DefineRecFun { function, vars, body } => {
                self.define_recursive(function, vars, body).map(|()| Reply::Done)
            }
            Command::Simplify(term) => self.simplified(term).map(Reply::Term),
            Command::TermGetChildren(term) => self.children_of(term).map(Reply::NewTerms),
            Command::Own(action, args) => self.own(action, args),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        let due = self.enter()?;
        let sort = self.term(term)?.sort.clone();
        if due == Some(FaultKind::WrongSort) {
            return Ok(Sort::array(sort.clone(), sort));
        }
        Ok(sort)
    }
}
