//! One instance: a term manager, a solver, and what was made with them.

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::Arc;

use murxla_api::{
    Answer, Application, Binder, CallSeed, Command, DatatypeDef, Literal, Reply, Solver,
    SolverError, Sort, SortId, SortShape, StandardOption, TermId,
};
use murxla_native::{AssertionStack, SortTable, TermTable, ids_of};

use crate::ffi::{self, NativeSolver, NativeSort, NativeTerm, TermManager, call};
use crate::guard::Conduct;
use crate::library::Shared;
use crate::separation::Heap;
use crate::side::answer_told;

/// An instance of the solver.
pub(crate) struct Instance {
    pub(crate) library: Arc<Shared>,
    pub(crate) tm: TermManager,
    pub(crate) solver: NativeSolver,
    pub(crate) seed: CallSeed,
    pub(crate) sorts: SortTable<NativeSort>,
    pub(crate) terms: TermTable<NativeTerm>,
    /// Cases of a `match`, with the sort that they match.
    pub(crate) cases: HashMap<TermId, Sort>,
    pub(crate) heap: Heap,
    /// Constants and functions, for the model as a whole.
    pub(crate) constants: Vec<NativeTerm>,
    pub(crate) assertions: AssertionStack<NativeTerm>,
    assumptions: Vec<(TermId, NativeTerm)>,
    /// Whether cvc5 has assertions that nobody gave to it, definitions and blocked models: they occur in cores.
    pub(crate) asserts_by_itself: bool,
    pub(crate) conduct: Conduct,
    /// The refusal after which its objects may be in an unsafe state.
    pub(crate) spoiled: Option<String>,
    /// The options that were set, and the logic, for another native solver like this one.
    pub(crate) settings: Vec<(CString, CString)>,
    /// Whether engines on the side work with them.
    pub(crate) lends_settings: bool,
    pub(crate) logic: Option<CString>,
}

/// A new term manager with a solver. cvc5 is incremental unless told otherwise; a standard option starts as
/// off.
fn create() -> Result<(TermManager, NativeSolver), SolverError> {
    let tm = ffi::live(call!(cvc5_term_manager_new()), "term manager")?;
    let solver = ffi::live(call!(cvc5_new(tm)), "solver")?;
    let option = StandardOption::Incremental.key();
    let option = ffi::c_string(option)?;
    call!(cvc5_set_option(solver, option.as_ptr(), c"false".as_ptr()));
    Ok((tm, solver))
}

/// The solver goes before the manager of its terms.
fn destroy(tm: TermManager, solver: NativeSolver) -> Result<(), SolverError> {
    call!(cvc5_delete(solver));
    // Deleting the manager would release all handles too; this says it before.
    call!(cvc5_term_manager_release(tm));
    call!(cvc5_term_manager_delete(tm));
    Ok(())
}

impl Instance {
    pub(crate) fn new(library: Arc<Shared>) -> Result<Instance, SolverError> {
        let (tm, solver) = create()?;
        Ok(Instance {
            library,
            tm,
            solver,
            seed: CallSeed::default(),
            sorts: SortTable::new(),
            terms: TermTable::new(),
            cases: HashMap::new(),
            heap: Heap::default(),
            constants: Vec::new(),
            assertions: AssertionStack::new(),
            assumptions: Vec::new(),
            asserts_by_itself: false,
            conduct: Conduct::default(),
            spoiled: None,
            settings: Vec::new(),
            lends_settings: false,
            logic: None,
        })
    }

    /// Another native solver with the same terms and settings, in which nothing was asserted; to be deleted.
    pub(crate) fn aside(&self) -> Result<NativeSolver, SolverError> {
        let solver = ffi::live(call!(cvc5_new(self.tm)), "solver")?;
        let set = || -> Result<(), SolverError> {
            // As every solver here begins.
            let incremental = ffi::c_string(StandardOption::Incremental.key())?;
            call!(cvc5_set_option(solver, incremental.as_ptr(), c"false".as_ptr()));
            for (name, value) in &self.settings {
                call!(cvc5_set_option(solver, name.as_ptr(), value.as_ptr()));
            }
            if let Some(logic) = &self.logic {
                call!(cvc5_set_logic(solver, logic.as_ptr()));
            }
            Ok(())
        };
        let was_set = set();
        if was_set.is_err() {
            call!(cvc5_delete(solver));
        }
        was_set.map(|()| solver)
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        // The new pair comes first, so that a failure leaves the instance as it was.
        let (tm, solver) = create()?;
        let (old_tm, old_solver) = (self.tm, self.solver);
        (self.tm, self.solver) = (tm, solver);
        // Releasing the manager releases the handles in the tables.
        self.sorts.drain().for_each(drop);
        self.terms.drain().for_each(drop);
        self.cases.clear();
        self.heap = Heap::default();
        self.constants.clear();
        self.assertions.clear();
        self.assumptions.clear();
        self.asserts_by_itself = false;
        self.conduct = Conduct::default();
        self.spoiled = None;
        self.settings.clear();
        self.logic = None;
        destroy(old_tm, old_solver)
    }

