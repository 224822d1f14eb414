//! One instance: calls become commands.

use std::fmt::Write;

use murxla_api::smtlib::{SortText, SymbolText, can_be_written, write_literal};
use murxla_api::{
    Application, Binder, Command, Datatype, DatatypeDef, Literal, Reply, Solver, SolverError, Sort,
    SortId, SortKind, SortShape, StandardOptions, TermId, binder_sort,
};

use crate::connection::{Connection, Effect};
use crate::datatypes;
use crate::names::Names;
use crate::profile::Known;
use crate::sexpr::Sexpr;
use crate::terms::{Made, Term, Terms};

/// One instance.
pub(crate) struct SmtlibSolver {
    pub(crate) known: &'static Known,
    pub(crate) connection: Connection,
    pub(crate) names: Names,
    sorts: Vec<Sort>,
    /// Names of sorts that are declared.
    sort_names: Vec<String>,
    pub(crate) terms: Terms,
    pub(crate) standard: StandardOptions,
    has_logic: bool,
    /// A logic that is to be sent after all options.
    logic: Option<String>,
    /// Formulas by the names under which they were asserted.
    pub(crate) asserted: Vec<(String, TermId)>,
    /// What the last check assumed, as it was sent.
    pub(crate) assumed: Vec<(String, TermId)>,
    /// How many names were made here.
    made: u64,
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

    fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        let sort = self.sorts.get(id.0 as usize);
        sort.ok_or_else(|| SolverError::Broken(format!("sort {} was not made", id.0)))
    }

    pub(crate) fn sorts_of(&self, ids: &[SortId]) -> Result<Vec<Sort>, SolverError> {
        ids.iter().map(|id| self.sort(*id).cloned()).collect()
    }

    pub(crate) fn term(&self, id: TermId) -> Result<&Term, SolverError> {
        let term = self.terms.get(id);
        term.ok_or_else(|| SolverError::Broken(format!("term {} was not made", id.0)))
    }

    pub(crate) fn term_sorts(&self, ids: &[TermId]) -> Result<Vec<Sort>, SolverError> {
        ids.iter().map(|id| Ok(self.term(*id)?.sort.clone())).collect()
    }

    fn add_sort(&mut self, sort: Sort) -> Result<SortId, SolverError> {
        if let Some(limit) = self.known.profile.limit_on(&sort) {
            return unsupported(format!("the sort {sort}: {}", limit.reason));
        }
        self.sorts.push(sort);
        Ok(SortId((self.sorts.len() - 1) as u32))
    }

    fn sort_text(&self, sort: &Sort) -> String {
        SortText(sort, self.known.dialect).to_string()
    }

    /// Some solvers know nothing before a logic is set.
    pub(crate) fn ensure_logic(&mut self) -> Result<(), SolverError> {
        if self.has_logic {
            return Ok(());
        }
        self.has_logic = true;
        if let Some(logic) = self.logic.take() {
            match self.set_logic(&logic) {
                // The one that is always set will do.
                Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => {}
                other => return other,
            }
        }
        match &self.known.file.default_logic {
            Some(logic) => self.set_logic(logic),
            None => Ok(()),
        }
    }

    fn set_logic(&mut self, logic: &str) -> Result<(), SolverError> {
        let command = format!("(set-logic {logic})");
        self.connection.command(&command, Effect::Prologue).map(drop)
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

    fn reset(&mut self) -> Result<Reply, SolverError> {
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

impl Solver for SmtlibSolver {
    /// There is one way to everything here.
    fn seed_call(&mut self, _: u64) {}

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        match shape {
            SortShape::BitVec(0) => return rejected("a bit-vector has at least one bit"),
            SortShape::Fun(domain, _) if domain.is_empty() => {
                return rejected("a function has at least one argument");
            }
            SortShape::FloatingPoint(0..2, _) | SortShape::FloatingPoint(_, 0..2) => {
                return rejected("exponent and significand have at least two bits");
            }
            SortShape::Datatype(..) | SortShape::MatchCase(..) => {
                return rejected("datatypes are declared, and cases have no sort to be made");
            }
            _ => {}
        }
        let sort = Sort::new(shape.try_map(|id| self.sort(*id).cloned())?);
        if let SortShape::Uninterpreted(name) = shape
            && !self.sort_names.iter().any(|known| **known == **name)
        {
            if !can_be_written(name) || name.is_empty() {
                return unsupported("a sort with a name that SMT-LIB cannot write");
            }
            self.declare(&format!("(declare-sort {} 0)", SymbolText(name)))?;
            self.sort_names.push(name.to_string());
        }
        self.add_sort(sort)
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let mut group = Vec::new();
        for definition in definitions {
            group.push(definition.try_map(&mut |id: &SortId| self.sort(*id).cloned())?);
        }
        if !datatypes::is_well_founded(&group) {
            return rejected("a datatype has no finite value");
        }
        for name in group.iter().map(|definition| &*definition.name) {
            if !can_be_written(name) || self.sort_names.iter().any(|known| **known == *name) {
                return unsupported("a datatype with a name that is taken or cannot be written");
            }
        }
        for member in datatypes::members(&group).map(str::to_owned).collect::<Vec<_>>() {
            if !self.names.take(&member) {
                return unsupported(format!(
                    "the member {member} of a datatype: the name is taken"
                ));
            }
        }
        self.declare(&datatypes::declaration(&group, self.known.dialect))?;
        self.sort_names.extend(group.iter().map(|definition| definition.name.to_string()));
        let declared = Datatype::declare(group).into_iter();
        declared.map(|datatype| self.add_sort(Sort::datatype(datatype, []))).collect()
    }

    fn instantiate_sort(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        let SortShape::Datatype(datatype, have) = self.sort(sort)?.shape() else {
            return rejected("only a datatype has parameters");
        };
        if !have.is_empty() || datatype.definition().params.len() != args.len() {
            return rejected(format!("{} does not take {} sorts", datatype.name(), args.len()));
        }
        let datatype = datatype.clone();
        let sorts = self.sorts_of(args)?;
        self.add_sort(Sort::datatype(datatype, sorts))
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
        if !self.known.profile.binders.contains(&binder) {
            return unsupported(format!("the binder {}", binder.key()));
        }
        let sort = binder_sort(binder, &self.term_sorts(vars)?, &self.term_sorts(bodies)?);
        let sort = sort.or_else(rejected)?;
        let &[body] = bodies else { return unsupported("a binder with two bodies") };
        let written = self.known.commands.patterns && binder != Binder::Lambda;
        let patterns = if written { patterns.to_vec() } else { Vec::new() };
        let mut free = self.terms.free(&patterns.concat());
        free.extend(self.terms.free(&[body]));
        free.retain(|var| !vars.contains(var));
        self.keep(sort, Made::Bound(binder, vars.to_vec(), patterns, body), free)
    }

    fn define_fun(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let domain = self.term_sorts(vars)?;
        let codomain = self.term(body)?.sort.clone();
        if codomain.kind() == SortKind::Fun {
            return unsupported("a function whose result is a function");
        }
        if self.terms.free(&[body]).iter().any(|var| !vars.contains(var)) {
            return rejected("the body has other free variables");
        }
        let text = self.text(body)?;
        let symbol = self.names.take_like(name);
        let mut command = format!("(define-fun {symbol} (");
        self.terms.write_vars(&mut command, vars, self.known.dialect);
        let _ = write!(command, ") {} {text})", self.sort_text(&codomain));
        self.declare(&command)?;
        let sort = if domain.is_empty() { codomain } else { Sort::fun(domain, codomain) };
        Ok(self.terms.add_symbol(sort, symbol, false))
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        if self.term_sorts(vars)? != self.term_sorts(values)? {
            return rejected("a variable and its value have the same sort");
        }
        let sort = self.term(body)?.sort.clone();
        let has_functions = self.term_sorts(values)?.iter().any(|s| s.kind() == SortKind::Fun);
        if has_functions && !self.known.file.higher_order {
            return unsupported("a function as a value of let");
        }
        let mut free = self.terms.free(&[body]);
        free.retain(|var| !vars.contains(var));
        free.extend(self.terms.free(values));
        self.keep(sort, Made::Let(vars.to_vec(), values.to_vec(), body), free)
    }

    fn children(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
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

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            Command::SetLogic(logic) => {
                if !logic.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                    return unsupported("a logic with such a name");
                }
                if self.has_logic || self.logic.is_some() {
                    return rejected("there is a logic already");
                }
                if self.known.file.options_before_logic {
                    self.logic = Some(logic.to_owned());
                } else {
                    self.set_logic(logic)?;
                    self.has_logic = true;
                }
                Ok(Reply::Done)
            }
            Command::SetOption { name, value } => {
                self.set_option(name, value).map(|()| Reply::Done)
            }
            Command::Assert(formula) => self.assert(formula, None),
            Command::AssertNamed { formula, name } => self.assert(formula, Some(name)),
            Command::CheckSat => {
                self.ensure_logic()?;
                self.assumed.clear();
                self.check("(check-sat)")
            }
            Command::CheckSatAssuming(formulas) => self.check_assuming(formulas),
            Command::Push(levels) => {
                self.ensure_logic()?;
                self.connection.push(levels).map(|()| Reply::Done)
            }
            Command::Pop(levels) => self.connection.pop(levels).map(|()| Reply::Done),
            Command::GetValue(terms) => self.get_values(terms),
            Command::PrintModel if !self.known.commands.get_model => unsupported("get-model"),
            Command::PrintModel => {
                let reply = self.connection.command("(get-model)", Effect::None)?;
                match Sexpr::parse(&reply) {
                    Some(Sexpr::List(_)) => Ok(Reply::Done),
                    _ if !self.connection.answers() => Ok(Reply::Done),
                    _ => Err(self.connection.nonsense("(get-model)", &reply)),
                }
            }
            Command::GetAssertions => unsupported("get-assertions"),
            Command::GetUnsatCore if !self.known.commands.get_unsat_core => {
                unsupported("get-unsat-core")
            }
            Command::GetUnsatCore => self.terms_by_name("(get-unsat-core)", true),
            Command::GetUnsatAssumptions if !self.known.commands.get_unsat_assumptions => {
                unsupported("get-unsat-assumptions")
            }
            Command::GetUnsatAssumptions => self.terms_by_name("(get-unsat-assumptions)", false),
            Command::Reset => self.reset(),
            Command::ResetAssertions if !self.known.commands.reset_assertions => {
                unsupported("reset-assertions")
            }
            Command::ResetAssertions => {
                self.ensure_logic()?;
                self.assumed.clear();
                self.connection.reset_assertions().map(|()| Reply::Done)
            }
            Command::Own(action, _) => unsupported(format!("the action {}", action.name)),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        Ok(self.term(term)?.sort.clone())
    }
}
