//! One instance of Bitwuzla.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use murxla_api::{
    Answer, Application, Binder, CallSeed, Command, DatatypeDef, Literal, Reply, Solver,
    SolverError, Sort, SortId, SortShape, StandardOptions, TermId,
};
use murxla_native::{AssertionStack, SortTable, TermTable};

use crate::children::{children, free_variables};
use crate::errors::{catch_in_this_thread, present, rejected};
use crate::ffi::{BitwuzlaSort, BitwuzlaTerm, call};
use crate::free::FreeVariables;
use crate::handles::{Native, OwnedTerm};
use crate::library::Knowledge;
use crate::literals::ValueMaker;
use crate::sorts::{mk_sort, structure_of};
use crate::terms::Maker;

/// An instance.
pub(crate) struct BitwuzlaSolver {
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) native: Native,
    pub(crate) sorts: SortTable<BitwuzlaSort>,
    pub(crate) terms: TermTable<BitwuzlaTerm>,
    pub(crate) free: FreeVariables,
    /// Variables that a binder has bound.
    pub(crate) bound: HashSet<BitwuzlaTerm>,
    /// Declared sorts by name: Bitwuzla makes a new sort with every call.
    pub(crate) uninterpreted: HashMap<Arc<str>, BitwuzlaSort>,
    pub(crate) assertions: AssertionStack<BitwuzlaTerm>,
    /// Those of the last check. As long as there are some, Bitwuzla keeps a level of its own for them.
    pub(crate) assumptions: Vec<(TermId, BitwuzlaTerm)>,
    /// Constants and functions, for the model as a whole.
    pub(crate) constants: Vec<BitwuzlaTerm>,
    /// Constants and variables, with their names.
    pub(crate) symbols: HashMap<BitwuzlaTerm, Box<str>>,
    /// Whether the last check has an answer that still holds.
    pub(crate) answered: bool,
    /// That answer.
    pub(crate) last_answer: Option<Answer>,
    pub(crate) options: StandardOptions,
    pub(crate) seed: CallSeed,
}

impl BitwuzlaSolver {
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Result<BitwuzlaSolver, SolverError> {
        catch_in_this_thread()?;
        Ok(BitwuzlaSolver {
            knowledge,
            native: Native::new()?,
            sorts: SortTable::new(),
            terms: TermTable::new(),
            free: FreeVariables::default(),
            bound: HashSet::new(),
            uninterpreted: HashMap::new(),
            assertions: AssertionStack::new(),
            assumptions: Vec::new(),
            constants: Vec::new(),
            symbols: HashMap::new(),
            answered: false,
            last_answer: None,
            options: StandardOptions::default(),
            seed: CallSeed::default(),
        })
    }

    /// A term that Bitwuzla made of others: its free variables are looked up in it.
    pub(crate) fn add_open(&mut self, term: OwnedTerm) -> Result<TermId, SolverError> {
        let variables = free_variables(&self.knowledge.kinds, term.0)?;
        let mut free = BTreeSet::new();
        for variable in variables.iter() {
            let id = match self.free.id_of(*variable) {
                Some(id) => id,
                None => {
                    let copy = call!(bitwuzla_term_copy(*variable));
                    self.add_variable(present(copy, "bitwuzla_term_copy")?)
                }
            };
            free.insert(id);
        }
        let id = self.terms.add(term.into_native());
        self.free.child(id, free);
        Ok(id)
    }

    fn add_variable(&mut self, variable: BitwuzlaTerm) -> TermId {
        let id = self.terms.add(variable);
        self.free.variable(id, variable);
        id
    }

    fn maker(&mut self) -> Maker<'_> {
        Maker { manager: self.native.manager, knowledge: &self.knowledge, seed: &mut self.seed }
    }
}

impl BitwuzlaSolver {
    pub(crate) fn simplified(&mut self, term: TermId) -> Result<TermId, SolverError> {
        let native = self.terms.native(term)?;
        // Simplifying a term ends the last answer of an instance, and a new instance fixes the options, so it is
        // done aside then. What it gives depends on the term and the options only.
        let aside = match self.answered || !self.native.has_instance() {
            true => Some(self.native.aside()?),
            false => None,
        };
        let instance = match &aside {
            Some(aside) => aside.0,
            None => self.native.instance()?,
        };
        let simpler = call!(bitwuzla_simplify_term(instance, native));
        drop(aside);
        self.add_open(OwnedTerm(present(simpler, "bitwuzla_simplify_term")?))
    }

