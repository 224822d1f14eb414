//! One instance: calls become commands.

use std::fmt::Write;

use murxla_api::smtlib::write_literal;
use murxla_api::{
    Application, Binder, Command, DatatypeDef, Literal, Reply, Solver, SolverError, Sort, SortId,
    SortKind, SortShape, StandardOptions, TermId,
};

use crate::connection::{Connection, Effect};
use crate::names::Names;
use crate::profile::Known;
use crate::terms::{Made, Term, Terms};

/// One instance.
pub(crate) struct SmtlibSolver {
    pub(crate) known: &'static Known,
    pub(crate) connection: Connection,
    pub(crate) names: Names,
    pub(crate) sorts: Vec<Sort>,
    /// Names of sorts that are declared.
    pub(crate) sort_names: Vec<String>,
    pub(crate) terms: Terms,
    pub(crate) standard: StandardOptions,
    pub(crate) has_logic: bool,
    /// A logic that is to be sent after all options.
    pub(crate) logic: Option<String>,
    /// Formulas by the names under which they were asserted.
    pub(crate) asserted: Vec<(String, TermId)>,
    /// What the last check assumed, as it was sent.
    pub(crate) assumed: Vec<(String, TermId)>,
    /// How many names were made here.
    pub(crate) made: u64,
}

pub(crate) fn rejected<T>(why: impl Into<String>) -> Result<T, SolverError> {
    Err(SolverError::Rejected(why.into()))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Result<T, SolverError> {
    Err(SolverError::Unsupported(what.into()))
}

impl SmtlibSolver {
    /// A new process, or a new script.
    pub(crate) fn new(
        known: &'static Known,
        words: Option<Vec<String>>,
    ) -> Result<SmtlibSolver, SolverError> {
        Ok(SmtlibSolver {
            known,
            connection: Connection::start(known, words)?,
            names: Names::new(),
            sorts: Vec::new(),
            sort_names: Vec::new(),
            terms: Terms::default(),
            standard: StandardOptions::default(),
            has_logic: false,
            logic: None,
            asserted: Vec::new(),
            assumed: Vec::new(),
            made: 0,
        })
    }

    pub(crate) fn term(&self, id: TermId) -> Result<&Term, SolverError> {
        let term = self.terms.get(id);
        term.ok_or_else(|| SolverError::Broken(format!("term {} was not made", id.0)))
    }

    pub(crate) fn term_sorts(&self, ids: &[TermId]) -> Result<Vec<Sort>, SolverError> {
        ids.iter().map(|id| Ok(self.term(*id)?.sort.clone())).collect()
    }

    pub(crate) fn declare(&mut self, command: &str) -> Result<(), SolverError> {
        self.ensure_logic()?;
        self.connection.command(command, Effect::Declaration).map(drop)
    }

    /// The texts of terms; what needs a name gets it first.
    pub(crate) fn texts(&mut self, ids: &[TermId]) -> Result<Vec<String>, SolverError> {
        for id in ids {
            self.term(*id)?;
        }
        for id in self.terms.to_define(ids) {
            if let Some((name, command)) = self.terms.definition(id, self.known.dialect) {
                self.declare(&command)?;
                self.terms.set_defined(id, name);
            }
        }
        Ok(ids.iter().map(|id| self.terms.text(*id, self.known.dialect)).collect())
    }

    pub(crate) fn text(&mut self, id: TermId) -> Result<String, SolverError> {
        Ok(self.texts(&[id])?.remove(0))
    }

    /// A name that only we use.
    pub(crate) fn own_name(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("_{prefix}{}", self.made)
    }

    pub(crate) fn require_formula(&self, id: TermId) -> Result<(), SolverError> {
        let term = self.term(id)?;
        if term.sort.kind() != SortKind::Bool {
            return rejected(format!("a formula has sort Bool, not {}", term.sort));
        }
        match term.free.is_empty() {
            true => Ok(()),
            false => rejected("a formula has no free variables"),
        }
    }

    fn symbol(&mut self, sort: SortId, name: &str) -> Result<(Sort, String), SolverError> {
        let sort = self.sort(sort)?.clone();
        Ok((sort, self.names.take_like(name)))
    }

    pub(crate) fn reset(&mut self) -> Result<Reply, SolverError> {
        self.connection.reset()?;
        self.names = Names::new();
        self.sorts.clear();
        self.sort_names.clear();
        self.terms = Terms::default();
        self.standard = StandardOptions::default();
        self.has_logic = false;
        self.logic = None;
        self.asserted.clear();
        self.assumed.clear();
        self.made = 0;
        Ok(Reply::Done)
    }
}

impl SmtlibSolver {
    /// The arguments of a term, as new terms.
    pub(crate) fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        let children = match &self.term(term)?.made {
            Made::Applied(_, args) => args.clone(),
            _ => Vec::new(),
        };
        let mut ids = Vec::new();
        for child in children {
            let Term { sort, made, free, is_symbol, .. } = self.term(child)?.clone();
            ids.push(match (made, is_symbol) {
                (Made::Leaf(text), true) if free.is_empty() => {
                    self.terms.add_symbol(sort, text, false)
                }
                (made, _) => self.terms.add(sort, made, free),
            });
        }
        Ok(ids)
    }
}

impl Solver for SmtlibSolver {
    /// There is one way to everything here.
    fn seed_call(&mut self, _: u64) {}

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.make_sort(shape)
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        self.declare_datatypes(definitions)
    }

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.instantiate(sort, args)
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        let sort = self.sort(sort)?.clone();
        if let Literal::Special(special) = literal
            && !self.known.profile.special_values.contains(special)
        {
            return unsupported(format!("the value {}", special.key()));
        }
        let mut text = String::new();
        match write_literal(&mut text, literal, &sort, self.known.dialect) {
            Ok(()) => Ok(self.terms.add(sort, Made::Leaf(text), Vec::new())),
            Err(error) => rejected(error.to_string()),
        }
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (sort, symbol) = self.symbol(sort, name)?;
        let mut command = format!("(declare-fun {symbol} (");
        let codomain = match sort.shape() {
            SortShape::Fun(domain, codomain) => {
                let domain: Vec<String> = domain.iter().map(|sort| self.sort_text(sort)).collect();
                command.push_str(&domain.join(" "));
                codomain
            }
            _ => &sort,
        };
        let _ = write!(command, ") {})", self.sort_text(codomain));
        self.declare(&command)?;
        Ok(self.terms.add_symbol(sort, symbol, false))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let (sort, symbol) = self.symbol(sort, name)?;
        Ok(self.terms.add_symbol(sort, symbol, true))
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        if !self.known.profile.supports(application.op) {
            return unsupported(format!("the operator {}", application.op.key));
        }
        self.apply(application)
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.bind(binder, vars, patterns, bodies)
    }

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.define(name, vars, body)
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.bind_values(vars, values, body)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        self.run(command)
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        Ok(self.term(term)?.sort.clone())
    }
}
