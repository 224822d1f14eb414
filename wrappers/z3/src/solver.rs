//! One instance of Z3.

use std::ffi::c_uint;
use std::sync::Arc;

use murxla_api::{
    Answer, Application, Binder, CallSeed, Command, DatatypeDef, Literal, Reply, Solver,
    SolverError, Sort, SortId, SortShape, StandardOption, StandardOptions, TermId,
};
use murxla_native::{AssertionStack, SortTable, TermTable, ids_of};

use crate::context::Context;
use crate::ffi::{self, Z3_ast, Z3_solver, Z3_sort, call};
use crate::kinds::Kinds;
use crate::options::Parameters;
use crate::sorts::NativeSort;
use crate::terms::Native;

/// A context with one solver object. The order of fields is the order of destruction: the context, which
/// frees everything else, goes last.
pub(crate) struct Z3Solver {
    pub(crate) sorts: SortTable<NativeSort>,
    /// Datatypes and tuples that nobody made by id: sorts of fields and of terms.
    pub(crate) met: Vec<(Z3_sort, Sort)>,
    pub(crate) terms: TermTable<Native>,
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) seed: CallSeed,
    raw: Z3_solver,
    standard: StandardOptions,
    parameters: Parameters,
    /// With cores on: the Boolean constant that stands for each asserted formula.
    tracked: AssertionStack<Z3_ast>,
    /// The assumptions of the last check, if it had any.
    assumptions: Option<Vec<(TermId, Z3_ast)>>,
    pub(crate) context: Context,
}

impl Z3Solver {
    pub(crate) fn with_kinds(kinds: Arc<Kinds>) -> Result<Z3Solver, SolverError> {
        let context = Context::new()?;
        let made = call!(Z3_mk_solver(context.raw));
        let raw = context.checked(made)?;
        call!(Z3_solver_inc_ref(context.raw, raw));
        Ok(Z3Solver {
            sorts: SortTable::new(),
            met: Vec::new(),
            terms: TermTable::new(),
            kinds,
            seed: CallSeed::default(),
            raw,
            standard: StandardOptions::default(),
            parameters: Parameters::default(),
            tracked: AssertionStack::new(),
            assumptions: None,
            context,
        })
    }

    /// The solver object, for its list of parameters.
    pub(crate) fn raw(&self) -> Z3_solver {
        self.raw
    }

    fn release(&self) -> Result<(), SolverError> {
        call!(Z3_solver_dec_ref(self.context.raw, self.raw));
        Ok(())
    }