    fn guarded(&self) -> bool {
        self.library.ends_process()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        if self.guarded() {
            self.conduct.set_option(&self.library.options, name, value)?;
        }
        let (native_name, native_value) = (ffi::c_string(name)?, ffi::c_string(value)?);
        call!(cvc5_set_option(self.solver, native_name.as_ptr(), native_value.as_ptr()));
        self.settings.push((native_name, native_value));
        self.conduct.options_on.retain(|option| option != name);
        if value == "true" {
            self.conduct.options_on.push(name.to_owned());
        }
        match StandardOption::from_key(name) {
            Some(option) => self.conduct.options.set(option, value),
            None => Ok(()),
        }
    }

    fn set_logic(&mut self, logic: &str) -> Result<(), SolverError> {
        if self.guarded() {
            self.conduct.set_logic(logic)?;
        }
        let native = ffi::c_string(logic)?;
        call!(cvc5_set_logic(self.solver, native.as_ptr()));
        self.logic = Some(native);
        self.conduct.logic_set = true;
        self.conduct.higher_order = logic.starts_with("HO_");
        Ok(())
    }

    fn assert(&mut self, formula: TermId) -> Result<(), SolverError> {
        let native = self.terms.native(formula)?;
        if self.guarded() {
            self.conduct.formula(&self.sort_of_native(native)?)?;
        }
        self.declare_heap()?;
        call!(cvc5_assert_formula(self.solver, native));
        self.assertions.assert(formula, native);
        self.conduct.changed();
        Ok(())
    }

    fn check(&mut self, assumptions: Option<&[TermId]>) -> Result<Answer, SolverError> {
        let natives = self.terms.natives(assumptions.unwrap_or_default())?;
        if self.guarded() {
            self.conduct.check()?;
            for native in &natives {
                self.conduct.formula(&self.sort_of_native(*native)?)?;
            }
        }
        self.declare_heap()?;
        self.conduct.changed();
        // Checking under no assumptions is checking.
        let assuming = assumptions.is_some() || self.seed.pick(4) == 0;
        let solver = self.solver;
        let check = || {
            Ok(if assuming {
                call!(cvc5_check_sat_assuming(solver, natives.len(), natives.as_ptr()))
            } else {
                call!(cvc5_check_sat(solver))
            })
        };
        let result = self.worked("a check", check())?;
        let result = ffi::live(result, "result")?;
        let answer = answer_told(result)?;
        let inspected = match self.guarded() || self.seed.pick(8) != 0 {
            true => Ok(()),
            false => self.inspect_result(result, answer),
        };
        call!(cvc5_result_release(result));
        self.conduct.checked = true;
        self.conduct.answer = Some(answer);
        self.conduct.assumed = assumptions.is_some();
        self.assumptions = assumptions.unwrap_or_default().iter().copied().zip(natives).collect();
        inspected?;
        Ok(answer)
    }