    pub(crate) fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        let children = children(self.terms.native(term)?)?;
        children.into_iter().map(|child| self.add_open(child)).collect()
    }
}

impl Solver for BitwuzlaSolver {
    fn seed_call(&mut self, seed: u64) {
        self.seed = CallSeed::new(seed);
    }

    fn mk_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let structure = self.sorts.structure(shape)?;
        let natives = shape.try_map(|id| self.sorts.native(*id))?;
        let known = match shape {
            SortShape::Uninterpreted(name) => self.uninterpreted.get(name).copied(),
            _ => None,
        };
        let native = match known {
            Some(sort) => present(call!(bitwuzla_sort_copy(sort)), "bitwuzla_sort_copy")?,
            None => mk_sort(self.native.manager, &natives, &structure)?,
        };
        if let SortShape::Uninterpreted(name) = shape {
            self.uninterpreted.entry(Arc::clone(name)).or_insert(native);
        }
        Ok(self.sorts.add(native, structure))
    }

    fn mk_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let names: Vec<&str> = definitions.iter().map(|one| &*one.name).collect();
        Err(SolverError::Unsupported(format!("Bitwuzla has no datatypes ({})", names.join(", "))))
    }

    fn mk_instance(&mut self, sort: SortId, _: &[SortId]) -> Result<SortId, SolverError> {
        let sort = self.sorts.sort(sort)?;
        rejected(format!("{sort} has no parameters: Bitwuzla has no parametric sorts"))
    }

    fn mk_value(&mut self, sort: SortId, literal: &Literal) -> Result<TermId, SolverError> {
        let native = self.sorts.native(sort)?;
        let structure = self.sorts.sort(sort)?.clone();
        let mut maker = ValueMaker {
            manager: self.native.manager,
            rounding: &self.knowledge.rounding,
            seed: &mut self.seed,
        };
        let term = maker.value(native, &structure, literal)?;
        Ok(self.terms.add(term))
    }

    fn mk_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let sort = self.sorts.native(sort)?;
        let term = self.maker().symbol(sort, name, false)?;
        self.constants.push(term);
        self.symbols.insert(term, name.into());
        Ok(self.terms.add(term))
    }

    fn mk_var(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let sort = self.sorts.native(sort)?;
        let term = self.maker().symbol(sort, name, true)?;
        self.symbols.insert(term, name.into());
        Ok(self.add_variable(term))
    }

    fn mk_term(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let args = self.terms.natives(application.args)?;
        let sorts = self.sorts.natives(application.sorts)?;
        let term = self.maker().application(application, &sorts, args)?;
        let id = self.terms.add(term);
        self.free.application(id, application.args);
        Ok(id)
    }

    fn mk_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        _patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let mut variables = self.terms.natives(vars)?;
        let mut natives = self.terms.natives(bodies)?;
        let bound_now = variables.clone();
        let owners = self.bind_others(&mut variables, &mut natives)?;
        let term = self.maker().binder(binder, variables, &natives)?;
        drop(owners);
        self.bound.extend(bound_now);
        let id = self.terms.add(term);
        self.free.binder(id, vars, bodies);
        Ok(id)
    }

    fn mk_fun(&mut self, _: &str, vars: &[TermId], body: TermId) -> Result<TermId, SolverError> {
        // The API has functions without names only.
        self.mk_binder(Binder::Lambda, vars, &[], &[body])
    }

    fn mk_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        for variable in self.terms.natives(vars)? {
            if !call!(bitwuzla_term_is_var(variable)) {
                return rejected("let replaces variables only");
            }
        }
        self.substitute(body, vars, values)
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Reply, SolverError> {
        let options_were_fixed = self.native.has_instance();
        let reply = self.dispatch(command);
        if reply.is_err() && !options_were_fixed {
            // A refused command leaves everything as it was: options can still be set.
            let _ = self.native.delete_instance();
        }
        reply
    }

    fn sort_of(&mut self, term: TermId) -> Result<Sort, SolverError> {
        structure_of(self.terms.native(term)?)
    }

    fn identity(&self, term: TermId) -> Option<u64> {
        self.terms.native(term).ok().map(|native| native.addr() as u64)
    }
}
