//! One instance of Yices, and its commands.

use murxla_api::{
    Answer, Application, Binder, CallSeed, Command, DatatypeDef, Literal, Reply, Solver,
    SolverError, Sort, SortId, SortKind, SortShape, StandardOption, TermId, Value,
};

use crate::ffi::model_t;
use crate::library::Share;
use crate::model;
use crate::numbers::Numbers;
use crate::session::Session;
use crate::sorts::lacking;
use crate::terms::Terms;
use crate::values::ModelReader;

/// An instance of Yices.
pub struct YicesSolver {
    pub(crate) numbers: Numbers,
    pub(crate) seed: CallSeed,
    pub(crate) terms: Terms,
    // Dropped in this order: the last share takes all native objects with it.
    pub(crate) session: Session,
    pub(crate) share: Share,
}

impl YicesSolver {
    /// An instance with nothing in it.
    pub fn new(numbers: Numbers) -> YicesSolver {
        YicesSolver {
            numbers,
            seed: CallSeed::default(),
            terms: Terms::new(numbers),
            session: Session::new(numbers.status),
            share: Share::new(),
        }
    }

    /// Yices itself has no such switches, so it would not refuse.
    fn need(&self, option: StandardOption) -> Result<(), SolverError> {
        let standard = &self.session.standard;
        let on = match option {
            StandardOption::Incremental => standard.incremental,
            StandardOption::Models => standard.models,
            StandardOption::UnsatCores => standard.unsat_cores,
            StandardOption::UnsatAssumptions => standard.unsat_assumptions,
        };
        if on {
            return Ok(());
        }
        Err(SolverError::Rejected(format!("option {} is off", option.key())))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        match StandardOption::from_key(name) {
            Some(option) => {
                self.session.native.check_not_open(name)?;
                self.session.standard.set(option, value)
            }
            None => self.session.native.set_option(name, value),
        }
    }

    fn check_assuming(&mut self, ids: &[TermId]) -> Result<Answer, SolverError> {
        self.need(StandardOption::Incremental)?;
        let natives = self.terms.natives(ids)?;
        let assumptions = ids.iter().copied().zip(natives).collect();
        self.session.check(Some(assumptions), &mut self.seed)
    }

    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.need(StandardOption::UnsatCores)?;
        Ok(self.session.core(&mut self.seed)?.formulas)
    }

    fn unsat_assumptions(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.need(StandardOption::UnsatAssumptions)?;
        if self.session.last_check_was_plain() {
            return Err(SolverError::Rejected("the last check had no assumptions".to_owned()));
        }
        Ok(self.session.core(&mut self.seed)?.assumptions)
    }

    /// The model of the last check.
    pub(crate) fn model(&mut self) -> Result<*mut model_t, SolverError> {
        self.need(StandardOption::Models)?;
        self.session.model(&mut self.seed)
    }

    fn print_model(&mut self) -> Result<(), SolverError> {
        let model = self.model()?;
        model::read_all(model, self.numbers.tag, &self.terms, &mut self.seed)
    }

    fn assert(&mut self, id: TermId, name: Option<&str>) -> Result<(), SolverError> {
        let formula = self.terms.native(id)?;
        if let Some(name) = name
            && !self.terms.name_formula(formula, name)?
        {
            return Err(SolverError::Rejected(format!("the name {name} is in use")));
        }
        let asserted = self.session.assert(id, formula, &mut self.seed);
        if let (Err(_), Some(name)) = (&asserted, name) {
            self.terms.remove_name(name)?;
        }
        asserted
    }

    fn values(&mut self, ids: &[TermId]) -> Result<Vec<Value>, SolverError> {
        let natives = self.terms.natives(ids)?;
        let model = self.model()?;
        let reader = ModelReader { model, tags: self.numbers.tag };
        ids.iter()
            .zip(natives)
            .map(|(id, native)| reader.read(native, self.terms.known_sort(*id)?, &mut self.seed))
            .collect()
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        // The old session goes first: emptying the table of terms would free its native objects as well.
        self.session = Session::new(self.numbers.status);
        self.terms = Terms::new(self.numbers);
        self.share.clear_if_alone()
    }
}

impl Solver for YicesSolver {
    fn seed_call(&mut self, seed: u64) {
        self.seed = CallSeed::new(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.terms.mk_sort(shape, &mut self.seed)
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let names: Vec<&str> = definitions.iter().map(|one| &*one.name).collect();
        let reason = lacking(SortKind::Datatype).unwrap_or_default();
        Err(SolverError::Unsupported(format!("{reason} ({})", names.join(", "))))
    }

    fn mk_instance(&mut self, sort: SortId, _: &[SortId]) -> Result<SortId, SolverError> {
        let sort = self.terms.sort(sort)?;
        Err(SolverError::Rejected(format!(
            "{sort} has no parameters: Yices has no parametric sorts"
        )))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.terms.mk_value(sort, literal, &mut self.seed)
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.terms.mk_const(sort, name)
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.terms.mk_var(sort, name)
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.terms.mk_term(application, &mut self.seed)
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        _patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.terms.mk_binder(binder, vars, bodies)
    }

    fn mk_fun(&mut self, _: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        // Yices has functions without names only, and replaces their applications by the body.
        self.terms.mk_binder(Binder::Lambda, vars, &[body])
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.terms.substitute(body, vars, values, &mut self.seed)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            Command::SetLogic(logic) => {
                self.terms.for_mcsat = self.session.native.set_logic(logic)?;
            }
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::DefineRecFun { .. } | Command::Simplify(_) | Command::GetInfo(_) => {
                return command.unsupported();
            }
            Command::TermGetChildren(term) => {
                return self.terms.children(term).map(Reply::NewTerms);
            }
            Command::Assert(id) => self.assert(id, None)?,
            Command::AssertNamed { formula, name } => self.assert(formula, Some(name))?,
            Command::PrintModel => self.print_model()?,
            Command::GetAssertions => {
                return Err(SolverError::Unsupported(
                    "the assertions (a context of Yices does not tell them)".to_owned(),
                ));
            }
            Command::CheckSat => {
                return self.session.check(None, &mut self.seed).map(Reply::Answer);
            }
            Command::CheckSatAssuming(ids) => return self.check_assuming(ids).map(Reply::Answer),
            Command::Push(levels) => self.session.push(levels)?,
            Command::Pop(levels) => self.session.pop(levels)?,
            Command::GetValue(ids) => return self.values(ids).map(Reply::Values),
            Command::GetUnsatCore => return self.unsat_core().map(Reply::Terms),
            Command::GetUnsatAssumptions => return self.unsat_assumptions().map(Reply::Terms),
            Command::Reset => self.reset()?,
            Command::ResetAssertions => self.session.reset_assertions()?,
            Command::Own(action, args) => return self.own_action(action, args),
        }
        Ok(Reply::Done)
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.terms.native_sort(self.terms.native(term)?)
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        self.terms.native(term).ok().map(|native| native as u64)
    }
}