    fn push(&mut self, levels: u32) -> Result<(), SolverError> {
        if self.guarded() {
            self.conduct.push()?;
        }
        let solver = self.solver;
        let push = || {
            call!(cvc5_push(solver, levels));
            Ok(())
        };
        self.worked("push", push())?;
        self.assertions.push(levels);
        self.conduct.changed();
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result<(), SolverError> {
        if self.guarded() {
            self.conduct.pop(levels, self.assertions.open_levels())?;
        }
        call!(cvc5_pop(self.solver, levels));
        self.assertions.pop(levels);
        self.conduct.changed();
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result<(), SolverError> {
        call!(cvc5_reset_assertions(self.solver));
        self.assertions.clear();
        self.assumptions.clear();
        self.conduct.changed();
        Ok(())
    }

    /// The assertions of the core. cvc5 counts assumptions among them; those are left out here.
    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        if self.guarded() {
            self.conduct.unsat_core()?;
        }
        let mut count = 0;
        let core = call!(cvc5_get_unsat_core(self.solver, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let core = self.take_ids(unsafe { ffi::list(core, count) })?;
        let asserted = self.native_ids(self.assertions.formulas())?;
        let assumed = self.native_ids(&self.assumptions)?;
        let is_assertion = |native: &u64| {
            let among = |known: &[(TermId, u64)]| known.iter().any(|(_, id)| id == native);
            among(&asserted) || !(self.asserts_by_itself || among(&assumed))
        };
        ids_of(&asserted, core.into_iter().filter(is_assertion), "the unsat core")
    }

    fn unsat_assumptions(&mut self) -> Result<Vec<TermId>, SolverError> {
        if self.guarded() {
            self.conduct.unsat_assumptions()?;
        }
        let mut count = 0;
        let failed = call!(cvc5_get_unsat_assumptions(self.solver, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let failed = self.take_ids(unsafe { ffi::list(failed, count) })?;
        let assumed = self.native_ids(&self.assumptions)?;
        ids_of(&assumed, failed, "the list of unsat assumptions")
    }

    /// cvc5's own numbers of terms that it gave us, each once; the handles are given back.
    fn take_ids(&self, terms: Vec<NativeTerm>) -> Result<Vec<u64>, SolverError> {
        let mut ids = Vec::new();
        for term in &terms {
            let id = call!(cvc5_term_get_id(ffi::live(*term, "term of a core")?));
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        self.release(&terms)?;
        Ok(ids)
    }

    /// Equal terms have equal numbers, whereas equal handles are not promised.
    pub(crate) fn native_ids(
        &self,
        known: &[(TermId, NativeTerm)],
    ) -> Result<Vec<(TermId, u64)>, SolverError> {
        known.iter().map(|(id, native)| Ok((*id, call!(cvc5_term_get_id(*native))))).collect()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = destroy(self.tm, self.solver);
    }
}

impl Solver for Instance {
    fn seed_call(&mut self, seed: u64) {
        self.seed = CallSeed::new(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        self.require_sound()?;
        self.make_sort(shape)
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        self.require_sound()?;
        self.declare_datatypes(definitions)
    }

    fn mk_instance(&mut self, sort: SortId, args: &[SortId]) -> Result<SortId, SolverError> {
        self.require_sound()?;
        self.instantiate(sort, args)
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_value(sort, literal)
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_const(sort, name)
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_var(sort, name)
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_term(application)
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_binder(binder, vars, patterns, bodies)
    }

    fn mk_fun(&mut self, name: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_definition(name, vars, body)
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.make_let(vars, values, body)
    }

    fn mk_rec_fun(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        self.require_sound()?;
        self.declare_recursive(sort, name)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        if !matches!(command, Command::Reset) {
            self.require_sound()?;
        }
        match command {
            Command::SetLogic(logic) => self.set_logic(logic)?,
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::DefineRecFun { function, vars, body } => {
                self.define_recursive(function, vars, body)?
            }
            Command::Simplify(term) => return self.simplified(term, false).map(Reply::Term),
            Command::TermGetChildren(term) => return self.children_of(term).map(Reply::NewTerms),
            Command::Assert(formula) | Command::AssertNamed { formula, .. } => {
                self.assert(formula)?
            }
            Command::PrintModel => {
                let printed = self.print_model();
                self.worked("get-model", printed)?;
            }
            Command::GetInfo(keyword) => self.read_info(keyword)?,
            Command::GetAssertions => return self.listed_assertions().map(Reply::Terms),
            Command::CheckSat => return self.check(None).map(Reply::Answer),
            Command::CheckSatAssuming(formulas) => {
                return self.check(Some(formulas)).map(Reply::Answer);
            }
            Command::Push(levels) => self.push(levels)?,
            Command::Pop(levels) => self.pop(levels)?,
            Command::GetValue(terms) => {
                let values = self.values(terms);
                return self.worked("get-value", values).map(Reply::Values);
            }
            Command::GetUnsatCore => {
                let core = self.unsat_core();
                return self.worked("get-unsat-core", core).map(Reply::Terms);
            }
            Command::GetUnsatAssumptions => {
                let assumptions = self.unsat_assumptions();
                return self.worked("get-unsat-assumptions", assumptions).map(Reply::Terms);
            }
            Command::Reset => self.reset()?,
            Command::ResetAssertions => self.reset_assertions()?,
            Command::Own(action, args) => return self.own_action(action, args),
        }
        Ok(Reply::Done)
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        self.sort_of_term(term)
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        let id = || -> Result<u64, SolverError> {
            Ok(call!(cvc5_term_get_id(self.terms.native(term)?)))
        };
        id().ok()
    }
}