    fn set_logic(&mut self, logic: &str) -> Result<Reply, SolverError> {
        let context = &self.context;
        let symbol = context.symbol(logic)?;
        let made = call!(Z3_mk_solver_for_logic(context.raw, symbol));
        let raw = context.checked(made)?;
        call!(Z3_solver_inc_ref(context.raw, raw));
        call!(Z3_solver_dec_ref(context.raw, self.raw));
        self.raw = raw;
        self.tracked.clear();
        self.assumptions = None;
        self.parameters.apply_all(&self.context, self.raw)?;
        Ok(Reply::Done)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, SolverError> {
        let Some(option) = StandardOption::from_key(name) else {
            self.parameters.set(&self.context, self.raw, name, value)?;
            return Ok(Reply::Done);
        };
        self.standard.set(option, value)?;
        let native = match option {
            StandardOption::Models => Some("model"),
            StandardOption::UnsatCores => Some("unsat_core"),
            // Z3 always takes several checks, and always tells the failed assumptions.
            StandardOption::Incremental | StandardOption::UnsatAssumptions => None,
        };
        if let Some(name) = native {
            self.parameters.set(&self.context, self.raw, name, value)?;
        }
        Ok(Reply::Done)
    }

    fn assert(&mut self, formula: TermId) -> Result<Reply, SolverError> {
        let native = self.plain_term(formula)?;
        let context = &self.context;
        if self.standard.unsat_cores {
            let bool = call!(Z3_mk_bool_sort(context.raw));
            let bool = context.checked(bool)?;
            let made = call!(Z3_mk_fresh_const(context.raw, c"track".as_ptr(), bool));
            let label = context.keep(context.checked(made)?)?;
            call!(Z3_solver_assert_and_track(context.raw, self.raw, native, label));
            context.check()?;
            self.tracked.assert(formula, label);
        } else {
            call!(Z3_solver_assert(context.raw, self.raw, native));
            context.check()?;
        }
        Ok(Reply::Done)
    }

    fn check_sat(&mut self, assumptions: Option<&[TermId]>) -> Result<Reply, SolverError> {
        let (context, raw) = (&self.context, self.raw);
        let result = match assumptions {
            None => {
                self.assumptions = None;
                if self.seed.pick(2) == 0 {
                    call!(Z3_solver_check(context.raw, raw))
                } else {
                    call!(Z3_solver_check_assumptions(context.raw, raw, 0, std::ptr::null()))
                }
            }
            Some(ids) => {
                let natives = self.plain_terms(ids)?;
                let count = natives.len() as c_uint;
                let result =
                    call!(Z3_solver_check_assumptions(context.raw, raw, count, natives.as_ptr()));
                self.assumptions = Some(ids.iter().copied().zip(natives).collect());
                result
            }
        };
        self.context.check()?;
        Ok(Reply::Answer(match result {
            ffi::Z3_L_TRUE => Answer::Sat,
            ffi::Z3_L_FALSE => Answer::Unsat,
            ffi::Z3_L_UNDEF => Answer::Unknown,
            other => return Err(SolverError::Broken(format!("the answer {other}"))),
        }))
    }

    fn push(&mut self, levels: u32) -> Result<Reply, SolverError> {
        for _ in 0..levels {
            call!(Z3_solver_push(self.context.raw, self.raw));
            self.context.check()?;
            self.tracked.push(1);
        }
        Ok(Reply::Done)
    }

    fn pop(&mut self, levels: u32) -> Result<Reply, SolverError> {
        call!(Z3_solver_pop(self.context.raw, self.raw, levels));
        self.context.check()?;
        self.tracked.pop(levels);
        Ok(Reply::Done)
    }

    /// The literals of the last core: labels of asserted formulas, and assumptions.
    fn core(&self) -> Result<Vec<Z3_ast>, SolverError> {
        let context = &self.context;
        let made = call!(Z3_solver_get_unsat_core(context.raw, self.raw));
        let vector = context.checked(made)?;
        call!(Z3_ast_vector_inc_ref(context.raw, vector));
        let size = call!(Z3_ast_vector_size(context.raw, vector));
        let mut literals = Vec::new();
        for position in 0..size {
            let literal = call!(Z3_ast_vector_get(context.raw, vector, position));
            literals.push(context.checked(literal)?);
        }
        call!(Z3_ast_vector_dec_ref(context.raw, vector));
        Ok(literals)
    }

    fn unsat_core(&self) -> Result<Reply, SolverError> {
        if !self.standard.unsat_cores {
            return Err(SolverError::Rejected("produce-unsat-cores is off".to_owned()));
        }
        // The core holds assumptions too; they belong to get-unsat-assumptions.
        let assumed = self.assumptions.as_deref().unwrap_or_default();
        let labels = self.core()?.into_iter().filter(|literal| {
            let is_label = self.tracked.formulas().iter().any(|(_, label)| label == literal);
            is_label || !assumed.iter().any(|(_, assumption)| assumption == literal)
        });
        ids_of(self.tracked.formulas(), labels, "the unsat core").map(Reply::Terms)
    }

    fn unsat_assumptions(&self) -> Result<Reply, SolverError> {
        let Some(assumed) = &self.assumptions else {
            return Err(SolverError::Rejected("the last check had no assumptions".to_owned()));
        };
        if !self.standard.unsat_assumptions {
            return Err(SolverError::Rejected("produce-unsat-assumptions is off".to_owned()));
        }
        let failed = self.core()?.into_iter().filter(|literal| {
            let is_assumption = assumed.iter().any(|(_, assumption)| assumption == literal);
            is_assumption || !self.tracked.formulas().iter().any(|(_, label)| label == literal)
        });
        ids_of(assumed, failed, "the list of unsat assumptions").map(Reply::Terms)
    }

    fn reset(&mut self) -> Result<Reply, SolverError> {
        *self = Z3Solver::with_kinds(Arc::clone(&self.kinds))?;
        Ok(Reply::Done)
    }

    fn reset_assertions(&mut self) -> Result<Reply, SolverError> {
        call!(Z3_solver_reset(self.context.raw, self.raw));
        self.context.check()?;
        self.tracked.clear();
        self.assumptions = None;
        Ok(Reply::Done)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Reply, SolverError> {
        if !self.standard.models {
            return Err(SolverError::Rejected("produce-models is off".to_owned()));
        }
        let made = call!(Z3_solver_get_model(self.context.raw, self.raw));
        let model = self.context.checked(made)?;
        call!(Z3_model_inc_ref(self.context.raw, model));
        let values = terms.iter().map(|term| self.value_in(model, *term)).collect();
        call!(Z3_model_dec_ref(self.context.raw, model));
        Ok(Reply::Values(Result::from_iter::<Vec<_>>(values)?))
    }
}

impl Drop for Z3Solver {
    fn drop(&mut self) {
        // It cannot fail: the solver object is alive.
        let _ = self.release();
    }
}

impl Solver for Z3Solver {
    fn seed_call(&mut self, seed: u64) {
        self.seed = CallSeed::new(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.make_sort(shape)
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        self.make_datatypes(definitions)
    }

    fn instantiate_sort(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.instantiate(sort, args)
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.make_value(sort, literal)
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.make_const(sort, name)
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        // Z3 binds constants; it has no variables of its own in this form of its API.
        self.make_const(sort, name)
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.make_term(application)
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.make_binder(binder, vars, patterns, bodies)
    }

    fn define_fun(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.make_definition(name, vars, body)
    }

    fn children(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        self.children_of(term)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            Command::SetLogic(logic) => self.set_logic(logic),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Assert(formula) | Command::AssertNamed { formula, .. } => self.assert(formula),
            Command::PrintModel | Command::GetAssertions => {
                Err(SolverError::Unsupported("model and assertions".to_owned()))
            }
            Command::CheckSat => self.check_sat(None),
            Command::CheckSatAssuming(formulas) => self.check_sat(Some(formulas)),
            Command::Push(levels) => self.push(levels),
            Command::Pop(levels) => self.pop(levels),
            Command::GetValue(terms) => self.get_value(terms),
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetUnsatAssumptions => self.unsat_assumptions(),
            Command::Reset => self.reset(),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Own(action, _) => Err(SolverError::Unsupported(format!(
                "the action {} of another solver",
                action.name
            ))),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.read_sort_of(term)
    }
}
