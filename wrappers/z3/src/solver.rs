//! One instance of Z3.

use std::collections::{HashMap, HashSet};
use std::ffi::c_uint;
use std::sync::Arc;

use murxla_api::{
    Answer, Application, Binder, CallSeed, Command, DatatypeDef, Literal, Reply, Solver,
    SolverError, Sort, SortId, SortShape, StandardOption, StandardOptions, TermId,
};
use murxla_native::{AssertionStack, SortTable, TermTable};

use crate::actions::Engines;
use crate::assertions::Asserted;
use crate::context::Context;
use crate::definitions::Definition;
use crate::ffi::{self, Z3_ast, Z3_solver, Z3_sort, call};
use crate::kinds::Kinds;
use crate::macros::Macro;
use crate::options::Parameters;
use crate::sorts::NativeSort;
use crate::terms::Native;
use crate::variables::Variable;

/// A context with one solver object. The order of fields is the order of destruction: the context, which
/// frees everything else, goes last.
pub(crate) struct Z3Solver {
    pub(crate) sorts: SortTable<NativeSort>,
    /// Datatypes and tuples that nobody made by id: sorts of fields and of terms.
    pub(crate) met: Vec<(Z3_sort, Sort)>,
    pub(crate) terms: TermTable<Native>,
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) seed: CallSeed,
    pub(crate) raw: Z3_solver,
    pub(crate) standard: StandardOptions,
    parameters: Parameters,
    pub(crate) asserted: AssertionStack<Asserted>,
    /// Constants that are the names of assertions. A name stays in use when its assertion is gone.
    pub(crate) labels: HashSet<Z3_ast>,
    /// Constants that were made: none of them can be the name of an assertion.
    pub(crate) constants: HashSet<Z3_ast>,
    pub(crate) variables: HashMap<Z3_ast, Variable>,
    pub(crate) macros: Vec<Macro>,
    /// Whether the solver object is one for a logic: most of these ignore the definitions of declared functions.
    pub(crate) ignores_definitions: bool,
    pub(crate) definitions: Vec<Definition>,
    /// The answer of the last check, if nothing changed since.
    pub(crate) last_answer: Option<Answer>,
    /// The assumptions of the last check, if it had any.
    pub(crate) assumptions: Option<Vec<(TermId, Z3_ast)>>,
    pub(crate) engines: Engines,
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
            asserted: AssertionStack::new(),
            labels: HashSet::new(),
            constants: HashSet::new(),
            variables: HashMap::new(),
            macros: Vec::new(),
            ignores_definitions: false,
            definitions: Vec::new(),
            last_answer: None,
            assumptions: None,
            engines: Engines::default(),
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
        self.ignores_definitions = logic != "ALL";
        self.asserted.clear();
        self.last_answer = None;
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

    fn check_sat(&mut self, assumptions: Option<&[TermId]>) -> Result<Reply, SolverError> {
        self.last_answer = None;
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
        let answer = match result {
            ffi::Z3_L_TRUE => Answer::Sat,
            ffi::Z3_L_FALSE => Answer::Unsat,
            ffi::Z3_L_UNDEF => Answer::Unknown,
            other => return Err(SolverError::Broken(format!("the answer {other}"))),
        };
        self.last_answer = Some(answer);
        Ok(Reply::Answer(answer))
    }

    fn push(&mut self, levels: u32) -> Result<Reply, SolverError> {
        for _ in 0..levels {
            call!(Z3_solver_push(self.context.raw, self.raw));
            self.context.check()?;
            self.asserted.push(1);
            self.last_answer = None;
        }
        Ok(Reply::Done)
    }

    fn pop(&mut self, levels: u32) -> Result<Reply, SolverError> {
        call!(Z3_solver_pop(self.context.raw, self.raw, levels));
        self.context.check()?;
        self.asserted.pop(levels);
        self.last_answer = None;
        Ok(Reply::Done)
    }

    fn reset(&mut self) -> Result<Reply, SolverError> {
        *self = Z3Solver::with_kinds(Arc::clone(&self.kinds))?;
        Ok(Reply::Done)
    }

    fn reset_assertions(&mut self) -> Result<Reply, SolverError> {
        call!(Z3_solver_reset(self.context.raw, self.raw));
        self.context.check()?;
        self.asserted.clear();
        self.last_answer = None;
        self.assumptions = None;
        Ok(Reply::Done)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Reply, SolverError> {
        let mut asked = Vec::new();
        for term in terms {
            // A model has no value for a definition; it has one for what the definition says.
            let native = match self.terms.native(*term)? {
                Native::Macro(number) => Native::Lambda(self.macro_as_lambda(number)?),
                other => other,
            };
            asked.push((native, self.read_sort_of(*term)?));
        }
        let model = self.model()?;
        let values = asked.iter().map(|(term, sort)| self.value_in(model.raw, *term, sort));
        Ok(Reply::Values(values.collect::<Result<_, _>>()?))
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

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.instantiate(sort, args)
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.make_value(sort, literal)
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.make_const(sort, name)
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.make_variable(sort, name)
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

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.make_definition(name, vars, body)
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.replace_variables(vars, values, body)
    }

    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.declare_recursive(sort, name)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        match command {
            Command::SetLogic(logic) => self.set_logic(logic),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::DefineRecFun { function, vars, body } => {
                self.define_recursive(function, vars, body).map(|()| Reply::Done)
            }
            Command::Simplify(term) => self.simplified(term).map(Reply::Term),
            Command::TermGetChildren(term) => self.children_of(term).map(Reply::NewTerms),
            Command::Assert(formula) => self.assert(formula),
            Command::AssertNamed { formula, name } => self.assert_named(formula, name),
            Command::CheckSat => self.check_sat(None),
            Command::CheckSatAssuming(formulas) => self.check_sat(Some(formulas)),
            Command::Push(levels) => self.push(levels),
            Command::Pop(levels) => self.pop(levels),
            Command::GetValue(terms) => self.get_value(terms),
            Command::PrintModel => self.print_model(),
            Command::GetAssertions => self.assertions(),
            Command::GetInfo(keyword) => self.read_info(keyword),
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetUnsatAssumptions => self.unsat_assumptions(),
            Command::Reset => self.reset(),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Own(action, args) => self.own_action(action, args),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.read_sort_of(term)
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        self.plain_term(term).ok().map(|native| native.addr().get() as u64)
    }
}
